//! Taking strings apart.

use crate::context::{Context, Stop, View};
use crate::library::{Args, Intent, Native, Return, hidden};

pub static FAMILY: &[Native] = &[
    Native::visible("strtok", uses_position, strtok),
    Native::local("strtok_r", strtok_r),
    Native::local("__strtok_r", strtok_r),
    Native::local("strsep", strsep),
];

/// `strtok` remembers one position for all threads.
fn uses_position(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(hidden::change(hidden::STRTOK, 8))
}

fn strtok(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let remembered = hidden::word(context.memory(), hidden::STRTOK);
    let start = if args.word(0) != 0 { args.word(0) } else { remembered };
    if start == 0 {
        return Ok(Return::Word(0));
    }
    let (token, rest) = next_token(context, start, args.word(1))?;
    hidden::set_word(context.memory(), hidden::STRTOK, rest);
    Ok(Return::Word(token))
}

fn strtok_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let position = args.word(2);
    let start = match args.word(0) {
        0 => context.memory().load::<8>(position)?,
        text => text,
    };
    if start == 0 {
        return Ok(Return::Word(0));
    }
    let (token, rest) = next_token(context, start, args.word(1))?;
    context.memory().store::<8>(position, rest)?;
    Ok(Return::Word(token))
}

/// The next token (null if there is none) and where to go on.
fn next_token(context: &mut Context, start: u64, delimiters: u64) -> Result<(u64, u64), Stop> {
    let delimiters = context.memory().c_string(delimiters)?.to_vec();
    let text = context.memory().c_string(start)?;
    let is_delimiter = |byte: &u8| delimiters.contains(byte);
    let Some(first) = text.iter().position(|byte| !is_delimiter(byte)) else {
        let end = start + text.len() as u64;
        return Ok((0, end));
    };
    let token = start + first as u64;
    match text[first..].iter().position(is_delimiter) {
        Some(length) => {
            let end = token + length as u64;
            context.memory().store::<1>(end, 0)?;
            Ok((token, end + 1))
        }
        None => Ok((token, start + text.len() as u64)),
    }
}

/// Unlike `strtok`, finds empty tokens.
fn strsep(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let start = context.memory().load::<8>(args.word(0))?;
    if start == 0 {
        return Ok(Return::Word(0));
    }
    let delimiters = context.memory().c_string(args.word(1))?.to_vec();
    let end = context.memory().c_string(start)?.iter().position(|byte| delimiters.contains(byte));
    let rest = match end {
        Some(at) => {
            context.memory().store::<1>(start + at as u64, 0)?;
            start + at as u64 + 1
        }
        None => 0,
    };
    context.memory().store::<8>(args.word(0), rest)?;
    Ok(Return::Word(start))
}
