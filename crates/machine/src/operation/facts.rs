//! What is true of an operation by itself: what it touches and how, what it waits for, takes, gives and publishes.
//!
//! Everything else follows from these facts: dependence, the cells through which a search finds dependent events,
//! happens-before in the race detector, held locks, clocks. A new kind of synchronisation is a row of [`Verb::facts`].

use super::{Access, Object, ObjectKind, Operation, Range, Round, Update, Verb};
use crate::thread::ThreadId;

/// What a verb does to its object, and what it means to its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerbFacts {
    pub used: Use,
    /// It may have to wait until the object allows it.
    pub waits: bool,
    /// What the thread has afterwards.
    pub takes: Option<Hold>,
    /// What the thread had and gives back.
    pub gives: Option<Hold>,
    /// It comes after what was published through the object.
    pub acquires: bool,
    /// What its thread did before comes before whatever acquires the object later.
    pub publishes: bool,
    /// Which verb a call is, or what there is to choose from, depends on the state of the object.
    pub state_dependent: bool,
    /// It concerns the threads that sleep on the object.
    pub sleepers: bool,
    /// The second half of an operation that has touched the object before.
    pub second_half: bool,
}

/// How a thread holds what it has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// Together with others that hold it in the same way.
    Shared,
    Exclusive,
    /// One of several: it is not known which, and any thread may give it back.
    Unit,
}

/// A lock's address, and whether it is held exclusively.
pub type Held = (u64, bool);

/// Whether two threads cannot hold these locks at the same time.
pub fn exclude_each_other(some: &[Held], others: &[Held]) -> bool {
    let excludes = |x: &Held, y: &Held| x.0 == y.0 && (x.1 || y.1);
    some.iter().any(|x| others.iter().any(|y| excludes(x, y)))
}

impl Hold {
    /// Whether two threads cannot hold the same lock in these ways. Units exclude nothing.
    pub const fn excludes(self, other: Hold) -> bool {
        matches!(
            (self, other),
            (Hold::Exclusive, Hold::Exclusive | Hold::Shared) | (Hold::Shared, Hold::Exclusive)
        )
    }
}

const READS: VerbFacts = VerbFacts {
    used: Use::Read,
    waits: false,
    takes: None,
    gives: None,
    acquires: false,
    publishes: false,
    state_dependent: false,
    sleepers: false,
    second_half: false,
};
const WRITES: VerbFacts = VerbFacts { used: Use::Write, ..READS };
const SHARES: VerbFacts = VerbFacts { used: Use::Commuting(Family::Readers), ..READS };
const TAKES: VerbFacts = VerbFacts { takes: Some(Hold::Exclusive), acquires: true, ..WRITES };
const TAKES_SHARED: VerbFacts =
    VerbFacts { takes: Some(Hold::Shared), acquires: true, state_dependent: true, ..SHARES };
const TAKES_UNIT: VerbFacts = VerbFacts { takes: Some(Hold::Unit), acquires: true, ..WRITES };

impl Verb {
    #[inline]
    pub const fn facts(self) -> VerbFacts {
        match self {
            Verb::Lock => VerbFacts { waits: true, ..TAKES },
            Verb::TryLock => VerbFacts { state_dependent: true, ..TAKES },
            Verb::Unlock => VerbFacts { gives: Some(Hold::Exclusive), publishes: true, ..WRITES },
            Verb::ReadLock => VerbFacts { waits: true, ..TAKES_SHARED },
            Verb::TryReadLock => TAKES_SHARED,
            Verb::ReadUnlock => VerbFacts { gives: Some(Hold::Shared), publishes: true, ..SHARES },
            Verb::Signal => VerbFacts { sleepers: true, state_dependent: true, ..WRITES },
            Verb::Broadcast => VerbFacts { sleepers: true, ..WRITES },
            Verb::Sleep => VerbFacts { sleepers: true, waits: true, second_half: true, ..WRITES },
            Verb::Arrive => VerbFacts { publishes: true, ..WRITES },
            Verb::Depart => VerbFacts {
                used: Use::Commuting(Family::Departures),
                waits: true,
                acquires: true,
                second_half: true,
                ..READS
            },
            Verb::ArriveIn { observed, .. } => VerbFacts {
                used: if observed { Use::Write } else { Use::Commuting(Family::Arrivals) },
                publishes: true,
                // Another thread may initialise the barrier.
                state_dependent: true,
                ..READS
            },
            Verb::DepartFrom(_) => Verb::Depart.facts(),
            Verb::Post => VerbFacts { publishes: true, ..WRITES },
            Verb::Acquire => VerbFacts { waits: true, ..TAKES_UNIT },
            Verb::TryAcquire => VerbFacts { state_dependent: true, ..TAKES_UNIT },
            Verb::Inspect => VerbFacts { state_dependent: true, ..READS },
            // Where a file is not open, or a mutex is not locked more than once, it is another verb.
            Verb::WaitToChange => VerbFacts { waits: true, ..Verb::Change.facts() },
            Verb::Change => VerbFacts { acquires: true, publishes: true, state_dependent: true, ..WRITES },
        }
    }
}

impl Verb {
    /// The part of an object that it is about. A barrier consists of its rounds: those who leave one commute with those
    /// who arrive at the next.
    pub const fn part_of(self, object: Object) -> Range {
        let Range { start, length } = object.range;
        match self {
            Verb::ArriveIn { round: Round::Even, .. } | Verb::DepartFrom(Round::Even) => {
                Range { start, length: length / 2 }
            }
            Verb::ArriveIn { round: Round::Odd, .. } | Verb::DepartFrom(Round::Odd) => {
                Range { start: start.saturating_add(length / 2), length: length - length / 2 }
            }
            _ => object.range,
        }
    }

    /// The same without what only concerns dependence.
    pub const fn without_round(self) -> Verb {
        match self {
            Verb::ArriveIn { .. } => Verb::Arrive,
            Verb::DepartFrom(_) => Verb::Depart,
            other => other,
        }
    }
}

/// How some bytes are used, as far as it matters to other uses of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// Commutes with other reads.
    Read,
    /// Commutes with uses of the same family.
    Commuting(Family),
    Write,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Threads that take and give back a lock for reading.
    Readers,
    /// Threads that arrive at a barrier, none of which learns whether it is the last.
    Arrivals,
    /// Threads that leave a barrier.
    Departures,
    /// Atomic updates of one kind, none of which uses the old value.
    Updates(Update),
    /// Decrements of a count, none of which takes the last one.
    Decrements,
}

/// What an operation does to some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    pub range: Range,
    pub used: Use,
    pub kind: TouchKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TouchKind {
    /// An access to memory that the language does not call atomic.
    Plain,
    Atomic,
    /// An operation on an object as a whole.
    Object(ObjectKind),
}

impl Touch {
    /// Whether the order of two touches of different threads may matter.
    #[inline]
    pub fn conflicts(self, other: Touch) -> bool {
        self.range.overlaps(other.range) && !self.commutes(other)
    }

    #[inline]
    fn commutes(self, other: Touch) -> bool {
        match (self.used, other.used) {
            (Use::Read, Use::Read) => true,
            (Use::Commuting(family), Use::Commuting(same)) => family == same && self.range == other.range,
            _ => false,
        }
    }

    pub fn writes(self) -> bool {
        self.used != Use::Read
    }

    /// Whether the bytes are memory of the program's.
    pub fn is_memory(self) -> bool {
        !matches!(self.kind, TouchKind::Object(kind) if !kind.is_memory())
    }

    fn of_memory(range: Range, used: Use, atomic: bool) -> Touch {
        Touch { range, used, kind: if atomic { TouchKind::Atomic } else { TouchKind::Plain } }
    }

    fn of_object(object: Object, used: Use) -> Touch {
        Touch { range: object.range, used, kind: TouchKind::Object(object.kind) }
    }

    fn of_access(access: &Access, atomic: bool) -> Touch {
        Touch::of_memory(access.range, if access.writes { Use::Write } else { Use::Read }, atomic)
    }
}

impl Operation {
    /// What it touches, what a loop that waits looks at included. Nothing is said of [barriers](Operation::is_barrier).
    #[inline]
    pub fn touches(&self) -> impl Iterator<Item = Touch> + '_ {
        let watched = match self {
            Operation::Await(wait) => &wait.watched[..],
            _ => &[],
        };
        let watched = watched.iter().map(|range| Touch::of_memory(*range, Use::Read, true));
        self.own_touches().chain(watched)
    }

    /// The same without what only a waiting loop looks at.
    #[inline]
    pub fn own_touches(&self) -> impl Iterator<Item = Touch> + '_ {
        let operation = self.in_loop();
        let (first, second) = match *operation {
            Operation::Read(range, order) => (Some(Touch::of_memory(range, Use::Read, order.atomic)), None),
            Operation::Write(range, order) => (Some(Touch::of_memory(range, Use::Write, order.atomic)), None),
            Operation::Update(range, update, order) => {
                let used = match update {
                    Update::Opaque | Update::AddInOrder | Update::InOrder => Use::Write,
                    Update::Decrement(..=1) => Use::Write,
                    Update::Decrement(2..) => Use::Commuting(Family::Decrements),
                    _ => Use::Commuting(Family::Updates(update)),
                };
                (Some(Touch::of_memory(range, used, order.atomic)), None)
            }
            Operation::CompareExchange { range, succeeds, order } => {
                let used = if succeeds { Use::Write } else { Use::Read };
                (Some(Touch::of_memory(range, used, order.atomic)), None)
            }
            Operation::Sync(verb, object) => {
                let part = Object { range: verb.part_of(object), ..object };
                (Some(Touch::of_object(part, verb.facts().used)), None)
            }
            Operation::Wait { condition, mutex } => {
                let touch = |object| Some(Touch::of_object(object, Use::Write));
                (touch(condition), touch(mutex))
            }
            Operation::Section(ref section) => {
                // After a whole section the mutex is what it was.
                let used = if section.is_whole { Use::Read } else { Use::Write };
                (Some(Touch::of_object(section.mutex, used)), None)
            }
            Operation::Local
            | Operation::Fence(_)
            | Operation::Spawn
            | Operation::Join(_)
            | Operation::Detach(_)
            | Operation::Exit
            | Operation::ExitProcess
            | Operation::Choose
            | Operation::Block(_)
            | Operation::Await(_)
            | Operation::Anything => (None, None),
        };
        let (accesses, atomic) = match operation {
            Operation::Block(accesses) => (&accesses[..], true),
            Operation::Section(section) => (&section.accesses[..], false),
            _ => (&[][..], true),
        };
        let of_access = move |access: &Access| Touch::of_access(access, atomic);
        first.into_iter().chain(second).chain(accesses.iter().map(of_access))
    }

    /// What an operation in a loop that waits does when it proceeds; any other is itself.
    #[inline]
    pub fn in_loop(&self) -> &Operation {
        match self {
            Operation::Await(wait) => &wait.operation,
            other => other,
        }
    }

    /// Where the count is that it decrements, and how much it is before.
    #[inline]
    pub fn decrement(&self) -> Option<(Range, u64)> {
        match *self.in_loop() {
            Operation::Update(range, Update::Decrement(count), _) => Some((range, count)),
            _ => None,
        }
    }

    /// What it does to a synchronisation object. A wait is an unlock of its mutex; what it does to the condition variable,
    /// its [touches](Operation::touches) say. A section begins with a lock.
    #[inline]
    pub fn verb(&self) -> Option<(Verb, Object)> {
        match *self.in_loop() {
            Operation::Sync(verb, object) => Some((verb, object)),
            Operation::Wait { mutex, .. } => Some((Verb::Unlock, mutex)),
            Operation::Section(ref section) => Some((Verb::Lock, section.mutex)),
            _ => None,
        }
    }

    /// Whether it is a section up to its end.
    pub fn is_whole_section(&self) -> bool {
        matches!(self.in_loop(), Operation::Section(section) if section.is_whole)
    }

    /// The lock that it takes, and how its thread holds it from then on.
    pub fn takes(&self) -> Option<(Object, Hold)> {
        if self.is_whole_section() {
            return None;
        }
        let (verb, object) = self.verb()?;
        let hold = verb.facts().takes.filter(|hold| *hold != Hold::Unit)?;
        Some((object, hold))
    }

    /// The lock that it gives back.
    pub fn gives(&self) -> Option<Object> {
        let (verb, object) = self.verb()?;
        verb.facts().gives.map(|_| object)
    }

    /// The locks that its thread holds afterwards, in ascending order, if they are others than before.
    pub fn held_after(&self, held: &[Held]) -> Option<Vec<Held>> {
        if let Some(lock) = self.gives() {
            return Some(held.iter().copied().filter(|(held, _)| *held != lock.range.start).collect());
        }
        // A thread that comes late never gives a once-control back, and its accesses are not protected by it.
        let is_lock = |(object, _): &(Object, Hold)| object.kind != ObjectKind::Once;
        let (lock, hold) = self.takes().filter(is_lock)?;
        let mut held = [held, &[(lock.range.start, hold == Hold::Exclusive)]].concat();
        held.sort_unstable();
        Some(held)
    }

    /// The thread that it joins or detaches: that can be done only once.
    #[inline]
    pub fn claimed_thread(&self) -> Option<ThreadId> {
        match self.in_loop() {
            Operation::Join(thread) | Operation::Detach(thread) => Some(*thread),
            _ => None,
        }
    }

    /// The thread for whose end it waits.
    pub fn joined_thread(&self) -> Option<ThreadId> {
        match self {
            Operation::Join(thread) => Some(*thread),
            _ => None,
        }
    }

    /// Whether it depends on everything that other threads can notice.
    #[inline]
    pub fn is_barrier(&self) -> bool {
        matches!(self.in_loop(), Operation::Anything | Operation::ExitProcess)
    }

    /// Whether other threads can notice it, or it can notice them.
    #[inline]
    pub fn is_noticeable(&self) -> bool {
        match self {
            Operation::Local | Operation::Choose => false,
            Operation::Await(wait) => wait.operation.is_noticeable() || !wait.watched.is_empty(),
            _ => true,
        }
    }

    /// Whether it is about threads, and not only about bytes.
    pub fn concerns_threads(&self) -> bool {
        match self.in_loop() {
            Operation::Sync(verb, _) => verb.facts().sleepers,
            Operation::Wait { .. }
            | Operation::Spawn
            | Operation::Join(_)
            | Operation::Detach(_)
            | Operation::Exit
            | Operation::ExitProcess
            | Operation::Anything => true,
            Operation::Local
            | Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::CompareExchange { .. }
            | Operation::Fence(_)
            | Operation::Choose
            | Operation::Block(_)
            | Operation::Section(_)
            | Operation::Await(_) => false,
        }
    }

    /// Whether there may be more threads after it.
    pub fn may_spawn(&self) -> bool {
        matches!(self.in_loop(), Operation::Spawn | Operation::Block(_) | Operation::Anything)
    }

    /// Whether, where it is ready, it stays so, and the same, whatever other threads do.
    pub fn stays_ready(&self) -> bool {
        use Operation::*;
        matches!(self, Local | Read(..) | Write(..) | Update(..) | Fence(_) | Spawn | Exit | Choose)
            && self.decrement().is_none()
    }

    /// Whether what it looks at, and therefore whether it waits, may depend on any step before it.
    pub fn has_state_dependent_touches(&self) -> bool {
        matches!(self, Operation::Await(_) | Operation::Block(_) | Operation::Section(_))
    }

    /// Whether it may have to wait, as far as that follows from what it is.
    #[inline]
    pub fn may_wait(&self) -> bool {
        match self {
            Operation::Await(_) | Operation::Block(_) | Operation::Section(_) | Operation::Join(_) => true,
            Operation::Sync(verb, _) => verb.facts().waits,
            _ => false,
        }
    }

    /// Whether what the operation is called, or what there is to choose from, depends on the state: after another
    /// thread's step, a compare-and-swap may fail instead of succeed, and a signal may find other waiters.
    pub fn is_state_dependent(&self) -> bool {
        match self {
            Operation::CompareExchange { .. } | Operation::Update(_, Update::Decrement(_), _) => true,
            Operation::Sync(verb, _) => verb.facts().state_dependent,
            other => other.has_state_dependent_touches(),
        }
    }
}
