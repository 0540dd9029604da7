//! The circumstances of accesses: which locks a thread holds, which threads it has created, and whose end it knows of. From
//! them follows that two accesses can never be concurrent, whatever the order of the threads (the idea of Savage et al.:
//! *Eraser*, 1997):
//! - both are made holding the same lock, one of them exclusively;
//! - one is made after its thread, or the one that has created it, has joined the other's thread;
//! - one is made before its thread creates the other's thread, or an ancestor of it.
//!
//! All of this follows from what a thread itself has done before, which is the same in equivalent executions, and from the
//! state; whom a thread has joined is part of the state here.

use mazurka_machine::{Held, Operation, Stepped, ThreadId, ThreadSet, exclude_each_other, mix};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::segments::Performed;

/// The circumstances along the path, and those of all accesses that were noted.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Circumstances {
    contexts: Vec<Context>,
    /// Who has created a thread; several, if it was not always the same one.
    creators: Vec<ThreadSet>,
    /// The locks that the threads hold, by number.
    #[serde(skip)]
    held: Vec<Vec<Held>>,
    #[serde(skip)]
    created: ThreadSet,
    /// Whose end the threads know of, by number.
    #[serde(skip)]
    joined: Vec<ThreadSet>,
    /// A fingerprint of that.
    #[serde(skip)]
    joins: u128,
    /// The ids of the threads' contexts, by number, where they are known.
    #[serde(skip)]
    current: Vec<Option<usize>>,
    /// For every transition on the path, what it has changed, if it has.
    #[serde(skip)]
    undo: Vec<Option<Box<Undo>>>,
}

/// What is known where an access is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Context {
    pub held: Vec<Held>,
    pub created: ThreadSet,
    pub joined: ThreadSet,
}

struct Undo {
    thread: ThreadId,
    /// What it held before, if that has changed.
    held: Option<Vec<Held>>,
    created: Option<ThreadSet>,
    /// Whose end it knew of, if that has changed.
    joined: Option<ThreadSet>,
    joins: u128,
}

impl Circumstances {
    /// A transition was made; returns whether it has created a thread.
    pub(super) fn advance(&mut self, step: Performed<'_>, stepped: &Stepped) -> bool {
        let (thread, operation) = (step.thread, step.operations.get(step.operation));
        let traits = step.operations.traits(step.operation);
        self.make_room(thread);
        let joins = self.joins;
        let joined = traits.joins.map(|other| self.join(thread, other));
        let spawns = traits.spawns || self.created.is_empty();
        let created = spawns.then(|| self.create(thread, stepped.threads.clone()));
        let held = self.hold(thread, operation);
        if created.is_some() {
            self.current.fill(None);
        } else if held.is_some() || joined.is_some() {
            self.current[thread.index()] = None;
        }
        let creates = created.as_ref().is_some_and(|before| !before.is_empty() && before != stepped.threads);
        let changes = held.is_some() || created.is_some() || joined.is_some();
        self.undo.push(changes.then(|| Box::new(Undo { thread, held, created, joined, joins })));
        creates
    }

    pub(super) fn taken_back(&mut self) {
        let Some(Some(undo)) = self.undo.pop() else { return };
        let Undo { thread, held, created, joined, joins } = *undo;
        self.joins = joins;
        if held.is_some() || joined.is_some() {
            self.current[thread.index()] = None;
        }
        if let Some(held) = held {
            self.held[thread.index()] = held;
        }
        if let Some(created) = created {
            self.created = created;
            self.current.fill(None);
        }
        if let Some(joined) = joined {
            self.joined[thread.index()] = joined;
        }
    }

    /// Another search begins: nothing has happened yet.
    pub(super) fn start_again(&mut self) {
        let Circumstances { contexts, creators, .. } = std::mem::take(self);
        *self = Circumstances { contexts, creators, ..Circumstances::default() };
    }

    /// A fingerprint of what is not part of the machine's state: who knows whose end.
    pub(super) fn fingerprint(&self) -> u128 {
        self.joins
    }

    pub(super) fn held(&self, thread: ThreadId) -> &[Held] {
        self.held.get(thread.index()).map_or(&[], Vec::as_slice)
    }

    pub(super) fn get(&self, context: usize) -> &Context {
        &self.contexts[context]
    }

    /// How many contexts there are: their ids are smaller.
    pub(super) fn len(&self) -> usize {
        self.contexts.len()
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.contexts.capacity() * size_of::<Context>()
            + self.undo.capacity() * size_of::<Option<Box<Undo>>>()
    }

    fn make_room(&mut self, thread: ThreadId) {
        if self.held.len() <= thread.index() {
            self.held.resize_with(thread.index() + 1, Vec::new);
            self.joined.resize_with(thread.index() + 1, ThreadSet::new);
            self.current.resize(thread.index() + 1, None);
        }
    }

    /// A thread learns of another's end, and of all that the other knew; returns what it knew before.
    fn join(&mut self, thread: ThreadId, other: ThreadId) -> ThreadSet {
        self.make_room(other);
        let before = self.joined[thread.index()].clone();
        let news = self.joined[other.index()].clone();
        self.joined[thread.index()].extend(news.iter().chain([other]));
        self.count_joins(thread, &before);
        before
    }

    /// Brings the fingerprint of who knows whose end up to date.
    fn count_joins(&mut self, thread: ThreadId, before: &ThreadSet) {
        let each = |other: ThreadId| mix(1 << 101 | u128::from(thread.0) << 64 | u128::from(other.0));
        for other in self.joined[thread.index()].iter().filter(|other| !before.contains(*other)) {
            self.joins = self.joins.wrapping_add(each(other));
        }
    }

    /// Takes note of who creates whom; returns the threads that were there before.
    fn create(&mut self, creator: ThreadId, threads: ThreadSet) -> ThreadSet {
        let before = std::mem::replace(&mut self.created, threads.clone());
        for child in threads.iter().filter(|child| !before.contains(*child)) {
            if self.creators.len() <= child.index() {
                self.creators.resize_with(child.index() + 1, ThreadSet::new);
            }
            self.creators[child.index()].insert(creator);
            self.make_room(child);
            self.joined[child.index()] = self.joined[creator.index()].clone();
            self.count_joins(child, &ThreadSet::new());
        }
        before
    }

    /// Takes note of the locks that an operation takes or gives up; returns those that the thread held before, if they change.
    fn hold(&mut self, thread: ThreadId, operation: &Operation) -> Option<Vec<Held>> {
        let now = operation.held_after(&self.held[thread.index()])?;
        Some(std::mem::replace(&mut self.held[thread.index()], now))
    }

    /// The id of what is known to a thread now.
    pub(super) fn context(&mut self, thread: ThreadId) -> usize {
        self.make_room(thread);
        if let Some(known) = self.current[thread.index()] {
            return known;
        }
        let id = self.intern(thread, self.held[thread.index()].clone());
        self.current[thread.index()] = Some(id);
        id
    }

    /// The same once the thread has taken the lock that this operation takes, or given back the one that it gives back. Nothing
    /// else is to change what the thread knows.
    pub(super) fn context_behind(&mut self, thread: ThreadId, operation: &Operation) -> usize {
        self.make_room(thread);
        match operation.held_after(&self.held[thread.index()]) {
            Some(held) => self.intern(thread, held),
            None => self.context(thread),
        }
    }

    fn intern(&mut self, thread: ThreadId, held: Vec<Held>) -> usize {
        let Circumstances { contexts, created, joined, .. } = self;
        let joined = &joined[thread.index()];
        let same =
            |other: &Context| other.held == held && other.created == *created && other.joined == *joined;
        contexts.iter().rposition(same).unwrap_or_else(|| {
            contexts.push(Context { held, created: created.clone(), joined: joined.clone() });
            contexts.len() - 1
        })
    }

    /// Whether two accesses, of these threads in these contexts, can never be concurrent.
    pub(super) fn apart(&self, a: (ThreadId, usize), b: (ThreadId, usize)) -> bool {
        let [mine, theirs] = [a, b].map(|(_, context)| &self.contexts[context]);
        exclude_each_other(&mine.held, &theirs.held) || self.are_ordered(a, b)
    }

    /// Whether one of two accesses is made before the other's thread is created, or after it has ended.
    pub(super) fn are_ordered(&self, a: (ThreadId, usize), b: (ThreadId, usize)) -> bool {
        let [mine, theirs] = [a, b].map(|(_, context)| &self.contexts[context]);
        mine.joined.contains(b.0)
            || theirs.joined.contains(a.0)
            || self.comes_before(a.0, mine, b.0)
            || self.comes_before(b.0, theirs, a.0)
    }

    /// Whether an access of `thread` was made before it created `other`, or an ancestor of it.
    fn comes_before(&self, thread: ThreadId, context: &Context, other: ThreadId) -> bool {
        let mut descendant = other;
        // Thread ids do not say which thread creates which, but there are at most as many generations as threads.
        for _ in 0..self.creators.len() {
            let Some(creators) = self.creators.get(descendant.index()) else { return false };
            let mut each = creators.iter();
            let (Some(creator), None) = (each.next(), each.next()) else { return false };
            if creator == thread {
                return !context.created.contains(descendant);
            }
            if creator == descendant {
                return false;
            }
            descendant = creator;
        }
        false
    }
}

/// What was ever done to every line of memory, by whom, and in which circumstances.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Records<A> {
    lines: FxHashMap<u64, Vec<Record<A>>>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Record<A> {
    pub thread: ThreadId,
    /// The id of its circumstances.
    pub context: usize,
    pub access: A,
}

/// Accesses to a line.
pub(super) trait LineAccess: Copy {
    /// Adds another access, if one record can say both; returns whether it can, and whether it did not say it before.
    fn add(&mut self, other: &Self) -> Option<bool>;

    /// The bytes that both touch in ways that do not commute.
    fn conflict(&self, other: &Self) -> u64;
}

impl<A> Default for Records<A> {
    fn default() -> Records<A> {
        Records { lines: FxHashMap::default() }
    }
}

impl<A: LineAccess> Records<A> {
    /// An access is made, perhaps for the first time. Then it is compared with those of other threads from which nothing
    /// keeps it apart: `met` is told of those that conflict with it, and where.
    pub(super) fn note(
        &mut self,
        circumstances: &Circumstances,
        line: u64,
        new: Record<A>,
        mut met: impl FnMut(&Record<A>, u64),
    ) {
        let records = self.lines.entry(line).or_default();
        let mut same =
            records.iter_mut().filter(|old| (old.thread, old.context) == (new.thread, new.context));
        match same.find_map(|record| record.access.add(&new.access)) {
            Some(false) => return,
            Some(true) => {}
            None => records.push(new),
        }
        let me = (new.thread, new.context);
        for other in records.iter().filter(|other| other.thread != new.thread) {
            let bytes = other.access.conflict(&new.access);
            if bytes != 0 && !circumstances.apart((other.thread, other.context), me) {
                met(other, bytes);
            }
        }
    }

    /// Whether all circumstances are known.
    pub(super) fn are_possible(&self, circumstances: &Circumstances) -> bool {
        self.lines.values().flatten().all(|record| record.context < circumstances.len())
    }

    /// Most lines have a record or two.
    pub(super) fn bytes(&self) -> usize {
        self.lines.capacity() * size_of::<(u64, Vec<Record<A>>, [Record<A>; 2])>()
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &[Record<A>])> {
        self.lines.iter().map(|(line, records)| (*line, records.as_slice()))
    }
}

#[cfg(test)]
impl<A> Records<A> {
    pub(super) fn of(lines: impl IntoIterator<Item = (u64, Vec<Record<A>>)>) -> Records<A> {
        Records { lines: lines.into_iter().collect() }
    }
}
