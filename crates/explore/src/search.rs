//! The depth-first search that all reductions share: it drives the machine; a [`Reduction`] says where to.

mod resume;
pub(crate) mod tail;

use std::ops::ControlFlow;

use mazurka_machine::{CutOff, DataRace, Fault, Footprint, Footprinted, Machine, Step, ThreadId};
use serde::{Deserialize, Serialize};

use crate::data_race::{DataRaces, LinesInUse};
use crate::estimate::Estimate;
use crate::execution::Execution;
use crate::order::Order;
use crate::saved::{Own, Save, Saved, Then, is_a_count};
use crate::stack::{Node, Stack};
use crate::transition::Transition;
use resume::Here;
use tail::{Tail, Tails};

/// Decides which steps to explore from which state.
pub trait Reduction<M: Machine> {
    /// The next step to explore from the top node; `None` when it is done.
    fn pick(&mut self, stack: &mut Stack<M::Mark>) -> Option<Transition>;

    /// The picked step was appended to the execution as its last event.
    fn stepped(&mut self, stack: &mut Stack<M::Mark>) {
        let _ = stack;
    }

    /// A new state was reached: what sleeps there follows from the node below.
    fn entered(&mut self, stack: &mut Stack<M::Mark>) {
        let _ = stack;
    }

    /// The top node is where an execution ends. The machine may be used to try things out: it will be put back by
    /// [`Stack::return_to`] before it goes on.
    ///
    /// Where that takes time, it is interrupted when `interrupt` says so, and breaks off in turn. It can then be done again
    /// from the beginning, by this reduction or by one that was restored from what this one saves.
    fn ended(
        &mut self,
        machine: &mut M,
        stack: &mut Stack<M::Mark>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        let _ = (machine, stack, interrupt);
        Ok(ControlFlow::Continue(()))
    }

    /// How many steps that it wanted to explore were beyond a bound.
    fn refused(&self) -> u64 {
        0
    }

    /// All that follows the top node's step `transition` was explored.
    fn returned(&mut self, stack: &mut Stack<M::Mark>, transition: Transition);

    /// How many more steps are to be explored from a node of the path, as far as is known.
    fn left(&self, node: &Node<M::Mark>) -> usize;

    /// What it knows besides what stands in the nodes.
    fn save(&self) -> Own {
        Own::Nothing
    }

    /// Puts that back, after the steps of the path were told again; `false` if it is another reduction's, or cannot be.
    fn restore(&mut self, own: Own, stack: &Stack<M::Mark>) -> bool {
        let _ = stack;
        matches!(own, Own::Nothing)
    }
}

/// Asked again and again while an execution is analysed: whether to break off.
pub type Interrupt<'i> = &'i mut dyn FnMut() -> ControlFlow<()>;

/// How an execution came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All threads are finished.
    Complete,
    /// These threads are blocked for ever.
    Deadlock(Vec<ThreadId>),
    /// A thread has failed or ended the process on the way; whatever else could run has run.
    Stopped,
    /// `assume(false)`.
    Pruned,
    /// Only sleeping threads could go on: everything from here was seen elsewhere.
    Redundant,
    /// A bound has stopped a thread on the way.
    CutOff,
    /// Longer than allowed.
    TooDeep,
}

/// Listens to the search. Algorithms stay silent.
pub trait Observer<M: Machine> {
    /// A thread has failed in the last event; the others go on. `false` ends the search.
    fn fault(&mut self, machine: &mut M, stack: &Stack<M::Mark>, fault: &Fault) -> bool;

    /// A bound has stopped the last event's thread; the others go on. `false` ends the search.
    fn cut_off(&mut self, machine: &mut M, stack: &Stack<M::Mark>, at: &CutOff) -> bool {
        let _ = (machine, stack, at);
        true
    }

    /// The last event's thread has raced with another; all go on. `false` ends the search.
    fn race(&mut self, machine: &mut M, stack: &Stack<M::Mark>, race: &DataRace) -> bool {
        let _ = (machine, stack, race);
        true
    }

    /// An execution has ended; the machine stands at its end. `false` ends the search.
    fn execution(&mut self, machine: &mut M, stack: &Stack<M::Mark>, end: &End) -> bool;

    /// Asked often while the races of an execution are analysed, which may take long. After a break the search ends, and
    /// [`Observer::keep_going`] is called once more, for the position; the answer does not matter then.
    fn interrupted(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Asked before every step: time may be up in the middle of an execution, too. `false` ends the search.
    fn keep_going(
        &mut self,
        stack: &Stack<M::Mark>,
        statistics: &Statistics,
        position: &dyn Position,
    ) -> bool {
        let _ = (stack, statistics, position);
        true
    }
}

/// Where a search stands. What that means is found out when it is asked for.
pub trait Position: Save {
    /// How much of the search is done.
    fn estimate(&self) -> Estimate;
}

/// Watches every step along the current path, and is taken back with it.
pub trait Monitor<M: Machine> {
    /// The last event was executed; gives its races with earlier ones.
    fn stepped(&mut self, machine: &M, execution: &Execution) -> &[DataRace];

    /// The last event is taken back.
    fn taken_back(&mut self);

    /// Adds what the machine's last step, which was not told as an event, has touched that is not its thread's own. Gives
    /// whether what it did follows from its thread's state and the memory it touched.
    fn look_at(&mut self, machine: &M, thread: ThreadId, foreign: &mut Vec<Footprint>) -> bool;

    /// A number for what stands now in the bytes that these footprints read.
    fn content(&self, machine: &M, footprints: &[Footprint]) -> u128;

    /// Changes when memory turns out not to be private that was thought to be.
    fn version(&self) -> u64;

    /// What it has learnt that does not follow from the current path.
    fn save(&self) -> LinesInUse {
        LinesInUse::default()
    }

    /// Puts that back, before the first step.
    fn restore(&mut self, lines: LinesInUse) {
        let _ = lines;
    }
}

/// Data races are of no interest.
impl<M: Machine> Monitor<M> for () {
    fn stepped(&mut self, _: &M, _: &Execution) -> &[DataRace] {
        &[]
    }

    fn taken_back(&mut self) {}

    fn look_at(&mut self, _: &M, _: ThreadId, _: &mut Vec<Footprint>) -> bool {
        false
    }

    fn content(&self, _: &M, _: &[Footprint]) -> u128 {
        0
    }

    fn version(&self) -> u64 {
        0
    }
}

impl<M: Machine + Footprinted> Monitor<M> for DataRaces {
    fn stepped(&mut self, machine: &M, execution: &Execution) -> &[DataRace] {
        self.push(execution, machine.footprint(), machine.code())
    }

    fn taken_back(&mut self) {
        self.pop();
    }

    fn look_at(&mut self, machine: &M, thread: ThreadId, foreign: &mut Vec<Footprint>) -> bool {
        foreign.extend(machine.footprint().iter().filter(|part| !self.claim(part.line, thread)));
        machine.is_self_contained()
    }

    fn content(&self, machine: &M, footprints: &[Footprint]) -> u128 {
        machine.content(footprints)
    }

    fn version(&self) -> u64 {
        self.lines_shared()
    }

    fn save(&self) -> LinesInUse {
        self.lines_in_use()
    }

    fn restore(&mut self, lines: LinesInUse) {
        self.use_lines(lines);
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub max_depth: usize,
    pub order: Order,
    /// Whether the joins at the end of an execution, and what follows the last of them, are done without events: no
    /// reduction needs them. See [`tail`].
    pub short_tails: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_depth: 1_000_000, order: Order::ByNumber, short_tails: true }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// Maximal executions, faults included.
    pub executions: u64,
    /// Started and abandoned because all that could run was asleep.
    pub redundant: u64,
    pub cut_off: u64,
    pub transitions: u64,
    pub max_depth: usize,
    /// Steps that were left out because they are beyond a bound.
    pub refused: u64,
}

impl Statistics {
    /// Adds those of a search that went on from where this one has stopped, with a larger bound.
    pub fn add_round(&mut self, next: &Statistics) {
        self.executions += next.executions;
        self.redundant += next.redundant;
        self.cut_off += next.cut_off;
        self.transitions += next.transitions;
        self.max_depth = self.max_depth.max(next.max_depth);
        self.refused = next.refused;
    }

    /// Whether a search can have come that far.
    pub fn is_possible(&self) -> bool {
        let Statistics { executions, redundant, cut_off, transitions, max_depth, refused } = *self;
        [executions, redundant, cut_off, transitions, max_depth as u64, refused].into_iter().all(is_a_count)
    }

    /// Executions that came to nothing take their time, too.
    pub fn begun(&self) -> u64 {
        self.executions + self.redundant + self.cut_off
    }
}

/// Explores until the reduction has nothing left, the observer has had enough (the second result is `false` then), or the
/// machine cannot go on.
pub fn search<M: Machine, R: Reduction<M>, W: Monitor<M>>(
    machine: &mut M,
    reduction: &mut R,
    monitor: &mut W,
    options: Options,
    observer: &mut dyn Observer<M>,
) -> (Statistics, Result<bool, M::Error>) {
    let mut search = Search::new(machine, reduction, monitor, options, observer);
    search.start();
    let complete = search.run(Then::Descend);
    search.finished(complete)
}

/// The same for a search that was saved: goes on from there. `None` if it was one of another machine, or with another
/// reduction or other options.
pub fn resume<M: Machine, R: Reduction<M>, W: Monitor<M>>(
    saved: Saved<'_>,
    machine: &mut M,
    reduction: &mut R,
    monitor: &mut W,
    options: Options,
    observer: &mut dyn Observer<M>,
) -> Option<(Statistics, Result<bool, M::Error>)> {
    let Saved::Traces(saved) = saved else { return None };
    let mut search = Search::new(machine, reduction, monitor, options, observer);
    let complete = match search.restore(saved) {
        Ok(then) => search.run(then?),
        Err(error) => Err(error),
    };
    Some(search.finished(complete))
}

struct Search<'s, M: Machine, R, W> {
    machine: &'s mut M,
    reduction: &'s mut R,
    monitor: &'s mut W,
    observer: &'s mut dyn Observer<M>,
    options: Options,
    stack: Stack<M::Mark>,
    statistics: Statistics,
    tails: Tails,
}

impl<'s, M: Machine, R: Reduction<M>, W: Monitor<M>> Search<'s, M, R, W> {
    fn new(
        machine: &'s mut M,
        reduction: &'s mut R,
        monitor: &'s mut W,
        options: Options,
        observer: &'s mut dyn Observer<M>,
    ) -> Self {
        let (stack, statistics, tails) = (Stack::new(options.order), Statistics::default(), Tails::default());
        Search { machine, reduction, monitor, observer, options, stack, statistics, tails }
    }

    /// Enters the initial state.
    fn start(&mut self) {
        self.stack.push(self.machine, false);
        self.reduction.entered(&mut self.stack);
    }

    fn finished(mut self, complete: Result<bool, M::Error>) -> (Statistics, Result<bool, M::Error>) {
        self.statistics.refused = self.reduction.refused();
        (self.statistics, complete)
    }

    /// `false` if the observer has had enough.
    fn run(&mut self, mut then: Then) -> Result<bool, M::Error> {
        loop {
            let goes_on = match then {
                Then::Step(transition) => self.step(transition)? && self.descend()?,
                Then::Descend => self.descend()?,
                Then::Analyse => self.analyse()?,
            };
            if !goes_on {
                return Ok(false);
            }
            match self.ascend()? {
                Some(transition) => then = Then::Step(transition),
                None => return Ok(true),
            }
        }
    }

    /// Follows the reduction's picks to the end of an execution; `false` if the observer has had enough.
    fn descend(&mut self) -> Result<bool, M::Error> {
        loop {
            if let Some(end) = self.end_of_top() {
                return self.finish(&end);
            }
            match self.run_tail()? {
                Tail::Ended => return self.finish(&End::Complete),
                Tail::Enough => return Ok(false),
                Tail::Matters => {}
            }
            let Some(transition) = self.reduction.pick(&mut self.stack) else {
                return self.finish(&End::Redundant);
            };
            if !self.step(transition)? {
                return Ok(false);
            }
        }
    }

    /// Goes back to the last node from which there is something left to explore, and says what; `None` if there is none.
    fn ascend(&mut self) -> Result<Option<Transition>, M::Error> {
        loop {
            if !self.stack.execution.is_empty() {
                self.monitor.taken_back();
            }
            self.stack.pop();
            if self.stack.depth() == 0 {
                return Ok(None);
            }
            self.tails.shortened(self.stack.execution.len());
            let transition = self.stack.top_mut().transition.take().expect("a step led to the node above");
            self.stack.top_mut().explored += 1;
            self.reduction.returned(&mut self.stack, transition);
            if let Some(transition) = self.reduction.pick(&mut self.stack) {
                self.stack.return_to(self.machine, self.stack.depth() - 1)?;
                return Ok(Some(transition));
            }
        }
    }

    /// Executes a step and enters the state behind it; `false` if the observer has had enough.
    fn step(&mut self, transition: Transition) -> Result<bool, M::Error> {
        let Search { stack, statistics, reduction, monitor, tails, .. } = self;
        let then = Then::Step(transition);
        let here = Here::<M, R, W> { stack, reduction, monitor, tails, statistics, then };
        if !self.observer.keep_going(stack, statistics, &here) {
            return Ok(false);
        }
        self.stack.record(self.machine, transition);
        self.reduction.stepped(&mut self.stack);
        self.statistics.transitions += 1;
        let step = self.machine.step(transition.thread, transition.choice)?;
        self.stack.push(self.machine, step == Step::Finished);
        self.reduction.entered(&mut self.stack);
        self.statistics.max_depth = self.statistics.max_depth.max(self.stack.execution.len());
        for race in self.monitor.stepped(self.machine, &self.stack.execution) {
            if !self.observer.race(self.machine, &self.stack, race) {
                return Ok(false);
            }
        }
        let top = self.stack.top_mut();
        match step {
            Step::Ran | Step::Finished => {}
            Step::Exited(_) => top.stopped = true,
            Step::Pruned => top.pruned = true,
            Step::CutOff(at) => {
                top.cut_off = true;
                return Ok(self.observer.cut_off(self.machine, &self.stack, &at));
            }
            Step::Fault(fault) => {
                top.stopped = true;
                return Ok(self.observer.fault(self.machine, &self.stack, &fault));
            }
        }
        Ok(true)
    }

    /// Whether the top node is where an execution ends.
    fn end_of_top(&self) -> Option<End> {
        let top = self.stack.top();
        if !top.ready().is_empty() {
            return (self.stack.execution.len() >= self.options.max_depth).then_some(End::TooDeep);
        }
        let blocked: Vec<ThreadId> = top.blocked().collect();
        Some(match () {
            _ if top.pruned => End::Pruned,
            _ if top.cut_off => End::CutOff,
            _ if top.stopped => End::Stopped,
            _ if blocked.is_empty() => End::Complete,
            _ => End::Deadlock(blocked),
        })
    }

    /// Counts an execution and tells about it; `false` if the observer has had enough.
    fn finish(&mut self, end: &End) -> Result<bool, M::Error> {
        match end {
            End::Redundant => self.statistics.redundant += 1,
            End::TooDeep | End::CutOff | End::Pruned => self.statistics.cut_off += 1,
            End::Complete | End::Deadlock(_) | End::Stopped => self.statistics.executions += 1,
        }
        if !self.observer.execution(self.machine, &self.stack, end) {
            return Ok(false);
        }
        self.analyse()
    }

    /// Has the reduction look at the execution that ends here; `false` if the observer has had enough.
    fn analyse(&mut self) -> Result<bool, M::Error> {
        let Search { machine, reduction, monitor, observer, stack, statistics, tails, .. } = self;
        if reduction.ended(machine, stack, &mut || observer.interrupted())?.is_continue() {
            return Ok(true);
        }
        let then = Then::Analyse;
        let here = Here::<M, R, W> { stack, reduction, monitor, tails, statistics, then };
        observer.keep_going(stack, statistics, &here);
        Ok(false)
    }
}
