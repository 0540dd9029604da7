//! Listens to the search: collects bugs, each once, and stops it in time.

mod key;
mod saved;
mod shorten;
mod unconfirmed;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use mazurka_explore::{
    End, Livelock, Observer, Path, Position, Save, Stack, StateObserver, StateStatistics, Statistics,
};
use mazurka_machine::{
    CutOff, DataRace, Fault, FaultKind, LocatedRace, Location, Machine, Next, Operation, Place, ThreadId,
};
use mazurka_report::waiting::{self, Waiter};
use mazurka_report::{Finding, Incomplete, Note, Reason, Schedule};
use mazurka_vm::Vm;

use super::checkpoint::Checkpoints;
use super::endless::{DEEP, Deep, LONGER};
use super::progress::Executions;
use super::rounds::Rounds;
use super::watch::Watch;
use crate::patience::Patience;
use crate::replay::{Obstacle, Replay, confirm, waiter};
use crate::subject::Subject;
use key::{Key, Spot, history, sides};
pub use saved::SavedFindings;
use shorten::{Effort, Sought};

type Mark = <Vm as Machine>::Mark;

pub struct Findings<'a> {
    subject: &'a Subject,
    keep_going: bool,
    pub watch: Watch,
    /// Where the search is saved, if it is.
    checkpoints: Option<Checkpoints>,
    /// The searches before this one, with smaller bounds.
    pub rounds: Rounds,
    /// In the order in which they were found; each with its key.
    bugs: Vec<(Key, Finding)>,
    /// Races that were replayed, and which bug each of them is.
    races: HashMap<u64, usize>,
    /// The bugs of the current path: after how many steps, and which.
    on_path: Vec<(usize, usize)>,
    /// The largest number of threads of an execution.
    pub threads: usize,
    pub cut_off: mazurka_report::CutOff,
    pub notes: Vec<Note>,
    /// The threads that were left behind, and the index of each note.
    noted: Vec<(Operation, Place, usize)>,
    /// Why not everything was explored.
    pub incomplete: Vec<Incomplete>,
    /// What is left for finding shorter ways to bugs.
    effort: Effort,
    /// A finding that the replay does not confirm: an error of ours.
    pub unconfirmed: Option<String>,
    /// How many steps the first execution had that came to an end.
    first_length: Option<usize>,
    /// A long execution that has not come to its end: the first that was cut off, or where the search was stopped.
    pub endless: Option<Deep>,
}

impl<'a> Findings<'a> {
    pub fn new(subject: &'a Subject, keep_going: bool, watch: Watch) -> Findings<'a> {
        Findings {
            subject,
            keep_going,
            watch,
            checkpoints: None,
            rounds: Rounds::default(),
            bugs: Vec::new(),
            races: HashMap::new(),
            on_path: Vec::new(),
            threads: 0,
            cut_off: mazurka_report::CutOff::default(),
            notes: Vec::new(),
            noted: Vec::new(),
            incomplete: Vec::new(),
            effort: Effort::default(),
            unconfirmed: None,
            first_length: None,
            endless: None,
        }
    }

    pub fn take_bugs(&mut self) -> Vec<Finding> {
        self.bugs.drain(..).map(|(_, finding)| finding).collect()
    }

    pub fn number_of_bugs(&self) -> usize {
        self.bugs.len()
    }

    /// A search begins from the start of the program.
    pub fn start_round(&mut self) {
        self.on_path.clear();
    }

    /// The number of a bug at the end of a way; a new one is replayed first, on a shorter way if there is one, or else by
    /// `confirm`. `None` if the replay shows something else. Where there is no time for a replay, `unconfirmed` says what is
    /// known without it.
    fn number_of(
        &mut self,
        key: Key,
        way: &dyn Way,
        confirm: impl FnOnce(Replay) -> Result<Finding, Obstacle>,
        unconfirmed: impl FnOnce() -> Option<Finding>,
    ) -> Option<usize> {
        if let Some(known) = self.bugs.iter().position(|(other, _)| *other == key) {
            return Some(known);
        }
        let (subject, patience) = (self.subject, self.watch.patience());
        let shorter = self.effort.shorten(subject, way, Sought::Bug(&key), patience);
        let as_found = |patience| Replay::new(subject, &way.schedule(), &[], patience).and_then(confirm);
        self.number(key, |patience| shorter.map_or_else(|| as_found(patience), Ok), unconfirmed)
    }

    /// The number of a bug; a new one is replayed by `confirm` first.
    fn number(
        &mut self,
        key: Key,
        confirm: impl FnOnce(Patience) -> Result<Finding, Obstacle>,
        unconfirmed: impl FnOnce() -> Option<Finding>,
    ) -> Option<usize> {
        if let Some(known) = self.bugs.iter().position(|(other, _)| *other == key) {
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
        self.bugs.push((key, finding));
        Some(self.bugs.len() - 1)
    }

    /// The thread has failed, or these are blocked: which bug that is.
    fn which_fault(&mut self, machine: &Vm, way: &dyn Way, fault: &Fault) -> Option<usize> {
        self.threads = self.threads.max(machine.threads().len());
        let confirm = |replay| confirm::fault(replay, fault);
        self.number_of(key::of_fault(fault), way, confirm, || Some(unconfirmed::fault(way.schedule(), fault)))
    }

    fn which_deadlock(&mut self, machine: &Vm, way: &dyn Way, blocked: &[ThreadId]) -> Option<usize> {
        let confirm = |replay| confirm::deadlock(replay, blocked);
        self.number_of(key::of_deadlock(machine, way, blocked), way, confirm, || {
            let waiters = blocked
                .iter()
                .filter_map(|thread| Some(waiter(machine, *thread, way.pending(*thread)?.clone())));
            unconfirmed::deadlock(machine, way.schedule(), waiters.collect())
        })
    }

    /// `history` is a hash of what has led to the race: equal only for races at the same places.
    fn which_race(&mut self, machine: &Vm, way: &dyn Way, race: &DataRace, history: u64) -> Option<usize> {
        self.threads = self.threads.max(machine.threads().len());
        let mut bug = self.races.get(&history).copied();
        if bug.is_none() {
            let (subject, schedule) = (self.subject, way.schedule());
            let patience = self.watch.patience();
            let shorter = self.effort.shorten(subject, way, Sought::Race(history), patience);
            let found = match shorter {
                Some(shorter) => Ok(Found::Shorter(Box::new(shorter))),
                None => confirm::locate(subject, &schedule, race, patience)
                    .map(|located| Found::AsItWas(Box::new(located))),
            };
            let locations = found.as_ref().map_or(Vec::new(), Found::locations);
            let spots = locations.into_iter().map(Spot::At).collect();
            let confirm = |patience| match found? {
                Found::Shorter(shorter) => Ok(*shorter),
                Found::AsItWas(located) => {
                    let pins = [race.first.event, race.second.event];
                    Ok(confirm::race(Replay::new(subject, &schedule, &pins, patience)?, *race, *located))
                }
            };
            bug = self.number((FaultKind::DataRace, spots), confirm, || {
                Some(unconfirmed::race(machine, schedule.clone(), *race))
            });
            self.races.extend(bug.map(|bug| (history, bug)));
        }
        bug
    }

    /// A thread waits for ever while others run in a cycle. `false` if that is enough.
    pub fn livelock(&mut self, Livelock { thread, stem, circle }: &Livelock) -> bool {
        let schedule: Schedule = stem.iter().chain(circle).map(|step| (step.thread, step.choice)).collect();
        let (subject, start, patience) = (self.subject, stem.len(), self.watch.patience());
        let confirmed = Replay::new(subject, &schedule, &[start], patience)
            .and_then(|replay| confirm::livelock(subject, replay, start, *thread, patience));
        let place = confirmed.as_ref().ok().map(|finding| Spot::At(finding.place.location().cloned()));
        let key = (FaultKind::Livelock, place.into_iter().collect());
        let bug = self.number(key, |_| confirmed, || Some(unconfirmed::livelock(schedule, start, *thread)));
        self.shown(bug)
    }

    /// The current path has this bug. `false` ends the search.
    fn met(&mut self, stack: &Stack<Mark>, bug: Option<usize>) -> bool {
        let Some(bug) = bug else { return false };
        self.on_path.push((stack.execution.len(), bug));
        if !self.keep_going {
            // This execution will not be followed to its end.
            self.bugs[bug].1.executions = 1;
        }
        self.keep_going
    }

    /// Counts the execution for the bugs that it has.
    fn count(&mut self) {
        let indices: BTreeSet<usize> = self.on_path.iter().map(|(_, index)| *index).collect();
        for index in indices {
            self.bugs[index].1.executions += 1;
        }
    }

    /// A step or a state shows this bug. `false` ends the search.
    fn shown(&mut self, bug: Option<usize>) -> bool {
        let Some(bug) = bug else { return false };
        self.bugs[bug].1.executions += 1;
        self.keep_going
    }

    /// Main has returned: a thread that still waits is left behind, as programs do on purpose.
    fn left_behind(&mut self, machine: &Vm, way: &dyn Way, blocked: &[ThreadId]) {
        for &thread in blocked {
            let Some(operation) = way.pending(thread) else { continue };
            let Waiter { operation, place } = waiter(machine, thread, operation.clone());
            let known = self.noted.iter().find(|(other, at, _)| *other == operation && *at == place);
            let index = match known {
                Some((.., index)) => *index,
                None => {
                    let index = self.note(way, &operation, &place);
                    self.noted.push((operation, place, index));
                    index
                }
            };
            self.notes[index].executions += 1;
        }
    }

    /// The note about a thread that is left behind at a place, with the names in this execution.
    fn note(&mut self, way: &dyn Way, operation: &Operation, place: &Place) -> usize {
        let replay = Replay::new(self.subject, &way.schedule(), &[], self.watch.patience());
        let name = |range| replay.as_ref().ok().and_then(|replay| replay.machine.name(range));
        let purpose = waiting::purpose(operation, &name);
        let message = format!("{} still waits {purpose} when main has returned", place.thread);
        let same = |note: &Note| note.message == message && note.place == *place;
        self.notes.iter().position(same).unwrap_or_else(|| {
            self.notes.push(Note { message, place: place.clone(), executions: 0 });
            self.notes.len() - 1
        })
    }

    /// Counts an execution that came to no end of its own.
    fn ended_early(&mut self, way: &dyn Way, end: &End) {
        match end {
            End::TooDeep => {
                self.cut_off.max_depth += 1;
                self.is_endless(way);
                self.cut(Reason::MaxDepth, "executions are longer than --max-depth", None);
            }
            End::CutOff => self.cut_off.bounds += 1,
            End::Pruned => self.cut_off.assumptions += 1,
            End::Complete | End::Stopped | End::Deadlock(_) | End::Redundant => {}
        }
    }

    /// Where the search is told to stop may be within an execution without an end.
    fn is_stopped_at(&mut self, way: &dyn Way, depth: usize, go_on: bool) {
        let is_usual = |first: usize| depth < LONGER * first;
        if !go_on && depth >= DEEP && !self.first_length.is_some_and(is_usual) {
            self.is_endless(way);
        }
    }

    fn is_endless(&mut self, way: &dyn Way) {
        self.endless.get_or_insert_with(|| Deep::new(way.schedule(), &|a, b| way.repeats(a, b)));
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
        if !self.incomplete.iter().any(same) {
            self.incomplete.push(Incomplete { reason, message: message.to_owned(), place });
        }
    }
}

impl Observer<Vm> for Findings<'_> {
    fn fault(&mut self, machine: &mut Vm, stack: &Stack<Mark>, fault: &Fault) -> bool {
        let bug = self.which_fault(machine, stack, fault);
        self.met(stack, bug)
    }

    fn race(&mut self, machine: &mut Vm, stack: &Stack<Mark>, race: &DataRace) -> bool {
        let bug = self.which_race(machine, stack, race, history(stack, race));
        self.met(stack, bug)
    }

    fn cut_off(&mut self, _: &mut Vm, _: &Stack<Mark>, at: &CutOff) -> bool {
        self.stopped_at(at);
        true
    }

    fn execution(&mut self, machine: &mut Vm, stack: &Stack<Mark>, end: &End) -> bool {
        self.first_length.get_or_insert(stack.execution.len());
        self.threads = self.threads.max(machine.threads().len());
        let mut go_on = true;
        match end {
            End::Redundant => return true,
            End::Deadlock(blocked) if machine.next(ThreadId::MAIN) == Next::Finished => {
                self.left_behind(machine, stack, blocked);
            }
            End::Deadlock(blocked) => {
                let bug = self.which_deadlock(machine, stack, blocked);
                go_on = self.met(stack, bug);
            }
            end => self.ended_early(stack, end),
        }
        if go_on {
            self.count();
        }
        go_on
    }

    fn interrupted(&mut self) -> ControlFlow<()> {
        match self.watch.is_time_up() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn keep_going(&mut self, stack: &Stack<Mark>, statistics: &Statistics, position: &dyn Position) -> bool {
        let depth = stack.execution.len();
        // Those of steps that were undone since.
        while self.on_path.last().is_some_and(|(steps, _)| *steps > depth) {
            self.on_path.pop();
        }
        let standing = Executions { before: &self.rounds.total, statistics, position };
        let go_on = self.watch.keep_going(&standing, depth);
        self.is_stopped_at(stack, depth, go_on);
        if self.watch.is_saving_due() {
            self.save(position);
        }
        go_on
    }
}

impl StateObserver<Vm> for Findings<'_> {
    fn fault(&mut self, machine: &mut Vm, path: &Path<Mark>, fault: &Fault) -> bool {
        let bug = self.which_fault(machine, path, fault);
        self.shown(bug)
    }

    fn race(&mut self, machine: &mut Vm, path: &Path<Mark>, race: &DataRace) -> bool {
        let bug = self.which_race(machine, path, race, sides(path, race));
        self.shown(bug)
    }

    fn cut_off(&mut self, _: &mut Vm, _: &Path<Mark>, at: &CutOff) -> bool {
        self.stopped_at(at);
        true
    }

    fn end(&mut self, machine: &mut Vm, path: &Path<Mark>, end: &End) -> bool {
        self.first_length.get_or_insert(path.depth());
        match end {
            End::Deadlock(blocked) if machine.next(ThreadId::MAIN) == Next::Finished => {
                self.left_behind(machine, path, blocked);
            }
            End::Deadlock(blocked) => {
                let bug = self.which_deadlock(machine, path, blocked);
                return self.shown(bug);
            }
            end => self.ended_early(path, end),
        }
        true
    }

    fn keep_going(&mut self, path: &Path<Mark>, statistics: &StateStatistics, position: &dyn Save) -> bool {
        let go_on = self.watch.keep_going(statistics, path.depth());
        self.is_stopped_at(path, path.depth(), go_on);
        if self.watch.is_saving_due() {
            self.save(position);
        }
        go_on
    }
}

/// How a search has come to where it is.
trait Way {
    fn schedule(&self) -> Schedule;

    /// What a thread is about to do, ready or not.
    fn pending(&self, thread: ThreadId) -> Option<&Operation>;

    /// How many steps it has, where states are remembered: there may be a shorter one then.
    fn steps_by_state(&self) -> Option<usize> {
        None
    }

    /// Whether two steps are known to be the same operation of the same thread.
    fn repeats(&self, a: usize, b: usize) -> bool;
}

impl Way for Stack<Mark> {
    fn schedule(&self) -> Schedule {
        self.execution.events().iter().map(|event| (event.thread, event.choice)).collect()
    }

    fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        Stack::pending(self, thread)
    }

    fn repeats(&self, a: usize, b: usize) -> bool {
        let step = |at| (self.execution.event(at).thread, self.execution.operation(at));
        step(a) == step(b)
    }
}

impl Way for Path<Mark> {
    fn schedule(&self) -> Schedule {
        self.steps().map(|step| (step.thread, step.choice)).collect()
    }

    fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        Path::pending(self, thread)
    }

    fn steps_by_state(&self) -> Option<usize> {
        Some(self.depth())
    }

    /// States are all that it keeps.
    fn repeats(&self, _: usize, _: usize) -> bool {
        false
    }
}

/// A race that a replay has shown.
enum Found {
    Shorter(Box<Finding>),
    AsItWas(Box<LocatedRace>),
}

impl Found {
    fn locations(&self) -> Vec<Option<Location>> {
        match self {
            Found::Shorter(finding) => confirm::locations(finding.participants().map(|access| &access.place)),
            Found::AsItWas(located) => confirm::locations([&located.first.place, &located.second.place]),
        }
    }
}
