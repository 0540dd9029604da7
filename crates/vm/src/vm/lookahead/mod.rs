//! Lookahead: properties of a thread's next operation that are found only by running the thread and rewinding.
//!
//! - What a block accesses ([`block`]): an atomic block, or a library function with pointers where plain accesses are
//!   operations.
//! - Whether a loop waits ([`wait`]): whether its next iteration would change nothing.
//!
//! Both are computed when a thread comes to such an operation, and again when another thread has changed what was read. In
//! between they are stored, with undo.

mod block;
mod seen;
mod wait;

pub(super) use seen::Seen;
pub(super) use wait::{in_loop, may_be_noop};

use std::ops;
use std::sync::Arc;

use mazurka_machine::{Choice, Next, Operation, Pending, Range, ThreadId};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::{Vm, fingerprint};
use crate::config::Record;
use crate::exec;
use crate::files::FilesMark;
use crate::library::Intent;
use crate::library::posix::signals::delivery;
use crate::memory::{MemoryMark, Noted};
use crate::output::OutputMark;
use crate::program::Function;
use crate::threads::Status;

#[derive(Default)]
pub(super) struct Lookahead {
    threads: Vec<Ahead>,
    past: Vec<(ThreadId, Ahead)>,
    /// Local states that each thread was in at operations of loops that may wait.
    visits: Vec<Vec<u128>>,
    /// Whether a thread runs only to find out what it would do.
    pub is_looking: bool,
}

/// A thread that has been in more local states without a change forgets them all.
const MOST_VISITS: usize = 1024;

#[derive(Clone, Default)]
struct Ahead {
    next_op: Option<Arc<NextOp>>,
    /// Which of the thread's visits came after the last change that it has made, each local state once. Later ones are
    /// of a future that was rewound.
    visits: ops::Range<usize>,
    /// The sum of their hashes.
    hash: u128,
}

/// What lookahead has found about a thread's next operation.
#[derive(Debug)]
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
}

/// Before a step: what to compare with after it.
pub(super) struct Before {
    memory: MemoryMark,
    files: FilesMark,
    output: OutputMark,
    /// It is an operation of a loop that may wait, and may change nothing.
    may_be_noop: bool,
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

    /// The visits are a part of the state: whether a loop waits depends on them. Their order is not, nor how often each
    /// was made.
    pub(crate) fn fingerprint(&self) -> u128 {
        self.threads.iter().fold(0, |sum, ahead| sum.wrapping_add(ahead.hash))
    }

    /// Whether no thread is at an operation that needs lookahead.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.threads.iter().all(|ahead| ahead.next_op.is_none())
    }

    fn visits(&self, thread: ThreadId) -> &[u128] {
        &self.visits[thread.index()][self.threads[thread.index()].visits.clone()]
    }

    fn change(&mut self, thread: ThreadId) -> &mut Ahead {
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, Ahead::default);
            self.visits.resize_with(thread.index() + 1, Vec::new);
        }
        let ahead = &mut self.threads[thread.index()];
        self.past.push((thread, ahead.clone()));
        ahead
    }

    /// The thread is not at an operation that needs lookahead.
    fn forget(&mut self, thread: ThreadId) {
        if self.threads.get(thread.index()).is_some_and(|ahead| ahead.next_op.is_some()) {
            let ahead = self.change(thread);
            *ahead = Ahead { next_op: None, visits: ahead.visits.end..ahead.visits.end, hash: 0 };
        }
    }

    /// The thread has come to this local state. `changed`: its step has changed something.
    fn visit(&mut self, thread: ThreadId, state: u128, changed: bool) {
        self.change(thread);
        let ahead = &mut self.threads[thread.index()];
        let (mut start, end) = (ahead.visits.start, ahead.visits.end);
        let visits = &mut self.visits[thread.index()];
        visits.truncate(end);
        if changed || end - start >= MOST_VISITS {
            (start, ahead.hash) = (end, 0);
        } else if visits[start..].contains(&state) {
            return;
        }
        visits.push(state);
        ahead.visits = start..end + 1;
        ahead.hash = ahead.hash.wrapping_add(xxh3_128_with_seed(&state.to_le_bytes(), thread.0 as u64));
    }
}

impl NextOp {
    /// What is known without lookahead.
    fn plain(intent: Intent) -> NextOp {
        let Intent { operation, choices, urgency, enabled, .. } = intent;
        let next = match enabled {
            true => Next::Ready(Pending { operation, choices, urgency }),
            false => Next::Blocked(operation),
        };
        NextOp { next, relies_on: Vec::new(), relies_on_threads: false, ways: Vec::new(), refused: None }
    }

    pub(crate) fn is_block(&self) -> bool {
        !self.ways.is_empty()
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
        let anything = self.intent(thread).operation == Operation::Anything;
        let state = &mut self.state;
        let (files, output) = (state.files.mark(), state.output.mark());
        Some(Before { memory: state.memory.mark(), files, output, may_be_noop, anything })
    }

    /// To be called after a step of `thread`.
    pub(super) fn look_ahead(&mut self, thread: ThreadId, before: Option<&Before>) {
        if self.config.record == Record::Nothing {
            return;
        }
        match self.interest(thread) {
            Interest::None => self.ahead.forget(thread),
            Interest::Block => {
                self.ahead.forget(thread);
                self.peek(thread);
            }
            Interest::Loop if self.config.block_spinners_together => match self.intent(thread).unknown {
                true => self.peek(thread),
                false => self.ahead.forget(thread),
            },
            Interest::Loop => {
                let idle = before.is_some_and(|before| before.may_be_noop && !self.has_changed(before));
                let state = self.local_state(thread);
                self.ahead.visit(thread, state, !idle);
                self.peek(thread);
            }
        }
        if let Some(before) = before {
            self.look_again(thread, before);
        }
        if self.config.block_spinners_together {
            self.block_spinners(thread);
        }
    }

    /// Recomputes the lookahead of other threads that rely on what a step of `thread` has changed.
    fn look_again(&mut self, thread: ThreadId, before: &Before) {
        for index in 0..self.ahead.threads.len() {
            let other = ThreadId(index as u16);
            let Some(next_op) = self.ahead.of(other).filter(|_| other != thread) else { continue };
            if before.anything
                || next_op.relies_on_threads
                || self.state.memory.changed_within(before.memory, &next_op.relies_on)
            {
                self.peek(other);
            }
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
        fingerprint::of_one(&self.program, &mut self.state.threads, thread)
    }

    fn peek(&mut self, thread: ThreadId) {
        let kept = self.state.memory.swap_notes(Noted::default());
        let next_op = match self.interest(thread) {
            Interest::None => None,
            Interest::Block => Some(self.peek_here(thread)),
            Interest::Loop if self.config.block_spinners_together => Some(self.peek_loop(thread)),
            Interest::Loop => Some(self.peek_wait(thread)),
        };
        self.state.memory.swap_notes(kept);
        self.ahead.change(thread).next_op = next_op.map(Arc::new);
        if self.visibility.learns() {
            self.learn_next(thread);
        }
    }

    /// What a thread does next, loops aside.
    fn peek_here(&mut self, thread: ThreadId) -> NextOp {
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
    fn is_in_loop(&self, thread: ThreadId) -> bool {
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
        if is_block { Interest::Block } else { Interest::None }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Interest {
    None,
    Block,
    Loop,
}
