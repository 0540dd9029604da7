//! Learns the names of heap blocks from a whole execution, before a report of it is made.

use std::sync::Arc;

use mazurka_machine::{Choice, Footprint, Machine, Next, Operation, ThreadId};

use super::{Vm, VmError};
use crate::names::Names;
use crate::names::blocks::{self, BlockNames};
use crate::program::{Access, FunctionKind};

/// Steps at the end of an execution that are looked at.
const MOST_STEPS: usize = 2_000;
/// Pointers to follow in all of an execution.
const MOST_POINTERS: usize = 2_000_000;
/// Instructions to execute one at a time in all of an execution.
const MOST_INSTRUCTIONS: usize = 200_000;

impl Vm {
    /// Replays a schedule on a fresh machine, as far as it goes, and collects what the program's pointers say about heap
    /// blocks on the way. `None` if it was interrupted.
    pub fn learn_block_names(
        &mut self,
        schedule: &[(ThreadId, Choice)],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<BlockNames>, VmError> {
        let mut names = BlockNames::default();
        let looks = schedule.len().clamp(1, MOST_STEPS);
        let pointers = (MOST_POINTERS / looks).min(blocks::MOST_POINTERS);
        for (step, &(thread, choice)) in schedule.iter().enumerate() {
            if !keep_going() {
                return Ok(None);
            }
            let possible = self.threads().contains(thread)
                && matches!(self.next(thread), Next::Ready(pending) if choice < pending.choices);
            if !possible {
                break;
            }
            if schedule.len() - step <= MOST_STEPS {
                names.look(&self.program, &self.state, step, pointers);
                self.see_accesses(&mut names, thread, choice, MOST_INSTRUCTIONS / looks);
            }
            self.step(thread, choice)?;
        }
        names.look(&self.program, &self.state, schedule.len(), pointers);
        Ok(Some(names))
    }

    /// From here on, heap blocks are called as was learnt from an execution of which `steps` steps are done.
    pub fn set_block_names(&mut self, names: &Arc<BlockNames>, steps: usize) {
        self.block_names = Some((names.clone(), steps));
    }

    pub(super) fn names(&self) -> Names<'_> {
        let learnt = self.block_names.as_ref().map(|(names, steps)| (&**names, *steps));
        Names::new(&self.program, &self.state, learnt)
    }

    /// Collects what the accesses of a step say, which it makes one instruction at a time. Does not change the machine.
    fn see_accesses(&mut self, names: &mut BlockNames, thread: ThreadId, choice: Choice, most: usize) {
        let mark = self.mark();
        let operation = match self.next(thread) {
            Next::Ready(pending) => object(&pending.operation),
            _ => None,
        };
        for done in 0..most {
            let access = self.next_access(thread, done == 0);
            self.state.memory.clear_notes();
            let result = self.single_step(thread, choice, done == 0);
            let address = if done == 0 { operation } else { self.lowest_noted() };
            if let Some((access, address)) = access.zip(address) {
                names.see_access(&self.program, &self.state, address, access);
            }
            if !matches!(result, Ok(true)) {
                break;
            }
        }
        self.state.memory.set_noting(false);
        self.rewind(mark);
    }

    /// What the thread's next instruction touches, as far as a pointer of the source says. A call is known to touch what it
    /// gets a pointer to only where that is the step's operation.
    fn next_access(&self, thread: ThreadId, is_operation: bool) -> Option<Access> {
        let frame = self.state.threads.find(thread)?.frames.last()?;
        let FunctionKind::Code(code) = &self.program.functions[frame.function as usize].kind else {
            return None;
        };
        let is_call = code.insns.get(frame.pc as usize)?.is_call();
        code.position(frame.pc)?.access.filter(|_| is_operation || !is_call)
    }

    fn lowest_noted(&self) -> Option<u64> {
        let touched = |note: &Footprint| note.reads | note.writes;
        let memory = &self.state.memory;
        let notes = memory.notes().iter().chain(memory.fresh_notes()).filter(|note| touched(note) != 0);
        notes.map(|note| note.line + u64::from(touched(note).trailing_zeros())).min()
    }
}

/// Where the memory begins that an operation is about.
fn object(operation: &Operation) -> Option<u64> {
    match operation.in_loop() {
        Operation::Block(_) => None,
        operation => operation.touches().next().map(|touch| touch.range.start),
    }
}
