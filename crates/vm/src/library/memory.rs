//! `memcpy` and related functions.

use mazurka_machine::FaultKind;

use super::{Args, Native, Return};
use crate::context::{Context, Stop};

pub(crate) static FAMILY: &[Native] = &[
    Native::on_memory("memcpy", memcpy),
    Native::on_memory("__memcpy_chk", memcpy_chk),
    Native::on_memory("mempcpy", mempcpy),
    Native::on_memory("__mempcpy", mempcpy),
    Native::on_memory("__mempcpy_chk", mempcpy_chk),
    Native::on_memory("memmove", memmove),
    Native::on_memory("__memmove_chk", memmove_chk),
    Native::on_memory("memset", memset),
    Native::on_memory("__memset_chk", memset_chk),
    Native::on_memory("explicit_bzero", bzero),
    Native::on_memory("bzero", bzero),
    Native::on_memory("bcopy", bcopy),
    Native::on_memory("memcmp", memcmp),
    Native::on_memory("bcmp", memcmp),
    Native::on_memory("memchr", memchr),
    Native::on_memory("rawmemchr", rawmemchr),
    Native::on_memory("memrchr", memrchr),
    Native::on_memory("memccpy", memccpy),
    Native::on_memory("memmem", memmem),
    Native::on_memory("swab", swab),
];

fn memcpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    copy(context, "memcpy", args.word(0), args.word(1), args.word(2))?;
    Ok(Return::Word(args.word(0)))
}

fn memcpy_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(args.word(2), args.word(3))?;
    memcpy(context, args)
}

fn mempcpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    copy(context, "mempcpy", args.word(0), args.word(1), args.word(2))?;
    Ok(Return::Word(args.word(0).wrapping_add(args.word(2))))
}

fn mempcpy_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(args.word(2), args.word(3))?;
    mempcpy(context, args)
}

fn memmove(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().copy(args.word(0), args.word(1), args.word(2))?;
    Ok(Return::Word(args.word(0)))
}

fn memmove_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(args.word(2), args.word(3))?;
    memmove(context, args)
}

fn memset(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().fill(args.word(0), args.word(1) as u8, args.word(2))?;
    Ok(Return::Word(args.word(0)))
}

fn memset_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(args.word(2), args.word(3))?;
    memset(context, args)
}

fn bzero(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().fill(args.word(0), 0, args.word(1))?;
    Ok(Return::Void)
}

fn bcopy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().copy(args.word(1), args.word(0), args.word(2))?;
    Ok(Return::Void)
}

/// Copying between ranges that overlap is what `memmove` is for.
pub(crate) fn copy(context: &mut Context, name: &str, to: u64, from: u64, length: u64) -> Result<(), Stop> {
    let overlap = to.abs_diff(from) < length && to != from;
    if overlap {
        let message = format!("{name} copies {length} bytes between ranges that overlap");
        return Err(Stop::Fault(FaultKind::LibraryMisuse, message));
    }
    Ok(context.memory().copy(to, from, length)?)
}

/// How much to read from elsewhere into memory: what fits, and a byte more, so that writing it is found out.
pub(crate) fn at_most_one_too_many(context: &mut Context, to: u64, count: u64) -> u64 {
    count.min(context.memory().addressable(to, count).saturating_add(1))
}

/// The `_chk` functions know how large the target is.
pub(crate) fn check_object(needed: u64, size: u64) -> Result<(), Stop> {
    if needed > size {
        let message = format!("buffer overflow: {needed} bytes do not fit into an object of {size}");
        return Err(Stop::Fault(FaultKind::OutOfBounds, message));
    }
    Ok(())
}

fn memcmp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let left = context.memory().read(args.word(0), args.word(2))?.to_vec();
    let right = context.memory().read(args.word(1), args.word(2))?;
    Ok(Return::int(difference(&left, right)))
}

/// As glibc: the difference of the first bytes that differ.
pub(crate) fn difference(left: &[u8], right: &[u8]) -> i32 {
    let pair = left.iter().zip(right).find(|(left, right)| left != right);
    pair.map_or(0, |(&left, &right)| left as i32 - right as i32)
}

fn memchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    find_byte(context, args.word(0), args.word(1) as u8, args.word(2))
}

/// Like [`memchr`] for callers that know that the byte is there.
fn rawmemchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    find_byte(context, args.word(0), args.word(1) as u8, u64::MAX)
}

/// The bytes after the first match need not exist (C17 7.24.5.1), so this looks at them one line at a time.
fn find_byte(context: &mut Context, start: u64, byte: u8, length: u64) -> Result<Return, Stop> {
    const CHUNK: u64 = 256;
    let mut done = 0;
    while done < length {
        let at = start.wrapping_add(done);
        let chunk = context.memory().addressable(at, CHUNK.min(length - done)).max(1);
        let bytes = context.memory().peek(at, chunk)?;
        let found = bytes.iter().position(|&candidate| candidate == byte);
        context.memory().note_read(at, found.map_or(chunk, |found| found as u64 + 1));
        if let Some(found) = found {
            return Ok(Return::Word(at + found as u64));
        }
        done += chunk;
    }
    Ok(Return::Word(0))
}

fn memrchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let bytes = context.memory().read(args.word(0), args.word(2))?;
    let found = bytes.iter().rposition(|&candidate| candidate == args.word(1) as u8);
    Ok(Return::Word(found.map_or(0, |at| args.word(0) + at as u64)))
}

fn memccpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (to, from, stop, length) = (args.word(0), args.word(1), args.word(2) as u8, args.word(3));
    let Return::Word(found) = find_byte(context, from, stop, length)? else { return Ok(Return::Word(0)) };
    let copied = if found == 0 { length } else { found - from + 1 };
    copy(context, "memccpy", to, from, copied)?;
    Ok(Return::Word(if found == 0 { 0 } else { to + copied }))
}

fn memmem(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let needle = context.memory().read(args.word(2), args.word(3))?.to_vec();
    let haystack = context.memory().read(args.word(0), args.word(1))?;
    Ok(Return::Word(find(haystack, &needle).map_or(0, |at| args.word(0) + at as u64)))
}

/// The index of the first `needle` in `haystack`.
pub(crate) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    haystack.windows(needle.len()).position(|window| window == needle)
}

fn swab(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let length = (args.word(2) as i64).max(0) as u64 & !1;
    let mut bytes = context.memory().read(args.word(0), length)?.to_vec();
    for pair in bytes.chunks_exact_mut(2) {
        pair.swap(0, 1);
    }
    context.memory().write(args.word(1), &bytes)?;
    Ok(Return::Void)
}
