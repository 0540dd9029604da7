//! Long lists of numbers, written as bytes: in pieces, so that nothing is copied but a piece.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// How many bytes a piece has at most.
const PIECE: usize = 1 << 16;

/// A number of fixed size.
pub(crate) trait Packed: Copy {
    const BYTES: usize;

    fn write(self, to: &mut Vec<u8>);

    /// `from` has as many bytes as were written.
    fn read(from: &[u8]) -> Self;
}

macro_rules! packed {
    ($($number:ty),*) => {$(
        impl Packed for $number {
            const BYTES: usize = size_of::<$number>();

            fn write(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn read(from: &[u8]) -> $number {
                from.iter().rev().fold(0, |number, byte| number << 8 | <$number>::from(*byte))
            }
        }
    )*};
}
packed!(u32, u64, u128);

impl<T: Packed, const N: usize> Packed for [T; N] {
    const BYTES: usize = N * T::BYTES;

    fn write(self, to: &mut Vec<u8>) {
        self.into_iter().for_each(|part| part.write(to));
    }

    fn read(from: &[u8]) -> [T; N] {
        std::array::from_fn(|at| T::read(&from[at * T::BYTES..(at + 1) * T::BYTES]))
    }
}

/// `length` items, to be written.
pub(crate) struct Each<I> {
    pub length: usize,
    pub items: I,
}

impl<T: Packed, I: Iterator<Item = T> + Clone> Serialize for Each<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let in_a_piece = PIECE / T::BYTES;
        let mut pieces = serializer.serialize_seq(Some(self.length.div_ceil(in_a_piece)))?;
        let (mut items, mut piece) = (self.items.clone(), Vec::new());
        for start in (0..self.length).step_by(in_a_piece) {
            piece.clear();
            let rest = in_a_piece.min(self.length - start);
            items.by_ref().take(rest).for_each(|item| item.write(&mut piece));
            pieces.serialize_element(&Bytes(&piece))?;
        }
        pieces.end()
    }
}

struct Bytes<'b>(&'b [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// Items that were read.
pub(crate) struct All<T>(pub Vec<T>);

impl<'de, T: Packed> Deserialize<'de> for All<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<All<T>, D::Error> {
        deserializer.deserialize_seq(Pieces(PhantomData)).map(All)
    }
}

struct Pieces<T>(PhantomData<T>);

impl<'de, T: Packed> Visitor<'de> for Pieces<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pieces of numbers of {} bytes", T::BYTES)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pieces: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(Piece(bytes)) = pieces.next_element()? {
            let each = bytes.chunks_exact(T::BYTES);
            if !each.remainder().is_empty() {
                return Err(de::Error::invalid_length(bytes.len(), &self));
            }
            items.extend(each.map(T::read));
        }
        Ok(items)
    }
}

struct Piece(Vec<u8>);

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Piece, D::Error> {
        struct Copied;
        impl Visitor<'_> for Copied {
            type Value = Piece;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Piece, E> {
                Ok(Piece(bytes.to_vec()))
            }
        }
        deserializer.deserialize_byte_buf(Copied)
    }
}

/// For a field that is a list.
pub(crate) fn serialize<T: Packed, S: Serializer>(list: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    Each { length: list.len(), items: list.iter().copied() }.serialize(serializer)
}

pub(crate) fn deserialize<'de, T: Packed, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    All::deserialize(deserializer).map(|All(list)| list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<T: Packed>(list: &[T]) -> Vec<u8> {
        postcard::to_stdvec(&Each { length: list.len(), items: list.iter().copied() }).unwrap()
    }

    fn read<T: Packed>(bytes: &[u8]) -> Option<Vec<T>> {
        postcard::from_bytes(bytes).ok().map(|All(list)| list)
    }

    #[test]
    fn lists_are_read_as_they_were_written() {
        for length in [0, 1, 5461, 5462, 20_000u32] {
            let list: Vec<[u32; 3]> = (0..length).map(|i| [i, !i, i.wrapping_mul(0x9e37_79b9)]).collect();
            assert_eq!(read(&written(&list)), Some(list));
        }
        let list = [0u128, 1 << 100 | 7, u128::MAX];
        assert_eq!(read(&written(&list)), Some(list.to_vec()));
        let list = [1u64 << 63, 258];
        assert_eq!(read(&written(&list)), Some(list.to_vec()));
    }

    #[test]
    fn halves_of_numbers_are_refused() {
        let bytes = written(&[1u64, 2, 3]);
        assert_eq!(read::<[u32; 4]>(&bytes), None);
        assert_eq!(read::<u64>(&bytes[..bytes.len() - 1]), None);
    }
}
