//! What the cache says about a thread in a cached local state: its next operation, and whether that is enabled.

use mazurka_machine::{Next, Object, Operation, Pending, Range, ThreadId, Verb};

use super::super::Vm;
use super::super::lookahead::{self, Interest};
use super::super::vain::looks_at;
use crate::exec;
use crate::library::threads::mutex;
use crate::library::{Intent, Native};
use crate::program::FunctionKind;
use crate::threads::{SnapshotId, Status};

/// Longer iterations of a loop are executed.
const FEW: usize = 8;

impl Vm {
    /// A thread's next operation, if it follows from its local state, which is rare for library functions.
    pub(super) fn next_of_local_state(&self, thread: ThreadId) -> Option<Next> {
        use Operation::{Fence, Local, Read, Update, Write};
        if self.state.threads.get(thread).state.status != Status::Alive || self.native(thread).is_some() {
            return None;
        }
        let Intent { operation, choices, urgency, unknown, .. } = self.intent(thread);
        let is_determined = matches!(operation, Local | Read(..) | Write(..) | Update(..) | Fence(_))
            && !operation.is_state_dependent();
        let next = Next::Ready(Pending { operation, choices, urgency });
        let looks = self.may_spin(thread);
        (is_determined && !unknown).then(|| if looks { lookahead::in_loop(next) } else { next })
    }

    /// Whether it follows from a thread's local state that its next operation is enabled.
    pub(super) fn never_waits(&self, thread: ThreadId) -> bool {
        use Operation::{CompareExchange, Exit, Fence, Local, Read, Sync, Update, Wait, Write};
        let is_alive = self.state.threads.get(thread).state.status == Status::Alive;
        if !is_alive || !matches!(self.interest(thread), Interest::None) || self.may_retry(thread) {
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

    /// The mutex that a thread locks or unlocks next.
    pub(super) fn at_mutex(&self, thread: ThreadId) -> Option<(Verb, Object)> {
        self.native(thread).filter(|native| native.facts.footprint_is_complete)?;
        match (self.interest(thread), self.intent(thread).operation) {
            (Interest::None, Operation::Sync(verb @ (Verb::Lock | Verb::Unlock), mutex)) => {
                Some((verb, mutex))
            }
            _ => None,
        }
    }

    /// What a thread's next operation reads, as far as that may as well come later, if it follows from its local state.
    pub(super) fn look_of_local_state(&self, thread: ThreadId) -> Option<Option<Range>> {
        let is_alive = self.state.threads.get(thread).state.status == Status::Alive;
        match self.native(thread) {
            None if is_alive => Some(looks_at(&self.intent(thread).operation)),
            Some(_) if self.at_mutex(thread).is_some() => Some(None),
            _ => None,
        }
    }

    /// The same if it is cached.
    pub(in crate::vm) fn cached_look(&self, thread: ThreadId) -> Option<Option<Range>> {
        self.cache.state(self.state.threads.get(thread).snapshot?).look
    }

    /// What a thread adds to the fingerprint, if it is cached.
    #[inline]
    pub(in crate::vm) fn cached_fingerprint(&self, thread: ThreadId) -> Option<u128> {
        self.cache.state(self.state.threads.get(thread).snapshot?).fingerprint
    }

    /// The library function that a thread calls next.
    fn native(&self, thread: ThreadId) -> Option<&Native> {
        let view = self.view(thread);
        let frame = view.this().frames.last().filter(|_| view.this().state.started)?;
        match exec::about_to_call(&view, frame)?.kind {
            FunctionKind::Native(native) => Some(native),
            _ => None,
        }
    }

    /// A thread's next operation, if it is cached.
    #[inline]
    pub(in crate::vm) fn cached_next(&self, thread: ThreadId) -> Option<Next> {
        let known = self.cache.state(self.state.threads.get(thread).snapshot?);
        if let Some((verb, mutex)) = known.at_mutex {
            let operation = Operation::Sync(verb, mutex);
            return Some(match mutex::is_ready(&self.state.memory, verb, mutex.range.start, thread)? {
                true => Next::Ready(Pending::new(operation)),
                false => Next::Blocked(operation),
            });
        }
        known.next.clone()
    }

    /// Whether the cache says that a thread's next operation is always enabled.
    #[inline]
    pub(in crate::vm) fn cache_says_never_waits(&self, thread: ThreadId) -> bool {
        let id = self.state.threads.get(thread).snapshot;
        let never = id.is_some_and(|id| self.cache.state(id).never_waits);
        debug_assert!(
            !never || !self.audits.are_due() || self.intent(thread).enabled,
            "a thread waits that never does"
        );
        never
    }

    /// Whether the cache says that a thread can proceed, and does not only spin.
    pub(in crate::vm) fn cache_says_can_proceed(&self, thread: ThreadId) -> bool {
        let Some(id) = self.state.threads.get(thread).snapshot else { return false };
        let known = self.cache.state(id);
        match known.interest {
            _ if known.may_retry && !matches!(known.interest, Interest::Loop) => false,
            Interest::None => match known.at_mutex {
                Some((verb, mutex)) => {
                    mutex::is_ready(&self.state.memory, verb, mutex.range.start, thread) == Some(true)
                }
                None => self.matching_step(id, false).is_some(),
            },
            // It may change something, and change it back.
            Interest::Loop => !known.may_retry && self.cache_says_spins(id) == Some(false),
            Interest::Block | Interest::Section => false,
        }
    }

    /// Whether a thread in a loop returns to the same local state without a change, if the cache says so. The same as running
    /// it ([`lookahead`]), from cached step to cached step.
    fn cache_says_spins(&self, start: SnapshotId) -> Option<bool> {
        let fingerprint = |id| self.cache.state(id).fingerprint;
        let mut at = start;
        let mut passed = [at; FEW];
        for count in 0..FEW {
            let step = self.cache.state(at).steps.get(self.matching_step(at, false)?);
            if matches!(&step.operation, Operation::Sync(verb, _) if verb.facts().takes.is_some()) {
                return None;
            }
            if step.finished
                || !lookahead::may_be_noop(&step.operation, 1)
                || self.state.memory.is_changed_by(&step.patch)
            {
                return Some(false);
            }
            at = step.to;
            fingerprint(at)?;
            if fingerprint(at) == fingerprint(start) {
                return Some(true);
            }
            let is_elsewhere = passed[1..=count].iter().any(|before| fingerprint(*before) == fingerprint(at));
            let is_in_loop = matches!(self.cache.state(at).interest, Interest::Loop);
            if !is_in_loop && self.cache.state(at).may_retry {
                return None;
            }
            if is_elsewhere || !is_in_loop {
                return Some(false);
            }
            if let Some(next) = passed.get_mut(count + 1) {
                *next = at;
            }
        }
        None
    }
}
