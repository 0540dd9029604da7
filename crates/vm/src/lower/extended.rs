//! `long double` (LangRef `x86_fp80`): every operation is a call of a library function on pairs of registers.

use mazurka_ir::instruction::Cast;

use super::function::{Arg, Lowered, Lowering, Source};
use super::shape::Scalar;
use crate::code::{CallSite, FloatOp, FloatUnaryOp, Reg};

impl Lowering<'_, '_> {
    /// Calls a library function with these registers; its result goes to `d`.
    fn extended_call(&mut self, name: &str, args: Vec<Reg>, d: Reg, results: u16) {
        self.call_library_at(name, CallSite { args: args.into(), d, results, ..CallSite::default() });
    }

    fn pair(&mut self, source: &Source, register: u16) -> Lowered<[Reg; 2]> {
        Ok([self.reg(source.arg(register))?, self.reg(source.arg(register + 1))?])
    }

    pub(super) fn extended_operation(
        &mut self,
        op: FloatOp,
        d: Reg,
        a: &Source,
        b: &Source,
        register: u16,
    ) -> Lowered<()> {
        let name = match op {
            FloatOp::Add => "__mazurka_extended_add",
            FloatOp::Sub => "__mazurka_extended_subtract",
            FloatOp::Mul => "__mazurka_extended_multiply",
            FloatOp::Div => "__mazurka_extended_divide",
            FloatOp::Rem => "fmodl",
            FloatOp::CopySign => "copysignl",
            FloatOp::MinNum => "fminl",
            FloatOp::MaxNum => "fmaxl",
            FloatOp::Pow => "powl",
            FloatOp::Minimum | FloatOp::Maximum => {
                return Err("this operation on `long double` is not supported".into());
            }
        };
        let args = [self.pair(a, register)?, self.pair(b, register)?].concat();
        self.extended_call(name, args, d, 2);
        Ok(())
    }

    pub(super) fn extended_unary(
        &mut self,
        op: FloatUnaryOp,
        d: Reg,
        source: &Source,
        register: u16,
    ) -> Lowered<()> {
        let name = match op {
            FloatUnaryOp::Neg => "__mazurka_extended_negate",
            FloatUnaryOp::Abs => "fabsl",
            FloatUnaryOp::Sqrt => "sqrtl",
            FloatUnaryOp::Floor => "floorl",
            FloatUnaryOp::Ceil => "ceill",
            FloatUnaryOp::Trunc => "truncl",
            FloatUnaryOp::Rint => "rintl",
            FloatUnaryOp::Round => "roundl",
            FloatUnaryOp::Sin => "sinl",
            FloatUnaryOp::Cos => "cosl",
            FloatUnaryOp::Tan => "tanl",
            FloatUnaryOp::Exp => "expl",
            FloatUnaryOp::Exp2 => "exp2l",
            FloatUnaryOp::Exp10 => "exp10l",
            FloatUnaryOp::Log => "logl",
            FloatUnaryOp::Log2 => "log2l",
            FloatUnaryOp::Log10 => "log10l",
        };
        let args = self.pair(source, register)?;
        self.extended_call(name, args.to_vec(), d, 2);
        Ok(())
    }

    /// Where it need not be fused, it is not: as on a processor that cannot.
    pub(super) fn extended_multiply_add(
        &mut self,
        fused: bool,
        d: Reg,
        sources: &[Source],
        register: u16,
    ) -> Lowered<()> {
        let mut pairs = Vec::new();
        for source in sources {
            pairs.push(self.pair(source, register)?);
        }
        if fused {
            self.extended_call("fmal", pairs.concat(), d, 2);
            return Ok(());
        }
        let product = self.group(2)?;
        self.extended_call("__mazurka_extended_multiply", pairs[..2].concat(), product, 2);
        let sum = [[product, product + 1], pairs[2]].concat();
        self.extended_call("__mazurka_extended_add", sum, d, 2);
        Ok(())
    }

    /// `when`: the outcomes of the comparison that count, as a set of bits.
    pub(super) fn extended_compare(
        &mut self,
        when: u8,
        d: Reg,
        a: &Source,
        b: &Source,
        register: u16,
    ) -> Lowered<()> {
        let when = self.reg(Arg::Bits(when.into()))?;
        let args = [&[when][..], &self.pair(a, register)?, &self.pair(b, register)?].concat();
        self.extended_call("__mazurka_extended_compare", args, d, 1);
        Ok(())
    }

    /// `llvm.is.fpclass`
    pub(super) fn extended_class(
        &mut self,
        mask: u64,
        d: Reg,
        source: &Source,
        register: u16,
    ) -> Lowered<()> {
        let mask = self.reg(Arg::Bits(mask))?;
        let args = [&[mask][..], &self.pair(source, register)?].concat();
        self.extended_call("__mazurka_extended_is_class", args, d, 1);
        Ok(())
    }

    /// A conversion from or to `long double`.
    pub(super) fn extended_convert(
        &mut self,
        d: Reg,
        op: Cast,
        source: &Source,
        register: u16,
        from: Scalar,
        to: Scalar,
    ) -> Lowered<()> {
        let name = match (op, from, to) {
            (Cast::FpExt, Scalar::Double, _) => "__mazurka_extended_from_double",
            (Cast::FpExt, Scalar::Float, _) => "__mazurka_extended_from_float",
            (Cast::FpTrunc, _, Scalar::Double) => "__mazurka_extended_to_double",
            (Cast::FpTrunc, _, Scalar::Float) => "__mazurka_extended_to_float",
            (Cast::SiToFp, Scalar::Int(_) | Scalar::Wide(_), _) => "__mazurka_extended_from_signed",
            (Cast::UiToFp, Scalar::Int(_) | Scalar::Wide(_), _) => "__mazurka_extended_from_unsigned",
            (Cast::FpToSi, _, Scalar::Int(_) | Scalar::Wide(_)) => "__mazurka_extended_to_signed",
            (Cast::FpToUi, _, Scalar::Int(_) | Scalar::Wide(_)) => "__mazurka_extended_to_unsigned",
            _ => return Err("a conversion between these types is not supported".into()),
        };
        let mut args = Vec::new();
        for i in 0..from.registers() {
            args.push(self.reg(source.arg(register + i))?);
        }
        // Integers take two words and their width.
        let integer = if to == Scalar::Extended { from } else { to };
        if matches!(integer, Scalar::Int(_) | Scalar::Wide(_)) {
            if args.len() == 1 {
                args.push(self.reg(Arg::Bits(0))?);
            }
            args.push(self.reg(Arg::Bits(integer.bits().into()))?);
        }
        self.extended_call(name, args, d, to.registers());
        Ok(())
    }
}
