//! `<ctype.h>` in the C locale, and the tables behind glibc's macros.

use super::{Args, Native, Return, hidden};
use crate::context::{Context, Stop};
use crate::memory::Memory;

pub(crate) static FAMILY: &[Native] = &[
    Native::local("isalnum", |_, args| class(args, |byte| byte.is_ascii_alphanumeric())),
    Native::local("isalpha", |_, args| class(args, |byte| byte.is_ascii_alphabetic())),
    Native::local("isblank", |_, args| class(args, is_blank)),
    Native::local("iscntrl", |_, args| class(args, |byte| byte.is_ascii_control())),
    Native::local("isdigit", |_, args| class(args, |byte| byte.is_ascii_digit())),
    Native::local("isgraph", |_, args| class(args, |byte| byte.is_ascii_graphic())),
    Native::local("islower", |_, args| class(args, |byte| byte.is_ascii_lowercase())),
    Native::local("isprint", |_, args| class(args, is_print)),
    Native::local("ispunct", |_, args| class(args, |byte| byte.is_ascii_punctuation())),
    Native::local("isspace", |_, args| class(args, is_space)),
    Native::local("isupper", |_, args| class(args, |byte| byte.is_ascii_uppercase())),
    Native::local("isxdigit", |_, args| class(args, |byte| byte.is_ascii_hexdigit())),
    Native::local("isascii", |_, args| Ok(Return::int((args.int(0) as u32 <= 0x7f) as i32))),
    Native::local("toascii", |_, args| Ok(Return::int(args.int(0) & 0x7f))),
    Native::local("tolower", |_, args| change(args, |byte| byte.to_ascii_lowercase())),
    Native::local("toupper", |_, args| change(args, |byte| byte.to_ascii_uppercase())),
    Native::local("__ctype_b_loc", |_, _| Ok(Return::Word(hidden::CTYPE_POINTERS))),
    Native::local("__ctype_tolower_loc", |_, _| Ok(Return::Word(hidden::CTYPE_POINTERS + 8))),
    Native::local("__ctype_toupper_loc", |_, _| Ok(Return::Word(hidden::CTYPE_POINTERS + 16))),
    Native::local("__ctype_get_mb_cur_max", ctype_get_mb_cur_max),
];

/// White space in the C locale.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

pub(crate) fn is_print(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

fn class(args: &Args, is: fn(u8) -> bool) -> Result<Return, Stop> {
    Ok(Return::int(u8::try_from(args.int(0)).is_ok_and(is) as i32))
}

fn change(args: &Args, to: fn(u8) -> u8) -> Result<Return, Stop> {
    Ok(Return::int(u8::try_from(args.int(0)).map_or(args.int(0), |byte| to(byte) as i32)))
}

/// `MB_CUR_MAX`: a character is a byte.
fn ctype_get_mb_cur_max(_: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(1))
}

/// The tables are indexed from -128 (`char` may be signed, `EOF` is -1) to 255.
const ENTRIES: u64 = 384;
const BEFORE_ZERO: i32 = 128;
const CLASSES: u64 = hidden::CTYPE_TABLES;
const TO_LOWER: u64 = CLASSES + 2 * ENTRIES;
const TO_UPPER: u64 = TO_LOWER + 4 * ENTRIES;

/// Writes the tables and the pointers to them.
pub(crate) fn set_up(memory: &mut Memory) {
    memory.open(hidden::CTYPE_POINTERS, 24);
    memory.open(CLASSES, 10 * ENTRIES);
    for (at, (table, size)) in [(CLASSES, 2), (TO_LOWER, 4), (TO_UPPER, 4)].into_iter().enumerate() {
        let middle = table + BEFORE_ZERO as u64 * size;
        hidden::set_word(memory, hidden::CTYPE_POINTERS + 8 * at as u64, middle);
    }
    for index in 0..ENTRIES {
        let value = index as i32 - BEFORE_ZERO;
        let byte = u8::try_from(value).unwrap_or(0);
        let classes = if value > 0 { class_bits(byte) } else { class_bits_of_zero(value) };
        memory.write_raw(CLASSES + 2 * index, &classes.to_le_bytes());
        let (lower, upper) = if byte.is_ascii_alphabetic() {
            (byte.to_ascii_lowercase() as i32, byte.to_ascii_uppercase() as i32)
        } else {
            (outside_letters(value), outside_letters(value))
        };
        memory.write_raw(TO_LOWER + 4 * index, &lower.to_le_bytes());
        memory.write_raw(TO_UPPER + 4 * index, &upper.to_le_bytes());
    }
}

/// Only letters change; a negative `char` is taken as a byte.
fn outside_letters(value: i32) -> i32 {
    if value < -1 { value & 0xff } else { value }
}

fn class_bits_of_zero(value: i32) -> u16 {
    if value == 0 { class_bits(0) } else { 0 }
}

/// The bits of `<ctype.h>` in glibc (`_ISbit`, little endian).
fn class_bits(byte: u8) -> u16 {
    let classes: [(u16, bool); 12] = [
        (0x0100, byte.is_ascii_uppercase()),
        (0x0200, byte.is_ascii_lowercase()),
        (0x0400, byte.is_ascii_alphabetic()),
        (0x0800, byte.is_ascii_digit()),
        (0x1000, byte.is_ascii_hexdigit()),
        (0x2000, is_space(byte)),
        (0x4000, is_print(byte)),
        (0x8000, byte.is_ascii_graphic()),
        (0x0001, is_blank(byte)),
        (0x0002, byte.is_ascii_control()),
        (0x0004, byte.is_ascii_punctuation()),
        (0x0008, byte.is_ascii_alphanumeric()),
    ];
    classes.iter().filter(|(_, holds)| *holds).map(|(bit, _)| bit).sum()
}
