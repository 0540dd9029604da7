//! Searches.

use crate::context::{Context, Stop};
use crate::library::memory::find;
use crate::library::{Args, Native, Return};

pub static FAMILY: &[Native] = &[
    Native::local("strchr", strchr),
    Native::local("index", strchr),
    Native::local("strrchr", strrchr),
    Native::local("rindex", strrchr),
    Native::local("strchrnul", strchrnul),
    Native::local("strstr", strstr),
    Native::local("strcasestr", strcasestr),
    Native::local("strspn", strspn),
    Native::local("strcspn", strcspn),
    Native::local("strpbrk", strpbrk),
    Native::local("basename", basename),
    Native::local("ffs", |_, args| Ok(Return::int(first_set(args.int(0) as u32 as u64)))),
    Native::local("ffsl", |_, args| Ok(Return::int(first_set(args.word(0))))),
    Native::local("ffsll", |_, args| Ok(Return::int(first_set(args.word(0))))),
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
    let text = context.memory().c_string(args.word(0))?;
    let wanted = args.word(1) as u8;
    let at = if wanted == 0 { Some(text.len()) } else { text.iter().position(|&byte| byte == wanted) };
    found(args.word(0), at)
}

fn strrchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?;
    let wanted = args.word(1) as u8;
    let at = if wanted == 0 { Some(text.len()) } else { text.iter().rposition(|&byte| byte == wanted) };
    found(args.word(0), at)
}

fn strchrnul(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?;
    let at = text.iter().position(|&byte| byte == args.word(1) as u8).unwrap_or(text.len());
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

/// Where the first byte stands that is in the set, or that is not.
fn first_in_set(context: &mut Context, args: &Args, wanted: bool) -> Result<Option<usize>, Stop> {
    let set = context.memory().c_string(args.word(1))?.to_vec();
    let text = context.memory().c_string(args.word(0))?;
    Ok(text.iter().position(|byte| set.contains(byte) == wanted))
}

fn span(context: &mut Context, args: &Args, until: bool) -> Result<Return, Stop> {
    let first = first_in_set(context, args, until)?;
    let length = match first {
        Some(at) => at,
        None => context.memory().c_string(args.word(0))?.len(),
    };
    Ok(Return::Word(length as u64))
}

fn strspn(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    span(context, args, false)
}

fn strcspn(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    span(context, args, true)
}

fn strpbrk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let at = first_in_set(context, args, true)?;
    found(args.word(0), at)
}

/// GNU's version: what follows the last slash, nothing is changed.
fn basename(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let text = context.memory().c_string(args.word(0))?;
    let start = text.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    found(args.word(0), Some(start))
}
