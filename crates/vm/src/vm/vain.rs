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
//! - None of its steps has changed a byte that another thread can access, but for those of locks that it took and gave back, and of numbers
//!   that it changed back.
//! - While it held such a lock, no other thread has asked whether it is free (a try, a time-out, the value of a semaphore), for then
//!   the iteration is not vain ([`Taken::is_seen`]). What only had to wait for the lock can do so for other reasons, or not at all.
//! - What it held at its beginning it held all the time: a lock that was taken before and is given back ends all iterations that
//!   began while it was held.
//! - Giving up a timed wait and going to sleep again is the same with "is not asleep" for the lock; signals ask. On a futex, so do all calls that
//!   wake or move sleepers, and none that falls asleep or gives up: what these do does not depend on who else sleeps. (With an owner it may:
//!   falling asleep there counts as asking, and gives nothing back.)
//! - A number that an atomic operation changes, and a later one changes back, is the same with "is another one"; see [`change`].
//! - It makes no other atomic stores, not even of what is there already; see below.
//!
//! And t itself continues from the same local state and the same memory, but for bytes of its variables that it writes before it reads
//! them: they make no difference ([`crate::lower::dead_bytes`]). There is less synchronisation, so what raced still does.
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
//! **Stores of what is there already** (`while (!stop) flag = 1;`) change no value, but end release sequences: who reads the flag afterwards
//! acquires what t has published, and no longer what the thread before has. Without the iteration there would be *more* synchronisation,
//! and a race might be missed. So such an iteration is not left out by itself. Let t come back to where it was, but for such stores, and let it
//! overwrite each of them itself later, while no other thread has read there, be it by an update ([`Stores`]). Then t is stopped, and what can be left
//! out is that first iteration: nothing has been acquired from its stores, and what the last store of each place publishes is published all the
//! same, because the thread that overwrites it, t or another one, ends its release sequence, too. So synchronisation is a part of what it was. Threads that
//! store the same value in turns come to an end by this, too. All accesses to the place conflict with t's stores, so whether t is stopped depends on
//! what comes before its later store alone. It is stopped where it has taken no more than at the beginning, so that it could go on alone.
//! Updates that leave a value as it is (`exchange`) continue release sequences: without them, a thread that reads there acquires less.
//!
//! What takes place between the steps of the iteration does not matter: an iteration that was interrupted is as vain as another. One
//! that has not come to its end is explored with everything that can happen then.

mod attempts;
mod change;
mod effect;
mod later;
pub(super) mod settle;
mod stack;
mod together;

use std::cell::LazyCell;

use mazurka_machine::{Operation, Range, Step, ThreadId};

use super::Vm;
use crate::config::Record;
use crate::files::FilesMark;
use crate::memory::{Memory, MemoryMark};
use crate::output::OutputMark;
use crate::threads::{Status, Wait};
use attempts::{Attempt, Visit};
pub(super) use attempts::{Attempts, AttemptsMark};
use change::Change;
use effect::{Effect, Queue, effect};
pub(super) use later::looks_at;
use later::{publishes, written};

/// Before a step: what to compare with after it.
pub(super) struct BeforeAttempt {
    operation: Operation,
    was_asleep: bool,
    memory: MemoryMark,
    files: FilesMark,
    output: OutputMark,
    /// The number that the operation may change.
    number: u64,
    /// The step before could as well have been made only now, though others have changed what it has read.
    could_look_now: bool,
}

impl Vm {
    /// Whether vain iterations are looked for.
    #[inline]
    pub(super) fn stops_vain_threads(&self) -> bool {
        self.config.stop_vain_threads
            && self.config.record != Record::Nothing
            && !self.state.threads.is_main_alone()
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

    /// To be called before a step of `thread`. `None`: no thread is in such a loop that it concerns.
    pub(super) fn before_attempt(&mut self, thread: ThreadId) -> Option<BeforeAttempt> {
        let is_concerned = self.is_attempt_concerned(thread);
        let operation = is_concerned.then(|| self.ahead_operation(thread))?;
        Some(self.before_attempt_at(thread, operation))
    }

    /// Whether a thread that is about to make a step is in such a loop, or may ask for what one in such a loop has taken.
    #[inline]
    pub(super) fn is_attempt_concerned(&mut self, thread: ThreadId) -> bool {
        !self.attempts.is_idle() && (self.is_in_attempt(thread) || self.attempts.may_show())
    }

    fn is_in_attempt(&mut self, thread: ThreadId) -> bool {
        let Some(last) = self.attempts.of(thread).map(|attempt| attempt.last) else { return false };
        // It was woken, or cancelled …
        if last != self.local_state_now(thread) {
            self.attempts.forget(thread);
        }
        self.attempts.of(thread).is_some()
    }

    /// The same where it is concerned, and this is its operation.
    pub(super) fn before_attempt_at(&mut self, thread: ThreadId, operation: Operation) -> BeforeAttempt {
        let could_look_now = self.could_look_now(thread, &operation);
        BeforeAttempt { could_look_now, ..self.before_look(thread, operation) }
    }

    /// Takes note of a step of `thread`, which is in such a loop now. `true`: it has made a vain iteration.
    fn is_vain(&mut self, thread: ThreadId, before: Option<&BeforeAttempt>) -> bool {
        let before = before.filter(|_| self.attempts.of(thread).is_some());
        self.attempts.save(thread);
        if let Some(before) = before {
            let (effect, written) = self.effect_of(thread, before);
            let accesses = self.accesses_count() && self.has_accessed(thread);
            self.attempts.update(thread, |attempt| {
                attempt.steps += 1;
                attempt.accesses += u32::from(accesses);
                attempt.make(&effect);
                attempt.written.extend(written);
            });
        }
        let local = self.local_state_now(thread);
        if self.way_out(thread).is_some() {
            // Not where the thread comes back to: such a loop has the more states the longer it is, and its end is as good.
            self.attempts.update(thread, |attempt| attempt.last = local);
            return false;
        }
        let mut earlier = self.attempts.of(thread).and_then(Attempt::has_overwritten_round);
        if earlier.is_none() {
            earlier = self.comes_back_to(thread, local, false).map(|visit| visit.accesses);
        }
        if earlier.is_none()
            && let Some(visit) = self.comes_back_to(thread, local, true)
        {
            let (since, accesses) = (visit.stores, visit.accesses);
            self.attempts.update(thread, |attempt| attempt.come_round(since, accesses));
        }
        if let Some(look) = before.and_then(BeforeAttempt::looked_at).filter(|_| earlier.is_none()) {
            earlier = self.could_have_looked_later(thread, local, look);
        }
        let visit = Visit { look: self.look(thread), ..self.visit(thread, local) };
        let mut is_vain = false;
        self.attempts.update(thread, |attempt| {
            attempt.last = local;
            is_vain = earlier.is_some_and(|accesses| !attempt.is_spared_now(accesses));
            match is_vain {
                true => attempt.stop(),
                false => attempt.visit(visit),
            }
        });
        is_vain
    }

    /// To be called after a step of `thread`: what has come of it. `may_retry`: the thread is in a loop now in which it may come back.
    #[inline]
    pub(super) fn unless_vain(
        &mut self,
        thread: ThreadId,
        step: Step,
        before: Option<&BeforeAttempt>,
        may_retry: bool,
    ) -> Step {
        if let Some(before) = before {
            self.attempts.show_to(thread, &before.operation);
        }
        if step != Step::Ran {
            return step;
        }
        let has_looked_early = before.is_some_and(|before| before.could_look_now);
        if has_looked_early {
            self.attempts.change(thread, Attempt::stop);
        } else if !may_retry || !self.is_vain(thread, before) {
            if !may_retry {
                self.attempts.forget(thread);
            }
            return step;
        }
        self.state.threads.change(thread).state.status = Status::Stopped;
        Step::Vain
    }

    /// Whether a race may be seen only by what is done after a vain iteration.
    fn accesses_count(&self) -> bool {
        self.program.informs_without_order
    }

    fn visit(&mut self, thread: ThreadId, local: u128) -> Visit {
        let stack = self.state.threads.get(thread).state.stack;
        let memory = self.state.memory.mark();
        Visit { local, memory, stack, taken: 0, accesses: 0, written: 0, stores: 0, steps: 0, look: None }
    }

    /// The visit that a thread has come back to. `by_stores`: but for stores of what was there.
    fn comes_back_to(&self, thread: ThreadId, local: u128, by_stores: bool) -> Option<&Visit> {
        let attempt = self.attempts.of(thread).filter(|attempt| attempt.stores.made > 0 || !by_stores)?;
        let dead = LazyCell::new(|| self.dead_bytes(thread));
        let is_it = |visit: &&Visit| {
            (visit.stores != attempt.stores.made) == by_stores
                && visit.local == local
                && visit.taken == attempt.taken.len()
                && visit.written == attempt.written.len()
                && !self.stack_differs(thread, visit, attempt.lowest, || dead.clone())
        };
        attempt.visits.iter().filter(is_it).last()
    }

    /// What a step of `thread` has left behind, and what it has written by plain accesses where others notice it only by a race.
    fn effect_of(&mut self, thread: ThreadId, before: &BeforeAttempt) -> (Effect, Vec<Range>) {
        let Some(attempt) = self.attempts.of(thread) else { return (Effect::Lasts, Vec::new()) };
        if !attempt.written.is_empty() && publishes(&before.operation) {
            return (Effect::Lasts, Vec::new());
        }
        let own = self.own_stack(thread, &attempt.visits);
        let (effect, own) = self.effect_and_own(own, thread, before);
        let is_noticed = self.config.visibility.includes_plain() || self.config.check_uninitialized;
        if effect != Effect::Lasts || is_noticed {
            return (effect, Vec::new());
        }
        let written = written(self.state.memory.notes(), &own);
        if written.is_empty() {
            return (effect, written);
        }
        let exempt: Vec<Range> = written.iter().copied().chain(own).collect();
        (self.effect_outside(&exempt, thread, before), written)
    }

    /// What a step has left behind outside of what is the thread's own, and that: this part of its stack, and variables below it.
    fn effect_and_own(
        &mut self,
        own: Range,
        thread: ThreadId,
        before: &BeforeAttempt,
    ) -> (Effect, Vec<Range>) {
        let mut own = vec![own];
        let effect = self.effect_outside(&own, thread, before);
        if effect != Effect::Lasts || self.program.private_stack(thread).length > 0 {
            return (effect, own);
        }
        own.extend(self.unshared_variables(thread));
        (self.effect_outside(&own, thread, before), own)
    }

    fn effect_outside(&mut self, own: &[Range], thread: ThreadId, before: &BeforeAttempt) -> Effect {
        let is_asleep = matches!(self.state.threads.get(thread).state.wait, Wait::On(_));
        let effect = effect(&before.operation, Queue::of(before.was_asleep, is_asleep));
        let state = &mut self.state;
        if effect == Effect::Lasts
            || state.files.mark() != before.files
            || state.output.mark() != before.output
        {
            return Effect::Lasts;
        }
        let effect = change_of(&state.memory, own, before).map_or(effect, Effect::Changes);
        let given = match &effect {
            Effect::Takes(object) => std::slice::from_ref(object),
            Effect::Gives(objects) => objects,
            Effect::Changes(change) => std::slice::from_ref(&change.range),
            Effect::None | Effect::Stores(_) | Effect::Lasts => &[],
        };
        match state.memory.differs_outside(before.memory, &[own, given]) {
            true => Effect::Lasts,
            false => effect,
        }
    }

    fn ahead_operation(&self, thread: ThreadId) -> Operation {
        match self.ahead.of(thread) {
            Some(next_op) if next_op.is_block() => next_op.operation(),
            _ => self.intent(thread).operation,
        }
    }

    fn local_state_now(&mut self, thread: ThreadId) -> u128 {
        match self.cached_fingerprint(thread) {
            Some(known) if !self.state.threads.get(thread).state.detached => known,
            _ => super::fingerprint::of_one_in_loop(&self.program, &mut self.state.threads, thread),
        }
    }
}

/// The number that was changed by an atomic operation, but for one in these ranges.
fn change_of(memory: &Memory, own: &[Range], before: &BeforeAttempt) -> Option<Change> {
    let range = change::number(&before.operation)?;
    let is_own = own.iter().any(|own| own.overlaps(range));
    let also_plain = || written(memory.notes(), &[]).iter().any(|part| part.overlaps(range));
    let change = change::change(&before.operation, before.number, memory.number(range))?;
    (!is_own && !also_plain()).then_some(change)
}
