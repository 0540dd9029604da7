//! Ends of executions that no reduction needs to see.
//!
//! When all threads but one have ended and that one joins them, as main does at the end of most programs, nothing that it
//! does can be reversed: a join comes after the end of its thread in every execution (and no other thread has joined or
//! detached one, or done something that might depend on it), and what follows the last join comes after everything. So
//! these steps are made without nodes and events.
//!
//! No reduction misses them. Only joins among them can be part of a notdep(e, E), and whether a join is missing there makes
//! no difference: where it is ready, its thread is a weak initial of every sequence, with it and without; and where it is not,
//! its thread can neither sleep nor be scheduled. Nor does the race detector: before the last join, the steps may touch
//! nothing but what is their thread's own; after it, they are ordered behind everything.
//!
//! Where the steps turn out to matter after all (a fault, another thread, a choice, an operation before the last join),
//! they are undone and made again, one by one.
//!
//! Most often they are the same every time. What joins and plain code do follows from the thread's own state (the same for
//! as long as its last event is on the path), from memory that no other thread touches (the same, too) and from what else they
//! read. Where all that is as it was, they need not be made at all.

use mazurka_machine::{Footprint, Machine, Next, Operation, Step, ThreadId, ThreadSet};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::resume::{Here, Then};
use super::{Halt, Monitor, Reduction, Search};
use crate::end::Stops;
use crate::execution::{EventId, Execution};
use crate::saved::is_a_count;
use crate::statistics::Statistics;

/// What has come of an attempt to run to the end of an execution.
pub(super) enum Tail {
    /// The machine is at the end, or would be.
    Ended,
    /// Every step from here needs its event; the machine is where it was.
    Matters,
}

/// What is known of tails.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Tails {
    /// How many attempts were worth it. One that was not costs its steps twice.
    ended: u64,
    mattered: u64,
    known: Option<Known>,
}

/// Tails from one place that need not be made again.
#[derive(Clone, Serialize, Deserialize)]
struct Known {
    thread: ThreadId,
    /// They begin behind this event, for as long as that is on the path.
    behind: EventId,
    /// What the monitor knew then.
    version: u64,
    /// What they read besides what is the thread's own.
    reads: Vec<Footprint>,
    /// How long they are, by what is in that memory.
    lengths: FxHashMap<u128, usize>,
}

/// The most tails that are remembered.
const MOST_LENGTHS: usize = 1 << 16;

impl Tails {
    /// A few attempts at the beginning, when it is not yet known which memory is whose, say little.
    fn are_worth_trying(&self) -> bool {
        self.mattered < 64 + self.ended
    }

    /// Whether that can be known at the end of this execution.
    pub(super) fn fit(&self, execution: &Execution) -> bool {
        let fits = |known: &Known| {
            known.behind < execution.len() && known.lengths.values().all(|length| is_a_count(*length as u64))
        };
        is_a_count(self.ended) && is_a_count(self.mattered) && self.known.as_ref().is_none_or(fits)
    }

    /// The execution was shortened to this many events.
    #[inline]
    pub(super) fn shortened(&mut self, length: usize) {
        if self.known.as_ref().is_some_and(|known| known.behind >= length) {
            self.known = None;
        }
    }

    fn known(&mut self, thread: ThreadId, behind: Option<EventId>, version: u64) -> Option<&mut Known> {
        let is_it = |known: &&mut Known| {
            (known.thread, Some(known.behind), known.version) == (thread, behind, version)
        };
        self.known.as_mut().filter(is_it)
    }
}

/// How far the steps of a tail have come.
struct Progress {
    thread: ThreadId,
    joined: ThreadSet,
    /// Everything has happened before.
    is_behind_all: bool,
    /// What they do follows from what is the thread's own and what they read.
    is_repeatable: bool,
    /// What they have touched that is not the thread's own.
    foreign: Vec<Footprint>,
    length: usize,
}

impl<M: Machine, R: Reduction, W: Monitor<M>> Search<'_, M, R, W> {
    /// Runs to the end of the execution if one thread alone is left, and joins the others.
    #[inline]
    pub(super) fn run_tail(&mut self) -> Result<Tail, Halt<M::Error>> {
        let Some(thread) = self.stack.top().lone_joiner() else { return Ok(Tail::Matters) };
        // A thread that was stopped before its end cannot be joined, and the execution does not count.
        let Stops { pruned, cut_off, vain, .. } = self.stack.top().stops;
        let may_be_short = self.options.short_tails
            && !(pruned || cut_off || vain)
            && self.stack.execution.leaves_joins_to(thread);
        match may_be_short && self.tails.are_worth_trying() {
            true => self.run_joins(thread),
            false => Ok(Tail::Matters),
        }
    }

    fn run_joins(&mut self, thread: ThreadId) -> Result<Tail, Halt<M::Error>> {
        let behind = self.stack.execution.last_of(thread);
        if let Some(known) = self.tails.known(thread, behind, self.monitor.version()) {
            let content = self.monitor.content(self.machine, &known.reads);
            if let Some(&length) = known.lengths.get(&content) {
                self.deepest(length);
                return Ok(Tail::Ended);
            }
        }
        let before = self.statistics;
        let mut progress = Progress {
            thread,
            joined: ThreadSet::new(),
            is_behind_all: false,
            is_repeatable: true,
            foreign: Vec::new(),
            length: 0,
        };
        let tail = self.steps_of_tail(&mut progress, &before)?;
        match tail {
            Tail::Ended => {
                self.tails.ended += 1;
                self.deepest(progress.length);
                if let Some(behind) = behind.filter(|_| progress.is_repeatable) {
                    self.remember(behind, progress);
                }
            }
            Tail::Matters => {
                self.tails.mattered += 1;
                self.statistics = before;
                self.return_to_top()?;
            }
        }
        Ok(tail)
    }

    fn deepest(&mut self, tail: usize) {
        let length = self.stack.execution.len() + tail;
        self.statistics.max_depth = self.statistics.max_depth.max(length);
    }

    /// The machine is at the end of a tail that wrote nothing but what is its thread's own.
    fn remember(&mut self, behind: EventId, progress: Progress) {
        let Progress { thread, foreign: mut reads, length, .. } = progress;
        reads.sort_by_key(|part| part.line);
        reads.dedup_by(|next, part| {
            let is_same = part.line == next.line;
            part.reads |= if is_same { next.reads } else { 0 };
            is_same
        });
        let version = self.monitor.version();
        let content = self.monitor.content(self.machine, &reads);
        match self.tails.known(thread, Some(behind), version) {
            Some(known) if known.reads == reads && known.lengths.len() < MOST_LENGTHS => {
                known.lengths.insert(content, length);
            }
            _ => {
                let lengths = [(content, length)].into_iter().collect();
                self.tails.known = Some(Known { thread, behind, version, reads, lengths });
            }
        }
    }

    /// `before` is how the figures were where it begins: what is saved on the way is saved there.
    fn steps_of_tail(
        &mut self,
        progress: &mut Progress,
        before: &Statistics,
    ) -> Result<Tail, Halt<M::Error>> {
        loop {
            if !self.may_go_on(progress) {
                return Ok(Tail::Matters);
            }
            let Search { stack, reduction, monitor, tails, statistics, .. } = self;
            let (saved, then) = (before, Then::Descend);
            let here = Here::<R, W> { stack, reduction, monitor, tails, statistics, saved, then };
            Halt::unless(self.observer.keep_going(self.machine, &here))?;
            let stepped = self.machine.step(progress.thread, 0).map_err(Halt::Error)?;
            progress.length += 1;
            self.statistics.transitions += 1;
            let already = progress.foreign.len();
            progress.is_repeatable &= self.monitor.look_at(&stepped, progress.thread, &mut progress.foreign);
            let step = stepped.outcome;
            let new = &progress.foreign[already..];
            progress.is_repeatable &= new.iter().all(|part| part.writes == 0);
            if !new.is_empty() && !self.is_behind_all(progress) {
                return Ok(Tail::Matters);
            }
            match step {
                Step::Ran => {}
                Step::Finished => return Ok(Tail::Ended),
                _ => return Ok(Tail::Matters),
            }
        }
    }

    /// Whether the next step is one that need not be an event.
    fn may_go_on(&self, progress: &mut Progress) -> bool {
        let Next::Ready(pending) = self.machine.next(progress.thread) else { return false };
        let has_room = self.stack.execution.len() + progress.length < self.options.max_depth;
        let is_harmless = match pending.operation {
            Operation::Join(other) => {
                progress.joined.insert(other);
                true
            }
            Operation::Spawn | Operation::Block(_) | Operation::Anything => false,
            Operation::Read(range, _) => {
                progress.foreign.extend(Footprint::reading(range));
                self.is_behind_all(progress)
            }
            _ => {
                progress.is_repeatable = false;
                self.is_behind_all(progress)
            }
        };
        is_harmless && has_room && pending.choices == 1
    }

    /// Whether the thread has joined all others, be it on the way to the tail or in it.
    fn is_behind_all(&self, progress: &mut Progress) -> bool {
        if !progress.is_behind_all {
            let execution = &self.stack.execution;
            let others = self.stack.top().created().len() - 1;
            let mut joined = progress.joined.len();
            let mut event = execution.last_of(progress.thread);
            while let Some(id) = event.filter(|_| joined < others) {
                joined += usize::from(execution.traits(id).joins.is_some());
                event = execution.event(id).previous;
            }
            progress.is_behind_all = joined == others;
        }
        progress.is_behind_all
    }
}
