//! Happens-before among the steps of one execution: which steps of other threads come directly before a step. Written
//! anew rather than taken from the explorer, so that what a report says does not depend on what a search got wrong.

use std::collections::BTreeMap;
use std::rc::Rc;

use mazurka_machine::{Operation, Range, ThreadId, dependent};

/// For each thread, how many of all steps are known to it at most: the last of its steps that is, plus one.
type Clock = Vec<usize>;

#[derive(Default)]
pub(super) struct Order {
    /// How many steps there are.
    steps: usize,
    threads: Vec<History>,
    /// Of every thread, the last step that did each operation: earlier ones come before it anyway. By size and start of
    /// what it accesses.
    latest: BTreeMap<(u32, u64), Vec<Latest>>,
    /// The same for those that access no bytes, or that depend on everything.
    latest_elsewhere: Vec<Latest>,
    /// Which sizes there are.
    sizes: u64,
}

#[derive(Clone, Default)]
struct History {
    last: Option<Rc<Stamp>>,
    /// The step of another thread that enables this one.
    cause: Option<Rc<Stamp>>,
}

/// A step, and what it knows of others; itself included.
struct Stamp {
    step: usize,
    thread: ThreadId,
    clock: Clock,
}

struct Latest {
    operation: Operation,
    stamp: Rc<Stamp>,
}

impl Order {
    /// Appends a step, and says which steps of other threads happen directly before it: those that happen before it, but
    /// not before another step that does.
    pub(super) fn push(&mut self, thread: ThreadId, operation: &Operation) -> Vec<usize> {
        let step = self.steps;
        self.steps += 1;
        let mut before = self.candidates(thread, operation);
        before.sort_unstable_by_key(|stamp| stamp.step);
        let history = self.history(thread);
        history.cause = None;
        let mut clock = history.last.as_ref().map_or_else(Vec::new, |last| last.clock.clone());
        // The latest first: it may know the others.
        let mut direct = Vec::new();
        for stamp in before.into_iter().rev() {
            if clock.get(stamp.thread.index()).is_none_or(|known| *known <= stamp.step) {
                direct.push(stamp.step);
                join(&mut clock, &stamp.clock);
            }
        }
        set(&mut clock, thread, step);
        let stamp = Rc::new(Stamp { step, thread, clock });
        self.history(thread).last = Some(stamp.clone());
        self.register(operation, &stamp);
        direct.reverse();
        direct
    }

    /// The last step has created this thread, or woken it; it was this thread's.
    pub(super) fn enables(&mut self, by: ThreadId, thread: ThreadId) {
        let cause = self.history(by).last.clone();
        self.history(thread).cause = cause;
    }

    /// Of every other thread, the last step that must come before; what caused the step.
    fn candidates(&mut self, thread: ThreadId, operation: &Operation) -> Vec<Rc<Stamp>> {
        let mut found: Vec<Rc<Stamp>> = self.history(thread).cause.clone().into_iter().collect();
        let of_cause = found.len();
        if let Operation::Join(other) = operation {
            found.extend(self.history(*other).last.clone());
        }
        let mut consider = |latest: &Latest| {
            let stamp = &latest.stamp;
            if stamp.thread == thread || !dependent(&latest.operation, operation) {
                return;
            }
            match found[of_cause..].iter_mut().find(|other| other.thread == stamp.thread) {
                Some(other) if other.step >= stamp.step => {}
                Some(other) => *other = stamp.clone(),
                None => found.push(stamp.clone()),
            }
        };
        self.latest_elsewhere.iter().for_each(&mut consider);
        match operation.is_barrier() {
            true => self.latest.values().flatten().for_each(consider),
            false => operation.touches().flat_map(|touch| self.touching(touch.range)).for_each(consider),
        }
        found
    }

    /// Operations on bytes that may overlap with these.
    fn touching(&self, range: Range) -> impl Iterator<Item = &Latest> {
        let sizes = (0..u64::BITS).filter(|size| self.sizes >> size & 1 == 1);
        sizes.flat_map(move |size| {
            let longest = if size == u64::BITS - 1 { u64::MAX } else { (2 << size) - 1 };
            let first = range.start.saturating_sub(longest);
            let end = range.start.saturating_add(range.length.max(1));
            self.latest.range((size, first)..(size, end)).flat_map(|(_, latest)| latest)
        })
    }

    fn register(&mut self, operation: &Operation, stamp: &Rc<Stamp>) {
        if operation.own_touches().next().is_none() {
            return note(&mut self.latest_elsewhere, operation, stamp);
        }
        for Range { start, length } in operation.touches().map(|touch| touch.range) {
            let size = length.max(1).ilog2();
            self.sizes |= 1 << size;
            note(self.latest.entry((size, start)).or_default(), operation, stamp);
        }
    }

    fn history(&mut self, thread: ThreadId) -> &mut History {
        if self.threads.len() <= thread.index() {
            self.threads.resize(thread.index() + 1, History::default());
        }
        &mut self.threads[thread.index()]
    }
}

/// Takes note of the last step of a thread that did an operation.
fn note(latest: &mut Vec<Latest>, operation: &Operation, stamp: &Rc<Stamp>) {
    let same = |known: &&mut Latest| known.stamp.thread == stamp.thread && known.operation == *operation;
    match latest.iter_mut().find(same) {
        Some(known) => known.stamp = stamp.clone(),
        None => latest.push(Latest { operation: operation.clone(), stamp: stamp.clone() }),
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
    use std::sync::Arc;

    use mazurka_machine::{Access, Await, Object, ObjectKind, Order as MemoryOrder, Purpose, Update, Verb};

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
        order.enables(main, one);
        assert_eq!(order.push(main, &Operation::Spawn), NONE);
        order.enables(main, two);
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
    /// Operations of every kind, on bytes that overlap in every way.
    fn operations() -> Vec<Operation> {
        let range = |start, length| Range { start, length };
        let object = |range| Object { range, kind: ObjectKind::RwLock };
        let ranges = [range(64, 4), range(66, 1), range(60, 40), range(100, 8), range(64, 0), range(0, 4096)];
        let mut operations = vec![
            Operation::Local,
            Operation::Fence(MemoryOrder::ACQ_REL),
            Operation::Spawn,
            Operation::Join(ThreadId(2)),
            Operation::Detach(ThreadId(2)),
            Operation::Exit,
            Operation::ExitProcess,
            Operation::Choose,
            Operation::Anything,
        ];
        for a in ranges {
            let succeeds =
                |succeeds| Operation::CompareExchange { range: a, succeeds, order: MemoryOrder::RELAXED };
            operations.extend([read(a), write(a), succeeds(true), succeeds(false)]);
            operations.extend(
                [Update::Add, Update::Opaque]
                    .map(|update| Operation::Update(a, update, MemoryOrder::RELAXED)),
            );
            operations.extend([Verb::Lock, Verb::Inspect].map(|verb| Operation::Sync(verb, object(a))));
            for b in ranges {
                let accesses = [(a, false), (b, true)].map(|(range, writes)| Access { range, writes });
                let wait = |operation| {
                    Operation::Await(Arc::new(Await {
                        operation,
                        watched: vec![b],
                        purpose: Purpose::Change,
                    }))
                };
                operations.push(Operation::Wait { condition: object(a), mutex: object(b) });
                operations.push(Operation::Block(Arc::new(accesses)));
                operations.extend([wait(read(a)), wait(Operation::Join(ThreadId(2)))]);
            }
        }
        operations
    }

    #[test]
    fn whatever_depends_is_ordered() {
        let operations = operations();
        let (one, three) = (ThreadId(1), ThreadId(3));
        for a in &operations {
            for b in &operations {
                let mut order = Order::default();
                order.push(one, a);
                let before = order.push(three, b);
                assert_eq!(before, if dependent(a, b) { vec![0] } else { vec![] }, "{a:?}, {b:?}");
            }
        }
    }
}
