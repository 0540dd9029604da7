//! `strtol`, `strtod`, `atoi` and their other names.

use super::float::{self, Float};
use super::integer::{self, Integer};
use crate::context::{Context, Stop};
use crate::errno;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("strtol", strtol),
    Native::local("strtoll", strtol),
    Native::local("strtoq", strtol),
    Native::local("strtoimax", strtol),
    Native::local("__strtol_internal", strtol),
    Native::local("__isoc23_strtol", strtol_c23),
    Native::local("__isoc23_strtoll", strtol_c23),
    Native::local("__isoc23_strtoimax", strtol_c23),
    Native::local("strtoul", strtoul),
    Native::local("strtoull", strtoul),
    Native::local("strtouq", strtoul),
    Native::local("strtoumax", strtoul),
    Native::local("__strtoul_internal", strtoul),
    Native::local("__isoc23_strtoul", strtoul_c23),
    Native::local("__isoc23_strtoull", strtoul_c23),
    Native::local("__isoc23_strtoumax", strtoul_c23),
    Native::local("atoi", atoi),
    Native::local("atol", atol),
    Native::local("atoll", atol),
    Native::local("strtod", strtod),
    Native::local("__strtod_internal", strtod),
    Native::local("strtof", strtof),
    Native::local("__strtof_internal", strtof),
    Native::local("strtold", strtold),
    Native::local("__strtold_internal", strtold),
    Native::local("atof", atof),
];

/// Parses the start of a string without reading all of a long one.
fn parse_start<T>(
    context: &mut Context,
    address: u64,
    parse: impl Fn(&[u8]) -> Option<T>,
    length: impl Fn(&T) -> usize,
) -> Result<Option<T>, Stop> {
    let mut limit = 64;
    loop {
        let text = context.memory().c_string_at_most(address, limit)?;
        let parsed = parse(text);
        // A prefix such as the `0` of `0x1` must not be cut either.
        let used = parsed.as_ref().map_or(0, &length) as u64;
        let complete = (text.len() as u64) < limit;
        if complete || (parsed.is_some() && used + 16 < limit) {
            return Ok(parsed);
        }
        limit *= 2;
    }
}

fn store_end(context: &mut Context, end: u64, text: u64, length: usize) -> Result<(), Stop> {
    if end != 0 {
        context.memory().store::<8>(end, text.wrapping_add(length as u64))?;
    }
    Ok(())
}

/// The integer, or 0 where there is none; `errno` and `endptr` as the standard wants them.
fn integer(
    context: &mut Context,
    args: &Args,
    binary: bool,
    value: fn(Integer) -> Result<u64, u64>,
) -> Result<Return, Stop> {
    let (text, end, base) = (args.word(0), args.word(1), args.int(2));
    if base != 0 && !(2..=36).contains(&base) {
        context.set_errno(errno::EINVAL);
        return Ok(Return::Word(0));
    }
    let parse = |text: &[u8]| integer::parse(text, base as u32, binary);
    let parsed = parse_start(context, text, parse, |found| found.length)?;
    store_end(context, end, text, parsed.map_or(0, |found| found.length))?;
    match parsed.map(value) {
        None => Ok(Return::Word(0)),
        Some(Ok(value)) => Ok(Return::Word(value)),
        Some(Err(limit)) => {
            context.set_errno(errno::ERANGE);
            Ok(Return::Word(limit))
        }
    }
}

fn signed(integer: Integer) -> Result<u64, u64> {
    integer.signed().map(|value| value as u64).map_err(|limit| limit as u64)
}

fn strtol(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    integer(context, args, false, signed)
}

fn strtol_c23(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    integer(context, args, true, signed)
}

fn strtoul(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    integer(context, args, false, Integer::unsigned)
}

fn strtoul_c23(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    integer(context, args, true, Integer::unsigned)
}

fn atol(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    integer(context, &Args::new(&[args.word(0), 0, 10]), false, signed)
}

fn atoi(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    match atol(context, args)? {
        Return::Word(value) => Ok(Return::int(value as i32)),
        other => Ok(other),
    }
}

fn floating<T: Copy + Default>(
    context: &mut Context,
    text: u64,
    end: u64,
    parse: fn(&[u8]) -> Option<Float<T>>,
) -> Result<T, Stop> {
    let parsed = parse_start(context, text, parse, |found| found.length)?;
    store_end(context, end, text, parsed.map_or(0, |found| found.length))?;
    if parsed.is_some_and(|found| found.out_of_range) {
        context.set_errno(errno::ERANGE);
    }
    Ok(parsed.map_or(T::default(), |found| found.value))
}

fn strtod(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::double(floating(context, args.word(0), args.word(1), float::parse_double)?))
}

fn strtof(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let value = floating(context, args.word(0), args.word(1), float::parse_float)?;
    Ok(Return::Word(value.to_bits() as u64))
}

fn strtold(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let value = floating(context, args.word(0), args.word(1), float::parse_extended)?;
    let (low, high) = value.words();
    Ok(Return::Pair(low, high))
}

fn atof(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::double(floating(context, args.word(0), 0, float::parse_double)?))
}
