//! LangRef: "Aggregate Operations", "Vector Operations".

use crate::constant::Constant;
use crate::instruction::{Op, Operand};
use crate::types::{Type, TypeId};

use super::Reader;
use super::instructions::Operation;
use super::text::{Cursor, Read};

impl Reader<'_> {
    /// `extractvalue T v (, N)+`.
    pub(super) fn extractvalue(&mut self) -> Read<Operation> {
        let before = self.text;
        let aggregate = self.operand()?;
        let indices = self.indices()?;
        let ty = self.member(aggregate.ty, &indices, before)?;
        Ok((Op::ExtractValue { aggregate, indices }, ty))
    }

    /// `insertvalue T v, E e (, N)+`.
    pub(super) fn insertvalue(&mut self) -> Read<Operation> {
        let before = self.text;
        let aggregate = self.operand()?;
        self.text.expect(b',')?;
        let element = self.operand()?;
        let indices = self.indices()?;
        let member = self.member(aggregate.ty, &indices, before)?;
        self.fits(before, member == element.ty, "the element")?;
        let ty = aggregate.ty;
        Ok((Op::InsertValue { aggregate, element, indices }, ty))
    }

    /// `(, N)+`.
    fn indices(&mut self) -> Read<Vec<u32>> {
        let mut indices = Vec::new();
        while self.text.after_comma().is_ascii_digit() {
            self.text.eat(b',');
            indices.push(self.text.unsigned32()?);
        }
        if indices.is_empty() { Err(self.text.expected("an index")) } else { Ok(indices) }
    }

    /// The type that a path of indices leads to.
    fn member(&self, aggregate: TypeId, indices: &[u32], place: Cursor<'_>) -> Read<TypeId> {
        let mut ty = aggregate;
        for &index in indices {
            ty = match self.types.get(ty) {
                Type::Struct { fields, .. } if (index as usize) < fields.len() => fields[index as usize],
                Type::Array(length, element) if u64::from(index) < length => element,
                _ => return Err(place.fail(format!("the index {index} leads out of the type"))),
            };
        }
        Ok(ty)
    }

    /// `extractelement <N x T> v, I index`.
    pub(super) fn extractelement(&mut self) -> Read<Operation> {
        let before = self.text;
        let vector = self.operand()?;
        self.expect_vector(vector.ty, before)?;
        self.text.expect(b',')?;
        let index = self.lane_index()?;
        let ty = self.lane(vector.ty);
        Ok((Op::ExtractElement { vector, index }, ty))
    }

    /// `insertelement <N x T> v, T e, I index`.
    pub(super) fn insertelement(&mut self) -> Read<Operation> {
        let before = self.text;
        let vector = self.operand()?;
        self.expect_vector(vector.ty, before)?;
        self.text.expect(b',')?;
        let element = self.operand_of(self.lane(vector.ty))?;
        self.text.expect(b',')?;
        let index = self.lane_index()?;
        let ty = vector.ty;
        Ok((Op::InsertElement { vector, element, index }, ty))
    }

    /// `shufflevector <N x T> a, <N x T> b, <M x i32> mask`.
    pub(super) fn shufflevector(&mut self) -> Read<Operation> {
        let before = self.text;
        let left = self.operand()?;
        self.expect_vector(left.ty, before)?;
        self.text.expect(b',')?;
        let right = self.operand_of(left.ty)?;
        self.text.expect(b',')?;
        let before = self.text;
        let (mask_type, mask) = self.typed_constant()?;
        let Type::Vector(length, TypeId::I32) = self.types.get(mask_type) else {
            return Err(before.expected("a vector of i32"));
        };
        let mask = shuffle_mask(&mask, length).ok_or_else(|| before.fail("unsupported shuffle mask"))?;
        let ty = self.types.intern(Type::Vector(length, self.lane(left.ty)));
        Ok((Op::ShuffleVector { left, right, mask }, ty))
    }

    /// `I index`.
    fn lane_index(&mut self) -> Read<Operand> {
        let before = self.text;
        let index = self.operand()?;
        self.fits(before, self.types.int_bits(index.ty).is_some(), "the index")?;
        Ok(index)
    }

    fn expect_vector(&self, ty: TypeId, place: Cursor<'_>) -> Read<()> {
        let fit = self.types.with(ty, |ty| matches!(ty, Type::Vector(..)));
        if fit { Ok(()) } else { Err(place.expected("a vector")) }
    }
}

/// The longest mask that is written out of a single word. LLVM's own vectors stay far below.
const MASK_LIMIT: u32 = 1 << 16;

/// The lanes that a constant mask selects; `None` if it is not a mask.
fn shuffle_mask(mask: &Constant, length: u32) -> Option<Vec<Option<u32>>> {
    let repeat = |lane| (length <= MASK_LIMIT).then(|| vec![lane; length as usize]);
    match mask {
        Constant::Aggregate(lanes) => lanes.iter().map(|(_, lane)| mask_lane(lane)).collect(),
        Constant::Splat(element) => repeat(mask_lane(&element.1)?),
        Constant::Zero => repeat(Some(0)),
        Constant::Undef | Constant::Poison => repeat(None),
        _ => None,
    }
}

fn mask_lane(lane: &Constant) -> Option<Option<u32>> {
    match lane {
        Constant::Int(index) => u32::try_from(*index).ok().map(Some),
        Constant::Zero => Some(Some(0)),
        Constant::Undef | Constant::Poison => Some(None),
        _ => None,
    }
}
