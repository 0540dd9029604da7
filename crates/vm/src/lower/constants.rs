//! Constant expressions (LangRef: "Constant Expressions"), evaluated as far as addresses are known: completely, except
//! that a thread-local's address waits for its thread.

use mazurka_ir::constant::{Constant, ConstantExpr};
use mazurka_ir::instruction::{BinaryOp, Cast, IntPredicate};
use mazurka_ir::link::SymbolRef;
use mazurka_ir::{Type, TypeId};

use super::big;
use super::program::{Builder, Word};
use super::shape::Scalar;

impl Builder<'_> {
    /// The registers of a constant of this type.
    pub(crate) fn words(
        &mut self,
        module: usize,
        ty: TypeId,
        constant: &Constant,
    ) -> Result<Vec<Word>, String> {
        let shape = self.shape(module, ty)?;
        let mut words = Vec::with_capacity(shape.registers.into());
        self.append(module, ty, constant, &mut words)?;
        if words.len() != usize::from(shape.registers) {
            return Err("a constant does not fit its type".into());
        }
        Ok(words)
    }

    fn append(
        &mut self,
        module: usize,
        ty: TypeId,
        constant: &Constant,
        words: &mut Vec<Word>,
    ) -> Result<(), String> {
        let m = self.module(module);
        match constant {
            Constant::Zero | Constant::Null | Constant::Undef | Constant::Poison => {
                let registers = self.shape(module, ty)?.registers;
                words.extend((0..registers).map(|_| Word::Bits(0)));
            }
            Constant::Aggregate(elements) => {
                for (ty, element) in elements.iter() {
                    self.append(module, *ty, element, words)?;
                }
            }
            Constant::Int(value) if big::width(&m.types, ty).is_some() => {
                let low = [*value as u64, (*value >> 64) as u64];
                let registers = usize::from(self.shape(module, ty)?.registers);
                words.extend((0..registers).map(|i| Word::Bits(low.get(i).copied().unwrap_or(0))));
            }
            // The reader keeps what needs more than 128 bits as text.
            Constant::Unsupported(text) if let Some(bits) = big::width(&m.types, ty) => {
                let parsed = big::parse(text, bits).ok_or("a constant that is not a number")?;
                words.extend(parsed.into_iter().map(Word::Bits));
            }
            Constant::Bytes(bytes) => words.extend(bytes.iter().map(|&byte| Word::Bits(byte.into()))),
            Constant::Splat(element) => {
                let Type::Vector(count, _) = m.types.get(ty) else {
                    return Err("`splat` of a type that is not a vector".into());
                };
                for _ in 0..count {
                    self.append(module, element.0, &element.1, words)?;
                }
            }
            _ => self.append_scalar(module, ty, constant, words)?,
        }
        Ok(())
    }

    fn append_scalar(
        &mut self,
        module: usize,
        ty: TypeId,
        constant: &Constant,
        words: &mut Vec<Word>,
    ) -> Result<(), String> {
        let shape = self.shape(module, ty)?;
        let Some(scalar) = shape.scalar() else {
            return Err("a constant expression of this type is not supported".into());
        };
        match self.evaluate(module, ty, constant)? {
            Evaluated::ThreadLocal(offset) => words.push(Word::ThreadLocal(offset)),
            Evaluated::Bits(bits) => {
                let bits = bits & mask(scalar.bits());
                words.push(Word::Bits(bits as u64));
                if scalar.registers() == 2 {
                    words.push(Word::Bits((bits >> 64) as u64));
                }
            }
        }
        Ok(())
    }

    fn evaluate(&mut self, module: usize, ty: TypeId, constant: &Constant) -> Result<Evaluated, String> {
        match constant {
            Constant::Int(value) => Ok(Evaluated::Bits(*value)),
            Constant::Float(bits) => Ok(Evaluated::Bits((*bits).into())),
            Constant::Double(bits) => Ok(Evaluated::Bits((*bits).into())),
            Constant::Extended(bits) => Ok(Evaluated::Bits(*bits)),
            Constant::Zero | Constant::Null | Constant::Undef | Constant::Poison => Ok(Evaluated::Bits(0)),
            Constant::Symbol(symbol) => Ok(match self.symbol(SymbolRef { module, symbol: *symbol })? {
                Word::Bits(bits) => Evaluated::Bits(bits.into()),
                Word::ThreadLocal(offset) => Evaluated::ThreadLocal(offset),
            }),
            Constant::BlockAddress(symbol, block) => {
                let function = self.symbol(SymbolRef { module, symbol: *symbol })?;
                let function =
                    self.function_at(function).ok_or("`blockaddress` of a symbol that is not a function")?;
                Ok(Evaluated::Bits(self.label(function, block).into()))
            }
            Constant::Expr(expr) => self.expression(module, expr),
            Constant::Unsupported(text) => Err(format!("the constant `{text}` is not supported")),
            Constant::Bytes(_) | Constant::Aggregate(_) | Constant::Splat(_) => {
                let words = self.words(module, ty, constant)?;
                self.packed(module, ty, &words)
            }
        }
    }

    /// The bits of a vector of at most 128 of them, for casts to integers.
    fn packed(&mut self, module: usize, ty: TypeId, words: &[Word]) -> Result<Evaluated, String> {
        let shape = self.shape(module, ty)?;
        let (mut bits, mut at) = (0u128, 0u32);
        for part in &shape.parts {
            let width = u32::from(part.scalar.bits());
            let Some(Word::Bits(word)) = words.get(usize::from(part.register)) else {
                return Err("this constant is not supported".into());
            };
            if part.scalar.registers() != 1 || at + width > 128 {
                return Err("a constant of this size is not supported here".into());
            }
            bits |= u128::from(*word) << at;
            at += width;
        }
        Ok(Evaluated::Bits(bits))
    }

    fn expression(&mut self, module: usize, expr: &ConstantExpr) -> Result<Evaluated, String> {
        match expr {
            ConstantExpr::Cast { op, from, value, to } => self.cast(module, *op, *from, value, *to),
            ConstantExpr::GetElementPtr { element, base, indices } => {
                let start = self.evaluate(module, base.0, &base.1)?;
                let mut offset = 0i64;
                let mut walk = Walk::new(*element);
                for (ty, index) in indices {
                    let index = self.signed(module, *ty, index)?;
                    offset = offset.wrapping_add(walk.constant_step(self, module, index)?);
                }
                Ok(start.plus(offset as u64))
            }
            ConstantExpr::Binary { op, ty, lhs, rhs } => {
                let (a, b) = (self.evaluate(module, *ty, lhs)?, self.evaluate(module, *ty, rhs)?);
                binary(*op, self.bits_of(module, *ty)?, a, b)
            }
            ConstantExpr::Compare { predicate, ty, lhs, rhs } => {
                let bits = self.bits_of(module, *ty)?;
                let (a, b) = (self.evaluate(module, *ty, lhs)?, self.evaluate(module, *ty, rhs)?);
                let (a, b) = (a.bits()?, b.bits()?);
                Ok(Evaluated::Bits(compare(*predicate, bits, a, b).into()))
            }
            ConstantExpr::Select { condition, ty, then, otherwise } => {
                let condition = self.evaluate(module, condition.0, &condition.1)?.bits()?;
                self.evaluate(module, *ty, if condition & 1 != 0 { then } else { otherwise })
            }
        }
    }

    fn cast(
        &mut self,
        module: usize,
        op: Cast,
        from: TypeId,
        value: &Constant,
        to: TypeId,
    ) -> Result<Evaluated, String> {
        let value = self.evaluate(module, from, value)?;
        match op {
            Cast::Bitcast | Cast::AddrSpaceCast => Ok(value),
            // Between a pointer and 64 bits nothing is lost, a thread-local's address included.
            Cast::PtrToInt | Cast::IntToPtr if self.bits_of(module, to)? == 64 => Ok(value),
            Cast::Trunc | Cast::ZExt | Cast::PtrToInt | Cast::IntToPtr => {
                Ok(Evaluated::Bits(value.bits()? & mask(self.bits_of(module, to)?)))
            }
            Cast::SExt => {
                let bits = self.bits_of(module, from)?;
                Ok(Evaluated::Bits(sign_extend(value.bits()?, bits) as u128))
            }
            _ => Err("a floating-point cast in a constant is not supported".into()),
        }
    }

    fn bits_of(&mut self, module: usize, ty: TypeId) -> Result<u8, String> {
        let scalar = self.shape(module, ty)?.scalar();
        scalar.map(Scalar::bits).ok_or_else(|| "a constant vector expression is not supported".into())
    }

    /// An index of a `getelementptr`.
    pub(crate) fn signed(&mut self, module: usize, ty: TypeId, constant: &Constant) -> Result<i64, String> {
        let bits = self.bits_of(module, ty)?;
        Ok(sign_extend(self.evaluate(module, ty, constant)?.bits()?, bits) as i64)
    }
}

#[derive(Clone, Copy)]
enum Evaluated {
    Bits(u128),
    ThreadLocal(u64),
}

impl Evaluated {
    fn bits(self) -> Result<u128, String> {
        match self {
            Evaluated::Bits(bits) => Ok(bits),
            Evaluated::ThreadLocal(_) => {
                Err("arithmetic on the address of a thread-local variable in a constant".into())
            }
        }
    }

    fn plus(self, offset: u64) -> Evaluated {
        match self {
            Evaluated::Bits(bits) => Evaluated::Bits((bits as u64).wrapping_add(offset).into()),
            Evaluated::ThreadLocal(at) => Evaluated::ThreadLocal(at.wrapping_add(offset)),
        }
    }
}

/// A walk of `getelementptr` through a type, one index at a time.
pub(crate) struct Walk {
    ty: TypeId,
    /// The first index steps over whole objects.
    first: bool,
}

/// What the next index multiplies, or selects.
pub(crate) enum Stride {
    Bytes(u64),
    Fields { offsets: Vec<u64>, types: std::rc::Rc<[TypeId]> },
}

impl Walk {
    pub(crate) fn new(element: TypeId) -> Walk {
        Walk { ty: element, first: true }
    }

    /// What the next index means; a struct's field is entered by [`Walk::enter`].
    pub(crate) fn next(&mut self, builder: &Builder, module: usize) -> Result<Stride, String> {
        let m = builder.module(module);
        let no_size = || "`getelementptr` through a type without a size".to_string();
        if std::mem::take(&mut self.first) {
            return Ok(Stride::Bytes(m.layout.of(&m.types, self.ty).ok_or_else(no_size)?.stride()));
        }
        match m.types.get(self.ty) {
            Type::Array(_, element) => {
                self.ty = element;
                Ok(Stride::Bytes(m.layout.of(&m.types, element).ok_or_else(no_size)?.stride()))
            }
            Type::Vector(_, element) => {
                self.ty = element;
                Ok(Stride::Bytes(m.layout.of(&m.types, element).ok_or_else(no_size)?.size))
            }
            Type::Struct { fields, packed } => {
                let (offsets, _) = m.layout.structure(&m.types, &fields, packed).ok_or_else(no_size)?;
                Ok(Stride::Fields { offsets, types: fields })
            }
            _ => Err("`getelementptr` goes into what has no elements".into()),
        }
    }

    pub(crate) fn enter(&mut self, field: TypeId) {
        self.ty = field;
    }

    /// The offset of a constant index.
    pub(crate) fn constant_step(
        &mut self,
        builder: &Builder,
        module: usize,
        index: i64,
    ) -> Result<i64, String> {
        match self.next(builder, module)? {
            Stride::Bytes(stride) => Ok(index.wrapping_mul(stride as i64)),
            Stride::Fields { offsets, types } => {
                let field = usize::try_from(index).ok().filter(|&i| i < types.len());
                let field = field.ok_or("`getelementptr` selects a field that its struct does not have")?;
                self.enter(types[field]);
                Ok(offsets[field] as i64)
            }
        }
    }
}

pub(crate) fn mask(bits: u8) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

pub(crate) fn sign_extend(value: u128, bits: u8) -> i128 {
    let unused = 128 - u32::from(bits.clamp(1, 128));
    (value << unused) as i128 >> unused
}

fn compare(predicate: IntPredicate, bits: u8, a: u128, b: u128) -> bool {
    let (x, y) = (sign_extend(a, bits), sign_extend(b, bits));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => x > y,
        IntPredicate::Sge => x >= y,
        IntPredicate::Slt => x < y,
        IntPredicate::Sle => x <= y,
    }
}

fn binary(op: BinaryOp, bits: u8, a: Evaluated, b: Evaluated) -> Result<Evaluated, String> {
    if let (BinaryOp::Add, Evaluated::ThreadLocal(_), Evaluated::Bits(offset)) = (op, a, b) {
        return Ok(a.plus(offset as u64));
    }
    let (a, b) = (a.bits()?, b.bits()?);
    let (x, y) = (sign_extend(a, bits), sign_extend(b, bits));
    let by = u32::try_from(b).unwrap_or(u32::MAX);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).ok_or("a constant divides by zero")?,
        BinaryOp::URem => a.checked_rem(b).ok_or("a constant divides by zero")?,
        BinaryOp::SDiv => x.checked_div(y).ok_or("a constant divides by zero")? as u128,
        BinaryOp::SRem => x.checked_rem(y).ok_or("a constant divides by zero")? as u128,
        BinaryOp::Shl => a.checked_shl(by).unwrap_or(0),
        BinaryOp::LShr => a.checked_shr(by).unwrap_or(0),
        BinaryOp::AShr => (x >> by.min(127)) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            return Err("floating-point arithmetic in a constant is not supported".into());
        }
    };
    Ok(Evaluated::Bits(value & mask(bits)))
}
