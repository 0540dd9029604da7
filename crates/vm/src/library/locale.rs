//! `<locale.h>`: there is the C locale and no other.

use super::{Args, Native, Return, hidden};
use crate::context::{Context, Stop};
use crate::memory::Memory;

pub(crate) static FAMILY: &[Native] = &[
    Native::local("setlocale", setlocale),
    Native::local("localeconv", |_, _| Ok(Return::Word(hidden::LOCALECONV_RESULT))),
    Native::local("nl_langinfo", nl_langinfo),
];

/// `struct lconv`: ten strings, fourteen `char`s.
const STRINGS: u64 = 10;
const CHARACTERS: u64 = 14;

/// The decimal point is a point, everything else is not available.
pub(crate) fn set_up(memory: &mut Memory) {
    for index in 0..STRINGS {
        let text = if index == 0 { hidden::NAME_POINT } else { hidden::NAME_EMPTY };
        hidden::set_word(memory, hidden::LOCALECONV_RESULT + 8 * index, text);
    }
    const UNAVAILABLE: u8 = i8::MAX as u8;
    memory.write_raw(hidden::LOCALECONV_RESULT + 8 * STRINGS, &[UNAVAILABLE; CHARACTERS as usize]);
}

/// The name of the locale, or null if there is no such locale.
fn setlocale(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let known = match args.word(1) {
        0 => true,
        name => matches!(context.memory().c_string(name)?, b"" | b"C" | b"POSIX"),
    };
    Ok(Return::Word(if known { hidden::NAME_C } else { 0 }))
}

/// `CODESET` and `RADIXCHAR` are what programs ask for.
fn nl_langinfo(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    const CODESET: i32 = 14;
    const RADIX_CHARACTER: i32 = 0x10000;
    Ok(Return::Word(match args.int(0) {
        CODESET => hidden::NAME_CODESET,
        RADIX_CHARACTER => hidden::NAME_POINT,
        _ => hidden::NAME_EMPTY,
    }))
}
