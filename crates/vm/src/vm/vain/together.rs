//! Threads that iterate in vain, and meet: one asks for what another takes for a while, such as a spin lock, or a lock that is only tried.
//!
//! That each comes back when it runs alone says nothing then. So all their interleavings are followed, from state to state. If in no state a
//! thread leaves its loop, or does what lasts, and in none all are blocked, they go on for ever, whoever runs next. Otherwise one of them
//! could continue, or all would be blocked, and that is explored where none has iterated in vain before.

use mazurka_machine::{InVain, Machine, Next, Range, ThreadId};
use rustc_hash::FxHashSet;

use super::super::lookahead::Seen;
use super::super::{Vm, VmMark};
use super::effect::{Effect, effect};
use crate::exec::Halt;
use crate::memory::MemoryMark;
use crate::threads::Wait;

/// More states than this are not followed.
const MOST_STATES: usize = 1 << 12;

/// Threads that meet.
struct Meeting<'t> {
    threads: &'t [ThreadId],
    start: MemoryMark,
    /// What the next steps of all others depend on. They are blocked.
    others_need: Vec<Range>,
    /// Local states, and what is in memory.
    known: FxHashSet<(Vec<u128>, u128)>,
    /// What each of the threads has accessed.
    seen: Vec<Seen>,
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
    /// It may concern threads that are not followed.
    Disturbs,
}

impl Vm {
    /// How long threads go on that come back when they run alone, and what each of them accesses. Leaves the machine anywhere.
    pub(super) fn meet(&mut self, threads: &[ThreadId]) -> (InVain, Vec<Seen>) {
        let mut meeting = Meeting {
            threads,
            start: self.state.memory.mark(),
            others_need: self.what_others_need(threads),
            known: FxHashSet::default(),
            seen: threads.iter().map(|_| Seen::default()).collect(),
        };
        (self.follow_meeting(&mut meeting), meeting.seen)
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
            let then = self.step_in_meeting(thread, &mut meeting.seen[place.next], &meeting.others_need);
            place.next += 1;
            match then {
                Then::IsBlocked => continue,
                Then::Leaves => return InVain::ForNow,
                Then::Disturbs => return InVain::Unknown,
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

    fn step_in_meeting(&mut self, thread: ThreadId, seen: &mut Seen, others_need: &[Range]) -> Then {
        let here = self.peek_here(thread);
        let operation = match here.next() {
            Next::Blocked(_) => return Then::IsBlocked,
            Next::Ready(pending) if pending.choices == 1 && self.may_retry(thread) => &pending.operation,
            Next::Ready(_) | Next::Finished => return Then::Leaves,
        };
        let before = self.before_look(thread, operation.clone());
        self.state.memory.clear_notes();
        let halt = self.follow(thread, &here, self.config.local_limit);
        seen.operation(&before.operation);
        seen.notes(self.state.memory.notes());
        let is_asleep = matches!(self.state.threads.get(thread).state.wait, Wait::On(_));
        let lasts = effect(&before.operation, before.was_asleep && !is_asleep) == Effect::Lasts
            || self.state.files.mark() != before.files
            || self.state.output.mark() != before.output;
        match halt {
            _ if lasts => Then::Leaves,
            Ok(Halt::Visible | Halt::Waiting | Halt::Yielded) => {
                match self.state.memory.changed_within(before.memory, others_need) {
                    true => Then::Disturbs,
                    false => Then::Iterates,
                }
            }
            _ => Then::Leaves,
        }
    }

    fn what_others_need(&self, threads: &[ThreadId]) -> Vec<Range> {
        let mut needed = Vec::new();
        for other in self.state.threads.created().iter().filter(|thread| !threads.contains(thread)) {
            if let Next::Blocked(operation) = Machine::next(self, other) {
                needed.extend(operation.touches().map(|touch| touch.range));
            }
            needed.extend(self.ahead.of(other).into_iter().flat_map(|next_op| next_op.relies_on()));
        }
        needed
    }
}
