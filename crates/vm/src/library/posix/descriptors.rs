//! `<fcntl.h>` and the part of `<unistd.h>` that works on descriptors.

use mazurka_machine::Operation;

use super::signals::INTERRUPTED_LONG;
use super::{directory_at, int_or_errno, long_or_errno, mappings, path, signals, timers, zero_or_errno};
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::files::{Errno, NodeId, OpenFlags, PIPE_CAPACITY};
use crate::library::file_objects::{
    self, changes_everything, inspects_everything, inspects_first, uses_first,
};
use crate::library::memory::at_most_one_too_many;
use crate::library::stdio::position::whence;
use crate::library::{Args, Intent, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("open", changes_everything, open).sees_output(),
    Native::visible("open64", changes_everything, open).sees_output(),
    Native::visible("__open_2", changes_everything, open).sees_output(),
    Native::visible("__open64_2", changes_everything, open).sees_output(),
    Native::visible("openat", changes_everything, openat).sees_output(),
    Native::visible("openat64", changes_everything, openat).sees_output(),
    Native::visible("creat", changes_everything, creat).sees_output(),
    Native::visible("creat64", changes_everything, creat).sees_output(),
    Native::visible("close", uses_first, close).sees_output(),
    Native::visible("read", reads_first, read)
        .may_be_vain()
        .interruptible(INTERRUPTED_LONG, true)
        .sees_output(),
    Native::visible("__read_chk", reads_first, read)
        .may_be_vain()
        .interruptible(INTERRUPTED_LONG, true)
        .sees_output(),
    Native::visible("readv", reads_first, readv)
        .may_be_vain()
        .interruptible(INTERRUPTED_LONG, true)
        .sees_output(),
    Native::visible("pread", inspects_first, pread).sees_output(),
    Native::visible("pread64", inspects_first, pread).sees_output(),
    Native::visible("__pread_chk", inspects_first, pread).sees_output(),
    Native::visible("__pread64_chk", inspects_first, pread).sees_output(),
    Native::visible("write", writes_first, write).interruptible(INTERRUPTED_LONG, true).breaks_pipes(),
    Native::visible("writev", writes_first_vector, writev)
        .interruptible(INTERRUPTED_LONG, true)
        .breaks_pipes(),
    Native::visible("pwrite", uses_first, pwrite),
    Native::visible("pwrite64", uses_first, pwrite),
    Native::visible("lseek", uses_first, lseek).sees_output(),
    Native::visible("lseek64", uses_first, lseek).sees_output(),
    Native::visible("dup", changes_everything, dup).sees_output(),
    Native::visible("dup2", changes_everything, dup2).sees_output(),
    Native::visible("dup3", changes_everything, dup2).sees_output(),
    Native::visible("pipe", changes_everything, pipe).opens_pipes().sees_output(),
    Native::visible("pipe2", changes_everything, pipe2).opens_pipes().sees_output(),
    Native::visible("fcntl", changes_everything, fcntl).sees_output(),
    Native::visible("fcntl64", changes_everything, fcntl).sees_output(),
    Native::visible("ftruncate", uses_first, ftruncate).sees_output(),
    Native::visible("ftruncate64", uses_first, ftruncate).sees_output(),
    Native::visible("posix_fallocate", uses_first, posix_fallocate).sees_output(),
    Native::visible("posix_fallocate64", uses_first, posix_fallocate).sees_output(),
    Native::visible("fallocate", uses_first, fallocate).sees_output(),
    Native::visible("fallocate64", uses_first, fallocate).sees_output(),
    Native::visible("__mazurka_incoming", inspects_first, incoming),
    Native::visible("lockf", inspects_first, sync),
    Native::visible("lockf64", inspects_first, sync),
    Native::visible("memfd_create", changes_everything, memfd_create).sees_output(),
    Native::visible("flock", inspects_first, sync),
    Native::visible("fsync", inspects_first, sync),
    Native::visible("fdatasync", inspects_first, sync),
    Native::visible("isatty", inspects_first, isatty),
    Native::visible("posix_fadvise", inspects_everything, |_, _, _| Ok(Return::int(0))),
];

/// `O_…` of Linux on x86-64.
fn open_flags(flags: i32) -> OpenFlags {
    const ACCESS: i32 = 0o3;
    OpenFlags {
        read: flags & ACCESS != 1,
        write: flags & ACCESS != 0,
        create: flags & 0o100 != 0,
        exclusive: flags & 0o200 != 0,
        truncate: flags & 0o1000 != 0,
        append: flags & APPEND != 0,
        nonblocking: flags & NONBLOCK != 0,
        directory: flags & 0o200_000 != 0,
    }
}

const APPEND: i32 = 0o2000;
pub(super) const NONBLOCK: i32 = 0o4000;

fn open_at(
    context: &mut Context,
    from: Result<NodeId, Errno>,
    name: u64,
    flags: i32,
    mode: u32,
) -> Result<Return, Stop> {
    let name = path(context, name)?;
    let thread = context.thread;
    let result = from.and_then(|from| context.state.files.open(thread, from, &name, open_flags(flags), mode));
    int_or_errno(context, result)
}

fn open(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let working = Ok(context.state.files.working());
    open_at(context, working, args.word(0), args.int(1), args.word(2) as u32)
}

fn openat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let from = directory_at(context, args.int(0));
    open_at(context, from, args.word(1), args.int(2), args.word(3) as u32)
}

fn creat(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    const WRITE_CREATE_TRUNCATE: i32 = 0o1 | 0o100 | 0o1000;
    let working = Ok(context.state.files.working());
    open_at(context, working, args.word(0), WRITE_CREATE_TRUNCATE, args.word(1) as u32)
}

fn close(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.close(args.int(0));
    zero_or_errno(context, result)
}

fn reads_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    let intent = file_objects::reads(&view.state.files, args.int(0));
    Ok(timers::read_intent(view, args.int(0)).unwrap_or(intent))
}

fn writes_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    let (files, fd, count) = (&view.state.files, args.int(0), args.word(2));
    Ok(match view.state.memory.peek_sized(args.word(1), 8) {
        _ if signals::is_broken_write(view) => Intent::ready(Operation::Local),
        Ok(number) if count >= 8 => file_objects::writes_number(files, fd, count, number),
        _ => file_objects::writes(files, fd, count),
    })
}

fn writes_first_vector(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(match signals::is_broken_write(view) {
        true => Intent::ready(Operation::Local),
        false => file_objects::writes(&view.state.files, args.int(0), 1),
    })
}

fn read(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    mappings::save(context, args.int(0))?;
    if let Some(result) = timers::read(context, args.int(0), args.word(2)) {
        return store_read(context, args.word(1), result);
    }
    let count = at_most_one_too_many(context, args.word(1), args.word(2));
    let result = context.state.files.read(args.int(0), count);
    store_read(context, args.word(1), result)
}

fn pread(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    mappings::save(context, args.int(0))?;
    let count = at_most_one_too_many(context, args.word(1), args.word(2));
    let result = context.state.files.read_at(args.int(0), args.word(3), count);
    store_read(context, args.word(1), result)
}

pub(super) fn store_read(
    context: &mut Context,
    to: u64,
    result: Result<Vec<u8>, Errno>,
) -> Result<Return, Stop> {
    let result = match result {
        Ok(bytes) => {
            context.memory().write(to, &bytes)?;
            Ok(bytes.len() as u64)
        }
        Err(errno) => Err(errno),
    };
    long_or_errno(context, result)
}

/// `struct iovec`: address and length.
fn pieces(context: &mut Context, args: &Args) -> Result<Result<Vec<(u64, u64)>, Errno>, Stop> {
    vector(context, args.word(1), args.int(2))
}

/// An array of them.
pub(super) fn vector(
    context: &mut Context,
    array: u64,
    count: i32,
) -> Result<Result<Vec<(u64, u64)>, Errno>, Stop> {
    if !(0..=1024).contains(&count) {
        return Ok(Err(errno::EINVAL));
    }
    let mut pieces = Vec::new();
    for index in 0..count as u64 {
        let at = array.wrapping_add(16 * index);
        let address = context.memory().load::<8>(at)?;
        pieces.push((address, context.memory().load::<8>(at.wrapping_add(8))?));
    }
    Ok(Ok(pieces))
}

fn readv(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    mappings::save(context, args.int(0))?;
    let pieces = match pieces(context, args)? {
        Ok(pieces) => pieces,
        Err(errno) => return long_or_errno(context, Err(errno)),
    };
    let wanted = pieces.iter().fold(0u64, |sum, (_, length)| sum.saturating_add(*length));
    let result = context.state.files.read(args.int(0), wanted);
    if let Ok(bytes) = &result {
        let mut rest = bytes.as_slice();
        for (address, length) in pieces {
            let (now, later) = rest.split_at((rest.len() as u64).min(length) as usize);
            context.memory().write(address, now)?;
            rest = later;
        }
    }
    long_or_errno(context, result.map(|bytes| bytes.len() as u64))
}

fn write(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    if let Some(result) = end_of_broken_write(context)? {
        return Ok(result);
    }
    mappings::save(context, args.int(0))?;
    let bytes = context.memory().read(args.word(1), args.word(2))?.to_vec();
    write_bytes(context, args.int(0), &bytes)
}

fn writev(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    if let Some(result) = end_of_broken_write(context)? {
        return Ok(result);
    }
    mappings::save(context, args.int(0))?;
    let pieces = match pieces(context, args)? {
        Ok(pieces) => pieces,
        Err(errno) => return long_or_errno(context, Err(errno)),
    };
    let mut bytes = Vec::new();
    for (address, length) in pieces {
        bytes.extend_from_slice(context.memory().read(address, length)?);
    }
    write_bytes(context, args.int(0), &bytes)
}

/// The end of a write that has sent SIGPIPE to its thread.
pub(super) fn end_of_broken_write(context: &mut Context) -> Result<Option<Return>, Stop> {
    if !signals::is_broken_write(&context.view()) {
        return Ok(None);
    }
    context.this_state().phase = 0;
    long_or_errno(context, Err(errno::EPIPE)).map(Some)
}

pub(super) fn write_bytes(context: &mut Context, fd: i32, bytes: &[u8]) -> Result<Return, Stop> {
    let state = &mut *context.state;
    let result = state.files.write(&mut state.output, fd, bytes);
    mappings::show(context, fd)?;
    let is_broken = result == Err(errno::EPIPE);
    let result = long_or_errno(context, result)?;
    if is_broken { signals::broken_pipe(context, result) } else { Ok(result) }
}

fn pwrite(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    mappings::save(context, args.int(0))?;
    let bytes = context.memory().read(args.word(1), args.word(2))?.to_vec();
    let result = context.state.files.write_at(args.int(0), args.word(3), &bytes);
    mappings::show(context, args.int(0))?;
    long_or_errno(context, result)
}

fn lseek(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let files = &mut context.state.files;
    let result = match whence(args.int(2)) {
        Some(from) => files.seek(args.int(0), args.word(1) as i64, from),
        None => Err(errno::EINVAL),
    };
    long_or_errno(context, result)
}

fn dup(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.duplicate(args.int(0), 0);
    int_or_errno(context, result)
}

fn dup2(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.duplicate_to(args.int(0), args.int(1));
    int_or_errno(context, result)
}

fn pipe(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    make_pipe(context, args.word(0), false)
}

fn pipe2(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    make_pipe(context, args.word(0), args.int(1) & NONBLOCK != 0)
}

fn make_pipe(context: &mut Context, to: u64, nonblocking: bool) -> Result<Return, Stop> {
    let thread = context.thread;
    let result = context.state.files.pipe(thread, nonblocking);
    if let Ok((reader, writer)) = result {
        context.memory().store::<4>(to, reader as u64)?;
        context.memory().store::<4>(to.wrapping_add(4), writer as u64)?;
    }
    zero_or_errno(context, result.map(|_| ()))
}

/// fcntl(2): duplicating, flags, and locks that are always granted because there is one process only.
fn fcntl(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (fd, command, argument) = (args.int(0), args.int(1), args.int(2));
    let files = &mut context.state.files;
    let result = match command {
        // F_DUPFD, F_DUPFD_CLOEXEC
        0 | 1030 => files.duplicate(fd, argument),
        // F_GETFD, F_SETFD
        1 => files.close_on_exec(fd).map(i32::from),
        2 => files.set_close_on_exec(fd, argument & 1 != 0).map(|()| 0),
        // F_GETFL, F_SETFL
        3 => files.modes_of(fd).map(|(readable, writable, append)| {
            let access = if readable { writable as i32 * 2 } else { writable as i32 };
            let nonblocking = files.is_nonblocking(fd);
            access | if append { APPEND } else { 0 } | if nonblocking { NONBLOCK } else { 0 }
        }),
        4 => files.set_flags(fd, argument & APPEND != 0, argument & NONBLOCK != 0).map(|()| 0),
        // F_GETLK, F_OFD_GETLK: no other process has locked anything
        5 | 36 => return get_lock(context, fd, args.word(2)),
        // F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
        6 | 7 | 37 | 38 => files.node_of(fd).map(|_| 0),
        // F_SETPIPE_SZ, F_GETPIPE_SZ
        1031 | 1032 => files.node_of(fd).map(|_| PIPE_CAPACITY as i32),
        other => return Err(Stop::Unsupported(format!("fcntl with command {other}"))),
    };
    int_or_errno(context, result)
}

/// Writes to the first member of `struct flock` that its range is not locked.
fn get_lock(context: &mut Context, fd: i32, lock: u64) -> Result<Return, Stop> {
    const UNLOCKED: u64 = 2;
    let result = context.state.files.node_of(fd).map(|_| 0);
    if result.is_ok() {
        context.memory().store::<2>(lock, UNLOCKED)?;
    }
    int_or_errno(context, result)
}

/// Makes a file at least this long. The error is the result, not in `errno`.
fn posix_fallocate(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = extend(context, args.int(0), args.word(1), args.word(2));
    Ok(Return::int(result.err().unwrap_or(0)))
}

/// Modes that keep the length change nothing that a program observes; those that change contents are not supported.
fn fallocate(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    const KEEP_SIZE: i32 = 1;
    let result = match args.int(1) {
        0 => extend(context, args.int(0), args.word(2), args.word(3)),
        KEEP_SIZE => context.state.files.node_of(args.int(0)).map(|_| ()),
        _ => Err(errno::EOPNOTSUPP),
    };
    zero_or_errno(context, result)
}

fn extend(context: &mut Context, fd: i32, offset: u64, length: u64) -> Result<(), Errno> {
    let files = &mut context.state.files;
    let end = offset.checked_add(length).and_then(|end| i64::try_from(end).ok());
    let end = end.filter(|_| length > 0 && offset <= i64::MAX as u64).ok_or(errno::EINVAL)?;
    let (_, writable, _) = files.modes_of(fd)?;
    let node = files.node_of(fd)?;
    match files.status(node)?.size as i64 {
        _ if !writable => Err(errno::EBADF),
        size if size >= end => Ok(()),
        _ => files.truncate(node, end),
    }
}

/// `long __mazurka_incoming(int)`: how many bytes can be read at once.
fn incoming(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.available(args.int(0));
    long_or_errno(context, result)
}

fn ftruncate(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    mappings::save(context, args.int(0))?;
    let files = &mut context.state.files;
    let result = match files.modes_of(args.int(0)) {
        Ok((_, true, _)) => {
            files.node_of(args.int(0)).and_then(|node| files.truncate(node, args.word(1) as i64))
        }
        Ok(_) => Err(errno::EINVAL),
        Err(errno) => Err(errno),
    };
    mappings::show(context, args.int(0))?;
    zero_or_errno(context, result)
}

fn memfd_create(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    let thread = context.thread;
    let result = context.state.files.unnamed_file(thread);
    int_or_errno(context, result)
}

/// Files are always up to date, and no other process locks them.
fn sync(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let result = context.state.files.node_of(args.int(0)).map(|_| ());
    zero_or_errno(context, result)
}

/// Nothing is a terminal.
fn isatty(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let reason = context.state.files.node_of(args.int(0)).map_or(errno::EBADF, |_| errno::ENOTTY);
    context.set_errno(reason);
    Ok(Return::int(0))
}
