//! Threads that iterate in vain, and meet: one asks for what another takes for a while, such as a spin lock, or a lock that is only tried. Or a thread
//! that is blocked waits for what one changes for a while.
//!
//! That each comes back when it runs alone says nothing then. So all their interleavings are followed, from state to state. If in no state a
//! thread leaves its loop, or does what lasts, and in none all are blocked, or another one is not, they iterate for ever, in whatever order they run.
//! Otherwise a thread could continue, or all would be blocked, and that is explored where none has iterated in vain before.

use mazurka_machine::{InVain, Machine, Next, Range, ThreadId};
use rustc_hash::FxHashSet;

use super::super::{Vm, VmMark};
use super::effect::{Effect, Queue, effect};
use super::settle::Iteration;
use crate::exec::Halt;
use crate::memory::MemoryMark;
use crate::threads::Wait;

/// More states than this are not followed.
const MOST_STATES: usize = 1 << 12;

/// Threads that meet.
struct Meeting {
    threads: Vec<ThreadId>,
    start: MemoryMark,
    others: Blocked,
    /// Local states, and what is in memory.
    known: FxHashSet<(Vec<u128>, u128)>,
    /// What each of the threads has done.
    iterations: Vec<Iteration>,
}

/// Threads that are blocked, and what their next steps depend on.
pub(super) struct Blocked {
    threads: Vec<ThreadId>,
    need: Vec<Range>,
}

impl Blocked {
    pub(super) fn need_some_of(&self, ranges: &[Range]) -> bool {
        ranges.iter().any(|range| self.need.iter().any(|needed| needed.overlaps(*range)))
    }
}

/// A state from which some threads have yet to make their steps.
struct Place {
    mark: VmMark,
    next: usize,
    is_blocked: bool,
}

/// What comes of a step.
enum Then {
    Iterates,
    IsBlocked,
    Leaves,
}

impl Vm {
    /// How long threads go on in their loops, and what each of them accesses, beginning with its first operation. They meet those that are
    /// blocked in such loops, too. Leaves the machine anywhere.
    pub(super) fn meet(&mut self, threads: &[ThreadId]) -> (InVain, Vec<Iteration>) {
        let blocked = self.blocked_besides(threads).threads;
        let in_loops = blocked.into_iter().filter(|&thread| self.may_retry(thread));
        let threads: Vec<ThreadId> = threads.iter().copied().chain(in_loops).collect();
        let others = self.blocked_besides(&threads);
        let mut meeting = Meeting {
            start: self.state.memory.mark(),
            others,
            known: FxHashSet::default(),
            iterations: threads.iter().map(|_| Iteration::default()).collect(),
            threads,
        };
        (self.follow_meeting(&mut meeting), meeting.iterations)
    }

    fn follow_meeting(&mut self, meeting: &mut Meeting) -> InVain {
        let mut path: Vec<Place> = self.new_place(meeting).into_iter().collect();
        while let Some(place) = path.last_mut() {
            let Some(&thread) = meeting.threads.get(place.next) else {
                if place.is_blocked {
                    return InVain::ForNow;
                }
                path.pop();
                continue;
            };
            Machine::rewind(self, place.mark);
            let then = self.step_in_meeting(thread, &mut meeting.iterations[place.next], &meeting.others);
            place.next += 1;
            match then {
                Then::IsBlocked => continue,
                Then::Leaves => return InVain::ForNow,
                Then::Iterates => place.is_blocked = false,
            }
            path.extend(self.new_place(meeting));
            if meeting.known.len() > MOST_STATES {
                return InVain::Unknown;
            }
        }
        InVain::ForEver
    }

    /// The state that the machine is in, unless it is known.
    fn new_place(&mut self, meeting: &mut Meeting) -> Option<Place> {
        let local = meeting.threads.iter().map(|&thread| self.local_state_now(thread)).collect();
        let is_new = meeting.known.insert((local, self.state.memory.difference(meeting.start)));
        is_new.then(|| Place { mark: Machine::mark(self), next: 0, is_blocked: true })
    }

    fn step_in_meeting(&mut self, thread: ThreadId, iteration: &mut Iteration, others: &Blocked) -> Then {
        if !self.may_retry(thread) {
            return Then::Leaves;
        }
        let here = self.peek_here(thread);
        let operation = match here.next() {
            Next::Blocked(_) => return Then::IsBlocked,
            Next::Ready(pending) if pending.choices == 1 => &pending.operation,
            Next::Ready(_) | Next::Finished => return Then::Leaves,
        };
        let before = self.before_look(thread, operation.clone());
        let halt = self.follow_step(thread, &here, &before, iteration);
        if iteration.operations.is_empty() {
            iteration.operations.push(before.operation.clone());
        }
        let is_asleep = matches!(self.state.threads.get(thread).state.wait, Wait::On(_));
        let lasts = effect(&before.operation, Queue::of(before.was_asleep, is_asleep)) == Effect::Lasts
            || self.state.files.mark() != before.files
            || self.state.output.mark() != before.output;
        match halt {
            _ if lasts => Then::Leaves,
            Ok(Halt::Visible | Halt::Waiting | Halt::Yielded) => {
                let concerns_others = self.state.memory.changed_within(before.memory, &others.need);
                match concerns_others && others.threads.iter().any(|&other| self.is_ready_now(other)) {
                    true => Then::Leaves,
                    false => Then::Iterates,
                }
            }
            _ => Then::Leaves,
        }
    }

    /// Whether a thread that was blocked is so no longer.
    fn is_ready_now(&mut self, thread: ThreadId) -> bool {
        let next_op = match self.is_in_loop(thread) {
            true => {
                let next_op = self.peek_wait(thread);
                self.ahead.is_looking = true;
                next_op
            }
            false => self.peek_here(thread),
        };
        matches!(next_op.next(), Next::Ready(_))
    }

    /// The threads that are blocked besides these.
    pub(super) fn blocked_besides(&self, threads: &[ThreadId]) -> Blocked {
        let mut others = Blocked { threads: Vec::new(), need: Vec::new() };
        for other in self.state.threads.created().iter().filter(|thread| !threads.contains(thread)) {
            if let Next::Blocked(operation) = Machine::next(self, other) {
                others.threads.push(other);
                others.need.extend(operation.touches().map(|touch| touch.range));
                others.need.extend(self.ahead.of(other).into_iter().flat_map(|next_op| next_op.relies_on()));
            }
        }
        others
    }
}
