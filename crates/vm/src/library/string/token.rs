//! Taking strings apart.

use super::first;
use crate::context::{Context, Stop, View};
use crate::library::{Args, Intent, Native, Return, hidden};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("strtok", uses_position, strtok),
    Native::on_memory("strtok_r", strtok_r).keeps_pointers(),
    Native::on_memory("__strtok_r", strtok_r).keeps_pointers(),
    Native::on_memory("strsep", strsep).keeps_pointers(),
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

/// The next token (null if there is none) and where to continue.
fn next_token(context: &mut Context, start: u64, delimiters: u64) -> Result<(u64, u64), Stop> {
    let delimiters = context.memory().c_string(delimiters)?.to_vec();
    let (skipped, byte) = first(context, start, |byte| !delimiters.contains(&byte))?;
    let token = start + skipped as u64;
    if byte == 0 {
        return Ok((0, token));
    }
    let (length, byte) = first(context, token, |byte| delimiters.contains(&byte))?;
    let end = token + length as u64;
    if byte == 0 {
        return Ok((token, end));
    }
    context.memory().store::<1>(end, 0)?;
    Ok((token, end + 1))
}

/// Unlike `strtok`, finds empty tokens.
fn strsep(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let start = context.memory().load::<8>(args.word(0))?;
    if start == 0 {
        return Ok(Return::Word(0));
    }
    let delimiters = context.memory().c_string(args.word(1))?.to_vec();
    let (length, byte) = first(context, start, |byte| delimiters.contains(&byte))?;
    let rest = if byte == 0 {
        0
    } else {
        context.memory().store::<1>(start + length as u64, 0)?;
        start + length as u64 + 1
    };
    context.memory().store::<8>(args.word(0), rest)?;
    Ok(Return::Word(start))
}
