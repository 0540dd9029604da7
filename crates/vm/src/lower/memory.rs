//! Memory: `alloca`, `load`, `store` (LangRef: "Memory Access and Addressing Operations").

use mazurka_ir::instruction::{LocalId, Operand, Ordering, Value};
use mazurka_ir::{Type, TypeId};

use super::function::{Arg, Lowered, Lowering, Source};
use super::shape::{Scalar, Shape, refuse};
use crate::code::{Insn, IntOp, Reg};
use crate::program::FrameSlot;

/// Unused bytes between allocas, so that overruns are detected.
const REDZONE: u32 = 16;
/// Larger ones are made when control comes to them, where the stack's limit is checked.
const MAX_SLOT: u64 = 1 << 30;

/// A place in memory: a register plus a constant.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub base: Reg,
    pub offset: i64,
}

impl Lowering<'_, '_> {
    pub(crate) fn alloca(&mut self, result: LocalId, ty: TypeId, count: &Operand, align: u32) -> Lowered<()> {
        if self.promoted(&Value::Local(result)).is_some() {
            return Ok(());
        }
        let layout = self.m.layout.of(&self.m.types, ty).ok_or_else(|| refuse(&self.m.types, ty))?;
        let align = u32::try_from(layout.align.max(align.into())).map_err(|_| "an absurd alignment")?;
        let count = self.arg(&count.value, count.ty)?;
        let d = self.result(result, 1)?;
        match count {
            Arg::Bits(count) if self.block == 0 && slot_fits(layout.stride(), count) => {
                let size = (layout.stride() * count) as u32;
                let offset = self.frame_slot(size, align)?;
                self.slots.insert(result, offset);
                self.emit(Insn::FrameAddress { d, offset });
            }
            _ => {
                let size = self.temp()?;
                self.integer(IntOp::Mul, 64, size, count, Arg::Bits(layout.stride()))?;
                self.emit(Insn::Alloca { d, size, align });
            }
        }
        Ok(())
    }

    fn frame_slot(&mut self, size: u32, align: u32) -> Lowered<u32> {
        let frame = &mut self.frame;
        let place = || {
            let first = if frame.slots.is_empty() { 0 } else { frame.size.checked_add(REDZONE)? };
            let offset = first.checked_next_multiple_of(align)?;
            Some((offset, offset.checked_add(size).filter(|&end| u64::from(end) <= MAX_SLOT)?))
        };
        let (offset, end) = place().ok_or("the locals of the function take too much memory")?;
        frame.size = end;
        frame.align = frame.align.max(align);
        frame.slots.push(FrameSlot { offset, size });
        Ok(offset)
    }

    pub(crate) fn load(
        &mut self,
        result: LocalId,
        ty: TypeId,
        address: &Value,
        atomic: Option<Ordering>,
    ) -> Lowered<()> {
        let shape = self.shape(ty)?;
        let d = self.result(result, shape.registers)?;
        if let Some((variable, _)) = self.promoted(address) {
            for i in 0..shape.registers {
                self.emit(Insn::Mov { d: d + i, s: variable + i });
            }
            return Ok(());
        }
        match atomic {
            Some(_) if self.compared_load(result)? => Ok(()),
            Some(order) => self.atomic_load(d, &shape, address, order),
            None => {
                let place = self.place(address)?;
                self.load_value(d, place, ty)
            }
        }
    }

    pub(crate) fn load_value(&mut self, d: Reg, place: Place, ty: TypeId) -> Lowered<()> {
        let shape = self.shape(ty)?;
        if shape.bit_packed {
            return self.load_bit_packed(d, place, ty, &shape);
        }
        for part in &shape.parts {
            self.load_scalar(d + part.register, place.plus(part.offset), part.scalar)?;
        }
        Ok(())
    }

    /// One part of a value. Bits beyond its width are cleared.
    pub(crate) fn load_scalar(&mut self, d: Reg, place: Place, scalar: Scalar) -> Lowered<()> {
        if let Scalar::Wide(_) | Scalar::Extended = scalar {
            let bits = scalar.bits();
            self.load_scalar(d, place, Scalar::Int(64))?;
            return self.load_scalar(d + 1, place.plus(8), Scalar::Int(bits - 64));
        }
        let bits = scalar.bits();
        let loaded = if bits.is_multiple_of(8) { d } else { self.temp()? };
        let Reachable { a, offset } = self.reach(place)?;
        self.emit(match scalar.bytes() {
            1 => Insn::Load8 { d: loaded, a, offset },
            2 => Insn::Load16 { d: loaded, a, offset },
            4 => Insn::Load32 { d: loaded, a, offset },
            8 => Insn::Load64 { d: loaded, a, offset },
            size => Insn::LoadBytes { d: loaded, a, size, offset },
        });
        if loaded != d {
            self.emit(Insn::Trunc { d, a: loaded, bits });
        }
        Ok(())
    }

    /// A vector whose elements share bytes is loaded as one integer and taken apart.
    fn load_bit_packed(&mut self, d: Reg, place: Place, ty: TypeId, shape: &Shape) -> Lowered<()> {
        let (whole, scalar) = self.packed_type(ty)?;
        let packed = self.group(scalar.registers())?;
        self.load_scalar(packed, place, scalar)?;
        let from = self.shape(whole)?;
        self.bitcast(d, &Source::Registers(packed), &from, shape)
    }

    /// The integer type with the bits of a vector.
    fn packed_type(&mut self, ty: TypeId) -> Lowered<(TypeId, Scalar)> {
        let Type::Vector(..) = self.m.types.get(ty) else {
            return Err("such a vector inside of an aggregate is not supported".into());
        };
        let shape = self.shape(ty)?;
        let bits: u32 = shape.parts.iter().map(|part| u32::from(part.scalar.bits())).sum();
        let whole = self.m.types.int(bits);
        Ok((whole, self.scalar(whole)?))
    }

    pub(crate) fn store(
        &mut self,
        value: &Operand,
        address: &Value,
        atomic: Option<Ordering>,
    ) -> Lowered<()> {
        let shape = self.shape(value.ty)?;
        let source = self.written(value)?;
        if let Some((variable, _)) = self.promoted(address) {
            for i in 0..shape.registers {
                self.mov(variable + i, source.arg(i));
            }
            return Ok(());
        }
        match atomic {
            Some(order) => self.atomic_store(&source, &shape, address, order),
            None => {
                let place = self.place(address)?;
                self.store_value(&source, place, value.ty)
            }
        }
    }

    pub(crate) fn store_value(&mut self, source: &Source, place: Place, ty: TypeId) -> Lowered<()> {
        let shape = self.shape(ty)?;
        if shape.bit_packed {
            let (whole, scalar) = self.packed_type(ty)?;
            let packed = self.group(scalar.registers())?;
            let to = self.shape(whole)?;
            self.bitcast(packed, source, &shape, &to)?;
            return self.store_scalar(&Source::Registers(packed), 0, place, scalar);
        }
        for part in &shape.parts {
            self.store_scalar(source, part.register, place.plus(part.offset), part.scalar)?;
        }
        Ok(())
    }

    pub(crate) fn store_scalar(
        &mut self,
        source: &Source,
        register: u16,
        place: Place,
        scalar: Scalar,
    ) -> Lowered<()> {
        if let Scalar::Wide(_) | Scalar::Extended = scalar {
            let bits = scalar.bits();
            self.store_scalar(source, register, place, Scalar::Int(64))?;
            return self.store_scalar(source, register + 1, place.plus(8), Scalar::Int(bits - 64));
        }
        let s = self.reg(source.arg(register))?;
        let Reachable { a, offset } = self.reach(place)?;
        self.emit(match scalar.bytes() {
            1 => Insn::Store8 { a, s, offset },
            2 => Insn::Store16 { a, s, offset },
            4 => Insn::Store32 { a, s, offset },
            8 => Insn::Store64 { a, s, offset },
            size => Insn::StoreBytes { a, s, size, offset },
        });
        Ok(())
    }

    /// The place that a pointer points to, constant offsets taken apart.
    pub(crate) fn place(&mut self, address: &Value) -> Lowered<Place> {
        if let Value::Local(local) = address
            && let Some(&(base, offset)) = self.offsets.get(local)
        {
            return Ok(Place { base, offset });
        }
        Ok(Place { base: self.pointer(address)?, offset: 0 })
    }

    /// The same place with an offset that fits an instruction.
    fn reach(&mut self, place: Place) -> Lowered<Reachable> {
        if let Ok(offset) = i32::try_from(place.offset) {
            return Ok(Reachable { a: place.base, offset });
        }
        let d = self.temp()?;
        self.emit(Insn::AddImm64 { d, a: place.base, imm: place.offset });
        Ok(Reachable { a: d, offset: 0 })
    }
}

/// A place within the reach of an instruction's offset.
struct Reachable {
    a: Reg,
    offset: i32,
}

impl Place {
    pub(crate) fn plus(self, offset: u64) -> Place {
        Place { offset: self.offset.wrapping_add(offset as i64), ..self }
    }
}

fn slot_fits(stride: u64, count: u64) -> bool {
    stride.checked_mul(count).is_some_and(|size| size <= MAX_SLOT)
}
