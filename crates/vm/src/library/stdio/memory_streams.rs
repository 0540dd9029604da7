//! Streams over memory: `open_memstream` and `fmemopen`. Each has a file without a name; flushing and closing copy
//! that to the program's memory.

use super::open::{nameless_file, new_stream, parse_mode};
use super::stream::{Backing, Stream};
use crate::context::{Context, Stop};
use crate::errno;
use crate::files::Whence;
use crate::library::file_objects::changes_everything;
use crate::library::{Args, Native, Return, heap};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("open_memstream", changes_everything, open_memstream).sees_output(),
    Native::visible("fmemopen", changes_everything, fmemopen).sees_output(),
];

fn with_backing(context: &mut Context, fd: Result<i32, i32>, backing: Backing) -> Result<Return, Stop> {
    let opened = new_stream(context, fd);
    if let (Return::Word(address @ 1..), Ok(fd)) = (opened, fd) {
        let mut stream = Stream::new(fd);
        stream.backing = backing;
        bring_up_to_date(context, &stream)?;
        stream.store(context.memory(), address);
    }
    Ok(opened)
}

fn open_memstream(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (text, length) = (args.word(0), args.word(1));
    context.memory().store::<8>(text, 0)?;
    let fd = nameless_file(context);
    with_backing(context, fd, Backing::Growing { text, length })
}

fn fmemopen(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (buffer, size) = (args.word(0), args.word(1));
    let mode = context.memory().c_string(args.word(2))?.to_vec();
    let Some(flags) = parse_mode(&mode) else {
        return Ok(new_stream(context, Err(errno::EINVAL)));
    };
    if buffer == 0 {
        return Err(Stop::Unsupported("fmemopen without a buffer".into()));
    }
    // Reading sees all of the buffer, appending starts at the first zero.
    let mut initial = context.memory().read(buffer, size)?.to_vec();
    if flags.append {
        initial.truncate(initial.iter().position(|&byte| byte == 0).unwrap_or(initial.len()));
    }
    if flags.truncate {
        initial.clear();
    }
    let fd = nameless_file(context).and_then(|fd| {
        let files = &mut context.state.files;
        files.write_at(fd, 0, &initial)?;
        files.seek(fd, 0, if flags.append { Whence::End } else { Whence::Start })?;
        Ok(fd)
    });
    let backing = if flags.write { Backing::Fixed { buffer, size } } else { Backing::None };
    with_backing(context, fd, backing)
}

/// Copies what was written to where the program looks for it.
pub(super) fn bring_up_to_date(context: &mut Context, stream: &Stream) -> Result<(), Stop> {
    if stream.backing == Backing::None {
        return Ok(());
    }
    let Ok(mut bytes) = context.state.files.read_at(stream.fd, 0, u64::MAX) else { return Ok(()) };
    match stream.backing {
        Backing::None => {}
        Backing::Growing { text, length } => {
            context.memory().store::<8>(length, bytes.len() as u64)?;
            bytes.push(0);
            let old = context.memory().load::<8>(text)?;
            if old != 0 {
                heap::release(context, old)?;
            }
            let new = heap::allocate_with(context, &bytes);
            context.memory().store::<8>(text, new)?;
        }
        Backing::Fixed { buffer, size } => {
            // A zero follows if there is room for it.
            bytes.push(0);
            bytes.truncate(size as usize);
            context.memory().write(buffer, &bytes)?;
        }
    }
    Ok(())
}
