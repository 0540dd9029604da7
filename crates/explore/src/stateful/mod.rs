//! Searches that remember the states they have seen, and continue from none of them twice. Guarantee: all errors.
//!
//! They are a depth-first search of their own: a state on the path needs less here than for a search through traces, and
//! most steps lead to states that were seen before. A [`Capture`] says how a state becomes a fingerprint, an [`Expansion`] which
//! steps are tried from it, and a [`SegmentMonitor`] which of its accesses race.

mod backtracking;
mod bitstate;
mod capture;
mod circumstances;
mod clock_vector;
mod components;
mod demand;
mod discipline;
mod dpor_states;
mod expansion;
mod graph;
mod livelock;
mod memory;
mod resume;
mod sdpor;
mod segments;
mod shallow;
mod table_two;
mod transactions;
mod unending;
mod visited;
mod wake_ups;

use mazurka_machine::{Machine, Step, Stepped, ThreadId};
use serde::Deserializer;

use crate::end::{End, Stops};
use crate::marks::Marks;
use crate::observer::{Finish, Halt, Observer};
use crate::order::Order;
use crate::stack::Stack;
use crate::statistics::StateStatistics;
use crate::transition::Transition;
pub use capture::{Capture, Exact, Light};
pub use clock_vector::ClockVector;
pub use demand::ChoiceReason;
pub use discipline::Discipline;
pub use dpor_states::DporStates;
pub use expansion::{All, Arrival, Arrived, Expansion, Idle};
pub use livelock::{Livelock, Recorded};
pub use memory::Memory;
use memory::Visited;
use resume::Here;
pub use sdpor::Sdpor;
use segments::Performed;
pub use segments::{Knowledge, SegmentMonitor, Segments};
pub use shallow::Shallow;
pub use table_two::TableTwo;
pub use transactions::{
    ByteClass, Classified, Completion, Demotion, Mover, Movers, Party, Subject, Transactions,
};
pub use unending::Unending;
use visited::Insertion;

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

/// What has come of a search through states.
pub type ExploredStates<M> = (StateStatistics, Result<Finish, <M as Machine>::Error>);

/// Explores all states, but for those that the expansion leaves out.
pub fn search_states<M, C, E, W>(
    machine: &mut M,
    parts: (&mut C, &mut E, &mut W),
    options: StateOptions,
    observer: &mut dyn Observer<M>,
) -> ExploredStates<M>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion,
    W: SegmentMonitor,
{
    let mut search = Search::new(machine, parts, options, observer);
    let outcome = search.start();
    search.finished(outcome)
}

/// Continues a search that was saved: that of a [`crate::Position`]. `None` if it was one of another machine, with other
/// parts, or with other options.
pub fn resume_states<'de, M, C, E, W>(
    saved: impl Deserializer<'de>,
    machine: &mut M,
    parts: (&mut C, &mut E, &mut W),
    options: StateOptions,
    observer: &mut dyn Observer<M>,
) -> Option<ExploredStates<M>>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion,
    W: SegmentMonitor,
{
    let mut search = Search::new(machine, parts, options, observer);
    let outcome = match search.restore(saved) {
        Ok(next) => search.run(Some(next?)),
        Err(error) => Err(Halt::Error(error)),
    };
    Some(search.finished(outcome))
}

struct Search<'s, M: Machine, C, E: Expansion, W> {
    machine: &'s mut M,
    capture: &'s mut C,
    expansion: &'s mut E,
    monitor: &'s mut W,
    observer: &'s mut dyn Observer<M>,
    options: StateOptions,
    stack: Stack<E::Node>,
    marks: Marks<M::Mark>,
    visited: Visited,
    statistics: StateStatistics,
}

impl<'s, M, C, E, W> Search<'s, M, C, E, W>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion,
    W: SegmentMonitor,
{
    fn new(
        machine: &'s mut M,
        (capture, expansion, monitor): (&'s mut C, &'s mut E, &'s mut W),
        options: StateOptions,
        observer: &'s mut dyn Observer<M>,
    ) -> Self {
        let (stack, marks) = (Stack::new(options.order), Marks::new());
        let (visited, statistics) = (Visited::new(options.memory), StateStatistics::default());
        Search { machine, capture, expansion, monitor, observer, options, stack, marks, visited, statistics }
    }

    /// Begins with the initial state.
    fn start(&mut self) -> Result<(), Halt<M::Error>> {
        let state = self.capture.fingerprint(self.machine, 0, None);
        self.visited.insert(state);
        self.statistics.states += 1;
        self.enter(state, false, Stops::default())?;
        self.run(None)
    }

    fn finished(mut self, outcome: Result<(), Halt<M::Error>>) -> ExploredStates<M> {
        self.update_statistics();
        self.statistics.collision_probability = self.visited.collision_probability();
        let operations = &self.stack.execution.operations;
        self.statistics.unordered = self.monitor.unordered(&mut operations.all());
        (self.statistics, Halt::finish(outcome))
    }

    /// Continues from the top node, in whose state the machine is; with this transition, if one was picked already.
    fn run(&mut self, mut picked: Option<Transition>) -> Result<(), Halt<M::Error>> {
        // Whether the machine is in the state of the top node.
        let mut at_top = true;
        loop {
            let Some(transition) = picked.take().or_else(|| self.pick()) else {
                if self.stores_late()? {
                    continue;
                }
                self.expansion.leaving(&mut self.stack);
                self.stack.pop();
                if self.stack.depth() == 0 {
                    return Ok(());
                }
                self.return_to_top();
                at_top = false;
                continue;
            };
            self.stack.top_mut().transition = Some(transition);
            let Search { stack, visited, capture, expansion, monitor, statistics, .. } = self;
            let here = Here::<C, E, W> { stack, visited, capture, expansion, monitor, statistics };
            Halt::unless(self.observer.keep_going(self.machine, &here))?;
            let at = self.stack.depth() - 1;
            if let Some(mark) = self.marks.get(at).filter(|_| !at_top) {
                self.machine.rewind(mark);
                at_top = true;
            }
            if self.stack.top().explored == 1 {
                // The second transition from here: those behind it make no other choice.
                let reason = self.expansion.choice_reason(&self.stack);
                Halt::unless(self.observer.choice(self.machine, &self.stack, reason))?;
            }
            let predicted = if E::LOOKS_AT_REVISITS { None } else { self.predict(transition) };
            if predicted.is_some_and(|state| self.visited.contains(state)) {
                self.count(transition);
                self.statistics.revisits += 1;
                self.expansion.predicted(&mut self.stack, self.monitor);
                continue;
            }
            self.mark_fork();
            at_top = self.step(transition, predicted)?;
            if !at_top {
                self.return_to_top();
            }
        }
    }

    /// A transition from the top node.
    fn count(&mut self, transition: Transition) {
        let operation = self.stack.top().operation(transition.thread);
        let waits = operation.is_some_and(|id| self.stack.execution.operations.traits(id).waits);
        self.statistics.transitions += 1;
        self.statistics.waits += u64::from(waits);
    }

    /// The next transition to explore from the top node.
    #[inline]
    fn pick(&mut self) -> Option<Transition> {
        let transition = self.expansion.pick(&mut self.stack)?;
        let top = self.stack.top_mut();
        if top.transition.is_some() {
            self.statistics.choice_points += u64::from(top.explored == 0);
            top.explored = top.explored.saturating_add(1);
        }
        Some(transition)
    }

    /// Whether the top node, from which nothing more was to be explored, is one that is stored now, and has to be looked at once
    /// more.
    fn stores_late(&mut self) -> Result<bool, Halt<M::Error>> {
        let Some(state) = self.expansion.late_boundary(&mut self.stack) else { return Ok(false) };
        let insertion = self.visited.insert(state);
        if insertion == Insertion::Full {
            return Err(Halt::Finish(Finish::OutOfMemory));
        }
        self.statistics.states += u64::from(insertion == Insertion::New);
        self.expansion.became_boundary(&mut self.stack, insertion == Insertion::New);
        Ok(true)
    }

    /// The machine is in the state of the top node, and is about to leave it.
    #[inline]
    fn mark_fork(&mut self) {
        let at = self.stack.depth() - 1;
        if self.marks.get(at).is_none() && self.stack.top().is_fork() {
            self.marks.leave(self.machine, at, true);
        }
    }

    /// The fingerprint of a state, with all that matters besides the machine.
    #[inline]
    fn fingerprint(&self, captured: u128, stops: Stops) -> u128 {
        captured.wrapping_add(self.monitor.fingerprint()).wrapping_add(stops.fingerprint)
    }

    /// The state that the top node's transition leads to, if that is known without making it, and there is nothing to report
    /// about it.
    #[inline]
    fn predict(&mut self, transition: Transition) -> Option<u128> {
        let prediction = self.capture.predict(self.machine, transition)?;
        let step = Performed::at_top(&self.stack)?;
        let segments = self.monitor.predict(step, &prediction)?;
        let stops = self.stack.top().stops;
        let state = prediction.fingerprint.wrapping_add(segments).wrapping_add(stops.fingerprint);
        // While memory looks for the state, there is something else to do.
        self.visited.touch(state);
        (!self.monitor.finds_races(step, &prediction)).then_some(state)
    }

    /// Makes the top node's transition, and enters the state behind it if it is new; `false` if it was seen before.
    fn step(&mut self, transition: Transition, predicted: Option<u128>) -> Result<bool, Halt<M::Error>> {
        let Transition { thread, choice } = transition;
        self.expansion.stepping(&mut self.stack, self.monitor);
        self.count(transition);
        let stepped = self.machine.step(thread, choice).map_err(Halt::Error)?;
        // Hardly ever any.
        let races = match Performed::at_top(&self.stack) {
            Some(step) => self.monitor.stepped(self.stack.depth() - 1, step, &stepped).to_vec(),
            None => Vec::new(),
        };
        let Stepped { outcome, delta, .. } = stepped;
        self.expansion.made(&mut self.stack, self.monitor);
        // Before a fault may end the search, and while the path ends with what has shown it.
        self.report_demotions()?;
        for race in &races {
            Halt::unless(self.observer.race(self.machine, &self.stack, race))?;
        }
        if self.monitor.gives_up() {
            return Err(Halt::Finish(Finish::Undecided));
        }
        let mut stops = self.stack.top().stops;
        stops.note(thread, &outcome);
        self.report_stop(&outcome)?;
        let captured = self.capture.fingerprint(self.machine, self.stack.depth(), Some((thread, delta)));
        let state = self.fingerprint(captured, stops);
        debug_assert!(predicted.is_none_or(|known| known == state), "a transition was predicted wrongly");
        let finished = outcome == Step::Finished;
        let arrival = if E::STORES_ALL { Arrival::Store } else { self.arrive(transition, state, &outcome) };
        let insertion = match arrival {
            Arrival::Store => self.visited.insert(state),
            Arrival::Pass | Arrival::Inner => Insertion::New,
            Arrival::Seen => Insertion::Seen,
        };
        match insertion {
            Insertion::New => {
                match arrival {
                    Arrival::Inner => self.statistics.inner_states += 1,
                    _ => self.statistics.states += 1,
                }
                self.enter(state, finished, stops)?;
                match self.is_out_of_memory(arrival) {
                    true => Err(Halt::Finish(Finish::OutOfMemory)),
                    false => Ok(true),
                }
            }
            Insertion::Full => Err(Halt::Finish(Finish::OutOfMemory)),
            Insertion::Seen => {
                self.statistics.revisits += 1;
                if E::LOOKS_AT_REVISITS {
                    self.push(finished, stops);
                    self.expansion.revisited(&mut self.stack, state);
                    self.stack.pop();
                }
                Ok(false)
            }
        }
    }

    /// What becomes of a state that a transition has led to.
    fn arrive(&mut self, transition: Transition, state: u128, outcome: &Step) -> Arrival {
        let Search { machine, stack, visited, expansion, monitor, .. } = self;
        let next = stack.intern(transition.thread, &machine.next(transition.thread));
        let is_stored = || visited.contains(state);
        expansion.arrives(stack, Arrived { state, outcome, next }, *monitor, &is_stored)
    }

    fn push(&mut self, finished: bool, stops: Stops) {
        self.marks.clear(self.stack.depth());
        self.stack.push(self.machine, finished, true, stops);
    }

    /// The top node's transition was taken back, as far as the search is concerned.
    fn return_to_top(&mut self) {
        self.monitor.taken_back();
        self.expansion.returned(&mut self.stack);
    }

    /// Reports a thread that has stopped before its end.
    fn report_stop(&mut self, step: &Step) -> Result<(), Halt<M::Error>> {
        Halt::unless(match step {
            Step::CutOff(at) => self.observer.cut_off(self.machine, &self.stack, at),
            Step::Fault(fault) => self.observer.fault(self.machine, &self.stack, fault),
            _ => return Ok(()),
        })
    }

    /// Enters a new state, in which the machine is.
    fn enter(&mut self, state: u128, finished: bool, stops: Stops) -> Result<(), Halt<M::Error>> {
        self.push(finished, stops);
        let end = self.stack.end(self.options.max_depth);
        if end == Some(End::TooDeep) {
            // Nothing is explored from here, whatever the expansion finds.
            self.stack.top_mut().pending.close();
        }
        self.expansion.entered(&mut self.stack, state);
        Halt::unless(self.observer.entered(self.machine, &self.stack))?;
        if W::WATCHES_BLOCKED_THREADS {
            self.watch_blocked_threads();
        }
        if (W::WATCHES_IDLE_THREADS || E::LOOKS_AT_REVISITS) && end.is_some() {
            self.watch_idle_threads()?;
        }
        self.report_demotions()?;
        self.statistics.max_depth = self.statistics.max_depth.max(self.stack.depth() - 1);
        self.statistics.threads = self.statistics.threads.max(self.stack.top().created().len());
        let Some(end) = end else { return Ok(()) };
        match end {
            End::TooDeep | End::CutOff | End::Pruned | End::Vain | End::Unsettled => {
                self.statistics.cut_off += 1;
            }
            _ => self.statistics.ends += 1,
        }
        Halt::unless(self.observer.end(self.machine, &self.stack, &end))
    }

    /// What the threads of a new state wait for.
    fn watch_blocked_threads(&mut self) {
        let operations = &self.stack.execution.operations;
        let top = self.stack.top();
        for thread in top.blocked() {
            if let Some(operation) = top.operation(thread) {
                self.monitor.blocked(Performed { thread, operation, operations });
            }
        }
    }

    /// What the threads of a state in which all wait would do again and again.
    fn watch_idle_threads(&mut self) -> Result<(), Halt<M::Error>> {
        let event = self.stack.depth() - 1;
        let blocked: Vec<ThreadId> = self.stack.top().blocked().collect();
        let Search { machine, stack, monitor, expansion, .. } = self;
        for thread in blocked {
            let operations = &mut stack.execution.operations;
            let mut made = Vec::new();
            let are_all = machine.idle_round(thread, &mut |operation, stepped| {
                let operation = operations.id(operation);
                if W::WATCHES_IDLE_THREADS {
                    monitor.stepped(event, Performed { thread, operation, operations }, stepped);
                }
                made.push(operation);
            });
            if W::WATCHES_IDLE_THREADS {
                made.iter().for_each(|_| monitor.taken_back());
            }
            expansion.idles(stack, &Idle { thread, operations: &made, are_all });
        }
        if monitor.gives_up() { Err(Halt::Finish(Finish::Undecided)) } else { Ok(()) }
    }

    fn report_demotions(&mut self) -> Result<(), Halt<M::Error>> {
        for demotion in self.monitor.demotions() {
            Halt::unless(self.observer.demoted(self.machine, &self.stack, demotion))?;
        }
        Ok(())
    }

    /// Looks now and then, in a new state, how much memory is left for remembering states.
    fn is_out_of_memory(&mut self, arrival: Arrival) -> bool {
        let Memory::Fingerprints { max_bytes } = self.options.memory else { return false };
        let StateStatistics { states, inner_states, .. } = self.statistics;
        let number = if arrival == Arrival::Inner { inner_states } else { states };
        if !number.is_multiple_of(STATES_BETWEEN_LOOKS) {
            return false;
        }
        self.update_statistics();
        let Visited::Table(table) = &mut self.visited else { return false };
        let others = self.statistics.bytes + self.statistics.other_bytes - table.bytes();
        table.set_limit(max_bytes.saturating_sub(others));
        table.bytes() + others > max_bytes
    }

    fn update_statistics(&mut self) {
        self.expansion.count(&mut self.statistics);
        self.statistics.bytes = self.capture.bytes() + self.visited.bytes();
        self.statistics.other_bytes = self.stack.bytes()
            + self.marks.bytes()
            + self.capture.path_bytes()
            + self.expansion.bytes()
            + self.monitor.bytes()
            + self.machine.undo_bytes();
    }
}
