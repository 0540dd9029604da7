//! Conversions, lane by lane (LangRef: "Conversion Operations").

use mazurka_ir::TypeId;
use mazurka_ir::instruction::{Cast, LocalId, Operand};

use super::function::{Arg, Lowered, Lowering, Source};
use super::shape::{Scalar, Shape};
use crate::code::{ConvertOp, Insn, IntOp, Reg};

impl Lowering<'_, '_> {
    pub(crate) fn cast(&mut self, result: LocalId, op: Cast, from: &Operand, to: TypeId) -> Lowered<()> {
        if op != Cast::Bitcast && (self.big(from.ty).is_some() || self.big(to).is_some()) {
            return self.big_cast(result, op, from, to);
        }
        let (from_shape, to_shape) = (self.shape(from.ty)?, self.shape(to)?);
        let source = self.operand(from)?;
        let d = self.result(result, to_shape.registers)?;
        if matches!(op, Cast::Bitcast | Cast::AddrSpaceCast) {
            return self.bitcast(d, &source, &from_shape, &to_shape);
        }
        if from_shape.parts.len() != to_shape.parts.len() {
            return Err("a cast between vectors of different lengths".into());
        }
        for (from, to) in from_shape.parts.iter().zip(&to_shape.parts) {
            let d = d + to.register;
            match op {
                Cast::Trunc | Cast::ZExt | Cast::PtrToInt | Cast::IntToPtr => {
                    self.resize(d, &source, from.register, from.scalar, to.scalar)?;
                }
                Cast::SExt => self.sign_extend(d, &source, from.register, from.scalar, to.scalar)?,
                _ => self.convert(d, op, &source, from.register, from.scalar, to.scalar)?,
            }
        }
        Ok(())
    }

    /// Integers and pointers: keeps the low bits, fills up with zeros.
    pub(crate) fn resize(
        &mut self,
        d: Reg,
        source: &Source,
        register: u16,
        from: Scalar,
        to: Scalar,
    ) -> Lowered<()> {
        let low = source.arg(register);
        if to.bits() < from.bits() && to.bits() < 64 {
            let a = self.reg(low)?;
            self.emit(Insn::Trunc { d, a, bits: to.bits() });
        } else {
            self.mov(d, low);
        }
        if to.registers() == 2 {
            match from {
                Scalar::Wide(_) if to.bits() < from.bits() => {
                    let a = self.reg(source.arg(register + 1))?;
                    self.emit(Insn::Trunc { d: d + 1, a, bits: to.bits() - 64 });
                }
                Scalar::Wide(_) => self.mov(d + 1, source.arg(register + 1)),
                _ => self.mov(d + 1, Arg::Bits(0)),
            }
        }
        Ok(())
    }

    fn sign_extend(
        &mut self,
        d: Reg,
        source: &Source,
        register: u16,
        from: Scalar,
        to: Scalar,
    ) -> Lowered<()> {
        let a = self.registers(source, register, from.registers())?;
        let (from, to) = (from.bits(), to.bits());
        self.emit(match (from, to) {
            (32, 64) => Insn::SExt32To64 { d, a },
            (_, ..=64) => Insn::SExt { d, a, from, to },
            _ => Insn::SExtWide { d, a, from, to },
        });
        Ok(())
    }

    fn convert(
        &mut self,
        d: Reg,
        op: Cast,
        source: &Source,
        register: u16,
        from: Scalar,
        to: Scalar,
    ) -> Lowered<()> {
        if from == Scalar::Extended || to == Scalar::Extended {
            return self.extended_convert(d, op, source, register, from, to);
        }
        let (op, bits) =
            convert_op(op, from, to).ok_or("a conversion between these types is not supported")?;
        let a = self.registers(source, register, from.registers())?;
        self.emit(Insn::Convert { op, bits, d, a });
        Ok(())
    }

    /// LangRef `bitcast`: the same bits in other parts.
    pub(crate) fn bitcast(&mut self, d: Reg, source: &Source, from: &Shape, to: &Shape) -> Lowered<()> {
        let (pieces, wanted) = (pieces(from), pieces(to));
        let total = |pieces: &[Piece]| pieces.last().map_or(0, |last| last.start + u32::from(last.bits));
        if total(&pieces) != total(&wanted) {
            return Err("`bitcast` between sizes that differ".into());
        }
        for (register, want) in (0..).zip(&wanted) {
            let d = d + register;
            let mut collected = None;
            for (from, have) in (0..).zip(&pieces).filter(|(_, have)| have.overlaps(want)) {
                let shift = i64::from(have.start) - i64::from(want.start);
                let bits = self.shifted(source.arg(from), have, want, shift)?;
                collected = Some(match collected {
                    None => bits,
                    Some(so_far) => {
                        let both = self.temp()?;
                        self.integer(IntOp::Or, 64, both, so_far, bits)?;
                        Arg::Reg(both)
                    }
                });
            }
            self.mov(d, collected.unwrap_or(Arg::Bits(0)));
        }
        Ok(())
    }

    /// The bits of `have` that belong to `want`, at their place there.
    fn shifted(&mut self, arg: Arg, have: &Piece, want: &Piece, shift: i64) -> Lowered<Arg> {
        if shift == 0 && have.bits <= want.bits {
            return Ok(arg);
        }
        let d = self.temp()?;
        let a = self.reg(arg)?;
        if shift >= 0 {
            self.emit(Insn::ShlImm64 { d, a, by: shift as u8 });
        } else {
            self.emit(Insn::LShrImm { d, a, by: -shift as u8 });
        }
        if i64::from(have.bits) + shift <= i64::from(want.bits) {
            return Ok(Arg::Reg(d));
        }
        let masked = self.temp()?;
        self.emit(Insn::Trunc { d: masked, a: d, bits: want.bits });
        Ok(Arg::Reg(masked))
    }
}

/// One register of a value: which bits of the whole it holds.
struct Piece {
    start: u32,
    bits: u8,
}

impl Piece {
    fn overlaps(&self, other: &Piece) -> bool {
        self.start < other.start + u32::from(other.bits) && other.start < self.start + u32::from(self.bits)
    }
}

fn pieces(shape: &Shape) -> Vec<Piece> {
    let mut start = 0;
    let registers = shape.parts.iter().flat_map(|part| part.scalar.register_bits());
    registers
        .map(|bits| {
            let piece = Piece { start, bits };
            start += u32::from(bits);
            piece
        })
        .collect()
}

/// The conversion, and the width of its integer side.
pub(crate) fn convert_op(op: Cast, from: Scalar, to: Scalar) -> Option<(ConvertOp, u8)> {
    use ConvertOp::*;
    let double = from == Scalar::Double || to == Scalar::Double;
    let wide = matches!(from, Scalar::Wide(_)) || matches!(to, Scalar::Wide(_));
    let op = match (op, from, to) {
        (Cast::FpTrunc, Scalar::Double, Scalar::Float) => return Some((DoubleToFloat, 0)),
        (Cast::FpExt, Scalar::Float, Scalar::Double) => return Some((FloatToDouble, 0)),
        (
            Cast::FpToSi | Cast::FpToUi,
            Scalar::Float | Scalar::Double,
            Scalar::Int(bits) | Scalar::Wide(bits),
        ) => {
            let convert = match (op == Cast::FpToSi, double, wide) {
                (true, true, false) => DoubleToSigned,
                (true, true, true) => DoubleToWideSigned,
                (true, false, false) => FloatToSigned,
                (true, false, true) => FloatToWideSigned,
                (false, true, false) => DoubleToUnsigned,
                (false, true, true) => DoubleToWideUnsigned,
                (false, false, false) => FloatToUnsigned,
                (false, false, true) => FloatToWideUnsigned,
            };
            (convert, bits)
        }
        (
            Cast::SiToFp | Cast::UiToFp,
            Scalar::Int(bits) | Scalar::Wide(bits),
            Scalar::Float | Scalar::Double,
        ) => {
            let convert = match (op == Cast::SiToFp, double, wide) {
                (true, true, false) => SignedToDouble,
                (true, true, true) => WideSignedToDouble,
                (true, false, false) => SignedToFloat,
                (true, false, true) => WideSignedToFloat,
                (false, true, false) => UnsignedToDouble,
                (false, true, true) => WideUnsignedToDouble,
                (false, false, false) => UnsignedToFloat,
                (false, false, true) => WideUnsignedToFloat,
            };
            (convert, bits)
        }
        _ => return None,
    };
    Some(op)
}
