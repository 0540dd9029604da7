//! From a schedule to a finding: every bug is seen again in a replay before anybody hears of it.

use mazurka_machine::{
    Fault, FaultKind, Fingerprinted, Location, Machine, Next, Operation, StackFrame, Step, ThreadId,
};
use mazurka_report::{Finding, Place, Race, RacingAccess, Related};
use mazurka_report::{waiting, words};
use mazurka_vm::{ContactKind, Side};

use super::{Replay, Schedule, blocked_for_ever, waiter};
use crate::subject::Subject;

/// Replays what was found before: the finding anew, if its schedule still leads to it. The folder may be another one, and
/// the words, too.
pub fn again(subject: &Subject, found: &Finding) -> Result<Finding, String> {
    let schedule = found.schedule();
    let finding = match (&found.race, found.circle) {
        (Some(race), _) => self::race(subject, &schedule, race),
        (None, Some(start)) => livelock(subject, &schedule, start, found.place.thread),
        (None, None) => whatever(subject, &schedule),
    }?;
    let position = |place: &Place| place.location().map(|location| (location.line, location.column));
    let bug = |finding: &Finding| (finding.kind, finding.place.thread, position(&finding.place));
    match bug(&finding) == bug(found) {
        true => Ok(finding),
        false => Err(format!("it leads to {}: {}", finding.kind, finding.message)),
    }
}

/// Whatever the schedule leads to, short of a data race.
pub fn whatever(subject: &Subject, schedule: &Schedule) -> Result<Finding, String> {
    let replay = Replay::new(subject, schedule)?;
    match &replay.last {
        Step::Fault(fault) => self::fault(subject, schedule, fault),
        _ => {
            let waiters = blocked_for_ever(&replay.machine);
            let blocked: Vec<ThreadId> = waiters.iter().map(|waiter| waiter.place.thread).collect();
            deadlock(subject, schedule, &blocked)
        }
    }
}

/// The last step of the schedule fails.
pub fn fault(subject: &Subject, schedule: &Schedule, fault: &Fault) -> Result<Finding, String> {
    let replay = Replay::new(subject, schedule)?;
    match &replay.last {
        Step::Fault(again) if **again == *fault => {}
        other => return Err(format!("{} was found, but the replay ends with {other:?}", fault.message)),
    }
    Ok(Finding {
        kind: fault.kind,
        message: fault.message.clone(),
        place: Place { thread: fault.thread, stack: fault.stack.clone() },
        related: Vec::new(),
        race: None,
        circle: None,
        executions: 0,
        trace: replay.trace,
        trace_file: None,
    })
}

/// After the schedule nobody can go on.
pub fn deadlock(subject: &Subject, schedule: &Schedule, blocked: &[ThreadId]) -> Result<Finding, String> {
    let replay = Replay::new(subject, schedule)?;
    let mut waiters = blocked_for_ever(&replay.machine);
    let again: Vec<ThreadId> = waiters.iter().map(|waiter| waiter.place.thread).collect();
    if again != blocked {
        return Err(format!("{blocked:?} were blocked for ever, but in the replay {again:?} are"));
    }
    // Who merely waits for another thread's end is not where to look first.
    waiters.sort_by_key(|waiter| matches!(waiter.operation, Operation::Join(_)));
    let names = |range| replay.machine.name(range);
    let related: Vec<Related> =
        waiters.iter().map(|waiter| waiting::explain(waiter, &replay.events, &names)).collect();
    let kind = kind_of(waiters.iter().map(|waiter| &waiter.operation));
    let message = waiting::summary(&waiters, &names);
    let place = waiters.into_iter().next().map(|waiter| waiter.place).ok_or("nobody waits")?;
    Ok(Finding {
        kind,
        message,
        place,
        related,
        race: None,
        circle: None,
        executions: 0,
        trace: replay.trace,
        trace_file: None,
    })
}

/// From step `start` on, the schedule leads back to the state before it, and the thread is blocked all the time.
pub fn livelock(
    subject: &Subject,
    schedule: &Schedule,
    start: usize,
    thread: ThreadId,
) -> Result<Finding, String> {
    let replay = Replay::new(subject, schedule)?;
    let mut machine = subject.machine().map_err(|error| error.to_string())?;
    let mut first = None;
    for (step, &(stepping, choice)) in schedule.iter().enumerate() {
        if step >= start {
            first.get_or_insert_with(|| machine.fingerprint());
            if !matches!(machine.next(thread), Next::Blocked(_)) {
                return Err(format!("{thread} was to wait for ever, but is not blocked before step {step}"));
            }
        }
        machine.step(stepping, choice).map_err(|error| error.to_string())?;
    }
    if first != Some(machine.fingerprint()) {
        return Err("a circle of steps does not lead back to where it began".to_owned());
    }
    let Next::Blocked(operation) = machine.next(thread) else {
        return Err(format!("{thread} was to wait for ever, but does not"));
    };
    let waiter = waiter(&machine, thread, operation);
    let names = |range| replay.machine.name(range);
    let purpose = waiting::purpose(&waiter.operation, &names);
    let steps = match schedule.len() - start {
        1 => "the last step repeats".to_owned(),
        number => format!("the last {number} steps repeat"),
    };
    Ok(Finding {
        kind: FaultKind::Livelock,
        message: format!("{thread} waits {purpose} for ever while others go on: {steps}"),
        related: vec![waiting::explain(&waiter, &replay.events, &names)],
        place: waiter.place,
        race: None,
        circle: Some(start),
        executions: 1,
        trace: replay.trace,
        trace_file: None,
    })
}

/// A wait in a loop looks like work from outside.
pub fn kind_of<'o>(mut operations: impl Iterator<Item = &'o Operation>) -> FaultKind {
    let spins = operations.any(|operation| matches!(operation, Operation::Await(_)));
    if spins { FaultKind::Livelock } else { FaultKind::Deadlock }
}

/// Two threads touch the same bytes without order between them.
pub fn race(subject: &Subject, schedule: &Schedule, race: &Race) -> Result<Finding, String> {
    let replay = Replay::new(subject, schedule)?;
    let mut machine = subject.machine().map_err(|error| error.to_string())?;
    let explained = machine.explain_race(schedule, [side(&race.first), side(&race.second)], race.bytes);
    let mazurka_vm::Race { memory, allocated, first, second } = explained
        .map_err(|error| error.to_string())?
        .ok_or("the two accesses of a data race are not met again")?;
    let name = replay.machine.name(race.bytes).unwrap_or(memory);
    let mut related = Vec::new();
    for (contact, when) in [(&second, "here"), (&first, "before, without order between the two")] {
        let message = format!("{} {} {name} {when}", contact.thread, does(&contact.kind));
        related.push(note(message, contact.thread, &contact.stack, Some(&name)));
    }
    related.extend(allocated.map(|allocation| {
        let message = format!("{} has allocated it", allocation.thread);
        note(message, allocation.thread, &allocation.stack, None)
    }));
    let message = format!(
        "{} {} {name} while {} {} it",
        second.thread,
        does(&second.kind),
        first.thread,
        does(&first.kind)
    );
    let place = Place { thread: second.thread, stack: second.stack };
    Ok(Finding {
        kind: FaultKind::DataRace,
        message,
        place,
        related,
        race: Some(*race),
        circle: None,
        executions: 0,
        trace: replay.trace,
        trace_file: None,
    })
}

/// Where a race's two accesses are, whichever of them came first.
pub fn places(race: &Finding) -> Vec<Option<Location>> {
    let accesses = race.related.iter().take(2);
    let mut places: Vec<_> = accesses.map(|access| access.place.location().cloned()).collect();
    places.sort();
    places
}

fn side(access: &RacingAccess) -> Side {
    Side { step: access.step, atomic: access.atomic, writes: access.writes }
}

fn note(message: String, thread: ThreadId, stack: &[StackFrame], object: Option<&String>) -> Related {
    let place = Place { thread, stack: stack.to_vec() };
    Related { message, place, object: object.cloned(), holders: Vec::new() }
}

fn does(kind: &ContactKind) -> String {
    match kind {
        ContactKind::Read => "reads".to_owned(),
        ContactKind::Write => "writes".to_owned(),
        ContactKind::Free => "frees".to_owned(),
        ContactKind::Leave => "gives up".to_owned(),
        ContactKind::Operation(operation) => match operation {
            Operation::Read(..) => "atomically reads".to_owned(),
            Operation::Write(..) => "atomically writes".to_owned(),
            Operation::Update(..) | Operation::CompareExchange { .. } => "atomically updates".to_owned(),
            other => format!("does `{}` to", words::operation(other).verb),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `main` stores to a null pointer.
    const CRASH: &str = "define i32 @main() {\n  store i32 1, ptr null\n  ret i32 0\n}\n";

    fn crash(subject: &Subject) -> Fault {
        let replay = Replay::new(subject, &[(ThreadId::MAIN, 0)]).unwrap();
        let Step::Fault(fault) = replay.last else { panic!("{:?}", replay.last) };
        *fault
    }

    #[test]
    fn what_the_replay_shows_is_confirmed() {
        let subject = Subject::of_text(CRASH);
        let crash = crash(&subject);
        let finding = fault(&subject, &vec![(ThreadId::MAIN, 0)], &crash).unwrap();
        assert_eq!((finding.kind, finding.message), (FaultKind::NullDereference, crash.message));
        assert_eq!(finding.trace.len(), 1);
    }

    #[test]
    fn what_the_replay_does_not_show_is_no_finding() {
        let subject = Subject::of_text(CRASH);
        let crash = crash(&subject);
        let other = Fault { thread: ThreadId(1), ..crash.clone() };
        assert!(fault(&subject, &vec![(ThreadId::MAIN, 0)], &other).unwrap_err().contains("but the replay"));
        assert!(fault(&subject, &Vec::new(), &crash).unwrap_err().contains("ends with Ran"));
        for (schedule, reason) in [
            ((ThreadId(7), 0), "step 0: thread 7 does not exist"),
            ((ThreadId::MAIN, 3), "step 0: main cannot take choice 3"),
        ] {
            let difference = fault(&subject, &vec![schedule], &crash).unwrap_err();
            assert!(difference.starts_with(reason), "{difference}");
        }
        let difference = deadlock(&subject, &Vec::new(), &[ThreadId::MAIN]).unwrap_err();
        assert!(difference.contains("in the replay [] are"), "{difference}");
    }
}
