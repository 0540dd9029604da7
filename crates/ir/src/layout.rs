//! Sizes and alignments of types in memory (LangRef: "Data Layout").

use crate::module::DataLayout;
use crate::types::{Type, TypeId, Types};

/// How much memory a value of a type takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Bytes that a store writes.
    pub size: u64,
    /// ABI alignment in bytes, a power of two.
    pub align: u64,
}

impl Layout {
    /// The distance between two neighbours in an array.
    pub fn stride(self) -> u64 {
        self.size.next_multiple_of(self.align)
    }
}

impl DataLayout {
    /// `None` for types without a size (functions, labels, opaque structs), for types we do not support, and for
    /// sizes beyond the address space.
    pub fn of(&self, types: &Types, ty: TypeId) -> Option<Layout> {
        match types.get(ty) {
            Type::Int(bits) => {
                Some(Layout { size: u64::from(bits).div_ceil(8), align: self.int_align(bits) })
            }
            Type::Float => Some(Layout { size: 4, align: 4 }),
            Type::Double | Type::Ptr => Some(Layout { size: 8, align: 8 }),
            // In an array, each takes 16 bytes.
            Type::Extended => Some(Layout { size: 10, align: 16 }),
            Type::Array(count, element) => {
                let element = self.of(types, element)?;
                Some(Layout { size: fits(element.stride().checked_mul(count)?)?, align: element.align })
            }
            Type::Vector(count, element) => self.vector(types, count, element),
            Type::Struct { fields, packed } => {
                self.structure(types, &fields, packed).map(|(_, layout)| layout)
            }
            Type::Void
            | Type::Function { .. }
            | Type::Opaque
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Unsupported(_) => None,
        }
    }

    /// The offsets of a struct's fields, and the layout of the whole, which includes the padding at its end.
    pub fn structure(&self, types: &Types, fields: &[TypeId], packed: bool) -> Option<(Vec<u64>, Layout)> {
        let mut whole = Layout { size: 0, align: 1 };
        let mut offsets = Vec::with_capacity(fields.len());
        for &field in fields {
            let field = self.of(types, field)?;
            let align = if packed { 1 } else { field.align };
            let offset = whole.size.checked_next_multiple_of(align)?;
            offsets.push(offset);
            whole.align = whole.align.max(align);
            // In a packed struct too, a field takes as much room as in an array.
            whole.size = fits(offset.checked_add(field.stride())?)?;
        }
        whole.size = fits(whole.size.next_multiple_of(whole.align))?;
        Some((offsets, whole))
    }

    /// Widths without an alignment of their own take that of the next wider one, and beyond 128 bits that of `i128`.
    fn int_align(&self, bits: u32) -> u64 {
        match bits {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            33..=64 => self.i64_align.into(),
            _ => self.i128_align.into(),
        }
    }

    /// Vectors are packed to the bit and aligned to their size, rounded up to a power of two.
    fn vector(&self, types: &Types, count: u32, element: TypeId) -> Option<Layout> {
        let bits = match types.get(element) {
            Type::Int(bits) => u64::from(bits),
            Type::Float => 32,
            Type::Double | Type::Ptr => 64,
            _ => return None,
        };
        let size = fits(bits.checked_mul(count.into())?.div_ceil(8))?;
        Some(Layout { size, align: size.max(1).next_power_of_two() })
    }
}

/// No object is larger than half of the address space.
fn fits(size: u64) -> Option<u64> {
    (size <= i64::MAX as u64).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ty: impl Fn(&Types) -> Type) -> Option<(u64, u64, u64)> {
        let types = Types::new();
        let ty = types.intern(ty(&types));
        let layout = DataLayout { i128_align: 16, i64_align: 8 }.of(&types, ty)?;
        Some((layout.size, layout.align, layout.stride()))
    }

    #[test]
    fn scalars() {
        let expected = [
            (1, (1, 1, 1)),
            (8, (1, 1, 1)),
            (24, (3, 4, 4)),
            (56, (7, 8, 8)),
            (64, (8, 8, 8)),
            (65, (9, 16, 16)),
            (128, (16, 16, 16)),
            (256, (32, 16, 32)),
        ];
        for (bits, layout) in expected {
            assert_eq!(of(|_| Type::Int(bits)), Some(layout), "i{bits}");
        }
        assert_eq!(of(|_| Type::Float), Some((4, 4, 4)));
        assert_eq!(of(|_| Type::Ptr), Some((8, 8, 8)));
    }

    #[test]
    fn i128_was_less_aligned_before_llvm_18() {
        let types = Types::new();
        let layout = DataLayout::default().of(&types, types.int(128));
        assert_eq!(layout, Some(Layout { size: 16, align: 8 }));
    }

    #[test]
    fn aggregates() {
        let structure = |packed| {
            move |t: &Types| Type::Struct { fields: [t.int(8), t.int(32), t.int(24)].into(), packed }
        };
        assert_eq!(of(structure(false)), Some((12, 4, 12)));
        assert_eq!(of(structure(true)), Some((9, 1, 9)));
        assert_eq!(of(|t| Type::Array(3, t.int(24))), Some((12, 4, 12)));
        assert_eq!(of(|t| Type::Array(0, t.int(64))), Some((0, 8, 0)));
    }

    #[test]
    fn vectors_are_packed_and_naturally_aligned() {
        assert_eq!(of(|t| Type::Vector(4, t.int(32))), Some((16, 16, 16)));
        assert_eq!(of(|t| Type::Vector(3, t.int(32))), Some((12, 16, 16)));
        assert_eq!(of(|t| Type::Vector(16, t.int(1))), Some((2, 2, 2)));
    }

    #[test]
    fn what_has_no_size() {
        assert_eq!(of(|_| Type::Opaque), None);
        assert_eq!(of(|t| Type::Array(u64::MAX, t.int(64))), None);
        assert_eq!(of(|t| Type::Array(2, t.intern(Type::Array(1 << 62, t.int(8))))), None);
    }
}
