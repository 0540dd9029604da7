//! Whether it is plain that there is no data race, whatever the order of the threads.
//!
//! A reduction does not get to every state, so it cannot find races by state: that two segments are never current together in
//! the states that it has seen says nothing about the others. But it executes every step that any execution has, up to
//! equivalence. So if for any two conflicting accesses that were seen there is a reason why they can never be
//! concurrent, there is no race: `circumstances.rs` has the reasons. Where there is none, the threads may be in order by
//! other means, and the search has to look at all states.
//!
//! Threads that wait for ever may be blocked before they have made a single iteration: their accesses are looked at where nothing else is left
//! to do.

use mazurka_machine::{DataRace, Held, Stepped, ThreadId};
use serde::{Deserialize, Serialize};

use super::circumstances::{Circumstances, LineAccess, Record, Records};
use super::segments::{Knowledge, Performed, SegmentMonitor};
use crate::data_race::touch::Masks;

#[derive(Default, Serialize, Deserialize)]
pub struct Discipline {
    records: Records<Masks>,
    circumstances: Circumstances,
    /// Two accesses were seen that nothing here keeps apart.
    #[serde(skip)]
    suspicion: bool,
}

impl Knowledge for Discipline {
    fn held(&self, thread: ThreadId) -> Option<&[Held]> {
        Some(self.circumstances.held(thread))
    }
}

impl SegmentMonitor for Discipline {
    const WATCHES_IDLE_THREADS: bool = true;

    fn stepped(&mut self, _: usize, step: Performed<'_>, stepped: &Stepped) -> &[DataRace] {
        if step.operations.traits(step.operation).touches_memory {
            for part in step.operations.lines(step.operation) {
                self.note(step.thread, part.line, part.masks());
            }
        }
        self.circumstances.advance(step, stepped);
        for part in stepped.footprint {
            self.note(step.thread, part.line, Masks::plain(part.reads, part.writes));
        }
        &[]
    }

    fn fingerprint(&self) -> u128 {
        self.circumstances.fingerprint()
    }

    fn taken_back(&mut self) {
        self.circumstances.taken_back();
    }

    fn gives_up(&self) -> bool {
        self.suspicion
    }

    fn bytes(&self) -> usize {
        self.records.bytes() + self.circumstances.bytes()
    }

    fn restored(&mut self) -> bool {
        self.records.are_possible(&self.circumstances)
    }
}

impl Discipline {
    fn note(&mut self, thread: ThreadId, line: u64, access: Masks) {
        let Discipline { records, circumstances, suspicion } = self;
        let context = circumstances.context(thread);
        records.note(circumstances, line, Record { thread, context, access }, |_, _| *suspicion = true);
    }
}

/// Accesses of operations and of what follows them are kept apart.
impl LineAccess for Masks {
    fn add(&mut self, other: &Masks) -> Option<bool> {
        if self.operation != other.operation {
            return None;
        }
        let is_new = !self.includes(other);
        *self = self.union(other);
        Some(is_new)
    }

    fn conflict(&self, other: &Masks) -> u64 {
        Masks::conflict(self, other).map_or(0, |(bytes, ..)| bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_in_unknown_circumstances_are_refused() {
        let restores = |context| {
            let mut circumstances = Circumstances::default();
            circumstances.context(ThreadId::MAIN);
            let record = Record { thread: ThreadId::MAIN, context, access: Masks::plain(1, 0) };
            let records = Records::of([(64, vec![record])]);
            SegmentMonitor::restored(&mut Discipline { records, circumstances, suspicion: false })
        };
        assert!(restores(0));
        assert!(!restores(1));
    }
}
