//! Which plain accesses are visible operations, and so scheduling points.
//!
//! A [`Policy`] is asked before a plain access is made; the interpreter's loop is compiled once for each of them. Its answer must
//! follow from the state and from what it knew when the search began: a search repeats transitions, and must find the same
//! visible operations each time. What a policy learns in a search it may use in the next one, after [`Policy::adopt`].
//!
//! A policy that makes an access invisible must have a reason why no other thread's access conflicts with it in any execution.
//! If the reason is that no such access was seen, it learns where it is asked, and the search is repeated until nothing is
//! learnt: see [`shared`].

mod counted;
mod fresh;
mod interference;
mod knowledge;
mod learning;
mod object;
mod shared;
mod sharing;

use mazurka_machine::{Range, ThreadId};

use crate::address::{self, Place};
use crate::context::{Context, Stop};
use crate::exec::{self, Halt, Stepping};
use crate::memory::{Memory, Reacher};
use crate::program::Program;
use crate::threads::OtherThreads;
pub use fresh::FreshAccesses;
pub(crate) use fresh::HidingFresh;
pub(crate) use interference::InterferingAccesses;
pub use interference::{Cause, Interference, InterferenceFigures};
pub(crate) use knowledge::Site;
pub use knowledge::{Knowledge, MemoryKind, SharedObject, SharingAccess};
pub(crate) use learning::LearningPolicy;
use object::{WORD, object_at};
pub(crate) use shared::SharedObjects;
pub use sharing::{ObjectIds, Sharing, SharingRule};

/// The policies by name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Visibility {
    #[default]
    SynchronizationOnly,
    EveryAccess,
    SharedObjects(Sharing),
    /// The program must have been lowered with [`crate::LoweringOptions::future`]; without, more accesses are visible.
    Interfering(Interference),
}

impl Visibility {
    /// Whether plain accesses can be visible operations.
    pub fn includes_plain(self) -> bool {
        self != Visibility::SynchronizationOnly
    }

    /// Whether searches learn which accesses are.
    pub fn learns(self) -> bool {
        matches!(self, Visibility::SharedObjects(_) | Visibility::Interfering(_))
    }

    pub(crate) fn policy(self, fresh: FreshAccesses, program: &Program) -> Box<dyn AnyPolicy> {
        match (self, fresh) {
            (Visibility::SynchronizationOnly, FreshAccesses::Shown) => Box::new(SynchronizationOnly),
            (Visibility::SynchronizationOnly, FreshAccesses::Hidden) => {
                Box::new(HidingFresh(SynchronizationOnly))
            }
            (Visibility::EveryAccess, FreshAccesses::Shown) => Box::new(EveryAccess),
            (Visibility::EveryAccess, FreshAccesses::Hidden) => Box::new(HidingFresh(EveryAccess)),
            (Visibility::SharedObjects(sharing), _) => Box::new(SharedObjects::new(sharing)),
            (Visibility::Interfering(rule), _) => Box::new(InterferingAccesses::new(rule, program)),
        }
    }
}

/// Decides about plain accesses.
pub trait Policy {
    /// Whether plain accesses can be visible operations.
    const PLAIN: bool;
    /// Whether it is asked about the accesses of instructions, even if none of them is visible.
    const ASKED: bool = Self::PLAIN;
    /// Whether it learns where it is asked. It is then told of operations as well ([`Policy::learn`]): what they touch is accessed, too.
    const LEARNS: bool = false;
    /// Whether it leaves out fresh accesses: it is not asked about them, and they are noted apart from others.
    const HIDES_FRESH: bool = false;
    /// Whether it asks which threads can reach an object ([`PlainAccess::is_reached_by_another`]): that is then kept track of.
    const ASKS_REACH: bool = false;

    /// Whether an access that is about to be made is a visible operation.
    fn is_visible(&self, access: &PlainAccess) -> bool;

    /// A thread is about to make an access that belongs to a visible operation.
    fn learn(&self, access: &PlainAccess) {
        let _ = access;
    }

    /// A thread is about to copy memory with one instruction. It is also asked about the two accesses.
    fn sees_copy(&self, memory: &Memory, from: Range, to: u64) {
        let _ = (memory, from, to);
    }

    /// A thread is about to store a word where it is not aligned. The policy is also asked about the access.
    fn sees_unaligned(&self, memory: &Memory, word: u64) {
        let _ = (memory, word);
    }

    /// Runs main to its next visible operation, while there is no other thread yet: what it does happens before all others.
    fn run_alone(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop> {
        exec::run::<Stepping<SynchronizationOnly>>(&SynchronizationOnly, context, fuel)
    }

    /// The policy, if it learns.
    fn learning(&self) -> Option<&dyn LearningPolicy> {
        None
    }

    /// Whether [`Policy::adopt`] would change anything.
    fn has_learnt(&self) -> bool {
        false
    }

    /// Uses from now on what it has learnt; `false` if that is nothing. Called only where a search begins.
    fn adopt(&mut self) -> bool {
        false
    }
}

/// A plain access that a thread is about to make. No other thread runs, and no lock changes hands, between the visible
/// operation before it and this access.
pub struct PlainAccess<'a> {
    pub program: &'a Program,
    pub memory: &'a Memory,
    pub thread: ThreadId,
    pub others: OtherThreads<'a>,
    pub range: Range,
    pub writes: bool,
    /// The instruction that makes it.
    pub site: Site,
    /// The same for people: in the program rather than in the library's own code, as far as that is known.
    pub shown_site: Site,
    /// No other thread was created yet.
    pub is_alone: bool,
}

impl PlainAccess<'_> {
    /// Whether the memory is such that another thread can access it.
    #[inline]
    pub fn may_be_shared(&self) -> bool {
        may_be_shared(self.range.start)
    }

    /// Whether another thread can reach the memory in the current state. The policy must be one that [`Policy::ASKS_REACH`].
    pub fn is_reached_by_another(&self) -> bool {
        self.memory.is_reached_by_another(self.thread, self.range)
    }

    /// Such a thread that has not ended, if the memory can be reached and not all threads can. This takes longer.
    pub fn reached_by_another(&self) -> Option<ThreadId> {
        match self.memory.reached_by_another(self.thread, self.range)? {
            Reacher::Everyone => None,
            Reacher::Thread(by) => self.others.alive().map(|(thread, _)| thread).find(|thread| *thread == by),
        }
    }
}

/// Whether another thread can access the memory at this address.
#[inline]
pub(crate) fn may_be_shared(address: u64) -> bool {
    matches!(address::place(address), Place::Global | Place::Library | Place::Stack(_) | Place::Heap(_))
}

/// No plain access is visible: sound for programs without data races.
pub(crate) struct SynchronizationOnly;

impl Policy for SynchronizationOnly {
    const PLAIN: bool = false;

    #[inline(always)]
    fn is_visible(&self, _: &PlainAccess) -> bool {
        false
    }
}

/// Every access to memory that another thread can access is visible.
pub(crate) struct EveryAccess;

impl Policy for EveryAccess {
    const PLAIN: bool = true;

    #[inline(always)]
    fn is_visible(&self, access: &PlainAccess) -> bool {
        access.may_be_shared()
    }
}

/// A [`Policy`] that is chosen at run time.
pub trait AnyPolicy: Send {
    fn learns(&self) -> bool;

    fn asks_reach(&self) -> bool;

    /// See [`Policy::is_visible`].
    fn is_visible(&self, access: &PlainAccess) -> bool;

    /// See [`Policy::learn`].
    fn learn(&self, access: &PlainAccess);

    fn learning(&self) -> Option<&dyn LearningPolicy>;

    fn has_learnt(&self) -> bool;

    fn adopt(&mut self) -> bool;

    /// Runs a thread to its next visible operation.
    fn run(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop>;

    /// See [`Policy::run_alone`].
    fn run_alone(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop>;

    /// One instruction of [`AnyPolicy::run`]; [`Halt::Visible`] where that ends.
    fn run_single(&self, context: &mut Context) -> Result<Option<Halt>, Stop>;
}

impl<P: Policy + Send> AnyPolicy for P {
    fn learns(&self) -> bool {
        P::LEARNS
    }

    fn asks_reach(&self) -> bool {
        P::ASKS_REACH
    }

    fn is_visible(&self, access: &PlainAccess) -> bool {
        P::PLAIN && Policy::is_visible(self, access)
    }

    fn learn(&self, access: &PlainAccess) {
        Policy::learn(self, access);
    }

    fn learning(&self) -> Option<&dyn LearningPolicy> {
        Policy::learning(self)
    }

    fn has_learnt(&self) -> bool {
        Policy::has_learnt(self)
    }

    fn adopt(&mut self) -> bool {
        Policy::adopt(self)
    }

    fn run(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop> {
        exec::run::<Stepping<P>>(self, context, fuel)
    }

    fn run_alone(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop> {
        Policy::run_alone(self, context, fuel)
    }

    fn run_single(&self, context: &mut Context) -> Result<Option<Halt>, Stop> {
        exec::single(self, context)
    }
}
