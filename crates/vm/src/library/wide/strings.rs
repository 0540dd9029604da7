//! Strings and arrays of wide characters.

use std::cmp::Ordering;

use super::{SIZE, element, text, text_at_most, write, write_terminated};
use crate::context::{Context, Stop};
use crate::library::{Args, Native, Return, heap, memory};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("wcslen", wcslen),
    Native::local("wcsnlen", wcsnlen),
    Native::local("wcscpy", wcscpy),
    Native::local("wcsncpy", wcsncpy),
    Native::local("wcscat", wcscat),
    Native::local("wcsncat", wcsncat),
    Native::local("wcsdup", wcsdup),
    Native::local("wcscmp", |context, args| compare(context, args, u64::MAX, |character| character)),
    Native::local("wcscoll", |context, args| compare(context, args, u64::MAX, |character| character)),
    Native::local("wcsncmp", |context, args| compare(context, args, args.word(2), |character| character)),
    Native::local("wcscasecmp", |context, args| compare(context, args, u64::MAX, lower)),
    Native::local("wcsncasecmp", |context, args| compare(context, args, args.word(2), lower)),
    Native::local("wcschr", wcschr),
    Native::local("wcsrchr", wcsrchr),
    Native::local("wcsstr", wcsstr),
    Native::local("wcsspn", |context, args| span(context, args, true)),
    Native::local("wcscspn", |context, args| span(context, args, false)),
    Native::local("wcspbrk", wcspbrk),
    Native::local("wcstok", wcstok),
    Native::local("wmemcpy", wmemcpy),
    Native::local("wmemmove", wmemmove),
    Native::local("wmemset", wmemset),
    Native::local("wmemcmp", wmemcmp),
    Native::local("wmemchr", wmemchr),
];

fn lower(character: u32) -> u32 {
    u8::try_from(character).map_or(character, |byte| byte.to_ascii_lowercase() as u32)
}

/// The address of the element with this index, or null.
fn found(start: u64, index: Option<usize>) -> Result<Return, Stop> {
    Ok(Return::Word(index.map_or(0, |index| element(start, index as u64))))
}

fn bytes(count: u64) -> u64 {
    count.saturating_mul(SIZE)
}

fn wcslen(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(text(context, args.word(0))?.len() as u64))
}

fn wcsnlen(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(text_at_most(context, args.word(0), args.word(1))?.len() as u64))
}

fn wcscpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let source = text(context, args.word(1))?;
    write_terminated(context, args.word(0), &source)?;
    Ok(Return::Word(args.word(0)))
}

fn wcsncpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (to, limit) = (args.word(0), args.word(2));
    let source = text_at_most(context, args.word(1), limit)?;
    write(context, to, &source)?;
    let rest = limit - source.len() as u64;
    context.memory().fill(element(to, source.len() as u64), 0, bytes(rest))?;
    Ok(Return::Word(to))
}

fn append(context: &mut Context, args: &Args, limit: u64) -> Result<Return, Stop> {
    let present = text(context, args.word(0))?.len() as u64;
    let source = text_at_most(context, args.word(1), limit)?;
    write_terminated(context, element(args.word(0), present), &source)?;
    Ok(Return::Word(args.word(0)))
}

fn wcscat(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    append(context, args, u64::MAX)
}

fn wcsncat(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    append(context, args, args.word(2))
}

fn wcsdup(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let source = text(context, args.word(0))?;
    let copy = heap::allocate(context, bytes(source.len() as u64 + 1), 16);
    if copy != 0 {
        write_terminated(context, copy, &source)?;
    }
    Ok(Return::Word(copy))
}

fn compare(context: &mut Context, args: &Args, limit: u64, key: fn(u32) -> u32) -> Result<Return, Stop> {
    for index in 0..limit {
        let left = key(context.memory().load::<4>(element(args.word(0), index))? as u32);
        let right = key(context.memory().load::<4>(element(args.word(1), index))? as u32);
        // `wchar_t` has a sign.
        match (left as i32).cmp(&(right as i32)) {
            Ordering::Equal if left == 0 => break,
            Ordering::Equal => {}
            order => return Ok(Return::int(order as i32)),
        }
    }
    Ok(Return::int(0))
}

/// The terminating zero can be found, too.
fn wcschr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let mut source = text(context, args.word(0))?;
    source.push(0);
    found(args.word(0), source.iter().position(|&character| character == args.word(1) as u32))
}

fn wcsrchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let mut source = text(context, args.word(0))?;
    source.push(0);
    found(args.word(0), source.iter().rposition(|&character| character == args.word(1) as u32))
}

fn wcsstr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (haystack, needle) = (text(context, args.word(0))?, text(context, args.word(1))?);
    let at = match needle.len() {
        0 => Some(0),
        length => haystack.windows(length).position(|window| window == needle),
    };
    found(args.word(0), at)
}

/// How many characters at the start are in the set, or are not.
fn span(context: &mut Context, args: &Args, inside: bool) -> Result<Return, Stop> {
    let (source, set) = (text(context, args.word(0))?, text(context, args.word(1))?);
    let length = source.iter().take_while(|character| set.contains(character) == inside).count();
    Ok(Return::Word(length as u64))
}

fn wcspbrk(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (source, set) = (text(context, args.word(0))?, text(context, args.word(1))?);
    found(args.word(0), source.iter().position(|character| set.contains(character)))
}

/// The position is the caller's.
fn wcstok(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let position = args.word(2);
    let start = if args.word(0) != 0 { args.word(0) } else { context.memory().load::<8>(position)? };
    if start == 0 {
        return Ok(Return::Word(0));
    }
    let (source, set) = (text(context, start)?, text(context, args.word(1))?);
    let Some(first) = source.iter().position(|character| !set.contains(character)) else {
        context.memory().store::<8>(position, 0)?;
        return Ok(Return::Word(0));
    };
    let end = source[first..].iter().position(|character| set.contains(character));
    let rest = match end {
        Some(length) => {
            let end = element(start, (first + length) as u64);
            context.memory().store::<4>(end, 0)?;
            end + SIZE
        }
        None => 0,
    };
    context.memory().store::<8>(position, rest)?;
    Ok(Return::Word(element(start, first as u64)))
}

fn wmemcpy(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    memory::copy(context, "wmemcpy", args.word(0), args.word(1), bytes(args.word(2)))?;
    Ok(Return::Word(args.word(0)))
}

fn wmemmove(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().copy(args.word(0), args.word(1), bytes(args.word(2)))?;
    Ok(Return::Word(args.word(0)))
}

fn wmemset(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    // Checked as a whole first: the count may be absurd.
    context.memory().fill(args.word(0), 0, bytes(args.word(2)))?;
    for index in 0..args.word(2) {
        context.memory().store::<4>(element(args.word(0), index), args.word(1))?;
    }
    Ok(Return::Word(args.word(0)))
}

fn wmemcmp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    for index in 0..args.word(2) {
        let left = context.memory().load::<4>(element(args.word(0), index))? as i32;
        let right = context.memory().load::<4>(element(args.word(1), index))? as i32;
        if left != right {
            return Ok(Return::int(left.cmp(&right) as i32));
        }
    }
    Ok(Return::int(0))
}

fn wmemchr(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    for index in 0..args.word(2) {
        let at = element(args.word(0), index);
        if context.memory().load::<4>(at)? as u32 == args.word(1) as u32 {
            return Ok(Return::Word(at));
        }
    }
    Ok(Return::Word(0))
}
