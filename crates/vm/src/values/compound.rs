//! Values that are more to the source than the numbers that they consist of: Rust's enums, strings and vectors, as `Debug` would write them.

use std::sync::Arc;

use super::Scalar;
use crate::program::{Member, Parts, Pointee, TypeNumber};

/// What a record means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compound {
    /// A string: where in it the address of its bytes is, and their number.
    Text { address: u64, length: u64 },
    /// Some elements elsewhere: the same for them, and their type.
    List { address: u64, length: u64, of: TypeNumber },
    /// One of these, by the value of the discriminator, which is at this offset.
    OneOf { discriminator: Option<(u64, Scalar)>, variants: Arc<[Variant]> },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// `None`: all values that are not another variant's.
    pub value: Option<i128>,
    pub name: Arc<str>,
    pub members: Parts,
}

/// What else values are read with.
pub(crate) struct Reader<'a> {
    /// What an address is called that is a pointer of this type.
    pub pointer: &'a dyn Fn(u64, Option<TypeNumber>) -> String,
    /// Some bytes of memory.
    pub bytes: &'a dyn Fn(u64, u64) -> Option<Vec<u8>>,
    pub types: &'a [Pointee],
}

/// What is not shown in full.
const MORE: &str = "…";
/// At most this many bytes of a string, and this many elements of a list.
const MOST_BYTES: u64 = 40;
const MOST_ELEMENTS: u64 = 8;
/// Values in values are shown up to this depth.
const DEEPEST: u32 = 4;

impl Reader<'_> {
    /// The value in these bytes of a part that is one value. `None` if it cannot be shown.
    pub(crate) fn text(&self, parts: &Parts, bytes: &[u8]) -> Option<String> {
        match parts {
            Parts::Scalar(scalar) => scalar.text(bytes, self.pointer),
            Parts::Members { compound: Some(compound), .. } => self.compound(compound, bytes, DEEPEST),
            _ => None,
        }
    }

    /// A value within another one.
    fn inner(&self, parts: &Parts, bytes: &[u8], depth: u32) -> String {
        let text = match parts {
            _ if depth == 0 => None,
            Parts::Scalar(scalar) => {
                bytes.get(..scalar.bytes() as usize).and_then(|bytes| scalar.text(bytes, self.pointer))
            }
            Parts::Members { compound: Some(compound), .. } => self.compound(compound, bytes, depth - 1),
            Parts::Members { size: 0, .. } => Some("()".to_owned()),
            Parts::Members { members, .. } => Some(self.members(members, bytes, depth - 1)),
            Parts::Elements { size, parts } => Some(self.elements(parts, *size, bytes, depth - 1)),
            Parts::None => None,
        };
        text.unwrap_or_else(|| MORE.to_owned())
    }

    fn compound(&self, compound: &Compound, bytes: &[u8], depth: u32) -> Option<String> {
        match compound {
            Compound::Text { address, length } => {
                let (address, length) = (word(bytes, *address)?, word(bytes, *length)?);
                let Some(text) = self.elsewhere(address, length.min(MOST_BYTES)) else {
                    return Some(MORE.to_owned());
                };
                // A character may be cut in two.
                let text = match std::str::from_utf8(&text) {
                    Ok(text) => text,
                    Err(error) if error.error_len().is_none() => {
                        std::str::from_utf8(&text[..error.valid_up_to()]).ok()?
                    }
                    Err(_) => return None,
                };
                Some(format!("{text:?}{}", if length > MOST_BYTES { MORE } else { "" }))
            }
            Compound::List { address, length, of } => {
                let (address, length) = (word(bytes, *address)?, word(bytes, *length)?);
                let Pointee { size, parts, .. } = self.types.get(*of as usize)?;
                let bytes = self.elsewhere(address, size.checked_mul(length.min(MOST_ELEMENTS))?);
                let Some(bytes) = bytes else { return Some(format!("[{MORE}]")) };
                let mut text = self.elements(parts, *size, &bytes, depth);
                if length > MOST_ELEMENTS {
                    text.insert_str(text.len() - 1, ", …");
                }
                Some(text)
            }
            Compound::OneOf { discriminator, variants } => {
                let value = match discriminator {
                    Some((at, scalar)) => scalar.integer(part(bytes, *at, scalar.bytes())?),
                    None => None,
                };
                let is_it = |variant: &&Variant| variant.value.is_some() && variant.value == value;
                let variant = variants.iter().find(is_it);
                let variant = variant.or_else(|| variants.iter().find(|variant| variant.value.is_none()))?;
                Some(match &variant.members {
                    Parts::Members { members, .. } if !members.is_empty() => {
                        let is_tuple = members.iter().all(|member| is_number(&member.name));
                        let space = if is_tuple { "" } else { " " };
                        format!("{}{space}{}", variant.name, self.members(members, bytes, depth))
                    }
                    _ => variant.name.to_string(),
                })
            }
        }
    }

    fn elsewhere(&self, address: u64, length: u64) -> Option<Vec<u8>> {
        if length == 0 { Some(Vec::new()) } else { (self.bytes)(address, length) }
    }

    /// `(1, 2)`, `{ x: 1, y: 2 }`; the only member of a wrapper is written like the member itself.
    fn members(&self, members: &[Member], bytes: &[u8], depth: u32) -> String {
        // Markers take no room.
        let is_marker = |member: &&Member| member.size == 0 && !is_number(&member.name);
        let members: Vec<&Member> = members.iter().filter(|member| !is_marker(member)).collect();
        let value = |member: &Member| match part(bytes, member.offset, member.size) {
            Some(bytes) => self.inner(&member.parts, bytes, depth),
            None => MORE.to_owned(),
        };
        if let [member] = members[..]
            && member.name.is_empty()
        {
            return value(member);
        }
        if members.iter().all(|member| is_number(&member.name)) {
            let values: Vec<String> = members.into_iter().map(value).collect();
            return format!("({})", values.join(", "));
        }
        let named = |member: &Member| format!("{}: {}", member.name, value(member));
        let values: Vec<String> = members.into_iter().map(named).collect();
        format!("{{ {} }}", values.join(", "))
    }

    fn elements(&self, parts: &Parts, size: u64, bytes: &[u8], depth: u32) -> String {
        let each = bytes.chunks_exact(usize::try_from(size.max(1)).unwrap_or(usize::MAX));
        let values: Vec<String> = each.map(|bytes| self.inner(parts, bytes, depth)).collect();
        format!("[{}]", values.join(", "))
    }
}

/// Of a tuple's member, the name is its number.
fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

fn part(bytes: &[u8], at: u64, length: u64) -> Option<&[u8]> {
    bytes.get(usize::try_from(at).ok()?..)?.get(..usize::try_from(length).ok()?)
}

fn word(bytes: &[u8], at: u64) -> Option<u64> {
    Some(u64::from_le_bytes(part(bytes, at, 8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::super::ScalarKind;
    use super::*;

    fn number(bytes: u64) -> Parts {
        Parts::Scalar(Scalar::of_size(bytes).unwrap())
    }

    fn member(name: &str, offset: u64, size: u64, parts: Parts) -> Member {
        Member { name: name.into(), offset, size, parts }
    }

    fn record(size: u64, members: Vec<Member>) -> Parts {
        Parts::Members { size, members: members.into(), compound: None }
    }

    fn compound(size: u64, compound: Compound) -> Parts {
        Parts::Members { size, members: [].into(), compound: Some(Arc::new(compound)) }
    }

    /// Memory is "0123456789…", from address 1000 on.
    fn text(parts: &Parts, words: &[u64]) -> Option<String> {
        let types = [Pointee { name: "u8".into(), size: 1, is_record: false, parts: number(1) }];
        let reader = Reader {
            pointer: &|address, _| format!("at {address}"),
            bytes: &|address, length| {
                let start = address.checked_sub(1000)?;
                (length < 100).then(|| (start..start + length).map(|at| b'0' + (at % 10) as u8).collect())
            },
            types: &types,
        };
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        reader.text(parts, &bytes)
    }

    #[test]
    fn strings_and_lists_are_read_where_they_are() {
        let string = compound(16, Compound::Text { address: 8, length: 0 });
        assert_eq!(text(&string, &[3, 1001]).unwrap(), r#""123""#);
        assert_eq!(text(&string, &[0, 1]).unwrap(), r#""""#);
        assert_eq!(text(&string, &[41, 1000]).unwrap(), format!("\"{}\"…", "0123456789".repeat(4)));
        assert_eq!(text(&string, &[3, 7]).unwrap(), "…", "memory that is not there");
        let list = compound(16, Compound::List { address: 0, length: 8, of: 0 });
        assert_eq!(text(&list, &[1000, 2]).unwrap(), "[48, 49]");
        assert_eq!(text(&list, &[1, 0]).unwrap(), "[]");
        assert_eq!(text(&list, &[1000, 9]).unwrap(), "[48, 49, 50, 51, 52, 53, 54, 55, …]");
        assert_eq!(text(&list, &[7, 9]).unwrap(), "[…]");
    }

    #[test]
    fn an_enum_is_the_variant_that_its_discriminator_says() {
        let variant = |value, name: &str, members| Variant { value, name: name.into(), members };
        let variants = vec![
            variant(Some(-1), "None", record(16, vec![])),
            variant(
                Some(1),
                "Pair",
                record(16, vec![member("0", 8, 4, number(4)), member("1", 12, 4, number(4))]),
            ),
            variant(None, "Named", record(16, vec![member("id", 8, 8, number(8))])),
        ];
        let signed = Scalar { skip: 0, bits: 64, kind: ScalarKind::Unsigned };
        let discriminator = Some((0, signed));
        let of = |variants: Vec<Variant>| {
            compound(16, Compound::OneOf { discriminator: discriminator.clone(), variants: variants.into() })
        };
        let parts = of(variants.clone());
        assert_eq!(text(&parts, &[u64::MAX, 5]).unwrap(), "None");
        assert_eq!(text(&parts, &[1, 2 << 32 | 7]).unwrap(), "Pair(7, 2)");
        assert_eq!(text(&parts, &[2, 9]).unwrap(), "Named { id: 9 }");
        assert_eq!(text(&of(variants[..2].to_vec()), &[2, 9]), None, "no variant has this value");
        let nested = record(16, vec![member("0", 0, 16, parts)]);
        let outer = of(vec![variant(None, "Some", nested)]);
        assert_eq!(text(&outer, &[u64::MAX, 0]).unwrap(), "Some(None)");
        let unit = record(16, vec![member("0", 0, 0, record(0, vec![]))]);
        assert_eq!(text(&of(vec![variant(None, "Ok", unit)]), &[0, 0]).unwrap(), "Ok(())");
    }
}
