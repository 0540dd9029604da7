//! What was found so far, as part of a checkpoint.

use mazurka_explore::Position;
use mazurka_report::{CutOff, Finding, Incomplete, Note};
use serde::{Deserialize, Serialize};

use super::{Findings, Key};
use crate::check::checkpoint::{Checkpoint, Checkpoints};
use crate::check::rounds::Rounds;

#[derive(Serialize, Deserialize)]
pub struct SavedFindings {
    bugs: Vec<(Key, Finding)>,
    races: Vec<(u64, usize)>,
    on_path: Vec<(usize, usize)>,
    at_end: bool,
    threads: usize,
    cut_off: CutOff,
    notes: Vec<Note>,
    incomplete: Vec<Incomplete>,
    rounds: Rounds,
}

impl Findings<'_> {
    /// From now on the search is saved where these say.
    pub fn save_to(&mut self, checkpoints: Checkpoints) {
        self.watch.save_every(checkpoints.every);
        self.checkpoints = Some(checkpoints);
    }

    /// Takes up what was found before a break.
    pub fn restore(&mut self, saved: SavedFindings) {
        let SavedFindings { bugs, races, on_path, at_end, threads, cut_off, notes, incomplete, rounds } =
            saved;
        (self.bugs, self.races) = (bugs, races.into_iter().collect());
        (self.on_path, self.at_end) = (on_path, at_end);
        (self.threads, self.cut_off) = (threads, cut_off);
        (self.notes, self.incomplete, self.rounds) = (notes, incomplete, rounds);
    }

    /// Writes a checkpoint.
    pub(super) fn save(&mut self, position: &dyn Position) {
        if let Some(mut checkpoints) = self.checkpoints.take() {
            checkpoints.write(&Checkpoint {
                invocation: checkpoints.invocation.clone(),
                program: self.subject.hash.clone(),
                stdin: self.subject.stdin().map(<[u8]>::to_vec),
                elapsed: self.watch.elapsed(),
                findings: self.found(),
                search: position.save(),
            });
            self.checkpoints = Some(checkpoints);
        }
        self.watch.saved();
    }

    fn found(&self) -> SavedFindings {
        let mut races: Vec<(u64, usize)> = self.races.iter().map(|(race, bug)| (*race, *bug)).collect();
        races.sort_unstable();
        SavedFindings {
            bugs: self.bugs.clone(),
            races,
            on_path: self.on_path.clone(),
            at_end: self.at_end,
            threads: self.threads,
            cut_off: self.cut_off,
            notes: self.notes.clone(),
            incomplete: self.incomplete.clone(),
            rounds: self.rounds.clone(),
        }
    }
}
