//! Which transitions are movers: a claim that every search tests, and that is corrected until it holds.
//!
//! An operation on memory is both a right and a left mover, unless another thread may do something to the same bytes at the same
//! time that it does not commute with. For any two accesses of different threads there has to be a reason why they are apart:
//! `circumstances.rs` has the reasons. If none applies, the bytes are *demoted*: whatever is done to them is no mover. The same
//! goes for locks and semaphores. Taking one is a right mover and giving it back a left one among their like; a lock that
//! another thread may try, inspect or change at the same time is demoted, also if the try succeeds: within transactions, no
//! thread ever finds a lock held.
//!
//! # Plain accesses
//! Where data races are bugs, plain accesses are not operations. Those to demoted bytes are the thread's *segment*
//! (`segments.rs`): from its transition to its next one, they are current, and part of the state; two that conflict are a data
//! race. A transition that begins or ends a segment with such accesses is no mover. So a data race is the failure of an
//! assertion about markers that only these transitions change, and transactions preserve it.
//!
//! # Why it is sound
//! A record is the thread, what it does, and circumstances that follow from what the thread itself did before. Suppose that a
//! search has demoted nothing, and there is an execution with an access that it has not recorded: take the shortest. All accesses
//! before its last one are recorded, so they are the movers that they are thought to be, and there is an
//! execution in transactions with the same last access, which the search has made. What a blocked thread waits for counts as
//! an access: others might let it go on in the middle of a transaction. What is demoted is used from the next search on
//! ([`Learner`]): transitions stay the same while one search lasts.

use mazurka_machine::{DataRace, Footprint, Held, Operation, Prediction, Range, Stepped, ThreadId, mix};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::super::circumstances::{Circumstances, Record, Records};
use super::super::segments::{Knowledge, Performed, SegmentMonitor, Segments, number};
use super::demotion::{Demotion, Party, Subject};
use super::mover::{self, Kind, Mover, Touched};
use crate::fixpoint::Learner;
use crate::operations::OperationId;

#[derive(Default, Serialize, Deserialize)]
pub struct Movers {
    /// Plain accesses are not operations, and data races are looked for.
    finds_races: bool,
    /// A thread that ends the process looks at all memory.
    exit_looks_at_memory: bool,
    pub(super) circumstances: Circumstances,
    pub(super) records: Records<Touched>,
    /// What this search knows.
    demoted: Demoted,
    /// What the next one will know.
    learnt: Demoted,
    /// Why, in order.
    demotions: Vec<Demotion>,
    /// How many of them were reported.
    reported: usize,
    #[serde(skip)]
    segments: Segments,
    /// The suspicious accesses of the last transition.
    #[serde(skip)]
    suspicious: Vec<Footprint>,
    /// By operation, where it is known: what it is by itself, and whether there is something to note of it.
    #[serde(skip)]
    classes: Vec<Option<(Mover, bool)>>,
    /// Hashes of all that was noted, of each with its thread and circumstances.
    noted: FxHashSet<u128>,
    /// What the last transition was.
    #[serde(skip)]
    made: Mover,
}

/// Bytes by line.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Demoted {
    lines: FxHashMap<u64, u64>,
    /// An operation was seen of which it is not known what it touches.
    everything: bool,
}

impl Demoted {
    fn of_line(&self, line: u64) -> u64 {
        if self.everything { u64::MAX } else { self.lines.get(&line).copied().unwrap_or(0) }
    }

    /// The accesses to bytes that are demoted.
    fn among(&self, part: &Footprint) -> Option<Footprint> {
        let bytes = self.of_line(part.line);
        let (reads, writes) = (part.reads & bytes, part.writes & bytes);
        (reads | writes != 0).then_some(Footprint { line: part.line, reads, writes })
    }
}

impl Knowledge for Movers {
    fn held(&self, thread: ThreadId) -> Option<&[Held]> {
        Some(self.circumstances.held(thread))
    }

    fn made(&self) -> Mover {
        self.made
    }

    fn pending(&mut self, step: Performed<'_>) -> Mover {
        let ends_segment = self.segments.has_accesses(step.thread)
            || step
                .operations
                .traits(step.operation)
                .joins
                .is_some_and(|other| self.segments.has_accesses(other));
        if ends_segment { Mover::NEITHER } else { self.class(step) }
    }
}

impl SegmentMonitor for Movers {
    const WATCHES_BLOCKED_THREADS: bool = true;
    const WATCHES_IDLE_THREADS: bool = true;

    fn stepped(&mut self, event: usize, step: Performed<'_>, stepped: &Stepped) -> &[DataRace] {
        let before = self.pending(step);
        self.note_operation(step);
        let creates = self.circumstances.advance(step, stepped);
        self.made = Mover { right: before.right && !creates, ..before };
        self.suspicious.clear();
        if !self.finds_races {
            return &[];
        }
        self.note_footprint(step.thread, stepped.footprint);
        self.find_suspicious(stepped.footprint);
        self.segments.advance(event, step, &self.suspicious, stepped)
    }

    /// Only where there is nothing to note, and of transitions that do not change who knows whose end.
    fn predict(&mut self, step: Performed<'_>, prediction: &Prediction) -> Option<u128> {
        let traits = step.operations.traits(step.operation);
        if traits.joins.is_some() || traits.spawns || !self.is_noted(step, prediction.footprint) {
            return None;
        }
        self.suspicious.clear();
        self.made = self.pending(step);
        if self.finds_races {
            self.find_suspicious(prediction.footprint);
        }
        let segments = self.segments.fingerprint_after(step.thread, &self.suspicious);
        Some(self.circumstances.fingerprint().wrapping_add(segments))
    }

    fn finds_races(&mut self, step: Performed<'_>, _: &Prediction) -> bool {
        self.finds_races && self.segments.would_race(step, &self.suspicious)
    }

    fn fingerprint(&self) -> u128 {
        self.circumstances.fingerprint().wrapping_add(self.segments.fingerprint())
    }

    fn taken_back(&mut self) {
        self.circumstances.taken_back();
        if self.finds_races {
            self.segments.taken_back();
        }
    }

    fn blocked(&mut self, step: Performed<'_>) {
        self.note_operation(step);
    }

    fn demotions(&mut self) -> &[Demotion] {
        let told = std::mem::replace(&mut self.reported, self.demotions.len());
        &self.demotions[told..]
    }

    fn bytes(&self) -> usize {
        self.records.bytes()
            + self.circumstances.bytes()
            + self.segments.bytes()
            + self.noted.capacity() * (size_of::<u128>() + 1)
    }

    fn restored(&mut self) -> bool {
        self.records.are_possible(&self.circumstances) && self.reported <= self.demotions.len()
    }
}

impl Movers {
    /// `finds_races` where plain accesses are not operations, and data races are bugs.
    pub fn new(finds_races: bool) -> Movers {
        Movers { finds_races, ..Movers::default() }
    }

    /// Has a thread that ends the process look at what all others have done, as a search for leaks does.
    pub fn with_checks_at_exit(self) -> Movers {
        Movers { exit_looks_at_memory: true, ..self }
    }

    /// Whether the next search will know more than the last one.
    pub fn has_learnt(&self) -> bool {
        self.learnt != self.demoted
    }

    /// What was demoted so far, in order.
    pub fn all_demotions(&self) -> &[Demotion] {
        &self.demotions
    }

    /// Whether a byte is, or will be in the next search.
    pub(super) fn is_demoted(&self, line: u64, byte: u32) -> bool {
        self.learnt.of_line(line) >> byte & 1 != 0
    }

    /// What an operation is by itself, in this search.
    fn class(&mut self, step: Performed<'_>) -> Mover {
        self.class_and_note(step).0
    }

    /// The same, and whether it touches bytes that are not demoted, of which there is something to note.
    #[inline]
    fn class_and_note(&mut self, step: Performed<'_>) -> (Mover, bool) {
        let at = step.operation.index();
        if self.classes.len() <= at {
            self.classes.resize(step.operations.len(), None);
        }
        *self.classes[at].get_or_insert_with(|| {
            let operation = step.operations.get(step.operation);
            let is_new = |(line, touched): (u64, Touched)| touched.bytes & !self.demoted.of_line(line) != 0;
            let notes = mover::touched(operation).any(is_new) || operation.is_barrier();
            (self.demoted.class_of(operation), notes)
        })
    }

    /// The accesses of a transition to demoted bytes.
    fn find_suspicious(&mut self, footprint: &[Footprint]) {
        let Movers { suspicious, demoted, .. } = self;
        suspicious.extend(footprint.iter().filter_map(|part| demoted.among(part)));
        if !suspicious.is_empty() {
            self.made = Mover::NEITHER;
        }
    }

    /// Whether all of a transition was noted before, in the circumstances that its thread is in. What it does behind its
    /// operation is done in others, if the operation takes or gives back a lock.
    fn is_noted(&mut self, step: Performed<'_>, footprint: &[Footprint]) -> bool {
        let operation = step.operations.get(step.operation);
        let (_, notes) = self.class_and_note(step);
        let context = self.circumstances.context(step.thread);
        let is_noted =
            !notes || self.noted.contains(&hash_of_operation(step.thread, context, step.operation));
        if !is_noted || footprint.is_empty() || !self.finds_races {
            return is_noted;
        }
        let behind = self.circumstances.context_behind(step.thread, operation);
        self.noted.contains(&hash_of_footprint(step.thread, behind, footprint))
    }

    /// A thread does this, or waits to do it.
    fn note_operation(&mut self, step: Performed<'_>) {
        let operation = step.operations.get(step.operation);
        if !self.class_and_note(step).1 {
            return;
        }
        let mut context = self.circumstances.context(step.thread);
        if !self.noted.insert(hash_of_operation(step.thread, context, step.operation)) {
            return;
        }
        if Mover::of(operation) == Mover::RIGHT {
            // Where it is possible, no other thread holds the lock.
            context = self.circumstances.context_behind(step.thread, operation);
        }
        let touches_anything = match operation.in_loop() {
            Operation::Anything => true,
            Operation::ExitProcess => self.exit_looks_at_memory,
            _ => false,
        };
        if touches_anything && !self.learnt.everything {
            self.learnt.everything = true;
            let party = self.party(step.thread, context, true);
            self.demotions.push(Demotion { subject: Subject::Everything, parties: vec![party] });
        }
        for (line, touched) in mover::touched(operation) {
            self.note(step.thread, context, line, touched);
        }
    }

    fn note_footprint(&mut self, thread: ThreadId, footprint: &[Footprint]) {
        if footprint.is_empty() {
            return;
        }
        let context = self.circumstances.context(thread);
        if !self.noted.insert(hash_of_footprint(thread, context, footprint)) {
            return;
        }
        for part in footprint {
            for (kind, bytes) in [(Kind::Read, part.reads & !part.writes), (Kind::Write, part.writes)] {
                self.note(thread, context, part.line, Touched { kind, bytes });
            }
        }
    }

    fn note(&mut self, thread: ThreadId, context: usize, line: u64, touched: Touched) {
        let known = self.learnt.of_line(line);
        let access = Touched { bytes: touched.bytes & !known, ..touched };
        if access.bytes == 0 {
            return;
        }
        let new = Record { thread, context, access };
        let (mut demoted, mut others) = (0, Vec::new());
        self.records.note(&self.circumstances, line, new, |other, bytes| {
            if bytes & !demoted != 0 {
                others.push((other.thread, other.context, other.access.kind, bytes & !demoted));
                demoted |= bytes;
            }
        });
        for (other, its_context, kind, bytes) in others {
            let parties = vec![
                self.party(other, its_context, kind != Kind::Read),
                self.party(thread, context, touched.kind != Kind::Read),
            ];
            let subject = subject(line, bytes);
            self.demotions.push(Demotion { subject, parties });
        }
        if demoted != 0 {
            *self.learnt.lines.entry(line).or_default() |= demoted;
        }
    }

    fn party(&self, thread: ThreadId, context: usize, writes: bool) -> Party {
        Party { thread, held: self.circumstances.get(context).held.clone(), writes }
    }
}

impl Demoted {
    fn class_of(&self, operation: &Operation) -> Mover {
        let class = Mover::of(operation);
        let is_demoted = |(line, touched): (u64, Touched)| self.of_line(line) & touched.bytes != 0;
        let fixed = self.everything && !Mover::is_local(operation);
        if fixed || mover::touched(operation).any(is_demoted) { Mover::NEITHER } else { class }
    }
}

impl<M> Learner<M> for Movers {
    fn has_learnt(&self, _: &M) -> bool {
        Movers::has_learnt(self)
    }

    fn adopt(&mut self, _: &mut M) -> bool {
        let has_learnt = Movers::has_learnt(self);
        self.demoted.clone_from(&self.learnt);
        self.circumstances.start_again();
        self.segments = Segments::default();
        self.classes.clear();
        self.noted.clear();
        has_learnt
    }
}

fn subject(line: u64, bytes: u64) -> Subject {
    if let Some(thread) = mover::thread_of(line) {
        return Subject::Thread(thread);
    }
    let (start, end) = (bytes.trailing_zeros(), 64 - bytes.leading_zeros());
    Subject::Bytes(Range { start: line + u64::from(start), length: u64::from(end - start) })
}

fn hash_of_operation(thread: ThreadId, context: usize, operation: OperationId) -> u128 {
    mix(1 << 103 | u128::from(thread.0) << 80 | (context as u128) << 32 | operation.index() as u128)
}

fn hash_of_footprint(thread: ThreadId, context: usize, footprint: &[Footprint]) -> u128 {
    mix(number(thread, footprint) ^ context as u128)
}
