//! Aggregates and vectors: moves of registers (LangRef: "Aggregate Operations", "Vector Operations").

use mazurka_ir::instruction::{LocalId, Operand, Value};
use mazurka_ir::{Type, TypeId};

use super::function::{Arg, Lowered, Lowering, Source};
use super::shape;
use crate::code::{CompareOp, Insn};

impl Lowering<'_, '_> {
    pub(crate) fn extract_value(
        &mut self,
        result: LocalId,
        aggregate: &Operand,
        indices: &[u32],
    ) -> Lowered<()> {
        let element = shape::element(&self.m.types, &self.m.layout, aggregate.ty, indices)?;
        let source = self.operand(aggregate)?;
        let d = self.result(result, element.registers)?;
        for i in 0..element.registers {
            self.mov(d + i, source.arg(element.register + i));
        }
        Ok(())
    }

    pub(crate) fn insert_value(
        &mut self,
        result: LocalId,
        aggregate: &Operand,
        element: &Operand,
        indices: &[u32],
    ) -> Lowered<()> {
        let place = shape::element(&self.m.types, &self.m.layout, aggregate.ty, indices)?;
        if place.ty != element.ty {
            return Err("`insertvalue` of a value that is not of the element's type".into());
        }
        let (old, new) = (self.operand(aggregate)?, self.operand(element)?);
        let registers = self.shape(aggregate.ty)?.registers;
        let d = self.result(result, registers)?;
        let inserted = place.register..place.register + place.registers;
        for i in 0..registers {
            let arg = if inserted.contains(&i) { new.arg(i - place.register) } else { old.arg(i) };
            self.mov(d + i, arg);
        }
        Ok(())
    }

    /// How many elements a vector has, and how many registers each of them takes.
    fn vector(&mut self, ty: TypeId) -> Lowered<(u16, u16, TypeId)> {
        let Type::Vector(_, element) = self.m.types.get(ty) else {
            return Err("a vector was expected".into());
        };
        let each = self.shape(element)?.registers;
        Ok((self.shape(ty)?.parts.len() as u16, each, element))
    }

    pub(crate) fn extract_element(
        &mut self,
        result: LocalId,
        vector: &Operand,
        index: &Operand,
    ) -> Lowered<()> {
        let (count, each, _) = self.vector(vector.ty)?;
        let source = self.operand(vector)?;
        let d = self.result(result, each)?;
        match self.arg(&index.value, index.ty)? {
            Arg::Bits(index) => {
                // Beyond the end, the result is poison: any value will do.
                let at = index.min(u64::from(count.max(1) - 1)) as u16 * each;
                (0..each).for_each(|i| self.mov(d + i, source.arg(at + i)));
            }
            Arg::Reg(index) => {
                for i in 0..each {
                    let mut chosen = source.arg(i);
                    for lane in 1..count {
                        let c = self.is_lane(index, lane)?;
                        let to = if lane + 1 == count { d + i } else { self.temp()? };
                        self.select_register(to, c, source.arg(lane * each + i), chosen)?;
                        chosen = Arg::Reg(to);
                    }
                    if count <= 1 {
                        self.mov(d + i, chosen);
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn insert_element(
        &mut self,
        result: LocalId,
        vector: &Operand,
        element: &Value,
        index: &Operand,
    ) -> Lowered<()> {
        let (count, each, ty) = self.vector(vector.ty)?;
        let (old, new) = (self.operand(vector)?, self.source(element, ty)?);
        let d = self.result(result, count * each)?;
        let index = self.arg(&index.value, index.ty)?;
        for lane in 0..count {
            let c = match index {
                Arg::Bits(index) => Arg::Bits(u64::from(index == u64::from(lane))),
                Arg::Reg(index) => self.is_lane(index, lane)?,
            };
            for i in 0..each {
                let at = lane * each + i;
                self.select_register(d + at, c, new.arg(i), old.arg(at))?;
            }
        }
        Ok(())
    }

    fn is_lane(&mut self, index: crate::code::Reg, lane: u16) -> Lowered<Arg> {
        let d = self.temp()?;
        self.emit(Insn::CompareImm { op: CompareOp::Eq, d, a: index, imm: lane.into() });
        Ok(Arg::Reg(d))
    }

    pub(crate) fn shuffle_vector(
        &mut self,
        result: LocalId,
        left: &Operand,
        right: &Value,
        mask: &[Option<u32>],
    ) -> Lowered<()> {
        let (count, each, _) = self.vector(left.ty)?;
        let (left, right) = (self.operand(left)?, self.source(right, left.ty)?);
        let registers = u16::try_from(mask.len() as u64 * u64::from(each));
        let d = self.result(result, registers.map_err(|_| "a vector of absurd length")?)?;
        for (to, lane) in (0..).zip(mask) {
            for i in 0..each {
                self.mov(d + to * each + i, shuffled(&left, &right, *lane, count, each, i)?);
            }
        }
        Ok(())
    }
}

/// Register `i` of element `lane` of two vectors one behind the other.
fn shuffled(left: &Source, right: &Source, lane: Option<u32>, count: u16, each: u16, i: u16) -> Lowered<Arg> {
    let Some(lane) = lane else { return Ok(Arg::Bits(0)) };
    let lane = u16::try_from(lane).ok().filter(|&lane| lane < 2 * count);
    let lane = lane.ok_or("`shufflevector` names an element that neither vector has")?;
    Ok(match lane.checked_sub(count) {
        None => left.arg(lane * each + i),
        Some(lane) => right.arg(lane * each + i),
    })
}
