//! One of the searches of `--reduction auto`: what it does when it is its turn, and whether it decides.

use std::sync::{Arc, OnceLock};

use mazurka_explore::Finish;
use mazurka_report::{Incomplete, Obstacle, Reason, Undecided, unordered};

use super::TRACES;
use crate::args::{self, Need};
use crate::check::checkpoint::{Checkpoints, Interrupted, Saved};
use crate::check::findings::Findings;
use crate::check::rounds::Searched;
use crate::check::turns::{Turn, Turns};
use crate::check::watch::Watch;
use crate::check::{not_this_search, search, states};
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::presets::{Preset, STRATEGIES, Sampling};
use crate::subject::Subject;

/// Transitions in a turn of a search through traces, and of one through states, which takes about twice the time for each.
const TRACE_TURN: u64 = 10_000;
const STATE_TURN: u64 = 5_000;
/// Transitions in a turn of a search through all states, which cost less, and how many turns the others have had when it begins: few
/// programs need it besides them.
const ALL_STATES_TURN: u64 = 15_000;
const ALL_STATES_AFTER: u64 = 10;
/// How many times as long the turns of a search through states are where executions seem to have no end: a search through traces will hardly decide.
const ENDLESS_TIMES: u64 = 16;

/// Executions at random, transitions in all of them, and in the longest of them.
const HUNTED: u64 = 100;
const HUNT_TURN: u64 = 5_000;
const HUNTED_STEPS: usize = 2_000;

pub(super) struct Candidate {
    pub preset: &'static Preset,
    pub options: args::Check,
    /// Loaded when it is its turn: most programs need no other search than the first.
    pub subject: OnceLock<Subject>,
    /// Runs instead where executions seem to have no end.
    pub if_endless: Option<Box<Candidate>>,
    /// Begins later than the others, and only where it does not run instead of one of them already.
    pub is_late: bool,
}

/// What a candidate begins with.
pub(super) struct Start {
    pub watch: Watch,
    /// Where it was interrupted.
    pub saved: Option<Saved>,
    /// Where it is saved.
    pub checkpoints: Option<Checkpoints>,
}

/// What has come of it.
pub(super) struct Ended<'c> {
    pub candidate: &'c Candidate,
    pub subject: &'c Subject,
    pub searched: Result<Searched, Failure>,
    pub findings: Findings<'c>,
    pub decision: Decision,
    /// The same search runs already, or there was no time left for it.
    pub is_not_begun: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// A bug was found, and one is enough or all are known.
    Bug,
    /// Everything that is needed was explored.
    NoBug,
    /// Something is in the way of every search.
    Error,
    Undecided,
}

impl Candidate {
    pub(super) fn new(name: &str, options: &args::Check) -> Result<Candidate, Failure> {
        let preset = Preset::named(name).expect("it is in the table");
        let options = args::Check { search: options.search.with_reduction(preset), ..options.clone() };
        states::check_options(&options, preset)?;
        Ok(Candidate { preset, options, subject: OnceLock::new(), if_endless: None, is_late: false })
    }

    /// A few executions of the same program at random.
    pub(super) fn hunt(&self) -> Candidate {
        let sampling = Sampling { strategy: &STRATEGIES[0], executions: HUNTED, seed: 0, depth: 1 };
        let mut options = self.options.clone();
        options.search.sampling = Some(sampling);
        options.limits.max_depth = options.limits.max_depth.min(HUNTED_STEPS);
        let preset = sampling.strategy;
        Candidate { preset, options, subject: OnceLock::new(), if_endless: None, is_late: false }
    }

    pub(super) fn turn(&self, turns: &Arc<Turns>, index: usize) -> Turn {
        match self.preset {
            preset if preset.is_of_samples() => turns.only_turn(index, HUNT_TURN),
            _ if self.is_late => turns.late_turn(index, ALL_STATES_TURN, ALL_STATES_AFTER),
            preset if preset.is_stateful() => turns.turn(index, STATE_TURN),
            _ => turns.turn(index, TRACE_TURN),
        }
    }

    /// What was saved of it, or of what runs instead.
    pub(super) fn take_saved(&self, interrupted: &mut Interrupted) -> Option<Saved> {
        let is_of = |saved: &Saved, candidate: &Candidate| saved.reduction == candidate.preset.name;
        interrupted.take(|saved| {
            let is_endless = saved.checkpoint.turn.is_some_and(|turn| turn.first_is_endless());
            match &self.if_endless {
                Some(instead) => is_of(saved, if is_endless { instead } else { self }),
                None => is_of(saved, self) && !(is_endless && self.is_late),
            }
        })
    }

    /// The program of the search through traces, with threads as that has seen them.
    pub(super) fn subject_of_traces(&self, subject: Subject, start: &Start) -> Result<Subject, Failure> {
        with_births(subject, start.saved.as_ref())
    }

    /// Searches when it is its turn, if it still is. The program was loaded for the search through traces.
    pub(super) fn run<'c>(
        &'c self,
        traces: &'c Subject,
        flags: &CompilerFlags,
        start: Start,
        need: Need,
    ) -> Ended<'c> {
        let Start { mut watch, saved, checkpoints } = start;
        let mut candidate = self;
        let (mut is_over, mut runs_already) = (false, false);
        if let Some(turn) = watch.begin() {
            is_over = turn.is_over();
            runs_already = self.is_late && turn.first_is_endless();
            let runs_instead = |instead: &&Candidate| match &saved {
                Some(saved) => saved.reduction == instead.preset.name,
                None => turn.first_is_endless(),
            };
            if let Some(instead) = self.if_endless.as_deref().filter(runs_instead) {
                // What was saved has longer turns already.
                turn.lengthen(if saved.is_some() { 1 } else { ENDLESS_TIMES });
                candidate = instead;
            }
        }
        // Where the first search was stopped in its first turn, it is not known which search should begin here.
        let is_saved = saved.is_some() || !watch.is_time_up();
        let is_not_begun = runs_already || self.is_late && !is_saved;
        let Candidate { preset, options, .. } = candidate;
        let loaded = match preset.name {
            _ if is_over || is_not_begun => Err(Failure::new("another search has decided")),
            TRACES => Ok(traces),
            _ => traces
                .for_search(options, flags)
                .and_then(|subject| with_births(subject, saved.as_ref()))
                .map(|subject| candidate.subject.get_or_init(|| subject)),
        };
        let subject = *loaded.as_ref().unwrap_or(&traces);
        let mut findings = Findings::of_check(subject, options, preset, watch);
        if let Some(checkpoints) = checkpoints.filter(|_| is_saved && !preset.is_of_samples()) {
            findings.save_to(checkpoints.of(preset.name));
        }
        let searched = loaded.and_then(|subject| {
            let from = saved.map(|saved| findings.continue_from(saved)).transpose()?;
            search(options, subject, preset, from, &mut findings)
        });
        let decision = match &searched {
            Ok(searched) => candidate.decision(need, searched, &findings),
            Err(_) if is_over || is_not_begun => Decision::Undecided,
            Err(_) => Decision::Error,
        };
        Ended { candidate, subject, searched, findings, decision, is_not_begun }
    }

    /// Searches a program that is loaded, when the others are over.
    pub(super) fn run_alone<'c>(
        &'c self,
        subject: &'c Subject,
        mut watch: Watch,
    ) -> Result<Ended<'c>, Failure> {
        watch.begin();
        let mut findings = Findings::of_check(subject, &self.options, self.preset, watch);
        let searched = search(&self.options, subject, self.preset, None, &mut findings)?;
        let decision = if findings.number_of_bugs() > 0 { Decision::Bug } else { Decision::Undecided };
        Ok(Ended {
            candidate: self,
            subject,
            searched: Ok(searched),
            findings,
            decision,
            is_not_begun: false,
        })
    }

    /// Whether nothing is left to find out.
    fn decision(&self, need: Need, searched: &Searched, findings: &Findings<'_>) -> Decision {
        let has_bugs = findings.number_of_bugs() > 0;
        let may_miss_races = searched.states.is_some_and(|states| states.may_miss_races.any());
        let is_enough =
            need.is_met_by(self.preset.guarantee) && (!may_miss_races || need == Need::Assertions);
        match searched.finish {
            // A finding that its replay does not confirm is an error of ours.
            _ if findings.unconfirmed.is_some() => Decision::Error,
            Err(_) if !self.preset.is_of_samples() => Decision::Error,
            Ok(Finish::Complete) if !is_enough || !findings.found.incomplete.is_empty() => {
                Decision::Undecided
            }
            Ok(Finish::Complete) if has_bugs => Decision::Bug,
            Ok(Finish::Complete) => Decision::NoBug,
            Ok(_) if has_bugs && !findings.watch.is_stopped() => Decision::Bug,
            _ => Decision::Undecided,
        }
    }
}

impl Ended<'_> {
    /// Whether it has found no bug, and looked at states.
    pub(super) fn decided_by_state(&self) -> bool {
        self.candidate.preset.is_stateful() && self.decision == Decision::NoBug
    }

    /// How many it has made.
    pub(super) fn transitions(&self) -> u64 {
        self.searched.as_ref().map_or(0, |searched| searched.statistics.transitions)
    }

    /// How many it has stored.
    pub(super) fn states(&self) -> u64 {
        let states = self.searched.as_ref().ok().and_then(|searched| searched.states);
        states.map_or(0, |states| states.states)
    }

    pub(super) fn is_complete(&self) -> bool {
        matches!(self.searched, Ok(Searched { finish: Ok(Finish::Complete), .. }))
    }

    /// Why it has not decided, where none has, unless it has not begun.
    pub(super) fn why_undecided(self) -> Option<Undecided> {
        let Ended { candidate: Candidate { preset, .. }, searched, findings, is_not_begun, .. } = self;
        let obstacle = match (&searched, findings.found.incomplete.first()) {
            (Ok(Searched { samples: Some(_), .. }), _) => Obstacle::Samples,
            (Ok(_), Some(Incomplete { reason: Reason::MaxMemory, .. })) => Obstacle::Memory,
            (Ok(Searched { finish: Ok(Finish::Complete), .. }), None) => Obstacle::Guarantee,
            _ => Obstacle::Other,
        };
        let incomplete = findings.found.incomplete.first().map(|why| why.message.clone());
        let (_, stopped) = findings.watch.finish();
        let stopped = stopped.map(|stopped| stopped.explained(None).message);
        let why = match &searched {
            Err(failure) => failure.to_string(),
            Ok(Searched { finish: Err(error), .. }) => error.message.clone(),
            Ok(Searched { samples: Some(samples), .. }) => {
                format!("no bug in {} executions at random", samples.executions)
            }
            Ok(Searched { states, .. }) => incomplete.or(stopped).unwrap_or_else(|| {
                // It promises enough, or it would not have been chosen.
                let by_what = unordered(states.map(|states| states.may_miss_races).unwrap_or_default());
                format!("it came to its end, but may have missed data races that only {by_what} leave open")
            }),
        };
        (!is_not_begun).then(|| Undecided { reduction: preset.name.to_owned(), why, obstacle })
    }
}

/// The same program with threads that are created as before the break.
fn with_births(subject: Subject, saved: Option<&Saved>) -> Result<Subject, Failure> {
    match saved {
        Some(saved) => subject.with_births(&saved.checkpoint.threads).ok_or_else(not_this_search),
        None => Ok(subject),
    }
}
