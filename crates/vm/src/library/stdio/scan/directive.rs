//! The directives of a `scanf` format.

use super::Length;
use crate::library::ctype::is_space;

pub(super) enum Directive {
    /// Any amount of white space, also none.
    Space,
    Literal(u8),
    /// `%%`
    Percent,
    Conversion(Conversion),
}

/// `%[position$][*][width][m][length]kind`
#[derive(Clone)]
pub(super) struct Conversion {
    pub position: Option<usize>,
    /// `*`: match and forget.
    pub suppress: bool,
    pub width: Option<u64>,
    /// `m`: into a new block of the heap.
    pub allocate: bool,
    pub length: Length,
    pub kind: u8,
    /// Of `%[…]`.
    pub set: Option<Set>,
}

/// The bytes that `%[…]` accepts.
#[derive(Clone)]
pub(super) struct Set(Box<[bool; 256]>);

impl Set {
    pub(crate) fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }
}

/// The first directive and its length; `None` at the end and for an unknown one.
pub(super) fn next(format: &[u8]) -> Option<(Directive, usize)> {
    match *format.first()? {
        b'%' => conversion(&format[1..]).map(|(directive, length)| (directive, length + 1)),
        byte if is_space(byte) => {
            let length = format.iter().take_while(|&&byte| is_space(byte)).count();
            Some((Directive::Space, length))
        }
        byte => Some((Directive::Literal(byte), 1)),
    }
}

fn conversion(text: &[u8]) -> Option<(Directive, usize)> {
    let mut at = 0;
    let mut leading = number(text, &mut at);
    let mut position = None;
    if text.get(at) == Some(&b'$') {
        position = leading.take().and_then(|number| (number as usize).checked_sub(1));
        at += 1;
    }
    let take = |wanted: u8, at: &mut usize| {
        let found = text.get(*at) == Some(&wanted);
        *at += found as usize;
        found
    };
    let suppress = take(b'*', &mut at);
    let width = leading.or_else(|| number(text, &mut at)).filter(|&width| width > 0);
    let allocate = take(b'm', &mut at);
    let (length, taken) = Length::parse(&text[at..]);
    at += taken;
    let kind = *text.get(at)?;
    at += 1;
    let set = match kind {
        b'[' => {
            let (set, length) = set(&text[at..])?;
            at += length;
            Some(set)
        }
        b'%' => return Some((Directive::Percent, at)),
        _ if b"diuoxXpaAeEfFgGsScCn".contains(&kind) => None,
        _ => return None,
    };
    let conversion = Conversion { position, suppress, width, allocate, length, kind, set };
    Some((Directive::Conversion(conversion), at))
}

fn number(text: &[u8], at: &mut usize) -> Option<u64> {
    let digits = text[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = text[*at..*at + digits]
        .iter()
        .fold(0u64, |value, digit| value.saturating_mul(10).saturating_add((digit - b'0') as u64));
    *at += digits;
    (digits > 0).then_some(value)
}

/// What follows `[`, up to its `]`: a bracket that comes first is a member, as is a `-` at either end.
fn set(text: &[u8]) -> Option<(Set, usize)> {
    let negated = text.first() == Some(&b'^');
    let start = negated as usize;
    let end = start + 1 + text.get(start + 1..)?.iter().position(|&byte| byte == b']')?;
    let members = &text[start..end];
    let mut set = [negated; 256];
    let mut at = 0;
    while at < members.len() {
        let first = members[at];
        match members[at + 1..] {
            [b'-', last, ..] if last >= first => {
                set[first as usize..=last as usize].fill(!negated);
                at += 3;
            }
            _ => {
                set[first as usize] = !negated;
                at += 1;
            }
        }
    }
    Some((Set(Box::new(set)), end + 1))
}
