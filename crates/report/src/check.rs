//! The outcome of `mazurka check`.

use crate::finding::Finding;

/// Everything there is to say after a check.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    pub verdict: Verdict,
    pub guarantee: Guarantee,
    /// The reduction's name.
    pub reduction: String,
    /// What data races are taken for: `error` or `allow`.
    pub races: String,
    pub figures: Figures,
    /// Why not everything was explored, a sentence each; empty if it was.
    pub incomplete: Vec<String>,
    /// In the order in which they were found.
    pub bugs: Vec<Finding>,
    /// What is no bug, but worth knowing.
    pub notes: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything within the guarantee was explored, and no bug was found.
    Ok,
    Bug,
    /// A limit was reached, and no bug was found until then.
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

    pub fn words(self) -> &'static str {
        match self {
            Guarantee::AllTraces => "every final state, deadlock, assertion failure and race",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Figures {
    /// Complete maximal executions.
    pub executions: u64,
    /// Started and abandoned: everything from there on was seen elsewhere.
    pub redundant: u64,
    /// Ended by an assumption or a bound.
    pub cut_off: u64,
    pub transitions: u64,
    /// The largest number of threads of an execution.
    pub threads: usize,
    /// The largest number of transitions of an execution.
    pub max_depth: usize,
    pub seconds: f64,
}
