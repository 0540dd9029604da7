//! Searches.

use super::first;
use crate::context::{Context, Stop};
use crate::library::memory::find;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::on_memory("strchr", strchr),
    Native::on_memory("index", strchr),
    Native::on_memory("strrchr", strrchr),
    Native::on_memory("rindex", strrchr),
    Native::on_memory("strchrnul", strchrnul),
    Native::on_memory("strstr", strstr),
    Native::on_memory("strcasestr", strcasestr),
    Native::on_memory("strspn", strspn),
    Native::on_memory("strcspn", strcspn),
    Native::on_memory("strpbrk", strpbrk),
    Native::on_memory("basename", basename),
    Native::on_memory("ffs", |_, args| Ok(Return::int(first_set(args.int(0) as u32 as u64)))),
    Native::on_memory("ffsl", |_, args| Ok(Return::int(first_set(args.word(0))))),
    Native::on_memory("ffsll", |_, args| Ok(Return::int(first_set(args.word(0))))),
];

fn first_set(bits: u64) -> i32 {
    if bits == 0 { 0 } else { bits.trailing_zeros() as i32 + 1 }
}

/// The address of a match, or null.
fn found(start: u64, at: Option<usize>) -> Result<Return, Stop> {
    Ok(Return::Word(at.map_or(0, |at| start + at as u64)))
}

/// The terminating zero can be found, too.
fn strchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let wanted = args.word(1) as u8;
    let (at, byte) = first(context, args.word(0), |byte| byte == wanted)?;
    found(args.word(0), (byte == wanted).then_some(at))
}

fn strrchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?;
    let wanted = args.word(1) as u8;
    let at = if wanted == 0 { Some(text.len()) } else { text.iter().rposition(|&byte| byte == wanted) };
    found(args.word(0), at)
}

fn strchrnul(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (at, _) = first(context, args.word(0), |byte| byte == args.word(1) as u8)?;
    found(args.word(0), Some(at))
}

fn strstr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let needle = context.memory().c_string(args.word(1))?.to_vec();
    let text = context.memory().c_string(args.word(0))?;
    found(args.word(0), find(text, &needle))
}

fn strcasestr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let needle = context.memory().c_string(args.word(1))?.to_ascii_lowercase();
    let text = context.memory().c_string(args.word(0))?.to_ascii_lowercase();
    found(args.word(0), find(&text, &needle))
}

fn strspn(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let set = context.memory().c_string(args.word(1))?.to_vec();
    let (length, _) = first(context, args.word(0), |byte| !set.contains(&byte))?;
    Ok(Return::Word(length as u64))
}

fn strcspn(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let set = context.memory().c_string(args.word(1))?.to_vec();
    let (length, _) = first(context, args.word(0), |byte| set.contains(&byte))?;
    Ok(Return::Word(length as u64))
}

fn strpbrk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let set = context.memory().c_string(args.word(1))?.to_vec();
    let (at, byte) = first(context, args.word(0), |byte| set.contains(&byte))?;
    found(args.word(0), (byte != 0).then_some(at))
}

/// GNU's version: what follows the last slash, nothing is changed.
fn basename(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?;
    let start = text.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    found(args.word(0), Some(start))
}
