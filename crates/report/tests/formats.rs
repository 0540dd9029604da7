//! Every format for machines, to the last character, for two findings made by hand. `MAZURKA_BLESS=1` records them anew;
//! `crates/cli/tests/formats.rs` has them read by other people's readers.

use std::fs;
use std::path::Path;

use mazurka_machine::{FaultKind, Location, Place, StackFrame, ThreadId};
use mazurka_report::text::Sources;
use mazurka_report::{
    Action, Change, Check, Execution, Figures, Finding, Guarantee, Input, Note, Origin, Races, Related, Role,
    TraceStep, UndefinedFunctions, Verdict,
};

const SOURCE: &str = "\
int x;
void *other(void *arg)
{
    lock(&b);
    lock(&a); x = 1;
    return arg;
}
int main(void)
{
    pthread_create(&t, 0, other, 0);
    lock(&a);
    lock(&b); x = \"<2>\";
}
";

const MAIN: ThreadId = ThreadId::MAIN;
const OTHER: ThreadId = ThreadId(3);

fn stack(thread: ThreadId, line: u32) -> Vec<StackFrame> {
    let function = if thread == MAIN { "main" } else { "other" };
    let location = Location { file: "/home/me/my prog.c".into(), line, column: 5 };
    vec![StackFrame { function: function.into(), location: Some(location) }]
}

fn place(thread: ThreadId, line: u32) -> Place {
    Place { thread, stack: stack(thread, line) }
}

fn step(thread: ThreadId, line: u32, operation: &str, object: Option<&str>) -> TraceStep {
    TraceStep {
        number: 0,
        thread,
        choice: None,
        chance: None,
        action: Action::from_words(operation).unwrap(),
        object: object.map(str::to_owned),
        stack: stack(thread, line),
        value: None,
        changes: Vec::new(),
        holds: Vec::new(),
        happens_after: Vec::new(),
        output: String::new(),
        transaction: None,
    }
}

/// Main creates a thread; both take their first lock.
fn trace() -> Vec<TraceStep> {
    let start = TraceStep { stack: Vec::new(), happens_after: vec![0], ..step(OTHER, 0, "start", None) };
    let mut taken = step(OTHER, 4, "lock", Some("b"));
    let change = |before: &str, after: &str| Change {
        variable: "x".into(),
        before: before.into(),
        after: after.into(),
    };
    taken.changes = vec![change("0", "1")];
    let mut read = step(MAIN, 11, "read", Some("x"));
    read.value = Some(change("1", "1"));
    read.happens_after = vec![2];
    vec![step(MAIN, 10, "create thread 3", None), start, taken, read]
}

fn related(role: Role, activity: &str, place: Place, holders: Vec<Place>) -> Related {
    Related { role, activity: activity.to_owned(), place, object: Some("x".to_owned()), holders }
}

fn deadlock() -> Finding {
    Finding {
        kind: FaultKind::Deadlock,
        message: "all threads wait: \"a\" & <b>".to_owned(),
        place: place(MAIN, 12),
        related: vec![
            related(Role::Waiter, "waits to lock b", place(MAIN, 12), vec![place(OTHER, 4)]),
            related(Role::Waiter, "waits to lock a", place(OTHER, 5), vec![place(MAIN, 11)]),
        ],
        race: None,
        cycle: None,
        trace_file: None,
        executions: 2,
        trace: Execution::complete(trace()),
        confirmed: true,
    }
}

fn race() -> Finding {
    Finding {
        kind: FaultKind::DataRace,
        message: "main writes x while thread 3 writes it".to_owned(),
        place: place(MAIN, 12),
        related: vec![
            related(Role::Access, "writes x", place(MAIN, 12), Vec::new()),
            related(Role::EarlierAccess, "writes x", place(OTHER, 5), Vec::new()),
        ],
        race: None,
        cycle: None,
        trace_file: None,
        executions: 1,
        trace: Execution::complete(trace()),
        confirmed: true,
    }
}

/// The same race after steps that are omitted, in a replay that was stopped.
fn long() -> Finding {
    let mut finding = Finding { confirmed: false, ..race() };
    finding.trace.schedule.splice(1..1, vec![(MAIN, 0); 20_000]);
    for step in &mut finding.trace.steps[1..] {
        step.number += 20_000;
    }
    finding.trace.steps[3].happens_after = vec![5, 20_002];
    finding
}

fn check(bugs: Vec<Finding>) -> Check {
    Check {
        verdict: Verdict::Bug,
        guarantee: Guarantee::AllTraces,
        reduction: "optimal".to_owned(),
        bounded: None,
        races: Races::Error,
        figures: Figures { executions: 7, threads: 2, seconds: 0.25, ..Figures::default() },
        complete: true,
        incomplete: Vec::new(),
        bugs,
        notes: vec![Note {
            message: "thread 4 still waits".to_owned(),
            place: place(OTHER, 4),
            executions: 1,
        }],
        shared: Vec::new(),
        undefined: UndefinedFunctions::default(),
        movers: Vec::new(),
        choices: Vec::new(),
        error: None,
        chosen_before: Vec::new(),
        undecided: Vec::new(),
    }
}

fn origin() -> Origin {
    Origin {
        version: "1.2.3".to_owned(),
        inputs: vec![Input { name: "my prog.c".to_owned(), sha256: "00ff".to_owned() }],
        command_line: "mazurka check 'my prog.c'".to_owned(),
        created: "2026-11-16T12:00:00Z".to_owned(),
    }
}

/// Compares with the file of this name, or records it.
fn compare(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name);
    if std::env::var_os("MAZURKA_BLESS").is_some() {
        return fs::write(file, text).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, expected, "{name} differs; MAZURKA_BLESS=1 records it anew");
}

#[test]
fn formats_are_as_recorded() {
    let sources = Sources { folder: "/home/me".to_owned(), text: &|_| Some(SOURCE.to_owned()) };
    for (name, bug) in [("deadlock", deadlock()), ("race", race()), ("long", long())] {
        let check = check(vec![bug]);
        compare(&format!("{name}.dot"), &check.to_dot());
        compare(&format!("{name}.xml"), &check.to_junit(&origin(), &sources));
        compare(&format!("{name}.yml"), &check.to_witness(&origin(), &sources));
        // The pages of help have their own test.
        let mut sarif = check.to_sarif(&origin(), &sources);
        sarif["runs"][0]["tool"]["driver"]["rules"][0].as_object_mut().unwrap().shift_remove("help").unwrap();
        compare(&format!("{name}.sarif"), &format!("{sarif:#}\n"));
    }
}
