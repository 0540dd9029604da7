//! Table 2 of Noonan, Mercer, Rungta: *Vector-Clock Based Partial Order Reduction for JPF* (2014) as it is printed, with state
//! matching. Guarantee: none; `clock_vector.rs` is the complete one, and says how the table's lines become this.
//!
//! An operation is *marked* when its thread first gets to it: after its previous operation, or when the thread is picked
//! after a creation or an end. Its race is looked up then (lines 22 to 34), and never again until it is executed, however
//! long other threads run before that. A mark is part of the state: an operation that is not marked has local instructions
//! before it that are not executed yet. A state that was seen before owes nothing to the path.
//!
//! Deviations: 4 of `clock_vector.rs`; and where a thread cannot continue, all enabled ones are explored, of which the table says
//! nothing.

use mazurka_machine::{ThreadId, ThreadSet, mix};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{Expansion, Knowledge};
use crate::operations::Operations;
use crate::stack::{Node, NodeData, Stack};
use crate::transition::Transition;

#[derive(Default, Serialize, Deserialize)]
pub struct TableTwo {
    /// States with their marks, and without.
    seen: FxHashSet<u128>,
}

/// The choice points of the table in one of our states: where a thread is picked whose operation is not marked, there is another
/// one in which it is. The last is the one that is being explored.
#[derive(Default, Serialize, Deserialize)]
pub struct ChoicePoints(Vec<ChoicePoint>);

#[derive(Default, Serialize, Deserialize)]
struct ChoicePoint {
    backtrack: ThreadSet,
    done: ThreadSet,
    /// Threads whose pending operation is marked.
    marked: ThreadSet,
}

impl NodeData for ChoicePoints {
    fn clear(&mut self) {
        self.0.clear();
    }
}

impl Expansion for TableTwo {
    type Node = ChoicePoints;

    const LOOKS_AT_REVISITS: bool = true;
    const STORES_ALL: bool = false;

    fn pick(&mut self, stack: &mut Stack<ChoicePoints>) -> Option<Transition> {
        let node = stack.top();
        if let Some(Transition { thread, choice }) = node.transition
            && choice + 1 < node.choices(thread)
        {
            return Some(Transition { thread, choice: choice + 1 });
        }
        loop {
            let node = stack.top();
            let s = node.data.0.last()?;
            let Some(p) = node.first(&s.backtrack.without(&s.done)) else {
                stack.top_mut().data.0.pop(); // line 44
                continue;
            };
            let mut marked = s.marked.clone();
            if !marked.insert(p) {
                stack.top_mut().data.0.last_mut()?.done.insert(p);
                return Some(Transition { thread: p, choice: 0 });
            }
            find_race(stack, p);
            let points = &mut stack.top_mut().data.0;
            points.last_mut()?.done.insert(p); // line 35
            let backtrack = [p].into_iter().collect(); // line 43
            points.push(ChoicePoint { backtrack, marked, ..ChoicePoint::default() });
        }
    }

    fn stepping(&mut self, stack: &mut Stack<ChoicePoints>, _: &dyn Knowledge) {
        stack.record();
    }

    /// With other marks it is another state, and explored once more.
    fn stores(&mut self, stack: &Stack<ChoicePoints>, state: u128, _: &dyn Knowledge) -> bool {
        let marked = marked_after(stack.top(), &stack.execution.operations);
        !self.seen.insert(with_marks(state, &marked)) || self.seen.insert(state)
    }

    fn entered(&mut self, stack: &mut Stack<ChoicePoints>, state: u128) {
        mark_next(stack);
        let marked = match stack.below() {
            Some(below) => marked_after(below, &stack.execution.operations),
            None => ThreadSet::new(),
        };
        if stack.below().is_none() {
            self.seen.extend([state, with_marks(state, &marked)]);
        }
        let backtrack = next_threads(stack);
        let point = ChoicePoint { backtrack, marked, ..ChoicePoint::default() };
        stack.top_mut().data.0.push(point);
    }

    /// The next operation is marked before the state is compared with others.
    fn revisited(&mut self, stack: &mut Stack<ChoicePoints>, _: u128) {
        mark_next(stack);
    }

    fn returned(&mut self, stack: &mut Stack<ChoicePoints>) {
        stack.execution.pop();
    }

    fn bytes(&self) -> usize {
        self.seen.capacity() * (size_of::<u128>() + 1)
    }

    fn restored(&mut self, stack: &Stack<ChoicePoints>) -> bool {
        stack.nodes().iter().all(Node::is_possible)
    }
}

impl Node<ChoicePoints> {
    /// Whether this can have been decided about the state, and about its transition.
    fn is_possible(&self) -> bool {
        let is_possible = |point: &ChoicePoint| {
            point.backtrack.iter().all(|thread| self.ready().contains(thread))
                && point.done.iter().all(|thread| point.backtrack.contains(thread))
        };
        let is_done = |last: Transition| Some(self.data.0.last()?.done.contains(last.thread));
        self.transition.and_then(is_done) == Some(true) && self.data.0.iter().all(is_possible)
    }
}

/// The marks in the state after a node's transition: its thread runs on to its next operation, unless it has created another.
fn marked_after(node: &Node<ChoicePoints>, operations: &Operations) -> ThreadSet {
    let mut marked = node.data.0.last().map(|point| point.marked.clone()).unwrap_or_default();
    if let Some((thread, operation)) = node.step() {
        marked.set(thread, !operations.traits(operation).spawns);
    }
    marked
}

/// The fingerprint of a state with these marks.
fn with_marks(state: u128, marked: &ThreadSet) -> u128 {
    marked.iter().fold(mix(state), |hash, thread| mix(hash ^ u128::from(thread.0)))
}

/// Looks up the race of the next operation of the thread that has led to the top node.
fn mark_next(stack: &mut Stack<ChoicePoints>) {
    let Some(below) = stack.below() else { return };
    if let Some(last) = below.transition.filter(|_| !has_created_or_ended(below, stack.top())) {
        find_race(stack, last.thread);
    }
}

/// Lines 27 to 32.
fn find_race(stack: &mut Stack<ChoicePoints>, p: ThreadId) {
    let event = stack.pretend(p);
    let last = stack.execution.races(event).first().copied();
    stack.execution.pop();
    let Some(node) = last.map(|i| stack.node_mut(i)) else { return };
    let Some(pre) = node.data.0.last_mut() else { return };
    match node.pending.ready.contains(p) {
        true => drop(pre.backtrack.insert(p)),
        false => pre.backtrack.extend(node.pending.ready.iter()),
    }
}

/// Lines 41 to 43, for the top node: s′.backtrack = p, or enabled(s′) after a creation and after an end, and where p cannot
/// continue.
fn next_threads<D>(stack: &Stack<D>) -> ThreadSet {
    let ready = stack.top().ready();
    let continues = stack.below().filter(|below| !has_created_or_ended(below, stack.top()));
    match continues.and_then(|below| below.transition).filter(|last| ready.contains(last.thread)) {
        Some(last) => [last.thread].into_iter().collect(),
        None => ready.clone(),
    }
}

/// Whether the transition from one state to the next has created a thread, or was the last of its thread.
fn has_created_or_ended<D>(before: &Node<D>, after: &Node<D>) -> bool {
    let has_ended = |last: Transition| after.operation(last.thread).is_none();
    before.created().len() != after.created().len() || before.transition.is_some_and(has_ended)
}
