//! Between wide characters, bytes and numbers.

use super::{SIZE, element, text, text_at_most, write_terminated};
use crate::context::{Context, Stop};
use crate::errno;
use crate::library::convert::float::parse_double;
use crate::library::convert::integer;
use crate::library::stdio::format_wide;
use crate::library::{Args, Native, Return, VarArgs};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("mblen", mblen),
    Native::local("mbtowc", mbtowc),
    Native::local("mbrtowc", mbrtowc),
    Native::local("mbrlen", |context, args| mbrtowc(context, &Args::new(&[0, args.word(0), args.word(1)]))),
    Native::local("mbsinit", |_, _| Ok(Return::int(1))),
    Native::local("wctomb", wctomb),
    Native::local("wcrtomb", wcrtomb),
    Native::local("mbstowcs", mbstowcs),
    Native::local("wcstombs", wcstombs),
    Native::local("btowc", |_, args| Ok(Return::int(if is_ascii(args.int(0)) { args.int(0) } else { -1 }))),
    Native::local("wctob", |_, args| Ok(Return::int(if is_ascii(args.int(0)) { args.int(0) } else { -1 }))),
    Native::local("wcstol", wcstol),
    Native::local("wcstoll", wcstol),
    Native::local("wcstoul", wcstoul),
    Native::local("wcstoull", wcstoul),
    Native::local("__isoc23_wcstol", wcstol),
    Native::local("__isoc23_wcstoul", wcstoul),
    Native::local("wcstod", wcstod),
    Native::local("swprintf", |context, args| {
        print(context, args.word(0), args.word(1), args.word(2), args.rest(3))
    }),
    Native::local("vswprintf", |context, args| {
        print(context, args.word(0), args.word(1), args.word(2), args.list(3))
    }),
];

fn is_ascii(character: i32) -> bool {
    (0..128).contains(&character)
}

fn illegal(context: &mut Context) -> Result<Return, Stop> {
    context.set_errno(errno::EILSEQ);
    Ok(Return::long(-1))
}

/// The character at `from`: 0 or 1 bytes long, or `None` if it is invalid.
fn character_at(context: &mut Context, from: u64) -> Result<Option<u8>, Stop> {
    let byte = context.memory().load::<1>(from)? as u8;
    Ok(byte.is_ascii().then_some(byte))
}

fn mblen(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    mbtowc(context, &Args::new(&[0, args.word(0), args.word(1)]))
}

fn mbtowc(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    match mbrtowc(context, args)? {
        Return::Word(length) => Ok(Return::int(if length > 1 { -1 } else { length as i32 })),
        other => Ok(other),
    }
}

fn mbrtowc(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (to, from, size) = (args.word(0), args.word(1), args.word(2));
    const INCOMPLETE: i64 = -2;
    if from == 0 {
        return Ok(Return::Word(0));
    }
    if size == 0 {
        return Ok(Return::long(INCOMPLETE));
    }
    let Some(byte) = character_at(context, from)? else { return illegal(context) };
    if to != 0 {
        context.memory().store::<4>(to, byte as u64)?;
    }
    Ok(Return::Word((byte != 0) as u64))
}

fn wctomb(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.word(0) == 0 {
        return Ok(Return::int(0));
    }
    match wcrtomb(context, args)? {
        Return::Word(length) => Ok(Return::int(length as i32)),
        other => Ok(other),
    }
}

fn wcrtomb(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.word(0) == 0 {
        return Ok(Return::Word(1));
    }
    if !is_ascii(args.int(1)) {
        return illegal(context);
    }
    context.memory().store::<1>(args.word(0), args.word(1))?;
    Ok(Return::Word(1))
}

/// A null target only asks for the length.
fn mbstowcs(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (to, limit) = (args.word(0), if args.word(0) == 0 { u64::MAX } else { args.word(2) });
    let source = context.memory().c_string_at_most(args.word(1), limit)?.to_vec();
    if !source.is_ascii() {
        return illegal(context);
    }
    let length = source.len() as u64;
    if to != 0 {
        for (index, &byte) in source.iter().chain(&[0]).enumerate().take(limit.min(length + 1) as usize) {
            context.memory().store::<4>(element(to, index as u64), byte as u64)?;
        }
    }
    Ok(Return::Word(length))
}

fn wcstombs(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (to, limit) = (args.word(0), if args.word(0) == 0 { u64::MAX } else { args.word(2) });
    let source = text_at_most(context, args.word(1), limit)?;
    let Some(mut bytes) = narrow(&source) else { return illegal(context) };
    let length = bytes.len() as u64;
    if to != 0 {
        bytes.push(0);
        bytes.truncate(limit.min(length + 1) as usize);
        context.memory().write(to, &bytes)?;
    }
    Ok(Return::Word(length))
}

fn narrow(text: &[u32]) -> Option<Vec<u8>> {
    text.iter().map(|&character| u8::try_from(character).ok().filter(u8::is_ascii)).collect()
}

/// What a number can be made of; parsing stops at anything else.
fn number_text(context: &mut Context, address: u64) -> Result<Vec<u8>, Stop> {
    let source = text(context, address)?;
    let ascii = source.iter().take_while(|&&character| character < 128);
    Ok(ascii.map(|&character| character as u8).collect())
}

fn store_end(context: &mut Context, args: &Args, length: usize) -> Result<(), Stop> {
    if args.word(1) != 0 {
        context.memory().store::<8>(args.word(1), args.word(0) + SIZE * length as u64)?;
    }
    Ok(())
}

fn wcstol(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    parse_integer(context, args, |found| {
        found.signed().map(|value| value as u64).map_err(|limit| limit as u64)
    })
}

fn wcstoul(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    parse_integer(context, args, integer::Integer::unsigned)
}

fn parse_integer(
    context: &mut Context,
    args: &Args,
    value: fn(integer::Integer) -> Result<u64, u64>,
) -> Result<Return, Stop> {
    let source = number_text(context, args.word(0))?;
    let found = integer::parse(&source, (args.int(2) as u32).min(36), false);
    store_end(context, args, found.map_or(0, |found| found.length))?;
    match found.map(value) {
        None => Ok(Return::Word(0)),
        Some(Ok(value)) => Ok(Return::Word(value)),
        Some(Err(limit)) => {
            context.set_errno(errno::ERANGE);
            Ok(Return::Word(limit))
        }
    }
}

fn wcstod(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let source = number_text(context, args.word(0))?;
    let found = parse_double(&source);
    store_end(context, args, found.map_or(0, |found| found.length))?;
    if found.is_some_and(|found| found.out_of_range) {
        context.set_errno(errno::ERANGE);
    }
    Ok(Return::double(found.map_or(0.0, |found| found.value)))
}

/// Unlike `snprintf`, fails when the text does not fit.
fn print(context: &mut Context, to: u64, size: u64, format: u64, args: VarArgs) -> Result<Return, Stop> {
    let format = text(context, format)?;
    let Some(format) = narrow(&format) else {
        context.set_errno(errno::EILSEQ);
        return Ok(Return::int(-1));
    };
    match format_wide(context, &format, args, size)? {
        Some(text) if (text.len() as u64) < size => {
            let text: Vec<u32> = text.iter().map(|&byte| byte as u32).collect();
            write_terminated(context, to, &text)?;
            Ok(Return::int(text.len() as i32))
        }
        _ => Ok(Return::int(-1)),
    }
}
