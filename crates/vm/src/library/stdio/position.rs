//! Positions in streams.

use super::stream::{self, Stream};
use crate::context::{Context, Stop};
use crate::errno;
use crate::files::Whence;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("fseek", stream::uses_first, fseek).sees_output(),
    Native::visible("fseeko", stream::uses_first, fseek).sees_output(),
    Native::visible("fseeko64", stream::uses_first, fseek).sees_output(),
    Native::visible("ftell", stream::uses_first, ftell).sees_output(),
    Native::visible("ftello", stream::uses_first, ftell).sees_output(),
    Native::visible("ftello64", stream::uses_first, ftell).sees_output(),
    Native::visible("rewind", stream::uses_first, rewind).sees_output(),
    Native::visible("fgetpos", stream::uses_first, fgetpos).sees_output(),
    Native::visible("fgetpos64", stream::uses_first, fgetpos).sees_output(),
    Native::visible("fsetpos", stream::uses_first, fsetpos).sees_output(),
    Native::visible("fsetpos64", stream::uses_first, fsetpos).sees_output(),
];

/// `SEEK_SET`, `SEEK_CUR`, `SEEK_END`
pub(crate) fn whence(number: i32) -> Option<Whence> {
    match number {
        0 => Some(Whence::Start),
        1 => Some(Whence::Current),
        2 => Some(Whence::End),
        _ => None,
    }
}

/// Moves to a position and forgets pushed-back characters. Whether it worked; `errno` says why not.
fn seek(context: &mut Context, stream: &mut Stream, offset: i64, from: Option<Whence>) -> bool {
    // Characters that were pushed back count as not yet read.
    let pushed = if from == Some(Whence::Current) { stream.pushed().len() as i64 } else { 0 };
    let result = match from {
        Some(from) => context.state.files.seek(stream.fd, offset.saturating_sub(pushed), from),
        None => Err(errno::EINVAL),
    };
    match result {
        Ok(_) => {
            stream.forget_pushed();
            stream.end = false;
            true
        }
        Err(errno) => {
            context.set_errno(errno);
            false
        }
    }
}

/// The position, counted without pushed-back characters.
fn tell(context: &mut Context, address: u64) -> Result<i64, Stop> {
    let stream = Stream::load(context.memory(), address)?;
    match context.state.files.seek(stream.fd, 0, Whence::Current) {
        Ok(position) => Ok(position as i64 - stream.pushed().len() as i64),
        Err(errno) => {
            context.set_errno(errno);
            Ok(-1)
        }
    }
}

fn fseek(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (offset, from) = (args.word(1) as i64, whence(args.int(2)));
    let moved = stream::with(context, args.word(0), |context, stream| seek(context, stream, offset, from))?;
    Ok(Return::int(if moved { 0 } else { -1 }))
}

fn ftell(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    Ok(Return::long(tell(context, args.word(0))?))
}

fn rewind(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    stream::with(context, args.word(0), |context, stream| {
        seek(context, stream, 0, Some(Whence::Start));
        stream.error = false;
    })?;
    Ok(Return::Void)
}

fn fgetpos(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let position = tell(context, args.word(0))?;
    if position < 0 {
        return Ok(Return::int(-1));
    }
    context.memory().store::<8>(args.word(1), position as u64)?;
    Ok(Return::int(0))
}

fn fsetpos(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let position = context.memory().load::<8>(args.word(1))? as i64;
    let moved = stream::with(context, args.word(0), |context, stream| {
        seek(context, stream, position, Some(Whence::Start))
    })?;
    Ok(Return::int(if moved { 0 } else { -1 }))
}
