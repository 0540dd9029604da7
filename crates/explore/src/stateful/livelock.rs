//! Livelocks: cycles of states in which a thread waits all the time, while others go round for ever.
//!
//! The search is recorded as a graph. For a thread, look at the states in which it is blocked, and at the strongly connected
//! components of these alone (Tarjan 1972): from each state of a component there is a way to all others and back, on which
//! the thread stays blocked. That is a livelock if it is fair to the other threads: a thread that is enabled in every
//! state of the component makes a step in it. (A component that is unfair to a thread has no cycle that is fair to it.) A
//! thread that waits for another thread's end waits as long as that one lives, and is not counted.

use mazurka_machine::{ThreadId, ThreadSet};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::demand::ChoiceReason;
use super::{Expansion, Idle, Knowledge};
use crate::stack::Stack;
use crate::transition::Transition;

/// Explores as another expansion does, and remembers the way.
#[derive(Serialize, Deserialize)]
pub struct Recorded<E> {
    expansion: E,
    pub(super) recording: Recording,
}

/// A search as a graph.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Recording {
    pub(super) states: Vec<State>,
    numbers: FxHashMap<u128, usize>,
    /// The numbers of the states on the path.
    path: Vec<usize>,
    /// How many steps there is room for, in all states together.
    #[serde(skip)]
    room: usize,
}

#[derive(Serialize, Deserialize)]
pub(super) struct State {
    ready: ThreadSet,
    /// Who is blocked, unless by waiting for another thread's end.
    waiting: ThreadSet,
    pub steps: Vec<(Transition, usize)>,
    /// No thread can run, or main has returned.
    pub ends: bool,
}

/// A thread waits for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Livelock {
    pub thread: ThreadId,
    /// From the initial state to the first one of the cycle.
    pub stem: Vec<Transition>,
    /// From there back to it.
    pub cycle: Vec<Transition>,
}

impl<E> Recorded<E> {
    pub fn new(expansion: E) -> Recorded<E> {
        Recorded { expansion, recording: Recording::default() }
    }

    /// One livelock, if there is any, of every thread.
    pub fn livelocks(&self) -> Vec<Livelock> {
        self.recording.livelocks()
    }
}

impl Recording {
    /// Whether it is one of a search with `depth` states on its stack.
    fn fits(&self, depth: usize) -> bool {
        let exists = |state: &usize| *state < self.states.len();
        self.path.len() == depth
            && self.path.iter().all(exists)
            && self.numbers.values().all(exists)
            && self.states.iter().flat_map(|state| &state.steps).all(|(_, to)| exists(to))
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<State>()
            + self.numbers.capacity() * size_of::<(u128, usize)>()
            + self.path.capacity() * size_of::<usize>()
            + self.room * size_of::<(Transition, usize)>()
    }

    /// One livelock, if there is any, of every thread.
    fn livelocks(&self) -> Vec<Livelock> {
        let mut threads = ThreadSet::new();
        self.states.iter().for_each(|state| threads.extend(state.waiting.iter()));
        threads.iter().filter_map(|thread| self.livelock(thread)).collect()
    }

    fn livelock(&self, thread: ThreadId) -> Option<Livelock> {
        let waits = |state: usize| self.states[state].waiting.contains(thread);
        let mut component = vec![usize::MAX; self.states.len()];
        let members = components(self.states.len(), waits, |state| {
            self.states[state].steps.iter().map(|(_, to)| *to).filter(|to| waits(*to))
        });
        for (number, members) in members.iter().enumerate() {
            members.iter().for_each(|state| component[*state] = number);
        }
        let fair = members.iter().find(|members| {
            let inside = |state: usize| component[state] == component[members[0]];
            self.is_fair(members, inside)
        })?;
        let inside = |state: usize| component[state] == component[fair[0]];
        let (start, stem) = self.way(0, |_| true, |state, _| inside(state))?;
        Some(Livelock { thread, stem, cycle: self.cycle(start, fair, inside) })
    }

    /// Whether there is a step from some member to a member, and one of every thread that is enabled in all members.
    fn is_fair(&self, members: &[usize], inside: impl Fn(usize) -> bool) -> bool {
        let mut stepping = ThreadSet::new();
        for state in members {
            let steps = self.states[*state].steps.iter().filter(|(_, to)| inside(*to));
            stepping.extend(steps.map(|(transition, _)| transition.thread));
        }
        let always = self.always_ready(members);
        !stepping.is_empty() && always.iter().all(|thread| stepping.contains(thread))
    }

    fn always_ready(&self, members: &[usize]) -> ThreadSet {
        let ready =
            |thread: &ThreadId| members.iter().all(|state| self.states[*state].ready.contains(*thread));
        self.states[members[0]].ready.iter().filter(ready).collect()
    }

    /// A way round from a member of a fair component: everybody steps on it, or cannot somewhere.
    pub(super) fn cycle(
        &self,
        start: usize,
        members: &[usize],
        inside: impl Fn(usize) -> bool,
    ) -> Vec<Transition> {
        let mut everybody = ThreadSet::new();
        members.iter().for_each(|state| everybody.extend(self.states[*state].ready.iter()));
        let always = self.always_ready(members);
        let (mut at, mut cycle) = (start, Vec::new());
        let mut go = |found: &dyn Fn(usize, Option<Transition>) -> bool, cycle: &mut Vec<Transition>| {
            if let Some((to, way)) = self.way(at, &inside, found) {
                at = to;
                cycle.extend(way);
            }
        };
        for thread in everybody.iter() {
            if cycle.iter().any(|transition: &Transition| transition.thread == thread) {
                continue;
            }
            if always.contains(thread) {
                go(&|_, step| step.is_some_and(|transition| transition.thread == thread), &mut cycle);
            } else {
                go(&|state, _| !self.states[state].ready.contains(thread), &mut cycle);
            }
        }
        if cycle.is_empty() {
            go(&|_, step| step.is_some(), &mut cycle);
        }
        go(&|state, _| state == start, &mut cycle);
        cycle
    }

    /// The shortest way from a state, over states that are `allowed`, to the first one that is `found`, which is told the last
    /// step, too.
    pub(super) fn way(
        &self,
        from: usize,
        allowed: impl Fn(usize) -> bool,
        found: impl Fn(usize, Option<Transition>) -> bool,
    ) -> Option<(usize, Vec<Transition>)> {
        if found(from, None) {
            return Some((from, Vec::new()));
        }
        let mut came: FxHashMap<usize, Option<(usize, Transition)>> = [(from, None)].into_iter().collect();
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(state) = queue.pop_front() {
            for &(transition, to) in self.states[state].steps.iter().filter(|(_, to)| allowed(*to)) {
                if found(to, Some(transition)) {
                    let mut way = vec![transition];
                    let mut at = state;
                    while let Some(Some((before, transition))) = came.get(&at) {
                        way.push(*transition);
                        at = *before;
                    }
                    way.reverse();
                    return Some((to, way));
                }
                came.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    Some((state, transition))
                });
            }
        }
        None
    }

    fn add_step<D>(&mut self, stack: &Stack<D>, to: usize) {
        let transition = stack.below().and_then(|below| below.transition);
        if let (Some(from), Some(transition)) = (self.path.last(), transition) {
            let steps = &mut self.states[*from].steps;
            let before = steps.capacity();
            steps.push((transition, to));
            self.room += steps.capacity() - before;
        }
    }
}

impl<E: Expansion> Expansion for Recorded<E> {
    type Node = E::Node;

    const LOOKS_AT_REVISITS: bool = true;
    const STORES_ALL: bool = E::STORES_ALL;

    fn pick(&mut self, stack: &mut Stack<E::Node>) -> Option<Transition> {
        self.expansion.pick(stack)
    }

    fn stepping(&mut self, stack: &mut Stack<E::Node>, known: &dyn Knowledge) {
        self.expansion.stepping(stack, known);
    }

    fn stores(&mut self, stack: &Stack<E::Node>, state: u128, known: &dyn Knowledge) -> bool {
        self.expansion.stores(stack, state, known)
    }

    fn entered(&mut self, stack: &mut Stack<E::Node>, state: u128) {
        let Recorded { expansion, recording } = self;
        let number = recording.states.len();
        recording.add_step(stack, number);
        let node = stack.top();
        let joins = |thread: &ThreadId| {
            node.pending
                .operation(*thread)
                .is_some_and(|operation| stack.execution.operations.traits(operation).joins.is_some())
        };
        let waiting = node.pending.blocked().filter(|thread| !joins(thread)).collect();
        let ready = node.pending.ready.clone();
        let ends = ready.is_empty() || node.pending.main_has_returned;
        recording.states.push(State { ready, waiting, steps: Vec::new(), ends });
        recording.numbers.insert(state, number);
        recording.path.push(number);
        expansion.entered(stack, state);
    }

    fn revisited(&mut self, stack: &mut Stack<E::Node>, state: u128) {
        if let Some(&to) = self.recording.numbers.get(&state) {
            self.recording.add_step(stack, to);
        }
        if E::LOOKS_AT_REVISITS {
            self.expansion.revisited(stack, state);
        }
    }

    fn idles(&mut self, stack: &mut Stack<E::Node>, idle: &Idle<'_>) {
        self.expansion.idles(stack, idle);
    }

    fn returned(&mut self, stack: &mut Stack<E::Node>) {
        self.expansion.returned(stack);
    }

    fn leaving(&mut self, stack: &mut Stack<E::Node>) {
        self.recording.path.pop();
        self.expansion.leaving(stack);
    }

    fn choice_reason<'s>(&self, stack: &'s Stack<E::Node>) -> ChoiceReason<'s> {
        self.expansion.choice_reason(stack)
    }

    fn bytes(&self) -> usize {
        self.recording.bytes() + self.expansion.bytes()
    }

    fn restored(&mut self, stack: &Stack<E::Node>) -> bool {
        self.recording.room = self.recording.states.iter().map(|state| state.steps.capacity()).sum();
        self.recording.fits(stack.depth()) && self.expansion.restored(stack)
    }
}

/// The strongly connected components of the nodes that are `wanted`.
pub(super) fn components<I: Iterator<Item = usize>>(
    nodes: usize,
    wanted: impl Fn(usize) -> bool,
    next: impl Fn(usize) -> I,
) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut index, mut low) = (vec![UNSEEN; nodes], vec![UNSEEN; nodes]);
    let (mut open, mut components, mut seen) = (Vec::new(), Vec::new(), 0);
    for root in (0..nodes).filter(|node| wanted(*node)) {
        if index[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, next(root))];
        (index[root], low[root], seen) = (seen, seen, seen + 1);
        open.push(root);
        while let Some((node, ways)) = path.last_mut() {
            let node = *node;
            match ways.next() {
                Some(to) if index[to] == UNSEEN => {
                    (index[to], low[to], seen) = (seen, seen, seen + 1);
                    open.push(to);
                    path.push((to, next(to)));
                }
                // A node whose component is complete has no low number any more.
                Some(to) if low[to] != UNSEEN => low[node] = low[node].min(index[to]),
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some((below, _)) = path.last() {
                        low[*below] = low[*below].min(low[node]);
                    }
                    if low[node] == index[node] {
                        let first = open.iter().rposition(|other| *other == node).unwrap_or(0);
                        let members = open.split_off(first);
                        members.iter().for_each(|member| low[*member] = UNSEEN);
                        components.push(members);
                    }
                }
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use mazurka_machine::toy::Instruction::{self, Jump, Lock, Read, Spin, Unlock, Write};
    use mazurka_machine::toy::{Program, Toy, Value};

    use super::*;
    use crate::observer::Observer;
    use crate::stateful::{All, Exact, StateOptions, search_states};

    struct Silent;

    impl<'p> Observer<Toy<'p>> for Silent {}

    fn livelocks(threads: Vec<Vec<Instruction>>) -> Vec<Livelock> {
        let program = Program { threads, variables: 2, mutexes: 1, all_started: true, ..Program::default() };
        let mut recorded = Recorded::new(All);
        let parts = (&mut Exact, &mut recorded, &mut ());
        let _ = search_states(&mut Toy::new(&program), parts, StateOptions::default(), &mut Silent);
        recorded.livelocks()
    }

    fn write(variable: usize, value: i64) -> Instruction {
        Write { variable, value: Value::Constant(value) }
    }

    fn wait() -> Vec<Instruction> {
        vec![Spin { conditions: vec![(0, Value::Constant(1))] }]
    }

    fn steps(of: &[Transition]) -> Vec<u16> {
        of.iter().map(|transition| transition.thread.0).collect()
    }

    #[test]
    fn no_thread_lets_the_waiter_continue() {
        let found = livelocks(vec![wait(), vec![write(1, 1), write(1, 0), Jump { to: 0 }]]);
        let [Livelock { thread: ThreadId(0), stem, cycle }] = &found[..] else { panic!("{found:?}") };
        assert_eq!((steps(stem), steps(cycle)), (vec![], vec![1, 1]));
    }

    #[test]
    fn a_thread_that_is_enabled_now_and_then_continues_in_the_end() {
        let locks = vec![Lock { mutex: 0 }, Unlock { mutex: 0 }, Jump { to: 0 }];
        assert_eq!(livelocks(vec![locks.clone(), locks]), []);
    }

    /// The cycle of one thread alone is none: the other one could have let the waiter continue all the time.
    #[test]
    fn cycles_are_fair() {
        let idle = vec![Read { register: 0, variable: 1 }, Jump { to: 0 }];
        assert_eq!(livelocks(vec![wait(), idle.clone(), vec![write(0, 1)]]), []);
        // Here it makes its step first, and that is not enough.
        let found = livelocks(vec![wait(), idle.clone(), vec![write(0, 2)]]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((steps(&found[0].stem), steps(&found[0].cycle)), (vec![2], vec![1]));
        // Two that go round both have to.
        let found = livelocks(vec![wait(), idle.clone(), idle]);
        assert_eq!((found.len(), steps(&found[0].cycle).len()), (1, 2), "{found:?}");
    }
    fn unending(threads: Vec<Vec<Instruction>>) -> Option<(Vec<u16>, Vec<u16>, bool)> {
        let program = Program { threads, variables: 2, mutexes: 1, all_started: true, ..Program::default() };
        let mut recorded = Recorded::new(All);
        let parts = (&mut Exact, &mut recorded, &mut ());
        let _ = search_states(&mut Toy::new(&program), parts, StateOptions::default(), &mut Silent);
        recorded.unending().map(|found| (steps(&found.stem), steps(&found.cycle), found.others_end))
    }

    /// Main waits for a change that another thread makes for a moment.
    #[test]
    fn executions_that_cannot_end_any_more_are_found() {
        let toggle = vec![write(1, 1), write(1, 0), Jump { to: 0 }];
        let ends = vec![write(0, 1)];
        assert_eq!(unending(vec![wait(), ends.clone()]), None);
        assert_eq!(unending(vec![wait(), toggle.clone(), ends.clone()]), None);
        let missed = vec![write(0, 1), write(0, 0), Jump { to: 3 }, write(1, 0), Jump { to: 3 }];
        let (_, cycle, others_end) = unending(vec![wait(), missed]).unwrap();
        assert_eq!((cycle, others_end), (vec![1], true));
        assert_eq!(unending(vec![toggle]), Some((vec![], vec![0, 0], false)));
    }
}
