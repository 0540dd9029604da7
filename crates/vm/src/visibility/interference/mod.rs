//! Accesses are visible if another thread can reach the memory and may still access it in a way that matters.
//!
//! Three rules ([`Interference`]), each a part of the one before (Parízek: *Hybrid Partial Order Reduction with Under-Approximate
//! Dynamic Points-To and Determinacy Information*, 2016):
//! - [`Interference::Reachable`]: another thread that is alive can reach the memory in the current state.
//! - [`Interference::Fields`]: and such a thread, or one that it creates, may still execute an instruction whose field overlaps
//!   that of this one, and one of the two writes. What is executed follows from the program's text and the threads' call
//!   stacks ([`FutureTable`]).
//! - [`Interference::Hybrid`]: the memory can be reached, and another thread was seen to access the same bytes with an instruction that it may
//!   still execute, and one of the two writes; but not if it held a lock then that excludes one that is held now.
//!
//! What was seen is a *fact*: a thread has accessed these bytes with this instruction, holding these locks. As in [`super::shared`], facts survive
//! rewinding and stay the same while a search runs; what is learnt is in force in the next search, and a search is repeated only for facts
//! that would have changed an answer. The paper marks earlier accesses of the current path instead, which comes too late for states
//! that were left already.
//!
//! Why nothing is missed when a search learns nothing more. Take an execution with every access visible, up to the first access
//! that is not a fact. Let an access of thread t before that be invisible, after t's visible operation v in the search. It commutes to the
//! left, up to v, if no other thread accesses the same bytes in between, one of the two writing. Suppose that thread u does:
//! - u gets there without t's help, so u or the thread that hands it the pointer (or creates it) reaches the memory after v, and is
//!   alive: rule 1 makes the access visible.
//! - u's instruction is in the future of u after v, or in that of the thread that creates it, which is not t. Both accesses are facts,
//!   so u's fact makes this one visible by rule 3; and the two fields were seen at the same byte, so that they overlap in force, and
//!   rule 2 makes it visible. Locks change nothing: those that t holds at the access it has held since v, so u does not hold them.
//!   (The paper leaves out earlier accesses that happen before the current one. On a path through states that were seen
//!   before, that says nothing about other paths; locks do.)
//!
//! So the execution is equivalent to one whose transitions run from one visible operation to the next, which the search explores; the
//! thread with the next access comes to it there as well, the policy is asked, and learns. Accesses count whether the memory is
//! reached by others or not: where the transition before runs further than in the execution, its thread may have dropped its pointer.
//!
//! That pointers are recognised as such is an assumption, too: see [`exposed`].

mod accesses;
mod alone;
mod exposed;
mod fields;
mod locks;
mod reasons;

use std::cell::RefCell;

use mazurka_analysis::future::FieldId;
use mazurka_machine::{Held, Operation, Range, ThreadId, ThreadSet};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::counted::{Others, not_finished};
use super::{Knowledge, LearningPolicy, PlainAccess, Policy, Site};
use crate::address::{self, Place};
use crate::code::Insn;
use crate::context::{Context, Stop};
use crate::exec::{self, Halt, Stepping};
use crate::memory::Memory;
use crate::program::Program;
use crate::program::future::FutureTable;
use crate::threads::Threads;
use accesses::{Accesses, MissedWord, SeenAccess};
use alone::Alone;
use exposed::Exposed;
use fields::Fields;
use locks::Locks;
pub use reasons::Cause;
use reasons::Reason;

/// Which accesses are visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interference {
    /// Those to memory that another thread can reach.
    Reachable,
    /// Of these, those to fields that another thread may still access.
    Fields,
    /// Those to bytes that another thread was seen to access and may still access.
    Hybrid,
}

/// How much is known about accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InterferenceFigures {
    /// Instructions and threads that were seen to execute them.
    pub pairs: usize,
    /// Those that have accessed one place only.
    pub determinate: usize,
}

pub(crate) struct InterferingAccesses {
    rule: Interference,
    known: RefCell<Known>,
}

struct Known {
    exposed: Exposed,
    accesses: Accesses,
    fields: Fields,
    running: Option<Running>,
}

/// A thread runs on to its next visible operation: no other one changes meanwhile.
struct Running {
    thread: ThreadId,
    /// The threads that may still do something.
    others: Others,
    /// Whether a thread may still execute an instruction.
    may_execute: FxHashMap<(ThreadId, Site), bool>,
}

/// What searches have learnt, and what the current one would have needed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct AccessKnowledge {
    accesses: Vec<SeenAccess>,
    /// How many of them decide what is visible.
    in_force: usize,
    /// Pointers that were hidden.
    exposed: Vec<u64>,
    exposed_in_force: usize,
    /// Words that were accessed invisibly in the current search, with the threads that would have made that visible.
    missed: Vec<MissedWord>,
    /// The same with fields.
    missed_fields: Vec<u32>,
    /// The sets of locks that accesses were made with.
    locksets: Vec<Vec<Held>>,
    has_learnt: bool,
}

impl InterferingAccesses {
    pub(super) fn new(rule: Interference, program: &Program) -> InterferingAccesses {
        let known = Known {
            exposed: Exposed::new(program),
            accesses: Accesses::default(),
            fields: Fields::new(program),
            running: None,
        };
        InterferingAccesses { rule, known: RefCell::new(known) }
    }

    /// A thread is about to make an access.
    fn see(&self, access: &PlainAccess, known: &mut Known) {
        debug_assert!(is_in_own_future(access), "an access is not in the future of its own instruction");
        known.exposed.see(access);
        if self.rule == Interference::Reachable || access.is_alone || !access.may_be_shared() {
            return;
        }
        let field = Fields::of(access.program, access.site);
        let with_fields = self.rule == Interference::Fields;
        let Known { accesses, fields, .. } = known;
        accesses.see(access, field, |other| {
            if with_fields {
                fields.share_bytes(field, other);
            }
        });
    }
}

impl Policy for InterferingAccesses {
    const PLAIN: bool = true;
    const LEARNS: bool = true;
    const ASKS_REACH: bool = true;

    fn is_visible(&self, access: &PlainAccess) -> bool {
        let known = &mut *self.known.borrow_mut();
        self.see(access, known);
        if access.is_alone || !access.may_be_shared() {
            return false;
        }
        match known.running.take() {
            Some(mut running) if running.thread == access.thread => {
                let reason = known.reason(self.rule, access, &mut running);
                known.running = Some(running);
                reason.is_some()
            }
            // It is only described what the thread has halted at: for a reason that need not hold any more.
            running => {
                known.running = running;
                true
            }
        }
    }

    fn learn(&self, access: &PlainAccess) {
        self.see(access, &mut self.known.borrow_mut());
    }

    fn sees_copy(&self, memory: &Memory, from: Range, to: u64) {
        self.known.borrow_mut().exposed.see_copy(memory, from, to);
    }

    fn sees_unaligned(&self, memory: &Memory, word: u64) {
        self.known.borrow_mut().exposed.see_unaligned(memory, word);
    }

    fn run_alone(&self, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop> {
        exec::run::<Stepping<Alone>>(&Alone(self), context, fuel)
    }

    fn learning(&self) -> Option<&dyn LearningPolicy> {
        Some(self)
    }

    fn has_learnt(&self) -> bool {
        self.known.borrow().has_learnt()
    }

    fn adopt(&mut self) -> bool {
        let known = self.known.get_mut();
        let has_learnt = known.has_learnt();
        if has_learnt {
            known.exposed.adopt();
            known.accesses.adopt();
            known.fields.adopt();
        }
        has_learnt
    }
}

impl LearningPolicy for InterferingAccesses {
    fn begin_run(&self, thread: ThreadId, threads: &Threads, _: Option<ThreadSet>) {
        let running = &mut self.known.borrow_mut().running;
        let mut may_execute = running.take().map(|before| before.may_execute).unwrap_or_default();
        may_execute.clear();
        *running = Some(Running { thread, others: not_finished(threads, thread), may_execute });
    }

    fn asks_for_operations(&self) -> bool {
        self.rule == Interference::Hybrid
    }

    fn performed(&self, thread: ThreadId, operation: Option<&Operation>) {
        if self.rule == Interference::Hybrid {
            self.known.borrow_mut().accesses.locks.performed(thread, operation);
        }
    }

    fn mark(&self) -> usize {
        self.known.borrow().accesses.locks.mark()
    }

    fn rewind(&self, to: usize) {
        self.known.borrow_mut().accesses.locks.rewind(to);
    }

    fn end_run(&self) {
        self.known.borrow_mut().running = None;
    }

    /// Because that was learnt only now.
    fn may_hide_conflicts(&self) -> bool {
        self.has_learnt()
    }

    fn knowledge(&self) -> Knowledge {
        let Known { exposed, accesses, fields, .. } = &*self.known.borrow();
        Knowledge::Accesses(AccessKnowledge {
            accesses: accesses.all().to_vec(),
            in_force: accesses.in_force(),
            exposed: exposed.all().to_vec(),
            exposed_in_force: exposed.in_force().len(),
            missed: accesses.missed(),
            missed_fields: fields.missed(),
            locksets: accesses.locks.sets().to_vec(),
            has_learnt: accesses.has_learnt || fields.has_learnt,
        })
    }

    fn set_knowledge(&self, knowledge: Knowledge, program: &Program) -> bool {
        let known = &mut *self.known.borrow_mut();
        let Knowledge::Accesses(knowledge) = knowledge else { return false };
        let is_new = known.accesses.all().is_empty() && known.exposed.all().is_empty();
        if !is_new || !knowledge.is_possible(program) {
            return false;
        }
        let Some(locks) = Locks::of(knowledge.locksets) else { return false };
        let Known { exposed, accesses, fields, .. } = known;
        accesses.locks = locks;
        exposed.restore(knowledge.exposed, knowledge.exposed_in_force);
        for (number, access) in knowledge.accesses.into_iter().enumerate() {
            if number == knowledge.in_force {
                accesses.adopt();
                fields.adopt();
            }
            let field = Fields::of(program, access.site);
            let with_fields = self.rule == Interference::Fields;
            accesses.add(access, field, |other| {
                if with_fields {
                    fields.share_bytes(field, other);
                }
            });
        }
        if knowledge.in_force == accesses.all().len() {
            accesses.adopt();
            fields.adopt();
        }
        accesses.has_learnt = knowledge.has_learnt;
        accesses.restore_missed(knowledge.missed);
        fields.restore_missed(&knowledge.missed_fields);
        true
    }

    fn exposed_pointers(&self) -> Vec<u64> {
        self.known.borrow().exposed.in_force().to_vec()
    }

    fn interference(&self) -> Option<InterferenceFigures> {
        Some(self.known.borrow().accesses.figures())
    }

    fn cause(&self, access: &PlainAccess, threads: &Threads) -> Option<Cause> {
        let others = not_finished(threads, access.thread);
        let mut running = Running { thread: access.thread, others, may_execute: FxHashMap::default() };
        let known = &mut *self.known.borrow_mut();
        let reason = match known.reason(self.rule, access, &mut running)? {
            Reason::UNKNOWN if !known.exposed.is_everything() => {
                Reason { thread: access.reached_by_another(), ..Reason::UNKNOWN }
            }
            reason => reason,
        };
        Some(reason.describe(access.program))
    }
}

impl Known {
    fn has_learnt(&self) -> bool {
        self.exposed.has_learnt() || self.accesses.has_learnt || self.fields.has_learnt
    }

    /// Why an access of the running thread is visible, if it is.
    fn reason(&mut self, rule: Interference, access: &PlainAccess, running: &mut Running) -> Option<Reason> {
        let is_own = address::place(access.range.start) == Place::Stack(access.thread);
        if rule == Interference::Hybrid && is_own && !self.accesses.is_open(access.thread) {
            return None;
        }
        access.others.alive().next()?;
        if !self.exposed.is_everything() && !access.is_reached_by_another() {
            return None;
        }
        match rule {
            Interference::Reachable => Some(Reason::UNKNOWN),
            Interference::Fields => self.fields.reason(access),
            Interference::Hybrid => {
                let Running { others, may_execute, .. } = running;
                self.accesses.reason(access, others, |thread, site| {
                    *may_execute
                        .entry((thread, site))
                        .or_insert_with(|| may_still_execute(access, thread, site))
                })
            }
        }
    }
}

/// Whether another thread may execute an instruction before the thread that is about to make this access does anything else.
fn may_still_execute(access: &PlainAccess, thread: ThreadId, site: Site) -> bool {
    let others = access.others;
    // One that is not created yet may be by what its nearest ancestor still executes.
    let mut by = thread;
    while !others.is_created(by) {
        match others.parent(by) {
            Some(parent) => by = parent,
            None => return true,
        }
    }
    let Some((_, thread)) = others.alive().find(|(other, _)| *other == by) else { return false };
    future(access.program, |future| {
        future.points(access.program, thread).into_iter().any(|point| future.may_execute(point, site))
    })
}

/// Anything may follow where that was not analyzed.
fn future(program: &Program, is_possible: impl FnOnce(&FutureTable) -> bool) -> bool {
    program.future.as_ref().is_none_or(is_possible)
}

/// A thread that is at an instruction may execute it, and access its field: what fails counts as a write even if it reads. Only the latter is
/// not known of what is taken away from the program.
fn is_in_own_future(access: &PlainAccess) -> bool {
    let PlainAccess { program, site, .. } = *access;
    let is_release = matches!(
        program.code(site.function).insns[site.pc as usize],
        Insn::Return { .. } | Insn::Raise { .. }
    );
    future(program, |future| {
        let fields = future.field_overlaps().of(future.field(site));
        future.may_execute(site, site) && (is_release || future.may_access(site, fields, false))
    })
}

impl AccessKnowledge {
    /// Whether a search of this program can have learnt it.
    fn is_possible(&self, program: &Program) -> bool {
        let is_field = |field: &u32| future(program, |future| future.has_field(FieldId(*field)));
        self.in_force <= self.accesses.len()
            && self.exposed_in_force <= self.exposed.len()
            && self.accesses.iter().all(|access| access.is_possible(program, self.locksets.len()))
            && self.missed.iter().all(|word| word.is_possible(self.locksets.len()))
            && self.missed_fields.iter().all(is_field)
    }
}
