//! What the visibility policy is told, and what it has learnt.

use mazurka_machine::{Access, Learning, Machine, Next, Pending, Range, ThreadId, ThreadSet};

use super::Vm;
use super::lookahead::Seen;
use super::roots;
use crate::config::Record;
use crate::context::Stop;
use crate::exec;
use crate::memory::Noted;
use crate::threads::Status;
use crate::visibility::{Counted, Knowledge, Others, PlainAccess, SharedObject, SharingRule, Site};

impl Vm {
    /// What searches on this machine have learnt; nothing with other policies than [`crate::Visibility::SharedObjects`].
    pub fn knowledge(&self) -> Knowledge {
        self.visibility.shared_objects().map(|shared| shared.knowledge()).unwrap_or_default()
    }

    /// Continues on a fresh machine with what another one has learnt; what was in force there is so here. `false` if a machine with
    /// this program and configuration cannot have learnt it: then nothing changes.
    pub fn set_knowledge(&mut self, knowledge: Knowledge) -> bool {
        let shared = self.visibility.shared_objects();
        shared.is_some_and(|shared| shared.set_knowledge(knowledge, &self.program))
    }

    /// The objects that several threads have accessed, by address.
    pub fn shared_objects(&self) -> Vec<SharedObject> {
        let shared = self.visibility.shared_objects();
        shared.map(|shared| shared.shared_objects(&self.program)).unwrap_or_default()
    }

    /// To be called before a thread's transition: which threads the rule asks for that are enabled here.
    pub(super) fn enabled_for_policy(&self) -> Option<ThreadSet> {
        let shared = self.visibility.shared_objects()?;
        (shared.sharing().rule == SharingRule::Enabled).then(|| self.enabled())
    }

    fn enabled(&self) -> ThreadSet {
        let mut enabled = self.threads();
        for thread in self.threads().iter() {
            enabled.set(thread, matches!(self.next(thread), Next::Ready(_)));
        }
        enabled
    }

    /// To be called before a thread runs on to its next visible operation, after the one that it has done. `enabled`: what
    /// [`Vm::enabled_for_policy`] has returned before that; a thread that was created since is enabled, too.
    pub(super) fn tell_policy(&self, thread: ThreadId, enabled: Option<(ThreadSet, ThreadSet)>) {
        roots::sync(&self.program, &self.state, thread);
        let Some(shared) = self.visibility.shared_objects() else { return };
        let others = match (shared.sharing().rule, enabled) {
            (SharingRule::Enabled, Some((mut enabled, before))) => {
                let created = self.state.threads.created().without(&before);
                created.iter().for_each(|new| _ = enabled.insert(new));
                Others::Only(enabled)
            }
            (SharingRule::Alive, _) => self.not_finished(thread),
            (SharingRule::Accessed, _) => self.not_joined(thread),
            (SharingRule::Enabled, _) => Others::All,
        };
        shared.set_running(Some(Counted { thread, others }));
    }

    /// The threads with accesses that do not happen before those of a thread because it has waited for their end.
    fn not_joined(&self, thread: ThreadId) -> Others {
        let threads = &self.state.threads;
        let is_joined = |other: &ThreadId| threads.get(*other).state.joined_by == Some(thread);
        let mut joined = ThreadSet::new();
        threads.created().iter().filter(is_joined).for_each(|other| _ = joined.insert(other));
        Others::Except(joined)
    }

    /// The threads that may still do something while a thread waits for its turn.
    fn not_finished(&self, thread: ThreadId) -> Others {
        let threads = &self.state.threads;
        let mut finished = ThreadSet::new();
        let mut is_only = true;
        for other in threads.created().iter().filter(|other| *other != thread) {
            match threads.get(other).state.status {
                Status::Alive => is_only = false,
                Status::Finished | Status::Stopped => _ = finished.insert(other),
            }
        }
        if is_only { Others::Only(ThreadSet::new()) } else { Others::Except(finished) }
    }

    /// To be called when it is known what a thread does next: it will access what its operation touches, and looks at what
    /// it waits for, perhaps for ever. About plain accesses the policy was asked before the thread halted.
    pub(super) fn learn_next(&self, thread: ThreadId) {
        if exec::is_at_plain_access(&self.view(thread)) && self.ahead.of(thread).is_none() {
            return;
        }
        let site = self.view(thread).site();
        if let Next::Ready(Pending { operation, .. }) | Next::Blocked(operation) = self.next(thread) {
            for touch in operation.own_touches() {
                let access = Access { range: touch.range, writes: touch.writes() };
                self.visibility.learn(&self.plain_access(thread, access, site));
            }
        }
        for &range in self.ahead.of(thread).iter().flat_map(|next_op| next_op.relies_on()) {
            self.visibility.learn(&self.plain_access(thread, Access { range, writes: false }, site));
        }
    }

    /// The policy is asked about an access that has failed, be it a part of a visible operation or not.
    pub(super) fn learn_violation(&self, thread: ThreadId, access: Access) {
        self.visibility.is_visible(&self.plain_access(thread, access, self.view(thread).site()));
    }

    fn plain_access(&self, thread: ThreadId, access: Access, site: Site) -> PlainAccess<'_> {
        let Access { range, writes } = access;
        let (program, memory) = (&self.program, &self.state.memory);
        let is_alone = self.state.threads.is_main_alone();
        roots::sync(program, &self.state, thread);
        PlainAccess { program, memory, thread, range, writes, site, is_alone }
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
        let (mark, site) = (self.mark(), self.view(thread).site());
        let was_noting = self.state.memory.is_noting();
        let kept = self.state.memory.swap_notes(Noted::default());
        self.state.memory.set_noting(true);
        let done = exec::perform(&mut self.context(thread), 0);
        self.state.memory.set_noting(was_noting);
        let (noted, code) = (self.state.memory.notes().to_vec(), self.state.memory.noted_code());
        self.state.memory.swap_notes(kept);
        let mut seen = Seen::default();
        seen.notes(&noted);
        // All of them are asked about: it learns.
        let visible =
            |access: &&Access| self.visibility.is_visible(&self.plain_access(thread, **access, site));
        let is_visible = seen.accesses().iter().filter(visible).count() > 0;
        if is_visible || done.is_err() {
            self.rewind(mark);
            return Ok(false);
        }
        if was_noting {
            self.state.memory.note_again(&noted, code);
        }
        Ok(true)
    }

    /// An access conflicts with another thread's next operation and is not visible: because that was learnt only now, or because
    /// the rule leaves out threads that are blocked.
    pub(super) fn may_have_hidden_conflicts(&self) -> bool {
        let Some(shared) = self.visibility.shared_objects() else { return false };
        shared.sharing().rule == SharingRule::Enabled || self.visibility.has_learnt()
    }

    /// To be called after every step.
    pub(super) fn name_shared_objects(&self) {
        if let Some(shared) = self.visibility.shared_objects() {
            shared.name_objects(|memory: Range| self.name(memory));
        }
    }
}

impl Learning for Vm {
    fn adopt(&mut self) -> bool {
        self.visibility.adopt()
    }

    fn has_learnt(&self) -> bool {
        self.visibility.has_learnt()
    }
}
