//! The depth-first search that all reductions share: it drives the machine; a [`Reduction`] says where to.

mod resume;
pub(crate) mod tail;

use std::ops::ControlFlow;

use mazurka_machine::{Machine, Step};
use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize};

use crate::end::{End, Stops};
use crate::marks::{Marks, Rewinder};
use crate::monitor::Monitor;
use crate::observer::{Finish, Halt, Observer};
use crate::order::Order;
use crate::stack::{Node, NodeData, Stack};
use crate::statistics::Statistics;
use crate::transition::Transition;
use resume::{Here, Then};
use tail::{Tail, Tails};

/// Decides which transitions to explore from which state. What it keeps between two calls is saved with the search.
pub trait Reduction: Serialize + DeserializeOwned {
    /// What it keeps of every state on the stack.
    type Node: NodeData;

    /// The next transition to explore from the top node; `None` when it is done.
    fn pick(&mut self, stack: &mut Stack<Self::Node>) -> Option<Transition>;

    /// The picked transition was appended to the execution as its last event.
    fn stepped(&mut self, _stack: &mut Stack<Self::Node>) {}

    /// The top node is a new state.
    fn entered(&mut self, _stack: &mut Stack<Self::Node>) {}

    /// An execution ends in the top node.
    ///
    /// Where that takes time, it is interrupted when `interrupt` says so, and breaks off in turn. It can then be done again
    /// from the beginning, by this reduction or by one that was restored from what this one has saved.
    fn ended<M: Machine>(
        &mut self,
        _rewinder: Rewinder<'_, M>,
        _stack: &mut Stack<Self::Node>,
        _interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        Ok(ControlFlow::Continue(()))
    }

    /// All that follows the top node's transition was explored.
    fn returned(&mut self, stack: &mut Stack<Self::Node>, transition: Transition);

    /// How many more transitions are to be explored from a node of the stack, as far as is known; for estimates.
    fn remaining(&self, _node: &Node<Self::Node>) -> usize {
        0
    }

    /// How many transitions that it wanted to explore were beyond a bound.
    fn beyond_bound(&self) -> u64 {
        0
    }

    /// It was restored, and so was the stack: completes what is not saved because it follows from the stack; `false` if it
    /// cannot have been saved with this stack.
    fn restored(&mut self, stack: &Stack<Self::Node>) -> bool {
        stack.is_possible()
    }
}

/// Asked again and again while an execution is analysed: whether to break off.
pub type Interrupt<'i> = &'i mut dyn FnMut() -> ControlFlow<()>;

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

/// What has come of a search through traces.
pub type Explored<M> = (Statistics, Result<Finish, <M as Machine>::Error>);

/// Explores until the reduction has nothing left, the observer stops the search, or the machine cannot continue.
pub fn search<M: Machine, R: Reduction, W: Monitor<M>>(
    machine: &mut M,
    reduction: &mut R,
    monitor: &mut W,
    options: Options,
    observer: &mut dyn Observer<M>,
) -> Explored<M> {
    let mut search = Search::new(machine, reduction, monitor, options, observer);
    search.start();
    let outcome = search.run(Then::Descend);
    search.finished(outcome)
}

/// Continues a search that was saved: that of a [`crate::Position`]. `None` if it was one of another machine, or with
/// another reduction or other options.
pub fn resume<'de, M: Machine, R: Reduction, W: Monitor<M>>(
    saved: impl Deserializer<'de>,
    machine: &mut M,
    reduction: &mut R,
    monitor: &mut W,
    options: Options,
    observer: &mut dyn Observer<M>,
) -> Option<Explored<M>> {
    let mut search = Search::new(machine, reduction, monitor, options, observer);
    let outcome = match search.restore(saved) {
        Ok(then) => search.run(then?),
        Err(error) => Err(Halt::Error(error)),
    };
    Some(search.finished(outcome))
}

struct Search<'s, M: Machine, R: Reduction, W> {
    machine: &'s mut M,
    reduction: &'s mut R,
    monitor: &'s mut W,
    observer: &'s mut dyn Observer<M>,
    options: Options,
    stack: Stack<R::Node>,
    marks: Marks<M::Mark>,
    statistics: Statistics,
    tails: Tails,
}

impl<'s, M: Machine, R: Reduction, W: Monitor<M>> Search<'s, M, R, W> {
    fn new(
        machine: &'s mut M,
        reduction: &'s mut R,
        monitor: &'s mut W,
        options: Options,
        observer: &'s mut dyn Observer<M>,
    ) -> Self {
        let (stack, marks) = (Stack::new(options.order), Marks::new());
        let (statistics, tails) = (Statistics::default(), Tails::default());
        Search { machine, reduction, monitor, observer, options, stack, marks, statistics, tails }
    }

    /// Enters the initial state.
    fn start(&mut self) {
        self.push(false, Stops::default());
        self.reduction.entered(&mut self.stack);
    }

    fn push(&mut self, finished: bool, stops: Stops) {
        self.marks.clear(self.stack.depth());
        self.stack.push(self.machine, finished, false, stops);
    }

    fn finished(mut self, outcome: Result<(), Halt<M::Error>>) -> Explored<M> {
        self.statistics.beyond_bound = self.reduction.beyond_bound();
        (self.statistics, Halt::finish(outcome))
    }

    fn run(&mut self, mut then: Then) -> Result<(), Halt<M::Error>> {
        loop {
            match then {
                Then::Step(transition) => {
                    self.step(transition)?;
                    self.descend()?;
                }
                Then::Descend => self.descend()?,
                Then::Analyse => self.analyse()?,
            }
            match self.ascend()? {
                Some(transition) => then = Then::Step(transition),
                None => return Ok(()),
            }
        }
    }

    /// Follows the reduction's picks to the end of an execution.
    fn descend(&mut self) -> Result<(), Halt<M::Error>> {
        loop {
            if let Some(end) = self.stack.end(self.options.max_depth) {
                let end = end.or_waits_for_ever(self.machine, self.stack.top().stops);
                return self.finish(&end);
            }
            match self.run_tail()? {
                Tail::Ended => return self.finish(&End::Complete),
                Tail::Matters => {}
            }
            let Some(transition) = self.reduction.pick(&mut self.stack) else {
                return self.finish(&End::Redundant);
            };
            self.step(transition)?;
        }
    }

    /// Goes back to the last node from which there is a transition left to explore, and returns that; `None` if there is
    /// none.
    fn ascend(&mut self) -> Result<Option<Transition>, Halt<M::Error>> {
        loop {
            self.stack.pop();
            if self.stack.depth() == 0 {
                return Ok(None);
            }
            self.monitor.taken_back();
            self.stack.execution.pop();
            self.tails.shortened(self.stack.execution.len());
            let top = self.stack.top_mut();
            let transition = top.transition.take().expect("a transition led to the node above");
            top.explored += 1;
            self.reduction.returned(&mut self.stack, transition);
            if let Some(transition) = self.reduction.pick(&mut self.stack) {
                self.return_to_top()?;
                return Ok(Some(transition));
            }
        }
    }

    fn return_to_top(&mut self) -> Result<(), Halt<M::Error>> {
        let top = self.stack.depth() - 1;
        self.marks.return_to(self.machine, &self.stack, top).map_err(Halt::Error)
    }

    /// Appends a transition to the execution; the machine is in the state of the top node.
    fn record(&mut self, transition: Transition) {
        let at = self.stack.depth() - 1;
        let top = self.stack.top_mut();
        top.transition = Some(transition);
        // The search is likely to come back to the node for another transition.
        let is_shared = |id| !self.stack.execution.operations.traits(id).private;
        let worthwhile = at == 0 || self.stack.top().operation(transition.thread).is_some_and(is_shared);
        self.marks.leave(self.machine, at, worthwhile);
        self.stack.record();
    }

    /// Makes a transition and enters the state it leads to.
    fn step(&mut self, transition: Transition) -> Result<(), Halt<M::Error>> {
        let Search { stack, reduction, monitor, tails, statistics, .. } = self;
        let (saved, then) = (&*statistics, Then::Step(transition));
        let here = Here::<R, W> { stack, reduction, monitor, tails, statistics, saved, then };
        Halt::unless(self.observer.keep_going(self.machine, &here))?;
        self.record(transition);
        self.reduction.stepped(&mut self.stack);
        self.statistics.transitions += 1;
        let execution = &self.stack.execution;
        let traits = execution.traits(execution.len() - 1);
        self.statistics.sections += u64::from(traits.whole_section);
        self.statistics.waits += u64::from(traits.waits);
        let stepped = self.machine.step(transition.thread, transition.choice).map_err(Halt::Error)?;
        let races = self.monitor.stepped(&stepped, &self.stack.execution);
        let step = stepped.outcome;
        let mut stops = self.stack.top().stops;
        stops.note(transition.thread, &step);
        self.marks.clear(self.stack.depth());
        self.stack.push(self.machine, step == Step::Finished, false, stops);
        self.reduction.entered(&mut self.stack);
        self.statistics.max_depth = self.statistics.max_depth.max(self.stack.execution.len());
        for race in races {
            Halt::unless(self.observer.race(self.machine, &self.stack, race))?;
        }
        Halt::unless(match step {
            Step::CutOff(at) => self.observer.cut_off(self.machine, &self.stack, &at),
            Step::Fault(fault) => self.observer.fault(self.machine, &self.stack, &fault),
            Step::Ran | Step::Finished | Step::Exited(_) | Step::Pruned | Step::Vain => return Ok(()),
        })
    }

    /// Counts an execution that ends in the top node, reports it, and has the reduction look at it.
    fn finish(&mut self, end: &End) -> Result<(), Halt<M::Error>> {
        match end {
            End::Redundant => self.statistics.redundant += 1,
            End::TooDeep | End::CutOff | End::Pruned | End::Unsettled => self.statistics.cut_off += 1,
            End::Vain | End::Busy(_) => self.statistics.vain += 1,
            End::Complete | End::Deadlock(_) | End::Stopped => self.statistics.executions += 1,
        }
        Halt::unless(self.observer.end(self.machine, &self.stack, end))?;
        self.analyse()
    }

    /// Has the reduction look at the execution that ends in the top node.
    fn analyse(&mut self) -> Result<(), Halt<M::Error>> {
        let Search { machine, reduction, monitor, observer, stack, marks, statistics, tails, .. } = self;
        let rewinder = Rewinder::<M> { machine, marks };
        let analysed = reduction.ended(rewinder, stack, &mut || observer.interrupted());
        let analysed = analysed.map_err(Halt::Error)?;
        if analysed.is_break() {
            let (saved, then) = (&*statistics, Then::Analyse);
            let here = Here::<R, W> { stack, reduction, monitor, tails, statistics, saved, then };
            let _ = observer.keep_going(self.machine, &here);
        }
        Halt::unless(analysed)
    }
}
