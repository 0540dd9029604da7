//! The typing rules that the reader enforces. The executor of a body relies on them: operands have the types that their
//! operations require, and paths through aggregates lead to elements.

use crate::constant::Constant;
use crate::instruction::{BinaryOp, Cast, RmwOp};
use crate::types::{Type, TypeId};

use super::Reader;
use super::text::{Cursor, Read};

impl Reader<'_> {
    /// LangRef: "First Class Types", without labels and metadata, which are not values here.
    #[inline]
    pub(super) fn is_value_type(&self, ty: TypeId) -> bool {
        match ty {
            TypeId::VOID | TypeId::LABEL | TypeId::METADATA | TypeId::OPAQUE => false,
            _ => self.types.with(ty, |ty| !matches!(ty, Type::Function { .. })),
        }
    }

    /// What a function may return.
    pub(super) fn is_result_type(&self, ty: TypeId) -> bool {
        ty == TypeId::VOID || self.is_value_type(ty)
    }

    /// Whether a vector may consist of it.
    pub(super) fn is_lane(&self, ty: TypeId) -> bool {
        ty == TypeId::PTR || self.is_int(ty) || self.is_float(ty)
    }

    /// An integer or a vector of them.
    pub(super) fn is_int(&self, ty: TypeId) -> bool {
        self.types.int_bits(self.lane(ty)).is_some()
    }

    /// A floating-point number or a vector of them, including formats that cannot be executed.
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        let lane = self.lane(ty);
        self.types
            .with(lane, |ty| matches!(ty, Type::Float | Type::Double | Type::Extended | Type::Unsupported(_)))
    }

    /// The type of the lanes of a vector; every other type is its own lane.
    pub(super) fn lane(&self, ty: TypeId) -> TypeId {
        self.types.with(ty, |shape| if let Type::Vector(_, lane) = shape { *lane } else { ty })
    }

    /// `<N x lane>` if `shape` is a vector of N, else `lane`.
    pub(super) fn shaped_like(&self, shape: TypeId, lane: TypeId) -> TypeId {
        match self.lane_count(shape) {
            Some(length) => self.types.intern(Type::Vector(length, lane)),
            None => lane,
        }
    }

    fn lane_count(&self, ty: TypeId) -> Option<u32> {
        self.types.with(ty, |ty| if let Type::Vector(length, _) = ty { Some(*length) } else { None })
    }

    /// LangRef: "Binary Operations": which operation takes which type.
    pub(super) fn check_binary(&self, op: BinaryOp, ty: TypeId, place: Cursor<'_>) -> Read<()> {
        match op {
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                self.expect_float(ty, place)
            }
            _ => self.expect_int(ty, place),
        }
    }

    /// LangRef: "icmp Instruction".
    pub(super) fn check_icmp(&self, ty: TypeId, place: Cursor<'_>) -> Read<()> {
        if self.lane(ty) == TypeId::PTR { Ok(()) } else { self.expect_int(ty, place) }
    }

    /// LangRef: "select Instruction": one bit for all, or one for each lane.
    pub(super) fn check_select(&self, condition: TypeId, ty: TypeId, place: Cursor<'_>) -> Read<()> {
        let fit = condition == TypeId::I1 || condition == self.shaped_like(ty, TypeId::I1);
        self.fits(place, fit, "the condition")
    }

    fn expect_int(&self, ty: TypeId, place: Cursor<'_>) -> Read<()> {
        if self.is_int(ty) { Ok(()) } else { Err(place.expected("an integer type")) }
    }

    pub(super) fn expect_float(&self, ty: TypeId, place: Cursor<'_>) -> Read<()> {
        if self.is_float(ty) { Ok(()) } else { Err(place.expected("a floating-point type")) }
    }

    /// LangRef: "Conversion Operations", the constraints of each.
    pub(super) fn cast_fits(&self, op: Cast, from: TypeId, to: TypeId) -> bool {
        let (source, target) = (self.lane(from), self.lane(to));
        let widths = (self.types.int_bits(source), self.types.int_bits(target));
        let floats = self.is_float(source) && self.is_float(target);
        let lanes_fit = match op {
            Cast::Trunc => matches!(widths, (Some(source), Some(target)) if source > target),
            Cast::ZExt | Cast::SExt => matches!(widths, (Some(source), Some(target)) if source < target),
            Cast::FpTrunc => floats && may_be_narrower(target, source),
            Cast::FpExt => floats && may_be_narrower(source, target),
            Cast::FpToUi | Cast::FpToSi => self.is_float(source) && widths.1.is_some(),
            Cast::UiToFp | Cast::SiToFp => widths.0.is_some() && self.is_float(target),
            Cast::PtrToInt => source == TypeId::PTR && widths.1.is_some(),
            Cast::IntToPtr => widths.0.is_some() && target == TypeId::PTR,
            Cast::AddrSpaceCast => source == TypeId::PTR && target == TypeId::PTR,
            Cast::Bitcast => return self.bitcast_fits(from, to),
        };
        lanes_fit && self.lane_count(from) == self.lane_count(to)
    }

    /// The same number of bits; pointers stay pointers.
    fn bitcast_fits(&self, from: TypeId, to: TypeId) -> bool {
        let (source, target) = (self.lane(from), self.lane(to));
        let bits = |ty| u64::from(self.lane_count(ty).unwrap_or(1)) * self.lane_bits(self.lane(ty));
        let supported = bits(from) != 0 && bits(to) != 0;
        (source == TypeId::PTR) == (target == TypeId::PTR)
            && self.is_lane(source)
            && self.is_lane(target)
            && (!supported || bits(from) == bits(to))
    }

    /// 0 for what has no known width.
    fn lane_bits(&self, ty: TypeId) -> u64 {
        self.types.with(ty, |ty| match ty {
            Type::Int(bits) => u64::from(*bits),
            Type::Float => 32,
            Type::Double | Type::Ptr => 64,
            Type::Extended => 80,
            _ => 0,
        })
    }

    /// LangRef: "atomicrmw Instruction": which operation takes which type.
    pub(super) fn rmw_fits(&self, op: RmwOp, ty: TypeId) -> bool {
        match op {
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin => self.is_float(ty),
            RmwOp::Xchg => self.lane(ty) == ty && self.is_lane(ty),
            _ => self.types.int_bits(ty).is_some(),
        }
    }

    /// The type of the address that one more index makes of an address: a vector if either is one.
    pub(super) fn address_type(&self, address: TypeId, index: TypeId) -> TypeId {
        if address == TypeId::PTR { self.shaped_like(index, TypeId::PTR) } else { address }
    }

    /// LangRef: "getelementptr Instruction": behind the first index, every step leads into an array, a vector or an
    /// existing field of a struct. An index that is not constant is `None`.
    pub(super) fn check_path<'i>(
        &self,
        element: TypeId,
        indices: impl Iterator<Item = (TypeId, Option<&'i Constant>)>,
        place: Cursor<'_>,
    ) -> Read<()> {
        let mut ty = element;
        for (position, (index_type, index)) in indices.enumerate() {
            if !self.is_int(index_type) {
                return Err(place.fail("an index must be an integer"));
            }
            if position == 0 {
                continue;
            }
            ty = match self.types.get(ty) {
                Type::Array(_, element) | Type::Vector(_, element) => element,
                Type::Struct { fields, .. } => match index.and_then(field_number) {
                    Some(field) if field < fields.len() => fields[field],
                    _ => return Err(place.fail("an index leads out of the type")),
                },
                _ => return Err(place.fail("an index leads out of the type")),
            };
        }
        Ok(())
    }
}

/// Widths are known of `float` and `double` only; about the formats that cannot be executed we believe the text.
fn may_be_narrower(narrow: TypeId, wide: TypeId) -> bool {
    narrow != wide && (narrow, wide) != (TypeId::DOUBLE, TypeId::FLOAT)
}

/// The field that a constant index of a struct selects; a vector of indices has the same one in all lanes.
fn field_number(index: &Constant) -> Option<usize> {
    match index {
        Constant::Int(number) => usize::try_from(*number).ok(),
        Constant::Zero => Some(0),
        Constant::Splat(element) => field_number(&element.1),
        Constant::Aggregate(lanes) => {
            let (_, first) = lanes.first()?;
            lanes.iter().all(|(_, lane)| lane == first).then(|| field_number(first)).flatten()
        }
        _ => None,
    }
}
