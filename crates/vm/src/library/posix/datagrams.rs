//! Sending and receiving on sockets without a connection.

use super::descriptors::store_read;
use super::long_or_errno;
use super::sockets::{Address, address, bind_to_free_port, target};
use crate::context::{Context, Stop};
use crate::files::Errno;
use crate::library::Return;

/// `connect`: says where messages go.
pub(super) fn connect(
    context: &mut Context,
    fd: i32,
    at: u64,
    length: u64,
) -> Result<Result<(), Errno>, Stop> {
    const LOOPBACK: bool = true;
    let (to, name) = match address(context, at, length)? {
        Ok(found) => found,
        Err(errno) => return Ok(Err(errno)),
    };
    bind_to_free_port(context, fd, LOOPBACK);
    let node = match (target(context, &to, true), &to) {
        (Ok(node), _) => Some(node),
        // There may be none at a port.
        (Err(_), Address::Port(_)) => None,
        (Err(errno), _) => return Ok(Err(errno)),
    };
    Ok(context.state.files.set_peer(fd, name, node))
}

/// Sends a message to the socket with the name at `to`, which is not 0.
pub(super) fn send(
    context: &mut Context,
    fd: i32,
    bytes: &[u8],
    to: u64,
    length: u64,
) -> Result<Return, Stop> {
    let to = match address(context, to, length)? {
        Ok((to, _)) => to,
        Err(errno) => return long_or_errno(context, Err(errno)),
    };
    bind_to_free_port(context, fd, false);
    let result = match (target(context, &to, true), to) {
        (Ok(node), _) => context.state.files.send_to(fd, Some(node), bytes),
        (Err(_), Address::Port(_)) => context.state.files.send_to(fd, None, bytes),
        (Err(errno), _) => Err(errno),
    };
    long_or_errno(context, result)
}

/// Receives a message, and stores the name of its sender at `name`, which may be 0, and its length.
pub(super) fn receive(
    context: &mut Context,
    fd: i32,
    (to, count): (u64, u64),
    keep: bool,
    (name, length): (u64, u64),
) -> Result<Return, Stop> {
    let result = context.state.files.receive(fd, count, keep);
    if let Ok((_, sender)) = &result
        && name != 0
        && length != 0
    {
        store_sender(context, sender, name, length)?;
    }
    store_read(context, to, result.map(|(bytes, _)| bytes))
}

/// As far as there is room for it; and its whole length.
pub(super) fn store_sender(context: &mut Context, sender: &[u8], name: u64, length: u64) -> Result<(), Stop> {
    let room = context.memory().load::<4>(length)?.min(sender.len() as u64);
    context.memory().write(name, &sender[..room as usize])?;
    context.memory().store::<4>(length, sender.len() as u64)?;
    Ok(())
}
