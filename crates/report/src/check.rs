//! The outcome of `mazurka check`.

use mazurka_machine::{Location, Place, StackFrame, ThreadId, Unordered};
use serde::{Deserialize, Serialize};

use crate::choices::Choices;
use crate::finding::Finding;
use crate::movers::Variable;

/// Everything there is to say after a check.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    pub verdict: Verdict,
    pub guarantee: Guarantee,
    /// The reduction's name.
    pub reduction: String,
    /// The bound, if there was one.
    pub bounded: Option<Bounded>,
    /// Whether data races count as bugs.
    pub races: Races,
    pub figures: Figures,
    /// Whether the search came to its end. It also ends at the first bug, without `--keep-going`.
    pub complete: bool,
    /// Why not everything was explored; empty if it was.
    pub incomplete: Vec<Incomplete>,
    /// In the order in which they were found.
    pub bugs: Vec<Finding>,
    /// What is not a bug, but worth knowing.
    pub notes: Vec<Note>,
    pub undefined: UndefinedFunctions,
    /// The objects that several threads access, where they were asked for.
    pub shared: Vec<SharedObject>,
    /// The variables that threads access, and whether these accesses are movers, where they were asked for.
    pub movers: Vec<Variable>,
    /// Where choices were made, and why, where that was asked for.
    pub choices: Vec<Choices>,
    /// What the machine could not do: it ended the search.
    pub error: Option<Problem>,
    /// Reductions that ran at the same time, and did not decide.
    pub chosen_before: Vec<String>,
    /// Where none of several searches has decided: the others, and why each of them has not.
    pub undecided: Vec<Undecided>,
}

/// A search beside the one that the report is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undecided {
    pub reduction: String,
    /// The end of a sentence that begins with what it has not done.
    pub why: String,
    pub obstacle: Obstacle,
}

/// What has kept a search from deciding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// It came to its end, but its guarantee is too weak.
    Guarantee,
    /// Its executions were chosen at random.
    Samples,
    Memory,
    /// A limit, or an error.
    Other,
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
    /// Every state is explored, though not every path to it.
    AllErrors,
    /// Every fault of a thread; states in which no thread can continue may be missed.
    AssertionsOnly,
    /// Everything that executions with at most this many preemptions or delays reach.
    Within(BoundKind, u32),
    Nothing,
}

impl Guarantee {
    pub fn name(self) -> &'static str {
        match self {
            Guarantee::AllTraces => "all traces",
            Guarantee::AllErrors => "all errors",
            Guarantee::AssertionsOnly => "assertions only",
            Guarantee::Within(..) => "within the bound",
            Guarantee::Nothing => "none",
        }
    }

    /// What that means; see docs/guarantees.md. `may_miss_races`: those that only these leave open.
    pub fn words(self, races: Races, may_miss_races: Unordered) -> String {
        let but_for = match races {
            Races::Error if may_miss_races.any() => {
                format!(", but for races that only {} leave open", unordered(may_miss_races))
            }
            Races::Error | Races::Allow => String::new(),
        };
        let all = match races {
            Races::Error => "every final state, deadlock, assertion failure and race",
            Races::Allow => "every final state, deadlock and assertion failure",
        };
        match self {
            Guarantee::AllTraces => all.to_owned(),
            Guarantee::AllErrors => match races {
                Races::Error => format!("every deadlock, assertion failure and race{but_for}"),
                Races::Allow => "every deadlock and assertion failure".to_owned(),
            },
            Guarantee::AssertionsOnly => {
                let faults = match races {
                    Races::Error => "assertion failure, other fault of a thread and race",
                    Races::Allow => "assertion failure and other fault of a thread",
                };
                format!(
                    "every {faults}{but_for}; deadlocks may have been missed: --also deadlocks finds them"
                )
            }
            Guarantee::Within(kind, limit) => {
                format!("{all} of executions with at most {}", kind.counted(limit))
            }
            Guarantee::Nothing => "anything may have been missed".to_owned(),
        }
    }
}

/// What a bound counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundKind {
    Preemptions,
    Delays,
}

impl BoundKind {
    pub fn name(self) -> &'static str {
        match self {
            BoundKind::Preemptions => "preemptions",
            BoundKind::Delays => "delays",
        }
    }

    /// `1 preemption`, `2 preemptions`.
    pub fn counted(self, number: u32) -> String {
        let name = self.name();
        format!("{number} {}", if number == 1 { &name[..name.len() - 1] } else { name })
    }
}

/// A search within bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounded {
    pub kind: BoundKind,
    /// One for each bound that was tried, in ascending order; there is at least one.
    pub rounds: Vec<Round>,
}

/// The search within one bound, which continues the one before it: what it explored in addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    pub bound: u32,
    pub executions: u64,
    pub redundant: u64,
    /// Steps that were left out because they are beyond the bound.
    pub cut_off: u64,
    pub transitions: u64,
    /// How many bugs were known after it.
    pub bugs: usize,
    /// Whether it came to its end.
    pub complete: bool,
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
    /// In which a thread came back to where it was and had left nothing behind: the same without that was seen elsewhere.
    pub vain: u64,
    pub cut_off: CutOff,
    pub transitions: u64,
    /// Of these, how many were whole critical sections.
    pub sections: u64,
    /// Of these, how many were operations of loops that wait.
    pub waits: u64,
    /// The largest number of threads of an execution.
    pub threads: usize,
    /// The largest number of transitions of an execution.
    pub max_depth: usize,
    pub seconds: f64,
    /// Of a stateful search.
    pub states: Option<States>,
    /// Of executions at random.
    pub samples: Option<Samples>,
}

/// What executions at random have shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Samples {
    pub executions: u64,
    /// Different ones.
    pub traces: u64,
    /// Traces that were seen exactly once.
    pub seen_once: u64,
}

impl Samples {
    /// How probable it is that another execution shows a trace that was not seen, by Good and Turing.
    pub fn new_trace_probability(self) -> f64 {
        self.seen_once as f64 / self.executions.max(1) as f64
    }
}

/// What a search has remembered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct States {
    /// Different ones.
    pub states: u64,
    /// Transitions to states that were seen before.
    pub revisits: u64,
    /// States from which more than one transition was explored.
    pub choice_points: u64,
    /// Of memory for remembering them.
    pub bytes_per_state: f64,
    /// How probable it is that two states share a fingerprint, so that one of them was not explored.
    pub collision_probability: f64,
    /// A reduction was asked for, and could not be used: plain accesses of threads were found that no lock keeps apart.
    pub unreduced: bool,
    /// Data races that only these leave open may have been missed.
    pub may_miss_races: Unordered,
    /// Of a search in which only accesses to shared objects are visible.
    pub sharing: Option<Sharing>,
    /// Of a search in which only accesses are visible that another thread may interfere with.
    pub interference: Option<Interference>,
    /// Of a search through transactions, which stores only the states between them.
    pub transactions: Option<Transactions>,
}

/// What a search through transactions has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transactions {
    /// How many were explored.
    pub transactions: u64,
    /// States within them, which are not stored: each counted once per transaction.
    pub inner_states: u64,
    /// Inner states that were stored after all, so that other threads see what was committed before them.
    pub forced_commit_points: u64,
    /// How many searches were abandoned because an access showed that others are not the movers they were taken for; the other
    /// figures are those of the last search.
    pub restarts: u64,
}

/// What a search has learnt about shared objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharing {
    /// How many objects several threads access.
    pub objects: usize,
    /// How many searches it took; the figures are those of the last one.
    pub rounds: u64,
}

/// What a search has learnt about who accesses which memory with which instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interference {
    /// Instructions and threads that execute them, as far as their accesses were noted.
    pub pairs: usize,
    /// Those that have accessed one place only.
    pub determinate: usize,
    /// How many searches it took; the figures are those of the last one.
    pub rounds: u64,
}

/// An object that several threads access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedObject {
    pub name: String,
    pub bytes: u64,
    /// Those that showed it: the first ones of two threads, or one to a variable on another thread's stack.
    pub accesses: Vec<SharingAccess>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharingAccess {
    pub place: Place,
    pub writes: bool,
}

/// How many executions did not come to their end, and why.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CutOff {
    /// By an assumption of the program's that does not hold: nothing is lost.
    pub assumptions: u64,
    /// By `--max-depth`.
    pub max_depth: u64,
    /// By a bound on a single thread: `--unroll`, `--timeouts`, `--max-steps`.
    pub bounds: u64,
    /// By `--bound`: steps that would have led to more of them.
    pub beyond_bound: u64,
}

impl CutOff {
    pub fn total(self) -> u64 {
        self.assumptions + self.max_depth + self.bounds + self.beyond_bound
    }
}

/// Something that kept the search from exploring everything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Incomplete {
    pub reason: Reason,
    /// One sentence, without the position.
    pub message: String,
    /// Where, if it is about a place in the program.
    pub place: Option<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reason {
    MaxExecutions,
    Timeout,
    Interrupted,
    MaxDepth,
    MaxMemory,
    /// Different states may share their bits.
    Bitstate,
    /// A bound on a single thread: `--unroll`, `--timeouts`, `--max-steps`.
    Bound,
    /// The reduction misses things that it should find.
    Unsound,
    /// The executions were chosen at random.
    Samples,
    /// What the machine cannot do: see [`Check::error`].
    Error,
}

/// Through which operations threads learn what happens-before does not order, in words.
pub fn unordered(operations: Unordered) -> String {
    let Unordered { relaxed_atomics, looks, wake_ups, blocks } = operations;
    let all = [
        (relaxed_atomics, "relaxed atomics"),
        (looks, "looks at locks or files"),
        (wake_ups, "wake-ups"),
        (blocks, "futexes, signals or atomic blocks"),
    ];
    let those: Vec<&str> = all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, name)| name).collect();
    those.join(" or ")
}

impl Reason {
    pub const ALL: &[Reason] = &[
        Reason::MaxExecutions,
        Reason::Timeout,
        Reason::Interrupted,
        Reason::MaxDepth,
        Reason::MaxMemory,
        Reason::Bitstate,
        Reason::Bound,
        Reason::Unsound,
        Reason::Samples,
        Reason::Error,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Reason::MaxExecutions => "max-executions",
            Reason::Timeout => "timeout",
            Reason::Interrupted => "interrupted",
            Reason::MaxDepth => "max-depth",
            Reason::MaxMemory => "max-memory",
            Reason::Bitstate => "bitstate",
            Reason::Bound => "bound",
            Reason::Unsound => "unsound",
            Reason::Samples => "samples",
            Reason::Error => "error",
        }
    }
}

/// Something that is not a bug, and the place it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    pub message: String,
    pub place: Place,
    /// In how many executions it was seen.
    pub executions: u64,
}

/// Functions that the program calls, and that neither it nor the library defines.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct UndefinedFunctions {
    pub functions: Vec<UndefinedFunction>,
    /// They are assumed to do nothing and to return zero; else a call is an error.
    pub return_zero: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedFunction {
    pub name: String,
    /// A call of it, if it is called directly.
    pub call: Option<Location>,
}

/// What Mazurka does not support, and where the program needs it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guarantee_says_what_may_have_been_missed() {
        let relaxed = Unordered { relaxed_atomics: true, ..Unordered::default() };
        for races in [Races::Error, Races::Allow] {
            let words = Guarantee::AssertionsOnly.words(races, relaxed);
            assert!(words.starts_with("every assertion failure"), "{words}");
            assert!(words.contains("deadlocks may have been missed: --also deadlocks finds them"), "{words}");
            assert_eq!(words.contains("but for races"), races == Races::Error, "{words}");
        }
        let all = Guarantee::AllErrors.words(Races::Error, Unordered::default());
        assert_eq!(all, "every deadlock, assertion failure and race");
    }
}
