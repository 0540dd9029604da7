//! From a schedule to a finding: every bug is shown again by a replay before it is reported.

use mazurka_machine::{
    DataRace, Fault, FaultKind, Fingerprinted, LocatedRace, Location, Machine, Next, Operation, Place,
    Purpose, Range, Step, ThreadId,
};
use mazurka_report::waiting::{self, Waiter};
use mazurka_report::{Execution, Finding, Locks, Related, Role, race};
use mazurka_vm::Vm;

use super::{Obstacle, Replay, Schedule, blocked, waiter, waiting_at_end};
use crate::patience::Patience;
use crate::subject::Subject;

/// Replays what was found before: the finding anew, if its schedule still leads to it, and what the program prints. The
/// folder may be another one, and the words, too.
pub(crate) fn again(
    subject: &Subject,
    found: &Finding,
    patience: Patience,
) -> Result<(Finding, String), Obstacle> {
    let schedule = &found.trace.schedule;
    let located = found.race.map(|race| locate(subject, schedule, &race, patience)).transpose()?;
    let mut replay = Replay::new(subject, schedule, &pins(found), patience)?;
    replay.trace.mark(&found.trace.marks());
    let output = replay.output();
    let finding = match (found.race.zip(located), found.cycle) {
        (Some((race, located)), _) => self::race(replay, race, located),
        (None, Some(start))
            if schedule[start.min(schedule.len())..].iter().any(|step| step.0 == found.place.thread) =>
        {
            unending(subject, replay, start, true, patience)?
        }
        (None, Some(start)) => livelock(subject, replay, start, found.place.thread, patience)?,
        (None, None) => whatever(replay)?,
    };
    let position = |place: &Place| place.location().map(|location| (location.line, location.column));
    let bug = |finding: &Finding| (finding.kind, finding.place.thread, position(&finding.place));
    // Where an unconfirmed bug is was said as well as it was known.
    match bug(&finding) == bug(found) || (!found.confirmed && finding.kind == found.kind) {
        true => Ok((finding, output)),
        false => Err(format!("it leads to {}: {}", finding.kind, finding.message).into()),
    }
}

/// The numbers of the steps that belong to a bug.
fn pins(found: &Finding) -> Vec<usize> {
    let racing = found.race.iter().flat_map(|race| [race.first.event, race.second.event]);
    racing.chain(found.cycle).collect()
}

/// Whatever the schedule leads to, short of a data race.
pub(crate) fn whatever(mut replay: Replay) -> Result<Finding, Obstacle> {
    match replay.last {
        Step::Fault(fault) => {
            Ok(Finding { related: allocations(replay.lost), ..failure(&fault, replay.trace) })
        }
        _ => {
            let waiters = waiting_at_end(&mut replay.machine);
            confirmed_deadlock(replay, waiters)
        }
    }
}

/// The last step of the schedule fails.
pub(crate) fn fault(replay: Replay, fault: &Fault) -> Result<Finding, Obstacle> {
    match &replay.last {
        Step::Fault(again) if **again == *fault => {
            Ok(Finding { related: allocations(replay.lost), ..failure(fault, replay.trace) })
        }
        other => Err(format!("{} was found, but the replay ends with {other:?}", fault.message).into()),
    }
}

/// Where blocks that are lost were allocated.
pub(crate) fn allocations(lost: Vec<(Range, Place)>) -> Vec<Related> {
    let allocation = |(block, place): (Range, Place)| Related {
        role: Role::Allocation,
        activity: format!("has allocated a block of {} that is lost", counted_bytes(block.length)),
        place,
        object: None,
        holders: Vec::new(),
    };
    lost.into_iter().map(allocation).collect()
}

fn counted_bytes(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

pub(crate) fn failure(fault: &Fault, trace: Execution) -> Finding {
    let place = Place { thread: fault.thread, stack: fault.stack.clone() };
    Finding::new(fault.kind, fault.message.clone(), place, trace)
}

/// After the schedule no thread is enabled.
pub(crate) fn deadlock(mut replay: Replay, blocked: &[ThreadId]) -> Result<Finding, Obstacle> {
    let waiters = waiting_at_end(&mut replay.machine);
    let again: Vec<ThreadId> = waiters.iter().map(|waiter| waiter.place.thread).collect();
    if again != blocked {
        return Err(format!("{blocked:?} were blocked for ever, but in the replay {again:?} are").into());
    }
    confirmed_deadlock(replay, waiters)
}

fn confirmed_deadlock(replay: Replay, waiters: Vec<Waiter>) -> Result<Finding, Obstacle> {
    let finding = waiting_for_ever(waiters, &replay.machine, &replay.locks, replay.trace);
    Ok(finding.ok_or("no thread waits")?)
}

/// A deadlock of these threads; `locks` as far as their holders are known.
pub(crate) fn waiting_for_ever(
    mut waiters: Vec<Waiter>,
    machine: &Vm,
    locks: &Locks,
    trace: Execution,
) -> Option<Finding> {
    // A thread that merely waits for another one's end is not where to look first.
    waiters.sort_by_key(|waiter| matches!(waiter.operation, Operation::Join(_)));
    let names = |range| machine.name(range);
    let related: Vec<Related> =
        waiters.iter().map(|waiter| waiting::explain(waiter, locks, &names)).collect();
    let kind = kind_of(waiters.iter().map(|waiter| &waiter.operation));
    let message = waiting::summary(&waiters, &names);
    let place = waiters.into_iter().next()?.place;
    Some(Finding { related, ..Finding::new(kind, message, place, trace) })
}

/// From step `start` on, the schedule leads back to the state before it, and the thread is blocked all the time.
pub(crate) fn livelock(
    subject: &Subject,
    replay: Replay,
    start: usize,
    thread: ThreadId,
    patience: Patience,
) -> Result<Finding, Obstacle> {
    let machine = run_cycle(subject, &replay, start, patience, |machine, step| match machine.next(thread) {
        Next::Blocked(_) => Ok(()),
        _ => Err(format!("{thread} was to wait for ever, but is not blocked before step {step}").into()),
    })?;
    let Next::Blocked(operation) = machine.next(thread) else {
        return Err(format!("{thread} was to wait for ever, but does not").into());
    };
    let waiter = waiter(&machine, thread, operation);
    let names = |range| replay.machine.name(range);
    let purpose = waiting::purpose(&waiter.operation, &names);
    let repeats = repeats(replay.trace.len() - start);
    let message = format!("{thread} waits {purpose} for ever while others run: {repeats}");
    let related = vec![waiting::explain(&waiter, &replay.locks, &names)];
    let finding = Finding::new(FaultKind::Livelock, message, waiter.place, replay.trace);
    Ok(Finding { related, cycle: Some(start), ..finding })
}

/// From step `start` on, the schedule leads back to the state before it. `others_end`: other executions end.
pub(crate) fn unending(
    subject: &Subject,
    replay: Replay,
    start: usize,
    others_end: bool,
    patience: Patience,
) -> Result<Finding, Obstacle> {
    let machine = run_cycle(subject, &replay, start, patience, |_, _| Ok(()))?;
    let mut threads: Vec<ThreadId> = replay.trace.schedule[start..].iter().map(|step| step.0).collect();
    threads.sort_unstable();
    threads.dedup();
    let names: Vec<String> = threads.iter().map(ThreadId::to_string).collect();
    let (who, run) = (names.join(", "), if names.len() == 1 { "runs" } else { "run" });
    let message = match others_end {
        true => {
            let repeats = repeats(replay.trace.len() - start);
            format!("{who} {run} in a cycle, and the execution can never end: {repeats}")
        }
        false => format!("no execution ends: {who} {run} in a cycle"),
    };
    let place = Place { thread: threads[0], stack: machine.stack(threads[0]) };
    let waiters = blocked(&machine).into_iter();
    let name = |range| replay.machine.name(range);
    let related = waiters.map(|waiter| waiting::explain(&waiter, &replay.locks, &name)).collect();
    let finding = Finding::new(FaultKind::Livelock, message, place, replay.trace);
    Ok(Finding { related, cycle: Some(start), ..finding })
}

/// The machine at the end of a schedule whose steps from `start` on lead back to the state before them. `check` is told each of these states.
fn run_cycle(
    subject: &Subject,
    replay: &Replay,
    start: usize,
    patience: Patience,
    check: impl Fn(&Vm, usize) -> Result<(), Obstacle>,
) -> Result<Vm, Obstacle> {
    let mut machine = subject.machine()?;
    let mut first = None;
    for (step, &(stepping, choice)) in replay.trace.schedule.iter().enumerate() {
        if patience.is_over() {
            return Err(Obstacle::Stopped);
        }
        if step >= start {
            first.get_or_insert_with(|| machine.fingerprint());
            check(&machine, step)?;
        }
        machine.step(stepping, choice)?;
    }
    match first == Some(machine.fingerprint()) {
        true => Ok(machine),
        false => Err("the steps of a cycle do not lead back to its first state".into()),
    }
}

/// `the last 3 steps repeat`.
pub(crate) fn repeats(steps: usize) -> String {
    match steps {
        1 => "the last step repeats".to_owned(),
        number => format!("the last {number} steps repeat"),
    }
}

/// A wait in a loop looks like work from outside, unless it is one of a lock that sleeps.
pub(crate) fn kind_of<'o>(mut operations: impl Iterator<Item = &'o Operation>) -> FaultKind {
    let spins = operations
        .any(|operation| matches!(operation, Operation::Await(wait) if wait.purpose == Purpose::Change));
    if spins { FaultKind::Livelock } else { FaultKind::Deadlock }
}

/// Locates the two accesses of a race in an execution.
pub(crate) fn locate(
    subject: &Subject,
    schedule: &Schedule,
    race: &DataRace,
    patience: Patience,
) -> Result<LocatedRace, Obstacle> {
    let mut machine = subject.machine()?;
    match machine.locate_race(schedule, race, &|| !patience.is_over())? {
        Some(located) => Ok(located),
        None if patience.is_over() => Err(Obstacle::Stopped),
        None => Err("the replay does not make the two accesses of a data race".into()),
    }
}

/// Two threads access the same bytes without order between them.
pub(crate) fn race(replay: Replay, race: DataRace, located: LocatedRace) -> Finding {
    let name = replay.machine.name(race.bytes).unwrap_or_else(|| located.memory.clone());
    let (message, place) = (race::summary(&located, &name), located.second.place.clone());
    let finding = Finding::new(FaultKind::DataRace, message, place, replay.trace);
    Finding { related: race::explain(located, &name), race: Some(race), ..finding }
}

/// The locations of accesses, in an order that does not depend on which of them came first.
pub(crate) fn locations<'p>(accesses: impl IntoIterator<Item = &'p Place>) -> Vec<Option<Location>> {
    let mut locations: Vec<_> = accesses.into_iter().map(|place| place.location().cloned()).collect();
    locations.sort();
    locations
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use mazurka_machine::Choice;

    use super::*;

    /// `main` stores to a null pointer.
    const CRASH: &str = "define i32 @main() {\n  store i32 1, ptr null\n  ret i32 0\n}\n";

    fn replay(subject: &Subject, schedule: &[(ThreadId, Choice)]) -> Result<Replay, Obstacle> {
        Replay::new(subject, schedule, &[], Patience::unlimited())
    }

    fn crash(subject: &Subject) -> Fault {
        let replay = replay(subject, &[(ThreadId::MAIN, 0)]).unwrap();
        let Step::Fault(fault) = replay.last else { panic!("{:?}", replay.last) };
        *fault
    }

    #[test]
    fn what_the_replay_shows_is_confirmed() {
        let subject = Subject::of_text(CRASH);
        let crash = crash(&subject);
        let finding = fault(replay(&subject, &[(ThreadId::MAIN, 0)]).unwrap(), &crash).unwrap();
        assert_eq!((finding.kind, finding.message), (FaultKind::NullDereference, crash.message));
        assert_eq!((finding.trace.len(), finding.trace.steps.len()), (1, 1));
        assert!(finding.confirmed);
    }

    #[test]
    fn what_the_replay_does_not_show_is_no_finding() {
        let subject = Subject::of_text(CRASH);
        let crash = crash(&subject);
        let difference = |schedule: &[(ThreadId, Choice)], expected: &Fault| {
            let replay = replay(&subject, schedule);
            replay.and_then(|replay| fault(replay, expected)).unwrap_err().words().to_owned()
        };
        let other = Fault { thread: ThreadId(1), ..crash.clone() };
        assert!(difference(&[(ThreadId::MAIN, 0)], &other).contains("but the replay"));
        assert!(difference(&[], &crash).contains("ends with Ran"));
        for (step, reason) in [
            ((ThreadId(7), 0), "step 0: thread 7 does not exist"),
            ((ThreadId::MAIN, 3), "step 0: main cannot take choice 3"),
        ] {
            assert!(difference(&[step], &crash).starts_with(reason), "{}", difference(&[step], &crash));
        }
        let difference = deadlock(replay(&subject, &[]).unwrap(), &[ThreadId::MAIN]).unwrap_err();
        assert!(difference.words().contains("in the replay [] are"), "{difference:?}");
    }

    #[test]
    fn a_replay_without_time_is_stopped() {
        let subject = Subject::of_text(CRASH);
        let past = Patience::until(Instant::now().checked_sub(Duration::from_secs(5)));
        let stopped = Replay::new(&subject, &[(ThreadId::MAIN, 0)], &[], past);
        assert!(matches!(stopped.err(), Some(Obstacle::Stopped)));
    }
}
