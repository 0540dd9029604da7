//! The seam: the words that a machine and the algorithms that explore it share. Depends on no other of them.
//!
//! A machine is a program that can be driven one visible operation at a time and rewound. Everything nondeterministic
//! about it is either which thread steps next or which of an operation's choices is taken.

mod audits;
mod data_race;
mod fault;
mod mix;
mod operation;
mod thread;
pub mod toy;

pub use audits::Audits;
pub use data_race::{AccessKind, DataRace, LocatedAccess, LocatedRace, RacingAccess};
pub use fault::{CutOff, Fault, FaultKind, Location, Place, StackFrame};
pub use mix::mix;
pub use operation::{
    Access, Accesses, Await, Family, Held, Hold, Object, ObjectKind, Operation, Order, Purpose, Range,
    Reversible, Round, Section, Touch, TouchKind, Unordered, Update, Use, Verb, VerbFacts, dependent,
    dependent_in_any_state, dependent_in_state, exclude_each_other, reversible,
};
use serde::{Deserialize, Serialize};
pub use thread::{ThreadId, ThreadSet};

/// Which of an operation's choices to take; 0 where there is only one.
pub type Choice = u32;

pub trait Machine {
    /// A point that can be rewound to; valid until the machine is rewound to an earlier one.
    type Mark: Copy;
    /// What the machine itself cannot do: unsupported input, an internal limit. Never a fault of the program.
    type Error;

    /// The threads created so far, finished ones included.
    fn threads(&self) -> ThreadSet;

    /// What `thread` is about to do.
    fn next(&self, thread: ThreadId) -> Next;

    /// Lets a ready thread do its pending operation and run on to its next one. A thread that has failed, ended the
    /// process, broken an assumption or iterated in vain is finished; the others can still be stepped, as if it had been slower: what
    /// they do is what they could have done before it.
    fn step(&mut self, thread: ThreadId, choice: Choice) -> Result<Stepped<'_>, Self::Error>;

    fn mark(&mut self) -> Self::Mark;

    /// Restores exactly the state in which `to` was taken.
    fn rewind(&mut self, to: Self::Mark);

    /// Whether a transition may change what other threads are about to do although its operation is independent of theirs,
    /// by accesses that are not visible. Only for machines that have more to learn (see [`Learning`]), and for steps with data races.
    fn has_hidden_conflicts(&self) -> bool {
        false
    }

    /// What the last step has accessed besides its operation. Where it has written what another thread is about to access by an
    /// operation, there is a data race.
    fn plain_accesses(&self) -> &[Footprint] {
        &[]
    }

    /// Whether the program's main function has returned, or failed: a thread that still waits then is left behind. `false` where main's
    /// thread has ended in another way, after which a process lives until its last thread ends.
    fn main_has_returned(&self) -> bool {
        self.next(ThreadId::MAIN) == Next::Finished
    }

    /// Where no thread is ready: whether all threads that were stopped after vain iterations would make one after another, for ever.
    /// If so, they wait there from now on.
    fn wait_in_vain(&mut self) -> InVain {
        InVain::ForNow
    }

    /// Where no thread is ready: the steps of the iteration that a thread would make again and again if it waits in a loop, one after
    /// another. The state stays as it is. Returns whether it would make no other ones, whatever the others do that wait like this.
    fn idle_round(&mut self, thread: ThreadId, visit: &mut dyn FnMut(&Operation, &Stepped)) -> bool {
        let _ = (thread, visit);
        true
    }

    /// About how many bytes it keeps for being rewound: what grows with the number of steps.
    fn undo_bytes(&self) -> usize {
        0
    }
}

/// Machines that decide which operations are visible by what they have seen of earlier executions.
pub trait Learning: Machine {
    /// Uses from now on what was learnt since this was last called; `false` if that is nothing. All states but the current one
    /// may become others: it must be the one in which a search begins.
    fn adopt(&mut self) -> bool;

    /// Whether [`Learning::adopt`] would return `true`.
    fn has_learnt(&self) -> bool;
}

/// States that can be told apart by a number: equal for equal states, however they were reached.
pub trait Fingerprinted {
    fn fingerprint(&mut self) -> u128;

    /// What a transition from here leads to, if the machine knows that without making it. Only for transitions whose outcome
    /// is [`Step::Ran`] or [`Step::Finished`], and which release no memory.
    fn predict(&mut self, thread: ThreadId, choice: Choice) -> Option<Prediction<'_>> {
        let _ = (thread, choice);
        None
    }
}

/// Machines whose states can be taken apart into what is shared and what belongs to a thread, for light-weight states (Yang,
/// Chen, Gopalakrishnan, Kirby: *Efficient Stateful Dynamic Partial Order Reduction*, SPIN 2008, section 3).
pub trait Local {
    /// A fingerprint of everything that is not some thread's local state.
    fn shared_fingerprint(&mut self) -> u128;

    /// A fingerprint of a thread's local state. Slow: searches ask for it where a thread is created, and follow
    /// [`Stepped::delta`] from there.
    fn local_fingerprint(&mut self, thread: ThreadId) -> u128;
}

/// A change of a thread's local state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Delta {
    /// δ⊥: too much happened to say, such as a call or a return.
    #[default]
    Unknown,
    /// δε
    Unchanged,
    /// A number for the list of what changed and its new value, the thread's position included: together with the state
    /// before, it determines the state after.
    Changed(u128),
}

/// Machines whose memory can be compared.
pub trait Footprinted {
    /// A hash of the bytes that these footprints read, as they are now.
    fn content(&self, footprints: &[Footprint]) -> u128;
}

/// Plain accesses to a line of 64 bytes; bit i speaks of byte i.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Footprint {
    /// Address of the line, a multiple of 64.
    pub line: u64,
    pub reads: u64,
    pub writes: u64,
}

impl Footprint {
    /// What reading a range touches, line by line.
    pub fn reading(range: Range) -> impl Iterator<Item = Footprint> {
        let end = range.start.saturating_add(range.length);
        let lines = (range.start / 64..end.div_ceil(64)).map(|line| line * 64);
        lines.map(move |line| Footprint { line, reads: bytes_of_line(line, range), writes: 0 })
    }

    pub fn writes_to(self, range: Range) -> bool {
        self.writes & bytes_of_line(self.line, range) != 0
    }

    /// The same accesses without those to a range.
    pub fn outside(self, range: Range) -> Footprint {
        let left = !bytes_of_line(self.line, range);
        Footprint { reads: self.reads & left, writes: self.writes & left, ..self }
    }

    /// The bytes that are written, neighbours together.
    pub fn written(self) -> impl Iterator<Item = Range> {
        let mut left = self.writes;
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| left.trailing_zeros())?;
            let length = (left >> first).trailing_ones();
            left &= !(u64::MAX.checked_shr(64 - length).unwrap_or(0) << first);
            Some(Range { start: self.line + first as u64, length: length as u64 })
        })
    }
}

/// The bytes of a line that a range covers, as bits.
pub fn bytes_of_line(line: u64, range: Range) -> u64 {
    let end = range.start.saturating_add(range.length);
    let bit = |address: u64| address.clamp(line, line + 64) - line;
    let below = |bits: u64| if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    below(bit(end)) & !below(bit(range.start))
}

/// How long threads iterate in vain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InVain {
    ForEver,
    /// For ever, but this one looks at nothing, or does more than that: it may work, and is not known to wait.
    Busy(ThreadId),
    /// One could continue: that is explored where it has not iterated in vain before.
    ForNow,
    /// Following them takes too long.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    Finished,
    /// Cannot do it now; another thread may change that.
    Blocked(Operation),
    Ready(Pending),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    pub operation: Operation,
    /// How many ways it can go, at least 1.
    pub choices: u32,
    /// Which of several threads a search or a scheduler begins with. A hint: it decides nothing about which executions
    /// there are, and no two states differ in it alone.
    pub urgency: Urgency,
}

/// How soon a thread should run, compared with others that can run: the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Urgency {
    #[default]
    Normal,
    /// The thread is in a loop whose iteration would change nothing.
    Vain,
    /// The thread is about to let others run.
    Yielded,
    /// Only the passing of time makes this happen: a sleep that ends, a timed wait that gives up.
    Timeout,
}

impl Urgency {
    /// [`Urgency::Timeout`] where that is all that can happen.
    pub fn of_timeout(is_due: bool) -> Urgency {
        if is_due { Urgency::Timeout } else { Urgency::Normal }
    }
}

impl Pending {
    pub fn new(operation: Operation) -> Pending {
        Pending { operation, choices: 1, urgency: Urgency::Normal }
    }
}

/// A transition that was made: how it ended, and what it did besides its visible operation. What the machine was not made to
/// record is empty.
#[derive(Clone, PartialEq, Debug)]
pub struct Stepped<'m> {
    pub outcome: Step,
    /// The plain accesses, each line of 64 bytes at most once.
    pub footprint: &'m [Footprint],
    /// A hash of the positions of the code that made them: where it differs, other code did.
    pub code: u64,
    /// Whether all of it follows from the thread's local state and the memory of the footprint, wherever it is possible at all.
    pub is_self_contained: bool,
    /// Memory that no thread can access from now on until it is allocated again: blocks that were freed, by this transition
    /// or an earlier one, and to which there is no pointer any more. Only where addresses are used again.
    pub released: &'m [Range],
    /// What it changed in the thread's local state. A thread that it has created has no local state before it.
    pub delta: Delta,
    /// The threads created so far, finished ones included.
    pub threads: &'m ThreadSet,
}

/// A transition that was not made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prediction<'m> {
    /// Of the state that it leads to.
    pub fingerprint: u128,
    /// As in [`Stepped`].
    pub footprint: &'m [Footprint],
    pub code: u64,
}

/// How a transition ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// The thread stands before its next visible operation.
    Ran,
    /// The thread is done.
    Finished,
    /// The thread has ended the process.
    Exited(i32),
    /// `assume(false)`: this execution is none of ours.
    Pruned,
    /// The thread has come back to where it was, and no other can tell that it was elsewhere: it is stopped, and the execution is
    /// one that need not have been made.
    Vain,
    /// A bound of the checker's was reached: what follows remains unseen.
    CutOff(Box<CutOff>),
    Fault(Box<Fault>),
}
