//! Happens-before among the steps of one execution: which steps of other threads come directly before a step. Written
//! anew rather than taken from the explorer, so that what a report says does not depend on what a search got wrong.

use std::collections::HashMap;

use mazurka_machine::{Operation, ThreadId, dependent};

/// For each thread, how many of all steps are known to it at most: the last of its steps that is, plus one.
type Clock = Vec<usize>;

#[derive(Default)]
pub struct Order {
    /// Of every step, itself included.
    clocks: Vec<Clock>,
    threads: Vec<History>,
}

#[derive(Default)]
struct History {
    last: Option<usize>,
    /// The last step that did each operation: earlier ones come before it anyway.
    latest: HashMap<Operation, usize>,
    /// The step of another thread that lets this one go on.
    cause: Option<usize>,
}

impl Order {
    /// Appends a step, and says which steps of other threads happen directly before it: those that happen before it, but
    /// not before another step that does.
    pub fn push(&mut self, thread: ThreadId, operation: &Operation) -> Vec<usize> {
        let step = self.clocks.len();
        let mut before = self.candidates(thread, operation);
        before.sort_unstable();
        let history = self.history(thread);
        history.cause = None;
        let previous = history.last.replace(step);
        history.latest.insert(operation.clone(), step);
        let mut clock = previous.map_or_else(Vec::new, |previous| self.clocks[previous].clone());
        // The latest first: it may know the others.
        let mut direct = Vec::new();
        for (step, of) in before.into_iter().rev() {
            if clock.get(of.index()).is_none_or(|known| *known <= step) {
                direct.push(step);
                join(&mut clock, &self.clocks[step]);
            }
        }
        set(&mut clock, thread, step);
        self.clocks.push(clock);
        direct.reverse();
        direct
    }

    /// The last step has created this thread, or woken it.
    pub fn enables(&mut self, thread: ThreadId) {
        let last = self.clocks.len().checked_sub(1);
        self.history(thread).cause = last;
    }

    /// Of every other thread, the last step that must come before; what caused the step.
    fn candidates(&mut self, thread: ThreadId, operation: &Operation) -> Vec<(usize, ThreadId)> {
        let mut candidates = Vec::new();
        for (index, history) in self.threads.iter().enumerate() {
            let other = ThreadId(index as u16);
            if other == thread {
                candidates.extend(history.cause.map(|cause| (cause, self.owner(cause))));
                continue;
            }
            let ends = *operation == Operation::Join(other);
            let conflicts = history.latest.iter().filter(|(theirs, _)| ends || dependent(theirs, operation));
            candidates.extend(conflicts.map(|(_, step)| *step).max().map(|step| (step, other)));
        }
        candidates
    }

    /// Whose step it is: a step is the last one that its own clock knows.
    fn owner(&self, step: usize) -> ThreadId {
        let own = self.clocks[step].iter().position(|known| *known == step + 1);
        ThreadId(own.unwrap_or_default() as u16)
    }

    fn history(&mut self, thread: ThreadId) -> &mut History {
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, History::default);
        }
        &mut self.threads[thread.index()]
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

fn set(clock: &mut Clock, thread: ThreadId, step: usize) {
    if clock.len() <= thread.index() {
        clock.resize(thread.index() + 1, 0);
    }
    clock[thread.index()] = step + 1;
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{Order as MemoryOrder, Range};

    use super::*;

    const X: Range = Range { start: 64, length: 4 };
    const Y: Range = Range { start: 128, length: 4 };

    const NONE: [usize; 0] = [];

    fn write(range: Range) -> Operation {
        Operation::Write(range, MemoryOrder::RELAXED)
    }

    fn read(range: Range) -> Operation {
        Operation::Read(range, MemoryOrder::RELAXED)
    }

    #[test]
    fn only_direct_predecessors_are_named() {
        let [main, one, two] = [0, 1, 2].map(ThreadId);
        let mut order = Order::default();
        assert_eq!(order.push(main, &Operation::Spawn), NONE);
        order.enables(one);
        assert_eq!(order.push(main, &Operation::Spawn), NONE);
        order.enables(two);
        assert_eq!(order.push(one, &write(X)), [0]);
        assert_eq!(order.push(one, &write(Y)), NONE);
        assert_eq!(order.push(two, &read(Y)), [1, 3]);
        // Thread 1's write of x comes before what thread 2 has read.
        assert_eq!(order.push(two, &read(X)), NONE);
        assert_eq!(order.push(main, &Operation::Join(one)), [3]);
        // Reads commute; the write that both saw comes before the other read.
        assert_eq!(order.push(main, &read(X)), NONE);
        assert_eq!(order.push(one, &write(X)), [5, 7]);
    }

    #[test]
    fn operations_on_different_objects_have_no_order() {
        let mut order = Order::default();
        for (thread, range) in [(1, X), (2, Y), (1, X), (2, Y)] {
            assert_eq!(order.push(ThreadId(thread), &write(range)), NONE);
        }
        assert_eq!(order.push(ThreadId(3), &read(X)), [2]);
    }
}
