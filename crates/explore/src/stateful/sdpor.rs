//! Stateful dynamic partial order reduction (Yang, Chen, Gopalakrishnan, Kirby: *Efficient Stateful Dynamic Partial Order
//! Reduction*, SPIN 2008, Figures 5 to 7). Guarantee: all errors.
//!
//! Dynamic partial order reduction adds threads to the backtrack sets of states on the path when it meets operations that
//! depend on what was done there. Below a state that was seen before nothing is executed again, so the operations there have
//! to come from a summary: all that the visible-operation graph knows to follow.
//!
//! Deviations:
//! 1. An edge of the graph leads from a step's operation to what threads are *about* to do after it and were not before,
//!    blocked ones included, rather than to what is executed next. So a step to a state that was seen before adds its edges,
//!    too: with edges between executed operations only, what follows such a state is missing from the summaries of the
//!    states before the step. Operations that were not executed yet count, too, as line 10 demands for those of a state.
//! 2. For an operation that is still to come, it is not known which of the path's events will happen before it. So all
//!    events count with which it would race if its thread did nothing else before, not only the last; and if the
//!    thread is not enabled before the event, all enabled ones are added. The same goes for line 10 where what an operation
//!    does depends on the state (see `reduction/classic.rs`).
//! 3. Cycles, which the paper excludes: a summary is complete only when all that follows the state was explored. States
//!    on a cycle are expanded fully, so they need no summary, and nothing is put off for ever. States before the cycle
//!    get what is missing when it is explored, which is before they are left: whatever follows by way of the cycle
//!    also follows without going round, with less before it to hide a race. Perhaps the last state of
//!    a cycle on the path would be enough: nothing is put off for ever then, either, and a million random programs have shown no
//!    local state of a thread that is missed. But the other states would depend on a summary that is not complete.
//! 4. No sleep sets: a state that was seen with a larger one would not have been seen.
//! 5. Threads that would iterate in loops for ever without leaving anything behind are blocked where no other thread is ready: the path ends. What
//!    they change for a while (`y++ … y--`) another thread may see at another moment, so the operations of such an iteration count as what is still to come. Where
//!    they are not known, because what a thread does depends on others that iterate, states on the path, and those that lead to such a state again, are expanded fully.

use std::marker::PhantomData;

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::backtracking::{self, Backtracking};
use super::components::Components;
use super::demand::{ChoiceReason, Demand};
use super::graph::{Graph, Nodes};
use super::{Expansion, Idle, Knowledge};
use crate::execution::EventId;
use crate::operations::OperationId;
use crate::stack::{Node, Stack};
use crate::transition::Transition;

pub type Sdpor = StatefulDpor<PersistentSets>;

#[derive(Default, Serialize, Deserialize)]
pub struct StatefulDpor<R> {
    graph: Graph,
    components: Components,
    /// Threads may do what is not known in some state in which none is ready.
    summary_is_incomplete: bool,
    /// Buffers.
    #[serde(skip)]
    summary: Nodes,
    #[serde(skip)]
    pending: Vec<(ThreadId, OperationId)>,
    /// How many operations and races were looked at in states that were seen before.
    #[serde(skip)]
    work: u64,
    rule: PhantomData<R>,
}

/// How backtrack sets begin and grow.
pub trait BacktrackRule: Default {
    /// The thread that a new state, the top node, begins with: τ in s.backtrack ← {τ}. `None` if no thread is enabled.
    fn first(stack: &Stack<Backtracking>) -> Option<ThreadId> {
        stack.top().first_awake(&ThreadSet::new())
    }

    /// An operation of this thread races with the node's transition, and has to come before it.
    fn reverse(node: &mut Node<Backtracking>, thread: ThreadId) {
        node.add_to_backtrack_set(thread);
    }
}

/// Some enabled thread, and then those that race: the sets are persistent.
#[derive(Default)]
pub struct PersistentSets;

impl BacktrackRule for PersistentSets {}

impl<R: BacktrackRule> Expansion for StatefulDpor<R> {
    type Node = Backtracking;

    const LOOKS_AT_REVISITS: bool = true;

    fn pick(&mut self, stack: &mut Stack<Backtracking>) -> Option<Transition> {
        stack.top_mut().pick()
    }

    fn stepping(&mut self, stack: &mut Stack<Backtracking>, _: &dyn Knowledge) {
        stack.record();
    }

    fn entered(&mut self, stack: &mut Stack<Backtracking>, state: u128) {
        self.components.entered(state);
        self.add_edges(stack);
        // for each t ∈ s.enabled, UpdateBacktrackSets(S, t)
        let mut pending = std::mem::take(&mut self.pending);
        pending.extend(stack.top().pending.iter());
        for (thread, operation) in pending.drain(..) {
            if was_pending_below(stack, thread, operation) {
                let race = stack.execution.last_in_race_with(operation);
                race.into_iter().for_each(|last| reverse::<R>(stack, last, (thread, operation)));
                continue;
            }
            let all = stack.execution.operations.get(operation).is_state_dependent();
            update_backtrack_sets::<R>(stack, thread, operation, if all { usize::MAX } else { 1 });
        }
        self.pending = pending;
        let first = R::first(stack);
        stack.top_mut().data.backtrack.extend(first);
    }

    fn revisited(&mut self, stack: &mut Stack<Backtracking>, state: u128) {
        self.add_edges(stack);
        let closed = self.components.closed(state);
        if let Some(first) = if self.summary_is_incomplete { Some(0) } else { closed } {
            expand_from(stack, first);
        }
        // let U = {v | ∃t ∈ s.enabled, v is reachable in G from the node t_g}
        self.summary.clear();
        for operation in stack.top().pending.iter() {
            self.graph.add_reachable(operation, &mut self.summary);
        }
        // for each t ∈ U, UpdateBacktrackSets(S, t)
        for (thread, operation) in self.graph.operations(&self.summary) {
            self.work += 1 + update_backtrack_sets::<R>(stack, thread, operation, usize::MAX) as u64;
        }
    }

    fn idles(&mut self, stack: &mut Stack<Backtracking>, idle: &Idle<'_>) {
        let Idle { thread, operations, are_all } = *idle;
        let pending = stack.top().operation(thread);
        for &operation in operations {
            if let Some(pending) = pending {
                self.graph.add_edge((thread, pending), (thread, operation));
            }
            update_backtrack_sets::<R>(stack, thread, operation, usize::MAX);
        }
        if !are_all {
            self.summary_is_incomplete = true;
            expand_from(stack, 0);
        }
    }

    fn returned(&mut self, stack: &mut Stack<Backtracking>) {
        stack.execution.pop();
    }

    fn leaving(&mut self, _: &mut Stack<Backtracking>) {
        self.components.left();
    }

    fn choice_reason<'s>(&self, stack: &'s Stack<Backtracking>) -> ChoiceReason<'s> {
        let demand = stack.top().data.demand;
        demand.map_or(ChoiceReason::Values, |demand| demand.reason(&stack.execution.operations))
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + self.components.bytes()
    }

    fn restored(&mut self, stack: &Stack<Backtracking>) -> bool {
        self.graph.complete(stack.execution.operations.len())
            && self.components.complete(stack.depth())
            && backtracking::is_possible(stack)
    }
}

impl<R> StatefulDpor<R> {
    /// Notes what threads are about to do in the top node because of the step that has led there.
    fn add_edges(&mut self, stack: &Stack<Backtracking>) {
        let Some(below) = stack.below() else { return };
        let Some(step) = below.step() else { return };
        for (thread, operation) in stack.top().pending.iter() {
            if thread == step.0 || below.operation(thread) != Some(operation) {
                self.graph.add_edge(step, (thread, operation));
            }
        }
    }
}

/// Whether a thread was about to do this in the state below, too, with the same events in its past. Then its races with all events
/// but the last were found there: that one can only hide some of them.
fn was_pending_below(stack: &Stack<Backtracking>, thread: ThreadId, operation: OperationId) -> bool {
    let Some(below) = stack.below() else { return false };
    let has_stepped = below.transition.is_some_and(|step| step.thread == thread);
    let (before, now) = (below.pending.get(thread), stack.top().pending.get(thread));
    let is_the_same = before.next.operation() == Some(operation) && before.cause == now.cause;
    // What a join has in its past grows with the steps of the joined thread.
    is_the_same && !has_stepped && stack.execution.operations.traits(operation).joins.is_none()
}

/// Has all threads explored in the states of the path from this position on.
fn expand_from(stack: &mut Stack<Backtracking>, first: usize) {
    for at in first..stack.depth() - 1 {
        let node = stack.node_mut(at);
        node.expand_fully();
        node.note_demand(|_| Demand::Cycle);
    }
}

/// A thread is about to do this, now or later: tries it before at most `most` events of the stack with which it races,
/// the last first. Returns how many these are.
fn update_backtrack_sets<R: BacktrackRule>(
    stack: &mut Stack<Backtracking>,
    thread: ThreadId,
    operation: OperationId,
    most: usize,
) -> usize {
    if operation == OperationId::LOCAL {
        return 0;
    }
    let cause = stack.top().pending.get(thread).cause;
    let races: Vec<EventId> = stack.execution.races_if_next(thread, operation, cause).take(most).collect();
    races.iter().for_each(|before| reverse::<R>(stack, *before, (thread, operation)));
    races.len()
}

/// An operation races with this event.
fn reverse<R: BacktrackRule>(stack: &mut Stack<Backtracking>, event: EventId, with: (ThreadId, OperationId)) {
    let node = stack.node_mut(event);
    R::reverse(node, with.0);
    node.note_demand(|thread| Demand::Race { thread, with });
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use mazurka_machine::Fingerprinted;
    use mazurka_machine::toy::Instruction::{self, FetchAdd, Jump, Read, Spin, Write, WriteIf};
    use mazurka_machine::toy::{Program, Toy, Value};

    use super::*;
    use crate::end::End;
    use crate::observer::Observer;
    use crate::path::Path;
    use crate::stateful::{All, Exact, StateOptions, search_states};

    /// Dynamic partial order reduction that stops at states that were seen before, and leaves it at that.
    #[derive(Default, Serialize, Deserialize)]
    struct Naive(Sdpor);

    impl Expansion for Naive {
        type Node = Backtracking;

        const LOOKS_AT_REVISITS: bool = false;

        fn pick(&mut self, stack: &mut Stack<Backtracking>) -> Option<Transition> {
            self.0.pick(stack)
        }

        fn stepping(&mut self, stack: &mut Stack<Backtracking>, known: &dyn Knowledge) {
            self.0.stepping(stack, known);
        }

        fn entered(&mut self, stack: &mut Stack<Backtracking>, state: u128) {
            self.0.entered(stack, state);
        }

        fn returned(&mut self, stack: &mut Stack<Backtracking>) {
            self.0.returned(stack);
        }

        fn leaving(&mut self, stack: &mut Stack<Backtracking>) {
            self.0.leaving(stack);
        }
    }

    /// The states in which executions end.
    #[derive(Default)]
    struct Ends(BTreeSet<u128>);

    impl<'p> Observer<Toy<'p>> for Ends {
        fn end(&mut self, toy: &mut Toy<'p>, _: &dyn Path, _: &End) -> ControlFlow<()> {
            self.0.insert(toy.fingerprint());
            ControlFlow::Continue(())
        }
    }

    /// How many such states there are, and how many steps it takes to find them.
    fn explore(program: &Program, expansion: &mut impl Expansion) -> (usize, u64) {
        let mut ends = Ends::default();
        let parts = (&mut Exact, expansion, &mut ());
        let (statistics, _) =
            search_states(&mut Toy::new(program), parts, StateOptions::default(), &mut ends);
        (ends.0.len(), statistics.transitions)
    }

    fn ends(program: &Program, expansion: &mut impl Expansion) -> usize {
        explore(program, expansion).0
    }

    fn program(threads: Vec<Vec<Instruction>>) -> Program {
        Program { threads, variables: 2, all_started: true, ..Program::default() }
    }

    fn set(variable: usize, value: i64) -> Instruction {
        Write { variable, value: Value::Constant(value) }
    }

    fn read(variable: usize) -> Instruction {
        Read { register: 0, variable }
    }

    /// Reads the first variable, and writes the second one if it was set.
    fn pass_on(condition: usize, variable: usize) -> Instruction {
        WriteIf { condition, variable, value: Value::Constant(1) }
    }

    /// The smallest program in which a state that was seen before owes something: two of three threads in another order lead
    /// to the same state, and what the third one does from there was never tried before them.
    #[test]
    fn a_revisit_without_a_summary_misses_states() {
        let add = FetchAdd { register: 0, variable: 0, value: Value::Constant(1) };
        let program = program(vec![vec![read(0)], vec![add], vec![set(0, 0)]]);
        let [all, sdpor, naive] = [
            ends(&program, &mut All),
            ends(&program, &mut Sdpor::default()),
            ends(&program, &mut Naive::default()),
        ];
        assert_eq!([all, sdpor, naive], [4, 4, 3]);
    }

    /// In the first execution the block comes before the write of x0, and does nothing. Where it comes after, it writes
    /// x1: it races with both others, and has to be tried before the read, which is not its last race.
    #[test]
    fn what_depends_on_the_state_races_with_more_than_the_last() {
        let program = program(vec![vec![read(1)], vec![pass_on(0, 1)], vec![set(0, 1)]]);
        // The block does nothing; or it writes, before the read or after it.
        assert_eq!([ends(&program, &mut All), ends(&program, &mut Sdpor::default())], [3, 3]);
    }

    /// That the block of the last thread writes x0 shows only in steps to states that were seen before; the first thread's
    /// read has to come after it once.
    #[test]
    fn steps_to_states_that_were_seen_add_edges() {
        let program = program(vec![vec![read(0)], vec![set(1, 1)], vec![read(0), pass_on(1, 0)]]);
        assert_eq!([ends(&program, &mut All), ends(&program, &mut Sdpor::default())], [3, 3]);
    }

    /// The write of x0 races with both reads of it, and the first thread sees it only if it is tried before the read that
    /// is not the last. Where a state is met again, it is only known that the write will come.
    #[test]
    fn what_is_still_to_come_races_with_more_than_the_last() {
        let wait = Spin { conditions: vec![(1, Value::Constant(0))] };
        let program = program(vec![
            vec![read(0), Read { register: 1, variable: 1 }],
            vec![set(1, 1), wait, set(0, 1)],
            vec![read(0), set(1, 0)],
        ]);
        assert_eq!([ends(&program, &mut All), ends(&program, &mut Sdpor::default())], [5, 5]);
    }

    /// Two threads that have nothing to do with each other, and never end: four states with two steps each.
    #[test]
    fn all_states_of_a_cycle_are_expanded() {
        let round = |variable| vec![set(variable, 1), set(variable, 0), Jump { to: 0 }];
        let program = program(vec![round(0), round(1)]);
        assert_eq!([explore(&program, &mut All), explore(&program, &mut Sdpor::default())], [(0, 8), (0, 8)]);
    }
}
