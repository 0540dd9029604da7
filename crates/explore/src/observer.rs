//! Those who listen to a search, through traces or through states. Algorithms stay silent.

use std::io;
use std::ops::ControlFlow;

use mazurka_machine::{CutOff, DataRace, Fault, Machine};

use crate::end::End;
use crate::estimate::Estimate;
use crate::path::Path;
use crate::stateful::{ChoiceReason, Demotion};
use crate::statistics::{StateStatistics, Statistics};

/// Listens to a search. A break ends it.
pub trait Observer<M: Machine> {
    /// A thread has failed in the last transition; the others continue.
    fn fault(&mut self, _machine: &mut M, _path: &dyn Path, _fault: &Fault) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A bound has stopped the last transition's thread; the others continue.
    fn cut_off(&mut self, _machine: &mut M, _path: &dyn Path, _at: &CutOff) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The last transition's thread has raced with another; all continue.
    fn race(&mut self, _machine: &mut M, _path: &dyn Path, _race: &DataRace) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The last transition, or a thread that is blocked behind it, has shown that some bytes are no movers. The path ends with
    /// that transition's successor: its last transition is the one that was made.
    fn demoted(&mut self, _machine: &mut M, _path: &dyn Path, _demotion: &Demotion) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A search through states has come to a new one.
    fn entered(&mut self, _machine: &M, _path: &dyn Path) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A search through states is about to explore a second transition from the last state of the path, in which the machine
    /// is. Once for each such state.
    fn choice(&mut self, _machine: &M, _path: &dyn Path, _reason: ChoiceReason<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An execution has ended; the machine is in its last state. A search through states reports each of these once.
    fn end(&mut self, _machine: &mut M, _path: &dyn Path, _end: &End) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Asked often while the races of an execution are analysed, which may take long. After a break the search ends, and
    /// [`Observer::keep_going`] is called once more, for the position; its answer does not matter then.
    fn interrupted(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Asked before every transition: time may be up in the middle of an execution, too.
    fn keep_going(&mut self, _machine: &M, _position: &dyn Position) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An observer's answer.
pub fn continue_if(condition: bool) -> ControlFlow<()> {
    match condition {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

/// Where a search is.
pub trait Position {
    fn path(&self) -> &dyn Path;

    fn progress(&self) -> Progress<'_>;

    /// How much was analysed besides the transitions, and besides what [`Observer::interrupted`] is asked about, since the search began
    /// or was continued: operations and races. It is the same in every run.
    fn work(&self) -> u64 {
        0
    }

    /// How much of the search is done, where that can be estimated.
    fn estimate(&self) -> Option<Estimate>;

    /// Writes what [`crate::resume`] or [`crate::resume_states`] continue from, in the postcard format.
    fn save(&self, to: &mut dyn io::Write) -> io::Result<()>;
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'s> {
    Traces(&'s Statistics),
    States(&'s StateStatistics),
}

impl Progress<'_> {
    pub fn transitions(&self) -> u64 {
        match self {
            Progress::Traces(statistics) => statistics.transitions,
            Progress::States(statistics) => statistics.transitions,
        }
    }
}

/// How a search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    Complete,
    /// The observer has stopped it.
    Stopped,
    /// There is no memory for another state.
    OutOfMemory,
    /// The monitor cannot decide whether there are races.
    Undecided,
}

/// Why a search does not continue.
pub(crate) enum Halt<E> {
    Finish(Finish),
    Error(E),
}

impl<E> Halt<E> {
    /// What an observer has answered.
    pub(crate) fn unless(answer: ControlFlow<()>) -> Result<(), Halt<E>> {
        match answer {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Finish(Finish::Stopped)),
        }
    }

    /// How a search has ended that came to this.
    pub(crate) fn finish(outcome: Result<(), Halt<E>>) -> Result<Finish, E> {
        match outcome {
            Ok(()) => Ok(Finish::Complete),
            Err(Halt::Finish(finish)) => Ok(finish),
            Err(Halt::Error(error)) => Err(error),
        }
    }
}
