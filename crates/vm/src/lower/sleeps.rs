//! Calls that only sleep, though the function that is called may do more: `poll` and `select` without descriptors.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Call, Value};
use mazurka_ir::link::{Resolved, SymbolRef};

use super::function::Lowering;
use super::program::plain_name;

/// Function, arguments that are zero, the one that says how long, and what does the same then. A mask of signals is not zero where it makes a
/// difference.
static TABLE: &[(&str, &[usize], usize, &str)] = &[
    ("poll", &[1], 2, "__mazurka_sleep_in_poll"),
    ("__poll_chk", &[1], 2, "__mazurka_sleep_in_poll"),
    ("ppoll", &[1, 3], 2, "__mazurka_sleep_in_ppoll"),
    ("select", &[0], 4, "__mazurka_sleep_in_select"),
    ("pselect", &[0, 5], 4, "__mazurka_sleep_in_pselect"),
];

impl Lowering<'_, '_> {
    /// The library function that this call only sleeps by.
    pub(super) fn sleep_of(&self, callee: &Value, call: &Call) -> Option<&'static str> {
        let Value::Constant(Constant::Symbol(symbol)) = callee else { return None };
        let at = SymbolRef { module: self.module, symbol: *symbol };
        let Resolved::External(name) = self.builder.linked.resolve(at) else { return None };
        let &(_, zeros, time, sleep) = TABLE.iter().find(|row| row.0 == plain_name(&name))?;
        let is_sleep = zeros.iter().all(|&index| is_zero(call, index)) && !is_for_ever(call, time);
        is_sleep.then_some(sleep)
    }
}

/// A null pointer, or a negative number of milliseconds.
fn is_for_ever(call: &Call, index: usize) -> bool {
    call.arguments.get(index).is_some_and(|argument| match &argument.operand.value {
        Value::Constant(Constant::Int(number)) => *number > i32::MAX as u128,
        Value::Constant(constant) => *constant == Constant::Null,
        Value::Local(_) => false,
    })
}

fn is_zero(call: &Call, index: usize) -> bool {
    call.arguments.get(index).is_some_and(|argument| match &argument.operand.value {
        Value::Constant(Constant::Int(number)) => *number == 0,
        Value::Constant(constant) => *constant == Constant::Null,
        Value::Local(_) => false,
    })
}
