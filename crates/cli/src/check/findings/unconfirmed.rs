//! What a search alone knows of a bug: reported where `--timeout` or Ctrl-C leaves no time for a replay.

use mazurka_machine::{
    AccessKind, DataRace, Fault, FaultKind, LocatedAccess, LocatedRace, Place, RacingAccess, ThreadId,
};
use mazurka_report::waiting::Waiter;
use mazurka_report::{Execution, Finding, Locks, Schedule, race};
use mazurka_vm::Vm;

use crate::replay::confirm;

pub(super) fn fault(schedule: Schedule, fault: &Fault) -> Finding {
    unconfirmed(confirm::failure(fault, undescribed(schedule)))
}

/// The machine is where these threads wait. Only a replay knows which thread holds what.
pub(super) fn deadlock(machine: &Vm, schedule: Schedule, waiters: Vec<Waiter>) -> Option<Finding> {
    confirm::waiting_for_ever(waiters, machine, &Locks::default(), undescribed(schedule)).map(unconfirmed)
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
    let place = race_now.second.place;
    let finding = Finding::new(FaultKind::DataRace, message, place, undescribed(schedule));
    unconfirmed(Finding { race: Some(race), ..finding })
}

pub(super) fn livelock(schedule: Schedule, start: usize, thread: ThreadId) -> Finding {
    let repeats = confirm::repeats(schedule.len() - start);
    let message = format!("{thread} waits for ever while others run: {repeats}");
    let place = Place { thread, stack: Vec::new() };
    let finding = Finding::new(FaultKind::Livelock, message, place, undescribed(schedule));
    unconfirmed(Finding { cycle: Some(start), ..finding })
}

/// A bug that was saved, and not seen again since.
pub(super) fn at_first(bug: Finding) -> Finding {
    unconfirmed(Finding { trace: undescribed(bug.trace.schedule), ..bug })
}

fn unconfirmed(finding: Finding) -> Finding {
    Finding { confirmed: false, ..finding }
}

fn undescribed(schedule: Schedule) -> Execution {
    Execution { schedule, steps: Vec::new() }
}
