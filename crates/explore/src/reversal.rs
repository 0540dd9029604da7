//! A sequence of steps that reverses a race, to be explored from before the race's first event.

use mazurka_machine::{Operation, ThreadId, dependent};

use crate::execution::{EventId, Execution};
use crate::operations::OperationId;

/// v = notdep(e, E).e′, looked at while E is on the stack.
#[derive(Clone, Copy)]
pub(crate) struct Reversal<'e> {
    pub execution: &'e Execution,
    pub e: EventId,
    racing: EventId,
    /// What e′ is called when it comes before e.
    name: OperationId,
}

impl<'e> Reversal<'e> {
    /// The reversal of e ≲_E `racing`, whose operation keeps its name.
    pub(crate) fn new(execution: &'e Execution, e: EventId, racing: EventId) -> Reversal<'e> {
        Reversal { execution, e, racing, name: execution.event(racing).id }
    }

    pub(crate) fn named(self, name: OperationId) -> Reversal<'e> {
        Reversal { name, ..self }
    }

    /// notdep(e, E), which is v without e′.
    pub(crate) fn notdep(self) -> impl Iterator<Item = EventId> + 'e {
        self.execution.notdep(self.e)
    }

    /// I(v): the first events of the threads before whose first event nothing of v happens, in order of appearance.
    pub(crate) fn initials(self) -> impl Iterator<Item = EventId> + 'e {
        let racing = self.racing_is_initial().then_some(self.racing);
        self.others_initial().chain(racing)
    }

    /// I(v) without e′.
    pub(crate) fn others_initial(self) -> impl Iterator<Item = EventId> + 'e {
        let Reversal { execution, e, racing, .. } = self;
        (e + 1..execution.len()).filter(move |&k| k != racing && execution.is_initial_after(e, k))
    }

    /// The event of the thread that is in I(v).
    pub(crate) fn initial_of(self, thread: ThreadId) -> Option<EventId> {
        self.initials().find(|&k| self.execution.event(k).thread == thread)
    }

    /// Whether nothing of v happens before e′, its creation and its waking included. In the reversed order e′ comes after
    /// what its own thread, its cause and its conflicts with notdep(e, E) demand; that it came after e (and, for locks,
    /// after the unlock) is what is being undone.
    pub(crate) fn racing_is_initial(self) -> bool {
        let Reversal { execution, e, racing, name } = self;
        let keeps_name = name == execution.event(racing).id;
        keeps_name && execution.depends_on_nothing_after(e, racing)
            || !self.is_directly_before_racing(|_| true)
    }

    /// Whether no event of v enables e′, and none depends on an operation in its place.
    pub(crate) fn is_untouched(self, in_its_place: &Operation) -> bool {
        let racing = self.execution.event(self.racing);
        let is_before = |k: EventId| racing.previous == Some(k) || racing.cause == Some(k);
        !self.notdep().any(|k| is_before(k) || dependent(self.execution.operation(k), in_its_place))
    }

    /// Whether an event of v happens before e′, which keeps its name, in v: it does so in E, too, and not only through e.
    pub(crate) fn happens_before_racing(self, k: EventId) -> bool {
        debug_assert_eq!(self.name, self.execution.event(self.racing).id);
        self.execution.happens_before(k, self.racing)
            && self.is_directly_before_racing(|x| self.execution.happens_before(k, x))
    }

    /// Whether one of the events of v that satisfy a condition must come before e′, not counting those that must come
    /// before such an event.
    fn is_directly_before_racing(self, condition: impl Fn(EventId) -> bool) -> bool {
        let Reversal { execution, e, racing, name } = self;
        let is_before = |k: EventId| condition(k) && self.directly_before_racing(k);
        let event = execution.event(racing);
        match execution.touching_the_same(name) {
            Some(touching) if execution.operations.get(name).joined_thread().is_none() => {
                let own = [event.previous, event.cause].into_iter().flatten().filter(|k| *k > e);
                let in_v = |k: &EventId| !execution.happens_before(e, *k);
                own.chain(touching.rev().take_while(|k| *k > e)).filter(in_v).any(is_before)
            }
            _ => self.notdep().any(is_before),
        }
    }

    /// Whether an event of v must come before e′, not counting those that must come before such an event.
    pub(crate) fn directly_before_racing(self, k: EventId) -> bool {
        let racing = self.execution.event(self.racing);
        let (event, operations) = (self.execution.event(k), &self.execution.operations);
        racing.previous == Some(k)
            || racing.cause == Some(k)
            || operations.dependent(event.id, self.name)
            // Whatever a thread does comes before it is joined.
            || operations.get(self.name).joined_thread() == Some(event.thread)
    }

    /// Whether one event of v happens before another, which comes later in v.
    pub(crate) fn happens_before(self, k: EventId, later: EventId) -> bool {
        match later {
            _ if k == self.racing => false,
            _ if later == self.racing => self.directly_before_racing(k),
            _ => self.execution.happens_before(k, later),
        }
    }
}
