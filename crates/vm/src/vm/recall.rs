//! Steps that were made before, made again without executing them.
//!
//! A search makes the same steps again and again: the same thread in the same local state, which reads the same. What it does
//! then is known: what it writes and the local state that it comes to. So steps are remembered that consist of plain code
//! and the start or end of a thread, an atomic operation, a join, or an operation on a mutex or a condition variable, with
//! all that they have read. Steps that do more (other library functions, choices) are not.
//!
//! Where states are hashed, what a step changes the fingerprint by is remembered, too. So it can be predicted where the step
//! leads without making it.
//!
//! Threads carry a number for the local state that they are in, if that is a known one; with undo, like the rest of them.

mod outlook;
mod steps;

use std::num::NonZeroU32;

use mazurka_machine::{
    Choice, Footprint, Next, Object, ObjectKind, Operation, Prediction, Range, Step, ThreadId, Use, Verb,
};
use rustc_hash::FxHashMap;

use super::lookahead::{self, Interest};
use super::{Vm, fingerprint};
use crate::config::{Config, Record};
use crate::exec;
use crate::library::Intent;
use crate::library::threads::{mutex, wake_up};
use crate::memory::{MemoryMark, Noted};
use crate::program::{FunctionKind, Program};
use crate::threads::{Status, ThreadState, Threads, ThreadsMark, Wait, snapshot};
use steps::{Remembered, Steps};

pub(super) struct Recall {
    /// By number.
    states: Vec<Known>,
    numbers: FxHashMap<u64, Vec<NonZeroU32>>,
    /// How often a step was recalled or predicted, and how often that was tried in vain.
    recalled: u64,
    executed: u64,
    /// How many steps are remembered.
    steps: usize,
    /// The step of this thread that was predicted, for as long as the machine is where it was then.
    predicted: Option<(ThreadId, usize)>,
    enabled: bool,
}

/// A local state that a thread was in, and the steps from there.
struct Known {
    thread: ThreadId,
    /// What it adds to the fingerprint, where there is one.
    print: Option<u128>,
    interest: Interest,
    /// What the thread does next, if that depends on nothing else, and it can always do it.
    next: Option<Next>,
    /// The mutex that it locks or unlocks next.
    at_mutex: Option<(Verb, Object)>,
    /// Whether it can always go on, whatever the others do: nothing that it stands before has to wait.
    never_waits: bool,
    steps: Steps,
}

/// A step that is being made, to be remembered.
pub(super) struct Recording {
    from: Option<NonZeroU32>,
    operation: Operation,
    /// The first thread that it may wake up.
    wakes: Option<ThreadId>,
    memory: MemoryMark,
    threads: ThreadsMark,
}

/// So many local states are known, and so many steps, at most.
const MOST_STATES: usize = 1 << 14;
const MOST_STEPS: usize = 1 << 16;

/// As many steps are remembered in any case before it is asked whether that is worth it.
const PATIENCE: u64 = 1 << 12;

impl Recall {
    /// Not where more belongs to a step than is noted.
    pub(super) fn new(program: &Program, config: &Config) -> Recall {
        let enabled = config.recall
            && config.record != Record::Nothing
            && !config.local_changes
            && !program.sets_thread_specific
            && !config.visibility.includes_plain()
            && !config.check_uninitialized
            && !config.check_leaks
            && config.unroll.is_none();
        Recall {
            states: Vec::new(),
            numbers: FxHashMap::default(),
            recalled: 0,
            executed: 0,
            steps: 0,
            predicted: None,
            enabled,
        }
    }

    fn is_worth_it(&self) -> bool {
        self.enabled && self.executed < PATIENCE + 4 * self.recalled
    }

    fn known(&self, number: NonZeroU32) -> &Known {
        &self.states[number.get() as usize - 1]
    }

    fn known_mut(&mut self, number: NonZeroU32) -> &mut Known {
        &mut self.states[number.get() as usize - 1]
    }

    /// The number of the state that a thread is in, if it has one.
    fn find(&self, thread: ThreadId, threads: &Threads) -> Option<NonZeroU32> {
        let at = threads.get(thread);
        let is_it =
            |number: &&NonZeroU32| self.known(**number).thread == thread && threads.snapshot(**number).is(at);
        self.numbers.get(&snapshot::hash(at))?.iter().find(is_it).copied()
    }
}

impl Vm {
    /// How many steps were made again without executing them.
    pub fn recalled_steps(&self) -> u64 {
        self.recall.recalled
    }

    /// Makes a step that was made before, if there is such a one.
    #[inline]
    pub(super) fn recall(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        operation: Option<&Operation>,
    ) -> Option<Step> {
        let predicted = self.recall.predicted.take();
        if choice != 0 || !self.ahead.is_idle() {
            return None;
        }
        let number = self.number(thread)?;
        let at = match predicted {
            Some((predicted, at)) if predicted == thread => at,
            _ => self.fitting(number)?,
        };
        debug_assert!(self.is_recalled_rightly(thread, number, at), "a step was remembered wrongly");
        self.recall.recalled += 1;
        let step = self.recall.known(number).steps.get(at);
        self.state.memory.apply(&step.patch);
        self.state.memory.note_again(&step.footprint, step.code);
        if let Some(joined) = step.joins {
            self.state.threads.change(joined).state.joined = true;
        }
        if let (Some(woken), Some(at)) = (step.wakes, step.signals) {
            self.state.threads.change(woken).state.wait = Wait::Woken(at);
            self.state.clocks.stamp(wake_up(woken), Use::Write, step.time);
        }
        self.operation_time = step.time;
        let (to, finished) = (step.to, step.finished);
        self.state.threads.put(thread, number, to, step.in_common);
        self.state.threads.set_print(thread, self.recall.known(to).print);
        self.leave_time(operation);
        debug_assert!(self.is_print_right(), "a step was remembered with another's fingerprint");
        self.forget_freed_if_asked();
        self.look_ahead_from(thread, to);
        Some(if finished { Step::Finished } else { Step::Ran })
    }

    /// What a step leads to, if it can be recalled, and if only its thread and memory change: a thread that is joined or woken
    /// does, too, and a freed block may be forgotten.
    #[inline]
    pub(super) fn predict_step(&mut self, thread: ThreadId, choice: Choice) -> Option<Prediction<'_>> {
        let may_forget = self.state.memory.has_freed();
        if choice != 0 || may_forget || !self.ahead.is_idle() {
            return None;
        }
        // What a step changes of the times that are kept is not remembered with it.
        if self.state.clocks.are_kept() {
            return None;
        }
        let number = self.number(thread)?;
        let now = mazurka_machine::Fingerprinted::fingerprint(self);
        let at = self.fitting(number)?;
        let from = self.recall.known(number);
        let step = from.steps.get(at);
        let to = self.recall.known(step.to);
        let is_plain = match to.interest {
            Interest::None => true,
            Interest::Loop => self.config.wait_together && to.next.is_some(),
            Interest::Block => false,
        };
        if step.joins.is_some() || step.wakes.is_some() || !is_plain {
            return None;
        }
        let memory = self.state.memory.change_by(&step.patch);
        let fingerprint = now.wrapping_sub(from.print?).wrapping_add(to.print?).wrapping_add(memory);
        self.recall.predicted = Some((thread, at));
        self.recall.recalled += 1;
        debug_assert!(
            self.is_predicted_rightly((thread, number, at), fingerprint),
            "a step was predicted wrongly"
        );
        let step = self.recall.known(number).steps.get(at);
        Some(Prediction { fingerprint, footprint: &step.footprint, code: step.code })
    }

    /// The machine goes back to another state.
    pub(super) fn forget_prediction(&mut self) {
        self.recall.predicted = None;
    }

    /// Makes a step that was predicted, compares, and takes it back.
    fn is_predicted_rightly(
        &mut self,
        (thread, number, at): (ThreadId, NonZeroU32, usize),
        fingerprint: u128,
    ) -> bool {
        use mazurka_machine::{Fingerprinted, Machine};
        let mark = self.mark();
        let predicted = self.recall.predicted;
        let runs = matches!(self.make_step(thread, 0), Ok(Step::Ran | Step::Finished));
        let step = self.recall.known(number).steps.get(at);
        let memory = &self.state.memory;
        let touches_the_same = memory.notes() == &*step.footprint && memory.noted_code() == step.code;
        let agrees = runs
            && touches_the_same
            && self.state.memory.released().is_empty()
            && self.fingerprint() == fingerprint;
        self.rewind(mark);
        self.recall.predicted = predicted;
        agrees
    }

    /// The number of the local state that a thread is in.
    #[inline]
    fn number(&mut self, thread: ThreadId) -> Option<NonZeroU32> {
        let at = self.state.threads.get(thread);
        if at.number.is_some() || !self.recall.is_worth_it() || self.state.threads.is_main_alone() {
            return at.number;
        }
        let number = self.recall.find(thread, &self.state.threads);
        self.state.threads.set_number(thread, number);
        number
    }

    /// Which of the steps from a local state is the one from here.
    #[inline]
    fn fitting(&self, number: NonZeroU32) -> Option<usize> {
        self.recall.known(number).steps.find(&self.state.memory, |step| self.is_possible(step))
    }

    /// Whether the threads that a step concerns are as they must be: the one that it joins can be joined, and the one that it
    /// wakes up sleeps there, and nobody else.
    fn is_possible(&self, step: &Remembered) -> bool {
        let threads = &self.state.threads;
        let can_be_joined = |joined: ThreadId| {
            let ThreadState { status, joined, detached, .. } = threads.get(joined).state;
            status == Status::Finished && !joined && !detached
        };
        let are_those =
            |at: u64| threads.created().iter().all(|t| self.is_asleep(t, at) == (step.wakes == Some(t)));
        step.joins.is_none_or(can_be_joined) && step.signals.is_none_or(are_those)
    }

    fn is_asleep(&self, thread: ThreadId, at: u64) -> bool {
        self.state.threads.get(thread).state.wait == Wait::On(at)
    }

    /// Looks ahead as far as a thread that has come to a known local state gives reason to.
    #[inline]
    fn look_ahead_from(&mut self, thread: ThreadId, number: NonZeroU32) {
        let known = self.recall.known(number);
        match (known.interest, self.config.wait_together) {
            (Interest::None, false) => {}
            (Interest::None, true) if known.never_waits => {}
            (Interest::None, true) => self.wait_together(thread),
            (Interest::Loop, true) if known.next.is_some() => self.wait_together(thread),
            _ => self.look_ahead(thread, None),
        }
    }

    /// To be called before a step of `thread` that is not recalled. `None`: it will not be remembered.
    #[inline]
    pub(super) fn before_recording(&mut self, thread: ThreadId, choice: Choice) -> Option<Recording> {
        if !self.recall.is_worth_it() || self.state.threads.is_main_alone() || !self.ahead.is_idle() {
            return None;
        }
        self.recall.executed += 1;
        let started = self.state.threads.get(thread).state.started;
        let Intent { operation, choices, .. } = self.intent(thread);
        let is_told = (is_told(&operation) || !started) && choices == 1 && choice == 0;
        let from = if is_told { self.number_for_sure(thread) } else { None };
        let from = from.filter(|_| self.recall.steps < MOST_STEPS);
        let (memory, threads) = (self.state.memory.mark(), self.state.threads.mark());
        let sleeper = |at: u64| self.state.threads.created().iter().find(|t| self.is_asleep(*t, at));
        let wakes = signalled(&operation).and_then(sleeper);
        Some(Recording { from, operation, wakes, memory, threads })
    }

    /// The number of the local state that a thread is in, which gets one if there is room for it.
    fn number_for_sure(&mut self, thread: ThreadId) -> Option<NonZeroU32> {
        if let Some(number) = self.number(thread) {
            return Some(number);
        }
        if self.recall.states.len() == MOST_STATES {
            return None;
        }
        let hashes = self.config.record == Record::ChangesAndFingerprint;
        let print = hashes.then(|| fingerprint::of_one(&self.program, &mut self.state.threads, thread));
        let (interest, next) = (self.interest(thread), self.steady_next(thread));
        let (never_waits, steps) = (self.never_waits(thread), Steps::default());
        let at_mutex = self.at_mutex(thread);
        self.recall.states.push(Known { thread, print, interest, next, at_mutex, never_waits, steps });
        let number = self.state.threads.take_snapshot(thread)?;
        let hash = snapshot::hash(self.state.threads.get(thread));
        self.recall.numbers.entry(hash).or_default().push(number);
        self.state.threads.set_number(thread, Some(number));
        Some(number)
    }

    /// To be called after it.
    pub(super) fn remember(&mut self, thread: ThreadId, recording: Recording, step: &Step) {
        let finished = *step == Step::Finished;
        if !(finished || *step == Step::Ran) {
            return;
        }
        let Some(to) = self.number_for_sure(thread) else { return };
        let Recording { from: Some(from), operation, wakes, memory, threads } = recording else { return };
        let joins = if let Operation::Join(other) = operation { Some(other) } else { None };
        let concerns = |other: ThreadId| [Some(thread), joins, wakes].contains(&Some(other));
        if !self.state.memory.notes_are_complete() || !self.state.threads.only_changed(concerns, threads) {
            return;
        }
        let Some(looked_at) = self.looked_at_to_halt(thread) else { return };
        let footprint: Box<[Footprint]> = self.state.memory.notes().into();
        let mut touched = footprint.to_vec();
        touched.extend(of_operation(&operation));
        touched.extend(looked_at.into_iter().flat_map(Footprint::reading));
        let Some(patch) = self.state.memory.patch_since(memory, &merged(touched)) else { return };
        let threads_now = &self.state.threads;
        let in_common = threads_now.snapshot(from).frames_in_common(threads_now.snapshot(to));
        let (code, may_idle) = (self.state.memory.noted_code(), lookahead::may_idle(&operation, 1));
        let (signals, time) = (signalled(&operation), self.operation_time);
        let step = Remembered {
            patch,
            footprint,
            code,
            to,
            in_common,
            joins,
            signals,
            wakes,
            time,
            may_idle,
            finished,
        };
        self.recall.steps += usize::from(self.recall.known_mut(from).steps.add(step));
    }

    /// Memory that says that a thread stands before an operation, where not all calls of a library function are one. `None`:
    /// nobody knows.
    fn looked_at_to_halt(&self, thread: ThreadId) -> Option<Option<Range>> {
        let view = self.view(thread);
        let Some(frame) = view.this().frames.last() else { return Some(None) };
        match exec::about_to_call(&view, frame).map(|function| &function.kind) {
            Some(FunctionKind::Native(native)) if !native.is_always_step() => {
                let Operation::Sync(_, object) = self.intent(thread).operation else { return None };
                let is_mutex = native.facts.footprint_is_complete;
                is_mutex
                    .then(|| mutex::says_normal(&self.state.memory, object.range.start))
                    .flatten()
                    .map(Some)
            }
            _ => Some(None),
        }
    }

    /// Whether the fingerprint, where there is one, is that of the state.
    fn is_print_right(&mut self) -> bool {
        use mazurka_machine::Fingerprinted;
        self.config.record != Record::ChangesAndFingerprint || self.fingerprint() == self.fingerprint_afresh()
    }

    /// Executes a step, compares, and takes it back.
    fn is_recalled_rightly(&mut self, thread: ThreadId, number: NonZeroU32, at: usize) -> bool {
        let is_there = self.state.threads.snapshot(number).is(self.state.threads.get(thread));
        let notes = self.state.memory.swap_notes(Noted::default());
        let mark = mazurka_machine::Machine::mark(self);
        let made = self.transition(thread, 0, None, self.config.local_limit);
        let finished = match made {
            Ok(_) => false,
            Err(stop) => matches!(self.stopped(thread, stop), Ok(Step::Finished)),
        };
        self.state.memory.set_noting(false);
        let step = self.recall.known(number).steps.get(at);
        let now = self.state.threads.get(thread);
        let agrees = is_there
            && self.state.threads.snapshot(step.to).is(now)
            && step.finished == finished
            && finished == (now.state.status == Status::Finished)
            && self.state.memory.notes() == &*step.footprint
            && self.state.memory.noted_code() == step.code
            && self.operation_time == step.time
            && self.state.memory.agrees(mark.memory, &step.patch);
        mazurka_machine::Machine::rewind(self, mark);
        self.state.memory.swap_notes(notes);
        agrees
    }
}

/// The condition variable where an operation wakes threads up.
fn signalled(operation: &Operation) -> Option<u64> {
    match operation {
        Operation::Sync(Verb::Signal | Verb::Broadcast, condition) => Some(condition.range.start),
        _ => None,
    }
}

/// Whether a step with this operation may be remembered: it is known what the operation touches.
fn is_told(operation: &Operation) -> bool {
    match operation {
        Operation::Fence(_) | Operation::Join(_) | Operation::Exit => true,
        Operation::Sync(_, object) => matches!(object.kind, ObjectKind::Mutex | ObjectKind::Condvar),
        other => !other.has_state_dependent_touches() && other.own_touches().next().is_some(),
    }
}

/// What an operation touches that is no plain access.
fn of_operation(operation: &Operation) -> impl Iterator<Item = Footprint> {
    operation.own_touches().flat_map(|touch| {
        let written =
            move |part: Footprint| Footprint { writes: if touch.writes() { part.reads } else { 0 }, ..part };
        Footprint::reading(touch.range).map(written)
    })
}

/// Each line once.
fn merged(mut parts: Vec<Footprint>) -> Vec<Footprint> {
    parts.sort_by_key(|part| part.line);
    parts.dedup_by(|next, part| {
        let is_same = part.line == next.line;
        if is_same {
            part.reads |= next.reads;
            part.writes |= next.writes;
        }
        is_same
    });
    parts
}
