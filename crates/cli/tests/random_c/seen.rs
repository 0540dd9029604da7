//! What a search has seen: traces, final states, findings.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use mazurka_explore::{End, Observer, Path, Position, continue_if};
use mazurka_machine::{
    CutOff, DataRace, Fault, FaultKind, Fingerprinted, Location, Machine, Next, Operation, ThreadId,
};
use mazurka_report::{Races, waiting};
use mazurka_vm::Vm;

#[derive(Clone, Default, Debug)]
pub(crate) struct Seen {
    /// How often each trace was executed.
    pub traces: BTreeMap<u128, u32>,
    /// Fingerprint, and how the execution ended.
    pub final_states: BTreeSet<(u128, String)>,
    /// Everything but data races: faults, deadlocks, threads that still wait when main has returned.
    pub findings: BTreeSet<Finding>,
    pub races: BTreeSet<String>,
    /// The same, whatever code the threads executed.
    pub raced: BTreeSet<String>,
    /// Executions that a bound of the machine stopped.
    pub cut_off: bool,
    pub transitions: u64,
    /// That are stored, if the search is stateful.
    pub states: u64,
    pub executions: u64,
    pub redundant: u64,
    /// Whether a thread has waited in a loop in some execution.
    pub waits_in_loops: bool,
    /// Whether plain accesses are visible operations, and tried in every order.
    pub plain_is_visible: bool,
    /// Whether the machine keeps the fingerprint of its state, and final states are looked at.
    pub has_fingerprints: bool,
    /// The search is stateful, and does not keep traces.
    pub by_state: bool,
    /// It says that it may have missed data races.
    pub may_miss_races: bool,
    /// Threads go on for ever that look at nothing.
    pub is_busy: bool,
    /// Transitions after which the search is given up.
    pub limit: u64,
    /// Whether the search came to its end.
    pub complete: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Finding {
    pub kind: &'static str,
    /// `None`: at no single place.
    pub line: Option<u32>,
    /// What makes it another finding than others of this kind, as far as that is the same in all searches.
    pub place: String,
}

impl Finding {
    /// Whether it is the fault of one thread: what searches that may miss deadlocks find.
    pub(crate) fn is_fault(&self) -> bool {
        ![FaultKind::Deadlock.name(), FaultKind::Livelock.name(), LEFT_BEHIND].contains(&self.kind)
    }
}

/// Faults that may be the second of two plain accesses that race.
pub(crate) const LIFETIMES: [&str; 4] =
    ["use-after-free", "double-free", "invalid-free", "stack-use-after-return"];

/// The kind of what is not a bug: threads that still wait when main has returned.
pub(crate) const LEFT_BEHIND: &str = "left behind";

impl Seen {
    pub(crate) fn races_option(&self) -> Races {
        if self.plain_is_visible { Races::Allow } else { Races::Error }
    }

    /// Whether there is a data race, or what comes of one: an access or a free that another thread's free precedes, and in another
    /// order of the two does not. The accesses of a step that fails are not looked at for races.
    pub(crate) fn is_racy(&self) -> bool {
        let ends_lifetime = |finding: &Finding| LIFETIMES.contains(&finding.kind);
        !self.races.is_empty() || !self.plain_is_visible && self.findings.iter().any(ends_lifetime)
    }

    /// Bugs but for data races.
    pub(crate) fn bugs(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.kind != LEFT_BEHIND)
    }

    fn note_fault(&mut self, fault: &Fault) {
        let location = fault.stack.iter().find_map(|frame| frame.location.as_ref());
        // Machines of different searches may have different names for threads: what it executes tells one from others.
        let body = fault.stack.iter().rfind(|frame| frame.location.is_some());
        let place = format!("{:?} in {:?}", location.map(line_and_column), body.map(|frame| &frame.function));
        let line = location.map(|location| location.line);
        self.findings.insert(Finding { kind: fault.kind.name(), line, place });
    }

    fn deadlock(
        &mut self,
        machine: &Vm,
        blocked: &[ThreadId],
        pending: &dyn Fn(ThreadId) -> Option<Operation>,
    ) {
        let mut spots: Vec<String> =
            blocked.iter().map(|thread| spot(machine, *thread, pending(*thread))).collect();
        // Workers that run the same code may change roles.
        spots.sort();
        let spins = blocked.iter().any(|thread| matches!(pending(*thread), Some(Operation::Await(_))));
        let kind = match machine.next(ThreadId::MAIN) {
            Next::Finished => LEFT_BEHIND,
            _ if spins => FaultKind::Livelock.name(),
            _ => FaultKind::Deadlock.name(),
        };
        self.findings.insert(Finding { kind, line: None, place: spots.join("; ") });
    }

    fn note_race(&mut self, threads: [ThreadId; 2], race: &DataRace) {
        let mut sides = [(threads[0], race.first), (threads[1], race.second)]
            .map(|(thread, access)| (thread, access.atomic, access.writes, access.code));
        sides.sort();
        let accesses = sides.map(|(thread, atomic, writes, _)| (thread, atomic, writes));
        self.raced.insert(format!("{:?} {accesses:?}", race.bytes));
        self.races.insert(format!("{:?} {sides:?}", race.bytes));
    }

    fn note_end(&mut self, machine: &mut Vm, end: &End, pending: &dyn Fn(ThreadId) -> Option<Operation>) {
        match end {
            End::Busy(_) => return self.is_busy = true,
            End::Redundant | End::Vain => return,
            End::TooDeep | End::CutOff | End::Unsettled => self.cut_off = true,
            End::Deadlock(blocked) => self.deadlock(machine, blocked, pending),
            End::Complete | End::Stopped | End::Pruned => {}
        }
        // A thread that waits in a loop may be anywhere in it, whatever the trace is.
        let spins = machine
            .threads()
            .iter()
            .any(|thread| matches!(machine.next(thread), Next::Blocked(Operation::Await(_))));
        if self.has_fingerprints && !spins {
            self.final_states.insert((machine.fingerprint(), format!("{end:?}")));
        }
    }
}

impl Observer<Vm> for Seen {
    fn fault(&mut self, _: &mut Vm, _: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.note_fault(fault);
        ControlFlow::Continue(())
    }

    fn race(&mut self, _: &mut Vm, path: &dyn Path, race: &DataRace) -> ControlFlow<()> {
        let thread = |event| path.transition(event).map_or(ThreadId::MAIN, |step| step.thread);
        let threads = [race.first, race.second].map(|access| thread(access.event));
        self.note_race(threads, race);
        ControlFlow::Continue(())
    }

    fn cut_off(&mut self, _: &mut Vm, _: &dyn Path, _: &CutOff) -> ControlFlow<()> {
        self.cut_off = true;
        ControlFlow::Continue(())
    }

    fn end(&mut self, machine: &mut Vm, path: &dyn Path, end: &End) -> ControlFlow<()> {
        if !self.by_state && *end != End::Redundant {
            let execution = path.execution();
            *self.traces.entry(execution.trace_key()).or_default() += 1;
            self.waits_in_loops |=
                (0..execution.len()).any(|event| matches!(execution.operation(event), Operation::Await(_)));
        }
        let waits_for = |thread| match path.pending(thread) {
            Some(operation) => Some(operation.clone()),
            // It was stopped after a vain iteration, and would make another one.
            None => operation(&machine.next(thread)).cloned(),
        };
        let pending: Vec<(ThreadId, Option<Operation>)> =
            machine.threads().iter().map(|thread| (thread, waits_for(thread))).collect();
        self.note_end(machine, end, &|thread| {
            pending.iter().find(|(other, _)| *other == thread).and_then(|(_, operation)| operation.clone())
        });
        ControlFlow::Continue(())
    }

    fn keep_going(&mut self, _: &Vm, position: &dyn Position) -> ControlFlow<()> {
        continue_if(position.progress().transitions() < self.limit)
    }
}

/// Where a thread waits, and for what. A thread in a loop may be anywhere in it: only its function counts.
fn spot(machine: &Vm, thread: ThreadId, pending: Option<Operation>) -> String {
    let frame = machine.stack(thread).into_iter().find(|frame| frame.location.is_some());
    let name = |address| machine.name(address);
    let purpose = pending.as_ref().and_then(|operation| match operation {
        // Names of threads may differ between machines.
        Operation::Join(_) => None,
        operation => Some(waiting::purpose(operation, &name)),
    });
    match (pending, frame) {
        (Some(Operation::Await(_)), frame) => {
            let function = frame.map_or("no line".to_owned(), |frame| frame.function.to_string());
            format!("in {function}: {purpose:?}")
        }
        (_, frame) => {
            let location = frame.and_then(|frame| frame.location);
            format!("at {:?}: {purpose:?}", location.as_ref().map(line_and_column))
        }
    }
}

fn operation(next: &Next) -> Option<&Operation> {
    match next {
        Next::Blocked(operation) => Some(operation),
        Next::Ready(pending) => Some(&pending.operation),
        Next::Finished => None,
    }
}

fn line_and_column(location: &Location) -> (u32, u32) {
    (location.line, location.column)
}
