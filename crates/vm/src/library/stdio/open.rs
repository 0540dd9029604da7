//! Opening, closing and asking streams.

use super::memory_streams;
use super::stream::{self, Stream};
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::files::OpenFlags;
use crate::library::{Args, Intent, Native, Return, file_objects, heap, hidden};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("fopen", file_objects::changes_everything, fopen).sees_output(),
    Native::visible("fopen64", file_objects::changes_everything, fopen).sees_output(),
    Native::visible("freopen", file_objects::changes_everything, freopen).sees_output(),
    Native::visible("freopen64", file_objects::changes_everything, freopen).sees_output(),
    Native::visible("fdopen", file_objects::inspects_first, fdopen).sees_output(),
    Native::visible("tmpfile", file_objects::changes_everything, tmpfile).sees_output(),
    Native::visible("tmpfile64", file_objects::changes_everything, tmpfile).sees_output(),
    Native::visible("fclose", stream::uses_first, fclose).sees_output(),
    Native::local("fflush", fflush),
    Native::local("fflush_unlocked", fflush),
    Native::local("setvbuf", buffering).sees_output(),
    Native::local("setbuf", buffering).sees_output(),
    Native::local("setbuffer", buffering).sees_output(),
    Native::local("setlinebuf", buffering).sees_output(),
    Native::local("fileno", fileno),
    Native::local("fileno_unlocked", fileno),
    Native::visible("feof", looks_at_first, feof),
    Native::visible("feof_unlocked", looks_at_first, feof),
    Native::visible("ferror", looks_at_first, ferror),
    Native::visible("ferror_unlocked", looks_at_first, ferror),
    Native::visible("clearerr", stream::uses_first, clearerr),
    Native::visible("clearerr_unlocked", stream::uses_first, clearerr),
    Native::local("flockfile", lock),
    Native::local("funlockfile", lock),
    Native::local("ftrylockfile", ftrylockfile),
];

/// Permissions of new files, before the umask.
const NEW_FILE: u32 = 0o666;

/// fopen(3): `r`, `w` or `a`, then modifiers in any order.
pub(super) fn parse_mode(mode: &[u8]) -> Option<OpenFlags> {
    let (&first, rest) = mode.split_first()?;
    let mut flags = match first {
        b'r' => OpenFlags { read: true, ..OpenFlags::default() },
        b'w' => OpenFlags { write: true, create: true, truncate: true, ..OpenFlags::default() },
        b'a' => OpenFlags { write: true, create: true, append: true, ..OpenFlags::default() },
        _ => return None,
    };
    for modifier in rest.iter().take_while(|&&byte| byte != b',') {
        match modifier {
            b'+' => (flags.read, flags.write) = (true, true),
            b'x' => flags.exclusive = true,
            _ => {}
        }
    }
    Some(flags)
}

fn mode_of(context: &mut Context, mode: u64) -> Result<Result<OpenFlags, i32>, Stop> {
    Ok(parse_mode(context.memory().c_string(mode)?).ok_or(errno::EINVAL))
}

/// A stream for a descriptor, or null with `errno` set.
pub(super) fn new_stream(context: &mut Context, fd: Result<i32, i32>) -> Return {
    match fd {
        Ok(fd) => {
            let address = heap::allocate(context, stream::SIZE, 16);
            if address != 0 {
                Stream::new(fd).store(context.memory(), address);
            }
            Return::Word(address)
        }
        Err(errno) => {
            context.set_errno(errno);
            Return::Word(0)
        }
    }
}

fn open_path(context: &mut Context, path: u64, mode: u64) -> Result<Result<i32, i32>, Stop> {
    let path = context.memory().c_string(path)?.to_vec();
    let flags = mode_of(context, mode)?;
    let (thread, files) = (context.thread, &mut context.state.files);
    let working = files.working();
    Ok(flags.and_then(|flags| files.open(thread, working, &path, flags, NEW_FILE)))
}

fn fopen(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let fd = open_path(context, args.word(0), args.word(1))?;
    Ok(new_stream(context, fd))
}

fn fdopen(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let fd = args.int(0);
    let wanted = mode_of(context, args.word(1))?;
    let checked = wanted.and_then(|wanted| {
        let (readable, writable, _) = context.state.files.modes_of(fd)?;
        let fits = (!wanted.read || readable) && (!wanted.write || writable);
        if fits { Ok(fd) } else { Err(errno::EINVAL) }
    });
    Ok(new_stream(context, checked))
}

/// The stream keeps its address and, where that makes sense, its descriptor.
fn freopen(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (path, mode, stream) = (args.word(0), args.word(1), args.word(2));
    let old = Stream::load(context.memory(), stream)?.fd;
    if path == 0 {
        return Err(Stop::Unsupported("freopen without a path, which changes the mode of a stream".into()));
    }
    let opened = open_path(context, path, mode)?;
    let files = &mut context.state.files;
    let fd = opened.and_then(|new| {
        let fd = if old >= 0 { files.duplicate_to(new, old)? } else { return Ok(new) };
        if new != old {
            files.close(new)?;
        }
        Ok(fd)
    });
    match fd {
        Ok(fd) => Stream::new(fd).store(context.memory(), stream),
        Err(errno) => {
            context.set_errno(errno);
            return Ok(Return::Word(0));
        }
    }
    Ok(Return::Word(stream))
}

fn tmpfile(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    let fd = nameless_file(context);
    Ok(new_stream(context, fd))
}

/// A descriptor for a new file without a name.
pub(super) fn nameless_file(context: &mut Context) -> Result<i32, i32> {
    const NAME: &[u8] = b"/tmp/.tmpfile";
    let flags = OpenFlags { read: true, write: true, create: true, exclusive: true, ..OpenFlags::default() };
    let (thread, files) = (context.thread, &mut context.state.files);
    let working = files.working();
    let fd = files.open(thread, working, NAME, flags, 0o600)?;
    files.unlink(working, NAME)?;
    Ok(fd)
}

fn fclose(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let address = args.word(0);
    let mut stream = Stream::load(context.memory(), address)?;
    memory_streams::bring_up_to_date(context, &stream)?;
    let closed = context.state.files.close(stream.fd);
    if [hidden::STDIN, hidden::STDOUT, hidden::STDERR].contains(&address) {
        stream.fd = -1;
        stream.store(context.memory(), address);
    } else {
        heap::release(context, address)?;
    }
    if let Err(errno) = closed {
        context.set_errno(errno);
    }
    Ok(Return::int(if closed.is_ok() { 0 } else { -1 }))
}

/// Everything is written already, unless it goes to memory.
fn fflush(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.word(0) != 0 {
        let stream = Stream::load(context.memory(), args.word(0))?;
        memory_streams::bring_up_to_date(context, &stream)?;
    }
    Ok(Return::int(0))
}

/// There are no buffers to set.
fn buffering(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Stream::load(context.memory(), args.word(0))?;
    Ok(Return::int(0))
}

fn fileno(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let fd = Stream::load(context.memory(), args.word(0))?.fd;
    if fd < 0 {
        context.set_errno(errno::EBADF);
    }
    Ok(Return::int(fd))
}

fn looks_at_first(view: &View, args: &Args) -> Result<Intent, Stop> {
    let fd = Stream::load(&view.state.memory, args.word(0))?.fd;
    Ok(file_objects::inspects(&view.state.files, fd))
}

fn feof(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    Ok(Return::int(Stream::load(context.memory(), args.word(0))?.end as i32))
}

fn ferror(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    Ok(Return::int(Stream::load(context.memory(), args.word(0))?.error as i32))
}

fn clearerr(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    stream::with(context, args.word(0), |_, stream| (stream.end, stream.error) = (false, false))?;
    Ok(Return::Void)
}

/// Every call is atomic; locks that span several calls are not modelled, and a program can see that only in the order
/// of its output.
fn lock(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Stream::load(context.memory(), args.word(0))?;
    Ok(Return::Void)
}

fn ftrylockfile(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Stream::load(context.memory(), args.word(0))?;
    Ok(Return::int(0))
}
