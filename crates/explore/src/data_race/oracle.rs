//! The detector against the definition: random executions, and happens-before as reachability in a graph.

use mazurka_machine::{
    Access, Await, Footprint, Object, ObjectKind, Operation, Order, Purpose, Range, Round, Section, ThreadId,
    Update, Verb,
};

use super::*;
use crate::operations::random::Random;
use crate::transition::Transition;

const ORDERS: [Order; 4] = [Order::RELAXED, Order::ACQUIRE, Order::RELEASE, Order::ACQ_REL];
const OBJECTS: [Object; 2] = [ObjectKind::RwLock.at(0x2000, 40), ObjectKind::RwLock.at(0x2030, 40)];

/// Few bytes, so that accesses of all sizes meet; across the end of a cell and of a line.
fn range(random: &mut Random) -> Range {
    let length = random.one_of(&[1, 2, 4, 8]);
    Range { start: 0x1038 + random.below(16 / length) * length, length }
}

fn operation(random: &mut Random, threads: u16) -> Operation {
    let order = random.one_of(&ORDERS);
    let range = range(random);
    let object = OBJECTS[usize::from(random.below(4) == 0)];
    // Every other operation is on an object, most of them on the same one.
    match random.below(30) {
        0 | 1 => Operation::Read(range, order),
        2 => Operation::Read(range, Order::PLAIN),
        3 | 4 => Operation::Write(range, order),
        5 => Operation::Write(range, Order::PLAIN),
        6 if random.below(2) == 0 => Operation::Update(range, Update::Opaque, order),
        6 => Operation::Update(range, Update::Decrement(1 + random.below(3)), order),
        7 => Operation::CompareExchange { range, succeeds: random.below(2) == 0, order },
        8 => Operation::Fence(random.one_of(&ORDERS[1..])),
        9 => Operation::Block([Access { range, writes: random.below(2) == 0 }].into()),
        10 => Operation::Join(ThreadId(random.below(u64::from(threads)) as u16)),
        11 => Operation::Wait { condition: OBJECTS[0], mutex: OBJECTS[1] },
        12 => {
            let operation = Operation::Read(range, order);
            Operation::Await(std::sync::Arc::new(Await {
                operation,
                watched: vec![range],
                purpose: Purpose::Change,
            }))
        }
        13 => Operation::Local,
        14..=16 => {
            let accesses = [Access { range, writes: random.below(2) == 0 }].into();
            let is_whole = random.below(4) > 0;
            Operation::Section(std::sync::Arc::new(Section { mutex: object, is_whole, accesses }))
        }
        _ => Operation::Sync(random.one_of(&VERBS), object),
    }
}

/// A decrement that may as well have come before others.
fn leaves_some(operation: &Operation) -> bool {
    matches!(operation, Operation::Update(_, Update::Decrement(count), _) if *count > 1)
}

const VERBS: [Verb; 21] = [
    Verb::Lock,
    Verb::TryLock,
    Verb::Unlock,
    Verb::ReadLock,
    Verb::TryReadLock,
    Verb::ReadUnlock,
    Verb::Signal,
    Verb::Broadcast,
    Verb::Sleep,
    Verb::Arrive,
    Verb::Depart,
    Verb::ArriveIn { round: Round::Even, observed: true },
    Verb::ArriveIn { round: Round::Odd, observed: false },
    Verb::DepartFrom(Round::Even),
    Verb::DepartFrom(Round::Odd),
    Verb::Post,
    Verb::Acquire,
    Verb::TryAcquire,
    Verb::Inspect,
    Verb::Change,
    Verb::WaitToChange,
];

fn footprint(random: &mut Random) -> Vec<Footprint> {
    let mut lines: Vec<Footprint> = Vec::new();
    for _ in 0..random.below(3) {
        // Now and then the bytes of an object.
        let start = if random.below(4) == 0 { 0x2000 + random.below(80) } else { 0x1038 + random.below(16) };
        let writes = random.below(3) == 0;
        let (line, bit) = (start & !63, 1 << (start & 63));
        let at = lines.iter().position(|other| other.line == line).unwrap_or_else(|| {
            lines.push(Footprint { line, reads: 0, writes: 0 });
            lines.len() - 1
        });
        if writes { lines[at].writes |= bit } else { lines[at].reads |= bit }
    }
    lines
}

/// An execution as a graph. Every event is two nodes: 2i is its operation, 2i + 1 its plain accesses.
struct Graph<'e> {
    execution: &'e Execution,
    operations: Vec<(ThreadId, Operation)>,
    footprints: Vec<Vec<Footprint>>,
    after: Vec<Vec<usize>>,
}

fn inner(operation: &Operation) -> &Operation {
    match operation {
        Operation::Await(wait) => &wait.operation,
        other => other,
    }
}

fn conflict(first: &[Access], second: &[Access]) -> bool {
    let each = |one: &Access| {
        second.iter().any(|other| one.range.overlaps(other.range) && (one.writes || other.writes))
    };
    first.iter().any(each)
}

impl<'e> Graph<'e> {
    fn new(execution: &'e Execution, footprints: &[Vec<Footprint>]) -> Graph<'e> {
        let events = execution.events();
        let operations: Vec<_> = events
            .iter()
            .enumerate()
            .map(|(id, event)| (event.thread, inner(execution.operation(id)).clone()))
            .collect();
        let mut graph = Graph {
            execution,
            operations,
            footprints: footprints.to_vec(),
            after: vec![Vec::new(); 2 * events.len()],
        };
        for (id, event) in events.iter().enumerate() {
            graph.after[2 * id].push(2 * id + 1);
            match (event.previous, event.cause) {
                (Some(previous), _) => graph.after[2 * previous + 1].push(2 * id),
                (None, Some(creator)) => graph.after[2 * creator].push(2 * id),
                (None, None) => {}
            }
            if let (Operation::Join(_), Some(end)) = (execution.operation(id), event.cause) {
                graph.after[2 * end + 1].push(2 * id);
            }
            graph.synchronize(id);
        }
        graph
    }

    /// Edges to an event from those it synchronises with.
    fn synchronize(&mut self, id: EventId) {
        let (thread, operation) = self.operations[id].clone();
        for earlier in 0..id {
            let (_, before) = &self.operations[earlier];
            let synchronizes = match (before, &operation) {
                (Operation::Block(first), Operation::Block(second)) => conflict(first, second),
                (Operation::Section(first), Operation::Section(second))
                    if first.is_whole && second.is_whole && first.mutex == second.mutex =>
                {
                    conflict(&first.accesses, &second.accesses)
                }
                // Ordinary unlocks come before every section. A whole one comes before those who take the mutex for longer.
                (Operation::Section(first), second) if first.is_whole => match second {
                    Operation::Section(second) => first.mutex == second.mutex,
                    Operation::Sync(Verb::Lock | Verb::TryLock, object) => first.mutex == *object,
                    _ => false,
                },
                (Operation::Sync(first, x), Operation::Section(second))
                    if *x == second.mutex && first.part_of(*x).start == x.range.start =>
                {
                    let lock = if second.is_whole { Verb::ReadLock } else { Verb::Lock };
                    self.object_orders(earlier, id, *first, lock, x.range.start)
                }
                (Operation::Wait { mutex, .. }, Operation::Section(second)) if *mutex == second.mutex => {
                    self.object_orders(earlier, id, Verb::Unlock, Verb::Lock, mutex.range.start)
                }
                (Operation::Sync(first, x), Operation::Sync(second, y))
                    if first.part_of(*x).start == second.part_of(*y).start =>
                {
                    self.object_orders(earlier, id, *first, *second, first.part_of(*x).start)
                }
                (Operation::Wait { mutex, .. }, Operation::Sync(second, y))
                    if mutex.range.start == second.part_of(*y).start =>
                {
                    self.object_orders(earlier, id, Verb::Unlock, *second, mutex.range.start)
                }
                _ => false,
            };
            if synchronizes {
                self.after[2 * earlier].push(2 * id);
            }
        }
        if let Operation::Read(range, order)
        | Operation::Update(range, _, order)
        | Operation::CompareExchange { range, order, .. } = operation
            && order.acquire
        {
            self.learn(id, range, id);
        }
        if let Operation::Fence(Order { acquire: true, .. }) = operation {
            for earlier in 0..id {
                let (other, before) = self.operations[earlier].clone();
                if other != thread {
                    continue;
                }
                if let Operation::Read(range, order)
                | Operation::Update(range, _, order)
                | Operation::CompareExchange { range, order, .. } = before
                    && order.atomic
                {
                    self.learn(earlier, range, id);
                }
            }
        }
    }

    /// Edges from the releases that a read takes part of its value from to the event that may rely on them.
    fn learn(&mut self, read: EventId, range: Range, learner: EventId) {
        for byte in range.start..range.start + range.length {
            for release in self.releases(read, byte) {
                self.after[2 * release].push(2 * learner);
            }
        }
    }

    /// The heads of the release sequences that a read of a byte takes its value from: back through updates to a write.
    fn releases(&self, read: EventId, byte: u64) -> Vec<EventId> {
        let mut heads = Vec::new();
        for id in (0..read).rev() {
            let (thread, operation) = &self.operations[id];
            let (range, order, is_update) = match operation {
                Operation::Write(range, order) => (range, order, false),
                Operation::Update(range, _, order)
                | Operation::CompareExchange { range, succeeds: true, order } => (range, order, true),
                _ => continue,
            };
            if !(range.start..range.start + range.length).contains(&byte) {
                continue;
            }
            let may_come_later = leaves_some(operation)
                && leaves_some(&self.operations[read].1)
                && !self.execution.happens_before(id, read);
            if may_come_later {
                continue;
            }
            if order.release {
                heads.push(id);
            } else if order.atomic {
                let is_fence = |before: &EventId| {
                    let (other, operation) = &self.operations[*before];
                    other == thread && matches!(operation, Operation::Fence(Order { release: true, .. }))
                };
                heads.extend((0..id).rev().find(is_fence));
            }
            if !is_update {
                return heads;
            }
        }
        heads
    }

    fn object_orders(&self, earlier: EventId, id: EventId, first: Verb, second: Verb, start: u64) -> bool {
        let takes = matches!(
            second,
            Verb::Lock
                | Verb::TryLock
                | Verb::ReadLock
                | Verb::TryReadLock
                | Verb::Acquire
                | Verb::TryAcquire
                | Verb::Depart
                | Verb::DepartFrom(_)
                | Verb::Change
                | Verb::WaitToChange
        );
        // An unlock says all that there is to say: earlier news that its thread has not heard is gone.
        let overwritten = (earlier + 1..id).any(|between| match &self.operations[between].1 {
            Operation::Sync(Verb::Unlock, other) => other.range.start == start,
            Operation::Wait { mutex, .. } => mutex.range.start == start,
            _ => false,
        });
        match first {
            Verb::Unlock
            | Verb::Post
            | Verb::Arrive
            | Verb::ArriveIn { .. }
            | Verb::Change
            | Verb::WaitToChange => takes && !overwritten,
            Verb::ReadUnlock => matches!(second, Verb::Lock | Verb::TryLock),
            _ => false,
        }
    }

    fn reachable_from(&self, node: usize) -> Vec<bool> {
        let mut reached = vec![false; self.after.len()];
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            for &next in &self.after[node] {
                if !reached[next] {
                    reached[next] = true;
                    todo.push(next);
                }
            }
        }
        reached
    }

    /// What a node does to a byte: whether it reads, writes, and does so as an operation.
    fn accesses(&self, node: usize, byte: u64) -> Vec<(bool, bool)> {
        let (id, mut found) = (node / 2, Vec::new());
        let inside = |range: &Range| (range.start..range.start + range.length).contains(&byte);
        if node % 2 == 1 {
            for part in self.footprints[id].iter().filter(|part| part.line == byte & !63) {
                let bit = 1 << (byte & 63);
                found.extend((part.reads & bit != 0).then_some((false, false)));
                found.extend((part.writes & bit != 0).then_some((false, true)));
            }
            return found;
        }
        match &self.operations[id].1 {
            Operation::Read(range, order) if inside(range) => found.push((order.atomic, false)),
            Operation::Write(range, order) | Operation::Update(range, _, order) if inside(range) => {
                found.push((order.atomic, true))
            }
            Operation::CompareExchange { range, succeeds, order } if inside(range) => {
                found.push((order.atomic, *succeeds))
            }
            Operation::Block(accesses) => {
                found.extend(accesses.iter().filter(|a| inside(&a.range)).map(|a| (true, a.writes)))
            }
            Operation::Section(section) => {
                found.extend(inside(&section.mutex.range).then_some((true, true)));
                let shown = section.accesses.iter().filter(|a| section.is_whole && inside(&a.range));
                found.extend(shown.map(|a| (false, a.writes)));
            }
            Operation::Sync(Verb::Depart | Verb::DepartFrom(_) | Verb::Sleep, _) => {}
            Operation::Sync(verb, object) if inside(&object.range) => {
                found.push((true, *verb != Verb::Inspect))
            }
            Operation::Wait { condition, mutex } if inside(&condition.range) || inside(&mutex.range) => {
                found.push((true, true))
            }
            _ => {}
        }
        found
    }

    /// The pairs of events that race, with a byte each.
    fn races_of(&self, id: EventId) -> Vec<(EventId, u64)> {
        let bytes = || (0x1038..0x1048).chain(0x2000..0x2058);
        let mut races = Vec::new();
        for earlier in (0..id).filter(|earlier| self.operations[*earlier].0 != self.operations[id].0) {
            let mut unordered = Vec::new();
            for before in [2 * earlier, 2 * earlier + 1] {
                let reached = self.reachable_from(before);
                unordered.extend(
                    [2 * id, 2 * id + 1]
                        .iter()
                        .filter(|&&after| !reached[after])
                        .map(|&after| (before, after)),
                );
            }
            let is_race = |byte: &u64| {
                let conflict = |first: &(bool, bool), second: &(bool, bool)| {
                    (first.1 || second.1) && !(first.0 && second.0)
                };
                unordered.iter().any(|&(before, after)| {
                    let others = self.accesses(after, *byte);
                    self.accesses(before, *byte)
                        .iter()
                        .any(|one| others.iter().any(|other| conflict(one, other)))
                })
            };
            races.extend(bytes().filter(is_race).map(|byte| (earlier, byte)));
        }
        races
    }
}

/// The same as the detector sees it: pairs of events and bytes.
fn found(races: &[DataRace], id: EventId) -> Vec<(EventId, u64)> {
    let bytes = |race: &DataRace| {
        assert_eq!(race.second.event, id);
        assert!(race.first.writes || race.second.writes);
        assert!(!(race.first.atomic && race.second.atomic));
        let (event, Range { start, length }) = (race.first.event, race.bytes);
        (start..start + length).map(move |byte| (event, byte))
    };
    let mut all: Vec<_> = races.iter().flat_map(bytes).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Some thread, unless it has been joined.
fn thread(random: &mut Random, threads: u16, execution: &Execution) -> Option<ThreadId> {
    let thread = ThreadId(random.below(u64::from(threads)) as u16);
    let joined = (0..execution.len()).any(|id| *execution.operation(id) == Operation::Join(thread));
    (!joined).then_some(thread)
}

fn can_join(execution: &Execution, thread: ThreadId, other: ThreadId) -> bool {
    thread != other && execution.last_of(thread).is_some() && execution.last_of(other).is_some()
}

/// A walk forwards and backwards through random executions, compared at every step.
fn walk(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let threads = 2 + random.below(3) as u16;
    let (mut execution, mut races) = (Execution::default(), DataRaces::default());
    let mut footprints: Vec<Vec<Footprint>> = Vec::new();
    let mut total = 0;
    for _ in 0..24 {
        if random.below(4) == 0 {
            for _ in 0..random.below(execution.len() as u64 + 1) {
                races.pop();
                execution.pop();
                footprints.pop();
            }
        }
        let Some(thread) = thread(&mut random, threads, &execution) else { continue };
        // The first event of a thread has a cause: another thread has created it.
        let creator = (execution.last_of(thread).is_none() && !execution.is_empty() && random.below(2) == 0)
            .then(|| random.below(execution.len() as u64) as usize);
        let operation = match operation(&mut random, threads) {
            Operation::Join(other) if !can_join(&execution, thread, other) => Operation::Local,
            operation => operation,
        };
        let operation = execution.operations.id(&operation);
        execution.push(Transition { thread, choice: 0 }, operation, 1, creator);
        let touched = footprint(&mut random);
        let id = execution.len() - 1;
        let seen = found(races.push(&execution, &touched, 0), id);
        footprints.push(touched);
        let graph = Graph::new(&execution, &footprints);
        let expected = graph.races_of(id);
        assert_eq!(seen, expected, "seed {seed}, event {id} of {:#?}", graph.operations);
        total += expected.len();
    }
    total
}

#[test]
fn the_detector_agrees_with_the_definition_on_random_executions() {
    let total: usize = (1..=2500).map(walk).sum();
    assert!(total > 30_000, "only {total} races: nothing was compared");
}

/// An event as it is generated; its cause is another one of them.
#[derive(Clone, Debug)]
struct Generated {
    thread: ThreadId,
    operation: Operation,
    creator: Option<usize>,
    footprint: Vec<Footprint>,
}

/// The races of an execution that consists of these events in this order: pairs of events with a byte.
fn races_in_order(
    generated: &[Generated],
    order: &[usize],
) -> std::collections::BTreeSet<(usize, usize, u64)> {
    let (mut execution, mut races) = (Execution::default(), DataRaces::default());
    let mut all = std::collections::BTreeSet::new();
    for &at in order {
        let Generated { thread, operation, creator, footprint } = &generated[at];
        let creator = creator.and_then(|creator| order.iter().position(|&other| other == creator));
        let operation = execution.operations.id(operation);
        execution.push(Transition { thread: *thread, choice: 0 }, operation, 1, creator);
        for (first, byte) in found(races.push(&execution, footprint, 0), execution.len() - 1) {
            let (one, other) = (order[first], at);
            all.insert((one.min(other), one.max(other), byte));
        }
    }
    all
}

fn generate(random: &mut Random, threads: u16) -> Vec<Generated> {
    let mut generated: Vec<Generated> = Vec::new();
    for at in 0..12 {
        let thread = ThreadId(random.below(u64::from(threads)) as u16);
        if generated.iter().any(|event| event.operation == Operation::Join(thread)) {
            continue;
        }
        let exists = |thread| generated.iter().any(|event| event.thread == thread);
        let creator = (!exists(thread) && at > 0 && random.below(2) == 0)
            .then(|| random.below(generated.len() as u64) as usize);
        let operation = match operation(random, threads) {
            Operation::Join(other) if thread == other || !exists(thread) || !exists(other) => {
                Operation::Local
            }
            operation => operation,
        };
        generated.push(Generated { thread, operation, creator, footprint: footprint(random) });
    }
    generated
}

/// Equivalent executions have the same races, so it is enough to look at one of them.
#[test]
fn swapping_independent_neighbours_changes_no_race() {
    let mut swapped = 0;
    for seed in 1..=2000u64 {
        let mut random = Random::new(seed);
        let threads = 2 + random.below(3) as u16;
        let generated = generate(&mut random, threads);
        let order: Vec<usize> = (0..generated.len()).collect();
        let races = races_in_order(&generated, &order);
        for at in 1..generated.len() {
            let (first, second) = (&generated[at - 1], &generated[at]);
            let is_bound = second.creator == Some(at - 1)
                || second.operation == Operation::Join(first.thread)
                || first.operation == Operation::Join(second.thread);
            if first.thread != second.thread
                && !is_bound
                && !mazurka_machine::dependent(&first.operation, &second.operation)
            {
                let mut other = order.clone();
                other.swap(at - 1, at);
                assert_eq!(races_in_order(&generated, &other), races, "seed {seed}, {at} of {generated:#?}");
                swapped += 1;
            }
        }
    }
    assert!(swapped > 5000, "only {swapped} pairs were swapped");
}
