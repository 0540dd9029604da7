//! Numbers as LLVM prints them (LangRef: "Simple Constants").

use crate::constant::Constant;
use crate::types::Type;

/// The constant that a number literal means for a type; an error text if the two do not fit.
pub(super) fn number(literal: &str, ty: &Type) -> Result<Constant, String> {
    let constant = match ty {
        Type::Int(bits) if *bits > 128 => is_integer(literal).then(|| Constant::Unsupported(literal.into())),
        Type::Int(bits) => integer(literal, *bits).map(Constant::Int),
        Type::Float => double(literal).map(|bits| Constant::Float(narrow(bits))),
        Type::Double => double(literal).map(Constant::Double),
        Type::Extended => extended(literal).map(Constant::Extended),
        // `half`, `fp128` and the like.
        Type::Unsupported(_) => Some(Constant::Unsupported(literal.into())),
        _ => return Err(format!("the number `{literal}` is the value of a type without numbers")),
    };
    constant.ok_or_else(|| format!("`{literal}` is not a number of its type"))
}

fn is_integer(literal: &str) -> bool {
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Wraps around to the width, as LLVM does.
fn integer(literal: &str, bits: u32) -> Option<u128> {
    let magnitude = literal.strip_prefix('-').unwrap_or(literal);
    let value = magnitude.parse::<u128>().ok().filter(|_| !magnitude.starts_with('+'))?;
    let value = if literal.starts_with('-') { value.wrapping_neg() } else { value };
    Some(value & (u128::MAX >> (128 - bits.clamp(1, 128))))
}

/// The bits of a double: decimal, or `0x` and the bits themselves.
fn double(literal: &str) -> Option<u64> {
    if let Some(hex) = literal.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+'));
    }
    let decimal =
        literal.contains('.') && literal.bytes().all(|byte| !byte.is_ascii_alphabetic() || byte | 32 == b'e');
    literal.parse::<f64>().ok().filter(|_| decimal).map(f64::to_bits)
}

/// `0xK` and the bits: sign and exponent, then the mantissa.
fn extended(literal: &str) -> Option<u128> {
    let hex = literal.strip_prefix("0xK").filter(|hex| hex.len() == 20 && !hex.starts_with('+'))?;
    u128::from_str_radix(hex, 16).ok()
}

/// The bits of the float that a double represents. Text spells floats as doubles of the same value; the payload of a NaN
/// must survive, which an arithmetic conversion does not promise.
fn narrow(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let sign = (bits >> 32) as u32 & 0x8000_0000;
        return sign | 0x7f80_0000 | (bits >> 29) as u32 & 0x007f_ffff;
    }
    (value as f32).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_to_their_width() {
        assert_eq!(number("-1", &Type::Int(8)), Ok(Constant::Int(255)));
        assert_eq!(number("-1", &Type::Int(128)), Ok(Constant::Int(u128::MAX)));
        assert_eq!(number("300", &Type::Int(8)), Ok(Constant::Int(44)));
        assert_eq!(number("7", &Type::Int(3)), Ok(Constant::Int(7)));
    }

    #[test]
    fn wide_integers_are_kept_as_text() {
        assert_eq!(number("-5", &Type::Int(256)), Ok(Constant::Unsupported("-5".into())));
        assert!(number("x", &Type::Int(256)).is_err());
    }

    #[test]
    fn doubles_are_decimal_or_bits() {
        assert_eq!(number("1.500000e+00", &Type::Double), Ok(Constant::Double(1.5f64.to_bits())));
        assert_eq!(number("-0.0", &Type::Double), Ok(Constant::Double(1 << 63)));
        assert_eq!(number("0x7FF8000000000001", &Type::Double), Ok(Constant::Double(0x7ff8_0000_0000_0001)));
        assert!(number("1", &Type::Double).is_err());
        assert!(number("inf", &Type::Double).is_err());
    }

    #[test]
    fn floats_are_spelt_as_doubles() {
        assert_eq!(number("0x3FB99999A0000000", &Type::Float), Ok(Constant::Float(0.1f32.to_bits())));
        assert_eq!(number("0x7FF0000020000000", &Type::Float), Ok(Constant::Float(0x7f80_0001)));
    }

    #[test]
    fn a_number_is_no_pointer() {
        assert_eq!(
            number("0", &Type::Ptr),
            Err("the number `0` is the value of a type without numbers".into())
        );
        assert_eq!(number("0x", &Type::Int(32)), Err("`0x` is not a number of its type".into()));
    }
}
