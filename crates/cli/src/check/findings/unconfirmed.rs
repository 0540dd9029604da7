//! What a search alone knows of a bug: reported where `--timeout` or Ctrl-C leaves no time for a replay.

use mazurka_machine::{
    AccessKind, DataRace, Fault, FaultKind, LocatedAccess, LocatedRace, Place, RacingAccess, ThreadId,
};
use mazurka_report::waiting::Waiter;
use mazurka_report::{Execution, Finding, Locks, Schedule, race};
use mazurka_vm::Vm;

use crate::replay::confirm;

pub(super) fn fault(schedule: Schedule, fault: &Fault) -> Finding {
    let place = Place { thread: fault.thread, stack: fault.stack.clone() };
    finding(fault.kind, fault.message.clone(), place, schedule)
}

/// The machine is where these threads wait. Only a replay knows which thread holds what.
pub(super) fn deadlock(machine: &Vm, schedule: Schedule, waiters: Vec<Waiter>) -> Option<Finding> {
    confirm::waiting_for_ever(waiters, machine, &Locks::default(), undescribed(schedule))
}

/// The machine is behind the second access.
pub(super) fn race(machine: &Vm, schedule: Schedule, race: DataRace) -> Finding {
    let located = |access: RacingAccess| {
        let thread = schedule[access.event].0;
        let kind = if access.writes { AccessKind::Write } else { AccessKind::Read };
        LocatedAccess { place: Place { thread, stack: machine.stack(thread) }, kind, bytes: race.bytes }
    };
    let memory = machine.name(race.bytes).unwrap_or_else(|| machine.memory_name(race.bytes.start));
    let (first, second) = (located(race.first), located(race.second));
    let race_now = LocatedRace { memory, allocated: None, first, second };
    let summary = race::summary(&race_now, &race_now.memory);
    let message = format!("{summary}, somewhere before the operation that it is at");
    Finding { race: Some(race), ..finding(FaultKind::DataRace, message, race_now.second.place, schedule) }
}

pub(super) fn livelock(schedule: Schedule, start: usize, thread: ThreadId) -> Finding {
    let repeats = confirm::repeats(schedule.len() - start);
    let message = format!("{thread} waits for ever while others run: {repeats}");
    let place = Place { thread, stack: Vec::new() };
    Finding { cycle: Some(start), ..finding(FaultKind::Livelock, message, place, schedule) }
}

/// A bug that was saved, and not seen again since.
pub(super) fn at_first(bug: Finding) -> Finding {
    Finding { trace: undescribed(bug.trace.schedule), confirmed: false, ..bug }
}

fn finding(kind: FaultKind, message: String, place: Place, schedule: Schedule) -> Finding {
    Finding {
        kind,
        message,
        place,
        related: Vec::new(),
        race: None,
        cycle: None,
        executions: 0,
        trace: undescribed(schedule),
        confirmed: false,
        trace_file: None,
    }
}

fn undescribed(schedule: Schedule) -> Execution {
    Execution { schedule, steps: Vec::new() }
}
