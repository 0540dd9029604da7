//! The reductions: one file an algorithm.

pub mod bounded;
pub mod classic;
pub mod exhaustive;
pub mod optimal;
pub mod source;

use mazurka_machine::{ThreadId, ThreadSet};

use crate::trail::{Node, Taken, Trail};

/// The sleep set of the new top node: who slept below and does not mind the step just made.
///
/// Sleep′ := {q ∈ Sleep | E ⊢ p ◇ q}
fn inherit_sleep<Mark: Copy>(trail: &mut Trail<Mark>) {
    let Some((event, operations, below, top)) = trail.last_step() else { return };
    if below.sleep.is_empty() && below.sleeping_choices.is_empty() {
        return;
    }
    let independent =
        |q: &ThreadId| below.operation(*q).is_some_and(|other| !operations.dependent(other, event.id));
    top.sleep.extend(below.sleep.iter().filter(independent));
    let stays = |asleep: &&Taken| asleep.thread != event.thread && independent(&asleep.thread);
    top.sleeping_choices.extend(below.sleeping_choices.iter().filter(stays));
}

/// The next choice of the thread that was explored last, or else the first of `other()`.
fn next_choice<Mark: Copy>(
    node: &mut Node<Mark>,
    other: impl FnOnce(&Node<Mark>) -> Option<ThreadId>,
) -> Option<Taken> {
    match node.last {
        Some(Taken { thread, choice }) if choice + 1 < node.choices(thread) => {
            Some(Taken { thread, choice: choice + 1 })
        }
        _ => other(node).map(|thread| Taken { thread, choice: 0 }),
    }
}

/// Remembers that a step was explored; `true` when it was the last of its thread's choices.
fn explored<Mark: Copy>(node: &mut Node<Mark>, taken: Taken) -> bool {
    node.last = Some(taken);
    let all = taken.choice + 1 >= node.choices(taken.thread);
    if all {
        node.done.insert(taken.thread);
    }
    all
}

/// How many choices the threads have that are neither explored nor asleep nor being explored.
fn open_steps<Mark: Copy>(node: &Node<Mark>, candidates: &ThreadSet) -> usize {
    let taken = node.taken.map(|taken| taken.thread);
    let open = node.open(candidates);
    open.iter().filter(|p| Some(*p) != taken).map(|p| node.choices(p) as usize).sum::<usize>()
        + node.taken.map_or(0, |taken| (node.choices(taken.thread) - 1 - taken.choice) as usize)
}
