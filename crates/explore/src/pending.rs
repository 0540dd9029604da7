//! The pending operations of the threads of a state, kept up to date from one state on the stack to the next.
//!
//! Independent transitions change nothing for each other, so after a transition only the threads whose pending operation
//! depends on it are asked again. Debug builds ask all of them and compare.

use mazurka_machine::{Machine, Next, Pending, ThreadId, ThreadSet, Urgency};

use crate::execution::EventId;
use crate::fairness::{Fairness, Turn};
use crate::operations::{OperationId, Operations, Traits};
use crate::order::Order;

#[derive(Default)]
pub(crate) struct PendingOperations {
    /// By thread.
    threads: Vec<PendingOperation>,
    /// The threads created so far, finished ones included.
    pub created: ThreadSet,
    /// enabled(s)
    pub ready: ThreadSet,
    /// Ready threads whose pending operation is local: no other operation depends on it.
    pub alone: ThreadSet,
    /// Threads whose pending operation may change by steps of other threads.
    pub unsteady: ThreadSet,
    /// Threads that are ready to join one that has ended.
    pub joining: ThreadSet,
    /// See [`Machine::main_has_returned`].
    pub main_has_returned: bool,
    pub fairness: Fairness,
}

/// The pending operation of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingOperation {
    pub next: NextId,
    /// The event that made this its next operation, if it was not the thread's own.
    pub cause: Option<EventId>,
    pub turn: Turn,
}

/// That of a thread that does not exist.
const NONE: PendingOperation = PendingOperation { next: NextId::Finished, cause: None, turn: Turn::NEVER };

/// [`Next`] with an id for the operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NextId {
    /// Or not yet created.
    Finished,
    Blocked(OperationId),
    Ready(OperationId, u32),
}

impl NextId {
    pub(crate) fn operation(self) -> Option<OperationId> {
        match self {
            NextId::Finished => None,
            NextId::Blocked(operation) | NextId::Ready(operation, _) => Some(operation),
        }
    }
}

/// The step from one state to the next.
#[derive(Clone, Copy)]
pub(crate) struct LastStep {
    pub event: EventId,
    pub thread: ThreadId,
    pub operation: OperationId,
    /// It was the last of its thread's.
    pub finished: bool,
    /// If its thread is blocked or finished now, that may have been the last that others in loops could wait for.
    pub may_be_the_last: bool,
}

impl PendingOperations {
    /// Takes over what stays as it was in the state before, until a step is known to have changed it.
    pub(crate) fn inherit(&mut self, before: &PendingOperations) {
        let PendingOperations {
            threads,
            created,
            ready,
            alone,
            unsteady,
            joining,
            main_has_returned,
            fairness,
        } = before;
        self.threads.clone_from(threads);
        self.created.clone_from(created);
        self.ready.clone_from(ready);
        self.alone.clone_from(alone);
        self.unsteady.clone_from(unsteady);
        self.joining.clone_from(joining);
        self.main_has_returned = *main_has_returned;
        self.fairness.inherit(fairness);
    }

    /// Asks the machine about all threads, in the first state.
    pub(crate) fn start<M: Machine>(&mut self, machine: &M, operations: &mut Operations) {
        *self = PendingOperations::default();
        self.add_threads(machine, operations, None);
    }

    /// Finds out what the step just made has changed for which thread. By independence that is little: the thread that
    /// stepped, those it has created, those whose operation depends on the step's, and those that wait for its end.
    pub(crate) fn follow<M: Machine>(&mut self, machine: &M, operations: &mut Operations, step: LastStep) {
        let LastStep { event, thread: stepped, operation, finished, may_be_the_last } = step;
        let Traits { spawns, barrier, .. } = operations.traits(operation);
        self.fairness.begin(stepped);
        if spawns {
            self.add_threads(machine, operations, Some(event));
        }
        if finished {
            self.set(operations, stepped, NextId::Finished, Urgency::Normal, None);
        } else {
            self.update(machine, operations, stepped, None);
        }
        if stepped == ThreadId::MAIN {
            self.main_has_returned = machine.main_has_returned();
        }
        let PendingOperation { next, turn, .. } = &mut self.threads[stepped.index()];
        self.fairness.follow(turn, next.operation());
        let stuck = may_be_the_last && !self.ready.contains(stepped);
        let asks_all = barrier || machine.has_hidden_conflicts();
        let accesses = machine.plain_accesses();
        let others = if asks_all || stuck { &self.created } else { &self.unsteady };
        for thread in others.clone().iter().filter(|thread| *thread != stepped) {
            let PendingOperation { next, cause, .. } = self.threads[thread.index()];
            let Some(before) = next.operation() else { continue };
            let Traits { joins, state_dependent_touches, described_by, .. } = operations.traits(before);
            // A data race: if it was about to take a lock in memory that is free now, it does something else.
            let races = || accesses.iter().any(|part| part.writes_to(described_by));
            // Threads that iterate in vain are blocked where all others are.
            let may_spin = state_dependent_touches || matches!(next, NextId::Ready(..));
            if finished && joins == Some(stepped) && next == NextId::Blocked(before) {
                self.set(operations, thread, NextId::Ready(before, 1), Urgency::Normal, cause);
            } else if asks_all
                || stuck && may_spin
                || races()
                || operations.dependent_in_any_state(operation, before)
            {
                let now = self.update(machine, operations, thread, cause);
                // It was woken by the step just made: what it waits for has changed. What a waiting loop or a block looks
                // at changes with the state; that is not being woken.
                if matches!(next, NextId::Blocked(_))
                    && !state_dependent_touches
                    && now.operation() != Some(before)
                {
                    self.threads[thread.index()].cause = Some(event);
                }
            }
        }
    }

    /// Takes note of the threads that an event has created.
    fn add_threads<M: Machine>(
        &mut self,
        machine: &M,
        operations: &mut Operations,
        creator: Option<EventId>,
    ) {
        let created = machine.threads();
        let known = std::mem::replace(&mut self.created, created.clone());
        for thread in created.without(&known).iter() {
            self.update(machine, operations, thread, creator);
        }
    }

    fn update<M: Machine>(
        &mut self,
        machine: &M,
        operations: &mut Operations,
        thread: ThreadId,
        cause: Option<EventId>,
    ) -> NextId {
        let next = machine.next(thread);
        let urgency = match &next {
            Next::Ready(Pending { urgency, .. }) => *urgency,
            Next::Blocked(_) | Next::Finished => Urgency::Normal,
        };
        let next = self.intern(operations, thread, &next);
        self.set(operations, thread, next, urgency, cause);
        next
    }

    fn set(
        &mut self,
        operations: &Operations,
        thread: ThreadId,
        next: NextId,
        urgency: Urgency,
        cause: Option<EventId>,
    ) {
        let (steady, joins) = match next {
            NextId::Finished => (true, false),
            NextId::Blocked(_) => (false, false),
            NextId::Ready(id, _) => {
                let Traits { steady, joins, .. } = operations.traits(id);
                (steady, joins.is_some())
            }
        };
        if self.threads.len() <= thread.index() {
            self.threads.resize(thread.index() + 1, NONE);
        }
        let known = &mut self.threads[thread.index()];
        let turn = self.fairness.urgency(thread, urgency, known.turn);
        *known = PendingOperation { next, cause, turn };
        self.ready.set(thread, matches!(next, NextId::Ready(..)));
        self.alone.set(thread, matches!(next, NextId::Ready(OperationId::LOCAL, _)));
        self.unsteady.set(thread, !steady);
        self.joining.set(thread, joins);
    }

    #[inline]
    pub(crate) fn intern(&self, operations: &mut Operations, thread: ThreadId, next: &Next) -> NextId {
        let before = self.operation(thread);
        let mut id = |operation| operations.id_after(thread, before, operation);
        match next {
            Next::Finished => NextId::Finished,
            Next::Blocked(operation) => NextId::Blocked(id(operation)),
            Next::Ready(pending) => NextId::Ready(id(&pending.operation), pending.choices),
        }
    }

    /// Whether the machine agrees about all threads.
    pub(crate) fn is_up_to_date<M: Machine>(&self, machine: &M, operations: &mut Operations) -> bool {
        let agrees = |thread| self.next(thread) == self.intern(operations, thread, &machine.next(thread));
        machine.threads().iter().all(agrees)
    }

    pub(crate) fn get(&self, thread: ThreadId) -> PendingOperation {
        self.threads.get(thread.index()).copied().unwrap_or(NONE)
    }

    pub(crate) fn next(&self, thread: ThreadId) -> NextId {
        self.get(thread).next
    }

    /// next(s, p), ready or not.
    pub(crate) fn operation(&self, thread: ThreadId) -> Option<OperationId> {
        self.next(thread).operation()
    }

    pub(crate) fn choices(&self, thread: ThreadId) -> u32 {
        match self.next(thread) {
            NextId::Ready(_, choices) => choices,
            _ => 1,
        }
    }

    pub(crate) fn blocked(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.unsteady.iter().filter(|thread| matches!(self.next(*thread), NextId::Blocked(_)))
    }

    /// All of them, of ready and of blocked threads.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ThreadId, OperationId)> + '_ {
        let operation = |(index, pending): (usize, &PendingOperation)| {
            Some((ThreadId(index as u16), pending.next.operation()?))
        };
        self.threads.iter().enumerate().filter_map(operation)
    }

    /// No thread is explored from here.
    pub(crate) fn close(&mut self) {
        self.ready = ThreadSet::new();
        self.alone = ThreadSet::new();
    }

    /// The first of some threads that are ready; `order` says which of those that are equally urgent.
    #[inline]
    pub(crate) fn first(&self, threads: &ThreadSet, order: Order) -> Option<ThreadId> {
        let first = self.starving(threads).or_else(|| self.first_prompt(threads, order));
        first.or_else(|| self.fairness.first_deferred(threads, |thread| self.get(thread).turn))
    }

    /// The same among those that need not let others go first.
    #[inline]
    pub(crate) fn first_prompt(&self, threads: &ThreadSet, order: Order) -> Option<ThreadId> {
        order.first(self.fairness.prompt(threads).iter())
    }

    /// The same among those that have not stepped for too long.
    #[inline]
    pub(crate) fn starving(&self, threads: &ThreadSet) -> Option<ThreadId> {
        self.fairness.starving(threads, |thread| self.get(thread).turn)
    }

    /// How many bytes it takes besides its own.
    pub(crate) fn bytes(&self) -> usize {
        self.threads.capacity() * size_of::<PendingOperation>()
    }
}
