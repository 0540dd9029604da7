//! Listens to the search: collects bugs, each once, and stops it in time.

mod key;
mod saved;
mod shorten;
mod shown;
mod unconfirmed;
mod unending;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_explore::{
    ChoiceReason, Demotion, End, Livelock, Observer, Path, Position, Progress, continue_if,
};
use mazurka_machine::{CutOff, DataRace, Fault, FaultKind, Learning, Machine, Operation, Place, ThreadId};
use mazurka_report::waiting::{self, Waiter};
use mazurka_report::{Finding, Incomplete, Note, Reason, Schedule, Transaction};
use mazurka_vm::{Vm, VmError};

use super::checkpoint::Checkpoints;
use super::endless::{DEEP, Deep, LONGER};
use super::progress::Executions;
use super::watch::Watch;
use crate::args;
use crate::patience::Patience;
use crate::presets::Preset;
use crate::replay::{Obstacle, Replay, confirm, waiter};
use crate::subject::Subject;
use key::{Key, Spot, history, sides};
pub(crate) use saved::Found;
use shorten::{Effort, LONG, Sought};
use shown::Shown;

pub(crate) struct Findings<'a> {
    pub(super) subject: &'a Subject,
    keep_going: bool,
    /// The search is stateful: bugs are counted by transitions and states rather than by executions, and there may be
    /// shorter paths to them.
    pub by_state: bool,
    /// It is asked which accesses are movers.
    pub notes_movers: bool,
    /// It is asked where choices are made.
    pub notes_choices: bool,
    pub watch: Watch,
    /// Where the search is saved, if it is.
    checkpoints: Option<Checkpoints>,
    /// All that a checkpoint has to say about it.
    pub found: Found,
    /// The threads that were left behind, and the index of each note.
    noted: Vec<(Operation, Place, usize)>,
    /// What is left for finding shorter ways to bugs.
    effort: Effort,
    /// How long the path to a thread's endless loop is, while the rest of the execution shows whether it races.
    looping_since: Option<usize>,
    /// A finding that the replay does not confirm: an error of ours.
    pub unconfirmed: Option<String>,
    /// How many steps the first execution had that came to an end.
    first_length: Option<usize>,
    /// A long execution that has not come to its end: the first that was cut off, or where the search was stopped.
    pub endless: Option<Deep>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(subject: &'a Subject, keep_going: bool, watch: Watch) -> Findings<'a> {
        Findings {
            subject,
            keep_going,
            by_state: false,
            notes_movers: false,
            notes_choices: false,
            watch,
            checkpoints: None,
            found: Found::default(),
            noted: Vec::new(),
            effort: Effort::default(),
            looping_since: None,
            unconfirmed: None,
            first_length: None,
            endless: None,
        }
    }

    /// As the options of a check and its reduction need it.
    pub(super) fn of_check(
        subject: &'a Subject,
        options: &args::Check,
        preset: &Preset,
        watch: Watch,
    ) -> Findings<'a> {
        Findings {
            by_state: preset.is_stateful(),
            notes_movers: options.transactions.show_movers,
            notes_choices: options.states.show_choices,
            ..Findings::new(subject, options.limits.keep_going, watch)
        }
    }

    pub(crate) fn take_bugs(&mut self) -> Vec<Finding> {
        self.found.bugs.drain(..).map(|(_, finding)| finding).collect()
    }

    pub(crate) fn number_of_bugs(&self) -> usize {
        self.found.bugs.len()
    }

    /// A search begins from the start of the program.
    pub(crate) fn start_round(&mut self) {
        self.found.on_path.clear();
    }

    /// The search is repeated: of what it has found, only the bugs remain.
    pub(crate) fn start_again(&mut self) {
        let Found { mut bugs, threads, rounds, is_second_search, repetitions, movers, .. } =
            std::mem::take(&mut self.found);
        bugs.iter_mut().for_each(|(_, bug)| bug.executions = 0);
        let repetitions = repetitions + 1;
        self.found =
            Found { bugs, threads, rounds, is_second_search, repetitions, movers, ..Found::default() };
        self.noted.clear();
        (self.first_length, self.endless) = (None, None);
    }

    /// The number of a bug at the end of a path; a new one is replayed first, on a shorter path if there is one, or else by
    /// `confirm`. `None` if the replay shows something else. Where there is no time for a replay, `unconfirmed` says what is
    /// known without it.
    fn number_of(
        &mut self,
        key: Key,
        (machine, path): (&Vm, &dyn Path),
        confirm: impl FnOnce(Replay) -> Result<Finding, Obstacle>,
        unconfirmed: impl FnOnce() -> Option<Finding>,
    ) -> Option<usize> {
        if let Some(known) = self.found.bugs.iter().position(|(other, _)| *other == key) {
            return Some(known);
        }
        let (subject, patience) = (self.subject, self.watch.patience());
        let shorter = self.shorten(path, Sought::Bug(&key), patience);
        let as_found = |patience| {
            let mut replay = Replay::new(subject, &schedule(machine, path)?, &[], patience)?;
            replay.trace.mark(&transactions(path));
            confirm(replay)
        };
        self.number(key, |patience| shorter.map_or_else(|| as_found(patience), Ok), unconfirmed)
    }

    /// The same bug on a shorter path, where the search is stateful and its path is long.
    fn shorten(&mut self, path: &dyn Path, sought: Sought<'_>, patience: Patience) -> Option<Finding> {
        let length = path.transitions().len();
        let is_long = self.by_state && length > LONG;
        is_long.then(|| self.effort.shorten(self.subject, length, sought, patience))?
    }

    /// The number of a bug; a new one is replayed by `confirm` first.
    fn number(
        &mut self,
        key: Key,
        confirm: impl FnOnce(Patience) -> Result<Finding, Obstacle>,
        unconfirmed: impl FnOnce() -> Option<Finding>,
    ) -> Option<usize> {
        if let Some(known) = self.found.bugs.iter().position(|(other, _)| *other == key) {
            return Some(known);
        }
        let finding = match confirm(self.watch.patience()) {
            Ok(finding) => finding,
            Err(Obstacle::Stopped) => unconfirmed()?,
            Err(Obstacle::Differs(difference)) => {
                self.unconfirmed = Some(difference);
                return None;
            }
        };
        self.found.bugs.push((key, finding));
        Some(self.found.bugs.len() - 1)
    }

    /// The thread has failed, or these are blocked: which bug that is.
    fn which_fault(&mut self, machine: &Vm, path: &dyn Path, fault: &Fault) -> Option<usize> {
        self.found.threads = self.found.threads.max(machine.threads().len());
        let confirm = |replay| confirm::fault(replay, fault);
        self.number_of(key::of_fault(fault), (machine, path), confirm, || {
            Some(unconfirmed::fault(schedule(machine, path).ok()?, fault))
        })
    }

    fn which_deadlock(&mut self, machine: &Vm, path: &dyn Path, blocked: &[ThreadId]) -> Option<usize> {
        let confirm = |replay| confirm::deadlock(replay, blocked);
        self.number_of(key::of_deadlock(machine, path, blocked), (machine, path), confirm, || {
            let waiters = blocked
                .iter()
                .filter_map(|thread| Some(waiter(machine, *thread, path.pending(*thread)?.clone())));
            unconfirmed::deadlock(machine, schedule(machine, path).ok()?, waiters.collect())
        })
    }

    /// `history` is a hash of what has led to the race: equal only for races at the same places.
    fn which_race(&mut self, machine: &Vm, path: &dyn Path, race: &DataRace, history: u64) -> Option<usize> {
        self.found.threads = self.found.threads.max(machine.threads().len());
        let mut bug = self.found.races.get(&history).copied();
        if bug.is_none() {
            let (subject, schedule) = (self.subject, transitions(path));
            let patience = self.watch.patience();
            let shorter = self.shorten(path, Sought::Race(history), patience);
            let shown = match shorter {
                Some(shorter) => Ok(Shown::Shorter(Box::new(shorter))),
                None => confirm::locate(subject, &schedule, race, patience)
                    .map(|located| Shown::AsItWas(Box::new(located))),
            };
            let locations = shown.as_ref().map_or(Vec::new(), Shown::locations);
            let spots = locations.into_iter().map(Spot::At).collect();
            let confirm = |patience| match shown? {
                Shown::Shorter(shorter) => Ok(*shorter),
                Shown::AsItWas(located) => {
                    let pins = [race.first.event, race.second.event];
                    let mut replay = Replay::new(subject, &schedule, &pins, patience)?;
                    replay.trace.mark(&transactions(path));
                    Ok(confirm::race(replay, *race, *located))
                }
            };
            bug = self.number((FaultKind::DataRace, spots), confirm, || {
                Some(unconfirmed::race(machine, schedule.clone(), *race))
            });
            self.found.races.extend(bug.map(|bug| (history, bug)));
        }
        bug
    }

    /// A thread waits for ever while others run in a cycle.
    pub(crate) fn livelock(&mut self, Livelock { thread, stem, cycle }: &Livelock) -> ControlFlow<()> {
        let schedule: Schedule = stem.iter().chain(cycle).map(|step| (step.thread, step.choice)).collect();
        let (subject, start, patience) = (self.subject, stem.len(), self.watch.patience());
        let confirmed = Replay::new(subject, &schedule, &[start], patience)
            .and_then(|replay| confirm::livelock(subject, replay, start, *thread, patience));
        let place = confirmed.as_ref().ok().map(|finding| Spot::At(finding.place.location().cloned()));
        let key = (FaultKind::Livelock, place.into_iter().collect());
        let bug = self.number(key, |_| confirmed, || Some(unconfirmed::livelock(schedule, start, *thread)));
        self.shown(bug)
    }

    /// The current path has this bug.
    fn met(&mut self, path: &dyn Path, bug: Option<usize>) -> ControlFlow<()> {
        if self.by_state {
            return self.shown(bug);
        }
        let Some(bug) = bug else { return ControlFlow::Break(()) };
        self.found.on_path.push((path.length(), bug));
        if !self.keep_going {
            // This execution will not be followed to its end.
            self.found.bugs[bug].1.executions = 1;
        }
        continue_if(self.keep_going)
    }

    /// Breaks where the execution with an endless loop is over, and has shown no race: the loop is the bug.
    fn is_still_looping(&mut self, continues: bool) -> ControlFlow<()> {
        if self.looping_since.is_none() || continues {
            return ControlFlow::Continue(());
        }
        self.looping_since = None;
        self.found.bugs.truncate(1);
        ControlFlow::Break(())
    }

    /// Counts the execution for the bugs that it has.
    fn count(&mut self) {
        let indices: BTreeSet<usize> = self.found.on_path.iter().map(|(_, index)| *index).collect();
        for index in indices {
            self.found.bugs[index].1.executions += 1;
        }
    }

    /// A transition or a state shows this bug.
    fn shown(&mut self, bug: Option<usize>) -> ControlFlow<()> {
        let Some(bug) = bug else { return ControlFlow::Break(()) };
        self.found.bugs[bug].1.executions += 1;
        continue_if(self.keep_going)
    }

    /// Main has returned: a thread that still waits is left behind, as programs do on purpose.
    fn left_behind(&mut self, machine: &Vm, path: &dyn Path, blocked: &[ThreadId]) {
        for &thread in blocked {
            let Some(operation) = path.pending(thread) else { continue };
            let Waiter { operation, place } = waiter(machine, thread, operation.clone());
            let known = self.noted.iter().find(|(other, at, _)| *other == operation && *at == place);
            let index = match known {
                Some((.., index)) => *index,
                None => {
                    let index = self.note(machine, path, &operation, &place);
                    self.noted.push((operation, place, index));
                    index
                }
            };
            self.found.notes[index].executions += 1;
        }
    }

    /// The note about a thread that is left behind at a place, with the names in this execution.
    fn note(&mut self, machine: &Vm, path: &dyn Path, operation: &Operation, place: &Place) -> usize {
        let patience = self.watch.patience();
        let replay = schedule(machine, path)
            .map_err(Obstacle::from)
            .and_then(|schedule| Replay::new(self.subject, &schedule, &[], patience));
        let name = |range| replay.as_ref().ok().and_then(|replay| replay.machine.name(range));
        let purpose = waiting::purpose(operation, &name);
        let message = format!("{} still waits {purpose} when main has returned", place.thread);
        let same = |note: &Note| note.message == message && note.place == *place;
        self.found.notes.iter().position(same).unwrap_or_else(|| {
            self.found.notes.push(Note { message, place: place.clone(), executions: 0 });
            self.found.notes.len() - 1
        })
    }

    /// Counts an execution that came to no end of its own.
    fn ended_early(&mut self, path: &dyn Path, end: &End) {
        match end {
            End::TooDeep => {
                self.found.cut_off.max_depth += 1;
                self.is_endless(path);
                self.cut(Reason::MaxDepth, "executions are longer than --max-depth", None);
            }
            End::CutOff => self.found.cut_off.bounds += 1,
            End::Unsettled => self.unsettled(),
            End::Pruned => self.found.cut_off.assumptions += 1,
            End::Complete | End::Stopped | End::Deadlock(_) | End::Redundant | End::Vain | End::Busy(_) => {}
        }
    }

    /// Where the search is told to stop may be within an execution without an end.
    fn is_stopped_at(&mut self, path: &dyn Path) {
        let is_usual = |first: usize| path.length() < LONGER * first;
        if path.length() >= DEEP && !self.first_length.is_some_and(is_usual) {
            self.is_endless(path);
        }
    }

    fn is_endless(&mut self, path: &dyn Path) {
        // A replay follows a finer schedule, which takes too long to compute when the search is being stopped.
        if self.subject.learning.is_some() {
            return;
        }
        self.endless.get_or_insert_with(|| Deep::of(path, self.by_state));
    }

    /// A bound has stopped a thread.
    fn stopped_at(&mut self, at: &CutOff) {
        let place = Place { thread: at.thread, stack: at.stack.clone() };
        self.cut(Reason::Bound, &at.message, Some(place));
    }

    /// Takes note of what remains unexplored; once a place, however many threads get there.
    fn cut(&mut self, reason: Reason, message: &str, place: Option<Place>) {
        let location = place.as_ref().and_then(Place::location);
        let same = |other: &Incomplete| {
            other.reason == reason
                && other.message == message
                && other.place.as_ref().and_then(Place::location) == location
        };
        if !self.found.incomplete.iter().any(same) {
            self.found.incomplete.push(Incomplete { reason, message: message.to_owned(), place });
        }
    }
}

impl Observer<Vm> for Findings<'_> {
    fn fault(&mut self, machine: &mut Vm, path: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        // The next search finds it again, and the race first that may be its cause.
        if machine.doubts_sections() {
            return ControlFlow::Continue(());
        }
        let bug = self.which_fault(machine, path, fault);
        let met = self.met(path, bug);
        // A loop that reads a flag without synchronisation is endless only because the write of another thread is a race. The
        // threads that still run may show that race, which is the bug.
        if bug.is_some() && !self.keep_going && fault.kind == FaultKind::Livelock {
            self.looping_since.get_or_insert(path.length());
        }
        if self.looping_since.is_some() { ControlFlow::Continue(()) } else { met }
    }

    fn race(&mut self, machine: &mut Vm, path: &dyn Path, race: &DataRace) -> ControlFlow<()> {
        // Whether it is one in the order of the language, another search decides, which also finds what else is wrong.
        if machine.joins_sections() {
            machine.doubt_sections();
            if self.looping_since.take().is_some() {
                self.found.bugs.clear();
                self.found.on_path.clear();
            }
            return ControlFlow::Continue(());
        }
        let history = if self.by_state { sides(path, race) } else { history(path, race) };
        let bug = self.which_race(machine, path, race, history);
        let met = self.met(path, bug);
        if self.looping_since.take().is_some() {
            self.found.bugs.retain(|(_, bug)| bug.kind == FaultKind::DataRace);
        }
        met
    }

    fn demoted(&mut self, machine: &mut Vm, path: &dyn Path, demotion: &Demotion) -> ControlFlow<()> {
        if self.notes_movers {
            let patience = self.watch.patience();
            self.found.movers.demoted(self.subject, machine, &transitions(path), demotion, patience);
        }
        ControlFlow::Continue(())
    }

    fn entered(&mut self, machine: &Vm, path: &dyn Path) -> ControlFlow<()> {
        if self.notes_choices {
            self.found.choices.entered(machine, path);
        }
        ControlFlow::Continue(())
    }

    fn choice(&mut self, machine: &Vm, path: &dyn Path, reason: ChoiceReason<'_>) -> ControlFlow<()> {
        if self.notes_choices {
            self.found.choices.choice(machine, path, reason);
        }
        ControlFlow::Continue(())
    }

    fn cut_off(&mut self, _: &mut Vm, _: &dyn Path, at: &CutOff) -> ControlFlow<()> {
        self.stopped_at(at);
        ControlFlow::Continue(())
    }

    fn end(&mut self, machine: &mut Vm, path: &dyn Path, end: &End) -> ControlFlow<()> {
        if machine.doubts_sections() {
            return ControlFlow::Continue(());
        }
        self.is_still_looping(false)?;
        self.first_length.get_or_insert(path.length());
        if self.notes_movers {
            self.found.movers.ended(|| transitions(path));
        }
        self.found.threads = self.found.threads.max(machine.threads().len());
        match end {
            End::Redundant => return ControlFlow::Continue(()),
            End::Deadlock(blocked) if machine.main_has_returned() => {
                self.left_behind(machine, path, blocked);
            }
            // After a vain iteration main is stopped, and could continue.
            End::Busy(thread)
                if !machine.main_has_returned() || !machine.stack(ThreadId::MAIN).is_empty() =>
            {
                self.is_busy(machine, *thread);
            }
            End::Deadlock(blocked) => {
                let bug = self.which_deadlock(machine, path, blocked);
                self.met(path, bug)?;
            }
            end => self.ended_early(path, end),
        }
        self.count();
        ControlFlow::Continue(())
    }

    fn interrupted(&mut self) -> ControlFlow<()> {
        continue_if(!self.watch.is_time_up())
    }

    fn keep_going(&mut self, machine: &Vm, position: &dyn Position) -> ControlFlow<()> {
        let depth = position.path().length();
        self.watch.has_analysed(position.work());
        self.is_still_looping(self.looping_since.is_some_and(|since| since <= depth))?;
        // Those of transitions that were undone since.
        while self.found.on_path.last().is_some_and(|(steps, _)| *steps > depth) {
            self.found.on_path.pop();
        }
        let keeps_going = match position.progress() {
            Progress::Traces(statistics) => {
                let (before, estimate) = (&self.found.rounds.total, &|| position.estimate());
                self.watch.keep_going(&Executions { before, statistics, estimate }, depth)
            }
            Progress::States(statistics) => self.watch.keep_going(statistics, depth),
        };
        if !keeps_going {
            self.is_stopped_at(position.path());
        }
        if self.watch.is_saving_due() {
            self.found.knowledge = machine.knowledge();
            self.found.has_learnt = machine.has_learnt();
            self.found.assumptions = saved::Assumptions::of(machine);
            self.save(position);
        }
        continue_if(keeps_going)
    }
}

/// What a replay follows.
fn schedule(machine: &Vm, path: &dyn Path) -> Result<Schedule, VmError> {
    machine.finer_schedule(&transitions(path))
}

/// The transaction of each transition, where the search has transactions. A replay has the same transitions then.
fn transactions(path: &dyn Path) -> Vec<Option<Transaction>> {
    let of = |at| path.transaction(at).map(|of| Transaction { number: of.number, commits: of.commits });
    (0..path.transitions().len()).map(of).collect()
}

pub(super) fn transitions(path: &dyn Path) -> Schedule {
    path.transitions().into_iter().map(|step| (step.thread, step.choice)).collect()
}
