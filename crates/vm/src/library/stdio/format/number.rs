//! Numbers as `printf` writes them, apart from padding to a width.

use crate::extended::{self, Extended};

/// A number's text: sign or radix prefix, then digits. Zeros that pad it go in between.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Text {
    pub prefix: String,
    /// Zeros to write in front of the digits for the sake of an integer's precision.
    pub leading_zeros: u64,
    pub digits: String,
    /// Zeros beyond what a `double` can hold: after the digits, before the exponent.
    pub trailing_zeros: u64,
    pub exponent: String,
}

/// A number to print.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Real {
    Double(f64),
    Extended(Extended),
}

impl Real {
    pub(super) fn is_negative(&self) -> bool {
        match self {
            Real::Double(value) => value.is_sign_negative(),
            Real::Extended(value) => value.is_negative(),
        }
    }

    pub(super) fn is_nan(&self) -> bool {
        match self {
            Real::Double(value) => value.is_nan(),
            Real::Extended(value) => value.is_nan(),
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        match self {
            Real::Double(value) => value.is_finite(),
            Real::Extended(value) => !value.is_nan() && !value.is_infinite(),
        }
    }

    pub(super) fn absolute(&self) -> Real {
        match self {
            Real::Double(value) => Real::Double(value.abs()),
            Real::Extended(value) => Real::Extended(value.absolute()),
        }
    }

    /// It is exact with this many digits after the point.
    fn most_digits(&self) -> u64 {
        match self {
            Real::Double(_) => 1080,
            Real::Extended(_) => 16_450,
        }
    }

    fn fixed(&self, precision: u64) -> String {
        match self {
            Real::Double(value) => format!("{value:.*}", precision as usize),
            Real::Extended(value) => {
                let (digits, places) = value.decimal();
                extended::fixed(&digits, places, precision as usize)
            }
        }
    }

    /// `d.ddd` and the power of ten.
    fn scientific(&self, precision: u64) -> (String, i32) {
        match self {
            Real::Double(value) => {
                let text = format!("{value:.*e}", precision as usize);
                let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
                (digits.to_owned(), exponent.parse().unwrap_or(0))
            }
            Real::Extended(value) => {
                let (digits, places) = value.decimal();
                extended::scientific(&digits, places, precision as usize)
            }
        }
    }
}

/// The style of a floating conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `%f`
    Fixed,
    /// `%e`
    Exponent,
    /// `%g`
    General,
    /// `%a`
    Hexadecimal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FloatFormat {
    pub style: Style,
    pub precision: Option<u64>,
    /// `#`: a point even without digits after it, and `%g` keeps its zeros.
    pub alternative: bool,
}

/// The digits of an unsigned number in radix 2, 8, 10 or 16, with at least `precision` of them.
pub(super) fn unsigned(value: u64, radix: u64, precision: Option<u64>, alternative: bool) -> Text {
    let mut text = Text::default();
    if value != 0 || precision != Some(0) {
        text.digits = match radix {
            2 => format!("{value:b}"),
            8 => format!("{value:o}"),
            16 => format!("{value:x}"),
            _ => value.to_string(),
        };
    }
    text.leading_zeros = precision.unwrap_or(0).saturating_sub(text.digits.len() as u64);
    if alternative {
        match radix {
            2 if value != 0 => text.prefix.push_str("0b"),
            16 if value != 0 => text.prefix.push_str("0x"),
            8 if text.leading_zeros == 0 && !text.digits.starts_with('0') => text.leading_zeros = 1,
            _ => {}
        }
    }
    text
}

/// A finite number without its sign.
pub(super) fn float(value: &Real, format: FloatFormat) -> Text {
    match format.style {
        Style::Fixed => fixed(value, format.precision.unwrap_or(6), format.alternative),
        Style::Exponent => exponent(value, format.precision.unwrap_or(6), format.alternative),
        Style::General => general(value, format.precision.unwrap_or(6).max(1), format.alternative),
        Style::Hexadecimal => hexadecimal(value, format.precision, format.alternative),
    }
}

fn fixed(value: &Real, precision: u64, alternative: bool) -> Text {
    let kept = precision.min(value.most_digits());
    let mut digits = value.fixed(kept);
    if alternative && precision == 0 {
        digits.push('.');
    }
    Text { digits, trailing_zeros: precision - kept, ..Text::default() }
}

fn exponent(value: &Real, precision: u64, alternative: bool) -> Text {
    let kept = precision.min(value.most_digits());
    let (mut digits, exponent) = value.scientific(kept);
    if alternative && precision == 0 {
        digits.push('.');
    }
    let exponent = exponent_text(exponent);
    Text { digits, trailing_zeros: precision - kept, exponent, ..Text::default() }
}

fn exponent_text(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", exponent.abs())
}

/// C17 7.21.6.1: style `f` when the exponent X of style `e` satisfies P > X ≥ −4.
fn general(value: &Real, precision: u64, alternative: bool) -> Text {
    let power = value.scientific((precision - 1).min(value.most_digits())).1 as i64;
    let mut text = if power >= -4 && (power as i128) < precision as i128 {
        fixed(value, (precision as i64).saturating_sub(1 + power) as u64, alternative)
    } else {
        exponent(value, precision - 1, alternative)
    };
    if !alternative {
        text.trailing_zeros = 0;
        if text.digits.contains('.') {
            let kept = text.digits.trim_end_matches('0').trim_end_matches('.').len();
            text.digits.truncate(kept);
        }
    }
    text
}

const FRACTION_BITS: u32 = 52;

/// What precedes the point is one digit: 1 of a `double`, and four bits of a `long double`.
fn hexadecimal(value: &Real, precision: Option<u64>, alternative: bool) -> Text {
    let (mantissa, fraction_bits, mut power) = match value {
        Real::Double(value) => {
            let bits = value.to_bits();
            let biased = (bits >> FRACTION_BITS & 0x7ff) as i32;
            let fraction = bits & ((1 << FRACTION_BITS) - 1);
            let power = if biased == 0 && fraction == 0 { 0 } else { biased.max(1) - 1023 };
            (if biased == 0 { fraction } else { fraction | 1 << FRACTION_BITS }, FRACTION_BITS, power)
        }
        Real::Extended(value) => {
            let (mantissa, power) = value.hexadecimal();
            (mantissa, 60, power)
        }
    };
    let all_digits = fraction_bits as u64 / 4;
    let kept = precision.map_or(all_digits, |precision| precision.min(all_digits));
    let mut rounded = round_half_even(mantissa.into(), 4 * (all_digits - kept) as u32);
    if rounded >> fraction_bits > 0xf {
        rounded >>= 4;
        power += 4;
    }
    let leading = rounded >> fraction_bits;
    let after = rounded & ((1 << fraction_bits) - 1);
    let mut fraction = format!("{after:0width$x}", width = all_digits as usize);
    fraction.truncate(kept as usize);
    if precision.is_none() {
        fraction.truncate(fraction.trim_end_matches('0').len());
    }
    let point = if fraction.is_empty() && !alternative && precision.unwrap_or(0) == 0 { "" } else { "." };
    Text {
        prefix: "0x".into(),
        digits: format!("{leading:x}{point}{fraction}"),
        trailing_zeros: precision.map_or(0, |precision| precision - kept),
        exponent: format!("p{power:+}"),
        ..Text::default()
    }
}

/// Rounds the last `dropped` bits to zero.
fn round_half_even(value: u128, dropped: u32) -> u128 {
    if dropped == 0 {
        return value;
    }
    let (unit, half) = (1u128 << dropped, 1u128 << (dropped - 1));
    let (down, rest) = (value & !(unit - 1), value & (unit - 1));
    let up = rest > half || (rest == half && down & unit != 0);
    if up { down + unit } else { down }
}
