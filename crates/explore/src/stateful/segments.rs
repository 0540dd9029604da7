//! Data races by state.
//!
//! Plain accesses are not scheduling points. A thread's *segment* is the plain accesses of its last step: they may happen at
//! any time until the thread's next operation. So two segments that are current in the same state are concurrent, and a
//! segment is concurrent with what another thread can do next. If they touch the same bytes, one of them writing, that is a
//! data race. Every pair is looked at when the second of the two steps is made.
//!
//! Which segments are current is part of a state here: without it, a state could be reached first with other segments,
//! and the races of these would never be looked for. What only relaxed atomics leave unordered cannot be seen this way:
//! between two states, every operation orders.
//!
//! # Addresses that are used again
//! An access belongs to an allocation, but a segment knows addresses. Where `malloc` returns the address of a block that
//! another thread has freed, the accesses to the old block, the `free` among them, happen before all accesses to the new one:
//! `malloc` is ordered after the `free` of the memory that it reuses, although neither is an operation that ends a segment. So
//! when a block is released ([`Stepped::released`]: it is freed, and there is no pointer to it), its bytes leave all
//! current segments, that of the stepping thread included, and the fingerprint with them. This hides no race:
//! - Two racing accesses are to the same allocation, so both are made before it is released: a thread without a pointer cannot
//!   make the second one later. They are compared when the second of the two steps is made, which is before the bytes leave:
//!   the step that releases a block is compared, with all it touches, before anything is removed.
//! - A block that a step releases is not allocated again within that step, so none of the removed accesses is to a newer block.
//! - Every other address is used by one allocation only while a segment is current: a frame of a thread's stack is pushed and
//!   popped by the thread itself, and another thread learns its address through an operation, which ends the segment.

use mazurka_machine::{
    DataRace, Footprint, Held, Operation, Prediction, RacingAccess, Range, Stepped, ThreadId, Unordered, mix,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::transactions::{Demotion, Mover};
use super::wake_ups::{HeldId, WakeUps};
use crate::data_race::touch::{Kind, Masks};
use crate::operations::{OperationId, Operations};
use crate::stack::{NodeData, Stack};

/// Watches every transition along the current path, and is taken back with it. What it knows besides is saved with the
/// search.
pub trait SegmentMonitor: Knowledge + Serialize + DeserializeOwned {
    /// Whether it is told what the blocked threads of new states wait for.
    const WATCHES_BLOCKED_THREADS: bool = false;

    /// Whether it has to see the steps that threads would repeat for ever where all wait: it counts on seeing every step that any
    /// execution has.
    const WATCHES_IDLE_THREADS: bool = false;

    /// The transition number `event` of the path was made; returns its races with others.
    fn stepped(&mut self, event: usize, step: Performed<'_>, stepped: &Stepped) -> &[DataRace];

    /// A number for the current segments.
    fn fingerprint(&self) -> u128;

    /// The same after a transition that is not made. `None` if it has to be made for that.
    fn predict(&mut self, step: Performed<'_>, prediction: &Prediction) -> Option<u128> {
        let _ = (step, prediction);
        None
    }

    /// Whether a transition that is not made races with others.
    fn finds_races(&mut self, step: Performed<'_>, prediction: &Prediction) -> bool {
        let _ = (step, prediction);
        false
    }

    /// The last step is taken back.
    fn taken_back(&mut self);

    /// A thread of a new state waits to do this.
    fn blocked(&mut self, step: Performed<'_>) {
        let _ = step;
    }

    /// What was demoted since this was last called.
    fn demotions(&mut self) -> &[Demotion] {
        &[]
    }

    /// Whether it cannot tell whether there are races.
    fn gives_up(&self) -> bool {
        false
    }

    /// How threads may learn from each other what happens-before does not order; these operations were made. Data races that are
    /// looked for by state may be missed then.
    fn unordered(&self, operations: &mut dyn Iterator<Item = &Operation>) -> Unordered {
        Unordered::of(operations)
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        0
    }

    /// It was restored, before the transitions of the path are made again; `false` if it cannot have been saved.
    fn restored(&mut self) -> bool {
        true
    }
}

/// What an [`super::Expansion`] can ask the monitor of its search.
pub trait Knowledge {
    /// The locks that a thread holds; `None` if they are not watched.
    fn held(&self, thread: ThreadId) -> Option<&[Held]> {
        let _ = thread;
        None
    }

    /// Whether the last transition, made or predicted, is a mover.
    fn made(&self) -> Mover {
        Mover::NEITHER
    }

    /// The same for a transition that may be made next, as far as it follows from its operation and from the state.
    fn pending(&mut self, step: Performed<'_>) -> Mover {
        let _ = step;
        Mover::NEITHER
    }
}

/// The thread and the operation of a transition.
#[derive(Clone, Copy)]
pub struct Performed<'o> {
    pub thread: ThreadId,
    pub(super) operation: OperationId,
    pub(super) operations: &'o Operations,
}

impl<'o> Performed<'o> {
    /// The transition of the top node, if it has picked one.
    pub(super) fn at_top<N: NodeData>(stack: &'o Stack<N>) -> Option<Performed<'o>> {
        let (thread, operation) = stack.top().step()?;
        Some(Performed { thread, operation, operations: &stack.execution.operations })
    }
}

impl Knowledge for () {}

/// Data races are of no interest.
impl SegmentMonitor for () {
    fn stepped(&mut self, _: usize, _: Performed<'_>, _: &Stepped) -> &[DataRace] {
        &[]
    }

    fn fingerprint(&self) -> u128 {
        0
    }

    fn predict(&mut self, _: Performed<'_>, _: &Prediction) -> Option<u128> {
        Some(0)
    }

    fn taken_back(&mut self) {}
}

/// All but what wake-ups tell follows from the path.
#[derive(Default, Serialize, Deserialize)]
pub struct Segments {
    wake_ups: WakeUps,
    /// The current segment of every thread, by number.
    #[serde(skip)]
    current: Vec<Segment>,
    /// The segments that the steps on the path have ended, in order.
    #[serde(skip)]
    ended: Vec<Ended>,
    #[serde(skip)]
    footprints: Vec<Footprint>,
    /// The sum of the current segments' numbers.
    #[serde(skip)]
    sum: u128,
    #[serde(skip)]
    found: Vec<DataRace>,
}

struct Ended {
    thread: ThreadId,
    segment: Segment,
    /// What the thread held then.
    held: HeldId,
    /// The same step has ended the one before, too.
    with_previous: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct Segment {
    /// The step that it belongs to.
    event: usize,
    /// Where its accesses are in `footprints`.
    start: usize,
    end: usize,
    /// A bit for each of its lines, which others may share.
    lines: u64,
    code: u64,
    fingerprint: u128,
}

impl Knowledge for Segments {}

impl SegmentMonitor for Segments {
    fn stepped(&mut self, event: usize, step: Performed<'_>, stepped: &Stepped) -> &[DataRace] {
        self.advance(event, step, stepped.footprint, stepped)
    }

    fn fingerprint(&self) -> u128 {
        self.sum
    }

    fn finds_races(&mut self, step: Performed<'_>, prediction: &Prediction) -> bool {
        self.would_race(step, prediction.footprint)
    }

    /// Nothing of joins, which end another thread's segment, too. No transition that is predicted releases memory.
    fn predict(&mut self, step: Performed<'_>, prediction: &Prediction) -> Option<u128> {
        if step.operations.traits(step.operation).joins.is_some() {
            return None;
        }
        self.wake_ups.note(step);
        Some(self.fingerprint_after(step.thread, prediction.footprint))
    }

    fn taken_back(&mut self) {
        while let Some(Ended { thread, segment, held, with_previous }) = self.ended.pop() {
            let now = self.set(thread, segment);
            self.wake_ups.set(thread, held);
            if now.start < now.end {
                self.footprints.truncate(now.start);
            }
            if !with_previous {
                break;
            }
        }
    }

    fn unordered(&self, operations: &mut dyn Iterator<Item = &Operation>) -> Unordered {
        self.wake_ups.unordered(operations)
    }

    fn bytes(&self) -> usize {
        self.ended.capacity() * size_of::<Ended>() + self.footprints.capacity() * size_of::<Footprint>()
    }

    fn restored(&mut self) -> bool {
        self.wake_ups.is_possible()
    }
}

impl Segments {
    /// A transition was made; of its plain accesses, these are watched. Returns its races with others.
    pub(super) fn advance(
        &mut self,
        event: usize,
        step: Performed<'_>,
        footprint: &[Footprint],
        stepped: &Stepped,
    ) -> &[DataRace] {
        self.found.clear();
        // What was done by a thread whose end it has waited for is over.
        let joined = step.operations.traits(step.operation).joins;
        if let Some(joined) = joined {
            let segment = self.set(joined, Segment::default());
            let held = self.wake_ups.held(joined);
            self.ended.push(Ended { thread: joined, segment, held, with_previous: false });
        }
        let held = self.wake_ups.held(step.thread);
        self.wake_ups.advance(step);
        self.compare(event, step, footprint, stepped.code);
        let accesses = segment(step.thread, self.footprints.len(), footprint);
        let ended = self.set(step.thread, Segment { event, code: stepped.code, ..accesses });
        self.footprints.extend_from_slice(footprint);
        let with_previous = joined.is_some();
        self.ended.push(Ended { thread: step.thread, segment: ended, held, with_previous });
        stepped.released.iter().for_each(|block| self.remove(*block));
        &self.found
    }

    /// The fingerprint after a transition of a thread that does not join another, if these are the plain accesses to watch.
    pub(super) fn fingerprint_after(&self, thread: ThreadId, footprint: &[Footprint]) -> u128 {
        let ended = self.current.get(thread.index()).map_or(0, |segment| segment.fingerprint);
        self.sum.wrapping_sub(ended).wrapping_add(number(thread, footprint))
    }

    /// Whether a transition that is not made races with others, if these are the plain accesses to watch.
    pub(super) fn would_race(&mut self, step: Performed<'_>, footprint: &[Footprint]) -> bool {
        self.found.clear();
        self.compare(0, step, footprint, 0);
        !self.found.is_empty()
    }

    /// Whether a thread's current segment has accesses.
    pub(super) fn has_accesses(&self, thread: ThreadId) -> bool {
        self.current.get(thread.index()).is_some_and(|segment| segment.start < segment.end)
    }

    /// Compares a step, its operation first, with the current segments of the other threads.
    fn compare(&mut self, event: usize, step: Performed<'_>, footprint: &[Footprint], code: u64) {
        let others = self.current.iter().enumerate().filter(|(index, _)| *index != step.thread.index());
        let lines = others.fold(0, |lines, (_, segment)| lines | segment.lines);
        if lines == 0 {
            return;
        }
        if step.operations.traits(step.operation).touches_memory {
            for part in step.operations.lines(step.operation) {
                if lines & bit(part.line) != 0 {
                    self.meet(step.thread, event, code, part.line, part.masks());
                }
            }
        }
        for part in footprint.iter().filter(|part| lines & bit(part.line) != 0) {
            self.meet(step.thread, event, code, part.line, Masks::plain(part.reads, part.writes));
        }
    }

    /// A step does this to a line.
    fn meet(&mut self, thread: ThreadId, event: usize, code: u64, line: u64, masks: Masks) {
        let Segments { current, footprints, found, .. } = self;
        let others = current
            .iter()
            .enumerate()
            .filter(|(index, segment)| segment.lines & bit(line) != 0 && *index != thread.index());
        for (_, segment) in others {
            for part in footprints[segment.start..segment.end].iter().filter(|part| part.line == line) {
                let mut left = Masks::plain(part.reads, part.writes);
                while let Some((bytes, before, after)) = left.conflict(&masks) {
                    let (start, length) =
                        (bytes.trailing_zeros(), (bytes >> bytes.trailing_zeros()).trailing_ones());
                    found.push(DataRace {
                        first: access(segment.event, before, segment.code),
                        second: access(event, after, code),
                        bytes: Range { start: line + u64::from(start), length: u64::from(length) },
                    });
                    left = left.without_bytes((u64::MAX >> (64 - length)) << start);
                }
            }
        }
    }

    /// Removes the accesses to a block from all current segments, as part of the last step.
    fn remove(&mut self, block: Range) {
        let few = block.length <= 64 * 64;
        let lines = if few { lines_of(Footprint::reading(block)) } else { u64::MAX };
        for thread in (0..self.current.len()).map(|index| ThreadId(index as u16)) {
            let before = self.current[thread.index()];
            let parts = before.start..before.end;
            let touches = |part: &Footprint| part.outside(block) != *part;
            if before.lines & lines == 0 || !self.footprints[parts.clone()].iter().any(touches) {
                continue;
            }
            let start = self.footprints.len();
            for at in parts {
                let part = self.footprints[at].outside(block);
                if part.reads | part.writes != 0 {
                    self.footprints.push(part);
                }
            }
            let left = segment(thread, start, &self.footprints[start..]);
            self.set(thread, Segment { event: before.event, code: before.code, ..left });
            let held = self.wake_ups.held(thread);
            self.ended.push(Ended { thread, segment: before, held, with_previous: true });
        }
    }

    fn set(&mut self, thread: ThreadId, segment: Segment) -> Segment {
        if self.current.len() <= thread.index() {
            self.current.resize(thread.index() + 1, Segment::default());
        }
        let before = std::mem::replace(&mut self.current[thread.index()], segment);
        self.sum = self.sum.wrapping_sub(before.fingerprint).wrapping_add(segment.fingerprint);
        before
    }
}

/// A segment with these accesses, which begin here in `footprints`.
fn segment(thread: ThreadId, start: usize, accesses: &[Footprint]) -> Segment {
    let lines = lines_of(accesses.iter().copied());
    let (end, fingerprint) = (start + accesses.len(), number(thread, accesses));
    Segment { start, end, lines, fingerprint, ..Segment::default() }
}

/// A bit for each line.
fn lines_of(accesses: impl Iterator<Item = Footprint>) -> u64 {
    accesses.fold(0, |bits, part| bits | bit(part.line))
}

/// Lines at the same place of different regions have different bits, mostly: every thread has a stack of its own.
#[inline]
fn bit(line: u64) -> u64 {
    1 << (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}

fn access(event: usize, (atomic, writes): Kind, code: u64) -> RacingAccess {
    RacingAccess { event, atomic, writes, code }
}

/// The same for the same accesses of the same thread, in whatever order they are told.
pub(super) fn number(thread: ThreadId, footprint: &[Footprint]) -> u128 {
    let part = |part: &Footprint| {
        let place = mix(u128::from(thread.0) << 64 | u128::from(part.line));
        mix(place ^ (u128::from(part.reads) << 64 | u128::from(part.writes)))
    };
    footprint.iter().map(part).fold(0, u128::wrapping_add)
}
