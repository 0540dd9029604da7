//! Schedules of a machine on which only some plain accesses are visible, for one on which all are; and of one that joins critical
//! sections, for one that does not.
//!
//! Both machines stop at the same operations, but the other one also at accesses that are invisible here. So a step here is
//! one step of the same thread there, and one more for every such access. They are counted by running the thread one
//! instruction at a time, and asking both policies about each.

use mazurka_machine::{Choice, FaultKind, Machine, Next, Operation, ThreadId};

use super::endless::Cycle;
use super::{Vm, VmError, fingerprint};
use crate::config::{Config, Record};
use crate::context::Stop;
use crate::exec::Halt;
use crate::visibility::{AnyPolicy, EveryAccess, SynchronizationOnly, Visibility};

/// Whether invisible accesses are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counting {
    Off,
    /// Those of the next run to a visible operation.
    Next,
    /// How many there were in that run.
    Passed(usize),
}

impl Vm {
    /// What a schedule of this machine is on one with [`crate::Visibility::EveryAccess`], and without [`Config::join_sections`]. The schedule begins like the current path
    /// or, where knowledge is not used at once, is any that follows from the knowledge in force.
    pub fn finer_schedule(
        &self,
        schedule: &[(ThreadId, Choice)],
    ) -> Result<Vec<(ThreadId, Choice)>, VmError> {
        if self.state.sections.are_joined() {
            return self.with_split_sections(schedule);
        }
        if self.visibility.learning().is_none() {
            return Ok(schedule.to_vec());
        }
        let config = Config { record: Record::ChangesAndFingerprint, ..self.config.clone() };
        let mut machine = Vm::new(self.program.clone(), config)?;
        let mut finer = Vec::new();
        let mut is_possible = machine.set_knowledge(self.knowledge());
        for &(thread, choice) in schedule {
            is_possible = is_possible
                && machine.threads().contains(thread)
                && matches!(machine.next(thread), Next::Ready(pending) if choice < pending.choices);
            if !is_possible {
                return Err(
                    self.error(ThreadId::MAIN, "the schedule does not follow from what was learnt".into())
                );
            }
            machine.counting = Counting::Next;
            machine.step(thread, choice)?;
            finer.push((thread, choice));
            if let Counting::Passed(accesses) = machine.counting {
                finer.extend(std::iter::repeat_n((thread, 0), accesses));
            }
        }
        let waits = |thread| matches!(machine.next(thread), Next::Blocked(Operation::Await(_)));
        match schedule.last() {
            Some(&(thread, _)) if waits(thread) => self.up_to_wait(finer),
            _ => Ok(finer),
        }
    }

    /// A whole section is its lock and its unlock.
    fn with_split_sections(
        &self,
        schedule: &[(ThreadId, Choice)],
    ) -> Result<Vec<(ThreadId, Choice)>, VmError> {
        let mut machine = Vm::new(self.program.clone(), self.config.clone())?;
        let mut finer = Vec::new();
        for &(thread, choice) in schedule {
            finer.push((thread, choice));
            if matches!(machine.next(thread), Next::Ready(pending) if pending.operation.is_whole_section()) {
                finer.push((thread, 0));
            }
            machine.step(thread, choice)?;
        }
        Ok(finer)
    }

    /// A thread that waits in a loop without visible operations is blocked at one of its accesses. The other machine may block it at
    /// another one, which it comes to sooner: what is left of the schedule then leads once around the loop.
    fn up_to_wait(&self, mut finer: Vec<(ThreadId, Choice)>) -> Result<Vec<(ThreadId, Choice)>, VmError> {
        let config = Config { visibility: Visibility::EveryAccess, ..self.config.clone() };
        let mut machine = Vm::new(self.program.clone(), config)?;
        let last = finer.last().map(|step| step.0);
        let others = finer.iter().rposition(|step| Some(step.0) != last).map_or(0, |step| step + 1);
        for (step, &(thread, choice)) in finer.iter().enumerate() {
            if step >= others && matches!(machine.next(thread), Next::Blocked(Operation::Await(_))) {
                finer.truncate(step);
                break;
            }
            machine.step(thread, choice)?;
        }
        Ok(finer)
    }

    /// Runs a thread to its next visible operation, and counts the accesses before it that another machine would stop at.
    pub(super) fn count_on(&mut self, thread: ThreadId, limit: u64) -> Result<Halt, Stop> {
        self.counting = Counting::Passed(0);
        let mark = self.mark();
        let end = self.run_to_operation(thread, limit);
        let cycles_from = match end {
            Ok(Halt::Cycling) => Some(self.content_of(thread)),
            Ok(Halt::OutOfFuel) => return end,
            _ => None,
        };
        self.rewind(mark);
        self.context(thread).this_state().started = true;
        let mut cycle = match end {
            Err(Stop::Fault(FaultKind::Livelock, _)) => Some(Cycle::new(self, thread)),
            _ => None,
        };
        let mut passed = 0;
        let halt = loop {
            // An endless loop without accesses.
            if cycle.as_mut().is_some_and(|cycle| cycle.is_closed(self, thread)) {
                return end;
            }
            if self.run_single(thread, true)? != Some(Halt::Visible) {
                continue;
            }
            // Where it repeats a cycle, once is enough.
            if cycles_from.is_some() && cycles_from == Some(self.content_of(thread)) {
                break Halt::Cycling;
            }
            match self.run_single(thread, false) {
                Ok(Some(Halt::Visible)) if !self.pass_block(thread)? => break Halt::Visible,
                done => {
                    passed += 1;
                    self.counting = Counting::Passed(passed);
                    done?;
                }
            }
        };
        Ok(halt)
    }

    /// To be called after a step's own run: what lookahead does is not counted.
    #[inline]
    pub(super) fn stop_counting(&mut self) {
        if self.counting == Counting::Next {
            self.counting = Counting::Off;
        }
    }

    /// One instruction of a thread that runs on, with this machine's policy or that of a machine where every access is visible.
    fn run_single(&mut self, thread: ThreadId, every_access: bool) -> Result<Option<Halt>, Stop> {
        let is_alone = self.state.threads.is_main_alone();
        let mut context = self.context(thread);
        if every_access {
            context.visibility = &EveryAccess;
        }
        match is_alone {
            true => SynchronizationOnly.run_single(&mut context),
            false => context.visibility.run_single(&mut context),
        }
    }

    /// A fingerprint of a thread's local state and of memory.
    fn content_of(&mut self, thread: ThreadId) -> u128 {
        let memory = self.state.memory.fingerprint();
        memory.wrapping_add(fingerprint::of_one(&self.program, &mut self.state.threads, thread))
    }
}
