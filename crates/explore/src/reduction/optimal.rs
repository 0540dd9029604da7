//! Optimal-DPOR with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: JACM 2017, Algorithm 2). Guarantee: all traces,
//! each executed exactly once, and no execution that ends blocked by the sleep set.
//!
//! Deviations:
//! 1. Races with the pending operations of threads that are blocked at the end count, too (as in Source-DPOR).
//! 2. Data choices: a transition is a thread and a choice, and so is what sleeps. A thread sleeps as a whole when all of its
//!    choices do. Which thread a racing signal wakes is open again after the reversal: there may be other waiters.
//! 3. A compare-and-swap may succeed in one order and fail in the other, and a waiting operation may not be possible in
//!    the other order at all. Where that does not follow from what is known, the reversal is tried on the machine; and
//!    where several events are in the way of a wait, all of them are undone: `trial.rs`.
//! 4. A race is not looked at in every execution, but until it is settled: `settled.rs`, which can be switched off.

mod cover;
mod node;
mod predict;
mod sequence;
mod settled;
mod trial;
mod wakeup;

use std::ops::ControlFlow;

use mazurka_machine::{Machine, ThreadId};
use serde::{Deserialize, Serialize};

use crate::marks::Rewinder;
use crate::reversal::Reversal;
use crate::search::{Interrupt, Reduction};
use crate::stack::{Node, Stack};
use crate::transition::Transition;
use node::{WakeupNode, expand_choices, inherit_sleep};
use predict::{Predicted, predict};
use sequence::Sequence;
use settled::{Name, Race, Races, Verdict};
use wakeup::{Branch, Branches, WakeupTrees};

#[derive(Default, Serialize, Deserialize)]
pub struct Optimal {
    trees: WakeupTrees,
    /// The wakeup tree below the transition just taken, for the node it leads to.
    subtree: Branches,
    races: Races,
    #[serde(skip)]
    sequence: Sequence,
}

impl Reduction for Optimal {
    type Node = WakeupNode;

    fn pick(&mut self, stack: &mut Stack<WakeupNode>) -> Option<Transition> {
        let node = stack.top_mut();
        match (std::mem::replace(&mut node.data.begun, true), node.data.wakeup.is_empty()) {
            (true, true) => None,
            (false, true) => self.begin(node),
            (_, false) => self.next_branch(node),
        }
    }

    fn stepped(&mut self, stack: &mut Stack<WakeupNode>) {
        self.races.stepped(stack);
    }

    fn entered(&mut self, stack: &mut Stack<WakeupNode>) {
        inherit_sleep(stack);
        stack.top_mut().data.wakeup = std::mem::take(&mut self.subtree);
    }

    fn ended<M: Machine>(
        &mut self,
        mut rewinder: Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        // foreach e, e′ ∈ dom(E) such that e ≲_E e′
        let mut races = std::mem::take(&mut self.races.open);
        let mut reversed = self.reverse_all(&mut rewinder, stack, &mut races, interrupt);
        self.races.keep(races);
        let blocked: Vec<ThreadId> = stack.top().blocked().collect();
        for p in blocked {
            let Ok(ControlFlow::Continue(())) = reversed else { break };
            let racing = stack.pretend(p);
            reversed = match self.races.of(stack, racing, interrupt) {
                ControlFlow::Continue(mut races) => {
                    self.reverse_all(&mut rewinder, stack, &mut races, interrupt)
                }
                ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            };
            stack.execution.pop();
        }
        reversed
    }

    fn returned(&mut self, stack: &mut Stack<WakeupNode>, transition: Transition) {
        self.races.returned(stack.execution.len());
        let node = stack.top_mut();
        if !node.data.wakeup.is_empty() {
            let choices = node.choices(transition.thread);
            node.data.put_to_sleep(transition, choices);
        }
    }

    fn remaining(&self, node: &Node<WakeupNode>) -> usize {
        let branches = self.trees.iter(node.data.wakeup).map(|id| self.trees.get(id));
        branches
            .map(|branch| if branch.choice.is_some() { 1 } else { node.choices(branch.thread) as usize })
            .sum()
    }

    fn restored(&mut self, stack: &Stack<WakeupNode>) -> bool {
        let operations = stack.execution.operations.len();
        let wakeups = stack.nodes().iter().map(|node| node.data.wakeup);
        self.races.fit(stack) && self.trees.are_trees(wakeups.chain([self.subtree]), operations)
    }
}

impl Optimal {
    /// Looks at every race of every execution, as the paper does. It explores the same executions in more time.
    pub fn without_settling() -> Optimal {
        Optimal { races: Races { all: true, ..Races::default() }, ..Optimal::default() }
    }

    /// The first transition from a node with an empty wakeup tree: any p ∈ enabled(s) \ Sleep.
    fn begin(&mut self, node: &mut Node<WakeupNode>) -> Option<Transition> {
        let thread = node.first_awake_joins_last(&node.data.sleep)?;
        if node.choices(thread) == 1 {
            return Some(Transition { thread, choice: 0 });
        }
        let operation = node.operation(thread)?;
        self.trees.append(&mut node.data.wakeup, Branch::new(thread, None, operation));
        self.next_branch(node)
    }

    /// min_≺ of the wakeup tree.
    fn next_branch(&mut self, node: &mut Node<WakeupNode>) -> Option<Transition> {
        while let Some(branch) = self.trees.pop(&mut node.data.wakeup) {
            match branch.choice {
                // After a data race, a thread may do something else in another order than it was seen to do.
                Some(choice) if !node.allows(Transition { thread: branch.thread, choice }) => {}
                Some(choice) => {
                    self.subtree = branch.children;
                    return Some(Transition { thread: branch.thread, choice });
                }
                None => expand_choices(&mut self.trees, node, &branch),
            }
        }
        None
    }

    fn reverse_all<M: Machine>(
        &mut self,
        rewinder: &mut Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        races: &mut [Race],
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        self.sequence.forget_notdep();
        for race in races.iter_mut() {
            if interrupt().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // One of the later races of a wait, once it is known, may hide the others.
            let waits = race.name.is_none() && stack.execution.traits(race.racing).state_dependent_touches;
            race.verdict = if waits { None } else { self.reverse(stack, race) };
        }
        self.try_out_all(rewinder, stack, races, interrupt)
    }

    /// E′ := pre(E, e), v := notdep(e, E).e′; if sleep(E′) ∩ WI_{[E′]}(v) = ∅ then insert_{[E′]}(v, wut(E′)). `None` if what e′
    /// is before e must be tried on the machine.
    fn reverse(&mut self, stack: &mut Stack<WakeupNode>, race: &Race) -> Option<Verdict> {
        let execution = &stack.execution;
        let node = stack.node(race.e);
        self.sequence.fill_with_notdep(execution, race, !self.races.all);
        if let Some(asleep) = self.sequence.sleeping_initial(node, execution, race.e) {
            return Some(Verdict::settled_if(asleep < race.racing));
        }
        match race.name.map_or_else(|| predict(stack, race.e, race.racing), Predicted::As) {
            Predicted::As(name) => Some(self.insert(stack, race, name)),
            Predicted::Impossible { lasting } => Some(Verdict::settled_if(lasting)),
            Predicted::Unknown => {
                let reversal = Reversal::new(execution, race.e, race.racing);
                let place = self.sequence.walk(&self.trees, node.data.wakeup, reversal);
                (place.is_leaf() && self.sequence.agreement.holds).then_some(Verdict::Planned)
            }
        }
    }

    /// The same for v := `sequence`.e′, where it is known what e′ is.
    fn insert(&mut self, stack: &mut Stack<WakeupNode>, race: &Race, name: Name) -> Verdict {
        let execution = &stack.execution;
        let reversal = Reversal::new(execution, race.e, race.racing).named(name.operation);
        let node = stack.node(race.e);
        self.sequence.add_racing(execution, race.racing, name);
        if let Some(asleep) = self.sequence.sleeping(node, reversal) {
            return Verdict::settled_if(self.sequence.agreement.is_about(asleep));
        }
        let mut tree = node.data.wakeup;
        let place = self.sequence.walk(&self.trees, tree, reversal);
        self.sequence.append(&mut self.trees, &mut tree, place);
        stack.node_mut(race.e).data.wakeup = tree;
        self.sequence.agreement.verdict()
    }
}
