//! What is known of the future of a thread in a known local state: what it does next, and whether it has to wait for that.

use std::num::NonZeroU32;

use mazurka_machine::{Next, Object, Operation, Pending, ThreadId, Verb};

use super::super::Vm;
use super::super::lookahead::{self, Interest};
use crate::exec;
use crate::library::threads::mutex;
use crate::library::{Intent, Native};
use crate::program::FunctionKind;
use crate::threads::Status;

/// Longer ways round a loop are found by going them.
const FEW: usize = 8;

impl Vm {
    /// What a thread does next, if that follows from its local state. What a library function does seldom does.
    pub(super) fn steady_next(&self, thread: ThreadId) -> Option<Next> {
        use Operation::{Fence, Local, Read, Update, Write};
        if self.state.threads.get(thread).state.status != Status::Alive || self.native(thread).is_some() {
            return None;
        }
        let Intent { operation, choices, timeout, unknown, .. } = self.intent(thread);
        let is_steady = matches!(operation, Local | Read(..) | Write(..) | Update(..) | Fence(_));
        let next = Next::Ready(Pending { operation, choices, timeout });
        let looks = self.is_looking(thread);
        (is_steady && !unknown).then(|| if looks { lookahead::look(next) } else { next })
    }

    /// Whether it follows from a thread's local state that it can go on.
    pub(super) fn never_waits(&self, thread: ThreadId) -> bool {
        use Operation::{CompareExchange, Exit, Fence, Local, Read, Sync, Update, Wait, Write};
        let is_alive = self.state.threads.get(thread).state.status == Status::Alive;
        if !is_alive || !matches!(self.interest(thread), Interest::None) {
            return false;
        }
        let operation = self.intent(thread).operation;
        match self.native(thread) {
            None => matches!(
                operation,
                Local | Read(..) | Write(..) | Update(..) | CompareExchange { .. } | Fence(_) | Exit
            ),
            Some(native) if native.facts.footprint_is_complete => {
                matches!(operation, Wait { .. } | Sync(Verb::Unlock | Verb::Signal | Verb::Broadcast, _))
            }
            Some(_) => false,
        }
    }

    /// The mutex that a thread is about to lock or unlock.
    pub(super) fn at_mutex(&self, thread: ThreadId) -> Option<(Verb, Object)> {
        self.native(thread).filter(|native| native.facts.footprint_is_complete)?;
        match (self.interest(thread), self.intent(thread).operation) {
            (Interest::None, Operation::Sync(verb @ (Verb::Lock | Verb::Unlock), mutex)) => {
                Some((verb, mutex))
            }
            _ => None,
        }
    }

    /// The library function that a thread is about to call.
    fn native(&self, thread: ThreadId) -> Option<&Native> {
        let view = self.view(thread);
        let frame = view.this().frames.last().filter(|_| view.this().state.started)?;
        match exec::about_to_call(&view, frame)?.kind {
            FunctionKind::Native(native) => Some(native),
            _ => None,
        }
    }

    /// What a thread does next, as far as it is known.
    #[inline]
    pub(in crate::vm) fn known_next(&self, thread: ThreadId) -> Option<Next> {
        let known = self.recall.known(self.state.threads.get(thread).number?);
        if let Some((verb, mutex)) = known.at_mutex {
            let operation = Operation::Sync(verb, mutex);
            return Some(match mutex::is_ready(&self.state.memory, verb, mutex.range.start, thread)? {
                true => Next::Ready(Pending::new(operation)),
                false => Next::Blocked(operation),
            });
        }
        known.next.clone()
    }

    /// Whether it is known that a thread never waits where it stands.
    #[inline]
    pub(in crate::vm) fn is_known_never_to_wait(&self, thread: ThreadId) -> bool {
        let number = self.state.threads.get(thread).number;
        let never = number.is_some_and(|number| self.recall.known(number).never_waits);
        debug_assert!(!never || self.intent(thread).enabled, "a thread waits that never does");
        never
    }

    /// Whether it is known that a thread can go on, and not only round in a loop that waits.
    pub(in crate::vm) fn is_known_to_go_on(&self, thread: ThreadId) -> bool {
        let Some(number) = self.state.threads.get(thread).number else { return false };
        let known = self.recall.known(number);
        match known.interest {
            Interest::None => match known.at_mutex {
                Some((verb, mutex)) => {
                    mutex::is_ready(&self.state.memory, verb, mutex.range.start, thread) == Some(true)
                }
                None => self.fitting(number).is_some(),
            },
            Interest::Loop => self.is_known_to_go_round(number) == Some(false),
            Interest::Block => false,
        }
    }

    /// Whether a thread in a loop comes back to the same local state, having changed nothing, if that is known. The same as
    /// letting it run ([`lookahead`]), from step to step.
    fn is_known_to_go_round(&self, start: NonZeroU32) -> Option<bool> {
        let print = |number| self.recall.known(number).print;
        let mut at = start;
        let mut passed = [at; FEW];
        for count in 0..FEW {
            let step = self.recall.known(at).steps.get(self.fitting(at)?);
            if step.finished || !step.may_idle || self.state.memory.is_changed_by(&step.patch) {
                return Some(false);
            }
            at = step.to;
            print(at)?;
            if print(at) == print(start) {
                return Some(true);
            }
            let is_elsewhere = passed[1..=count].iter().any(|before| print(*before) == print(at));
            if is_elsewhere || !matches!(self.recall.known(at).interest, Interest::Loop) {
                return Some(false);
            }
            if let Some(next) = passed.get_mut(count + 1) {
                *next = at;
            }
        }
        None
    }
}
