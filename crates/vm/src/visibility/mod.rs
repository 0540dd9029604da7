//! Which plain accesses are visible operations, and so scheduling points.
//!
//! A [`Policy`] is asked before a plain access is made; the interpreter's loop is compiled once for each of them. Its answer must
//! follow from the state and from what it knew when the search began: a search repeats transitions, and must find the same
//! visible operations each time. What a policy learns in a search it may use in the next one, after [`Policy::adopt`].
//!
//! A policy that makes an access invisible must have a reason why no other thread's access conflicts with it in any execution.
//! If the reason is that no such access was seen, it is told of all accesses of every transition ([`Policy::learn`]), and the
//! search is repeated until nothing is learnt: see [`shared`].

mod object;
mod shared;

use mazurka_machine::{Access, Operation, Range, ThreadId};

use crate::address::{self, Place};
use crate::context::{Context, State, Stop};
use crate::exec::{self, Halt, Stepping};
use crate::memory::Memory;
use crate::program::Program;
pub(crate) use object::object_at;
pub(crate) use shared::SharedObjects;

/// The policies by name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Visibility {
    #[default]
    SynchronizationOnly,
    EveryAccess,
    SharedObjects,
}

impl Visibility {
    /// Whether plain accesses can be visible operations.
    pub fn includes_plain(self) -> bool {
        self != Visibility::SynchronizationOnly
    }

    pub(crate) fn policy(self) -> Box<dyn AnyPolicy> {
        match self {
            Visibility::SynchronizationOnly => Box::new(SynchronizationOnly),
            Visibility::EveryAccess => Box::new(EveryAccess),
            Visibility::SharedObjects => Box::<SharedObjects>::default(),
        }
    }
}

/// Decides about plain accesses.
pub trait Policy: Send {
    /// Whether plain accesses can be visible operations. If not, it is not asked.
    const PLAIN: bool;
    /// Whether it is told what transitions access.
    const LEARNS: bool = false;

    /// Whether an access that is about to be made is a visible operation.
    fn is_visible(&self, access: &PlainAccess) -> bool;

    /// A transition was made while there was more than one thread.
    fn learn(&mut self, transition: &Transition) {
        let _ = transition;
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
    pub range: Range,
    pub writes: bool,
}

impl PlainAccess<'_> {
    /// The object that the access begins in.
    pub fn object(&self) -> Range {
        object_at(self.program, self.memory, self.range.start)
    }

    /// Whether the memory is such that another thread can access it.
    #[inline]
    pub fn may_be_shared(&self) -> bool {
        may_be_shared(self.range.start)
    }
}

/// What a thread has done; the state is the one behind it.
pub struct Transition<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    pub thread: ThreadId,
    /// Its visible operation; `None` for a thread that has made no transition, but whose next one was found by looking ahead.
    pub operation: Option<&'a Operation>,
    /// Everything that it accesses, visibly or not, in ascending order.
    pub accesses: &'a [Access],
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

    /// See [`Policy::is_visible`].
    fn is_visible(&self, access: &PlainAccess) -> bool;

    fn learn(&mut self, transition: &Transition);

    fn adopt(&mut self) -> bool;

    /// Runs a thread to its next visible operation.
    fn run(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop>;
}

impl<P: Policy> AnyPolicy for P {
    fn learns(&self) -> bool {
        P::LEARNS
    }

    fn is_visible(&self, access: &PlainAccess) -> bool {
        P::PLAIN && Policy::is_visible(self, access)
    }

    fn learn(&mut self, transition: &Transition) {
        Policy::learn(self, transition);
    }

    fn adopt(&mut self) -> bool {
        Policy::adopt(self)
    }

    fn run(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop> {
        exec::run::<Stepping<P>>(self, context, fuel)
    }
}
