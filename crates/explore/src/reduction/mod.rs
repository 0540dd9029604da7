//! The reductions: one file an algorithm.

pub mod bounded;
pub mod classic;
pub mod exhaustive;
pub mod optimal;
pub mod source;

use mazurka_machine::{ThreadId, ThreadSet};

use crate::stack::{Node, Stack};
use crate::transition::Transition;

/// The sleep set of the new top node: who slept below and does not mind the step just made.
///
/// Sleep′ := {q ∈ Sleep | E ⊢ p ◇ q}
fn inherit_sleep<Mark: Copy>(stack: &mut Stack<Mark>) {
    let Some((event, operations, below, top)) = stack.last_step() else { return };
    if below.sleep.is_empty() && below.sleeping_choices.is_empty() {
        return;
    }
    let independent =
        |q: &ThreadId| below.operation(*q).is_some_and(|other| !operations.dependent(other, event.id));
    top.sleep.extend(below.sleep.iter().filter(independent));
    let stays = |asleep: &&Transition| asleep.thread != event.thread && independent(&asleep.thread);
    top.sleeping_choices.extend(below.sleeping_choices.iter().filter(stays));
}

/// The next choice of the thread that was explored last, or else the first of `other()`.
fn next_choice<Mark: Copy>(
    node: &mut Node<Mark>,
    other: impl FnOnce(&Node<Mark>) -> Option<ThreadId>,
) -> Option<Transition> {
    match node.last {
        Some(Transition { thread, choice }) if choice + 1 < node.choices(thread) => {
            Some(Transition { thread, choice: choice + 1 })
        }
        _ => other(node).map(|thread| Transition { thread, choice: 0 }),
    }
}

/// Remembers that a step was explored; `true` when it was the last of its thread's choices.
fn explored<Mark: Copy>(node: &mut Node<Mark>, transition: Transition) -> bool {
    node.last = Some(transition);
    let all = transition.choice + 1 >= node.choices(transition.thread);
    if all {
        node.done.insert(transition.thread);
    }
    all
}

/// How many choices the threads have that are neither explored nor asleep nor being explored.
fn open_steps<Mark: Copy>(node: &Node<Mark>, candidates: &ThreadSet) -> usize {
    let transition = node.transition.map(|transition| transition.thread);
    let open = node.open(candidates);
    open.iter().filter(|p| Some(*p) != transition).map(|p| node.choices(p) as usize).sum::<usize>()
        + node
            .transition
            .map_or(0, |transition| (node.choices(transition.thread) - 1 - transition.choice) as usize)
}
