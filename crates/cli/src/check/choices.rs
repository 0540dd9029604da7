//! Where a search makes choices, and why, for people.

use std::collections::HashMap;
use std::hash::Hash;

use mazurka_explore::{ChoiceReason, Path};
use mazurka_machine::{Machine, Next, Operation, StackFrame, ThreadId};
use mazurka_report::Action;
use mazurka_report::choices::{Choices, LaterAccess, Step, Why};
use mazurka_vm::{Cause, Vm};
use serde::{Deserialize, Serialize};

/// What is noted while the search runs.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct ChoiceNotes {
    counts: Notes<(Step, Why), u64>,
    /// What threads were seen to be about to do. A race may ask for a choice where the other thread is not there yet.
    steps: Notes<(ThreadId, Operation), Step>,
}

impl ChoiceNotes {
    /// The search has come to a new state.
    pub(super) fn entered(&mut self, machine: &Vm, path: &dyn Path) {
        for thread in machine.threads().iter() {
            if let Some(operation) = path.pending(thread) {
                let key = (thread, operation.clone());
                self.steps.get_or_insert_with(key, || step(machine, thread, operation));
            }
        }
    }

    /// A second transition is about to be explored from the state that the machine is in.
    pub(super) fn choice(&mut self, machine: &Vm, path: &dyn Path, reason: ChoiceReason<'_>) {
        let choice = self.described(machine, path, reason);
        let count = self.counts.get_or_insert_with(choice, || 0);
        *count = count.saturating_add(1);
    }

    /// What a thread is about to do, and why it is not the only one that is explored. Where all are, that is the thread which has
    /// halted here.
    fn described(&mut self, machine: &Vm, path: &dyn Path, reason: ChoiceReason<'_>) -> (Step, Why) {
        let last = path.length().checked_sub(1).and_then(|last| path.transition(last));
        let next = path.transition(path.length());
        let (thread, why) = match reason {
            ChoiceReason::Race { thread, with: (other, operation) } => {
                let known = self.steps.get(&(other, operation.clone())).cloned();
                (Some(thread), Some(Why::Race(other, known.unwrap_or_else(|| nowhere(machine, operation)))))
            }
            ChoiceReason::Cycle => (last.or(next).map(|of| of.thread), Some(Why::Cycle)),
            ChoiceReason::Values => (next.map(|of| of.thread), Some(Why::Values)),
            ChoiceReason::AllThreads => (last.or(next).map(|of| of.thread), None),
        };
        let thread = thread.unwrap_or(ThreadId::MAIN);
        let at = match path.pending(thread) {
            Some(operation) => step(machine, thread, operation),
            None => Step { frame: None, action: Action::End, object: None },
        };
        (at, why.unwrap_or_else(|| why_halted(machine, thread)))
    }

    /// The place with the most choices first.
    pub(super) fn by_place(self) -> Vec<Choices> {
        Choices::by_place(self.counts.entries.into_iter().map(|((step, why), count)| (step, why, count)))
    }
}

/// Why a thread has halted where it is.
fn why_halted(machine: &Vm, thread: ThreadId) -> Why {
    match machine.next(thread) {
        Next::Finished => Why::Ended,
        Next::Blocked(_) => Why::Blocked,
        Next::Ready(_) => match machine.why_visible(thread) {
            Some(Cause { thread, place: frame, field }) => {
                Why::Interference(LaterAccess { thread, frame, field })
            }
            None => Why::SchedulingPoint,
        },
    }
}

/// A thread's pending operation.
fn step(machine: &Vm, thread: ThreadId, operation: &Operation) -> Step {
    let stack = machine.stack(thread);
    let is_in_source = |frame: &&StackFrame| frame.location.is_some();
    let frame = stack.iter().find(is_in_source).or(stack.first()).cloned();
    Step { frame, ..nowhere(machine, operation) }
}

fn nowhere(machine: &Vm, operation: &Operation) -> Step {
    let (action, range) = Action::of(operation);
    Step { frame: None, action, object: range.and_then(|range| machine.name(range)) }
}

/// A map whose entries are in the order in which they were made.
#[derive(Clone, Serialize, Deserialize)]
struct Notes<K: Eq + Hash, V> {
    entries: Vec<(K, V)>,
    /// Follows from the entries.
    #[serde(skip, default = "HashMap::new")]
    index: HashMap<K, usize>,
}

impl<K: Eq + Hash, V> Default for Notes<K, V> {
    fn default() -> Notes<K, V> {
        Notes { entries: Vec::new(), index: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, V> Notes<K, V> {
    /// After it was restored, the index is empty.
    fn complete_index(&mut self) {
        if self.index.len() < self.entries.len() {
            self.index.extend(self.entries.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)));
        }
    }

    fn get(&mut self, key: &K) -> Option<&V> {
        self.complete_index();
        self.index.get(key).map(|at| &self.entries[*at].1)
    }

    fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        self.complete_index();
        let Notes { entries, index } = self;
        let at = *index.entry(key).or_insert_with_key(|key| {
            entries.push((key.clone(), value()));
            entries.len() - 1
        });
        &mut entries[at].1
    }
}
