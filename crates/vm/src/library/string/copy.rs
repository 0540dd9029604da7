//! Lengths and copies.

use mazurka_machine::FaultKind;

use crate::context::{Context, Stop};
use crate::library::memory::check_object;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::on_memory("strlen", strlen),
    Native::on_memory("strnlen", strnlen),
    Native::on_memory("strcpy", strcpy),
    Native::on_memory("__strcpy_chk", strcpy_chk),
    Native::on_memory("stpcpy", stpcpy),
    Native::on_memory("__stpcpy", stpcpy),
    Native::on_memory("__stpcpy_chk", stpcpy_chk),
    Native::on_memory("strncpy", strncpy),
    Native::on_memory("__strncpy_chk", strncpy_chk),
    Native::on_memory("stpncpy", stpncpy),
    Native::on_memory("__stpncpy_chk", stpncpy_chk),
    Native::on_memory("strcat", strcat),
    Native::on_memory("__strcat_chk", strcat_chk),
    Native::on_memory("strncat", strncat),
    Native::on_memory("__strncat_chk", strncat_chk),
    Native::on_memory("strlcpy", strlcpy),
    Native::on_memory("strlcat", strlcat),
    Native::on_memory("strxfrm", strlcpy),
];

fn strlen(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(length(context, args.word(0))?))
}

fn strnlen(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(context.memory().c_string_at_most(args.word(0), args.word(1))?.len() as u64))
}

fn length(context: &mut Context, text: u64) -> Result<u64, Stop> {
    Ok(context.memory().c_string(text)?.len() as u64)
}

/// Writes a copy with its terminating zero; the ranges must not overlap. Returns where the zero is.
fn copy_string(context: &mut Context, to: u64, from: u64, limit: u64) -> Result<u64, Stop> {
    let mut text = context.memory().c_string_at_most(from, limit)?.to_vec();
    let length = text.len() as u64;
    if to.abs_diff(from) <= length {
        let message = format!("a string of {length} bytes is copied to a range that overlaps it");
        return Err(Stop::Fault(FaultKind::LibraryMisuse, message));
    }
    text.push(0);
    context.memory().write(to, &text)?;
    Ok(to + length)
}

fn strcpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    copy_string(context, args.word(0), args.word(1), u64::MAX)?;
    Ok(Return::Word(args.word(0)))
}

fn strcpy_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(length(context, args.word(1))? + 1, args.word(2))?;
    strcpy(context, args)
}

fn stpcpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(copy_string(context, args.word(0), args.word(1), u64::MAX)?))
}

fn stpcpy_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(length(context, args.word(1))? + 1, args.word(2))?;
    stpcpy(context, args)
}

/// Copies at most `size` bytes and fills the rest of them with zeros. Returns how long the text was.
fn copy_and_fill(context: &mut Context, to: u64, from: u64, size: u64) -> Result<u64, Stop> {
    let text = context.memory().c_string_at_most(from, size)?.to_vec();
    let length = text.len() as u64;
    context.memory().write(to, &text)?;
    context.memory().fill(to.wrapping_add(length), 0, size - length)?;
    Ok(length)
}

fn strncpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    copy_and_fill(context, args.word(0), args.word(1), args.word(2))?;
    Ok(Return::Word(args.word(0)))
}

fn strncpy_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(args.word(2), args.word(3))?;
    strncpy(context, args)
}

fn stpncpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let length = copy_and_fill(context, args.word(0), args.word(1), args.word(2))?;
    Ok(Return::Word(args.word(0).wrapping_add(length)))
}

fn stpncpy_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_object(args.word(2), args.word(3))?;
    stpncpy(context, args)
}

fn strcat(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    append(context, args.word(0), args.word(1), u64::MAX)
}

fn strcat_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_appended(context, args, u64::MAX, args.word(2))?;
    strcat(context, args)
}

fn strncat(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    append(context, args.word(0), args.word(1), args.word(2))
}

fn strncat_chk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    check_appended(context, args, args.word(2), args.word(3))?;
    strncat(context, args)
}

fn append(context: &mut Context, to: u64, from: u64, limit: u64) -> Result<Return, Stop> {
    let end = to + length(context, to)?;
    copy_string(context, end, from, limit)?;
    Ok(Return::Word(to))
}

fn check_appended(context: &mut Context, args: &Args, limit: u64, size: u64) -> Result<(), Stop> {
    let added = context.memory().c_string_at_most(args.word(1), limit)?.len() as u64;
    check_object(length(context, args.word(0))? + added + 1, size)
}

/// Copies what fits; returns the length that there would have been. In the C locale, `strxfrm` is the same.
fn strlcpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (to, from, size) = (args.word(0), args.word(1), args.word(2));
    let text = context.memory().c_string(from)?.to_vec();
    write_truncated(context, to, &text, size)?;
    Ok(Return::Word(text.len() as u64))
}

fn strlcat(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (to, from, size) = (args.word(0), args.word(1), args.word(2));
    let present = context.memory().c_string_at_most(to, size)?.len() as u64;
    let text = context.memory().c_string(from)?.to_vec();
    write_truncated(context, to.wrapping_add(present), &text, size - present)?;
    Ok(Return::Word(present + text.len() as u64))
}

/// As much of `text` as fits into `size` bytes together with a terminating zero.
pub(crate) fn write_truncated(context: &mut Context, to: u64, text: &[u8], size: u64) -> Result<(), Stop> {
    if size == 0 {
        return Ok(());
    }
    let mut kept = text[..text.len().min((size - 1) as usize)].to_vec();
    kept.push(0);
    Ok(context.memory().write(to, &kept)?)
}
