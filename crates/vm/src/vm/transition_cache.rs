//! The transition cache: steps that were executed before are repeated without executing them.
//!
//! A search makes the same steps again and again: the same thread in the same local state reads the same bytes. Its effect
//! is then known: what it writes and its next local state. So steps are cached that consist of plain code and the start or
//! end of a thread, an atomic operation, a join, or an operation on a mutex or a condition variable, with all that they have
//! read. Steps that do more (other library functions, choices) are not.
//!
//! Where states have fingerprints, a cached step has its change of the fingerprint, too. So the fingerprint after the step
//! can be predicted without making it.
//!
//! A thread has the id of the snapshot of its local state, if that is cached; with undo, like the rest of its state.

mod known;
mod next;
mod sections;
mod touched;

use mazurka_machine::{
    Choice, Footprint, Next, Object, Operation, Prediction, Range, Step, ThreadId, Use, Verb,
};
use rustc_hash::FxHashMap;

use super::lookahead::Interest;
use super::{Vm, fingerprint};
use crate::config::{Config, Record};
use crate::exec;
use crate::library::Intent;
use crate::library::threads::{mutex, wake_up};
use crate::memory::{MemoryMark, Noted};
use crate::program::{FunctionKind, Program};
use crate::threads::{SnapshotId, Status, ThreadState, Threads, ThreadsMark, Wait, snapshot};
use known::{CachedStep, Known};
use sections::CachedSection;
use touched::{is_cacheable, merged, of_operation, signalled};

pub(super) struct TransitionCache {
    /// By id.
    states: Vec<CachedState>,
    ids: FxHashMap<u64, Vec<SnapshotId>>,
    /// How often a step was found in the cache, to be made or predicted, and how often not.
    hits: u64,
    misses: u64,
    /// How many steps and sections are cached.
    entries: usize,
    /// The step of this thread that was predicted; cleared when the machine changes.
    predicted: Option<(ThreadId, usize)>,
    enabled: bool,
}

/// A local state that a thread was in, and the steps from there.
struct CachedState {
    thread: ThreadId,
    /// What it adds to the fingerprint, where there is one.
    fingerprint: Option<u128>,
    interest: Interest,
    /// The thread's next operation, if it follows from the local state and is always enabled.
    next: Option<Next>,
    /// The mutex that it locks or unlocks next.
    at_mutex: Option<(Verb, Object)>,
    /// Whether its next operation is always enabled.
    never_waits: bool,
    /// Whether it is in a loop in which the thread may come back to it.
    may_retry: bool,
    /// What its next operation reads, for [`super::vain`], if that follows from the local state.
    look: Option<Option<Range>>,
    steps: Known<CachedStep>,
    /// What lookahead has found about the critical section that it enters.
    sections: Known<CachedSection>,
}

/// A step that is being executed, to be cached.
pub(super) struct Recording {
    from: Option<SnapshotId>,
    operation: Operation,
    /// The first thread that it may wake up.
    wakes: Option<ThreadId>,
    is_section: bool,
    memory: MemoryMark,
    threads: ThreadsMark,
}

/// The cache has at most this many local states, and this many steps and sections.
const MOST_STATES: usize = 1 << 14;
const MOST_ENTRIES: usize = 1 << 16;

/// The cache is given up if it has few hits after this many misses.
const PATIENCE: u64 = 1 << 12;

impl TransitionCache {
    /// Disabled where a step has effects that are not noted.
    pub(super) fn new(program: &Program, config: &Config) -> TransitionCache {
        let enabled = config.transition_cache
            && config.record != Record::Nothing
            && !config.local_changes
            && !program.sets_thread_specific
            && !program.makes_locks_fail
            && !program.interrupts_threads()
            && !config.visibility.includes_plain()
            && !config.check_uninitialized
            && !config.check_leaks
            && config.unroll.is_none();
        TransitionCache {
            states: Vec::new(),
            ids: FxHashMap::default(),
            hits: 0,
            misses: 0,
            entries: 0,
            predicted: None,
            enabled,
        }
    }

    fn is_worth_it(&self) -> bool {
        self.enabled && self.misses < PATIENCE + 4 * self.hits
    }

    fn state(&self, id: SnapshotId) -> &CachedState {
        &self.states[id.get() as usize - 1]
    }

    fn state_mut(&mut self, id: SnapshotId) -> &mut CachedState {
        &mut self.states[id.get() as usize - 1]
    }

    /// The snapshot of the state that a thread is in, if it is cached.
    fn find(&self, thread: ThreadId, threads: &Threads) -> Option<SnapshotId> {
        let at = threads.get(thread);
        let is_it = |id: &&SnapshotId| self.state(**id).thread == thread && threads.snapshot(**id).is(at);
        self.ids.get(&snapshot::hash(at))?.iter().find(is_it).copied()
    }
}

impl Vm {
    /// How many steps were made or predicted without executing them.
    pub fn cache_hits(&self) -> u64 {
        self.cache.hits
    }

    /// Makes a step from the cache, if it is there.
    #[inline]
    pub(super) fn step_from_cache(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        operation: Option<&Operation>,
    ) -> Option<Step> {
        let predicted = self.cache.predicted.take();
        if choice != 0 || !self.may_use_cache() {
            return None;
        }
        let id = self.snapshot_id(thread)?;
        let at = match predicted {
            Some((predicted, at)) if predicted == thread => at,
            _ => self.matching_step(id, self.is_at_section(thread))?,
        };
        debug_assert!(
            !self.audits.are_due() || self.cache_agrees_with_execution(thread, id, at),
            "a cached step differs from its execution"
        );
        self.cache.hits += 1;
        let before_attempt = self.is_attempt_concerned(thread).then(|| {
            let operation = self.cache.state(id).steps.get(at).operation.clone();
            self.before_attempt_at(thread, operation)
        });
        let before = (!self.ahead.is_idle()).then(|| self.state.memory.mark());
        let step = self.cache.state(id).steps.get(at);
        self.state.memory.apply(&step.patch);
        self.state.memory.note_again(&step.footprint, step.code);
        if let Some(joined) = step.joins {
            self.state.threads.change(joined).state.join(thread);
        }
        if let (Some(woken), Some(at)) = (step.wakes, step.signals) {
            self.state.threads.change(woken).state.wait = Wait::Woken(at);
            self.state.clocks.stamp(wake_up(woken), Use::Write, step.time);
        }
        self.operation_time = step.time;
        let (to, finished, is_section) = (step.to, step.finished, step.is_section);
        self.state.threads.put(thread, id, to, step.in_common);
        self.state.threads.set_fingerprint(thread, self.cache.state(to).fingerprint);
        self.leave_time(operation);
        debug_assert!(self.is_fingerprint_right(), "a cached step has another's fingerprint");
        self.forget_freed_if_asked();
        if is_section {
            self.state.memory.note_more();
        }
        if let Some(before) = before {
            self.ahead.forget(thread);
            self.look_again(thread, before, false);
        }
        let step = if finished { Step::Finished } else { Step::Ran };
        let may_retry = self.cache.state(to).may_retry && self.stops_vain_threads();
        let step = self.unless_vain(thread, step, before_attempt.as_ref(), may_retry);
        match step {
            Step::Vain => self.look_ahead(thread, None),
            _ => self.look_ahead_from(thread, to),
        }
        Some(step)
    }

    /// Whether no thread is in a loop that is watched, or at a block.
    #[inline]
    fn may_use_cache(&self) -> bool {
        self.ahead.has_only_locks()
    }

    /// Predicts a step, if it is cached and changes only its thread and memory: a join or a signal changes another thread,
    /// too, and a freed block may be forgotten.
    #[inline]
    pub(super) fn predict_step(&mut self, thread: ThreadId, choice: Choice) -> Option<Prediction<'_>> {
        let may_forget = self.state.memory.has_freed();
        if choice != 0 || may_forget || !self.ahead.is_idle() {
            return None;
        }
        // A cached step does not have its changes of the clocks, nor what memory does not count where it leads.
        if self.state.clocks.are_kept() || self.leaves_out_bytes() {
            return None;
        }
        let id = self.snapshot_id(thread)?;
        let now = mazurka_machine::Fingerprinted::fingerprint(self);
        let at = self.matching_step(id, false)?;
        let from = self.cache.state(id);
        let step = from.steps.get(at);
        let to = self.cache.state(step.to);
        let is_plain = match to.interest {
            Interest::None => true,
            Interest::Loop => self.config.block_spinners_together && to.next.is_some(),
            Interest::Block | Interest::Section => false,
        };
        if step.joins.is_some() || step.wakes.is_some() || !is_plain {
            return None;
        }
        let memory = self.state.memory.change_by(&step.patch);
        let fingerprint =
            now.wrapping_sub(from.fingerprint?).wrapping_add(to.fingerprint?).wrapping_add(memory);
        self.cache.predicted = Some((thread, at));
        self.cache.hits += 1;
        debug_assert!(
            !self.audits.are_due() || self.prediction_agrees_with_execution((thread, id, at), fingerprint),
            "a prediction differs from the step"
        );
        let step = self.cache.state(id).steps.get(at);
        Some(Prediction { fingerprint, footprint: &step.footprint, code: step.code })
    }

    /// The machine goes back to another state.
    pub(super) fn forget_prediction(&mut self) {
        self.cache.predicted = None;
    }

    /// Makes a step that was predicted, compares, and rewinds it.
    fn prediction_agrees_with_execution(
        &mut self,
        (thread, id, at): (ThreadId, SnapshotId, usize),
        fingerprint: u128,
    ) -> bool {
        use mazurka_machine::{Fingerprinted, Machine};
        let mark = self.mark();
        let predicted = self.cache.predicted;
        let runs = matches!(self.make_step(thread, 0), Ok(Step::Ran | Step::Finished));
        let step = self.cache.state(id).steps.get(at);
        let memory = &self.state.memory;
        let touches_the_same = memory.notes() == &*step.footprint && memory.noted_code() == step.code;
        let agrees = runs
            && touches_the_same
            && self.state.memory.released().is_empty()
            && self.fingerprint() == fingerprint;
        self.rewind(mark);
        self.cache.predicted = predicted;
        agrees
    }

    /// The snapshot of the local state that a thread is in, if it is cached.
    #[inline]
    fn snapshot_id(&mut self, thread: ThreadId) -> Option<SnapshotId> {
        let at = self.state.threads.get(thread);
        // Whether it is forgotten depends on whether it is set, which a step does not note.
        if at.state.has_errno {
            return None;
        }
        if at.snapshot.is_some() || !self.cache.is_worth_it() || self.state.threads.is_main_alone() {
            return at.snapshot;
        }
        let id = self.cache.find(thread, &self.state.threads);
        self.state.threads.set_snapshot_id(thread, id);
        id
    }

    /// Which of the cached steps from a local state matches memory and the other threads. `is_section`: lookahead has found that it is a
    /// whole critical section.
    #[inline]
    fn matching_step(&self, id: SnapshotId, is_section: bool) -> Option<usize> {
        let is_possible = |step: &CachedStep| step.is_section == is_section && self.is_possible(step);
        self.cache.state(id).steps.find(&self.state.memory, is_possible)
    }

    /// Whether the threads that a step concerns are in the right state: the one that it joins can be joined, and the one that
    /// it wakes up is the only one that sleeps there.
    fn is_possible(&self, step: &CachedStep) -> bool {
        let threads = &self.state.threads;
        let can_be_joined = |joined: ThreadId| {
            let ThreadState { status, joined_by, detached, .. } = threads.get(joined).state;
            status == Status::Finished && joined_by.is_none() && !detached
        };
        let are_those =
            |at: u64| threads.created().iter().all(|t| self.is_asleep(t, at) == (step.wakes == Some(t)));
        step.joins.is_none_or(can_be_joined) && step.signals.is_none_or(are_those)
    }

    fn is_asleep(&self, thread: ThreadId, at: u64) -> bool {
        self.state.threads.get(thread).state.wait == Wait::On(at)
    }

    /// The lookahead that a thread in a cached local state needs.
    #[inline]
    fn look_ahead_from(&mut self, thread: ThreadId, id: SnapshotId) {
        let known = self.cache.state(id);
        match (known.interest, self.config.block_spinners_together) {
            (Interest::None, false) if self.config.block_vain_threads_together => self.block_vain_threads(),
            (Interest::None, false) => {}
            (Interest::None, true) if known.never_waits => {}
            (Interest::None, true) => self.block_spinners(thread),
            (Interest::Loop, true) if known.next.is_some() => self.block_spinners(thread),
            _ => self.look_ahead(thread, None),
        }
    }

    /// To be called before a step of `thread` that is not cached. `None`: it will not be.
    #[inline]
    pub(super) fn before_recording(&mut self, thread: ThreadId, choice: Choice) -> Option<Recording> {
        if !self.cache.is_worth_it() || self.state.threads.is_main_alone() || !self.may_use_cache() {
            return None;
        }
        self.cache.misses += 1;
        let started = self.state.threads.get(thread).state.started;
        let Intent { operation, choices, .. } = self.intent(thread);
        let is_cacheable = (is_cacheable(&operation) || !started) && choices == 1 && choice == 0;
        let from = if is_cacheable { self.snapshot_id_or_new(thread) } else { None };
        let from = from.filter(|_| self.cache.entries < MOST_ENTRIES);
        let (memory, threads) = (self.state.memory.mark(), self.state.threads.mark());
        let sleeper = |at: u64| self.state.threads.created().iter().find(|t| self.is_asleep(*t, at));
        let wakes = signalled(&operation).and_then(sleeper);
        let is_section = self.is_at_section(thread);
        Some(Recording { from, operation, wakes, is_section, memory, threads })
    }

    /// The snapshot of the local state that a thread is in; a new one if there is room for it.
    fn snapshot_id_or_new(&mut self, thread: ThreadId) -> Option<SnapshotId> {
        if self.state.threads.get(thread).state.has_errno {
            return None;
        }
        if let Some(id) = self.snapshot_id(thread) {
            return Some(id);
        }
        if self.cache.states.len() == MOST_STATES {
            return None;
        }
        let may_retry = self.may_retry(thread);
        let hashes =
            self.config.record == Record::ChangesAndFingerprint || may_retry && self.config.stop_vain_threads;
        let fingerprint = hashes.then(|| fingerprint::of_one(&self.program, &mut self.state.threads, thread));
        let (interest, next) = (self.interest(thread), self.next_of_local_state(thread));
        let (never_waits, (steps, sections)) = (self.never_waits(thread), Default::default());
        let (at_mutex, look) = (self.at_mutex(thread), self.look_of_local_state(thread));
        self.cache.states.push(CachedState {
            thread,
            fingerprint,
            interest,
            next,
            at_mutex,
            never_waits,
            may_retry,
            look,
            steps,
            sections,
        });
        let id = self.state.threads.take_snapshot(thread)?;
        let hash = snapshot::hash(self.state.threads.get(thread));
        self.cache.ids.entry(hash).or_default().push(id);
        self.state.threads.set_snapshot_id(thread, Some(id));
        Some(id)
    }

    /// To be called after it.
    pub(super) fn record(&mut self, thread: ThreadId, recording: Recording, step: &Step) {
        let finished = *step == Step::Finished;
        if !(finished || *step == Step::Ran) {
            return;
        }
        let Some(to) = self.snapshot_id_or_new(thread) else { return };
        let Recording { from: Some(from), operation, wakes, is_section, memory, threads } = recording else {
            return;
        };
        let joins = if let Operation::Join(other) = operation { Some(other) } else { None };
        let concerns = |other: ThreadId| [Some(thread), joins, wakes].contains(&Some(other));
        if !self.state.memory.notes_are_complete() || !self.state.threads.only_changed(concerns, threads) {
            return;
        }
        let Some(inspected) = self.bytes_that_make_it_visible(thread) else { return };
        let footprint: Box<[Footprint]> = self.state.memory.notes().into();
        let mut touched = footprint.to_vec();
        touched.extend(self.state.memory.fresh_notes());
        touched.extend(self.state.memory.operation_notes());
        touched.extend(of_operation(&operation));
        touched.extend(inspected.into_iter().flat_map(Footprint::reading));
        let Some(patch) = self.state.memory.patch_since(memory, &merged(touched)) else { return };
        let threads_now = &self.state.threads;
        let in_common = threads_now.snapshot(from).frames_in_common(threads_now.snapshot(to));
        let (code, time) = (self.state.memory.noted_code(), self.operation_time);
        let signals = signalled(&operation);
        let step = CachedStep {
            operation,
            patch,
            footprint,
            code,
            to,
            in_common,
            joins,
            signals,
            wakes,
            time,
            is_section,
            finished,
        };
        self.cache.entries += usize::from(self.cache.state_mut(from).steps.add(step));
    }

    /// The memory that makes the call that a thread is at a visible operation, where not all calls of the library function
    /// are. `None`: that is not known.
    fn bytes_that_make_it_visible(&self, thread: ThreadId) -> Option<Option<Range>> {
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

    /// Whether the fingerprint, where there is one, is that of the state. Asked of every eighth step that is made from the cache, if
    /// that: it takes long, and a fingerprint that is wrong stays wrong in the steps that follow.
    fn is_fingerprint_right(&mut self) -> bool {
        use mazurka_machine::Fingerprinted;
        let is_checked = self.config.record == Record::ChangesAndFingerprint
            && self.cache.hits.is_multiple_of(8)
            && self.audits.are_due();
        !is_checked || self.fingerprint() == self.fingerprint_afresh()
    }

    /// Executes a step, compares, and rewinds it.
    fn cache_agrees_with_execution(&mut self, thread: ThreadId, id: SnapshotId, at: usize) -> bool {
        let is_there = self.state.threads.snapshot(id).is(self.state.threads.get(thread));
        let notes = self.state.memory.swap_notes(Noted::default());
        let mark = mazurka_machine::Machine::mark(self);
        let next_op = self.ahead.of(thread).cloned();
        let operation = self.intent(thread).operation;
        let made = self.transition(thread, 0, next_op.as_deref(), self.config.local_limit);
        let finished = match made {
            Ok(_) => false,
            Err(stop) => matches!(self.stopped(thread, stop), Ok(Step::Finished)),
        };
        self.state.memory.set_noting(false);
        let step = self.cache.state(id).steps.get(at);
        let now = self.state.threads.get(thread);
        let agrees = is_there
            && step.operation == operation
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
