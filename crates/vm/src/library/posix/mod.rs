//! POSIX: descriptors, names, directories, mappings, signals and the process itself.

pub(crate) mod backtrace;
mod datagrams;
pub(crate) mod descriptors;
pub(crate) mod directories;
pub(crate) mod events;
pub(crate) mod mappings;
pub(crate) mod names;
pub(crate) mod process;
pub(crate) mod signals;
pub(crate) mod sockets;
pub(crate) mod status;
pub(crate) mod timers;

use crate::context::{Context, Stop};
use crate::files::{Errno, NodeId};
use crate::library::Return;

/// `AT_FDCWD`
const WORKING_DIRECTORY: i32 = -100;

/// The result of a function that returns 0 or -1.
fn zero_or_errno(context: &mut Context, result: Result<(), Errno>) -> Result<Return, Stop> {
    int_or_errno(context, result.map(|()| 0))
}

/// The result of a function that returns an `int`, or -1.
fn int_or_errno(context: &mut Context, result: Result<i32, Errno>) -> Result<Return, Stop> {
    Ok(Return::int(result.unwrap_or_else(|errno| {
        context.set_errno(errno);
        -1
    })))
}

/// The result of a function that returns a `ssize_t` or an offset, or -1.
fn long_or_errno(context: &mut Context, result: Result<u64, Errno>) -> Result<Return, Stop> {
    match result {
        Ok(value) => Ok(Return::Word(value)),
        Err(errno) => {
            context.set_errno(errno);
            Ok(Return::long(-1))
        }
    }
}

fn path(context: &mut Context, address: u64) -> Result<Vec<u8>, Stop> {
    Ok(context.memory().c_string(address)?.to_vec())
}

/// The directory where the relative paths of `openat` and related functions start.
fn directory_at(context: &Context, fd: i32) -> Result<NodeId, Errno> {
    let files = &context.state.files;
    if fd == WORKING_DIRECTORY { Ok(files.working()) } else { files.node_of(fd) }
}
