//! The general registers of x86-64 by all their names.

/// How many there are.
pub(super) const COUNT: usize = 16;

pub(super) const RAX: usize = 0;
pub(super) const RCX: usize = 1;
pub(super) const RDX: usize = 2;
pub(super) const RBX: usize = 3;
pub(super) const RSP: usize = 4;
pub(super) const RSI: usize = 6;
pub(super) const RDI: usize = 7;

/// In the order of their numbers in machine code.
const NAMES: [&str; 8] = ["ax", "cx", "dx", "bx", "sp", "bp", "si", "di"];

/// A register, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub number: usize,
    pub bits: u8,
    /// Bits 8 … 15, as `ah`.
    pub high: bool,
}

/// The register that a name means, without `%`.
pub(super) fn find(name: &str) -> Option<Part> {
    let part = |number, bits| Some(Part { number, bits, high: false });
    let number = |stem: &str| NAMES.iter().position(|known| *known == stem);
    if let Some(numbered) =
        name.strip_prefix('r').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        let (digits, bits) = match numbered.as_bytes().last() {
            Some(b'd') => (&numbered[..numbered.len() - 1], 32),
            Some(b'w') => (&numbered[..numbered.len() - 1], 16),
            Some(b'b') => (&numbered[..numbered.len() - 1], 8),
            _ => (numbered, 64),
        };
        let number = digits.parse().ok().filter(|number| (8..COUNT).contains(number))?;
        return part(number, bits);
    }
    if let Some(whole) = number(name) {
        return part(whole, 16);
    }
    match name.as_bytes() {
        [b'r', ..] => part(number(&name[1..])?, 64),
        [b'e', ..] => part(number(&name[1..])?, 32),
        [stem @ b'a'..=b'd', b'l'] => part(number(&format!("{}x", char::from(*stem)))?, 8),
        [stem @ b'a'..=b'd', b'h'] => {
            let number = number(&format!("{}x", char::from(*stem)))?;
            Some(Part { number, bits: 8, high: true })
        }
        [.., b'l'] => part(number(&name[..name.len() - 1])?, 8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_a_register() {
        let found = |name| find(name).map(|part| (part.number, part.bits, part.high));
        assert_eq!(found("rax"), Some((RAX, 64, false)));
        assert_eq!(found("eax"), Some((RAX, 32, false)));
        assert_eq!(found("ax"), Some((RAX, 16, false)));
        assert_eq!(found("al"), Some((RAX, 8, false)));
        assert_eq!(found("bh"), Some((RBX, 8, true)));
        assert_eq!(found("sil"), Some((RSI, 8, false)));
        assert_eq!(found("edi"), Some((RDI, 32, false)));
        assert_eq!(found("rsp"), Some((RSP, 64, false)));
        assert_eq!((found("r8"), found("r15d")), (Some((8, 64, false)), Some((15, 32, false))));
        assert_eq!((found("r10w"), found("r9b")), (Some((10, 16, false)), Some((9, 8, false))));
        for wrong in ["", "r", "e", "r7", "r16", "xmm0", "rip", "eal", "spl2", "l", "fs", "ählich"] {
            assert_eq!(found(wrong), None, "{wrong}");
        }
    }
}
