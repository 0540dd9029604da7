//! What [`crate::lower::std_rules`] says about an instruction: when a thread may execute it, and what else belongs to the same step.
//!
//! The numbers are those of the standard library; all that can be is taken from the instruction.

use std::sync::Arc;

use mazurka_machine::{Await, Operation, Order, Purpose, Update};

use super::atomics;
use super::burst::Surroundings;
use crate::code::{Insn, WordRule};
use crate::context::View;
use crate::library::Intent;
use crate::memory::Memory;
use crate::threads::Window;

/// Of `RwLock`: how many readers there are, all ones for a writer. The bits above say that threads sleep.
const READERS: u64 = (1 << 30) - 1;

/// Of `Once`: the state; the bit above says that threads sleep.
const STATE: u64 = 0b11;
const RUNNING: u64 = 1;
const COMPLETE: u64 = 0;

/// What a thread is about to do. `None`: the rule says nothing.
pub(super) fn describe(rule: WordRule, insn: Insn, registers: &[u64], memory: &Memory) -> Option<Intent> {
    let operation = atomics::describe(insn, registers, memory)?;
    let range = operation.own_touches().next()?.range;
    // None of these words is a count.
    let operation = match operation {
        Operation::Update(range, Update::Decrement(_), order) => {
            Operation::Update(range, Update::Opaque, order)
        }
        operation => operation,
    };
    // A word that is not there is a fault of the access.
    let word = memory.peek_sized(range.start, usize::try_from(range.length).ok()?).ok()?;
    let fails = matches!(operation, Operation::CompareExchange { succeeds: false, .. });
    let takes = || Operation::Update(range, Update::Opaque, Order::ACQUIRE);
    let (waits, operation, purpose) = match rule {
        WordRule::Lock => (fails, operation, Purpose::Lock),
        WordRule::Write => (fails && word & !READERS == 0, operation, Purpose::Lock),
        WordRule::Read if word == READERS => (true, operation, Purpose::ReadLock),
        WordRule::Read if word < READERS - 1 => (false, takes(), Purpose::ReadLock),
        WordRule::Read => (false, operation, Purpose::ReadLock),
        WordRule::Once if word & STATE == RUNNING => (true, operation, Purpose::Once),
        WordRule::Once if word & STATE == COMPLETE => (false, operation, Purpose::Once),
        WordRule::Once => (false, takes(), Purpose::Once),
        WordRule::Park => (word == 0, operation, Purpose::Unpark),
        WordRule::TakeOver | WordRule::Owner => return None,
    };
    Some(Intent::when(!waits, Operation::Await(Arc::new(Await { operation, watched: vec![range], purpose }))))
}

/// The word that the thread's next operation loads for a compare-and-swap in the same step; 0: none.
pub(super) fn about_to_take_over(view: &View) -> u64 {
    let Some(frame) = view.this().frames.last() else { return 0 };
    let code = view.program.code(frame.function);
    match (code.word_rule(frame.pc as usize), code.insns[frame.pc as usize]) {
        (Some(WordRule::Read | WordRule::Once), Insn::AtomicLoad { a, .. }) => {
            view.this().registers(frame)[a as usize]
        }
        _ => 0,
    }
}

/// Whether an atomic instruction belongs to the step under way.
pub(super) fn is_taken_over(around: &Surroundings, pc: usize, insn: Insn, registers: &Window) -> bool {
    let is_word =
        matches!(insn, Insn::CompareExchange { a, .. } if registers[a as usize] == around.take_over);
    around.take_over != 0 && is_word && around.code.word_rule(pc) == Some(WordRule::TakeOver)
}

/// Whether an atomic instruction is not an access: what it finds may as well have been found at another time.
pub(super) fn is_private(around: &Surroundings, pc: usize) -> bool {
    around.code.word_rule(pc) == Some(WordRule::Owner)
}
