//! Searches that remember the states they have seen, and go on from none of them twice. Guarantee: all errors.
//!
//! They are a depth-first search of their own: a state on the path needs less here than for a search through traces, and
//! most steps lead to states that were seen before. A [`Capture`] says how a state becomes a number, an [`Expansion`] which
//! steps are tried from it, and a [`SegmentMonitor`] which of its accesses race.

mod bitstate;
mod capture;
mod circles;
mod discipline;
mod graph;
mod livelock;
mod memory;
mod path;
mod resume;
mod sdpor;
mod segments;
mod shallow;
mod visited;

use mazurka_machine::{CutOff, DataRace, Fault, Machine, Step, ThreadId};
use serde::{Deserialize, Serialize};

use crate::order::Order;
use crate::saved::{Save, Saved};
use crate::search::End;
use crate::transition::Transition;
pub use capture::{Capture, Exact, Light};
pub use discipline::Discipline;
pub use livelock::{Livelock, Recorded};
pub use memory::Memory;
use memory::Visited;
pub use path::Path;
use path::Stops;
use resume::{Here, OwnExpansion};
pub use resume::{SavedExpansion, SavedStates};
pub use sdpor::Sdpor;
use segments::Stepped;
pub use segments::{SegmentMonitor, Segments};
pub use shallow::Shallow;
use visited::Insertion;

/// Decides which steps to explore from which state.
pub trait Expansion<Mark: Copy> {
    /// Whether it wants to see states that were seen before.
    const LOOKS_AT_REVISITS: bool;

    /// The top node's step is about to be made.
    fn stepping(&mut self, path: &mut Path<Mark>);

    /// The top node is a new state: which threads to explore from it, at least.
    fn entered(&mut self, path: &mut Path<Mark>, state: u128);

    /// The top node is a state that was seen before, and will be left at once.
    fn revisited(&mut self, path: &mut Path<Mark>, state: u128);

    /// All that follows the top node's step was explored.
    fn returned(&mut self, path: &mut Path<Mark>);

    /// All that follows the top node was explored: it will be left.
    fn left(&mut self, path: &mut Path<Mark>);

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        0
    }

    /// What it knows besides what stands in the nodes.
    fn save(&self) -> SavedExpansion<'_>;

    /// Puts that back, after the steps of the path were made again; `false` if it is another expansion's, or cannot be.
    fn restore(&mut self, saved: SavedExpansion<'_>, path: &Path<Mark>) -> bool;
}

/// No reduction: all enabled threads, in every state. The oracle of the others.
pub struct All;

impl<Mark: Copy> Expansion<Mark> for All {
    const LOOKS_AT_REVISITS: bool = false;

    fn stepping(&mut self, _: &mut Path<Mark>) {}

    fn entered(&mut self, path: &mut Path<Mark>, _: u128) {
        let node = path.top_mut();
        node.backtrack.clone_from(&node.pending.ready);
    }

    fn revisited(&mut self, _: &mut Path<Mark>, _: u128) {}

    fn returned(&mut self, _: &mut Path<Mark>) {}

    fn left(&mut self, _: &mut Path<Mark>) {}

    fn save(&self) -> SavedExpansion<'_> {
        SavedExpansion { own: OwnExpansion::All, recording: None }
    }

    fn restore(&mut self, saved: SavedExpansion<'_>, _: &Path<Mark>) -> bool {
        matches!(saved, SavedExpansion { own: OwnExpansion::All, recording: None })
    }
}

/// Listens to the search.
pub trait StateObserver<M: Machine> {
    /// A thread has failed in the last step; the others go on. `false` ends the search.
    fn fault(&mut self, machine: &mut M, path: &Path<M::Mark>, fault: &Fault) -> bool;

    /// A bound has stopped the last step's thread; the others go on. `false` ends the search.
    fn cut_off(&mut self, machine: &mut M, path: &Path<M::Mark>, at: &CutOff) -> bool {
        let _ = (machine, path, at);
        true
    }

    /// The last step's thread races with another; all go on. `false` ends the search.
    fn race(&mut self, machine: &mut M, path: &Path<M::Mark>, race: &DataRace) -> bool {
        let _ = (machine, path, race);
        true
    }

    /// A state was reached from which nothing follows, or is looked at. `false` ends the search.
    fn end(&mut self, machine: &mut M, path: &Path<M::Mark>, end: &End) -> bool;

    /// Asked before every step. `false` ends the search.
    fn keep_going(
        &mut self,
        path: &Path<M::Mark>,
        statistics: &StateStatistics,
        position: &dyn Save,
    ) -> bool {
        let _ = (path, statistics, position);
        true
    }
}

#[derive(Clone, Copy, Debug)]
pub struct StateOptions {
    pub max_depth: usize,
    pub order: Order,
    pub memory: Memory,
}

/// How many new states there are between two looks at the memory that all takes together.
const STATES_BETWEEN_LOOKS: u64 = 1024;

impl Default for StateOptions {
    fn default() -> StateOptions {
        let memory = Memory::Fingerprints { max_bytes: usize::MAX };
        StateOptions { max_depth: 10_000_000, order: Order::ByNumber, memory }
    }
}

#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct StateStatistics {
    /// Different ones.
    pub states: u64,
    /// Steps that led to states which were seen before.
    pub revisits: u64,
    pub transitions: u64,
    /// States in which executions end.
    pub ends: u64,
    /// States in which executions end before their time.
    pub cut_off: u64,
    pub max_depth: usize,
    /// The most in a state.
    pub threads: usize,
    /// Memory for remembering states.
    pub bytes: usize,
    /// About how much memory there is for the path, and what else the search keeps.
    pub other_bytes: usize,
    /// How probable it is that a state was taken for another, and nobody has looked at it.
    pub confusion: f64,
}

/// How a search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    Complete,
    /// The observer has had enough.
    Stopped,
    /// There is no memory for another state.
    OutOfMemory,
    /// The monitor cannot tell whether there are races.
    Undecided,
}

/// Explores all states, but for those that the expansion leaves out.
pub fn search_states<M, C, E, W>(
    machine: &mut M,
    (capture, expansion, monitor): (&mut C, &mut E, &mut W),
    options: StateOptions,
    observer: &mut dyn StateObserver<M>,
) -> (StateStatistics, Result<Finish, M::Error>)
where
    M: Machine,
    C: Capture<M>,
    E: Expansion<M::Mark>,
    W: SegmentMonitor<M>,
{
    let mut search = Search::new(machine, (capture, expansion, monitor), options, observer);
    let finish = search.start();
    search.finished(finish)
}

/// The same for a search that was saved: goes on from there. `None` if it was one of another machine, with other parts, or
/// with other options.
pub fn resume_states<M, C, E, W>(
    saved: Saved<'_>,
    machine: &mut M,
    parts: (&mut C, &mut E, &mut W),
    options: StateOptions,
    observer: &mut dyn StateObserver<M>,
) -> Option<(StateStatistics, Result<Finish, M::Error>)>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion<M::Mark>,
    W: SegmentMonitor<M>,
{
    let Saved::States(saved) = saved else { return None };
    let mut search = Search::new(machine, parts, options, observer);
    let finish = match search.restore(saved) {
        Ok(next) => search.run(Some(next?)),
        Err(error) => Err(error),
    };
    Some(search.finished(finish))
}

struct Search<'s, M: Machine, C, E, W> {
    machine: &'s mut M,
    capture: &'s mut C,
    expansion: &'s mut E,
    monitor: &'s mut W,
    observer: &'s mut dyn StateObserver<M>,
    options: StateOptions,
    path: Path<M::Mark>,
    visited: Visited,
    statistics: StateStatistics,
}

impl<'s, M, C, E, W> Search<'s, M, C, E, W>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion<M::Mark>,
    W: SegmentMonitor<M>,
{
    fn new(
        machine: &'s mut M,
        (capture, expansion, monitor): (&'s mut C, &'s mut E, &'s mut W),
        options: StateOptions,
        observer: &'s mut dyn StateObserver<M>,
    ) -> Self {
        let (path, visited) = (Path::new(options.order), Visited::new(options.memory));
        let statistics = StateStatistics::default();
        Search { machine, capture, expansion, monitor, observer, options, path, visited, statistics }
    }

    /// Begins with the initial state.
    fn start(&mut self) -> Result<Finish, M::Error> {
        let state = self.capture.number(self.machine, 0, None);
        self.visited.insert(state);
        match self.enter(state, false, Stops::default()) {
            true => self.run(None),
            false => Ok(Finish::Stopped),
        }
    }

    fn finished(mut self, finish: Result<Finish, M::Error>) -> (StateStatistics, Result<Finish, M::Error>) {
        self.update_statistics();
        self.statistics.confusion = self.visited.confusion();
        (self.statistics, finish)
    }

    /// Goes on from the top node, at which the machine stands; with this step, if one was picked already.
    fn run(&mut self, mut picked: Option<Transition>) -> Result<Finish, M::Error> {
        // Whether the machine stands at the top node.
        let mut at_top = true;
        loop {
            let Some(transition) = picked.take().or_else(|| self.path.top_mut().pick()) else {
                self.expansion.left(&mut self.path);
                self.path.pop();
                if self.path.depth() == 0 {
                    return Ok(Finish::Complete);
                }
                self.return_to_top();
                at_top = false;
                continue;
            };
            let Search { path, visited, capture, expansion, monitor, statistics, .. } = self;
            let here = Here::<M, C, E, W> { path, visited, capture, expansion, monitor, statistics };
            if !self.observer.keep_going(path, statistics, &here) {
                return Ok(Finish::Stopped);
            }
            if let Some(mark) = self.path.top().mark.filter(|_| !at_top) {
                self.machine.rewind(mark);
                at_top = true;
            }
            let foretold = if E::LOOKS_AT_REVISITS { None } else { self.foretell(transition) };
            if foretold.is_some_and(|state| self.visited.contains(state)) {
                self.statistics.transitions += 1;
                self.statistics.revisits += 1;
                continue;
            }
            if self.path.top().mark.is_none() {
                self.mark_fork();
            }
            match self.step(transition, foretold)? {
                After::New => at_top = true,
                After::Seen => {
                    self.return_to_top();
                    at_top = false;
                }
                After::Enough(finish) => return Ok(finish),
            }
        }
    }

    /// The machine is in the state of the top node, which has no mark yet, and is about to leave it.
    #[inline]
    fn mark_fork(&mut self) {
        if self.path.top().is_fork() {
            self.path.top_mut().mark = Some(self.machine.mark());
        }
    }

    /// The number of a state, all that matters besides the machine's included.
    #[inline]
    fn number(&self, captured: u128, stops: Stops) -> u128 {
        captured.wrapping_add(self.monitor.fingerprint()).wrapping_add(stops.who)
    }

    /// The state that the top node's step leads to, if that is known without making it, and there is nothing to tell about it.
    #[inline]
    fn foretell(&mut self, transition: Transition) -> Option<u128> {
        let captured = self.capture.foretell(self.machine, transition)?;
        let top = self.path.top();
        let (thread, operation) = top.step()?;
        let step = Stepped { thread, operation, operations: &self.path.execution.operations };
        let segments = self.monitor.foretell(self.machine, step)?;
        let state = captured.wrapping_add(segments).wrapping_add(top.stops.who);
        // While memory looks for the state, there is something else to do.
        self.visited.touch(state);
        (!self.monitor.finds_races(self.machine, step)).then_some(state)
    }

    /// Makes the top node's step, and enters the state behind it if it is new.
    fn step(
        &mut self,
        Transition { thread, choice }: Transition,
        foretold: Option<u128>,
    ) -> Result<After, M::Error> {
        self.expansion.stepping(&mut self.path);
        self.statistics.transitions += 1;
        let step = self.machine.step(thread, choice)?;
        if !self.tell_races(thread) {
            return Ok(After::Enough(Finish::Stopped));
        }
        if self.monitor.gives_up() {
            return Ok(After::Enough(Finish::Undecided));
        }
        let mut stops = self.path.top().stops;
        stops.note(thread, &step);
        if !self.tell_stop(&step) {
            return Ok(After::Enough(Finish::Stopped));
        }
        let captured = self.capture.number(self.machine, self.path.depth(), Some(thread));
        let state = self.number(captured, stops);
        debug_assert!(foretold.is_none_or(|foretold| foretold == state), "a step was foretold wrongly");
        let finished = step == Step::Finished;
        match self.visited.insert(state) {
            Insertion::New if !self.enter(state, finished, stops) => Ok(After::Enough(Finish::Stopped)),
            Insertion::New if self.is_out_of_memory() => Ok(After::Enough(Finish::OutOfMemory)),
            Insertion::New => Ok(After::New),
            Insertion::Full => Ok(After::Enough(Finish::OutOfMemory)),
            Insertion::Seen => {
                self.statistics.revisits += 1;
                if E::LOOKS_AT_REVISITS {
                    self.path.push(self.machine, finished, stops);
                    self.expansion.revisited(&mut self.path, state);
                    self.path.pop();
                }
                Ok(After::Seen)
            }
        }
    }

    /// The top node's step was taken back, as far as the search is concerned.
    fn return_to_top(&mut self) {
        self.monitor.taken_back();
        self.expansion.returned(&mut self.path);
    }

    /// Has the step that was made looked at; `false` if the observer has had enough.
    fn tell_races(&mut self, thread: ThreadId) -> bool {
        let Some((_, operation)) = self.path.top().step() else { return true };
        let step = Stepped { thread, operation, operations: &self.path.execution.operations };
        let races = self.monitor.stepped(self.machine, self.path.depth() - 1, step);
        races.iter().all(|race| self.observer.race(self.machine, &self.path, race))
    }

    /// Tells of a thread that has stopped before its time; `false` if the observer has had enough.
    fn tell_stop(&mut self, step: &Step) -> bool {
        match step {
            Step::CutOff(at) => self.observer.cut_off(self.machine, &self.path, at),
            Step::Fault(fault) => self.observer.fault(self.machine, &self.path, fault),
            _ => true,
        }
    }

    /// Enters a new state, in which the machine is; `false` if the observer has had enough.
    fn enter(&mut self, state: u128, finished: bool, stops: Stops) -> bool {
        self.path.push(self.machine, finished, stops);
        self.expansion.entered(&mut self.path, state);
        self.statistics.states += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(self.path.depth() - 1);
        self.statistics.threads = self.statistics.threads.max(self.path.top().pending.created.len());
        let Some(end) = self.end_of_top() else { return true };
        match end {
            End::TooDeep | End::CutOff | End::Pruned => self.statistics.cut_off += 1,
            _ => self.statistics.ends += 1,
        }
        if end == End::TooDeep {
            // Nothing is explored from here.
            self.path.top_mut().close();
        }
        self.observer.end(self.machine, &self.path, &end)
    }

    /// Whether the top node is where executions end.
    fn end_of_top(&self) -> Option<End> {
        let top = self.path.top();
        if !top.pending.ready.is_empty() {
            return (self.path.depth() > self.options.max_depth).then_some(End::TooDeep);
        }
        let blocked: Vec<ThreadId> = top.pending.blocked().collect();
        Some(match () {
            _ if top.stops.pruned => End::Pruned,
            _ if top.stops.cut_off => End::CutOff,
            _ if top.stops.stopped => End::Stopped,
            _ if blocked.is_empty() => End::Complete,
            _ => End::Deadlock(blocked),
        })
    }

    /// Looks now and then, in a new state, how much memory is left for remembering states.
    fn is_out_of_memory(&mut self) -> bool {
        let Memory::Fingerprints { max_bytes } = self.options.memory else { return false };
        if !self.statistics.states.is_multiple_of(STATES_BETWEEN_LOOKS) {
            return false;
        }
        self.update_statistics();
        let Visited::Table(table) = &mut self.visited else { return false };
        let others = self.statistics.bytes + self.statistics.other_bytes - table.bytes();
        table.set_limit(max_bytes.saturating_sub(others));
        table.bytes() + others > max_bytes
    }

    fn update_statistics(&mut self) {
        self.statistics.bytes = self.capture.bytes() + self.visited.bytes();
        self.statistics.other_bytes = self.path.bytes()
            + self.capture.path_bytes()
            + self.expansion.bytes()
            + self.monitor.bytes()
            + self.machine.undo_bytes();
    }
}

/// Where a step has led.
enum After {
    New,
    Seen,
    /// The search is over.
    Enough(Finish),
}
