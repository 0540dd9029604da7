//! What makes a bug another one.

use std::hash::{DefaultHasher, Hash, Hasher};

use mazurka_explore::Path;
use mazurka_machine::{DataRace, Fault, FaultKind, Location, Operation, ThreadId};
use mazurka_report::waiting;
use mazurka_vm::Vm;
use serde::{Deserialize, Serialize};

use crate::replay::confirm;

/// Two bugs are the same if they are of one kind and at the same places.
pub(super) type Key = (FaultKind, Vec<Spot>);

/// Where a thread is, as far as that makes a bug another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Spot {
    At(Option<Location>),
    /// It waits in a loop, and may be anywhere in it: only the function counts, and what it waits for.
    Loop {
        function: String,
        purpose: String,
    },
}

pub(super) fn of_fault(fault: &Fault) -> Key {
    let location = fault.stack.iter().find_map(|frame| frame.location.clone());
    (fault.kind, vec![Spot::At(location)])
}

pub(super) fn of_deadlock(machine: &Vm, path: &dyn Path, blocked: &[ThreadId]) -> Key {
    let kind = confirm::kind_of(blocked.iter().filter_map(|thread| path.pending(*thread)));
    let spot = |thread: &ThreadId| spot(machine, *thread, path.pending(*thread));
    let mut spots: Vec<Spot> = blocked.iter().map(spot).collect();
    // Workers that run the same code may change roles.
    spots.sort();
    (kind, spots)
}

/// A hash of what both threads of a race have done until then, and of what they race for. The places of a race are known
/// only after a replay; threads with the same history, and the same code after it, are at the same place.
pub(super) fn history(path: &dyn Path, race: &DataRace) -> u64 {
    let mut hasher = DefaultHasher::new();
    for access in [&race.first, &race.second] {
        let events = path.execution().events()[..=access.event].iter().enumerate();
        let thread = path.execution().event(access.event).thread;
        for (id, event) in events.filter(|(_, event)| event.thread == thread) {
            (path.execution().operation(id), event.choice).hash(&mut hasher);
        }
        (thread, access.atomic, access.writes, access.code).hash(&mut hasher);
    }
    race.bytes.hash(&mut hasher);
    hasher.finish()
}

/// The same for a race by state: what the accesses are, and in which code. A step's code begins where its operation is.
pub(super) fn sides(path: &dyn Path, race: &DataRace) -> u64 {
    let mut hasher = DefaultHasher::new();
    for access in [&race.first, &race.second] {
        (path.transition(access.event).map(|step| step.thread), access.atomic, access.writes, access.code)
            .hash(&mut hasher);
    }
    race.bytes.hash(&mut hasher);
    hasher.finish()
}

/// Where a thread waits that is about to do this.
fn spot(machine: &Vm, thread: ThreadId, pending: Option<&Operation>) -> Spot {
    let frame = machine.stack(thread).into_iter().find(|frame| frame.location.is_some());
    match (pending, frame) {
        (Some(operation @ Operation::Await(_)), Some(frame)) => Spot::Loop {
            function: frame.function.to_string(),
            purpose: waiting::purpose(operation, &|range| machine.name(range)),
        },
        (_, frame) => Spot::At(frame.and_then(|frame| frame.location)),
    }
}
