//! Lookahead: properties of a thread's next operation that are found only by running the thread and rewinding.
//!
//! - What a block accesses ([`block`]): an atomic block, or a library function with pointers where plain accesses are
//!   operations.
//! - Whether a loop waits ([`wait`]): whether its next iteration would change nothing.
//! - Whether a critical section is nothing but its lock, plain code and the unlock ([`section`]).
//!
//! They are computed when a thread comes to such an operation, and again when another thread has changed what was read. In
//! between they are stored, with undo.

mod block;
mod past;
mod section;
mod seen;
mod wait;
mod way_out;

pub(super) use seen::Seen;
pub(super) use wait::{in_loop, may_be_noop};
pub(super) use way_out::Pauses;

use std::sync::Arc;

use mazurka_analysis::Locking;
use mazurka_machine::{Choice, Footprint, Next, Operation, Pending, Range, ThreadId};

use super::{Vm, fingerprint};
use crate::config::Record;
use crate::exec;
use crate::files::FilesMark;
use crate::library::posix::signals::delivery;
use crate::library::{Intent, Native};
use crate::memory::{MemoryMark, Noted};
use crate::output::OutputMark;
use crate::program::Function;
use crate::threads::Status;
use past::{Hashes, Set};

#[derive(Default)]
pub(super) struct Lookahead {
    threads: Vec<Ahead>,
    past: Vec<(ThreadId, Ahead)>,
    /// Local states that each thread was in at operations of loops that may wait.
    visits: Hashes,
    /// Of these, those from which it has made a step with plain accesses that may race.
    accessed_from: Hashes,
    /// Whether a thread runs only to find out what it would do.
    pub is_looking: bool,
    /// Whether the last step has written, by plain accesses, what the lookahead of another thread relies on. That is a data race, and the
    /// two operations may be independent.
    pub has_raced: bool,
}

#[derive(Clone, Default)]
struct Ahead {
    next_op: Option<Arc<NextOp>>,
    /// The local states that it was in since it made progress: it changed something, or made plain accesses for the first time from the
    /// local state that it was in.
    visits: Set,
    /// The local states from which it has made plain accesses since it changed something.
    accessed_from: Set,
}

/// What lookahead has found about a thread's next operation.
#[derive(PartialEq, Debug)]
pub(super) struct NextOp {
    pub next: Next,
    /// It is recomputed when some of these bytes change.
    relies_on: Vec<Range>,
    /// And after every step of any thread.
    relies_on_threads: bool,
    /// The choices to make inside of a block, for each path through it; empty if it is not a block.
    ways: Vec<Vec<Choice>>,
    /// Why it cannot be explored.
    refused: Option<String>,
    /// The thread is about to lock.
    is_lock: bool,
}

/// Before a step: what to compare with after it.
pub(super) struct Before {
    memory: MemoryMark,
    files: FilesMark,
    output: OutputMark,
    /// The local state, if it is an operation of a loop that may wait, and may change nothing.
    in_loop: Option<u128>,
    /// It may concern the state of any thread.
    anything: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LookaheadMark(usize);

impl Lookahead {
    pub(crate) fn mark(&self) -> LookaheadMark {
        LookaheadMark(self.past.len())
    }

    pub(crate) fn rewind(&mut self, to: LookaheadMark) {
        for (thread, ahead) in self.past.drain(to.0..).rev() {
            self.threads[thread.index()] = ahead;
        }
    }

    pub(crate) fn of(&self, thread: ThreadId) -> Option<&Arc<NextOp>> {
        self.threads.get(thread.index())?.next_op.as_ref()
    }

    /// Where threads have been is a part of the state: whether a loop waits depends on it. The order is not, nor how often they were
    /// there.
    pub(crate) fn fingerprint(&self) -> u128 {
        let of_one = |ahead: &Ahead| ahead.visits.sum.wrapping_add(ahead.accessed_from.sum.rotate_left(1));
        self.threads.iter().fold(0, |sum, ahead| sum.wrapping_add(of_one(ahead)))
    }

    /// Whether no thread is at an operation that needs lookahead.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.threads.iter().all(|ahead| ahead.next_op.is_none())
    }

    /// Whether no thread needs lookahead but to find out what its critical section is.
    #[inline]
    pub(crate) fn has_only_locks(&self) -> bool {
        self.threads.iter().all(|ahead| ahead.next_op.as_ref().is_none_or(|next_op| next_op.is_lock))
    }

    fn has_visited(&self, thread: ThreadId, state: u128) -> bool {
        self.visits.of(thread, &self.threads[thread.index()].visits).contains(&state)
    }

    fn has_accessed_from(&self, thread: ThreadId, state: u128) -> bool {
        self.accessed_from.of(thread, &self.threads[thread.index()].accessed_from).contains(&state)
    }

    /// What a thread does next is found out elsewhere.
    pub(crate) fn set(&mut self, thread: ThreadId, next_op: Arc<NextOp>) {
        self.change(thread).next_op = Some(next_op);
    }

    fn change(&mut self, thread: ThreadId) -> &mut Ahead {
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, Ahead::default);
        }
        let ahead = &mut self.threads[thread.index()];
        self.past.push((thread, ahead.clone()));
        ahead
    }

    /// The thread is not at an operation that needs lookahead.
    pub(crate) fn forget(&mut self, thread: ThreadId) {
        if self.threads.get(thread.index()).is_some_and(|ahead| ahead.next_op.is_some()) {
            let ahead = self.change(thread);
            ahead.next_op = None;
            ahead.visits.clear();
            ahead.accessed_from.clear();
        }
    }

    /// The thread has come to this local state.
    fn visit(&mut self, thread: ThreadId, state: u128, did: Did) {
        self.change(thread);
        let Ahead { visits, accessed_from, .. } = &mut self.threads[thread.index()];
        let has_made_progress = match did {
            Did::Nothing => false,
            Did::Accesses { from } => self.accessed_from.add(thread, accessed_from, from),
            Did::Change => {
                accessed_from.clear();
                true
            }
        };
        if has_made_progress {
            visits.clear();
        }
        self.visits.add(thread, visits, state);
    }
}

/// What a step of a thread did that others may notice.
enum Did {
    /// It may have changed something.
    Change,
    /// It made plain accesses that may race, from this local state.
    Accesses {
        from: u128,
    },
    Nothing,
}

impl NextOp {
    /// What is known without lookahead.
    fn plain(intent: Intent) -> NextOp {
        let Intent { operation, choices, urgency, enabled, .. } = intent;
        let next = match enabled {
            true => Next::Ready(Pending { operation, choices, urgency }),
            false => Next::Blocked(operation),
        };
        let (relies_on, ways) = Default::default();
        NextOp { next, relies_on, relies_on_threads: false, ways, refused: None, is_lock: false }
    }

    pub(crate) fn is_block(&self) -> bool {
        !self.ways.is_empty()
    }

    /// That of a thread that is blocked in a loop for as long as these bytes stay as they are.
    pub(super) fn waiting(operation: Operation, watched: Vec<Range>) -> NextOp {
        wait::awaiting(NextOp::plain(Intent::ready(operation)), true, watched)
    }

    pub(crate) fn next(&self) -> &Next {
        &self.next
    }

    /// What the thread does when it continues, if it can.
    pub(crate) fn operation(&self) -> Operation {
        match &self.next {
            Next::Ready(Pending { operation, .. }) | Next::Blocked(operation) => operation.in_loop().clone(),
            Next::Finished => Operation::Local,
        }
    }

    pub(crate) fn relies_on(&self) -> &[Range] {
        &self.relies_on
    }

    pub(crate) fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// The choices to make inside of the block, if it is one.
    pub(crate) fn way(&self, choice: Choice) -> Option<&[Choice]> {
        self.ways.get(choice as usize).map(Vec::as_slice)
    }
}

impl Vm {
    /// To be called before a step of `thread`. `None`: no thread needs lookahead.
    pub(super) fn before_step(&mut self, thread: ThreadId) -> Option<Before> {
        if self.ahead.is_idle() {
            return None;
        }
        let may_be_noop = match self.ahead.of(thread).map(|next_op| &next_op.next) {
            Some(Next::Ready(pending)) => wait::may_be_noop_in_loop(pending),
            _ => false,
        };
        let in_loop = may_be_noop.then(|| self.local_state(thread));
        let anything = self.intent(thread).operation == Operation::Anything;
        let state = &mut self.state;
        let (files, output) = (state.files.mark(), state.output.mark());
        Some(Before { memory: state.memory.mark(), files, output, in_loop, anything })
    }

    /// To be called after a step of `thread`.
    pub(super) fn look_ahead(&mut self, thread: ThreadId, before: Option<&Before>) {
        if self.config.record == Record::Nothing {
            return;
        }
        match self.interest(thread) {
            Interest::None => self.ahead.forget(thread),
            Interest::Block | Interest::Section => {
                self.ahead.forget(thread);
                self.peek(thread);
            }
            Interest::Loop if self.config.block_spinners_together => match self.intent(thread).unknown {
                true => self.peek(thread),
                false => self.ahead.forget(thread),
            },
            Interest::Loop => {
                let did = before.map_or(Did::Change, |before| self.did(thread, before));
                let state = self.local_state(thread);
                self.ahead.visit(thread, state, did);
                self.peek(thread);
            }
        }
        if let Some(before) = before {
            self.look_again(thread, before.memory, before.anything);
        }
        if self.config.block_spinners_together {
            self.block_spinners(thread);
        } else if self.config.block_vain_threads_together {
            self.block_vain_threads();
        }
    }

    /// Recomputes the lookahead of other threads that rely on what a step of `thread` has changed.
    pub(super) fn look_again(&mut self, thread: ThreadId, since: MemoryMark, anything: bool) {
        for index in 0..self.ahead.threads.len() {
            let other = ThreadId(index as u16);
            let Some(next_op) = self.ahead.of(other).filter(|_| other != thread) else { continue };
            let memory = &self.state.memory;
            if anything || next_op.relies_on_threads || memory.changed_within(since, &next_op.relies_on) {
                self.ahead.has_raced |= writes(memory.notes(), &next_op.relies_on);
                self.peek(other);
            }
        }
    }

    /// What a step of `thread` did.
    fn did(&mut self, thread: ThreadId, before: &Before) -> Did {
        match before.in_loop {
            Some(_) if self.has_changed(before) => Did::Change,
            Some(from) if self.has_accessed(thread) => Did::Accesses { from },
            Some(_) => Did::Nothing,
            None => Did::Change,
        }
    }

    fn has_changed(&mut self, before: &Before) -> bool {
        let state = &mut self.state;
        state.memory.changed_since(before.memory)
            || state.files.mark() != before.files
            || state.output.mark() != before.output
    }

    /// A hash of a thread's position and live registers.
    fn local_state(&mut self, thread: ThreadId) -> u128 {
        fingerprint::of_one_in_loop(&self.program, &mut self.state.threads, thread)
    }

    fn peek(&mut self, thread: ThreadId) {
        let kept = self.state.memory.swap_notes(Noted::default());
        let next_op = match self.interest(thread) {
            Interest::None => None,
            Interest::Block => Some(Arc::new(self.peek_here(thread))),
            Interest::Section => Some(self.peek_section(thread)),
            Interest::Loop if self.config.block_spinners_together => Some(Arc::new(self.peek_loop(thread))),
            Interest::Loop => Some(Arc::new(self.peek_wait(thread))),
        };
        self.state.memory.swap_notes(kept);
        self.ahead.change(thread).next_op = next_op;
        if self.visibility.learns() {
            self.learn_next(thread);
        }
    }

    /// What a thread does next, loops aside.
    pub(super) fn peek_here(&mut self, thread: ThreadId) -> NextOp {
        let intent = self.intent(thread);
        if intent.unknown { self.peek_block(thread) } else { NextOp::plain(intent) }
    }

    /// Whether a thread is in a loop that may wait, where spinning threads block only together.
    #[inline]
    pub(super) fn may_spin(&self, thread: ThreadId) -> bool {
        self.config.block_spinners_together
            && self.config.record != Record::Nothing
            && self.is_in_loop(thread)
    }

    /// Whether a thread is at an operation of a loop that may wait.
    #[inline]
    pub(super) fn is_in_loop(&self, thread: ThreadId) -> bool {
        let at = self.state.threads.get(thread);
        let is_due = || delivery::is_due(&self.view(thread));
        at.frames.last().is_some_and(|frame| {
            let polls = &self.program.code(frame.function).polls;
            at.state.status == Status::Alive
                && at.state.started
                && polls.get(frame.pc as usize) == Some(&true)
                && !is_due()
        })
    }

    /// Whether a thread needs lookahead. Follows from its local state.
    pub(super) fn interest(&self, thread: ThreadId) -> Interest {
        let at = self.state.threads.get(thread);
        let Some(frame) = at.frames.last().filter(|_| at.state.status == Status::Alive && at.state.started)
        else {
            return Interest::None;
        };
        if self.is_in_loop(thread) {
            return Interest::Loop;
        }
        if delivery::is_due(&self.view(thread)) {
            return Interest::None;
        }
        let is_block = match self.config.visibility.includes_plain() {
            true => self.intent(thread).unknown,
            false => {
                self.program.atomic_blocks
                    && exec::about_to_call(&self.view(thread), frame).is_some_and(Function::is_block)
            }
        };
        match is_block {
            true => Interest::Block,
            false if self.may_join_section(thread) => Interest::Section,
            false => Interest::None,
        }
    }

    /// Whether a thread is about to lock, and the section is to be one step if it can be. A thread that may iterate in vain takes its
    /// locks step by step.
    fn may_join_section(&self, thread: ThreadId) -> bool {
        if !self.state.sections.are_joined() || self.state.threads.is_main_alone() {
            return false;
        }
        let Some(frame) = self.state.threads.get(thread).frames.last() else { return false };
        let called = exec::about_to_call(&self.view(thread), frame);
        let locks = |native: &Native| native.facts.effect.locking == Locking::Locks;
        let is_never_whole =
            self.program.code(frame.function).never_whole.get(frame.pc as usize) == Some(&true);
        called.and_then(Function::native).is_some_and(locks) && !is_never_whole && !self.may_retry(thread)
    }
}

/// Whether some of these accesses write there.
fn writes(accesses: &[Footprint], ranges: &[Range]) -> bool {
    let is_written = |range: &Range| accesses.iter().any(|part| part.writes_to(*range));
    ranges.iter().any(is_written)
}

#[derive(Clone, Copy)]
pub(super) enum Interest {
    None,
    Block,
    Section,
    Loop,
}
