//! Whether it is plain that there is no data race, whatever the order of the threads.
//!
//! A reduction does not get to every state, so it cannot find races by state: that two segments are never current together in
//! the states that it has seen says nothing about the others. But it executes every step that any execution has, up to
//! equivalence. So if for any two conflicting accesses that were seen there is a reason why they can never be
//! concurrent, there is no race (the idea of Savage et al.: *Eraser*, 1997). The reasons:
//! - both were made holding the same lock, one of them exclusively;
//! - one was made after its thread, or the one that has created it, had joined the other's thread;
//! - one was made before its thread created the other's thread, or an ancestor of it.
//!
//! All of them follow from what a thread itself has done before, which is the same in equivalent executions, and from the
//! state; whom a thread has joined is part of the state here. Where there is no such reason, the threads may be in order by
//! other means, and the search has to look at all states.

use mazurka_machine::{DataRace, Hold, Object, ObjectKind, Operation, Stepped, ThreadId, ThreadSet, mix};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::segments::{Knowledge, Performed, SegmentMonitor};
use crate::data_race::touch::Masks;

#[derive(Default, Serialize, Deserialize)]
pub struct Discipline {
    /// What was ever done to every line of memory.
    lines: FxHashMap<u64, Vec<Record>>,
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
    /// A number for that.
    #[serde(skip)]
    joins: u128,
    /// For every step on the path, what it has changed.
    #[serde(skip)]
    undo: Vec<Undo>,
    /// Two accesses were seen that nothing here keeps apart.
    #[serde(skip)]
    suspicion: bool,
}

/// A lock's address, and whether it is held exclusively.
pub type Held = (u64, bool);

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Record {
    thread: ThreadId,
    context: usize,
    masks: Masks,
}

/// What is known where an access is made.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Context {
    held: Vec<Held>,
    created: ThreadSet,
    joined: ThreadSet,
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

impl Knowledge for Discipline {
    fn held(&self, thread: ThreadId) -> Option<&[Held]> {
        Some(self.held.get(thread.index()).map_or(&[], Vec::as_slice))
    }
}

impl SegmentMonitor for Discipline {
    fn stepped(&mut self, _: usize, step: Performed<'_>, stepped: &Stepped) -> &[DataRace] {
        let (thread, operation) = (step.thread, step.operations.get(step.operation));
        let traits = step.operations.traits(step.operation);
        self.make_room(thread);
        if traits.touches_memory {
            let context = self.context(thread);
            for part in step.operations.lines(step.operation) {
                self.note(part.line, Record { thread, context, masks: part.masks() });
            }
        }
        let joins = self.joins;
        let joined = traits.joins.map(|other| self.join(thread, other));
        let spawns = traits.spawns || self.created.is_empty();
        let created = spawns.then(|| self.create(thread, stepped.threads.clone()));
        let held = self.hold(thread, operation);
        self.undo.push(Undo { thread, held, created, joined, joins });
        if !stepped.footprint.is_empty() {
            let context = self.context(thread);
            for part in stepped.footprint {
                let masks = Masks::plain(part.reads, part.writes);
                self.note(part.line, Record { thread, context, masks });
            }
        }
        &[]
    }

    fn fingerprint(&self) -> u128 {
        self.joins
    }

    fn taken_back(&mut self) {
        let Some(Undo { thread, held, created, joined, joins }) = self.undo.pop() else { return };
        self.joins = joins;
        if let Some(held) = held {
            self.held[thread.index()] = held;
        }
        if let Some(created) = created {
            self.created = created;
        }
        if let Some(joined) = joined {
            self.joined[thread.index()] = joined;
        }
    }

    fn gives_up(&self) -> bool {
        self.suspicion
    }

    /// Most lines have a record or two, and most steps change no locks.
    fn bytes(&self) -> usize {
        self.lines.capacity() * size_of::<(u64, Vec<Record>, [Record; 2])>()
            + self.contexts.capacity() * size_of::<Context>()
            + self.undo.capacity() * size_of::<Undo>()
    }

    fn restored(&mut self) -> bool {
        self.lines.values().flatten().all(|record| record.context < self.contexts.len())
    }
}

impl Discipline {
    fn make_room(&mut self, thread: ThreadId) {
        if self.held.len() <= thread.index() {
            self.held.resize_with(thread.index() + 1, Vec::new);
            self.joined.resize_with(thread.index() + 1, ThreadSet::new);
        }
    }

    /// A thread learns of another's end, and of all that the other knew; gives what it knew before.
    fn join(&mut self, thread: ThreadId, other: ThreadId) -> ThreadSet {
        self.make_room(other);
        let before = self.joined[thread.index()].clone();
        let news = self.joined[other.index()].clone();
        self.joined[thread.index()].extend(news.iter().chain([other]));
        self.count_joins(thread, &before);
        before
    }

    /// Brings the number of who knows whose end up to date.
    fn count_joins(&mut self, thread: ThreadId, before: &ThreadSet) {
        let each = |other: ThreadId| mix(1 << 101 | u128::from(thread.0) << 64 | u128::from(other.0));
        for other in self.joined[thread.index()].iter().filter(|other| !before.contains(*other)) {
            self.joins = self.joins.wrapping_add(each(other));
        }
    }

    /// Takes note of who creates whom; gives the threads that were there before.
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

    /// Takes note of the locks that an operation takes or gives up; gives those that the thread held before, if they change.
    fn hold(&mut self, thread: ThreadId, operation: &Operation) -> Option<Vec<Held>> {
        let now = &mut self.held[thread.index()];
        let before = now.clone();
        // A thread that comes late never gives a once-control back, and its accesses are not protected by it.
        let is_lock = |(object, _): &(Object, Hold)| object.kind != ObjectKind::Once;
        if let Some(lock) = operation.gives() {
            now.retain(|(held, _)| *held != lock.range.start);
        } else if let Some((lock, hold)) = operation.takes().filter(is_lock) {
            now.push((lock.range.start, hold == Hold::Exclusive));
        } else {
            return None;
        }
        now.sort_unstable();
        Some(before)
    }

    /// The number of what is known to a thread now.
    fn context(&mut self, thread: ThreadId) -> usize {
        let Discipline { contexts, held, created, joined, .. } = self;
        let (held, joined) = (&held[thread.index()], &joined[thread.index()]);
        let same =
            |other: &Context| other.held == *held && other.created == *created && other.joined == *joined;
        contexts.iter().rposition(same).unwrap_or_else(|| {
            contexts.push(Context { held: held.clone(), created: created.clone(), joined: joined.clone() });
            contexts.len() - 1
        })
    }

    /// An access is made, perhaps for the first time.
    fn note(&mut self, line: u64, new: Record) {
        let records = self.lines.entry(line).or_default();
        let same = |record: &&mut Record| {
            record.thread == new.thread
                && record.context == new.context
                && record.masks.operation == new.masks.operation
        };
        match records.iter_mut().find(same) {
            Some(record) if record.masks.union(&new.masks) == record.masks => return,
            Some(record) => record.masks = record.masks.union(&new.masks),
            None => records.push(new),
        }
        let records = &self.lines[&line];
        let meets = |other: &Record| other.masks.conflict(&new.masks).is_some() && !self.apart(other, &new);
        self.suspicion |= records.iter().any(|other| other.thread != new.thread && meets(other));
    }

    /// Whether two accesses can never be concurrent.
    fn apart(&self, a: &Record, b: &Record) -> bool {
        let [mine, theirs] = [a, b].map(|record| &self.contexts[record.context]);
        let excludes = |x: &Held, y: &Held| x.0 == y.0 && (x.1 || y.1);
        mine.held.iter().any(|x| theirs.held.iter().any(|y| excludes(x, y)))
            || mine.joined.contains(b.thread)
            || theirs.joined.contains(a.thread)
            || self.comes_before(a.thread, mine, b.thread)
            || self.comes_before(b.thread, theirs, a.thread)
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

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn accesses_in_unknown_circumstances_are_refused() {
        let restores = |context| {
            let record = Record { thread: ThreadId::MAIN, context, masks: Masks::plain(1, 0) };
            let (held, created, joined) = (Vec::new(), ThreadSet::new(), ThreadSet::new());
            let mut saved = Discipline {
                lines: [(64, vec![record])].into_iter().collect(),
                contexts: vec![Context { held, created, joined }],
                ..Discipline::default()
            };
            SegmentMonitor::restored(&mut saved)
        };
        assert!(restores(0));
        assert!(!restores(1));
    }
}
