//! Numbers as `printf` writes them, apart from padding to a width.

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

/// Every `double` is exact with this many digits after the point.
const DIGITS_OF_DOUBLE: u64 = 1080;

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
pub(super) fn float(value: f64, format: FloatFormat) -> Text {
    match format.style {
        Style::Fixed => fixed(value, format.precision.unwrap_or(6), format.alternative),
        Style::Exponent => exponent(value, format.precision.unwrap_or(6), format.alternative),
        Style::General => general(value, format.precision.unwrap_or(6).max(1), format.alternative),
        Style::Hexadecimal => hexadecimal(value, format.precision, format.alternative),
    }
}

fn fixed(value: f64, precision: u64, alternative: bool) -> Text {
    let kept = precision.min(DIGITS_OF_DOUBLE);
    let mut digits = format!("{value:.*}", kept as usize);
    if alternative && precision == 0 {
        digits.push('.');
    }
    Text { digits, trailing_zeros: precision - kept, ..Text::default() }
}

fn exponent(value: f64, precision: u64, alternative: bool) -> Text {
    let kept = precision.min(DIGITS_OF_DOUBLE);
    let (mut digits, exponent) = scientific(value, kept);
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

/// `d.ddd` and the power of ten.
fn scientific(value: f64, precision: u64) -> (String, i32) {
    let text = format!("{value:.*e}", precision as usize);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.to_owned(), exponent.parse().unwrap_or(0))
}

/// C17 7.21.6.1: style `f` when the exponent X of style `e` satisfies P > X ≥ −4.
fn general(value: f64, precision: u64, alternative: bool) -> Text {
    let power = scientific(value, (precision - 1).min(DIGITS_OF_DOUBLE)).1 as i64;
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

fn hexadecimal(value: f64, precision: Option<u64>, alternative: bool) -> Text {
    let bits = value.to_bits();
    let biased = (bits >> FRACTION_BITS & 0x7ff) as i32;
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let power = if biased == 0 && fraction == 0 { 0 } else { biased.max(1) - 1023 };
    let mut mantissa = if biased == 0 { fraction } else { fraction | 1 << FRACTION_BITS };
    let all_digits = FRACTION_BITS as u64 / 4;
    let kept = precision.map_or(all_digits, |precision| precision.min(all_digits));
    let dropped = 4 * (all_digits - kept) as u32;
    mantissa = round_half_even(mantissa, dropped);
    let leading = mantissa >> FRACTION_BITS;
    let after = mantissa & ((1 << FRACTION_BITS) - 1);
    let mut fraction = format!("{:013x}", after);
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
fn round_half_even(value: u64, dropped: u32) -> u64 {
    if dropped == 0 {
        return value;
    }
    let (unit, half) = (1u64 << dropped, 1u64 << (dropped - 1));
    let (down, rest) = (value & !(unit - 1), value & (unit - 1));
    let up = rest > half || (rest == half && down & unit != 0);
    if up { down + unit } else { down }
}
