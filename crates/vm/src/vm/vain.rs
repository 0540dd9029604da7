//! Vain iterations: a thread that comes back to where it was, and leaves nothing behind, is stopped there.
//!
//! An iteration of a loop is *vain* if the thread's local state at its end (position, live registers, the stack that only it can
//! reach) is the one at its beginning, and no other thread can tell that it was made: polling a flag under a lock, a failed
//! compare-and-swap, several reads, a timed wait that gives up. Afterwards the thread is stopped for good
//! ([`Step::Vain`]), the others run on, and the execution is not counted. Unlike a wait ([`super::lookahead`]), it is stopped
//! though others may change what it reads: executions in which it reads that are explored in their own right.
//!
//! Whether a thread is stopped depends only on what happens before its last operation. So the stopped threads are those of
//! another program with the same dependences, in which a thread ends there, and whatever explores all traces of that
//! program explores all of this one that have no vain iteration, but as the last thing that a thread does.
//!
//! **Why no bug is missed.** Let an execution lead to a bug, and let thread t make a vain iteration in it and then another
//! operation. Leave out the iteration. Others do the same as before:
//! - None of its steps has changed a byte that another thread can access, but for those of locks that it took and gave back.
//! - While it held such a lock, no other thread has asked whether it is free (a try, a time-out, the value of a semaphore), for then
//!   the iteration is not vain ([`Taken::is_seen`]). What only had to wait for the lock can do so for other reasons, or not at all.
//! - What it held at its beginning it held all the time: a lock that was taken before and is given back ends all iterations that
//!   began while it was held.
//! - Giving up a timed wait and going to sleep again is the same with "is not asleep" for the lock; signals ask.
//!
//! And t itself continues from the same local state and the same memory. There is less synchronisation, so what raced still does.
//! By induction there is an execution with the bug whose vain iterations are the last that their threads do. If the bug is that
//! threads wait for ever, see [`settle`].
//!
//! If it is a race with an access in the iteration itself, leave out instead all that t did after it, and all that comes behind that by
//! happens-before. What is left does not depend on it, provided that threads learn nothing from each other that happens-before does
//! not order ([`crate::Program::informs_without_order`]), and the race is still there: t made the access, and the other one is not behind
//! what t did later, or else it would be behind the access. Where threads may learn more (relaxed atomics, locks that are tried), the
//! first vain iteration with accesses that may race is allowed, and the second one stops the thread. A shortest execution with the
//! race has no two: one of them has nothing to do with the race, and could be left out.
//!
//! What takes place between the steps of the iteration does not matter: an iteration that was interrupted is as vain as another. One
//! that has not come to its end is explored with everything that can happen then.

mod effect;
mod later;
pub(super) mod settle;

use std::sync::Arc;

use mazurka_machine::{Operation, Range, Step, ThreadId};

use super::Vm;
use crate::config::Record;
use crate::files::FilesMark;
use crate::memory::MemoryMark;
use crate::output::OutputMark;
use crate::threads::{Status, Wait};
use effect::{Effect, asks, effect};
use later::{Look, publishes, written};

/// What the threads have done since they last left something behind.
#[derive(Default)]
pub(super) struct Attempts {
    /// By thread.
    threads: Vec<Attempt>,
    past: Vec<(ThreadId, Attempt)>,
    /// How many threads have visits.
    active: usize,
}

/// What a thread has done since it last left something behind.
#[derive(Clone, Default)]
struct Attempt {
    visits: Vec<Visit>,
    /// How many steps had plain accesses that may race, if these count.
    accesses: u32,
    /// It has made a vain iteration with such accesses.
    is_spared: bool,
    /// What it has taken since the first of them, and not given back; the last one last.
    taken: Vec<Taken>,
    /// What it has written by plain accesses since the first of them: others notice that only by a race.
    written: Vec<Range>,
    /// How many steps it has made.
    steps: u32,
    /// The local state after its last step: other threads may change it.
    last: u128,
    /// It was stopped after a vain iteration.
    is_stopped: bool,
}

/// A state that it was in.
#[derive(Clone)]
struct Visit {
    local: u128,
    memory: MemoryMark,
    /// The first free byte of its stack.
    stack: u64,
    /// How much it had taken.
    taken: usize,
    /// How many steps had plain accesses up to then.
    accesses: u32,
    /// How much it had written.
    written: usize,
    /// How many steps it had made.
    steps: u32,
    /// What it was about to read.
    look: Option<Arc<Look>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Taken {
    object: Range,
    /// Another thread has asked for it since.
    is_seen: bool,
}

/// More states than this are not compared.
const MOST_VISITS: usize = 48;

#[derive(Clone, Copy, Debug)]
pub(super) struct AttemptsMark(usize);

/// Before a step: what to compare with after it.
pub(super) struct BeforeAttempt {
    operation: Operation,
    was_asleep: bool,
    memory: MemoryMark,
    files: FilesMark,
    output: OutputMark,
    /// The step before could as well have been made only now, though others have changed what it has read.
    could_look_now: bool,
}

impl Attempts {
    pub(crate) fn mark(&self) -> AttemptsMark {
        AttemptsMark(self.past.len())
    }

    pub(crate) fn rewind(&mut self, to: AttemptsMark) {
        for (thread, attempt) in self.past.drain(to.0..).rev() {
            let now = &mut self.threads[thread.index()];
            self.active -= usize::from(!now.visits.is_empty());
            self.active += usize::from(!attempt.visits.is_empty());
            *now = attempt;
        }
    }

    /// Whether no thread is in a loop in which it may come back.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.active == 0
    }

    fn of(&self, thread: ThreadId) -> Option<&Attempt> {
        self.threads.get(thread.index()).filter(|attempt| !attempt.visits.is_empty())
    }

    /// The threads that were stopped.
    fn stopped(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let numbered = (0..).map(ThreadId).zip(&self.threads);
        numbered.filter(|(_, attempt)| attempt.is_stopped).map(|(thread, _)| thread)
    }

    fn change(&mut self, thread: ThreadId, change: impl FnOnce(&mut Attempt)) {
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, Attempt::default);
        }
        let attempt = &mut self.threads[thread.index()];
        self.past.push((thread, attempt.clone()));
        self.active -= usize::from(!attempt.visits.is_empty());
        change(attempt);
        self.active += usize::from(!attempt.visits.is_empty());
    }

    /// The thread is not in such a loop.
    fn forget(&mut self, thread: ThreadId) {
        if self.of(thread).is_some() {
            self.change(thread, Attempt::begin_again);
        }
    }

    /// A step of `thread` may show it what others have taken.
    fn show_to(&mut self, thread: ThreadId, operation: &Operation) {
        for index in 0..self.threads.len() {
            let other = ThreadId(index as u16);
            let is_shown = |taken: &Taken| !taken.is_seen && asks(operation, taken.object);
            if other != thread && self.threads[index].taken.iter().any(is_shown) {
                self.change(other, |attempt| {
                    attempt.taken.iter_mut().for_each(|taken| taken.is_seen |= asks(operation, taken.object));
                });
            }
        }
    }
}

impl Attempt {
    /// It has left something behind.
    fn begin_again(&mut self) {
        self.visits.clear();
        self.taken.clear();
        self.written.clear();
        self.is_spared = false;
    }

    fn stop(&mut self) {
        self.begin_again();
        self.is_stopped = true;
    }

    /// It is back where it was. `true`: for the first time with accesses.
    fn is_spared_now(&mut self, visit: &Visit) -> bool {
        let is_first = !self.is_spared && self.accesses > visit.accesses;
        if is_first {
            self.is_spared = true;
            self.visits.clear();
        }
        is_first
    }

    fn take(&mut self, object: Range) {
        self.taken.push(Taken { object, is_seen: false });
    }

    fn give(&mut self, object: Range) {
        match self.taken.iter().rposition(|taken| taken.object == object) {
            Some(at) if !self.taken[at].is_seen => {
                self.taken.remove(at);
                self.visits.retain(|visit| visit.taken <= at);
            }
            // It had it before, or others know that it had it.
            _ => self.begin_again(),
        }
    }

    fn make(&mut self, effect: &Effect) {
        match effect {
            Effect::Lasts => self.begin_again(),
            Effect::None => {}
            Effect::Takes(object) => self.take(*object),
            Effect::Gives(objects) => objects.iter().for_each(|object| self.give(*object)),
        }
    }
}

impl Vm {
    /// Whether vain iterations are looked for.
    #[inline]
    fn stops_vain_threads(&self) -> bool {
        self.config.stop_vain_threads && self.config.record != Record::Nothing
    }

    /// Whether a thread is in a loop in which it may come back.
    #[inline]
    pub(super) fn may_retry(&self, thread: ThreadId) -> bool {
        let at = self.state.threads.get(thread);
        let retries = |function, pc| self.program.code(function).retries.get(pc as usize) == Some(&true);
        at.state.status == Status::Alive
            && at.state.started
            && at.frames.iter().any(|frame| retries(frame.function, frame.pc))
    }

    /// To be called before a step of `thread`. `None`: no thread is in such a loop.
    pub(super) fn before_attempt(&mut self, thread: ThreadId) -> Option<BeforeAttempt> {
        if self.attempts.is_idle() {
            return None;
        }
        let local = self.local_state_now(thread);
        // It was woken, or cancelled …
        if self.attempts.of(thread).is_some_and(|attempt| attempt.last != local) {
            self.attempts.forget(thread);
        }
        let operation = self.ahead_operation(thread);
        let could_look_now = self.could_look_now(thread, local, &operation);
        Some(BeforeAttempt { could_look_now, ..self.before_look(thread, operation) })
    }

    /// Takes note of a step of `thread`. `true`: it has made a vain iteration.
    pub(super) fn is_vain(&mut self, thread: ThreadId, before: Option<&BeforeAttempt>) -> bool {
        if !self.stops_vain_threads() || self.state.threads.is_main_alone() || !self.may_retry(thread) {
            self.attempts.forget(thread);
            return false;
        }
        if let Some(before) = before.filter(|_| self.attempts.of(thread).is_some()) {
            let (effect, written) = self.effect_of(thread, before);
            let accesses = self.accesses_count() && self.has_accessed(thread);
            self.attempts.change(thread, |attempt| {
                attempt.steps += 1;
                attempt.accesses += u32::from(accesses);
                attempt.make(&effect);
                attempt.written.extend(written);
            });
        }
        let local = self.local_state_now(thread);
        if self.way_out(thread).is_some() {
            self.pass_through_loop(thread, local);
            return false;
        }
        let mut earlier = self.comes_back_to(thread, local).cloned();
        if let Some(look) = before.and_then(BeforeAttempt::looked_at).filter(|_| earlier.is_none()) {
            earlier = self.could_have_looked_later(thread, local, look);
        }
        let visit = Visit { look: self.look(thread), ..self.visit(thread, local) };
        let mut is_vain = false;
        self.attempts.change(thread, |attempt| {
            attempt.last = local;
            is_vain = earlier.is_some_and(|visit| !attempt.is_spared_now(&visit));
            if is_vain {
                attempt.stop();
                return;
            }
            if attempt.visits.len() == MOST_VISITS {
                attempt.begin_again();
            }
            let Attempt { accesses, steps, .. } = *attempt;
            let (taken, written) = (attempt.taken.len(), attempt.written.len());
            attempt.visits.push(Visit { taken, accesses, written, steps, ..visit });
        });
        is_vain
    }

    /// A loop that only pauses is not where the thread comes back to: it has the more states the longer it is, and its end is as good.
    fn pass_through_loop(&mut self, thread: ThreadId, local: u128) {
        if self.attempts.of(thread).is_some() {
            self.attempts.change(thread, |attempt| attempt.last = local);
        }
    }

    /// To be called after a step of `thread`: what has come of it.
    pub(super) fn unless_vain(
        &mut self,
        thread: ThreadId,
        step: Step,
        before: Option<&BeforeAttempt>,
    ) -> Step {
        if let Some(before) = before {
            self.attempts.show_to(thread, &before.operation);
        }
        let has_looked_early = before.is_some_and(|before| before.could_look_now);
        if step == Step::Ran && has_looked_early {
            self.attempts.change(thread, Attempt::stop);
        }
        if step == Step::Ran && (has_looked_early || self.is_vain(thread, before)) {
            self.state.threads.change(thread).state.status = Status::Stopped;
            return Step::Vain;
        }
        step
    }

    /// Whether a race may be seen only by what is done after a vain iteration.
    fn accesses_count(&self) -> bool {
        self.program.informs_without_order
    }

    fn visit(&mut self, thread: ThreadId, local: u128) -> Visit {
        let stack = self.state.threads.get(thread).state.stack;
        let memory = self.state.memory.mark();
        Visit { local, memory, stack, taken: 0, accesses: 0, written: 0, steps: 0, look: None }
    }

    /// The visit that a thread has come back to.
    fn comes_back_to(&self, thread: ThreadId, local: u128) -> Option<&Visit> {
        let attempt = self.attempts.of(thread)?;
        let is_it = |visit: &&Visit| {
            visit.local == local
                && visit.taken == attempt.taken.len()
                && visit.written == attempt.written.len()
                && !self.state.memory.differs_since(visit.memory, self.frames_in_use(thread))
        };
        attempt.visits.iter().find(is_it)
    }

    /// The part of a thread's stack that is in use.
    fn frames_in_use(&self, thread: ThreadId) -> Range {
        let start = self.program.first_frame(thread);
        Range { start, length: self.state.threads.get(thread).state.stack.saturating_sub(start) }
    }

    /// The part of a thread's stack that no other thread reaches while the thread leaves nothing behind: all, or what it did not use
    /// at the first of these visits.
    fn own_stack(&self, thread: ThreadId, visits: &[Visit]) -> Range {
        let private = self.program.private_stack(thread);
        match visits.iter().map(|visit| visit.stack).min() {
            Some(start) if private.length == 0 => {
                Range { start, length: crate::address::heap_of(thread).saturating_sub(start) }
            }
            _ => private,
        }
    }

    /// What a step of `thread` has left behind, and what it has written by plain accesses where others notice it only by a race.
    fn effect_of(&mut self, thread: ThreadId, before: &BeforeAttempt) -> (Effect, Vec<Range>) {
        let attempt = self.attempts.of(thread);
        let visits = attempt.map_or(&[][..], |attempt| &attempt.visits);
        let own = self.own_stack(thread, visits);
        let has_written = attempt.is_some_and(|attempt| !attempt.written.is_empty());
        if has_written && publishes(&before.operation) {
            return (Effect::Lasts, Vec::new());
        }
        let effect = self.effect_outside(&[own], thread, before);
        let is_noticed = self.config.visibility.includes_plain() || self.config.check_uninitialized;
        if effect != Effect::Lasts || is_noticed {
            return (effect, Vec::new());
        }
        let written = written(self.state.memory.notes(), own);
        let exempt: Vec<Range> = written.iter().copied().chain([own]).collect();
        (self.effect_outside(&exempt, thread, before), written)
    }

    fn effect_outside(&mut self, own: &[Range], thread: ThreadId, before: &BeforeAttempt) -> Effect {
        let is_asleep = matches!(self.state.threads.get(thread).state.wait, Wait::On(_));
        let effect = effect(&before.operation, before.was_asleep && !is_asleep);
        let mut exempt = own.to_vec();
        match &effect {
            Effect::Takes(object) => exempt.push(*object),
            Effect::Gives(objects) => exempt.extend(objects),
            Effect::None | Effect::Lasts => {}
        }
        let state = &mut self.state;
        let has_changed = state.memory.differs_outside(before.memory, &exempt)
            || state.files.mark() != before.files
            || state.output.mark() != before.output;
        if has_changed { Effect::Lasts } else { effect }
    }

    fn ahead_operation(&self, thread: ThreadId) -> Operation {
        match self.ahead.of(thread) {
            Some(next_op) if next_op.is_block() => next_op.operation(),
            _ => self.intent(thread).operation,
        }
    }

    fn local_state_now(&mut self, thread: ThreadId) -> u128 {
        super::fingerprint::of_one_in_loop(&self.program, &mut self.state.threads, thread)
    }
}
