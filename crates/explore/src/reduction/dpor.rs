//! What the algorithms share that explore threads one by one: backtrack sets, sleep sets, and which of them are done.

use std::ops::ControlFlow;

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use crate::execution::Event;
use crate::operations::Operations;
use crate::search::Interrupt;
use crate::stack::{Node, NodeData, Stack};
use crate::transition::Transition;

/// Of a state on the stack.
#[derive(Default, Serialize, Deserialize)]
pub struct Branching {
    /// Threads to be explored from here.
    pub backtrack: ThreadSet,
    /// Threads of which all choices were explored from here.
    pub done: ThreadSet,
    /// Threads whose next transition was explored from here, or need not be.
    pub sleep: ThreadSet,
    /// The transition that was explored last from here.
    pub last: Option<Transition>,
    /// Whether a first transition was picked.
    pub begun: bool,
}

impl NodeData for Branching {
    fn is_asleep(&self, thread: ThreadId) -> bool {
        self.sleep.contains(thread)
    }

    fn is_possible(node: &Node<Branching>) -> bool {
        let Branching { backtrack, done, sleep, last, .. } = &node.data;
        let can_be_tried = |p| node.ready().contains(p) || done.contains(p) || sleep.contains(p);
        last.is_none_or(|last| node.allows(last)) && backtrack.iter().all(can_be_tried)
    }
}

impl Node<Branching> {
    /// candidates \ (done ∪ Sleep)
    #[inline]
    pub(super) fn open(&self, candidates: &ThreadSet) -> ThreadSet {
        candidates.without(&self.data.done).without(&self.data.sleep)
    }

    /// Some p ∈ candidates \ (done ∪ Sleep).
    pub(super) fn first_open(&self, candidates: &ThreadSet) -> Option<ThreadId> {
        self.first(&self.open(candidates))
    }

    /// The next choice of the thread that was explored last, or else the first of `other()`.
    pub(super) fn next_choice(&self, other: impl FnOnce() -> Option<ThreadId>) -> Option<Transition> {
        match self.data.last {
            Some(Transition { thread, choice }) if choice + 1 < self.choices(thread) => {
                Some(Transition { thread, choice: choice + 1 })
            }
            _ => other().map(|thread| Transition { thread, choice: 0 }),
        }
    }

    /// The next transition of a thread in the backtrack set, which begins with a thread that is awake.
    pub(super) fn pick(&mut self) -> Option<Transition> {
        if !self.data.begun {
            self.data.backtrack.extend(self.first_awake(&self.data.sleep));
        }
        let picked = self.next_choice(|| self.first_open(&self.data.backtrack));
        self.data.begun |= picked.is_some();
        picked
    }

    /// Notes that a transition was explored; `true` when it was the last of its thread's choices.
    pub(super) fn explored(&mut self, transition: Transition) -> bool {
        self.data.last = Some(transition);
        let all = transition.choice + 1 >= self.choices(transition.thread);
        if all {
            self.data.done.insert(transition.thread);
        }
        all
    }

    /// The same; the thread sleeps then.
    pub(super) fn explored_and_sleeps(&mut self, transition: Transition) {
        if self.explored(transition) {
            self.data.sleep.insert(transition.thread);
        }
    }

    /// How many choices some threads have that are neither explored nor asleep nor being explored.
    pub(super) fn open_choices(&self, candidates: &ThreadSet) -> usize {
        let current = self.transition.map(|transition| transition.thread);
        let open = self.open(candidates);
        let choices = |thread| self.choices(thread) as usize;
        open.iter().filter(|p| Some(*p) != current).map(choices).sum::<usize>()
            + self.transition.map_or(0, |it| choices(it.thread) - 1 - it.choice as usize)
    }
}

/// The sleep set of the new top node: threads that slept below, unless the last event depends on them.
///
/// Sleep′ := {q ∈ Sleep | E ⊢ p ◇ q}
pub(super) fn inherit_sleep(stack: &mut Stack<Branching>) {
    let Some((event, operations, below, top)) = stack.last_step() else { return };
    if !below.data.sleep.is_empty() {
        let independent = |q: &ThreadId| is_independent(operations, below, *q, event);
        top.data.sleep.extend(below.data.sleep.iter().filter(independent));
    }
}

/// E ⊢ p ◇ q, for the event of p that follows a state.
pub(super) fn is_independent<D>(
    operations: &Operations,
    state: &Node<D>,
    q: ThreadId,
    event: &Event,
) -> bool {
    state.operation(q).is_some_and(|other| !operations.dependent_in_state(other, event.id))
}

/// At the end of an execution: looks at the pending operation of each thread that is blocked there, until it is interrupted.
pub(super) fn for_each_blocked(
    stack: &mut Stack<Branching>,
    interrupt: Interrupt<'_>,
    mut look_at: impl FnMut(&mut Stack<Branching>, ThreadId),
) -> ControlFlow<()> {
    let blocked: Vec<ThreadId> = stack.top().blocked().collect();
    blocked.into_iter().try_for_each(|p| {
        interrupt()?;
        look_at(stack, p);
        ControlFlow::Continue(())
    })
}
