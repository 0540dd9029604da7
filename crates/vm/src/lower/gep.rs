//! LangRef `getelementptr`: constant offsets are kept apart, to be folded into the accesses that use the address.

use mazurka_ir::TypeId;
use mazurka_ir::instruction::{Cast, LocalId, Op, Operand, Value};

use super::constants::{Stride, Walk, sign_extend};
use super::function::{Lowered, Lowering, Source};
use super::memory::Place;
use super::shape::Scalar;
use crate::code::{Insn, Reg};

/// One summand of an address that is not constant.
struct Term {
    index: Source,
    lanes: u16,
    scalar: Scalar,
    scale: u64,
}

impl<'p> Lowering<'_, 'p> {
    pub(crate) fn get_element_ptr(
        &mut self,
        result: LocalId,
        element: TypeId,
        base: &Operand,
        indices: &[Operand],
    ) -> Lowered<()> {
        if self.promoted(&Value::Local(result)).is_some() {
            return Ok(());
        }
        let (terms, offset) = self.terms(element, indices)?;
        let ty = *self.body.local_types.get(result.0 as usize).ok_or("a local that does not exist")?;
        let lanes = self.shape(ty)?.registers;
        let d = self.result(result, lanes)?;
        let bases = self.shape(base.ty)?.registers;
        let misfit = |count: u16| count != 1 && count != lanes;
        if misfit(bases) || terms.iter().any(|term| misfit(term.lanes)) {
            return Err("`getelementptr` on vectors of different lengths".into());
        }
        if bases == 1 {
            let place = self.place(&base.value)?.plus(offset as u64);
            if lanes == 1 && terms.is_empty() {
                self.offsets.insert(result, (place.base, place.offset));
            }
            for lane in 0..lanes {
                self.sum(d + lane, place, &terms, lane)?;
            }
            let within = self.unread.and_then(|unread| unread.indices.get(&self.here));
            for &(at, length) in within.into_iter().flatten() {
                self.stay_within(d, &indices[at], length)?;
            }
        } else {
            let source = self.operand(base)?;
            for lane in 0..lanes {
                let base = self.reg(source.arg(lane))?;
                self.sum(d + lane, Place { base, offset }, &terms, lane)?;
            }
        }
        Ok(())
    }

    /// What the indices add up to: variable summands, and a constant.
    fn terms(&mut self, element: TypeId, indices: &[Operand]) -> Lowered<(Vec<Term>, i64)> {
        let mut walk = Walk::new(element);
        let mut terms = Vec::new();
        let mut offset = 0i64;
        for index in indices {
            if let Some(value) = self.constant_index(index)? {
                offset = offset.wrapping_add(walk.constant_step(self.builder, self.module, value)?);
                continue;
            }
            let Stride::Bytes(scale) = walk.next(self.builder, self.module)? else {
                return Err("`getelementptr` with a variable index into a struct".into());
            };
            let (index, ty) = self.widened(index);
            let shape = self.shape(ty)?;
            let scalar = shape.parts.first().ok_or("an index without a value")?.scalar;
            if !matches!(scalar, Scalar::Int(_)) {
                return Err("an index of this type is not supported".into());
            }
            let index = self.source(index, ty)?;
            if scale != 0 {
                terms.push(Term { index, lanes: shape.registers, scalar, scale });
            }
        }
        Ok((terms, offset))
    }

    /// An index that is the same constant in every lane.
    fn constant_index(&mut self, index: &Operand) -> Lowered<Option<i64>> {
        let Value::Constant(_) = index.value else { return Ok(None) };
        let Some(part) = self.shape(index.ty)?.parts.first().copied() else { return Ok(None) };
        let Source::Words(words) = self.operand(index)? else { return Ok(None) };
        let first = words.first().copied().unwrap_or(0);
        let same = part.scalar.registers() == 1 && words.iter().all(|&word| word == first);
        Ok(same.then(|| sign_extend(first.into(), part.scalar.bits()) as i64))
    }

    /// Looks through a sign extension from 32 bits: addressing does it on its own.
    fn widened<'v>(&self, index: &'v Operand) -> (&'v Value, TypeId)
    where
        'p: 'v,
    {
        if let Some(Op::Cast { op: Cast::SExt, from, .. }) = self.definition(&index.value)
            && from.ty == self.m.types.int(32)
            && index.ty == self.m.types.int(64)
        {
            return (&from.value, from.ty);
        }
        (&index.value, index.ty)
    }

    /// `d = place + Σ terms`.
    fn sum(&mut self, d: Reg, place: Place, terms: &[Term], lane: u16) -> Lowered<()> {
        let Some((last, others)) = terms.split_last() else {
            self.emit(Insn::AddImm64 { d, a: place.base, imm: place.offset });
            return Ok(());
        };
        let mut a = place.base;
        for term in others {
            let to = self.temp()?;
            self.add_term(to, a, term, lane, 0)?;
            a = to;
        }
        match i32::try_from(place.offset) {
            Ok(offset) => self.add_term(d, a, last, lane, offset),
            Err(_) => {
                let to = self.temp()?;
                self.add_term(to, a, last, lane, 0)?;
                self.emit(Insn::AddImm64 { d, a: to, imm: place.offset });
                Ok(())
            }
        }
    }

    fn add_term(&mut self, d: Reg, a: Reg, term: &Term, lane: u16, offset: i32) -> Lowered<()> {
        let index = self.reg(term.index.arg(if term.lanes == 1 { 0 } else { lane }))?;
        let index = match term.scalar.bits() {
            32 | 64 => index,
            from => {
                let wide = self.temp()?;
                self.emit(Insn::SExt { d: wide, a: index, from, to: 64 });
                wide
            }
        };
        match (i32::try_from(term.scale), term.scalar.bits()) {
            (Ok(scale), 32) => self.emit(Insn::Lea32 { d, a, index, scale, offset }),
            (Ok(scale), _) => self.emit(Insn::Lea { d, a, index, scale, offset }),
            (Err(_), bits) => {
                let (wide, product) = (self.temp()?, self.temp()?);
                self.emit(Insn::SExt { d: wide, a: index, from: bits, to: 64 });
                self.emit(Insn::MulImm64 { d: product, a: wide, imm: term.scale as i64 });
                self.emit(Insn::Lea { d, a, index: product, scale: 1, offset });
            }
        }
        Ok(())
    }
}
