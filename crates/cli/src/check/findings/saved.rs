//! What was found so far, as part of a checkpoint.

use std::collections::BTreeMap;
use std::time::Instant;

use mazurka_explore::{Position, is_a_count};
use mazurka_report::{CutOff, Finding, Incomplete, Note};
use mazurka_vm::{Knowledge, Vm};
use serde::{Deserialize, Serialize};

use super::{Findings, Key, unconfirmed};
use crate::check::checkpoint::{Checkpoint, Checkpoints, Saved};
use crate::check::choices::ChoiceNotes;
use crate::check::movers::MoverNotes;
use crate::check::rounds::{Rounds, not_this_search};
use crate::failure::Failure;
use crate::replay::{Obstacle, confirm};
use crate::stream::SavedSearch;

/// What a search has found so far.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Found {
    /// In the order in which they were found; each with its key.
    pub(super) bugs: Vec<(Key, Finding)>,
    /// Races that were replayed, and which bug each of them is.
    pub(super) races: BTreeMap<u64, usize>,
    /// The bugs of the current path: after how many steps, and which.
    pub(super) on_path: Vec<(usize, usize)>,
    /// The largest number of threads of an execution.
    pub threads: usize,
    pub cut_off: CutOff,
    pub notes: Vec<Note>,
    /// Why not everything was explored.
    pub incomplete: Vec<Incomplete>,
    /// The searches before this one, with smaller bounds.
    pub rounds: Rounds,
    /// The search through states is the second of two: the first could not decide about data races.
    pub is_second_search: bool,
    /// What the machine has learnt about shared objects, and how many searches were repeated with it.
    pub knowledge: Knowledge,
    /// Whether more than that was learnt, so that the search is about to be repeated.
    pub has_learnt: bool,
    pub repetitions: u64,
    /// What a search through traces assumes.
    pub assumptions: Assumptions,
    /// Which accesses are no movers, where that is to be shown.
    pub movers: MoverNotes,
    /// Where choices were made, where that is to be shown.
    pub choices: ChoiceNotes,
}

/// What a search through traces assumes, and whether it has learnt better.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Assumptions {
    arrivals_commute: bool,
    arrivals_are_too_many: bool,
    sections_are_joined: bool,
    sections_are_doubted: bool,
}

impl Assumptions {
    pub(super) fn of(machine: &Vm) -> Assumptions {
        Assumptions {
            arrivals_commute: machine.arrivals_commute(),
            arrivals_are_too_many: machine.arrivals_are_too_many(),
            sections_are_joined: machine.joins_sections(),
            sections_are_doubted: machine.doubts_sections(),
        }
    }

    pub(crate) fn restore(self, machine: &mut Vm) {
        machine.restore_arrivals(self.arrivals_commute, self.arrivals_are_too_many);
        machine.restore_sections(self.sections_are_joined, self.sections_are_doubted);
    }
}

impl Found {
    /// Whether a search can have found that: indices are those of bugs, and no count overflows.
    fn is_possible(&self) -> bool {
        let is_bug = |bug: usize| bug < self.bugs.len();
        let counts = self.bugs.iter().map(|(_, bug)| bug.executions);
        let counts = counts.chain(self.notes.iter().map(|note| note.executions));
        let CutOff { assumptions, max_depth, bounds, beyond_bound } = self.cut_off;
        counts.chain([assumptions, max_depth, bounds, beyond_bound]).all(is_a_count)
            && self.rounds.total.is_possible()
            && is_a_count(self.repetitions)
            && self.races.values().all(|bug| is_bug(*bug))
            && self.on_path.iter().all(|(_, bug)| is_bug(*bug))
    }
}

impl Findings<'_> {
    /// From now on the search is saved where these say.
    pub(crate) fn save_to(&mut self, checkpoints: Checkpoints) {
        self.watch.save_every(checkpoints.every);
        self.checkpoints = Some(checkpoints);
    }

    /// Takes up what was known before a break; gives the search to continue.
    pub(crate) fn continue_from(&mut self, saved: Saved) -> Result<SavedSearch, Failure> {
        let Saved { checkpoint: Checkpoint { elapsed, findings, .. }, search, .. } = saved;
        self.watch.continue_after(elapsed);
        self.restore(findings)?;
        Ok(search)
    }

    /// Takes up what was found before a break. Bugs are found anew, by a replay of each.
    fn restore(&mut self, mut found: Found) -> Result<(), Failure> {
        if !found.is_possible() {
            return Err(not_this_search());
        }
        for (_, bug) in &mut found.bugs {
            *bug = match confirm::again(self.subject, bug, self.watch.patience()) {
                Ok((again, _)) => Finding { executions: bug.executions, ..again },
                Err(Obstacle::Stopped) => unconfirmed::at_first(bug.clone()),
                Err(Obstacle::Differs(what)) => {
                    let message = format!("a replay does not show a bug of the checkpoint: {what}");
                    return Err(Failure::new(message));
                }
            };
        }
        self.found = found;
        Ok(())
    }

    /// Writes a checkpoint.
    pub(super) fn save(&mut self, position: &dyn Position) {
        let began = Instant::now();
        if let Some(checkpoints) = &self.checkpoints {
            let checkpoint = Checkpoint {
                invocation: checkpoints.invocation.clone(),
                program: self.subject.hash.clone(),
                stdin: self.subject.stdin().map(<[u8]>::to_vec),
                threads: self.subject.births(),
                elapsed: self.watch.elapsed(),
                findings: self.found.clone(),
                turn: self.watch.turn_position(),
            };
            checkpoints.write(&checkpoint, position);
        }
        self.watch.saved_since(began);
    }
}
