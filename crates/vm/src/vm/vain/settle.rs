//! Threads that iterate in vain for ever.
//!
//! Where no thread is ready and some were stopped after vain iterations, each of these is run alone once more. If all come back once
//! more, without a choice on the way, they do so for ever: nothing changes what they read. Otherwise one of them could continue, and
//! what follows is explored where it has not iterated in vain before. Two iterations that are vain alone may not be when they
//! meet: where one asks for what the other takes, or another thread waits for it, see [`super::together`].
//!
//! Threads that take locks and look at nothing do not wait for anything: philosophers who think and eat for ever. One that only yields
//! spins, as in [`super::super::lookahead`]. What a thread reads only to write it again (a count of meals) it does not look at.
//!
//! A search through states may block threads here that have never made such an iteration, and nothing is reported where main has
//! returned, or a thread has failed. What the iteration accesses may race all the same, and other threads may be about to see what it changes for
//! a while: [`Vm::show_idle_round`] shows it to searches that count on seeing every access, and to those that look for races in order to find out
//! what to explore.
//!
//! A livelock is not missed: let all threads have ended, be blocked, or iterate in vain. By the argument of [`super`], there is an
//! execution that leads to this state without a vain iteration. From there, each thread that can run comes back, and is stopped.

use std::mem;
use std::sync::Arc;

use mazurka_machine::{Delta, Footprint, InVain, Next, Operation, Range, Step, Stepped, ThreadId};

use super::super::Vm;
use super::super::lookahead::{NextOp, Pauses, Seen, may_be_noop};
use super::BeforeAttempt;
use super::attempts::{Attempt, MOST_VISITS};
use super::change;
use super::effect::{Effect, asks, looks};
use crate::context::Stop;
use crate::exec::Halt;
use crate::memory::Noted;
use crate::threads::{Status, Wait};
use crate::visibility::EveryAccess;

/// An iteration of more operations is not followed. No thread is stopped after such an iteration: it has more visits than are compared.
/// Yields are counted apart, because an iteration may have more of them than the one before.
const MOST_OPERATIONS: usize = 64;
const MOST_YIELDS: usize = 1 << 12;
const _: () = assert!(MOST_OPERATIONS > MOST_VISITS);

/// An iteration that a thread would make.
#[derive(Default)]
pub(in crate::vm) struct Iteration {
    pub(super) operations: Vec<Operation>,
    takes: Vec<Range>,
    seen: Seen,
    /// It reads something, or tries something: that may decide whether another one follows.
    looks: bool,
    /// It changes something, if only for a while.
    works: bool,
    pauses: Pauses,
    leaves_pauses_out: bool,
}

impl Iteration {
    /// Whether another one may become something else when it meets this one.
    fn disturbs(&self, other: &Iteration) -> bool {
        self.takes.iter().any(|taken| other.operations.iter().any(|operation| asks(operation, *taken)))
    }
}

impl Vm {
    /// See [`mazurka_machine::Machine::wait_in_vain`].
    pub(in crate::vm) fn settle(&mut self) -> InVain {
        let stopped: Vec<ThreadId> = self.attempts.stopped().collect();
        if stopped.is_empty() {
            return InVain::ForNow;
        }
        let mark = mazurka_machine::Machine::mark(self);
        for &thread in &stopped {
            self.state.threads.change(thread).state.status = Status::Alive;
        }
        let how_long = match self.iterate_in_vain(&stopped) {
            InVain::ForNow => self.go_round(&stopped),
            how_long => how_long,
        };
        if how_long != InVain::ForEver {
            mazurka_machine::Machine::rewind(self, mark);
        }
        how_long
    }

    /// How long these threads would iterate in vain, where no other is ready. If they wait for ever, they are blocked from now on.
    pub(in crate::vm) fn iterate_in_vain(&mut self, threads: &[ThreadId]) -> InVain {
        let mut iterations = Vec::new();
        for &thread in threads {
            let Some(iteration) = self.vain_iteration(thread) else { return InVain::ForNow };
            iterations.push(iteration);
        }
        let others = |at: usize| iterations.iter().enumerate().filter(move |(other, _)| *other != at);
        let is_disturbed =
            |(at, iteration): (usize, &Iteration)| others(at).any(|(_, other)| other.disturbs(iteration));
        let blocked = self.blocked_besides(threads);
        let disturb_others = iterations.iter().any(|iteration| blocked.need_some_of(&iteration.takes));
        if disturb_others || iterations.iter().enumerate().any(is_disturbed) {
            let (how_long, met) = self.looking_everywhere(|vm| vm.meet(threads));
            if how_long != InVain::ForEver {
                return how_long;
            }
            iterations.iter_mut().zip(met).for_each(|(iteration, met)| iteration.seen.extend(met.seen));
        }
        self.go_on_for_ever(threads, iterations)
    }

    /// Whether threads that do not come back alone run in a cycle all the same: they may work, or toggle something that no other thread looks at
    /// while they poll. Which of these it is cannot be told. It takes long, and is the same in most executions, so that it is not tried often.
    fn go_round(&mut self, threads: &[ThreadId]) -> InVain {
        if !self.attempts.may_go_round() {
            return InVain::ForNow;
        }
        match self.looking_everywhere(|vm| vm.meet(threads)) {
            (InVain::ForEver, _) => InVain::Busy(threads[0]),
            _ => InVain::ForNow,
        }
    }

    /// These threads repeat iterations for ever: those that wait are blocked.
    fn go_on_for_ever(&mut self, threads: &[ThreadId], iterations: Vec<Iteration>) -> InVain {
        let is_busy = |(_, iteration): &(&ThreadId, &Iteration)| !iteration.looks && iteration.works;
        if let Some((&busy, _)) = threads.iter().zip(&iterations).find(is_busy) {
            return InVain::Busy(busy);
        }
        for (&thread, iteration) in threads.iter().zip(iterations) {
            self.block_in_loop(thread, iteration);
        }
        InVain::ForEver
    }

    /// Blocks threads that iterate in vain, if no other can proceed.
    pub(in crate::vm) fn block_vain_threads(&mut self) {
        let threads = self.state.threads.created();
        if !threads.iter().any(|thread| self.may_retry(thread)) {
            return;
        }
        let running: Vec<ThreadId> = threads.iter().filter(|thread| self.can_run(*thread)).collect();
        if !running.is_empty() && running.iter().all(|thread| self.may_retry(*thread)) {
            self.iterate_in_vain(&running);
        }
    }

    fn block_in_loop(&mut self, thread: ThreadId, mut iteration: Iteration) {
        let Some(operation) = iteration.operations.first().cloned() else { return };
        let next_op = NextOp::waiting(operation, self.watched(thread, &mut iteration.seen));
        self.ahead.set(thread, Arc::new(next_op));
        if self.visibility.learns() {
            self.learn_next(thread);
        }
    }

    /// The iteration that a thread makes when it runs alone, if it is a vain one.
    fn vain_iteration(&mut self, thread: ThreadId) -> Option<Iteration> {
        let ignore = &mut |_: &Operation, _: &Stepped| {};
        let iteration = self.looking(|vm| vm.follow_iteration(thread, ignore));
        if iteration.is_some() || !self.visibility.learns() {
            return iteration;
        }
        self.looking_everywhere(|vm| vm.follow_iteration(thread, ignore))
    }

    /// See [`mazurka_machine::Machine::idle_round`].
    pub(in crate::vm) fn show_idle_round(
        &mut self,
        thread: ThreadId,
        visit: &mut dyn FnMut(&Operation, &Stepped),
    ) -> bool {
        if !self.is_idle(thread) {
            return true;
        }
        let Some(round) = self.looking(|vm| vm.follow_iteration(thread, visit)) else { return false };
        let others: Vec<ThreadId> = self.state.threads.created().iter().filter(|&t| t != thread).collect();
        others.into_iter().all(|other| {
            !self.is_idle(other) || {
                let round_of_other = self.looking(|vm| vm.follow_iteration(other, &mut |_, _| {}));
                round_of_other.is_some_and(|of_other| !of_other.disturbs(&round))
            }
        })
    }

    /// Whether a thread is in a loop, and not blocked in it by anything else than that it would come back.
    fn is_idle(&mut self, thread: ThreadId) -> bool {
        self.may_retry(thread) && matches!(self.peek_here(thread).next(), Next::Ready(_))
    }

    /// Lets threads run only to see what they would do.
    fn looking<T>(&mut self, look: impl FnOnce(&mut Vm) -> T) -> T {
        let kept = self.state.memory.swap_notes(Noted::default());
        let mark = mazurka_machine::Machine::mark(self);
        self.ahead.is_looking = true;
        let seen = look(self);
        self.ahead.is_looking = false;
        self.state.memory.set_noting(false);
        mazurka_machine::Machine::rewind(self, mark);
        self.state.memory.swap_notes(kept);
        seen
    }

    /// The same where threads may stop at every access, if it is not yet known at which they do.
    fn looking_everywhere<T>(&mut self, look: impl FnOnce(&mut Vm) -> T) -> T {
        if !self.visibility.learns() {
            return self.looking(look);
        }
        let policy = mem::replace(&mut self.visibility, Box::new(EveryAccess));
        let seen = self.looking(look);
        self.visibility = policy;
        seen
    }

    fn follow_iteration(
        &mut self,
        thread: ThreadId,
        visit: &mut dyn FnMut(&Operation, &Stepped),
    ) -> Option<Iteration> {
        let mark = mazurka_machine::Machine::mark(self);
        let mut iteration = Iteration::default();
        let mut is_back = self.follow_into(&mut iteration, thread, visit).is_some();
        if !is_back && iteration.leaves_pauses_out {
            // It may have come to a cycle in which it pauses at other places than where it was stopped.
            mazurka_machine::Machine::rewind(self, mark);
            iteration = Iteration { pauses: Pauses::Made, ..Iteration::default() };
            is_back = self.follow_into(&mut iteration, thread, visit).is_some();
        }
        is_back.then_some(iteration)
    }

    /// `None`: it does not come back.
    fn follow_into(
        &mut self,
        iteration: &mut Iteration,
        thread: ThreadId,
        visit: &mut dyn FnMut(&Operation, &Stepped),
    ) -> Option<()> {
        let start = self.local_state_now(thread);
        let first = self.visit(thread, start);
        let mut attempt = Attempt::at(first);
        let own = self.own_stack(thread, &attempt.visits);
        let mut yields = 0;
        while iteration.operations.len() - yields < MOST_OPERATIONS && yields < MOST_YIELDS {
            let here = self.peek_here(thread);
            let Next::Ready(pending) = here.next() else { return None };
            if pending.choices != 1 || !self.may_retry(thread) {
                return None;
            }
            let before = self.before_look(thread, pending.operation.clone());
            let halt = self.follow_step(thread, &here, &before, iteration);
            if !matches!(halt, Ok(Halt::Visible | Halt::Waiting | Halt::Yielded)) {
                return None;
            }
            visit(&before.operation, &self.stepped(Step::Ran, Delta::Unknown));
            let (effect, _) = self.effect_and_own(own, thread, &before);
            match effect {
                Effect::Takes(object) => iteration.takes.push(object),
                Effect::Changes(change) => iteration.takes.push(change.range),
                _ => {}
            }
            yields += usize::from(*before.operation.in_loop() == Operation::Local);
            iteration.operations.push(before.operation);
            attempt.make(&effect);
            let visit = attempt.visits.last()?;
            let is_back = self.local_state_now(thread) == start && attempt.taken.is_empty();
            iteration.looks |= is_back && self.look_in_vain(&iteration.operations);
            if is_back && !self.stack_differs(thread, visit, attempt.lowest, || self.dead_bytes(thread)) {
                return Some(());
            }
        }
        None
    }

    /// Makes a step of an iteration.
    pub(super) fn follow_step(
        &mut self,
        thread: ThreadId,
        here: &NextOp,
        before: &BeforeAttempt,
        iteration: &mut Iteration,
    ) -> Result<Halt, Stop> {
        self.state.memory.clear_notes();
        // As many jumps and calls as the thread could make before it was stopped.
        iteration.leaves_pauses_out |= iteration.pauses == Pauses::LeftOut && self.way_out(thread).is_some();
        let halt = self.follow(thread, here, self.config.local_limit, iteration.pauses);
        iteration.seen.operation(&before.operation);
        iteration.works |= !may_be_noop(before.operation.in_loop(), 1);
        iteration.seen.notes(self.state.memory.notes());
        let frames = self.frames_in_use(thread);
        let reads = self.state.memory.notes().iter().any(|part| self.learns_by(part.outside(frames)));
        iteration.looks |= reads || looks(&before.operation) && !self.reads_in_vain(&before.operation);
        halt
    }

    /// Whether a thread that reads this learns anything: not from what it reads only to write it again, or to get at something else.
    fn learns_by(&self, part: Footprint) -> bool {
        let is_read = |byte: &u64| part.reads >> byte & 1 == 1;
        let learns = |address| !self.is_unread(address) && !self.program.only_leads(address);
        (0..64).filter(is_read).any(|byte| learns(part.line + byte))
    }

    /// Whether a thread learns nothing from what an operation reads.
    fn reads_in_vain(&self, operation: &Operation) -> bool {
        match operation.in_loop() {
            Operation::Read(range, _) if self.program.only_leads(range.start) => true,
            Operation::Read(range, _) | Operation::Update(range, ..) => self.is_unread(range.start),
            _ => false,
        }
    }

    /// Whether some of these load what nothing reads, and do not write it again. That is a look, though nothing comes of it: compilers leave out
    /// comparisons whose result they know.
    fn look_in_vain(&self, operations: &[Operation]) -> bool {
        let is_written = |loaded: &Range| {
            operations.iter().any(|other| match other.in_loop() {
                Operation::Write(range, _) | Operation::Update(range, ..) => range.overlaps(*loaded),
                _ => false,
            })
        };
        operations.iter().any(|operation| match operation.in_loop() {
            Operation::Read(range, _) => self.is_unread(range.start) && !is_written(range),
            _ => false,
        })
    }

    pub(super) fn before_look(&mut self, thread: ThreadId, operation: Operation) -> BeforeAttempt {
        let was_asleep = matches!(self.state.threads.get(thread).state.wait, Wait::On(_));
        let state = &mut self.state;
        let (files, output) = (state.files.mark(), state.output.mark());
        let number = change::number(&operation).map_or(0, |range| state.memory.number(range));
        BeforeAttempt {
            operation,
            was_asleep,
            memory: state.memory.mark(),
            files,
            output,
            number,
            could_look_now: false,
        }
    }
}
