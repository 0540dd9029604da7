//! Executions made by hand, with everything in them that a page can show.

use std::path::{Path, PathBuf};
use std::{env, fs};

use mazurka_machine::{FaultKind, Location, Place, StackFrame, ThreadId};
use mazurka_report::choices::Choices;
use mazurka_report::html;
use mazurka_report::text::Sources;
use mazurka_report::{Action, Change, Execution, Finding, Related, Role, TraceStep, Transaction};

/// Every line says its own number.
pub(super) const SOURCE: &str =
    "/* line 1 */\nint line_2;\nint line_3;\nint line_4;\nint line_5;\nint line_6;\n";

/// Writes the page of these findings, and says where.
pub(super) fn page(name: &str, findings: &[Finding]) -> PathBuf {
    page_with_choices(name, findings, &[])
}

/// The same, with choices of the search.
pub(super) fn page_with_choices(name: &str, findings: &[Finding], choices: &[Choices]) -> PathBuf {
    let sources = Sources { folder: "/home/me".to_owned(), text: &|_| Some(SOURCE.to_owned()) };
    let nothing = "There is nothing to show.";
    write(name, &html::page_with_choices("prog.c", findings, nothing, choices, &sources))
}

pub(super) fn write(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("viewer");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file
}

/// Two threads take two locks in opposite orders.
pub(super) fn deadlock() -> Finding {
    let mut trace = vec![
        step(0, "create thread 1", None, 1),
        step(1, "lock", Some("a"), 2),
        step(0, "lock", Some("b"), 3),
        step(1, "write", Some("balance"), 4),
    ];
    trace[1].happens_after = vec![0];
    trace[1].holds = vec!["a".to_owned()];
    trace[2].holds = vec!["b".to_owned()];
    trace[2].output = "taken\n".to_owned();
    trace[3].holds = vec!["a".to_owned()];
    trace[3].value = Some(change("balance", "100", "50"));
    trace[3].changes = vec![change("total", "7", "8")];
    let waits = |thread, object: &str, line, holder: Place| Related {
        role: Role::Waiter,
        activity: format!("waits to lock {object}"),
        place: place(thread, line),
        object: Some(object.to_owned()),
        holders: vec![holder],
    };
    let related = vec![waits(1, "b", 5, place(0, 3)), waits(0, "a", 6, place(1, 2))];
    Finding { executions: 3, related, ..finding(FaultKind::Deadlock, "all threads wait", place(1, 5), trace) }
}

/// The same in transactions: main creates a thread, then each thread takes a lock; thread 1 has not committed.
pub(super) fn transactions() -> Finding {
    let mut finding = deadlock();
    let of = |number, commits| Some(Transaction { number, commits });
    finding.trace.steps.swap(2, 3);
    finding.trace = Execution::complete(finding.trace.steps);
    finding.trace.mark(&[of(0, true), of(1, false), of(1, false), of(2, true)]);
    finding
}

/// Two accesses without order, and where the memory comes from. Both threads count `x` up, and each has an `i` of its own.
pub(super) fn race() -> Finding {
    let accesses = |role, thread, activity: &str, line| Related {
        role,
        activity: activity.to_owned(),
        place: place(thread, line),
        object: Some("x".to_owned()),
        holders: Vec::new(),
    };
    let related = vec![
        accesses(Role::Access, 1, "writes x", 3),
        accesses(Role::EarlierAccess, 0, "reads x", 2),
        accesses(Role::Allocation, 0, "has allocated it", 1),
    ];
    let mut trace = vec![step(0, "create thread 1", None, 1), step(1, "start", None, 2)];
    trace[0].changes = vec![change("i", "?", "0"), change("x", "1", "2")];
    trace[1].changes = vec![change("i", "?", "5"), change("x", "2", "3")];
    let message = "thread 1 writes x while main reads it";
    Finding { related, ..finding(FaultKind::DataRace, message, place(1, 3), trace) }
}

/// Seven threads take turns for a long time; step 4321 is the only one that touches `needle`.
pub(super) fn long(steps: usize) -> Finding {
    let mut trace: Vec<TraceStep> = Vec::with_capacity(steps);
    for number in 0..steps {
        let mut step = step((number / 3 % 7) as u16, "write", Some("slot"), (number % 6 + 1) as u32);
        step.happens_after = number.checked_sub(1).filter(|_| number % 3 == 0).into_iter().collect();
        step.value = Some(change(&format!("slot[{}]", number % 50), "0", &number.to_string()));
        if number % 3 < 2 {
            step.holds = vec!["lock".to_owned()];
        }
        trace.push(step);
    }
    if let Some(step) = trace.get_mut(4320) {
        step.object = Some("needle".to_owned());
    }
    finding(FaultKind::Assertion, "assertion failed", place(0, 1), trace)
}

/// The same race, but its second step comes after a million of main's that are omitted.
pub(super) fn omitting() -> Finding {
    let mut finding = race();
    finding.trace.schedule = vec![(ThreadId(0), 0); 1_000_002];
    finding.trace.schedule[1_000_001] = (ThreadId(1), 0);
    finding.trace.steps[1].number = 1_000_001;
    finding.trace.steps[1].happens_after = vec![0, 7];
    finding
}

fn finding(kind: FaultKind, message: &str, place: Place, trace: Vec<TraceStep>) -> Finding {
    Finding {
        kind,
        message: message.to_owned(),
        place,
        related: Vec::new(),
        race: None,
        cycle: None,
        executions: 1,
        trace: Execution::complete(trace),
        confirmed: true,
        trace_file: None,
    }
}

fn step(thread: u16, operation: &str, object: Option<&str>, line: u32) -> TraceStep {
    TraceStep {
        number: 0,
        thread: ThreadId(thread),
        choice: None,
        chance: None,
        action: Action::from_words(operation).unwrap(),
        object: object.map(str::to_owned),
        stack: place(thread, line).stack,
        value: None,
        changes: Vec::new(),
        holds: Vec::new(),
        happens_after: Vec::new(),
        output: String::new(),
        transaction: None,
    }
}

fn change(variable: &str, before: &str, after: &str) -> Change {
    Change { variable: variable.to_owned(), before: before.to_owned(), after: after.to_owned() }
}

fn place(thread: u16, line: u32) -> Place {
    let frame = |function: &str, line| StackFrame {
        function: function.into(),
        location: Some(Location { file: "/home/me/prog.c".into(), line, column: 5 }),
    };
    Place { thread: ThreadId(thread), stack: vec![frame("inner", line), frame("outer", 6)] }
}
