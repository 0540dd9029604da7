//! Steps that were made before, made again without executing them.
//!
//! A search makes the same steps again and again: the same thread in the same local state, which reads the same. What it does
//! then is known: what it writes and the local state that it comes to. So steps are remembered that consist of plain code
//! and an atomic operation, a join or an operation on a mutex, with all that they have read. Steps that do more (other
//! library functions, waits) are not.
//!
//! Threads carry a number for the local state that they are in, if that is a known one; with undo, like the rest of them.

use std::num::NonZeroU32;

use mazurka_machine::{Choice, Footprint, Operation, Range, Step, ThreadId, Verb};
use rustc_hash::FxHashMap;

use super::Vm;
use crate::config::{Config, Record};
use crate::exec;
use crate::library::Intent;
use crate::library::threads::{keys, mutex};
use crate::memory::{MemoryMark, Noted, Patch};
use crate::program::{FunctionKind, Program};
use crate::threads::{Snapshot, Status, ThreadState, ThreadsMark};

pub(super) struct Recall {
    /// By number.
    states: Vec<Known>,
    numbers: FxHashMap<u64, Vec<NonZeroU32>>,
    /// How often a step was recalled, and how often in vain.
    recalled: u64,
    executed: u64,
    enabled: bool,
}

/// A local state that a thread was in, and the steps from there.
struct Known {
    thread: ThreadId,
    snapshot: Snapshot,
    steps: Vec<Remembered>,
}

struct Remembered {
    patch: Patch,
    footprint: Box<[Footprint]>,
    code: u64,
    to: NonZeroU32,
    /// Frames at the bottom that stay as they are.
    in_common: usize,
    /// The thread that it joins.
    joins: Option<ThreadId>,
    finished: bool,
}

/// A step that is being made, to be remembered.
pub(super) struct Recording {
    from: Option<NonZeroU32>,
    operation: Operation,
    memory: MemoryMark,
    threads: ThreadsMark,
}

/// So many local states are known, and so many steps from each, at most.
const MOST_STATES: usize = 1 << 14;
const MOST_STEPS: usize = 64;

/// As many steps are remembered in any case before it is asked whether that is worth it.
const PATIENCE: u64 = 1 << 12;

impl Recall {
    /// Not where more belongs to a step than is noted, nor where states are hashed: few steps are made often there.
    pub(super) fn new(program: &Program, config: &Config) -> Recall {
        let enabled = config.record == Record::Changes
            && !program.calls(keys::SETS_VALUES)
            && !config.plain_accesses_visible
            && !config.check_uninitialized
            && !config.check_leaks
            && config.unroll.is_none();
        Recall { states: Vec::new(), numbers: FxHashMap::default(), recalled: 0, executed: 0, enabled }
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

    fn number_of(&mut self, thread: ThreadId, snapshot: Snapshot) -> Option<NonZeroU32> {
        let numbers = self.numbers.entry(snapshot.hash()).or_default();
        let states = &self.states;
        let is_it = |number: &&NonZeroU32| {
            let known = &states[number.get() as usize - 1];
            known.thread == thread && known.snapshot == snapshot
        };
        if let Some(number) = numbers.iter().find(is_it) {
            return Some(*number);
        }
        if self.states.len() == MOST_STATES {
            return None;
        }
        self.states.push(Known { thread, snapshot, steps: Vec::new() });
        let number = NonZeroU32::new(self.states.len() as u32)?;
        numbers.push(number);
        Some(number)
    }
}

impl Vm {
    /// How many steps were made again without executing them.
    pub fn recalled_steps(&self) -> u64 {
        self.recall.recalled
    }

    /// Makes a step that was made before, if there is such a one.
    #[inline]
    pub(super) fn recall(&mut self, thread: ThreadId, choice: Choice) -> Option<Step> {
        let number = self.state.threads.get(thread).number.filter(|_| choice == 0 && self.ahead.is_idle())?;
        let memory = &self.state.memory;
        let steps = &self.recall.known(number).steps;
        let at = steps.iter().position(|step| memory.fits(&step.patch) && self.is_possible(step))?;
        debug_assert!(self.is_recalled_rightly(thread, number, at), "a step was remembered wrongly");
        self.recall.recalled += 1;
        let step = &self.recall.known(number).steps[at];
        self.state.memory.apply(&step.patch);
        self.state.memory.note_again(&step.footprint, step.code);
        if let Some(joined) = step.joins {
            self.state.threads.change(joined).state.joined = true;
        }
        self.state.threads.put(thread, &self.recall.known(step.to).snapshot, step.in_common);
        self.state.threads.set_number(thread, Some(step.to));
        Some(if step.finished { Step::Finished } else { Step::Ran })
    }

    /// Whether the thread that a step joins, if any, can be joined.
    fn is_possible(&self, step: &Remembered) -> bool {
        step.joins.is_none_or(|joined| {
            let ThreadState { status, joined, detached, .. } = self.state.threads.get(joined).state;
            status == Status::Finished && !joined && !detached
        })
    }

    /// To be called before a step of `thread` that is not recalled. `None`: it will not be remembered.
    #[inline]
    pub(super) fn before_recording(&mut self, thread: ThreadId, choice: Choice) -> Option<Recording> {
        if !self.recall.is_worth_it() || self.state.threads.is_main_alone() || !self.ahead.is_idle() {
            return None;
        }
        let at = self.state.threads.get(thread);
        let (number, started) = (at.number, at.state.started);
        let Intent { operation, choices, .. } = self.intent(thread);
        self.recall.executed += 1;
        let from = number.filter(|_| is_told(&operation) && started && choices == 1 && choice == 0);
        let from = from.filter(|&from| self.recall.known(from).steps.len() < MOST_STEPS);
        let (memory, threads) = (self.state.memory.mark(), self.state.threads.mark());
        Some(Recording { from, operation, memory, threads })
    }

    /// To be called after it.
    pub(super) fn remember(&mut self, thread: ThreadId, recording: Recording, step: &Step) {
        let finished = *step == Step::Finished;
        if !(finished || *step == Step::Ran) || !self.ahead.is_idle() {
            return;
        }
        let snapshot = Snapshot::of(self.state.threads.get(thread));
        let Some(to) = self.recall.number_of(thread, snapshot) else { return };
        self.state.threads.set_number(thread, Some(to));
        let Recording { from: Some(from), operation, memory, threads } = recording else { return };
        let joins = if let Operation::Join(other) = operation { Some(other) } else { None };
        let concerns = |other: ThreadId| other == thread || Some(other) == joins;
        if !self.state.memory.notes_are_complete() || !self.state.threads.only_changed(concerns, threads) {
            return;
        }
        let Some(looked_at) = self.looked_at_to_halt(thread) else { return };
        let footprint: Box<[Footprint]> = self.state.memory.notes().into();
        let mut touched = footprint.to_vec();
        touched.extend(of_operation(&operation));
        touched.extend(looked_at.into_iter().flat_map(Footprint::reading));
        let Some(patch) = self.state.memory.patch_since(memory, &merged(touched)) else { return };
        let in_common = self.recall.known(from).snapshot.frames_in_common(&self.recall.known(to).snapshot);
        let code = self.state.memory.noted_code();
        let step = Remembered { patch, footprint, code, to, in_common, joins, finished };
        self.recall.known_mut(from).steps.push(step);
    }

    /// Memory that says that a thread stands before an operation, where not all calls of a library function are one. `None`:
    /// nobody knows.
    fn looked_at_to_halt(&self, thread: ThreadId) -> Option<Option<Range>> {
        let view = self.view(thread);
        let Some(frame) = view.this().frames.last() else { return Some(None) };
        match exec::about_to_call(&view, frame).map(|function| &function.kind) {
            Some(FunctionKind::Native(native)) if !native.is_always_step() => {
                let Operation::Sync(_, object) = self.intent(thread).operation else { return None };
                let is_mutex = native.tells_all;
                is_mutex.then(|| mutex::says_normal(&self.state.memory, object.start)).flatten().map(Some)
            }
            _ => Some(None),
        }
    }

    /// Executes a step, compares, and takes it back.
    fn is_recalled_rightly(&mut self, thread: ThreadId, number: NonZeroU32, at: usize) -> bool {
        let is_there = self.recall.known(number).snapshot.is(self.state.threads.get(thread));
        let notes = self.state.memory.swap_notes(Noted::default());
        let mark = mazurka_machine::Machine::mark(self);
        let made = self.transition(thread, 0, None, self.config.local_limit);
        let finished = match made {
            Ok(_) => false,
            Err(stop) => matches!(self.stopped(thread, stop), Ok(Step::Finished)),
        };
        self.state.memory.set_noting(false);
        let step = &self.recall.known(number).steps[at];
        let now = self.state.threads.get(thread);
        let agrees = is_there
            && self.recall.known(step.to).snapshot.is(now)
            && step.finished == finished
            && finished == (now.state.status == Status::Finished)
            && self.state.memory.notes() == &*step.footprint
            && self.state.memory.noted_code() == step.code
            && self.state.memory.agrees(mark.memory, &step.patch);
        mazurka_machine::Machine::rewind(self, mark);
        self.state.memory.swap_notes(notes);
        agrees
    }
}

/// Whether it is known what an operation touches: [`of_operation`].
fn is_told(operation: &Operation) -> bool {
    use Operation::*;
    matches!(operation, Fence(_) | Join(_)) || accessed(operation).is_some()
}

/// What an operation touches that is no plain access.
fn of_operation(operation: &Operation) -> impl Iterator<Item = Footprint> {
    accessed(operation).into_iter().flat_map(|(range, writes)| {
        let written =
            move |part: Footprint| Footprint { writes: if writes { part.reads } else { 0 }, ..part };
        Footprint::reading(range).map(written)
    })
}

/// The memory, and whether it is written.
fn accessed(operation: &Operation) -> Option<(Range, bool)> {
    use Verb::{Inspect, Lock, TryLock, Unlock};
    Some(match *operation {
        Operation::Read(range, _) | Operation::Sync(Inspect, range) => (range, false),
        Operation::Write(range, _) | Operation::Update(range, ..) => (range, true),
        Operation::Sync(Lock | TryLock | Unlock, mutex) => (mutex, true),
        Operation::CompareExchange { range, succeeds, .. } => (range, succeeds),
        _ => return None,
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
