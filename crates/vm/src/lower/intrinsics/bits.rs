//! Operations on the bits of one integer.

use mazurka_ir::instruction::{Call, LocalId};

use super::{is, operand};
use crate::code::IntUnaryOp;
use crate::lower::function::{Lowered, Lowering};

/// The second argument (whether zero or the least number yields poison) is ignored: any result is right for poison.
const UNARY: &[(&str, IntUnaryOp)] = &[
    ("ctpop", IntUnaryOp::CountOnes),
    ("ctlz", IntUnaryOp::LeadingZeros),
    ("cttz", IntUnaryOp::TrailingZeros),
    ("bswap", IntUnaryOp::SwapBytes),
    ("bitreverse", IntUnaryOp::ReverseBits),
    ("abs", IntUnaryOp::Abs),
];

impl Lowering<'_, '_> {
    pub(crate) fn bit_intrinsic(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &Call,
    ) -> Lowered<bool> {
        let Some(&(_, op)) = UNARY.iter().find(|(family, _)| is(name, family)) else { return Ok(false) };
        self.integer_unary(op, self.wanted(result)?, operand(call, 0)?)?;
        Ok(true)
    }
}
