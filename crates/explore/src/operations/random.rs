//! Random operations of every kind, for tests.

use std::sync::Arc;

use mazurka_machine::toy;
use mazurka_machine::{
    Access, Await, Object, ObjectKind, Operation, Order, Purpose, Range, Round, Section, ThreadId, Update,
    Verb,
};

pub(crate) struct Random(toy::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(toy::Random::new(seed))
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit as usize) as u64
    }

    pub(crate) fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        self.0.one_of(values)
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Ranges at most of which overlap with others: within a word, across words, inside each other, empty.
    fn range(&mut self) -> Range {
        let length = if self.coin() { self.below(17) } else { 8 * self.below(7) };
        Range { start: 64 + self.below(96), length }
    }

    /// The same, now and then one that is far too large to be looked at word by word, and often the very same one.
    fn object(&mut self) -> Object {
        let range = match self.below(16) {
            0 => Range { start: 8 * self.below(20), length: 1 << 31 },
            1 => Range { start: self.below(160), length: u64::MAX },
            2..8 => Range { start: 96, length: 40 },
            _ => self.range(),
        };
        Object { range, kind: KINDS[self.below(KINDS.len() as u64) as usize](self) }
    }

    fn thread(&mut self) -> ThreadId {
        ThreadId(self.below(3) as u16)
    }

    fn round(&mut self) -> Round {
        if self.coin() { Round::Even } else { Round::Odd }
    }

    fn verb(&mut self) -> Verb {
        VERBS[self.below(VERBS.len() as u64) as usize](self)
    }

    /// Any operation but a wait, which is not found in waits.
    fn operation_in_wait(&mut self) -> Operation {
        loop {
            let operation = self.operation();
            if !matches!(operation, Operation::Await(_)) {
                return operation;
            }
        }
    }

    pub(crate) fn operation(&mut self) -> Operation {
        OPERATIONS[self.below(OPERATIONS.len() as u64) as usize](self)
    }
}

/// A generator for every variant of an enum. The `match` does not compile while a variant is missing, and no variant is
/// listed without what makes it.
macro_rules! generators {
    ($name:ident: $type:ty, |$random:ident| $($pattern:pat => $make:expr,)*) => {
        const $name: &[fn(&mut Random) -> $type] = &[$(|$random| {
            let _ = &$random;
            let made: $type = $make;
            assert!(matches!(made, $pattern), "{made:?} is made for another variant");
            made
        }),*];

        const _: fn(&$type) = |value| match value {
            $($pattern => {})*
        };
    };
}

generators! { KINDS: ObjectKind, |random|
    ObjectKind::Mutex => ObjectKind::Mutex,
    ObjectKind::SpinLock => ObjectKind::SpinLock,
    ObjectKind::RwLock => ObjectKind::RwLock,
    ObjectKind::Once => ObjectKind::Once,
    ObjectKind::Condvar => ObjectKind::Condvar,
    ObjectKind::Barrier => ObjectKind::Barrier,
    ObjectKind::Semaphore => ObjectKind::Semaphore,
    ObjectKind::Broken => ObjectKind::Broken,
    ObjectKind::Futex => ObjectKind::Futex,
    ObjectKind::Hidden => ObjectKind::Hidden,
}

generators! { VERBS: Verb, |random|
    Verb::Lock => Verb::Lock,
    Verb::TryLock => Verb::TryLock,
    Verb::Unlock => Verb::Unlock,
    Verb::ReadLock => Verb::ReadLock,
    Verb::TryReadLock => Verb::TryReadLock,
    Verb::ReadUnlock => Verb::ReadUnlock,
    Verb::Signal => Verb::Signal,
    Verb::Broadcast => Verb::Broadcast,
    Verb::Sleep => Verb::Sleep,
    Verb::Arrive => Verb::Arrive,
    Verb::Depart => Verb::Depart,
    Verb::ArriveIn { .. } => Verb::ArriveIn { round: random.round(), observed: random.coin() },
    Verb::DepartFrom(_) => Verb::DepartFrom(random.round()),
    Verb::Post => Verb::Post,
    Verb::Acquire => Verb::Acquire,
    Verb::TryAcquire => Verb::TryAcquire,
    Verb::Inspect => Verb::Inspect,
    Verb::Change => Verb::Change,
    Verb::WaitToChange => Verb::WaitToChange,
}

generators! { OPERATIONS: Operation, |random|
    Operation::Local => Operation::Local,
    Operation::Read(..) => Operation::Read(random.range(), Order::RELAXED),
    Operation::Write(..) => Operation::Write(random.range(), Order::PLAIN),
    Operation::Update(..) => {
        let kind = match random.below(7) {
            0..2 => Update::Add,
            2..4 => Update::Opaque,
            6 => Update::AddInOrder,
            count => Update::Decrement(count - random.below(5)),
        };
        Operation::Update(random.range(), kind, Order::ACQ_REL)
    },
    Operation::CompareExchange { .. } => Operation::CompareExchange {
        range: random.range(),
        succeeds: random.coin(),
        order: Order::RELAXED,
    },
    Operation::Fence(_) => Operation::Fence(Order::ACQ_REL),
    Operation::Sync(..) => Operation::Sync(random.verb(), random.object()),
    Operation::Wait { .. } => Operation::Wait { condition: random.object(), mutex: random.object() },
    Operation::Spawn => Operation::Spawn,
    Operation::Join(_) => Operation::Join(random.thread()),
    Operation::Detach(_) => Operation::Detach(random.thread()),
    Operation::Exit => Operation::Exit,
    Operation::ExitProcess => Operation::ExitProcess,
    Operation::Choose => Operation::Choose,
    Operation::Block(_) => {
        let accesses = 0..random.below(4);
        Operation::Block(accesses.map(|_| Access { range: random.range(), writes: random.coin() }).collect())
    },
    Operation::Section(_) => {
        let (mutex, is_whole) = (random.object(), random.coin());
        let accesses = (0..random.below(3)).map(|_| Access { range: random.range(), writes: random.coin() });
        Operation::Section(Arc::new(Section { mutex, is_whole, accesses: accesses.collect() }))
    },
    Operation::Await(_) => {
        let operation = random.operation_in_wait();
        let watched = (0..random.below(3)).map(|_| random.range()).collect();
        Operation::Await(Arc::new(Await { operation, watched, purpose: Purpose::Change }))
    },
    Operation::Anything => Operation::Anything,
}
