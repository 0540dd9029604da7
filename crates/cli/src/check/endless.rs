//! Executions that do not end: in which loop, so that the user can do something about it.

use mazurka_explore::Path;
use mazurka_machine::{Machine, Place, StackFrame, ThreadId};
use mazurka_report::{Incomplete, Reason, Schedule, TraceStep};

use super::findings::transitions;
use super::watch::Stopped;
use crate::patience::Patience;
use crate::replay;
use crate::subject::Subject;

/// Executions with fewer steps are not unusual.
pub(super) const DEEP: usize = 1_000;

/// Steps at the end of an execution that are looked at; a round of a loop has at most a third of them.
const LOOKED_AT: usize = 600;

/// Steps behind a loop that do not hide it.
const BEHIND: usize = 100;

/// Executions that are this many times as long as the first one are unusual.
pub(super) const LONGER: usize = 4;

/// Operations of a loop that are listed.
const MOST_OPERATIONS: usize = 4;

/// A long execution that has not come to its end.
pub(super) struct Deep {
    /// As many of its steps as it takes to see what it repeats.
    start: Schedule,
    /// How many it has.
    steps: usize,
}

impl Deep {
    /// That of a path. Of a search through states, operations are not kept.
    pub(super) fn of(path: &dyn Path, by_state: bool) -> Deep {
        if by_state {
            return Deep::new(transitions(path), &|_, _| false);
        }
        let execution = path.execution();
        // In a replay, a whole critical section is its lock and its unlock.
        let parts = |at| if execution.operation(at).is_whole_section() { 2 } else { 1 };
        let steps: Vec<(usize, usize)> =
            (0..path.length()).flat_map(|at| (0..parts(at)).map(move |part| (at, part))).collect();
        let all = transitions(path);
        let schedule = steps.iter().map(|&(at, part)| if part == 0 { all[at] } else { (all[at].0, 0) });
        let what = |step: usize| {
            let (at, part) = steps[step];
            (execution.event(at).thread, execution.operation(at), part)
        };
        Deep::new(schedule.collect(), &|a, b| what(a) == what(b))
    }

    /// `same` says whether two steps do the same, as far as the search knows.
    pub(super) fn new(mut schedule: Schedule, same: &dyn Fn(usize, usize) -> bool) -> Deep {
        let steps = schedule.len();
        // Where a search tries what comes after one more round each time, it may be behind the loop.
        let ends = (steps.saturating_sub(BEHIND)..=steps).rev();
        if let Some((since, end)) = ends.filter_map(|end| Some((repeats_since(end, same)?, end))).next() {
            schedule.truncate(end.min(since + LOOKED_AT));
        }
        Deep { start: schedule, steps }
    }
}

/// The step from which on the first `steps` repeat, if they repeat often enough.
fn repeats_since(steps: usize, same: &dyn Fn(usize, usize) -> bool) -> Option<usize> {
    let period = period(steps, same)?;
    let since = (period..steps).rev().find(|step| !same(step - period, *step)).unwrap_or(0);
    (steps - since >= LOOKED_AT / 2).then_some(since)
}

/// What a long execution does again and again.
pub(super) struct Loop {
    /// `main repeats lock m, unlock m`.
    pub words: String,
    /// The thread that does so, and the first line of its loop.
    pub place: Option<Place>,
    /// How many steps the execution has, and how many threads.
    pub steps: usize,
    threads: usize,
}

/// Adds why the search was stopped, if it was, and says what an execution repeats that does not end. Returns the number
/// of its threads.
pub(super) fn explain(
    subject: &Subject,
    endless: Option<Deep>,
    stopped: Option<Stopped>,
    incomplete: &mut Vec<Incomplete>,
) -> usize {
    let found = endless.and_then(|deep| find(subject, &deep));
    let too_deep = incomplete.iter_mut().find(|why| why.reason == Reason::MaxDepth);
    let is_cut_off = too_deep.is_some();
    if let (Some(too_deep), Some(Loop { words, place, .. })) = (too_deep, &found) {
        too_deep.message += &format!(": {words}");
        too_deep.place.clone_from(place);
    }
    let stopped_in = found.as_ref().filter(|_| !is_cut_off);
    incomplete.extend(stopped.map(|stopped| stopped.explained(stopped_in)));
    found.map_or(0, |found| found.threads)
}

/// The loop that an execution ends in; `None` if there is none, or no time to look for it.
fn find(subject: &Subject, deep: &Deep) -> Option<Loop> {
    let (machine, steps) = replay::end_of(subject, &deep.start, LOOKED_AT, Patience::of_a_moment()).ok()?;
    let round = round(&steps)?;
    let mut threads: Vec<ThreadId> = Vec::new();
    for step in round {
        if !threads.contains(&step.thread) {
            threads.push(step.thread);
        }
    }
    let repeated: Vec<String> = threads.iter().map(|thread| repeats(round, *thread)).collect();
    let place = threads.iter().find_map(|thread| start(round, *thread));
    let threads = machine.threads().len();
    Some(Loop { words: repeated.join("; "), place, steps: deep.steps, threads })
}

/// The last steps, from one round of the loop to the next, if they repeat at least twice.
fn round(steps: &[TraceStep]) -> Option<&[TraceStep]> {
    let same = |a: &TraceStep, b: &TraceStep| {
        (a.thread, a.action, a.location()) == (b.thread, b.action, b.location())
    };
    let period = period(steps.len(), &|a, b| same(&steps[a], &steps[b]))?;
    Some(&steps[steps.len() - period..])
}

/// After how many steps an execution does the same again, if it did so at least twice at its end.
fn period(steps: usize, same: &dyn Fn(usize, usize) -> bool) -> Option<usize> {
    let repeats = |period: &usize| (steps - 2 * period..steps).all(|step| same(step - period, step));
    (1..=steps.min(LOOKED_AT) / 3).find(repeats)
}

fn repeats(round: &[TraceStep], thread: ThreadId) -> String {
    let mut operations: Vec<String> = Vec::new();
    let own = || round.iter().filter(|step| step.thread == thread);
    let is_idle = own().all(|step| step.action.is_idle());
    for step in own().filter(|step| is_idle || !step.action.is_idle()) {
        if !operations.contains(&step.words()) {
            operations.push(step.words());
        }
    }
    let more = operations.len() > MOST_OPERATIONS;
    operations.truncate(MOST_OPERATIONS);
    format!("{thread} repeats {}{}", operations.join(", "), if more { ", …" } else { "" })
}

/// Where a thread's part of a round begins: the calls that all its steps have in common, and the first line in the
/// innermost function that they do not leave.
fn start(round: &[TraceStep], thread: ThreadId) -> Option<Place> {
    let own = round.iter().filter(|step| step.thread == thread);
    // Outermost first.
    let stacks: Vec<Vec<&StackFrame>> = own
        .map(|step| step.stack.iter().rev().filter(|frame| frame.location.is_some()).collect())
        .filter(|stack: &Vec<_>| !stack.is_empty())
        .collect();
    let first = stacks.first()?;
    let common = (0..first.len())
        .take_while(|at| stacks.iter().all(|stack| stack.get(*at) == Some(&first[*at])))
        .count();
    let here = stacks.iter().filter_map(|stack| stack.get(common).copied());
    let stays = stacks.iter().all(|stack| {
        stack
            .get(common)
            .is_some_and(|frame| first.get(common).is_some_and(|other| frame.function == other.function))
    });
    let innermost = match stays {
        true => here.min_by_key(|frame| frame.location.as_ref().map(|at| (at.line, at.column)))?,
        false => *first.get(common.checked_sub(1)?)?,
    };
    let depth = if stays { common } else { common - 1 };
    let callers = first[..depth].iter().rev().map(|frame| (*frame).clone());
    Some(Place { thread, stack: std::iter::once(innermost.clone()).chain(callers).collect() })
}

#[cfg(test)]
mod tests {
    use mazurka_machine::Location;
    use mazurka_report::Action;

    use super::*;

    fn step(thread: u16, operation: &str, lines: &[(&str, u32)]) -> TraceStep {
        let frame = |(function, line): &(&str, u32)| StackFrame {
            function: (*function).into(),
            location: Some(Location { file: "a.c".into(), line: *line, column: 1 }),
        };
        TraceStep {
            number: 0,
            thread: ThreadId(thread),
            choice: None,
            chance: None,
            action: Action::from_words(operation).unwrap(),
            object: Some("m".to_owned()),
            stack: lines.iter().map(frame).collect(),
            value: None,
            changes: Vec::new(),
            holds: Vec::new(),
            happens_after: Vec::new(),
            output: String::new(),
            transaction: None,
        }
    }

    fn described(round_of: &[TraceStep]) -> Option<(String, Vec<(String, u32)>)> {
        let round = round(round_of)?;
        let thread = round[0].thread;
        let frames = start(round, thread)?.stack.into_iter();
        let lines = frames.map(|frame| (frame.function.to_string(), frame.location.map_or(0, |at| at.line)));
        Some((repeats(round, thread), lines.collect()))
    }

    #[test]
    fn a_loop_is_described_by_what_repeats_and_where_it_stays() {
        let before = vec![step(0, "read", &[("main", 3)]); 5];
        let lock = step(0, "lock", &[("lock", 2), ("poll", 14), ("main", 30)]);
        let unlock = step(0, "unlock", &[("unlock", 6), ("poll", 12), ("main", 30)]);
        let rounds = vec![[lock.clone(), unlock]; 4].concat();
        let (words, lines) = described(&[before.clone(), rounds].concat()).unwrap();
        assert_eq!(words, "main repeats lock m, unlock m");
        assert_eq!(lines, [("poll".to_owned(), 12), ("main".to_owned(), 30)]);
        // One line is a loop, too.
        let (words, lines) = described(&[before.clone(), vec![lock.clone(); 3]].concat()).unwrap();
        assert_eq!(words, "main repeats lock m");
        assert_eq!(lines[0], ("lock".to_owned(), 2));
        // Twice is not a loop yet.
        assert_eq!(described(&[before, vec![lock; 2]].concat()), None);
    }

    #[test]
    fn only_the_start_of_what_repeats_is_run_again() {
        let schedule = vec![(ThreadId::MAIN, 0); 100_000];
        let operation = |step: usize| if step < 1_000 { step } else { step % 7 };
        let deep = Deep::new(schedule.clone(), &|a, b| operation(a) == operation(b));
        assert_eq!((deep.start.len(), deep.steps), (1_006 + LOOKED_AT, 100_000));
        assert_eq!(Deep::new(schedule.clone(), &|_, _| false).start.len(), 100_000);
        // Behind the loop come other steps, some of which are alike.
        let operation = |step: usize| if step < 99_950 { step % 7 } else { step / 10 };
        let deep = Deep::new(schedule, &|a, b| operation(a) == operation(b));
        assert_eq!(deep.start.len(), LOOKED_AT);
    }

    #[test]
    fn callees_on_one_line_are_not_the_loop() {
        let try_it = step(1, "read", &[("try_it", 5), ("work", 9)]);
        let pause = step(1, "write", &[("pause", 7), ("work", 9)]);
        let (_, lines) = described(&vec![[try_it, pause]; 3].concat()).unwrap();
        assert_eq!(lines, [("work".to_owned(), 9)]);
    }
}
