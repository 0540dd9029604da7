//! Integers from text (C17 7.22.1.4).

use crate::library::ctype::is_space;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Integer {
    pub negative: bool,
    /// `None`: more than 64 bits.
    pub magnitude: Option<u64>,
    /// How much of the text it took, white space included.
    pub length: usize,
}

/// The integer at the start of the text; base 0: as the prefix says. `binary`: C23's prefix `0b` counts.
pub(crate) fn parse(text: &[u8], base: u32, binary: bool) -> Option<Integer> {
    let mut at = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let (base, prefix) = base_and_prefix(&text[at..], base, binary);
    at += prefix;
    let digits = text[at..].iter().take_while(|&&byte| digit(byte, base).is_some()).count();
    if digits == 0 {
        return None;
    }
    let magnitude = text[at..at + digits].iter().try_fold(0u64, |value, &byte| {
        value.checked_mul(base as u64)?.checked_add(digit(byte, base)? as u64)
    });
    Some(Integer { negative, magnitude, length: at + digits })
}

/// A prefix counts only if a digit follows.
fn base_and_prefix(text: &[u8], base: u32, binary: bool) -> (u32, usize) {
    let digit_follows = |base| text.get(2).is_some_and(|&byte| digit(byte, base).is_some());
    match text {
        [b'0', b'x' | b'X', ..] if matches!(base, 0 | 16) && digit_follows(16) => (16, 2),
        [b'0', b'b' | b'B', ..] if binary && matches!(base, 0 | 2) && digit_follows(2) => (2, 2),
        [b'0', ..] if base == 0 => (8, 0),
        _ if base == 0 => (10, 0),
        _ => (base, 0),
    }
}

pub(crate) fn digit(byte: u8, base: u32) -> Option<u32> {
    (byte as char).to_digit(36).filter(|&digit| digit < base)
}

impl Integer {
    /// As `long`; `Err` carries the limit that was passed.
    pub(crate) fn signed(self) -> Result<i64, i64> {
        match (self.negative, self.magnitude) {
            (false, Some(value)) => i64::try_from(value).map_err(|_| i64::MAX),
            (true, Some(value)) if value <= 1 << 63 => Ok((value as i64).wrapping_neg()),
            (true, _) => Err(i64::MIN),
            (false, None) => Err(i64::MAX),
        }
    }

    /// As `unsigned long`: a minus sign negates modulo 2⁶⁴.
    pub(crate) fn unsigned(self) -> Result<u64, u64> {
        let value = self.magnitude.ok_or(u64::MAX)?;
        Ok(if self.negative { value.wrapping_neg() } else { value })
    }
}
