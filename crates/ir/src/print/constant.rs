//! Constants and constant expressions (LangRef: "Constants", "Constant Expressions").

use std::fmt::{self, Display, Formatter, from_fn};

use super::name::{escaped, identifier};
use super::{Printer, list, words};
use crate::constant::{Constant, ConstantExpr};
use crate::module::SymbolId;
use crate::types::{Type, TypeId};

impl<'a> Printer<'a> {
    /// The constant without its type, which decides how integers and aggregates look.
    pub(super) fn constant(self, ty: TypeId, constant: &'a Constant) -> Box<dyn Display + 'a> {
        Box::new(from_fn(move |f| match constant {
            Constant::Int(value) => self.integer(f, ty, *value),
            Constant::Float(bits) => write!(f, "0x{:016X}", widen(*bits)),
            Constant::Double(bits) => write!(f, "0x{bits:016X}"),
            Constant::Extended(bits) => write!(f, "0xK{bits:020X}"),
            Constant::Null => write!(f, "null"),
            Constant::Undef => write!(f, "undef"),
            Constant::Poison => write!(f, "poison"),
            Constant::Zero if self.get(ty) == Type::Token => write!(f, "none"),
            Constant::Zero => write!(f, "zeroinitializer"),
            Constant::Bytes(bytes) => write!(f, "c\"{}\"", escaped(bytes)),
            Constant::Aggregate(elements) => {
                let (open, close) = self.brackets(ty);
                let elements = elements.iter().map(|(ty, element)| self.typed(*ty, element));
                write!(f, "{open}{}{close}", list(elements))
            }
            Constant::Splat(element) => write!(f, "splat ({})", self.typed(element.0, &element.1)),
            Constant::Symbol(symbol) => write!(f, "{}", self.symbol_name(*symbol)),
            Constant::BlockAddress(function, label) => {
                write!(f, "blockaddress({}, {})", self.symbol_name(*function), identifier('%', label))
            }
            Constant::Expr(expression) => self.expression(f, expression),
            Constant::Unsupported(text) => write!(f, "{text}"),
        }))
    }

    /// `T constant`.
    pub(super) fn typed(self, ty: TypeId, constant: &'a Constant) -> impl Display + 'a {
        from_fn(move |f| write!(f, "{} {}", self.ty(ty), self.constant(ty, constant)))
    }

    pub(super) fn symbol_name(self, symbol: SymbolId) -> impl Display + 'a {
        identifier('@', &self.module.symbol(symbol).name)
    }

    /// As a signed number, which is how LLVM prints it.
    fn integer(self, f: &mut Formatter<'_>, ty: TypeId, value: u128) -> fmt::Result {
        match self.get(ty) {
            Type::Int(1) => write!(f, "{}", value == 1),
            Type::Int(bits @ 1..=128) => {
                let unused = 128 - bits;
                write!(f, "{}", (value << unused) as i128 >> unused)
            }
            _ => write!(f, "{value}"),
        }
    }

    fn brackets(self, ty: TypeId) -> (&'static str, &'static str) {
        match self.get(ty) {
            Type::Array(..) => ("[", "]"),
            Type::Vector(..) => ("<", ">"),
            Type::Struct { packed: true, .. } => ("<{ ", " }>"),
            _ => ("{ ", " }"),
        }
    }

    fn expression(self, f: &mut Formatter<'_>, expression: &'a ConstantExpr) -> fmt::Result {
        match expression {
            ConstantExpr::Cast { op, from, value, to } => {
                write!(f, "{} ({} to {})", words::cast(*op), self.typed(*from, value), self.ty(*to))
            }
            ConstantExpr::GetElementPtr { element, base, indices } => {
                let operands = [base].into_iter().chain(indices);
                let operands = operands.map(|(ty, operand)| self.typed(*ty, operand));
                write!(f, "getelementptr ({}, {})", self.ty(*element), list(operands))
            }
            ConstantExpr::Binary { op, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.typed(*ty, lhs), self.typed(*ty, rhs));
                write!(f, "{} ({lhs}, {rhs})", words::binary_op(*op))
            }
            ConstantExpr::Compare { predicate, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.typed(*ty, lhs), self.typed(*ty, rhs));
                write!(f, "icmp {} ({lhs}, {rhs})", words::int_predicate(*predicate))
            }
            ConstantExpr::Select { condition, ty, then, otherwise } => {
                let condition = self.typed(condition.0, &condition.1);
                write!(f, "select ({condition}, {}, {})", self.typed(*ty, then), self.typed(*ty, otherwise))
            }
        }
    }
}

/// The bits of the double that spells a float. A signalling NaN must not become a quiet one on the way, so NaNs are
/// widened by hand.
fn widen(float: u32) -> u64 {
    if f32::from_bits(float).is_nan() {
        let sign = u64::from(float >> 31) << 63;
        let payload = u64::from(float & 0x007F_FFFF) << 29;
        return sign | 0x7FF0_0000_0000_0000 | payload;
    }
    f64::from(f32::from_bits(float)).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_spelled_as_doubles() {
        let spelled = [
            (1.5f32.to_bits(), 1.5f64.to_bits()),
            ((-0.0f32).to_bits(), (-0.0f64).to_bits()),
            (1, f64::from(f32::from_bits(1)).to_bits()),
            (f32::INFINITY.to_bits(), f64::INFINITY.to_bits()),
            (0x7FA0_0001, 0x7FF4_0000_2000_0000),
            (0xFFC0_0000, 0xFFF8_0000_0000_0000),
        ];
        for (float, double) in spelled {
            assert_eq!(widen(float), double, "{float:#x}");
        }
    }
}
