//! What was found so far, as part of a checkpoint.

use std::time::Instant;

use mazurka_explore::{Position, is_a_count};
use mazurka_report::{CutOff, Finding, Incomplete, Note};
use serde::{Deserialize, Serialize};

use super::{Findings, Key, unconfirmed};
use crate::check::checkpoint::{Checkpoint, Checkpoints};
use crate::check::rounds::{Rounds, not_this_search};
use crate::failure::Failure;
use crate::replay::{Obstacle, confirm};

#[derive(Serialize, Deserialize)]
pub(crate) struct SavedFindings {
    bugs: Vec<(Key, Finding)>,
    races: Vec<(u64, usize)>,
    on_path: Vec<(usize, usize)>,
    threads: usize,
    cut_off: CutOff,
    notes: Vec<Note>,
    incomplete: Vec<Incomplete>,
    rounds: Rounds,
    is_second_search: bool,
}

impl SavedFindings {
    /// Whether a search can have found that: indices are those of bugs, and no count overflows.
    fn is_possible(&self) -> bool {
        let is_bug = |bug: usize| bug < self.bugs.len();
        let counts = self.bugs.iter().map(|(_, bug)| bug.executions);
        let counts = counts.chain(self.notes.iter().map(|note| note.executions));
        let CutOff { assumptions, max_depth, bounds, beyond_bound } = self.cut_off;
        counts.chain([assumptions, max_depth, bounds, beyond_bound]).all(is_a_count)
            && self.rounds.total.is_possible()
            && self.races.iter().all(|(_, bug)| is_bug(*bug))
            && self.on_path.iter().all(|(_, bug)| is_bug(*bug))
    }
}

impl Findings<'_> {
    /// From now on the search is saved where these say.
    pub(crate) fn save_to(&mut self, checkpoints: Checkpoints) {
        self.watch.save_every(checkpoints.every);
        self.checkpoints = Some(checkpoints);
    }

    /// Takes up what was found before a break. Bugs are found anew, by a replay of each.
    pub(crate) fn restore(&mut self, saved: SavedFindings) -> Result<(), Failure> {
        if !saved.is_possible() {
            return Err(not_this_search());
        }
        let SavedFindings {
            bugs,
            races,
            on_path,
            threads,
            cut_off,
            notes,
            incomplete,
            rounds,
            is_second_search,
        } = saved;
        for (key, bug) in bugs {
            let again = match confirm::again(self.subject, &bug, self.watch.patience()) {
                Ok((again, _)) => Finding { executions: bug.executions, ..again },
                Err(Obstacle::Stopped) => unconfirmed::at_first(bug),
                Err(Obstacle::Differs(what)) => {
                    let message = format!("a replay does not show a bug of the checkpoint: {what}");
                    return Err(Failure::new(message));
                }
            };
            self.bugs.push((key, again));
        }
        self.races = races.into_iter().collect();
        self.on_path = on_path;
        (self.threads, self.cut_off) = (threads, cut_off);
        (self.notes, self.incomplete, self.rounds) = (notes, incomplete, rounds);
        self.is_second_search = is_second_search;
        Ok(())
    }

    /// Writes a checkpoint.
    pub(super) fn save(&mut self, position: &dyn Position) {
        let began = Instant::now();
        if let Some(mut checkpoints) = self.checkpoints.take() {
            let checkpoint = Checkpoint {
                invocation: checkpoints.invocation.clone(),
                program: self.subject.hash.clone(),
                stdin: self.subject.stdin().map(<[u8]>::to_vec),
                threads: self.subject.births(),
                elapsed: self.watch.elapsed(),
                findings: self.found(),
            };
            checkpoints.write(&checkpoint, position);
            self.checkpoints = Some(checkpoints);
        }
        self.watch.saved_since(began);
    }

    fn found(&self) -> SavedFindings {
        let mut races: Vec<(u64, usize)> = self.races.iter().map(|(race, bug)| (*race, *bug)).collect();
        races.sort_unstable();
        SavedFindings {
            bugs: self.bugs.clone(),
            races,
            on_path: self.on_path.clone(),
            threads: self.threads,
            cut_off: self.cut_off,
            notes: self.notes.clone(),
            incomplete: self.incomplete.clone(),
            rounds: self.rounds.clone(),
            is_second_search: self.is_second_search,
        }
    }
}
