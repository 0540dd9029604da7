//! `long double`: floating-point numbers of 80 bits, as the x87 has them. In registers, a pair: mantissa, then sign and exponent.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Extended(X87DoubleExtended);

impl Default for Extended {
    fn default() -> Extended {
        Extended::from_words(0, 0)
    }
}

/// Its parts, if it is finite: the value is `mantissa * 2^exponent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parts {
    mantissa: u64,
    exponent: i32,
}

const BIAS: i32 = 16383;
const EXPONENT: u64 = 0x7fff;
const SIGN: u64 = 0x8000;

impl Extended {
    pub(crate) fn from_words(low: u64, high: u64) -> Extended {
        Extended(X87DoubleExtended::from_bits(u128::from(high & 0xffff) << 64 | u128::from(low)))
    }

    pub(crate) fn words(self) -> (u64, u64) {
        let bits = self.0.to_bits();
        (bits as u64, (bits >> 64) as u64)
    }

    pub(crate) fn from_double(value: f64) -> Extended {
        Extended(Double::from_bits(value.to_bits().into()).convert(&mut false).value)
    }

    pub(crate) fn from_float(value: f32) -> Extended {
        Extended(Single::from_bits(value.to_bits().into()).convert(&mut false).value)
    }

    pub(crate) fn to_double(self) -> f64 {
        let value: Double = self.0.convert(&mut false).value;
        f64::from_bits(value.to_bits() as u64)
    }

    pub(crate) fn to_float(self) -> f32 {
        let value: Single = self.0.convert(&mut false).value;
        f32::from_bits(value.to_bits() as u32)
    }

    pub(crate) fn from_integer(value: i128) -> Extended {
        Extended(X87DoubleExtended::from_i128(value).value)
    }

    pub(crate) fn from_unsigned(value: u128) -> Extended {
        Extended(X87DoubleExtended::from_u128(value).value)
    }

    /// Without its fraction; some number where that does not fit.
    pub(crate) fn to_integer(self, bits: u8) -> i128 {
        // With one bit, there is no width left for the absolute value.
        self.0.to_i128_r(bits.max(2).into(), Round::TowardZero, &mut false).value
    }

    pub(crate) fn to_unsigned(self, bits: u8) -> u128 {
        self.0.to_u128_r(bits.into(), Round::TowardZero, &mut false).value
    }

    /// What the processor makes where there is no number: a negative NaN.
    fn indefinite() -> Extended {
        let (low, high) = Extended::nan();
        Extended::from_words(low, high | SIGN)
    }

    /// The result of an operation on these numbers.
    fn made_of(self, operands: &[Extended]) -> Extended {
        let is_new = self.is_nan() && !operands.iter().any(|operand| operand.is_nan());
        if is_new { Extended::indefinite() } else { self }
    }

    pub(crate) fn add(self, other: Extended) -> Extended {
        Extended((self.0 + other.0).value).made_of(&[self, other])
    }

    pub(crate) fn subtract(self, other: Extended) -> Extended {
        Extended((self.0 - other.0).value).made_of(&[self, other])
    }

    pub(crate) fn multiply(self, other: Extended) -> Extended {
        Extended((self.0 * other.0).value).made_of(&[self, other])
    }

    pub(crate) fn divide(self, other: Extended) -> Extended {
        Extended((self.0 / other.0).value).made_of(&[self, other])
    }

    /// `fmod`
    pub(crate) fn modulo(self, other: Extended) -> Extended {
        Extended(self.0.c_fmod(other.0).value).made_of(&[self, other])
    }

    /// `remainder`
    pub(crate) fn remainder(self, other: Extended) -> Extended {
        Extended(self.0.ieee_rem(other.0).value).made_of(&[self, other])
    }

    pub(crate) fn multiply_add(self, factor: Extended, added: Extended) -> Extended {
        Extended(self.0.mul_add(factor.0, added.0).value).made_of(&[self, factor, added])
    }

    pub(crate) fn negate(self) -> Extended {
        Extended(-self.0)
    }

    pub(crate) fn absolute(self) -> Extended {
        Extended(self.0.abs())
    }

    pub(crate) fn with_sign_of(self, other: Extended) -> Extended {
        Extended(self.0.copy_sign(other.0))
    }

    pub(crate) fn compare(self, other: Extended) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }

    pub(crate) fn is_nan(self) -> bool {
        self.0.is_nan()
    }

    pub(crate) fn is_infinite(self) -> bool {
        self.0.is_infinite()
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0.is_negative()
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    pub(crate) fn is_subnormal(self) -> bool {
        self.0.is_denormal()
    }

    pub(crate) fn floor(self) -> Extended {
        self.rounded(Round::TowardNegative)
    }

    pub(crate) fn ceil(self) -> Extended {
        self.rounded(Round::TowardPositive)
    }

    pub(crate) fn truncate(self) -> Extended {
        self.rounded(Round::TowardZero)
    }

    /// Halves away from zero.
    pub(crate) fn round(self) -> Extended {
        self.rounded(Round::NearestTiesToAway)
    }

    pub(crate) fn round_to_even(self) -> Extended {
        self.rounded(Round::NearestTiesToEven)
    }

    fn rounded(self, round: Round) -> Extended {
        Extended(self.0.round_to_integral(round).value)
    }

    /// `self * 2^power`
    pub(crate) fn scaled(self, power: i32) -> Extended {
        Extended(self.0.scalbn(power))
    }

    /// A fraction of at least one half and the power of two that it is to be multiplied by. Not of zero, nor of what is not
    /// finite.
    pub(crate) fn split(self) -> (Extended, i32) {
        let mut power = 0;
        let fraction = self.0.frexp(&mut power);
        (Extended(fraction), power)
    }

    pub(crate) fn square_root(self) -> Extended {
        if self.is_nan() || self.is_zero() {
            return self;
        }
        if self.is_negative() {
            return Extended::indefinite();
        }
        if self.is_infinite() {
            return self;
        }
        let Parts { mantissa, exponent } = self.parts();
        let shift = mantissa.leading_zeros() as i32;
        let (mantissa, exponent) = (mantissa << shift, exponent - shift);
        // The root of 127 or 128 bits has 64; what remains says how to round, and it is never half.
        let odd = exponent.rem_euclid(2);
        let square = u128::from(mantissa) << (64 - odd);
        let root = square.isqrt();
        let rounded = root + u128::from(square - root * root > root);
        Extended::from_unsigned(rounded).scaled((exponent - 64 + odd) / 2)
    }

    fn parts(self) -> Parts {
        let (mantissa, high) = self.words();
        Parts { mantissa, exponent: ((high & EXPONENT) as i32).max(1) - BIAS - 63 }
    }

    /// The first digit and the fraction of a hexadecimal number, all 16 digits, and the power of two. Finite numbers only.
    pub(crate) fn hexadecimal(self) -> (u64, i32) {
        let Parts { mantissa, exponent } = self.parts();
        if mantissa == 0 { (0, 0) } else { (mantissa, exponent + 60) }
    }

    /// All decimal digits of its absolute value, and how many of them are behind the point. Finite numbers only.
    pub(crate) fn decimal(self) -> (String, usize) {
        let Parts { mantissa, exponent } = self.parts();
        let trailing = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() as i32 };
        let (mantissa, exponent) =
            (mantissa >> trailing, if mantissa == 0 { 0 } else { exponent + trailing });
        let mut number = Decimal::of(mantissa);
        match exponent {
            // m / 2^k = m * 5^k / 10^k
            ..0 => {
                number.multiply(5, exponent.unsigned_abs());
                (number.text(), exponent.unsigned_abs() as usize)
            }
            _ => {
                number.multiply(2, exponent as u32);
                (number.text(), 0)
            }
        }
    }

    /// A number as C writes it, without its sign: decimal, or hexadecimal with its prefix. Also whether it is out of range.
    pub(crate) fn parse(text: &str) -> Option<(Extended, bool)> {
        let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let with_power = is_hexadecimal && !text.contains(['p', 'P']);
        let text = if with_power { format!("{text}p0") } else { text.to_owned() };
        let parsed = X87DoubleExtended::from_str_r(&text, Round::NearestTiesToEven).ok()?;
        let out_of_range = parsed.status.intersects(Status::OVERFLOW | Status::UNDERFLOW);
        Some((Extended(parsed.value), out_of_range))
    }

    pub(crate) const fn infinity() -> (u64, u64) {
        (1 << 63, EXPONENT)
    }

    pub(crate) const fn nan() -> (u64, u64) {
        (3 << 62, EXPONENT)
    }

    /// The next number towards zero or away from it.
    pub(crate) fn next(self, away: bool) -> Extended {
        let (low, high) = self.words();
        let (sign, exponent) = (high & SIGN, high & EXPONENT);
        let whole = u128::from(exponent) << 63 | u128::from(low & !(1 << 63));
        let next = if away { whole + 1 } else { whole - 1 };
        let (exponent, fraction) = ((next >> 63) as u64, next as u64 & !(1 << 63));
        let integer_bit = if exponent == 0 { 0 } else { 1 << 63 };
        Extended::from_words(fraction | integer_bit, sign | exponent)
    }
}

/// A whole number in base 10^9, the lowest digit first.
struct Decimal(Vec<u32>);

const BASE: u64 = 1_000_000_000;

impl Decimal {
    fn of(value: u64) -> Decimal {
        let mut digits = Vec::new();
        let mut rest = value;
        while rest > 0 {
            digits.push((rest % BASE) as u32);
            rest /= BASE;
        }
        Decimal(digits)
    }

    /// Multiplies by `factor` to this power; the factor is 2 or 5.
    fn multiply(&mut self, factor: u64, power: u32) {
        const AT_ONCE: u32 = 12;
        let mut left = power;
        while left > 0 {
            let now = left.min(AT_ONCE);
            left -= now;
            let by = factor.pow(now);
            let mut carry = 0;
            for digit in &mut self.0 {
                let product = u64::from(*digit) * by + carry;
                *digit = (product % BASE) as u32;
                carry = product / BASE;
            }
            while carry > 0 {
                self.0.push((carry % BASE) as u32);
                carry /= BASE;
            }
        }
    }

    fn text(&self) -> String {
        let Some((last, rest)) = self.0.split_last() else { return "0".to_owned() };
        rest.iter().rev().fold(last.to_string(), |text, digit| text + &format!("{digit:09}"))
    }
}

/// Decimal digits with this many behind the point, rounded to `precision` of them, halves to even: `ddd.ddd`.
pub(crate) fn fixed(digits: &str, places: usize, precision: usize) -> String {
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, kept) = (digits.len() - places, precision.min(places));
    let mut number = round(&digits, whole + kept);
    let whole = number.len() - kept;
    number.extend(std::iter::repeat_n('0', precision - kept));
    if precision > 0 {
        number.insert(whole, '.');
    }
    number
}

/// The same as `d.ddd` and the power of ten.
pub(crate) fn scientific(digits: &str, places: usize, precision: usize) -> (String, i32) {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return (fixed("0", 0, precision), 0);
    }
    let power = significant.len() as i32 - 1 - places as i32;
    let kept = (precision + 1).min(significant.len());
    let mut number = round(significant, kept);
    let carried = number.len() > kept;
    number.truncate(kept);
    number.extend(std::iter::repeat_n('0', precision + 1 - kept));
    if precision > 0 {
        number.insert(1, '.');
    }
    (number, power + i32::from(carried))
}

/// The first `kept` digits, rounded; one more where the rounding carries.
fn round(digits: &str, kept: usize) -> String {
    let (head, tail) = digits.split_at(kept);
    let half = tail.strip_prefix('5').map(|rest| rest.bytes().all(|byte| byte == b'0'));
    let up = match half {
        Some(true) => head.bytes().last().is_some_and(|byte| byte % 2 == 1),
        Some(false) => true,
        None => tail.bytes().next().is_some_and(|byte| byte > b'5'),
    };
    if !up {
        return head.to_owned();
    }
    let mut number: Vec<u8> = head.bytes().collect();
    for digit in number.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return number.iter().map(|&byte| char::from(byte)).collect();
        }
        *digit = b'0';
    }
    "1".to_owned() + &number.iter().map(|&byte| char::from(byte)).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Extended {
        Extended::parse(text).unwrap().0
    }

    /// What a native program prints with `%.25Lg` and stores.
    #[test]
    fn words_are_those_of_the_processor() {
        assert_eq!(Extended::from_double(1.0).words(), (1 << 63, 0x3fff));
        assert_eq!(parse("3.14159265358979323846").words(), (0xc90f_daa2_2168_c235, 0x4000));
        let third = Extended::from_integer(1).divide(Extended::from_integer(3));
        assert_eq!(third.words(), (0xaaaa_aaaa_aaaa_aaab, 0x3ffd));
        assert_eq!(Extended::from_integer(2).square_root().words(), (0xb504_f333_f9de_6484, 0x3fff));
        assert_eq!(Extended::from_integer(-5).words(), (5 << 61, 0xc001));
    }

    #[test]
    fn decimal_digits_are_exact() {
        assert_eq!(Extended::from_double(0.375).decimal(), ("375".to_owned(), 3));
        assert_eq!(Extended::from_double(1024.0).decimal(), ("1024".to_owned(), 0));
        let (digits, places) = parse("1e-4940").decimal();
        assert!(fixed(&digits, places, 4942).ends_with("100"), "{}", fixed(&digits, places, 4942));
        assert_eq!(parse("1e4932").decimal().0.len(), 4933);
    }

    #[test]
    fn digits_are_rounded_to_even() {
        assert_eq!(fixed("25", 1, 0), "2");
        assert_eq!(fixed("35", 1, 0), "4");
        assert_eq!(fixed("251", 2, 0), "3");
        assert_eq!(fixed("9995", 3, 2), "10.00");
        assert_eq!(fixed("5", 3, 2), "0.00");
        assert_eq!(scientific("9996", 0, 2), ("1.00".to_owned(), 4));
        assert_eq!(scientific("12", 4, 3), ("1.200".to_owned(), -3));
        assert_eq!(scientific("0", 0, 2), ("0.00".to_owned(), 0));
    }

    #[test]
    fn roots_are_rounded_correctly() {
        for number in [2, 3, 4, 10, 99, 1 << 40] {
            let root = Extended::from_integer(number).square_root();
            let [below, above] = [false, true].map(|away| root.next(away));
            let distance = |x: Extended| {
                let square = X87DoubleExtended::mul_add(x.0, x.0, -Extended::from_integer(number).0).value;
                Extended(square).absolute()
            };
            for other in [below, above] {
                assert_ne!(distance(other).compare(distance(root)), Some(Ordering::Less), "{number}");
            }
        }
    }
}
