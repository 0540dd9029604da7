//! One conversion specification of a `printf` format, as text.

/// `%[position$][flags][width][.precision][length]conversion`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spec {
    pub position: Option<usize>,
    pub flags: Flags,
    pub width: Option<Count>,
    pub precision: Option<Count>,
    pub length: Length,
    pub conversion: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A blank.
    pub space: bool,
    /// `#`
    pub alternative: bool,
    /// `0`
    pub zero: bool,
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Number(u64),
    /// `*`
    Next,
    /// `*n$`
    Position(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::library::stdio) enum Length {
    /// `hh`
    Char,
    /// `h`
    Short,
    #[default]
    Int,
    /// `l`, `ll`, `j`, `z`, `t`, `q`: all of 8 bytes.
    Long,
    /// `L`
    LongDouble,
}

impl Length {
    pub(crate) fn bytes(self) -> usize {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long | Length::LongDouble => 8,
        }
    }

    pub(crate) fn sign_extend(self, word: u64) -> i64 {
        let unused = 64 - 8 * self.bytes() as u32;
        (word << unused) as i64 >> unused
    }

    pub(crate) fn zero_extend(self, word: u64) -> u64 {
        let unused = 64 - 8 * self.bytes() as u32;
        word << unused >> unused
    }

    /// The length modifier at the start of `text`, and how long it is.
    pub(crate) fn parse(text: &[u8]) -> (Length, usize) {
        match text {
            [b'h', b'h', ..] => (Length::Char, 2),
            [b'h', ..] => (Length::Short, 1),
            [b'l', b'l', ..] => (Length::Long, 2),
            [b'l' | b'j' | b'z' | b't' | b'q', ..] => (Length::Long, 1),
            [b'L', ..] => (Length::LongDouble, 1),
            _ => (Length::Int, 0),
        }
    }
}

/// Reads the specification after a `%`; `None` when the format ends in the middle of it. Also how many bytes it took.
pub(super) fn parse(text: &[u8]) -> Option<(Spec, usize)> {
    let mut at = 0;
    let mut spec = Spec { position: position(text, &mut at), ..Spec::default() };
    spec.flags = flags(text, &mut at);
    spec.width = count(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        spec.precision = Some(count(text, &mut at).unwrap_or(Count::Number(0)));
    }
    let (length, taken) = Length::parse(&text[at..]);
    at += taken;
    spec.length = length;
    spec.conversion = *text.get(at)?;
    Some((spec, at + 1))
}

fn flags(text: &[u8], at: &mut usize) -> Flags {
    let mut flags = Flags::default();
    while let Some(byte) = text.get(*at) {
        match byte {
            b'-' => flags.left = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'#' => flags.alternative = true,
            b'0' => flags.zero = true,
            // Digit groups and other digits: the C locale has neither.
            b'\'' | b'I' => {}
            _ => break,
        }
        *at += 1;
    }
    flags
}

fn count(text: &[u8], at: &mut usize) -> Option<Count> {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(position(text, at).map_or(Count::Next, Count::Position));
    }
    number(text, at).map(Count::Number)
}

/// `n$`, counted from 1 in the text and from 0 in the result.
fn position(text: &[u8], at: &mut usize) -> Option<usize> {
    let mut end = *at;
    let number = number(text, &mut end)?;
    if text.get(end) != Some(&b'$') || number == 0 {
        return None;
    }
    *at = end + 1;
    Some(number as usize - 1)
}

fn number(text: &[u8], at: &mut usize) -> Option<u64> {
    let digits = text[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let value = text[*at..*at + digits]
        .iter()
        .fold(0u64, |value, digit| value.saturating_mul(10).saturating_add((digit - b'0') as u64));
    *at += digits;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_read() {
        let (spec, taken) = parse(b"2$-+ #0*3$.*lld rest").unwrap();
        let flags = Flags { left: true, plus: true, space: true, alternative: true, zero: true };
        assert_eq!(taken, 15);
        assert_eq!(spec.flags, flags);
        assert_eq!((spec.position, spec.width), (Some(1), Some(Count::Position(2))));
        assert_eq!((spec.precision, spec.length), (Some(Count::Next), Length::Long));
        assert_eq!(spec.conversion, b'd');
    }

    #[test]
    fn a_format_may_end_too_early() {
        for text in ["", "5", "5.", "ll", "1$", "-"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_point_alone_is_precision_zero() {
        assert_eq!(parse(b".f").unwrap().0.precision, Some(Count::Number(0)));
        assert_eq!(parse(b"99999999999999999999d").unwrap().0.width, Some(Count::Number(u64::MAX)));
    }
}
