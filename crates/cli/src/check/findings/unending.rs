//! Threads that never end, and are not known to wait.

use std::ops::ControlFlow;

use mazurka_explore::Unending;
use mazurka_machine::{FaultKind, Place, ThreadId};
use mazurka_report::{Finding, Note, Reason, Schedule};
use mazurka_vm::Vm;

use super::key::Spot;
use super::{Findings, unconfirmed};
use crate::replay::{Replay, confirm};

impl Findings<'_> {
    /// Executions cannot end any more, or could never.
    pub(crate) fn unending(&mut self, Unending { stem, cycle, others_end }: &Unending) -> ControlFlow<()> {
        let schedule: Schedule = stem.iter().chain(cycle).map(|step| (step.thread, step.choice)).collect();
        let (subject, start, patience) = (self.subject, stem.len(), self.watch.patience());
        let confirmed = Replay::new(subject, &schedule, &[start], patience)
            .and_then(|replay| confirm::unending(subject, replay, start, *others_end, patience));
        if !others_end {
            let note = |Finding { message, place, .. }: Finding| Note { message, place, executions: 1 };
            self.found.notes.extend(confirmed.ok().map(note));
            return ControlFlow::Continue(());
        }
        let place = confirmed.as_ref().ok().map(|finding| Spot::At(finding.place.location().cloned()));
        let key = (FaultKind::Livelock, place.into_iter().collect());
        let bug =
            self.number(key, |_| confirmed, || Some(unconfirmed::livelock(schedule, start, ThreadId::MAIN)));
        self.shown(bug)
    }

    /// A search for states from which no end can be reached was given up after this many.
    pub(crate) fn may_be_unending(&mut self, states: u64) {
        let place = Place { thread: ThreadId::MAIN, stack: Vec::new() };
        let message =
            "whether threads may run in a cycle for ever was not found out: the search for that was given up";
        self.found.notes.push(Note { message: message.to_owned(), place, executions: states });
    }

    /// Threads poll, and it is not known whether for ever.
    pub(super) fn unsettled(&mut self) {
        self.found.cut_off.bounds += 1;
        let message = "threads that poll disturb each other, and it takes too long to find out whether they poll for ever";
        self.cut(Reason::Bound, message, None);
    }

    /// A thread works for ever, as servers do on purpose, or polls what the compiler knows not to change.
    pub(super) fn is_busy(&mut self, machine: &Vm, thread: ThreadId) {
        let place = Place { thread, stack: machine.stack(thread) };
        let message =
            format!("{thread} never ends, and is not known to wait for anything; -O0 may show that it polls");
        let same = |note: &Note| note.message == message && note.place == place;
        match self.found.notes.iter_mut().find(|note| same(note)) {
            Some(note) => note.executions += 1,
            None => self.found.notes.push(Note { message, place, executions: 1 }),
        }
    }
}
