//! Integers of more than 128 bits, as far as C needs them: clang loads and stores a run of bit fields as one integer of
//! its width, and takes it apart with constant shifts and masks. They are arrays of 64-bit words.

use mazurka_ir::instruction::{BinaryOp, Cast, IntPredicate, LocalId, Operand, Value};
use mazurka_ir::{Type, TypeId, Types};

use super::function::{Arg, Lowered, Lowering, Source};
use crate::code::{CompareOp, Insn, IntOp, Reg};

/// A row of words, and what would follow them: zero, or the sign.
struct Row {
    words: Vec<Arg>,
    rest: Arg,
}

impl Row {
    fn word(&self, index: usize) -> Arg {
        self.words.get(index).copied().unwrap_or(self.rest)
    }
}

/// The width of an integer type that is this wide.
pub(crate) fn width(types: &Types, ty: TypeId) -> Option<u32> {
    types.int_bits(ty).filter(|&bits| bits > 128)
}

impl Lowering<'_, '_> {
    /// The same for a type of the function.
    pub(crate) fn big(&self, ty: TypeId) -> Option<u32> {
        width(&self.m.types, ty)
    }

    pub(crate) fn big_binary(
        &mut self,
        result: LocalId,
        op: BinaryOp,
        ty: TypeId,
        lhs: &Value,
        rhs: &Value,
    ) -> Lowered<()> {
        let (a, b) = (self.source(lhs, ty)?, self.source(rhs, ty)?);
        let bits = self.big(ty).ok_or("a wide integer was expected")?;
        let bitwise = match op {
            BinaryOp::And => IntOp::And,
            BinaryOp::Or => IntOp::Or,
            BinaryOp::Xor => IntOp::Xor,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                return self.big_shift(result, op, bits, &a, &b);
            }
            BinaryOp::Add => return self.big_sum(result, IntOp::Add, bits, &a, &b),
            BinaryOp::Sub => return self.big_sum(result, IntOp::Sub, bits, &a, &b),
            _ => return Err(format!("arithmetic on integers of {bits} bits is not supported")),
        };
        let words = self.shape(ty)?.registers;
        let d = self.result(result, words)?;
        for i in 0..words {
            self.integer(bitwise, 64, d + i, a.arg(i), b.arg(i))?;
        }
        Ok(())
    }

    /// Word by word, with a carry (or borrow) from each to the next.
    fn big_sum(&mut self, result: LocalId, op: IntOp, bits: u32, a: &Source, b: &Source) -> Lowered<()> {
        let mut carry = Arg::Bits(0);
        let mut words = Vec::new();
        for i in 0..bits.div_ceil(64) as u16 {
            let first = self.word_sum(op, a.arg(i), b.arg(i))?;
            let second = self.word_sum(op, Arg::Reg(first), carry)?;
            let any = self.temp()?;
            self.integer(IntOp::Or, 64, any, Arg::Reg(first + 1), Arg::Reg(second + 1))?;
            words.push(Arg::Reg(second));
            carry = Arg::Reg(any);
        }
        self.put_row(result, bits, &Row { words, rest: Arg::Bits(0) })
    }

    /// A word and, in the register behind it, whether it overflowed.
    fn word_sum(&mut self, op: IntOp, a: Arg, b: Arg) -> Lowered<Reg> {
        let (a, b, d) = (self.reg(a)?, self.reg(b)?, self.group(2)?);
        self.emit(Insn::Overflow { op, signed: false, bits: 64, d, a, b });
        Ok(d)
    }

    fn big_shift(
        &mut self,
        result: LocalId,
        op: BinaryOp,
        bits: u32,
        source: &Source,
        by: &Source,
    ) -> Lowered<()> {
        let Source::Words(by) = by else {
            return Err(format!("a shift of {bits} bits by a variable amount is not supported"));
        };
        // A shift by the width or more is poison: any result will do.
        let by = by.first().map_or(0, |&by| by.min(u64::from(bits) - 1)) as usize;
        let row = self.row(source, bits, op == BinaryOp::AShr)?;
        let (words, within) = (by / 64, (by % 64) as u8);
        let count = bits.div_ceil(64) as usize;
        let mut shifted = Vec::with_capacity(count);
        for i in 0..count {
            let word = if op == BinaryOp::Shl {
                let below = |distance| i.checked_sub(distance).map_or(Arg::Bits(0), |at| row.word(at));
                self.joined(below(words), below(words + 1), within, 64 - within)?
            } else {
                self.joined(row.word(i + words + 1), row.word(i + words), 64 - within, within)?
            };
            shifted.push(word);
        }
        self.put_row(result, bits, &Row { words: shifted, rest: Arg::Bits(0) })
    }

    /// `high << left | low >> right`, where a shift by 64 leaves nothing.
    fn joined(&mut self, high: Arg, low: Arg, left: u8, right: u8) -> Lowered<Arg> {
        match (left, right) {
            (0, _) => return Ok(high),
            (_, 0) => return Ok(low),
            _ => {}
        }
        let (upper, lower, both) = (self.temp()?, self.temp()?, self.temp()?);
        self.integer(IntOp::Shl, 64, upper, high, Arg::Bits(left.into()))?;
        self.integer(IntOp::LShr, 64, lower, low, Arg::Bits(right.into()))?;
        self.integer(IntOp::Or, 64, both, Arg::Reg(upper), Arg::Reg(lower))?;
        Ok(Arg::Reg(both))
    }

    /// The words of an integer of any width; its sign is spread if asked for.
    fn row(&mut self, source: &Source, bits: u32, signed: bool) -> Lowered<Row> {
        let count = bits.div_ceil(64) as u16;
        let mut words: Vec<Arg> = (0..count).map(|i| source.arg(i)).collect();
        let mut rest = Arg::Bits(0);
        if let (true, Some(top)) = (signed, words.last_mut()) {
            let (a, wide, sign) = (self.reg(*top)?, self.temp()?, self.temp()?);
            let from = (bits - 64 * (u32::from(count) - 1)) as u8;
            self.emit(match from {
                64 => Insn::Mov { d: wide, s: a },
                _ => Insn::SExt { d: wide, a, from, to: 64 },
            });
            self.emit(Insn::AShrImm64 { d: sign, a: wide, by: 63 });
            (*top, rest) = (Arg::Reg(wide), Arg::Reg(sign));
        }
        Ok(Row { words, rest })
    }

    /// The low `bits` of a row become the result.
    fn put_row(&mut self, result: LocalId, bits: u32, row: &Row) -> Lowered<()> {
        let count = bits.div_ceil(64) as u16;
        let d = self.result(result, count)?;
        for i in 0..count {
            self.put_word(d + i, row.word(i.into()), (bits - 64 * u32::from(i)).min(64) as u8)?;
        }
        Ok(())
    }

    fn put_word(&mut self, d: Reg, word: Arg, bits: u8) -> Lowered<()> {
        if bits == 64 {
            self.mov(d, word);
        } else {
            let a = self.reg(word)?;
            self.emit(Insn::Trunc { d, a, bits });
        }
        Ok(())
    }

    /// `trunc`, `zext` and `sext` where one side is this wide.
    pub(crate) fn big_cast(&mut self, result: LocalId, op: Cast, from: &Operand, to: TypeId) -> Lowered<()> {
        let (Type::Int(from_bits), Type::Int(to_bits)) = (self.m.types.get(from.ty), self.m.types.get(to))
        else {
            return Err("a conversion between these types is not supported".into());
        };
        if !matches!(op, Cast::Trunc | Cast::ZExt | Cast::SExt) {
            return Err("a conversion between these types is not supported".into());
        }
        let source = self.operand(from)?;
        let row = self.row(&source, from_bits, op == Cast::SExt)?;
        self.put_row(result, to_bits, &row)
    }

    /// `icmp eq` and `ne`.
    pub(crate) fn big_compare(
        &mut self,
        result: LocalId,
        predicate: IntPredicate,
        ty: TypeId,
        lhs: &Value,
        rhs: &Value,
    ) -> Lowered<()> {
        let op = match predicate {
            IntPredicate::Eq => CompareOp::Eq,
            IntPredicate::Ne => CompareOp::Ne,
            _ => return Err("an order of integers of this width is not supported".into()),
        };
        let (a, b) = (self.source(lhs, ty)?, self.source(rhs, ty)?);
        let mut difference = Arg::Bits(0);
        for i in 0..self.shape(ty)?.registers {
            let (differs, any) = (self.temp()?, self.temp()?);
            self.integer(IntOp::Xor, 64, differs, a.arg(i), b.arg(i))?;
            self.integer(IntOp::Or, 64, any, difference, Arg::Reg(differs))?;
            difference = Arg::Reg(any);
        }
        let (a, d) = (self.reg(difference)?, self.result(result, 1)?);
        self.emit(Insn::CompareImm { op, d, a, imm: 0 });
        Ok(())
    }
}

/// A decimal number as words of two's complement, the lowest first; `None` if it is malformed.
pub(crate) fn parse(literal: &str, bits: u32) -> Option<Vec<u64>> {
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    let mut words = vec![0u64; bits.div_ceil(64) as usize];
    for digit in digits.bytes() {
        let mut carry = u128::from(digit.checked_sub(b'0').filter(|&digit| digit < 10)?);
        for word in &mut words {
            carry += u128::from(*word) * 10;
            *word = carry as u64;
            carry >>= 64;
        }
    }
    if literal.starts_with('-') {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(carry.into());
        }
    }
    if let Some(top) = words.last_mut().filter(|_| !bits.is_multiple_of(64)) {
        *top &= (1 << (bits % 64)) - 1;
    }
    Some(words).filter(|_| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn literals_are_twos_complement() {
        assert_eq!(parse("-1", 136), Some(vec![u64::MAX, u64::MAX, 255]));
        assert_eq!(parse("36893488147419103233", 192), Some(vec![1, 2, 0]));
        assert_eq!(parse("-18446744073709551616", 192), Some(vec![0, u64::MAX, u64::MAX]));
        assert_eq!((parse("", 192), parse("-", 192), parse("1x", 192)), (None, None, None));
    }
}
