//! Values of variables as the source would write them.

mod compound;

use std::ops::Range;
use std::sync::Arc;

use crate::address::{self, Place};
use crate::program::{Parts, TypeNumber};
pub(crate) use compound::{Compound, Reader, Variant};

/// A value of a basic type: the place of its bits and how to read them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// Bits to leave out in front of it: other than 0 only in a bit field.
    pub skip: u8,
    /// At most 128.
    pub bits: u8,
    pub kind: ScalarKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScalarKind {
    Signed,
    Unsigned,
    Boolean,
    /// C's `char`, where it has a sign or not; numbers of one byte have other names.
    Character {
        signed: bool,
    },
    /// Rust's `char`.
    Unicode,
    Float,
    /// To a type that is described, or to anything.
    Pointer(Option<TypeNumber>),
    /// `pthread_t`: the start of the thread's stack.
    Thread,
    /// The names of values.
    Enum(Arc<[(i128, Arc<str>)]>),
}

impl Scalar {
    /// Of a type that is not described: a number.
    pub fn of_size(bytes: u64) -> Option<Scalar> {
        let bits = 8 * u8::try_from(bytes).ok().filter(|bytes| matches!(bytes, 1 | 2 | 4 | 8))?;
        Some(Scalar { skip: 0, bits, kind: ScalarKind::Unsigned })
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self.kind, ScalarKind::Pointer(_))
    }

    /// Bytes of memory that it occupies.
    pub fn bytes(&self) -> u64 {
        (u64::from(self.skip) + u64::from(self.bits)).div_ceil(8)
    }

    /// The value in these bytes; `pointer` describes an address. `None` if the value cannot be shown.
    pub fn text(&self, bytes: &[u8], pointer: &dyn Fn(u64, Option<TypeNumber>) -> String) -> Option<String> {
        let unsigned = self.number(bytes)?;
        let signed = self.extended(unsigned);
        Some(match &self.kind {
            ScalarKind::Signed => signed.to_string(),
            ScalarKind::Unsigned => unsigned.to_string(),
            ScalarKind::Boolean if unsigned <= 1 => (unsigned == 1).to_string(),
            ScalarKind::Boolean => unsigned.to_string(),
            ScalarKind::Character { signed: has_sign } => match unsigned as u8 {
                byte @ b' '..=b'~' => format!("'{}'", (byte as char).escape_default()),
                _ if *has_sign => signed.to_string(),
                byte => byte.to_string(),
            },
            ScalarKind::Unicode => match u32::try_from(unsigned).ok().and_then(char::from_u32) {
                Some(character) => format!("{character:?}"),
                None => unsigned.to_string(),
            },
            ScalarKind::Float => match self.bits {
                32 => f32::from_bits(unsigned as u32).to_string(),
                64 => f64::from_bits(unsigned as u64).to_string(),
                _ => return None,
            },
            ScalarKind::Pointer(_) if unsigned == 0 => "NULL".to_owned(),
            ScalarKind::Pointer(to) => pointer(unsigned as u64, *to),
            ScalarKind::Thread => match address::place(unsigned as u64) {
                Place::Stack(thread) => thread.to_string(),
                _ => unsigned.to_string(),
            },
            ScalarKind::Enum(names) => {
                // Whether the type is signed is not known here; it is not needed to distinguish values.
                let named = |value: i128| names.iter().find(|(other, _)| *other == value);
                match named(signed).or_else(|| named(unsigned as i128)) {
                    Some((_, name)) => name.to_string(),
                    None => signed.to_string(),
                }
            }
        })
    }

    /// The value as a number with a sign, as constants in debug information have it.
    fn integer(&self, bytes: &[u8]) -> Option<i128> {
        Some(self.extended(self.number(bytes)?))
    }

    fn number(&self, bytes: &[u8]) -> Option<u128> {
        let mut wide = [0; 16];
        wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let number = u128::from_le_bytes(wide) >> self.skip;
        Some(if self.bits < 128 { number & ((1 << self.bits) - 1) } else { number })
    }

    fn extended(&self, unsigned: u128) -> i128 {
        let unused = 128 - u32::from(self.bits.clamp(1, 128));
        (unsigned << unused) as i128 >> unused
    }
}

impl Parts {
    /// Calls `visit` with every value that has a byte in `range`, in the order of declaration: what is behind the variable's
    /// name, the offset in the variable, and the type. Of a union, the values of all members.
    pub fn scalars_in(&self, range: Range<u64>, visit: &mut dyn FnMut(String, u64, &Scalar)) {
        self.visit(&range, 0, "", false, &mut |path, at, value| {
            if let Parts::Scalar(scalar) = value {
                visit(path, at, scalar);
            }
        });
    }

    /// The same, where an enum, a string and the like is one value.
    pub fn values_in(&self, range: Range<u64>, visit: &mut dyn FnMut(String, u64, &Parts)) {
        self.visit(&range, 0, "", true, visit);
    }

    /// The bits of a value, from its start on; a record takes all of its bytes.
    pub fn value_bits(&self) -> Range<u64> {
        match self {
            Parts::Scalar(scalar) => {
                let start = u64::from(scalar.skip);
                start..start + u64::from(scalar.bits)
            }
            Parts::Members { size, .. } => 0..8 * size,
            Parts::None | Parts::Elements { .. } => 0..0,
        }
    }

    fn visit(
        &self,
        range: &Range<u64>,
        at: u64,
        path: &str,
        compounds: bool,
        visit: &mut dyn FnMut(String, u64, &Parts),
    ) {
        match self {
            Parts::None => {}
            Parts::Scalar(scalar) => {
                if at < range.end && range.start < at + scalar.bytes() {
                    visit(path.to_owned(), at, self);
                }
            }
            Parts::Members { size, compound: Some(_), .. } if compounds => {
                if at < range.end && range.start < at + size {
                    visit(path.to_owned(), at, self);
                }
            }
            Parts::Members { members, .. } => {
                for member in members.iter() {
                    let start = range.start.max(at + member.offset);
                    let end = match member.is_open() {
                        true => range.end,
                        false => range.end.min(at + member.offset + member.size),
                    };
                    if start < end {
                        let path = format!("{path}{}", member.path());
                        member.parts.visit(&(start..end), at + member.offset, &path, compounds, visit);
                    }
                }
            }
            Parts::Elements { size, parts } => {
                let first = range.start.saturating_sub(at) / size;
                let last = range.end.saturating_sub(at).div_ceil(*size);
                for index in first..last {
                    parts.visit(range, at + index * size, &format!("{path}[{index}]"), compounds, visit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Member;

    fn text(kind: ScalarKind, bits: u8, bytes: &[u8]) -> Option<String> {
        Scalar { skip: 0, bits, kind }.text(bytes, &|address, _| format!("at {address}"))
    }

    #[test]
    fn values_look_as_in_the_source() {
        use ScalarKind::*;
        let colours = Enum([(0, "RED".into()), (-1, "NONE".into())].into());
        for (kind, bits, bytes, expected) in [
            (Signed, 32, &(-7i32).to_le_bytes()[..], "-7"),
            (Unsigned, 32, &(-7i32).to_le_bytes(), "4294967289"),
            (Signed, 128, &i128::MIN.to_le_bytes(), "-170141183460469231731687303715884105728"),
            (Boolean, 8, &[1], "true"),
            (Boolean, 8, &[7], "7"),
            (Character { signed: true }, 8, b"a", "'a'"),
            (Character { signed: true }, 8, b"'", "'\\''"),
            (Character { signed: true }, 8, &[255], "-1"),
            (Character { signed: false }, 8, &[255], "255"),
            (Unicode, 32, &('é' as u32).to_le_bytes(), "'é'"),
            (Unicode, 32, &('\n' as u32).to_le_bytes(), "'\\n'"),
            (Unicode, 32, &0xd800u32.to_le_bytes(), "55296"),
            (Float, 64, &0.1f64.to_le_bytes(), "0.1"),
            (Float, 32, &(-2.5f32).to_le_bytes(), "-2.5"),
            (Pointer(None), 64, &[0; 8], "NULL"),
            (Pointer(None), 64, &9u64.to_le_bytes(), "at 9"),
            (Thread, 64, &address::stack_of(mazurka_machine::ThreadId(2)).to_le_bytes(), "thread 2"),
            (Thread, 64, &[0; 8], "0"),
            (colours.clone(), 32, &[0; 4], "RED"),
            (colours.clone(), 32, &[255; 4], "NONE"),
            (colours, 32, &[3, 0, 0, 0], "3"),
        ] {
            assert_eq!(text(kind.clone(), bits, bytes).as_deref(), Some(expected), "{kind:?}");
        }
        assert_eq!(text(Float, 80, &[0; 10]), None);
    }

    #[test]
    fn a_bit_field_is_cut_out() {
        let field = Scalar { skip: 3, bits: 6, kind: ScalarKind::Signed };
        assert_eq!(field.bytes(), 2);
        let word: u16 = 0b1_1011_1010_1111;
        assert_eq!(field.text(&word.to_le_bytes(), &|_, _| String::new()).unwrap(), "-11");
    }

    #[test]
    fn the_values_in_a_range_are_found() {
        let int = || Parts::Scalar(Scalar::of_size(4).unwrap());
        let bits = |skip, bits| Parts::Scalar(Scalar { skip, bits, kind: ScalarKind::Unsigned });
        let member = |name: &str, offset, size, parts| Member { name: name.into(), offset, size, parts };
        let members = [
            member("low", 0, 1, bits(0, 3)),
            member("high", 0, 1, bits(3, 5)),
            member("all", 4, 12, Parts::Elements { size: 4, parts: Arc::new(int()) }),
            member("last", 16, 4, int()),
            member("same", 16, 4, int()),
            member("rest", 20, 0, Parts::Elements { size: 4, parts: Arc::new(int()) }),
        ];
        let record = Parts::Members { size: 20, members: members.into(), compound: None };
        let within = |range| {
            let mut found = Vec::new();
            record.scalars_in(range, &mut |path, offset, _| found.push((path, offset)));
            found
        };
        let expected = |list: &[(&str, u64)]| -> Vec<(String, u64)> {
            list.iter().map(|(path, offset)| (path.to_string(), *offset)).collect()
        };
        assert_eq!(within(0..1), expected(&[(".low", 0), (".high", 0)]));
        assert_eq!(within(7..9), expected(&[(".all[0]", 4), (".all[1]", 8)]));
        assert_eq!(within(15..17), expected(&[(".all[2]", 12), (".last", 16), (".same", 16)]));
        assert_eq!(within(23..28), expected(&[(".rest[0]", 20), (".rest[1]", 24)]));
    }
}
