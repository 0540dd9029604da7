//! The outcome of `mazurka check`.

use mazurka_machine::{StackFrame, ThreadId};

use crate::finding::{Finding, Place};

/// Everything there is to say after a check.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    pub verdict: Verdict,
    pub guarantee: Guarantee,
    /// The reduction's name.
    pub reduction: String,
    /// Whether data races count as bugs.
    pub races: Races,
    pub figures: Figures,
    /// Whether the search came to its end. It also ends at the first bug, unless it is told to go on.
    pub complete: bool,
    /// Why not everything was explored; empty if it was.
    pub incomplete: Vec<Incomplete>,
    /// In the order in which they were found.
    pub bugs: Vec<Finding>,
    /// What is no bug, but worth knowing.
    pub notes: Vec<Note>,
    /// What the machine could not do: it ended the search.
    pub error: Option<Problem>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything within the guarantee was explored, and no bug was found.
    Ok,
    Bug,
    /// Something remained unexplored, and no bug was found until then.
    Incomplete,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::Bug => "bug",
            Verdict::Incomplete => "incomplete",
        }
    }
}

/// What a reduction promises to find when it comes to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guarantee {
    AllTraces,
}

impl Guarantee {
    pub fn name(self) -> &'static str {
        match self {
            Guarantee::AllTraces => "all traces",
        }
    }

    /// What that means; see docs/guarantees.md.
    pub fn words(self, races: Races) -> &'static str {
        match (self, races) {
            (Guarantee::AllTraces, Races::Error) => "every final state, deadlock, assertion failure and race",
            (Guarantee::AllTraces, Races::Allow) => "every final state, deadlock and assertion failure",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Races {
    /// A data race is a bug.
    Error,
    /// Plain accesses are interleaved like atomic ones, and races are nothing special.
    Allow,
}

impl Races {
    pub fn name(self) -> &'static str {
        match self {
            Races::Error => "error",
            Races::Allow => "allow",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Figures {
    /// Complete maximal executions.
    pub executions: u64,
    /// Started and abandoned: everything from there on was seen elsewhere.
    pub redundant: u64,
    pub cut_off: CutOff,
    pub transitions: u64,
    /// The largest number of threads of an execution.
    pub threads: usize,
    /// The largest number of transitions of an execution.
    pub max_depth: usize,
    pub seconds: f64,
}

/// How many executions did not come to their end, and why.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CutOff {
    /// By an assumption of the program's that does not hold: nothing is lost.
    pub assumptions: u64,
    /// By `--max-depth`.
    pub max_depth: u64,
    /// By a bound on a single thread: `--unroll`, `--max-steps`.
    pub bounds: u64,
}

impl CutOff {
    pub fn total(self) -> u64 {
        self.assumptions + self.max_depth + self.bounds
    }
}

/// Something that kept the search from exploring everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incomplete {
    pub reason: Reason,
    /// One sentence, without the position.
    pub message: String,
    /// Where, if it is about a place in the program.
    pub place: Option<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    MaxExecutions,
    Timeout,
    Interrupted,
    MaxDepth,
    /// A bound on a single thread: `--unroll`, `--max-steps`.
    Bound,
    /// What the machine cannot do: see [`Check::error`].
    Error,
}

impl Reason {
    pub const ALL: &[Reason] = &[
        Reason::MaxExecutions,
        Reason::Timeout,
        Reason::Interrupted,
        Reason::MaxDepth,
        Reason::Bound,
        Reason::Error,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Reason::MaxExecutions => "max-executions",
            Reason::Timeout => "timeout",
            Reason::Interrupted => "interrupted",
            Reason::MaxDepth => "max-depth",
            Reason::Bound => "bound",
            Reason::Error => "error",
        }
    }
}

/// Something that is no bug, and the place it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub message: String,
    pub place: Place,
    /// In how many executions it was seen.
    pub executions: u64,
}

/// Why Mazurka could not go on, and where the program was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub message: String,
    pub thread: ThreadId,
    /// Innermost frame first.
    pub stack: Vec<StackFrame>,
}

impl Problem {
    pub fn place(&self) -> Place {
        Place { thread: self.thread, stack: self.stack.clone() }
    }
}
