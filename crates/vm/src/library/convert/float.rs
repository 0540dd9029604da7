//! Floating-point numbers from text (C17 7.22.1.3): correctly rounded, in decimal and in hexadecimal.

use crate::extended::Extended;
use crate::library::ctype::is_space;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Float<T> {
    pub value: T,
    /// Too large, or so small that digits were lost.
    pub out_of_range: bool,
    /// How much of the text it took, white space included.
    pub length: usize,
}

pub(crate) fn parse_double(text: &[u8]) -> Option<Float<f64>> {
    let number = recognize(text)?;
    let decimal = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    let (value, out_of_range) = match number.kind {
        Kind::Infinity => (f64::INFINITY, false),
        Kind::NotANumber => (f64::NAN, false),
        Kind::Decimal => {
            let digits = number.text(text);
            let value = decimal(digits);
            let subnormal = value < f64::MIN_POSITIVE;
            (value, value.is_infinite() || (subnormal && !is_exact(digits, value)))
        }
        Kind::Hexadecimal => hexadecimal(number.text(text), Format::DOUBLE),
    };
    Some(Float { value: if number.negative { -value } else { value }, out_of_range, length: number.end })
}

pub(crate) fn parse_float(text: &[u8]) -> Option<Float<f32>> {
    let number = recognize(text)?;
    let (value, out_of_range) = match number.kind {
        Kind::Infinity => (f32::INFINITY, false),
        Kind::NotANumber => (f32::NAN, false),
        Kind::Decimal => {
            let digits = number.text(text);
            let value = digits.parse::<f32>().unwrap_or(f32::NAN);
            let subnormal = value < f32::MIN_POSITIVE;
            (value, value.is_infinite() || (subnormal && !is_exact(digits, value as f64)))
        }
        Kind::Hexadecimal => {
            let (value, out_of_range) = hexadecimal(number.text(text), Format::FLOAT);
            (value as f32, out_of_range)
        }
    };
    Some(Float { value: if number.negative { -value } else { value }, out_of_range, length: number.end })
}

pub(crate) fn parse_extended(text: &[u8]) -> Option<Float<Extended>> {
    let number = recognize(text)?;
    let words = |(low, high)| (Extended::from_words(low, high), false);
    let (value, out_of_range) = match number.kind {
        Kind::Infinity => words(Extended::infinity()),
        Kind::NotANumber => words(Extended::nan()),
        Kind::Decimal => Extended::parse(number.text(text))?,
        Kind::Hexadecimal => Extended::parse(&format!("0x{}", number.text(text)))?,
    };
    let value = if number.negative { value.negate() } else { value };
    Some(Float { value, out_of_range, length: number.end })
}

enum Kind {
    Decimal,
    /// The prefix does not belong to the digits.
    Hexadecimal,
    Infinity,
    NotANumber,
}

struct Number {
    negative: bool,
    kind: Kind,
    /// Where the digits start and end, without sign and prefix.
    start: usize,
    end: usize,
}

impl Number {
    fn text<'a>(&self, text: &'a [u8]) -> &'a str {
        // Only ASCII was recognised.
        std::str::from_utf8(&text[self.start..self.end]).unwrap_or("")
    }
}

fn recognize(text: &[u8]) -> Option<Number> {
    let mut start = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = text.get(start) == Some(&b'-');
    if matches!(text.get(start), Some(b'+' | b'-')) {
        start += 1;
    }
    let rest = &text[start..];
    let starts_with =
        |word: &str| rest.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()));
    if starts_with("inf") {
        let length = if starts_with("infinity") { 8 } else { 3 };
        return Some(Number { negative, kind: Kind::Infinity, start, end: start + length });
    }
    if starts_with("nan") {
        let end = start + 3 + payload(&rest[3..]);
        return Some(Number { negative, kind: Kind::NotANumber, start, end });
    }
    if starts_with("0x")
        && let Some(length) = digits_and_exponent(&rest[2..], |byte| byte.is_ascii_hexdigit(), b'p')
    {
        return Some(Number { negative, kind: Kind::Hexadecimal, start: start + 2, end: start + 2 + length });
    }
    let length = digits_and_exponent(rest, |byte| byte.is_ascii_digit(), b'e')?;
    Some(Number { negative, kind: Kind::Decimal, start, end: start + length })
}

/// `(letters and digits)` after `nan`.
fn payload(text: &[u8]) -> usize {
    if text.first() != Some(&b'(') {
        return 0;
    }
    let inner = text[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if text.get(1 + inner) == Some(&b')') { inner + 2 } else { 0 }
}

/// Length of `digits[.digits][e[±]digits]`, with at least one digit before the exponent.
fn digits_and_exponent(text: &[u8], is_digit: fn(&u8) -> bool, mark: u8) -> Option<usize> {
    let count = |text: &[u8]| text.iter().take_while(|byte| is_digit(byte)).count();
    let whole = count(text);
    let mut length = whole;
    let mut fraction = 0;
    if text.get(whole) == Some(&b'.') {
        fraction = count(&text[whole + 1..]);
        length += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if text.get(length).is_some_and(|byte| byte.to_ascii_lowercase() == mark) {
        let sign = matches!(text.get(length + 1), Some(b'+' | b'-')) as usize;
        let digits = text[length + 1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            length += 1 + sign + digits;
        }
    }
    Some(length)
}

/// Whether a small value is exactly what the text says: then nothing was lost.
fn is_exact(text: &str, value: f64) -> bool {
    let significant = |text: &str| {
        let mantissa = text.split(['e', 'E']).next().unwrap_or("");
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        digits.trim_matches('0').to_owned()
    };
    // No double has more digits than this.
    significant(text) == significant(&format!("{value:.1080e}"))
}

#[derive(Clone, Copy)]
struct Format {
    precision: i64,
    least_exponent: i64,
    greatest_exponent: i64,
}

impl Format {
    const DOUBLE: Format = Format { precision: 53, least_exponent: -1022, greatest_exponent: 1023 };
    const FLOAT: Format = Format { precision: 24, least_exponent: -126, greatest_exponent: 127 };
}

/// The value of `hex digits[.hex digits][p[±]digits]`, rounded half to even, and whether it is out of range.
fn hexadecimal(text: &str, format: Format) -> (f64, bool) {
    let (mantissa, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let saturated = if exponent.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
    let mut exponent: i64 = exponent.parse().unwrap_or(saturated).clamp(i64::MIN / 4, i64::MAX / 4);
    let (mut bits, mut rest, mut after_point) = (0u64, false, false);
    for character in mantissa.chars() {
        let Some(digit) = character.to_digit(16) else {
            after_point = true;
            continue;
        };
        if bits >> 60 == 0 {
            bits = bits << 4 | digit as u64;
            exponent -= if after_point { 4 } else { 0 };
        } else {
            rest |= digit != 0;
            exponent += if after_point { 0 } else { 4 };
        }
    }
    if bits == 0 {
        return (0.0, false);
    }
    let shift = bits.leading_zeros();
    round(bits << shift, rest, exponent - shift as i64, format)
}

/// `bits` · 2^`exponent`, where the top bit is set and `rest` says that more follows.
fn round(bits: u64, rest: bool, exponent: i64, format: Format) -> (f64, bool) {
    let magnitude = exponent + 63;
    let kept = format.precision.min(format.precision - (format.least_exponent - magnitude));
    if kept < 0 {
        return (0.0, true);
    }
    let dropped = 64 - kept as u32;
    let whole = (bits as u128) << 64 >> dropped;
    let (mut result, lost) = ((whole >> 64) as u64, whole as u64);
    let half = 1u64 << 63;
    if lost > half || (lost == half && (rest || result & 1 == 1)) {
        result += 1;
    }
    let value = libm::scalbn(result as f64, (exponent + dropped as i64).clamp(-5000, 5000) as i32);
    let limit = libm::scalbn(1.0, format.greatest_exponent as i32) * 2.0;
    let overflow = value >= limit && (limit.is_finite() || value.is_infinite());
    let inexact = lost != 0 || rest;
    let underflow = kept < format.precision && inexact;
    (if overflow { f64::INFINITY } else { value }, overflow || underflow)
}
