//! Data races between plain accesses, by happens-before (Lamport 1978; epochs and shadow words in the spirit of
//! FastTrack, PLDI 2009), along the execution on the search stack.
//!
//! An event is a visible operation and the plain accesses after it, up to the thread's next event. Two accesses race if
//! they touch the same byte, at least one of them writes, at least one of them is plain, and the language orders neither
//! before the other ([`synchronization`]). The operations of locks and other objects count as atomic accesses to the
//! object's bytes: overwriting a mutex races with locking it.
//!
//! This is on the path of every step, and most steps touch nothing that matters. So:
//! - Lines that one thread alone has touched, or that only operations have touched, have no history. That is learnt once
//!   and for the whole search; when it turns out to be wrong, the history is made from the events on the path.
//! - Clocks are computed when two threads first meet in a conflict, for all events so far.
//! - Histories are not undone when an event is undone. Their entries carry a stamp that says whether they are still
//!   on the path.

mod familiar;
mod synchronization;
pub(crate) mod touch;

use mazurka_machine::{DataRace, Footprint, RacingAccess, Range, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::execution::{EventId, Execution};
use familiar::Familiar;
use synchronization::Synchronization;
use touch::Masks;

/// What it has learnt about lines is saved; the rest follows from the current path.
#[derive(Default, Serialize, Deserialize)]
pub struct DataRaces {
    lines: FxHashMap<u64, Line>,
    /// How many of them have turned out to be shared.
    shared: u64,
    #[serde(skip)]
    synchronization: Synchronization,
    #[serde(skip)]
    familiar: Familiar,
    /// The events on the path.
    #[serde(skip)]
    path: Vec<Noted>,
    /// The plain accesses of all events on the path.
    #[serde(skip)]
    footprints: Vec<Footprint>,
    /// How many events were ever pushed.
    #[serde(skip)]
    stamps: u64,
    #[serde(skip)]
    found: Vec<DataRace>,
    /// Lines that the event at hand has made shared, and what it does to them.
    #[serde(skip)]
    turning: FxHashSet<u64>,
    #[serde(skip)]
    postponed: Vec<(u64, Masks)>,
}

/// An event on the path.
#[derive(Clone, Copy, Debug)]
struct Noted {
    stamp: u64,
    /// Where its plain accesses begin in `footprints`.
    footprints: usize,
    code: u64,
}

/// What was ever seen to touch a line of 64 bytes.
#[derive(Debug, Serialize, Deserialize)]
enum Line {
    /// Only operations: they do not race with each other.
    Operations,
    /// Only this thread.
    Private(ThreadId),
    Shared(#[serde(skip)] Vec<History>),
}

/// What one thread has done to a line, in order.
#[derive(Debug)]
struct History {
    thread: ThreadId,
    touches: Vec<Touch>,
}

#[derive(Clone, Copy, Debug)]
struct Touch {
    event: EventId,
    stamp: u64,
    masks: Masks,
    /// Everything up to this one.
    so_far: Masks,
    /// It was compared with what other threads had done before, and raced with none of it.
    clean: bool,
}

impl DataRaces {
    /// Takes note of the last event of an execution; `execution` ends with it. Returns the races of the event with earlier ones.
    /// `code` identifies the code that has made the plain accesses.
    pub fn push(&mut self, execution: &Execution, footprint: &[Footprint], code: u64) -> &[DataRace] {
        self.stamps += 1;
        self.path.push(Noted { stamp: self.stamps, footprints: self.footprints.len(), code });
        self.found.clear();
        let last = execution.len() - 1;
        if execution.traits(last).touches_memory {
            for part in execution.lines(last) {
                let (line, masks) = (part.line, part.masks());
                if masks.is_plain() || !self.familiar.is_for_operations(line) {
                    self.touch(execution, line, masks);
                }
            }
        }
        let by_operation = self.postponed.len();
        let thread = execution.event(last).thread;
        for part in footprint.iter() {
            if !self.familiar.is_private(part.line, thread) {
                self.touch(execution, part.line, Masks::plain(part.reads, part.writes));
            }
        }
        if !self.postponed.is_empty() {
            self.share(execution, by_operation);
        }
        self.footprints.extend_from_slice(footprint);
        &self.found
    }

    /// Whether, for all that is known, no other thread ever touches a line. From now on it is known to be this thread's,
    /// if so.
    pub fn claim(&mut self, line: u64, thread: ThreadId) -> bool {
        if self.familiar.is_private(line, thread) {
            return true;
        }
        let user = self.lines.entry(line).or_insert(Line::Private(thread));
        let is_private = matches!(user, Line::Private(owner) if *owner == thread);
        if is_private {
            self.familiar.remember(line, Some(thread));
        }
        is_private
    }

    /// How many lines have turned out to be shared so far.
    pub fn lines_shared(&self) -> u64 {
        self.shared
    }

    /// Forgets the last event.
    pub fn pop(&mut self) {
        if let Some(noted) = self.path.pop() {
            self.footprints.truncate(noted.footprints);
            self.synchronization.truncate(self.path.len());
        }
    }

    /// The last event touches a line.
    fn touch(&mut self, execution: &Execution, line: u64, masks: Masks) {
        let thread = execution.event(execution.len() - 1).thread;
        let new = || if masks.is_plain() { Line::Private(thread) } else { Line::Operations };
        match self.lines.entry(line).or_insert_with(new) {
            Line::Operations if !masks.is_plain() => self.familiar.remember(line, None),
            Line::Private(owner) if *owner == thread => self.familiar.remember(line, Some(thread)),
            Line::Shared(_) if !self.turning.is_empty() && self.turning.contains(&line) => {
                self.postponed.push((line, masks));
            }
            Line::Shared(histories) => {
                let judge = Judge {
                    execution,
                    path: &self.path,
                    synchronization: &mut self.synchronization,
                    found: &mut self.found,
                };
                judge.add(histories, line, masks);
            }
            state => {
                *state = Line::Shared(Vec::new());
                self.shared = self.shared.wrapping_add(1);
                self.familiar.forget(line);
                self.turning.insert(line);
                self.postponed.push((line, masks));
            }
        }
    }

    /// Makes the histories of the lines that the last event has made shared, and adds what it does to them; the first
    /// `by_operation` of the postponed touches are its operation's.
    fn share(&mut self, execution: &Execution, by_operation: usize) {
        let last = execution.len() - 1;
        let turning = std::mem::take(&mut self.turning);
        let mut postponed = std::mem::take(&mut self.postponed);
        for id in 0..execution.len() {
            for part in execution.lines(id) {
                let line = part.line;
                let later = id == last && postponed[..by_operation].iter().any(|(other, _)| *other == line);
                if turning.contains(&line) && !later {
                    self.add_to_history(execution, id, line, part.masks());
                }
            }
            let end = self.path.get(id + 1).map_or(self.footprints.len(), |next| next.footprints);
            for at in self.path[id].footprints..end {
                let Footprint { line, reads, writes } = self.footprints[at];
                if turning.contains(&line) {
                    self.add_to_history(execution, id, line, Masks::plain(reads, writes));
                }
            }
        }
        for (line, masks) in postponed.drain(..) {
            self.touch(execution, line, masks);
        }
        (self.turning, self.postponed) = (turning, postponed);
        self.turning.clear();
    }

    /// An event on the path has touched a line, as it turns out too late.
    fn add_to_history(&mut self, execution: &Execution, id: EventId, line: u64, masks: Masks) {
        if let Some(Line::Shared(histories)) = self.lines.get_mut(&line) {
            push(histories, &self.path, execution.event(id).thread, id, masks, false);
        }
    }
}

/// This many touches are compared before it is found out which of the others need not be. Tests have few of them.
const FEW_LOOKS: usize = if cfg!(test) { 1 } else { 8 };

/// Compares what the last event does to a line with what others have done.
struct Judge<'a> {
    execution: &'a Execution,
    path: &'a [Noted],
    synchronization: &'a mut Synchronization,
    found: &'a mut Vec<DataRace>,
}

impl Judge<'_> {
    fn add(mut self, histories: &mut Vec<History>, line: u64, masks: Masks) {
        let id = self.execution.len() - 1;
        let thread = self.execution.event(id).thread;
        let races_before = self.found.len();
        for at in 0..histories.len() {
            if histories[at].thread == thread {
                continue;
            }
            forget_stale(&mut histories[at].touches, self.path);
            let last = histories[at].touches.last();
            if last.is_some_and(|last| last.so_far.conflict(&masks).is_some()) {
                self.compare(histories, at, line, &masks);
            }
        }
        let clean = self.found.len() == races_before;
        push(histories, self.path, thread, id, masks, clean);
    }

    /// Compares with what the thread of one history has done.
    fn compare(&mut self, histories: &[History], at: usize, line: u64, masks: &Masks) {
        let id = self.execution.len() - 1;
        self.synchronization.compute(self.execution);
        let known = self.synchronization.known(id, histories[at].thread);
        let mut since = 0;
        for (looks, earlier) in histories[at].touches.iter().rev().enumerate() {
            count_look();
            if looks == FEW_LOOKS {
                since = self.last_clean(histories, masks);
            }
            if earlier.event < since {
                return;
            }
            // An operation may be ordered although the plain accesses after it are not. What came before is ordered, too.
            if known > earlier.event + usize::from(!earlier.masks.operation) {
                return;
            }
            let mut left = earlier.masks;
            while let Some((bytes, before, after)) = left.conflict(masks) {
                let access = |event: EventId, (atomic, writes)| {
                    let code = self.path[event].code;
                    RacingAccess { event, atomic, writes, code }
                };
                let (start, length) =
                    (bytes.trailing_zeros(), (bytes >> bytes.trailing_zeros()).trailing_ones());
                self.found.push(DataRace {
                    first: access(earlier.event, before),
                    second: access(id, after),
                    bytes: Range { start: line + u64::from(start), length: u64::from(length) },
                });
                left = left.without_bytes(mask_of(start, length));
            }
        }
    }

    /// The last event in which the thread did at least the same to the line, and raced with nothing. What others had done
    /// before it is of no interest any more: it is ordered before that event, or does not conflict. So threads that keep
    /// reading what was published once do not look at all of each other's reads every time.
    fn last_clean(&self, histories: &[History], masks: &Masks) -> EventId {
        let thread = self.execution.event(self.execution.len() - 1).thread;
        let own = histories.iter().find(|history| history.thread == thread);
        let mut touches = own.map_or(&[][..], |own| &own.touches).iter();
        let is_clean = |touch: &&Touch| touch.clean && !is_stale(touch, self.path);
        touches.rfind(|touch| is_clean(touch) && touch.masks.includes(masks)).map_or(0, |touch| touch.event)
    }
}

/// An earlier touch is compared with the event at hand. What a long execution costs is how often that happens.
#[inline]
fn count_look() {
    #[cfg(test)]
    tests::LOOKS.with(|looks| looks.set(looks.get() + 1));
}

fn mask_of(start: u32, length: u32) -> u64 {
    (u64::MAX >> (64 - length)) << start
}

/// Entries of events that were undone are at the end: what is below an entry on the path is on the path.
fn forget_stale(touches: &mut Vec<Touch>, path: &[Noted]) {
    while touches.last().is_some_and(|last| is_stale(last, path)) {
        touches.pop();
    }
}

/// Whether its event was undone.
fn is_stale(touch: &Touch, path: &[Noted]) -> bool {
    path.get(touch.event).is_none_or(|noted| noted.stamp != touch.stamp)
}

fn push(
    histories: &mut Vec<History>,
    path: &[Noted],
    thread: ThreadId,
    event: EventId,
    masks: Masks,
    clean: bool,
) {
    let at = histories.iter().position(|history| history.thread == thread).unwrap_or_else(|| {
        histories.push(History { thread, touches: Vec::new() });
        histories.len() - 1
    });
    let touches = &mut histories[at].touches;
    forget_stale(touches, path);
    let so_far = touches.last().map_or(masks, |last| last.so_far.union(&masks));
    touches.push(Touch { event, stamp: path[event].stamp, masks, so_far, clean });
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
