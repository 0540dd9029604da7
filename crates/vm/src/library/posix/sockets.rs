//! Sockets that threads of the program talk through: pairs, streams and datagrams by name in the file system (`AF_UNIX`) or on the
//! loopback interface. The network does not reach beyond the program.

use mazurka_machine::Operation;

use super::datagrams;
use super::descriptors::{NONBLOCK, end_of_broken_write, store_read, vector, write_bytes};
use super::signals::{self, INTERRUPTED, INTERRUPTED_LONG};
use super::{int_or_errno, long_or_errno, zero_or_errno};
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::files::{Errno, Files, NodeId};
use crate::library::file_objects::{self, changes_everything, inspects_first, uses_first, waits_for_files};
use crate::library::memory::at_most_one_too_many;
use crate::library::{Args, Intent, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("socketpair", changes_everything, socketpair).opens_pipes(),
    Native::visible("socket", changes_everything, socket).opens_pipes(),
    Native::visible("bind", changes_everything, bind),
    Native::visible("listen", changes_everything, listen),
    Native::visible("connect", changes_everything, connect),
    Native::visible("accept", accepts, accept).interruptible(INTERRUPTED, true),
    Native::visible("accept4", accepts, accept).interruptible(INTERRUPTED, true),
    Native::visible("shutdown", uses_first, shutdown),
    Native::visible("send", sends, send).interruptible(INTERRUPTED_LONG, true).breaks_pipes(),
    Native::visible("sendto", sends, send).interruptible(INTERRUPTED_LONG, true).breaks_pipes(),
    Native::visible("sendmsg", sends_message, sendmsg).interruptible(INTERRUPTED_LONG, true).breaks_pipes(),
    Native::visible("recv", receives, recv).may_be_vain().interruptible(INTERRUPTED_LONG, true),
    Native::visible("__recv_chk", receives_checked, recv_checked)
        .may_be_vain()
        .interruptible(INTERRUPTED_LONG, true),
    Native::visible("recvfrom", receives, recv).may_be_vain().interruptible(INTERRUPTED_LONG, true),
    Native::visible("recvmsg", receives_message, recvmsg).may_be_vain().interruptible(INTERRUPTED_LONG, true),
    Native::visible("getsockname", inspects_first, getsockname),
    Native::visible("getpeername", inspects_first, getpeername),
    Native::visible("setsockopt", inspects_first, setsockopt),
    Native::visible("getsockopt", inspects_first, getsockopt),
];

const UNIX: i32 = 1;
const INET: i32 = 2;
const INET6: i32 = 10;

const STREAM: i32 = 1;
const DATAGRAM: i32 = 2;
const PACKETS: i32 = 5;
/// `SOCK_CLOEXEC` and `SOCK_NONBLOCK` may be added.
const KIND: i32 = 0xf;

const PEEK: i32 = 2;
const DONT_WAIT: i32 = 0x40;
const NO_SIGNAL: i32 = 0x4000;

fn socketpair(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let keeps_messages = match args.int(1) & KIND {
        _ if args.int(0) != UNIX => return zero_or_errno(context, Err(errno::EOPNOTSUPP)),
        STREAM => false,
        DATAGRAM | PACKETS => true,
        _ => return zero_or_errno(context, Err(errno::EINVAL)),
    };
    let thread = context.thread;
    let result = context.state.files.socket_pair(thread, keeps_messages, args.int(1) & NONBLOCK != 0);
    if let Ok((first, second)) = result {
        context.memory().store::<4>(args.word(3), first as u64)?;
        context.memory().store::<4>(args.word(3).wrapping_add(4), second as u64)?;
    }
    zero_or_errno(context, result.map(|_| ()))
}

fn socket(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (family, kind) = (args.int(0), args.int(1) & KIND);
    let result = match (family, kind) {
        (UNIX | INET | INET6, STREAM) | (UNIX, PACKETS) => {
            let (thread, nonblocking) = (context.thread, args.int(1) & NONBLOCK != 0);
            context.state.files.socket(thread, family as u16, kind != STREAM, nonblocking)
        }
        (UNIX | INET | INET6, DATAGRAM) => {
            let (thread, nonblocking) = (context.thread, args.int(1) & NONBLOCK != 0);
            context.state.files.datagram_socket(thread, family as u16, nonblocking)
        }
        (UNIX | INET | INET6, _) => {
            return Err(Stop::Unsupported("sockets that are neither streams nor for datagrams".into()));
        }
        _ => Err(errno::EAFNOSUPPORT),
    };
    int_or_errno(context, result)
}

/// A `struct sockaddr` of the program's.
pub(super) enum Address {
    /// In the file system.
    Path(Vec<u8>),
    /// A name of its own, which begins with a zero.
    Abstract(Vec<u8>),
    /// A port of the loopback interface, or of all.
    Port(u16),
}

/// The address with its bytes, from the family on.
pub(super) fn address(
    context: &mut Context,
    at: u64,
    length: u64,
) -> Result<Result<(Address, Vec<u8>), Errno>, Stop> {
    const LONGEST: u64 = 128;
    if !(2..=LONGEST).contains(&length) {
        return Ok(Err(errno::EINVAL));
    }
    let bytes = context.memory().read(at, length)?.to_vec();
    let family = i32::from(u16::from_le_bytes([bytes[0], bytes[1]]));
    let port = || bytes.get(2..4).map(|port| u16::from_be_bytes([port[0], port[1]]));
    let beyond =
        || Err(Stop::Unsupported("a socket to another host: there is no network beyond the program".into()));
    Ok(match family {
        UNIX if bytes.len() > 2 && bytes[2] != 0 => {
            let path = bytes[2..].split(|byte| *byte == 0).next().unwrap_or(&[]);
            Ok((Address::Path(path.to_vec()), bytes[..2 + path.len()].to_vec()))
        }
        UNIX if bytes.len() > 2 => Ok((Address::Abstract(bytes.clone()), bytes)),
        INET if bytes.len() >= 16 => {
            if bytes[4] != 127 && bytes[4..8] != [0; 4] {
                return beyond();
            }
            Ok((Address::Port(port().unwrap_or(0)), bytes[..16].to_vec()))
        }
        INET6 if bytes.len() >= 28 => {
            if bytes[8..23] != [0; 15] || bytes[23] > 1 {
                return beyond();
            }
            Ok((Address::Port(port().unwrap_or(0)), bytes[..28].to_vec()))
        }
        UNIX | INET | INET6 => Err(errno::EINVAL),
        _ => Err(errno::EAFNOSUPPORT),
    })
}

/// Whether a name is this port, in either version of the protocol.
fn is_port(name: &[u8], port: u16) -> bool {
    let family = name.first_chunk().map_or(0, |family| i32::from(u16::from_le_bytes(*family)));
    matches!(family, INET | INET6) && name.get(2..4) == Some(&port.to_be_bytes()[..])
}

/// Where a connection leads, or a message goes.
pub(super) fn target(context: &Context, address: &Address, datagrams: bool) -> Result<NodeId, Errno> {
    let files = &context.state.files;
    let named =
        |is_it: &dyn Fn(&[u8]) -> bool| files.socket_named(datagrams, is_it).ok_or(errno::ECONNREFUSED);
    match address {
        Address::Path(path) => files.find(files.working(), path, true),
        Address::Abstract(name) => named(&|other| other == name),
        Address::Port(port) => named(&|name| is_port(name, *port)),
    }
}

fn bind(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = match address(context, args.word(1), args.word(2) as u32 as u64)? {
        Ok((address, name)) => {
            let fd = args.int(0);
            let datagrams = context.state.files.has_mailbox(fd);
            let is_taken = target(context, &address, datagrams).is_ok();
            let files = &mut context.state.files;
            match address {
                Address::Path(path) => files.bind(fd, &name, Some(&path)),
                Address::Port(0) => bind_to_port(files, fd, name),
                _ if is_taken => Err(errno::EADDRINUSE),
                _ => files.bind(fd, &name, None),
            }
        }
        Err(errno) => Err(errno),
    };
    zero_or_errno(context, result)
}

/// To a port that is free.
fn bind_to_port(files: &mut Files, fd: i32, mut name: Vec<u8>) -> Result<(), Errno> {
    let datagrams = files.has_mailbox(fd);
    let is_free = |port: &u16| files.socket_named(datagrams, |name| is_port(name, *port)).is_none();
    let port = (32768..=u16::MAX).find(is_free).ok_or(errno::EADDRINUSE)?;
    name[2..4].copy_from_slice(&port.to_be_bytes());
    files.bind(fd, &name, None)
}

/// A socket that has no name gets one where it first sends, unless it is one of the file system's.
pub(super) fn bind_to_free_port(context: &mut Context, fd: i32, loopback: bool) {
    let files = &mut context.state.files;
    let mut name = match files.family(fd).map(i32::from) {
        Ok(INET) => vec![0; 16],
        Ok(INET6) => vec![0; 28],
        _ => return,
    };
    match name.len() {
        16 if loopback => name[4..8].copy_from_slice(&[127, 0, 0, 1]),
        28 if loopback => name[23] = 1,
        _ => {}
    }
    name[0] = if name.len() == 16 { INET } else { INET6 } as u8;
    // One that has a name keeps it.
    let _ = bind_to_port(files, fd, name);
}

fn listen(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.listen(args.int(0));
    zero_or_errno(context, result)
}

/// It never waits: the connection is there as soon as the other side listens, as on Linux.
fn connect(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (fd, at, length) = (args.int(0), args.word(1), args.word(2) as u32 as u64);
    if context.state.files.has_mailbox(fd) {
        let result = datagrams::connect(context, fd, at, length)?;
        return zero_or_errno(context, result);
    }
    let result = match address(context, at, length)? {
        Ok((address, _)) => target(context, &address, false)
            .and_then(|to| context.state.files.connect(context.thread, args.int(0), to)),
        Err(errno) => Err(errno),
    };
    zero_or_errno(context, result)
}

/// Waits for a connection.
fn accepts(view: &View, args: &Args) -> Result<Intent, Stop> {
    let files = &view.state.files;
    match files.is_nonblocking(args.int(0)) {
        true => changes_everything(view, args),
        false => Ok(waits_for_files(files.can_accept(args.int(0)))),
    }
}

fn accept(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.accept(args.int(0), args.int(3) & NONBLOCK != 0);
    if let Ok(fd) = result {
        // A socket that was just accepted has a name.
        let _ = store_name(context, fd, true, args.word(1), args.word(2))?;
    }
    int_or_errno(context, result)
}

/// Writes the name of a socket, as far as there is room for it, and its whole length. Without a place, nothing.
fn store_name(
    context: &mut Context,
    fd: i32,
    of_other_end: bool,
    to: u64,
    length: u64,
) -> Result<Result<(), Errno>, Stop> {
    let name = match context.state.files.socket_name(fd, of_other_end) {
        Ok(name) => name,
        Err(errno) => return Ok(Err(errno)),
    };
    if to != 0 {
        let room = context.memory().load::<4>(length)?.min(name.len() as u64);
        context.memory().write(to, &name[..room as usize])?;
        context.memory().store::<4>(length, name.len() as u64)?;
    }
    Ok(Ok(()))
}

fn getsockname(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = store_name(context, args.int(0), false, args.word(1), args.word(2))?;
    zero_or_errno(context, result)
}

fn getpeername(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = store_name(context, args.int(0), true, args.word(1), args.word(2))?;
    zero_or_errno(context, result)
}

fn shutdown(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = match args.int(1) {
        how @ 0..=2 => context.state.files.shut_down(args.int(0), how != 1, how != 0),
        _ => Err(errno::EINVAL),
    };
    zero_or_errno(context, result)
}

/// `send` and `sendto`: descriptor, bytes, length, flags.
fn sends(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(sends_bytes(view, args.int(0), args.word(2), args.int(3)))
}

fn sends_bytes(view: &View, fd: i32, count: u64, flags: i32) -> Intent {
    if signals::is_broken_write(view) {
        return Intent::ready(Operation::Local);
    }
    let intent = file_objects::writes(&view.state.files, fd, count);
    Intent { enabled: intent.enabled || flags & DONT_WAIT != 0, ..intent }
}

fn receives(view: &View, args: &Args) -> Result<Intent, Stop> {
    let (files, fd) = (&view.state.files, args.int(0));
    Ok(file_objects::reads_or_fails(files, fd, files.is_nonblocking(fd) || args.int(3) & DONT_WAIT != 0))
}

/// `__recv_chk` has the size of the buffer before the flags.
fn receives_checked(view: &View, args: &Args) -> Result<Intent, Stop> {
    receives(view, &Args::new(&[args.word(0), args.word(1), args.word(2), args.word(4)]))
}

fn recv_checked(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    recv(context, &Args::new(&[args.word(0), args.word(1), args.word(2), args.word(4)]), choice)
}

fn is_socket(context: &Context, fd: i32) -> Result<(), Errno> {
    context.state.files.family(fd).map(|_| ())
}

fn send(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    if let Some(result) = end_of_broken_write(context)? {
        return Ok(result);
    }
    let bytes = context.memory().read(args.word(1), args.word(2))?.to_vec();
    if context.state.files.has_mailbox(args.int(0)) && args.word(4) != 0 {
        return datagrams::send(context, args.int(0), &bytes, args.word(4), args.word(5) as u32 as u64);
    }
    send_bytes(context, args.int(0), &bytes, args.int(3))
}

fn send_bytes(context: &mut Context, fd: i32, bytes: &[u8], flags: i32) -> Result<Return, Stop> {
    if let Err(errno) = is_socket(context, fd) {
        return long_or_errno(context, Err(errno));
    }
    if flags & NO_SIGNAL == 0 {
        return write_bytes(context, fd, bytes);
    }
    let state = &mut *context.state;
    let result = state.files.write(&mut state.output, fd, bytes);
    long_or_errno(context, result)
}

fn received(context: &mut Context, fd: i32, count: u64, flags: i32) -> Result<Vec<u8>, Errno> {
    is_socket(context, fd)?;
    let files = &mut context.state.files;
    if flags & PEEK != 0 { files.peek(fd, count) } else { files.read(fd, count) }
}

fn recv(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let count = at_most_one_too_many(context, args.word(1), args.word(2));
    if context.state.files.has_mailbox(args.int(0)) {
        let keep = args.int(3) & PEEK != 0;
        let (to, sender) = ((args.word(1), count), (args.word(4), args.word(5)));
        return datagrams::receive(context, args.int(0), to, keep, sender);
    }
    let result = received(context, args.int(0), count, args.int(3));
    // The sender of a stream has no name.
    if result.is_ok() && args.word(4) != 0 && args.word(5) != 0 {
        context.memory().store::<4>(args.word(5), 0)?;
    }
    store_read(context, args.word(1), result)
}

/// Offsets in `struct msghdr`.
const NAME_LENGTH: u64 = 8;
const PIECES: u64 = 16;
const PIECE_COUNT: u64 = 24;
const CONTROL: u64 = 32;
const CONTROL_LENGTH: u64 = 40;
const FLAGS: u64 = 48;

fn sends_message(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(sends_bytes(view, args.int(0), 1, args.int(2)))
}

fn receives_message(view: &View, args: &Args) -> Result<Intent, Stop> {
    let (files, fd) = (&view.state.files, args.int(0));
    Ok(file_objects::reads_or_fails(files, fd, files.is_nonblocking(fd) || args.int(2) & DONT_WAIT != 0))
}

fn message_pieces(context: &mut Context, message: u64) -> Result<Result<Vec<(u64, u64)>, Errno>, Stop> {
    let array = context.memory().load::<8>(message.wrapping_add(PIECES))?;
    let count = context.memory().load::<8>(message.wrapping_add(PIECE_COUNT))?;
    vector(context, array, count.min(i32::MAX as u64) as i32)
}

fn sendmsg(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    if let Some(result) = end_of_broken_write(context)? {
        return Ok(result);
    }
    let message = args.word(1);
    if context.memory().load::<8>(message.wrapping_add(CONTROL))? != 0
        && context.memory().load::<8>(message.wrapping_add(CONTROL_LENGTH))? != 0
    {
        return Err(Stop::Unsupported("sendmsg with control data, such as descriptors".into()));
    }
    let pieces = match message_pieces(context, message)? {
        Ok(pieces) => pieces,
        Err(errno) => return long_or_errno(context, Err(errno)),
    };
    let mut bytes = Vec::new();
    for (address, length) in pieces {
        bytes.extend_from_slice(context.memory().read(address, length)?);
    }
    let (fd, to) = (args.int(0), context.memory().load::<8>(message)?);
    if context.state.files.has_mailbox(fd) && to != 0 {
        let length = context.memory().load::<4>(message.wrapping_add(NAME_LENGTH))?;
        return datagrams::send(context, fd, &bytes, to, length);
    }
    send_bytes(context, fd, &bytes, args.int(2))
}

fn recvmsg(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let message = args.word(1);
    let pieces = match message_pieces(context, message)? {
        Ok(pieces) => pieces,
        Err(errno) => return long_or_errno(context, Err(errno)),
    };
    let wanted = pieces.iter().fold(0u64, |sum, (_, length)| sum.saturating_add(*length));
    let (fd, flags) = (args.int(0), args.int(2));
    let result = match context.state.files.has_mailbox(fd) {
        true => context.state.files.receive(fd, wanted, flags & PEEK != 0),
        false => received(context, fd, wanted, flags).map(|bytes| (bytes, Vec::new())),
    };
    if let Ok((bytes, sender)) = &result {
        let mut rest = bytes.as_slice();
        for (address, length) in pieces {
            let (now, later) = rest.split_at((rest.len() as u64).min(length) as usize);
            context.memory().write(address, now)?;
            rest = later;
        }
        let (name, length) = (context.memory().load::<8>(message)?, message.wrapping_add(NAME_LENGTH));
        match sender.is_empty() || name == 0 {
            true => context.memory().store::<4>(length, 0)?,
            false => datagrams::store_sender(context, sender, name, length)?,
        }
        context.memory().store::<8>(message.wrapping_add(CONTROL_LENGTH), 0)?;
        context.memory().store::<4>(message.wrapping_add(FLAGS), 0)?;
    }
    long_or_errno(context, result.map(|(bytes, _)| bytes.len() as u64))
}

/// Options change nothing that the program observes.
fn setsockopt(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = is_socket(context, args.int(0));
    zero_or_errno(context, result)
}

fn getsockopt(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    const SOCKET_LEVEL: i32 = 1;
    let (fd, to, length) = (args.int(0), args.word(3), args.word(4));
    let family = match context.state.files.family(fd) {
        Ok(family) => family,
        Err(errno) => return zero_or_errno(context, Err(errno)),
    };
    let files = &context.state.files;
    let value = match (args.int(1), args.int(2)) {
        // SO_TYPE
        (SOCKET_LEVEL, 3) if files.keeps_messages(fd) => {
            return Err(Stop::Unsupported(
                "getsockopt of SO_TYPE on a socket that keeps messages apart".into(),
            ));
        }
        (SOCKET_LEVEL, 3) => STREAM as u64,
        // SO_SNDBUF, SO_RCVBUF
        (SOCKET_LEVEL, 7 | 8) => crate::files::PIPE_CAPACITY,
        // SO_ACCEPTCONN
        (SOCKET_LEVEL, 30) => files.is_listening(fd) as u64,
        // SO_DOMAIN
        (SOCKET_LEVEL, 39) => family as u64,
        // SO_ERROR and the rest
        _ => 0,
    };
    context.memory().store::<4>(to, value)?;
    context.memory().store::<4>(length, 4)?;
    Ok(Return::int(0))
}
