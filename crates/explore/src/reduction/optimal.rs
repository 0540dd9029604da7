//! Optimal-DPOR with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: JACM 2017, Algorithm 2). Guarantee: all traces,
//! each executed exactly once, and no execution that ends blocked by the sleep set.
//!
//! Deviations:
//! 1. Races with the pending operations of threads that are blocked at the end count, too (as in Source-DPOR).
//! 2. Data choices: a step is a thread and a choice, and so is what sleeps. A thread sleeps as a whole when all of its
//!    choices do. Whom a racing signal wakes is open again after the reversal: there may be other waiters.
//! 3. A compare-and-swap may succeed in one order and fail in the other, and a waiting operation may not be possible in
//!    the other order at all. Where that cannot be told from what is known, the reversal is kept until the search comes
//!    back to the node, and tried there.
//! 4. A waiting operation may be in the way of several events that do not mind each other (two additions to a counter
//!    that it waits for): it is not enough to undo one of them. So where e′ is blocked after v, each event of v that it
//!    depends on is left out in turn, until it is not.

use std::collections::BTreeSet;

use mazurka_machine::{
    Choice, Machine, Next, Operation, Reversible, ThreadId, dependent, is_state_dependent, reversible,
};

use super::inherit_sleep;
use crate::execution::EventId;
use crate::reversal::Reversal;
use crate::search::Reduction;
use crate::trail::{Branch, Node, Taken, Trail};

#[derive(Default)]
pub struct Optimal {
    /// The wakeup tree below the step just taken, for the node it leads to.
    subtree: Vec<Branch>,
}

impl<M: Machine> Reduction<M> for Optimal {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        let node = trail.top_mut();
        if !node.entered && node.wakeup.is_empty() {
            let thread = node.first_awake()?;
            let operation = node.operation(thread).cloned().unwrap_or(Operation::Local);
            node.wakeup.push(Branch { thread, choice: None, operation, children: Vec::new() });
        }
        node.entered = true;
        while !node.wakeup.is_empty() {
            let branch = node.wakeup.remove(0); // min_≺
            match branch.choice {
                Some(choice) => {
                    self.subtree = branch.children;
                    return Some(Taken { thread: branch.thread, choice });
                }
                None => expand_choices(node, branch),
            }
        }
        None
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        inherit_sleep(trail);
        trail.top_mut().wakeup = std::mem::take(&mut self.subtree);
    }

    fn ended(&mut self, trail: &mut Trail<M::Mark>) {
        // foreach e, e′ ∈ dom(E) such that e ≲_E e′
        for racing in 0..trail.execution.len() {
            reverse_races(trail, racing);
        }
        let blocked: Vec<ThreadId> = trail.top().blocked().collect();
        for p in blocked {
            let event = trail.pretend(p);
            reverse_races(trail, event);
            trail.execution.pop();
        }
    }

    fn returned(
        &mut self,
        machine: &mut M,
        trail: &mut Trail<M::Mark>,
        taken: Taken,
    ) -> Result<(), M::Error> {
        let mut tried = BTreeSet::new();
        while let Some(mut reversal) = trail.top_mut().untried.pop() {
            let node = trail.top_mut();
            if !tried.insert(reversal.schedule()) {
                continue;
            }
            machine.rewind(node.mark());
            match try_out(machine, &mut reversal)? {
                Tried::Possible if still_races(node, taken.thread, &reversal) => schedule(node, reversal),
                Tried::Possible => {}
                Tried::Blocked(operation) => undo_more(trail, &reversal, &operation),
            }
        }
        put_to_sleep(trail.top_mut(), taken); // add p to sleep(E)
        Ok(())
    }
}

fn reverse_races<Mark: Copy>(trail: &mut Trail<Mark>, racing: EventId) {
    for race in 0..trail.execution.races(racing).len() {
        let e = trail.execution.races(racing)[race];
        let mut reversal = trail.execution.reversal(e, racing); // v := notdep(e, E).e′
        let first = trail.execution.event(e).operation.clone();
        let node = trail.node_mut(e); // E′ := pre(E, e)
        match foresee(node, &first, &mut reversal) {
            Foreseen::Possible => schedule(node, reversal),
            Foreseen::Impossible => {}
            Foreseen::Unknown => node.untried.push(reversal),
        }
    }
}

enum Foreseen {
    Possible,
    Impossible,
    Unknown,
}

/// Whether e′ can be done after v, without e, and what it will be called then.
fn foresee<Mark: Copy>(node: &Node<Mark>, e: &Operation, reversal: &mut Reversal) -> Foreseen {
    let operation = &reversal.racing().operation;
    if !is_state_dependent(operation) && reversible(e, operation) == Reversible::Yes {
        return Foreseen::Possible;
    }
    match node.next(reversal.racing().taken.thread) {
        Next::Ready(pending) if reversal.leaves_alone(&pending.operation) => {
            reversal.set_racing(pending);
            if dependent(e, &pending.operation) { Foreseen::Possible } else { Foreseen::Impossible }
        }
        // What it would wait for is all that it waits for in E: nothing else need be undone.
        Next::Blocked(there) if there == operation && reversal.leaves_alone(there) => Foreseen::Impossible,
        _ => Foreseen::Unknown,
    }
}

enum Tried {
    Possible,
    /// e′ is blocked there, with this operation.
    Blocked(Operation),
}

/// Runs a reversal from the node it belongs to: whether it can be done, and what e′ is called then.
fn try_out<M: Machine>(machine: &mut M, reversal: &mut Reversal) -> Result<Tried, M::Error> {
    let (racing, before) = reversal.steps().split_last().expect("a reversal has at least the racing step");
    for step in before {
        machine.step(step.taken.thread, step.taken.choice)?;
    }
    Ok(match machine.next(racing.taken.thread) {
        Next::Ready(pending) => {
            reversal.set_racing(&pending);
            Tried::Possible
        }
        Next::Blocked(operation) => Tried::Blocked(operation),
        Next::Finished => unreachable!("what happens before e′ is part of v"),
    })
}

/// Where e′ is blocked after v, some other event that it meets must be undone, too: one of v, or one before the node that
/// e′ did not meet where it came in E.
fn undo_more<Mark: Copy>(trail: &mut Trail<Mark>, reversal: &Reversal, operation: &Operation) {
    trail.top_mut().untried.extend(reversal.without_one_of(operation));
    let racing = reversal.racing();
    for e in trail.execution.met_by(racing.taken.thread, operation) {
        let event = trail.execution.event(e);
        if !reversal.needs(event.thread, e) && !dependent(&event.operation, &racing.operation) {
            let longer = trail.execution.extend_back(e, reversal);
            trail.node_mut(e).untried.push(longer);
        }
    }
}

/// Whether e, just explored, depends on what e′ has turned out to be. If not, e′ was seen before it, too.
fn still_races<Mark: Copy>(node: &Node<Mark>, e: ThreadId, reversal: &Reversal) -> bool {
    node.operation(e).is_some_and(|operation| dependent(operation, &reversal.racing().operation))
}

/// if sleep(E′) ∩ WI_{[E′]}(v) = ∅ then insert_{[E′]}(v, wut(E′))
fn schedule<Mark: Copy>(node: &mut Node<Mark>, reversal: Reversal) {
    let weak_initial =
        |q: ThreadId| node.operation(q).is_some_and(|operation| reversal.is_weak_initial(q, operation));
    let initial = |asleep: &Taken| {
        reversal.initial_step(asleep.thread).is_some_and(|at| choice_of(&reversal, at) == Some(asleep.choice))
    };
    if !node.sleep.iter().any(weak_initial) && !node.sleeping_choices.iter().any(initial) {
        insert(&mut node.wakeup, reversal);
    }
}

/// The choice that the reversal asks for; `None` when all have to be tried.
fn choice_of(reversal: &Reversal, at: usize) -> Option<Choice> {
    let step = &reversal.steps()[at];
    (step.choices == 1).then_some(step.taken.choice)
}

/// Follows branches that are weak initials of what is left of v; where none is, the rest becomes a new last branch.
/// Nothing is added below a leaf: its exploration will cover v.
fn insert(tree: &mut Vec<Branch>, mut reversal: Reversal) {
    let mut at = tree;
    let mut root = true;
    loop {
        if at.is_empty() && !root {
            return;
        }
        root = false;
        let Some(found) = at.iter().position(|branch| matches(branch, &reversal)) else { break };
        if let Some(step) = reversal.initial_step(at[found].thread) {
            reversal.remove(step);
        }
        at = &mut at[found].children;
    }
    for (i, step) in reversal.steps().iter().enumerate() {
        let (thread, choice) = (step.taken.thread, choice_of(&reversal, i));
        at.push(Branch { thread, choice, operation: step.operation.clone(), children: Vec::new() });
        at = &mut at.last_mut().expect("just pushed").children;
    }
}

/// Whether the branch's thread is a weak initial of the sequence, with the same choice or all.
fn matches(branch: &Branch, reversal: &Reversal) -> bool {
    let same_choice = |at| branch.choice.is_none() || branch.choice == choice_of(reversal, at);
    reversal.is_weak_initial(branch.thread, &branch.operation)
        && reversal.initial_step(branch.thread).is_none_or(same_choice)
}

/// Puts a branch for each choice that is neither asleep nor planned in the place of a branch for all.
fn expand_choices<Mark: Copy>(node: &mut Node<Mark>, branch: Branch) {
    let thread = branch.thread;
    let planned = |choice| node.wakeup.iter().any(|b| b.thread == thread && b.choice == Some(choice));
    let asleep = |choice| node.sleeping_choices.contains(&Taken { thread, choice });
    let open = (0..node.choices(thread)).filter(|&choice| !planned(choice) && !asleep(choice));
    let branches: Vec<Branch> =
        open.map(|choice| Branch { choice: Some(choice), ..branch.clone() }).collect();
    node.wakeup.splice(0..0, branches);
}

fn put_to_sleep<Mark: Copy>(node: &mut Node<Mark>, taken: Taken) {
    let Taken { thread, .. } = taken;
    let choices = node.choices(thread);
    if choices > 1 {
        node.sleeping_choices.push(taken);
        if (node.sleeping_choices.iter().filter(|asleep| asleep.thread == thread).count() as u32) < choices {
            return;
        }
        node.sleeping_choices.retain(|asleep| asleep.thread != thread);
    }
    node.sleep.insert(thread);
}
