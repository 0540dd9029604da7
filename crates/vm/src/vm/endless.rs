//! Threads that never reach another visible operation.
//!
//! What a thread does between two visible operations is independent of other threads, so one that returns to an earlier
//! state stays in that cycle for ever. Cycles are detected by Brent's algorithm (BIT 20, 1980): a state is kept, and replaced
//! by the current one after ever longer stretches. Two things keep that cheap: detection starts only after many jumps, and
//! only a part of each stretch is compared with the kept state, jump by jump.
//!
//! Where a policy decides which plain accesses are visible, a cycle may wait for what another thread writes, and the policy has not
//! learnt that yet. Then the thread halts at the first access of the cycle that another thread could conflict with.

use mazurka_machine::{CutOff, FaultKind, ThreadId};

use super::Vm;
use super::finer::Counting;
use crate::config::Record;
use crate::context::{Stop, View};
use crate::exec::Halt;
use crate::memory::MemoryMark;
use crate::threads::{Frame, Thread, ThreadState, unnamed, without_history};
use crate::visibility::{AnyPolicy, EveryAccess};

/// Jumps and calls that are above suspicion.
const UNSUSPICIOUS: u64 = 1 << 16;
/// The same where a policy learns: a loop that waits may seem to be endless there, in many states.
const UNSUSPICIOUS_TO_LEARNERS: u64 = 1 << 10;
/// One in this many jumps is observed.
const OBSERVED: u64 = 16;

/// All that can change while only one thread runs.
struct Kept {
    memory: MemoryMark,
    files: u128,
    state: ThreadState,
    frames: Vec<Frame>,
    /// Of all frames.
    registers: Vec<u64>,
}

impl Vm {
    /// Runs a thread to its next visible operation, for at most `limit` jumps and calls. A cycle is a
    /// fault.
    #[inline]
    pub(super) fn run_on(&mut self, thread: ThreadId, limit: u64) -> Result<Halt, Stop> {
        match self.counting {
            Counting::Next => self.count_on(thread, limit),
            Counting::Off | Counting::Passed(_) => self.run_to_operation(thread, limit),
        }
    }

    #[inline]
    pub(super) fn run_to_operation(&mut self, thread: ThreadId, limit: u64) -> Result<Halt, Stop> {
        let mut left = limit;
        let mut free = if self.visibility.learns() { UNSUSPICIOUS_TO_LEARNERS } else { UNSUSPICIOUS };
        loop {
            if let Some(halt) = self.run_for(thread, free, &mut left)? {
                return Ok(halt);
            }
            let observed = (limit - left) / OBSERVED;
            if self.config.record != Record::Nothing
                && let Some(halt) = self.observe(thread, observed, &mut left)?
            {
                return Ok(halt);
            }
            free = limit - left;
        }
    }

    /// `None`: it could continue. Otherwise it has halted, or nothing is left.
    fn run_for(&mut self, thread: ThreadId, jumps: u64, left: &mut u64) -> Result<Option<Halt>, Stop> {
        let given = jumps.min(*left);
        let mut fuel = given;
        // What a lone thread does happens before all others.
        let is_alone = self.state.threads.is_main_alone();
        let halt = loop {
            let mut context = self.context(thread);
            let halt = match is_alone {
                true => context.visibility.run_alone(&mut context, &mut fuel)?,
                false => context.visibility.run(&mut context, &mut fuel)?,
            };
            if halt != Halt::Visible || !self.pass_block(thread)? {
                break halt;
            }
        };
        *left -= given - fuel;
        Ok((halt != Halt::OutOfFuel || *left == 0).then_some(halt))
    }

    /// The same, and compares the state with that at the beginning after every jump.
    fn observe(&mut self, thread: ThreadId, jumps: u64, left: &mut u64) -> Result<Option<Halt>, Stop> {
        let kept = self.keep(thread);
        for _ in 0..jumps {
            if let Some(halt) = self.run_for(thread, 1, left)? {
                return Ok(Some(halt));
            }
            if kept.is_now(&self.view(thread)) {
                // Another thread may change it by an access that is not visible yet, or make this one run a handler.
                let may_end = self.visibility.learns() || self.program.interrupts_threads();
                if may_end && self.run_to_access(thread)? {
                    return Ok(Some(Halt::Cycling));
                }
                let message = "an endless loop: everything is as it was before, and nothing that it does can be seen \
                               by other threads, or changed by them without a data race";
                return Err(Stop::Fault(FaultKind::Livelock, message.into()));
            }
        }
        Ok(None)
    }

    /// Runs a thread that is in a cycle to the first access that would be visible if every one were; `false` if there is none.
    fn run_to_access(&mut self, thread: ThreadId) -> Result<bool, Stop> {
        if self.state.threads.is_main_alone() {
            return Ok(false);
        }
        let kept = self.keep(thread);
        loop {
            let mut context = self.context(thread);
            context.visibility = &EveryAccess;
            match EveryAccess.run(&mut context, &mut 1)? {
                Halt::OutOfFuel if kept.is_now(&self.view(thread)) => return Ok(false),
                Halt::OutOfFuel => {}
                _ => return Ok(true),
            }
        }
    }

    fn keep(&mut self, thread: ThreadId) -> Kept {
        let memory = self.state.memory.mark();
        let files = self.state.files.fingerprint();
        let this = self.state.threads.get(thread);
        let (state, frames) = (without_history(this.state), this.frames.iter().map(unnamed).collect());
        Kept { memory, files, state, frames, registers: all_registers(this).collect() }
    }

    /// What is said where a thread has used up its `limit`.
    pub(super) fn out_of_steps(&self, thread: ThreadId, limit: u64) -> Box<CutOff> {
        let message = format!("{thread} does nothing visible within {limit} jumps and calls (--max-steps)");
        Box::new(CutOff { message, thread, stack: self.stack(thread) })
    }
}

/// Finds out that a thread which runs one instruction after another has come back to an earlier state.
pub(super) struct Cycle {
    kept: Kept,
    steps: u64,
}

impl Cycle {
    pub(super) fn new(vm: &mut Vm, thread: ThreadId) -> Cycle {
        Cycle { kept: vm.keep(thread), steps: 0 }
    }

    /// To be asked before every instruction.
    pub(super) fn is_closed(&mut self, vm: &mut Vm, thread: ThreadId) -> bool {
        if self.steps > 0 && self.kept.is_now(&vm.view(thread)) {
            return true;
        }
        self.steps += 1;
        if self.steps.is_power_of_two() {
            self.kept = vm.keep(thread);
        }
        false
    }
}

impl Kept {
    fn is_now(&self, view: &View) -> bool {
        let this = view.this();
        // What differs most often comes first.
        this.frames.last().map(unnamed).as_ref() == self.frames.last()
            && this.frames.iter().map(unnamed).eq(self.frames.iter().copied())
            && without_history(this.state) == self.state
            && all_registers(this).eq(self.registers.iter().copied())
            && view.state.memory.is_as_at(self.memory)
            && view.state.files.fingerprint() == self.files
    }
}

fn all_registers(thread: &Thread) -> impl Iterator<Item = u64> {
    thread.frames.iter().flat_map(|frame| thread.registers(frame).iter().copied())
}
