//! What the visibility policy is told, and what it has learnt.

use mazurka_machine::{
    Access, Accesses, Choice, Footprint, Learning, Machine, Next, Operation, Pending, Range, ThreadId,
    ThreadSet,
};

use super::Vm;
use super::lookahead::Seen;
use crate::arrivals::Arrivals;
use crate::config::Record;
use crate::context::Stop;
use crate::exec;
use crate::memory::Noted;
use crate::sections::Sections;
use crate::visibility::{Cause, InterferenceFigures, Knowledge, PlainAccess, SharedObject, Site};

impl Vm {
    /// What searches on this machine have learnt, if its policy learns.
    pub fn knowledge(&self) -> Knowledge {
        self.visibility.learning().map(|policy| policy.knowledge()).unwrap_or_default()
    }

    /// Continues on a fresh machine with what another one has learnt; what was in force there is so here. `false` if a machine with
    /// this program and configuration cannot have learnt it: then nothing changes.
    pub fn set_knowledge(&mut self, knowledge: Knowledge) -> bool {
        let policy = self.visibility.learning();
        let is_possible = policy.is_some_and(|policy| policy.set_knowledge(knowledge, &self.program));
        self.expose_pointers();
        is_possible
    }

    /// Continues on a fresh machine where arrivals at barriers still commute, or not, and where it was learnt that more threads
    /// come than a barrier is for, or not.
    pub fn restore_arrivals(&mut self, commute: bool, are_too_many: bool) {
        self.state.arrivals = Arrivals::new(commute && self.config.commuting_arrivals);
        if are_too_many {
            self.state.arrivals.note_crowd();
        }
    }

    /// Whether arrivals at barriers commute, as far as was assumed when the search began.
    pub fn arrivals_commute(&self) -> bool {
        self.state.arrivals.commute()
    }

    /// Whether it was learnt that more threads come than a barrier is for.
    pub fn arrivals_are_too_many(&self) -> bool {
        self.state.arrivals.have_learnt()
    }

    /// Whether critical sections are joined to steps, where they can be.
    pub fn joins_sections(&self) -> bool {
        self.state.sections.are_joined()
    }

    /// Whether it was learnt that they must not be.
    pub fn doubts_sections(&self) -> bool {
        self.state.sections.have_learnt()
    }

    /// The next search does not join sections.
    pub fn doubt_sections(&mut self) {
        self.state.sections.doubt();
    }

    /// Continues on a fresh machine where critical sections are joined, or not, and where it was learnt that they must not be, or not.
    pub fn restore_sections(&mut self, are_joined: bool, are_doubted: bool) {
        self.state.sections = Sections::new(are_joined && self.joins_sections(), are_doubted);
    }

    /// To be called when other knowledge is in force.
    fn expose_pointers(&self) {
        if let Some(policy) = self.visibility.learning() {
            self.state.memory.set_exposed(policy.exposed_pointers());
        }
    }

    /// How much is known about who accesses which memory with which instruction, where the policy asks.
    pub fn interference(&self) -> Option<InterferenceFigures> {
        self.visibility.learning()?.interference()
    }

    /// Why the plain access that a thread has halted at is visible, where the policy can say that and no other thread has run
    /// since.
    pub fn why_visible(&self, thread: ThreadId) -> Option<Cause> {
        let policy = self.visibility.learning()?;
        let Next::Ready(Pending { operation, .. }) = self.next(thread) else { return None };
        if !exec::is_at_plain_access(&self.view(thread)) {
            return None;
        }
        operation.own_touches().find_map(|touch| {
            policy.cause(&self.view(thread).plain_access(touch.range, touch.writes()), &self.state.threads)
        })
    }

    /// The objects that several threads have accessed, by address.
    pub fn shared_objects(&self) -> Vec<SharedObject> {
        let policy = self.visibility.learning();
        policy.map(|policy| policy.shared_objects(&self.program)).unwrap_or_default()
    }

    /// To be called before a thread's transition: the threads that are enabled and those that there are, if the policy asks for that.
    pub(super) fn enabled_for_policy(&self) -> Option<(ThreadSet, ThreadSet)> {
        let policy = self.visibility.learning()?;
        policy.asks_for_enabled().then(|| (self.enabled(), self.threads()))
    }

    /// The same for what the thread is about to do; `None` where that is several operations, or the policy does not ask.
    pub(super) fn operation_for_policy(&self, thread: ThreadId, are_several: bool) -> Option<Operation> {
        let policy = self.visibility.learning()?;
        if are_several || !policy.asks_for_operations() {
            return None;
        }
        match self.next(thread) {
            Next::Ready(Pending { operation, .. }) | Next::Blocked(operation) => Some(operation),
            Next::Finished => None,
        }
    }

    fn enabled(&self) -> ThreadSet {
        let mut enabled = self.threads();
        for thread in self.threads().iter() {
            enabled.set(thread, matches!(self.next(thread), Next::Ready(_)));
        }
        enabled
    }

    /// To be called before a thread runs on to its next visible operation, after the one that it has done. `before`: what
    /// [`Vm::enabled_for_policy`] has returned before that; a thread that was created since is enabled, too.
    pub(super) fn tell_policy(
        &self,
        thread: ThreadId,
        operation: Option<&Operation>,
        before: Option<(ThreadSet, ThreadSet)>,
    ) {
        let Some(policy) = self.visibility.learning() else { return };
        policy.performed(thread, operation);
        let enabled = before.map(|(mut enabled, before)| {
            let created = self.state.threads.created().without(&before);
            created.iter().for_each(|new| _ = enabled.insert(new));
            enabled
        });
        policy.begin_run(thread, &self.state.threads, enabled);
    }

    /// To be called when it is known what a thread does next: it will access what its operation touches, and looks at what
    /// it waits for, perhaps for ever. About plain accesses the policy was asked before the thread halted.
    pub(super) fn learn_next(&self, thread: ThreadId) {
        if exec::is_at_plain_access(&self.view(thread)) && self.ahead.of(thread).is_none() {
            return;
        }
        if let Next::Ready(Pending { operation, .. }) | Next::Blocked(operation) = self.next(thread) {
            for touch in operation.own_touches() {
                self.visibility.learn(&self.view(thread).plain_access(touch.range, touch.writes()));
            }
        }
        for &range in self.ahead.of(thread).iter().flat_map(|next_op| next_op.relies_on()) {
            self.visibility.learn(&self.view(thread).plain_access(range, false));
        }
    }

    /// The policy is asked about an access that has failed, be it a part of a visible operation or not.
    pub(super) fn learn_violation(&self, thread: ThreadId, access: Access) {
        self.visibility.is_visible(&self.view(thread).plain_access(access.range, access.writes));
    }

    /// Executes the plain code that a thread has halted at, if it makes no visible access: only what it does shows that.
    /// Otherwise it stays where it is.
    pub(super) fn pass_block(&mut self, thread: ThreadId) -> Result<bool, Stop> {
        if !self.visibility.learns()
            || self.config.record == Record::Nothing
            || self.state.threads.is_main_alone()
            || !exec::is_plain_block(&self.view(thread))
        {
            return Ok(false);
        }
        let mark = self.mark();
        let (done, accesses) = self.perform_noting(thread, 0);
        // All of them are asked about: it learns.
        let visible = |access: &&Access| {
            let access = self.access_from(thread, accesses.sites, **access);
            self.visibility.is_visible(&access)
        };
        let is_visible = accesses.all.iter().filter(visible).count() > 0;
        if is_visible || done.is_err() {
            self.rewind(mark);
            return Ok(false);
        }
        self.note_again(&accesses);
        Ok(true)
    }

    /// Executes the operation that a thread is at. A policy that learns is told what a library function accesses besides: that is not
    /// in the operation's description.
    pub(super) fn perform(&mut self, thread: ThreadId, choice: Choice) -> Result<(), Stop> {
        if !self.visibility.learns() || exec::called(&self.view(thread)).is_none() {
            return exec::perform(&mut self.context(thread), choice);
        }
        let (done, accesses) = self.perform_noting(thread, choice);
        for access in accesses.all.iter() {
            self.visibility.learn(&self.access_from(thread, accesses.sites, *access));
        }
        self.note_again(&accesses);
        done
    }

    /// Executes what a thread is at, and notes the plain accesses.
    fn perform_noting(&mut self, thread: ThreadId, choice: Choice) -> (Result<(), Stop>, NotedAccesses) {
        let view = self.view(thread);
        let sites = (view.site(), view.shown_site());
        let was_noting = self.state.memory.is_noting();
        let kept = self.state.memory.swap_notes(Noted::default());
        self.state.memory.set_noting(true);
        let done = exec::perform(&mut self.context(thread), choice);
        self.state.memory.set_noting(was_noting);
        let (notes, code) = (self.state.memory.notes().to_vec(), self.state.memory.noted_code());
        self.state.memory.swap_notes(kept);
        let mut seen = Seen::default();
        seen.notes(&notes);
        (done, NotedAccesses { sites, all: seen.accesses(), notes, code })
    }

    /// An access that was made where the thread was before.
    fn access_from(&self, thread: ThreadId, sites: (Site, Site), access: Access) -> PlainAccess<'_> {
        let (site, shown_site) = sites;
        PlainAccess { site, shown_site, ..self.view(thread).plain_access(access.range, access.writes) }
    }

    fn note_again(&mut self, accesses: &NotedAccesses) {
        if self.state.memory.is_noting() {
            self.state.memory.note_again(&accesses.notes, accesses.code);
        }
    }

    /// An access may conflict with another thread's next operation and not be visible, or an arrival at a barrier change which
    /// round another thread arrives at, or a data race whether another thread waits.
    pub(super) fn may_have_hidden_conflicts(&self) -> bool {
        self.state.arrivals.have_learnt()
            || self.ahead.has_raced
            || self.visibility.learning().is_some_and(|policy| policy.may_hide_conflicts())
    }

    /// To be called after every step.
    pub(super) fn name_shared_objects(&self) {
        if let Some(policy) = self.visibility.learning() {
            policy.name_objects(&|memory: Range| self.name(memory));
        }
    }
}

/// What an instruction has accessed.
struct NotedAccesses {
    /// The instruction, and the same for people.
    sites: (Site, Site),
    all: Accesses,
    notes: Vec<Footprint>,
    code: u64,
}

impl Learning for Vm {
    fn adopt(&mut self) -> bool {
        let has_learnt = self.visibility.adopt();
        if has_learnt {
            self.expose_pointers();
        }
        let has_learnt = self.state.sections.adopt() || has_learnt;
        self.state.arrivals.adopt() || has_learnt
    }

    fn has_learnt(&self) -> bool {
        self.visibility.has_learnt() || self.state.arrivals.have_learnt() || self.state.sections.have_learnt()
    }
}
