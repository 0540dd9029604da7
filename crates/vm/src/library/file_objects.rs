//! Functions on files as visible operations, on objects that represent files.
//!
//! Functions that change names or allocate descriptors touch the whole file system, all others one file. That is
//! coarser than necessary (two readers of one file depend on each other), but sound.

use mazurka_machine::{Object, Operation, Verb};

use super::{Args, Intent, hidden};
use crate::context::{Stop, View};
use crate::files::{Files, NodeId};

/// Numbers per thread that get an object of their own; beyond that, files share objects.
const FILES_PER_THREAD: u64 = 1 << 16;

fn object_of(node: NodeId) -> Object {
    let index = (node.creator.0 as u64 % 4096) * FILES_PER_THREAD + node.number as u64 % FILES_PER_THREAD;
    hidden::object(hidden::FILE_SYSTEM + 8 * index, 8)
}

pub(crate) const FILE_SYSTEM: Object = hidden::object(hidden::FILE_SYSTEM, 1 << 31);

/// Using the file behind a descriptor. No thread observes what is written to standard output.
pub(crate) fn uses(files: &Files, fd: i32) -> Intent {
    match files.node_of(fd) {
        Ok(_) if files.is_output(fd) => Intent::invisible(),
        // It also touches the memory that shows the file.
        Ok(node) if files.is_mapped(node) => Intent::ready(Operation::Anything),
        Ok(node) => Intent::ready(Operation::Sync(Verb::Change, object_of(node))),
        Err(_) => Intent::ready(Operation::Sync(Verb::Inspect, FILE_SYSTEM)),
    }
}

/// The same where it waits until that is possible, or not at all.
fn waits(files: &Files, fd: i32, is_possible: bool) -> Intent {
    let intent = uses(files, fd);
    let may_wait = files.may_wait(fd) && !files.is_nonblocking(fd);
    match intent.operation {
        Operation::Sync(Verb::Change, object) if may_wait => {
            Intent::when(is_possible, Operation::Sync(Verb::WaitToChange, object))
        }
        _ => intent,
    }
}

/// Writing through a descriptor: waits while a pipe is full.
///
/// A datagram goes to another file than the descriptor's.
pub(crate) fn writes(files: &Files, fd: i32, count: u64) -> Intent {
    if files.has_mailbox(fd) {
        return Intent::ready(Operation::Sync(Verb::Change, FILE_SYSTEM));
    }
    waits(files, fd, files.can_write(fd, count))
}

/// The same for bytes that begin with this number, which an `eventfd` adds.
pub(crate) fn writes_number(files: &Files, fd: i32, count: u64, number: u64) -> Intent {
    match files.has_room_for(fd, number) {
        true => writes(files, fd, count),
        false => waits(files, fd, false),
    }
}

/// Reading through a descriptor: waits while a pipe is empty, or fails.
pub(crate) fn reads(files: &Files, fd: i32) -> Intent {
    reads_or_fails(files, fd, files.is_nonblocking(fd))
}

/// The same where it is said whether it fails. Then it changes nothing.
pub(crate) fn reads_or_fails(files: &Files, fd: i32, fails: bool) -> Intent {
    let is_possible = files.can_read(fd);
    match uses(files, fd).operation {
        Operation::Sync(Verb::Change, object) if fails && !is_possible && files.may_wait(fd) => {
            Intent::ready(Operation::Sync(Verb::Inspect, object))
        }
        _ => waits(files, fd, is_possible),
    }
}

/// Waiting for something to happen to files, whichever: `WaitToChange` because that acquires what happened.
pub(crate) fn waits_for_files(is_possible: bool) -> Intent {
    Intent::when(is_possible, Operation::Sync(Verb::WaitToChange, FILE_SYSTEM))
}

/// Looking at the file behind a descriptor.
pub(crate) fn inspects(files: &Files, fd: i32) -> Intent {
    match files.node_of(fd) {
        Ok(node) if files.is_mapped(node) => Intent::ready(Operation::Anything),
        Ok(node) => Intent::ready(Operation::Sync(Verb::Inspect, object_of(node))),
        Err(_) => Intent::ready(Operation::Sync(Verb::Inspect, FILE_SYSTEM)),
    }
}

/// For functions whose first argument is a descriptor.
pub(crate) fn uses_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(uses(&view.state.files, args.int(0)))
}

pub(crate) fn inspects_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(inspects(&view.state.files, args.int(0)))
}

/// For functions that may change names, descriptors or several files.
pub(crate) fn changes_everything(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Sync(Verb::Change, FILE_SYSTEM)))
}

/// For functions that look at names.
pub(crate) fn inspects_everything(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Sync(Verb::Inspect, FILE_SYSTEM)))
}
