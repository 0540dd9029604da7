//! Conditions, and what they decide: `setcc`, `cmovcc`, jumps, and outputs like `=@ccz`.

use super::assembly::{Assembly, Instruction};
use crate::code::{IntOp, Reg};
use crate::lower::function::Lowered;

/// A condition on the flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    test: Test,
    negated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Overflow,
    Carry,
    Zero,
    CarryOrZero,
    Sign,
    Parity,
    Less,
    LessOrEqual,
}

/// All names of conditions; each test, then its negation.
const NAMES: &[(Test, &[&str], &[&str])] = &[
    (Test::Overflow, &["o"], &["no"]),
    (Test::Carry, &["b", "c", "nae"], &["nb", "nc", "ae"]),
    (Test::Zero, &["z", "e"], &["nz", "ne"]),
    (Test::CarryOrZero, &["be", "na"], &["nbe", "a"]),
    (Test::Sign, &["s"], &["ns"]),
    (Test::Parity, &["p", "pe"], &["np", "po"]),
    (Test::Less, &["l", "nge"], &["nl", "ge"]),
    (Test::LessOrEqual, &["le", "ng"], &["nle", "g"]),
];

impl Condition {
    pub(super) fn parse(name: &str) -> Option<Condition> {
        NAMES.iter().find_map(|(test, names, negations)| {
            let negated = negations.contains(&name);
            (negated || names.contains(&name)).then_some(Condition { test: *test, negated })
        })
    }
}

impl Assembly<'_, '_, '_> {
    /// 1 if the condition holds.
    pub(super) fn evaluate(&mut self, condition: Condition) -> Lowered<Reg> {
        let flags = self.flags;
        let holds = match condition.test {
            Test::Overflow => flags.overflow,
            Test::Carry => flags.carry,
            Test::Zero => flags.zero,
            Test::Sign => flags.sign,
            Test::Parity => flags.parity,
            Test::CarryOrZero => self.operation(IntOp::Or, 64, flags.carry, flags.zero)?,
            Test::Less => self.operation(IntOp::Xor, 64, flags.sign, flags.overflow)?,
            Test::LessOrEqual => {
                let less = self.operation(IntOp::Xor, 64, flags.sign, flags.overflow)?;
                self.operation(IntOp::Or, 64, less, flags.zero)?
            }
        };
        if condition.negated { self.with(IntOp::Xor, 64, holds, 1) } else { self.copy(holds) }
    }

    pub(super) fn set(&mut self, condition: Condition, i: &Instruction) -> Lowered<()> {
        let [to] = i.exactly()?;
        let value = self.evaluate(condition)?;
        self.write(to, 8, value)
    }

    /// The source is read in any case; 32 bits of a register are extended in any case.
    pub(super) fn move_if(&mut self, condition: Condition, i: &Instruction) -> Lowered<()> {
        let [from, to] = i.exactly()?;
        let bits = i.width()?;
        let (new, old) = (self.read(from, bits)?, self.read(to, bits)?);
        let holds = self.evaluate(condition)?;
        let value = self.select(holds, new, old)?;
        self.write(to, bits, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_conditions() {
        let carry = Condition { test: Test::Carry, negated: false };
        assert!(["b", "c", "nae"].iter().all(|name| Condition::parse(name) == Some(carry)));
        assert_eq!(Condition::parse("ge"), Some(Condition { test: Test::Less, negated: true }));
        assert_eq!(Condition::parse("x"), None);
        assert_eq!(Condition::parse(""), None);
    }
}
