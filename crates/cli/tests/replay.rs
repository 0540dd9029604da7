//! Trace files, and `mazurka replay` of them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Two bugs: the thread that reads first finds nothing, and a word on standard input that is not liked.
const PROGRAM: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *writer(void *argument)
{
    x = 1;
    return argument;
}
int main(void)
{
    pthread_t thread;
    int letter = getchar();
    pthread_create(&thread, NULL, writer, NULL);
    printf("letter %c\n", letter);
    fflush(stdout);
    if (letter == 'a')
        assert(x == 1);
    pthread_join(thread, NULL);
    assert(x == 0);
    return 0;
}
"#;

/// An empty folder with the program in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), PROGRAM).unwrap();
    folder
}

fn mazurka(folder: &Path, arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that does not ask for its input leaves it.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn traces(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with("trace")).collect();
    names.sort();
    names
}

#[test]
fn every_bug_has_a_trace_file_unless_that_is_not_wanted() {
    let folder = folder("files");
    let checked = mazurka(&folder, &["check", "prog.c", "--no-trace"], "a");
    assert_eq!((checked.status.code(), traces(&folder)), (Some(1), vec![]));
    let checked = mazurka(&folder, &["check", "prog.c", "--keep-going"], "a");
    assert_eq!(traces(&folder), ["prog-2.mztrace", "prog.mztrace"]);
    let report = text(&checked.stdout);
    assert!(report.contains("mazurka replay prog.mztrace "), "{report}");
    assert!(report.contains("mazurka replay prog-2.mztrace "), "{report}");
    mazurka(&folder, &["check", "prog.c", "--trace", "other.trace"], "a");
    assert_eq!(traces(&folder), ["other.trace", "prog-2.mztrace", "prog.mztrace"]);
}

#[test]
fn a_trace_that_cannot_be_written_is_a_warning() {
    let folder = folder("unwritable");
    let checked = mazurka(&folder, &["check", "prog.c", "--trace", "no/such/folder"], "a");
    assert_eq!(checked.status.code(), Some(1));
    let warning = text(&checked.stderr);
    assert!(warning.starts_with("warning: cannot write the trace to no/such/folder: "), "{warning}");
    let report = text(&checked.stdout);
    assert!(report.starts_with("error[assertion]") && !report.contains("mazurka replay"), "{report}");
    // A full disk takes the first bytes and no more.
    let checked = mazurka(&folder, &["check", "prog.c", "--trace", "/dev/full"], "a");
    assert!(text(&checked.stderr).starts_with("warning: cannot write the trace"));
    assert_eq!(text(&checked.stdout).lines().next(), report.lines().next());
}

#[test]
fn the_bug_shows_again_with_the_input_of_then() {
    let folder = folder("again");
    mazurka(&folder, &["check", "prog.c"], "a");
    let replayed = mazurka(&folder, &["replay", "prog.mztrace"], "b");
    let report = text(&replayed.stdout);
    assert_eq!(replayed.status.code(), Some(1));
    assert!(report.starts_with("letter a\nerror[assertion]: assertion `x == 1` failed\n"), "{report}");
    assert!(report.contains("how it happens"), "{report}");
    let replayed = mazurka(&folder, &["replay", "--quiet", "prog.mztrace"], "");
    assert_eq!(text(&replayed.stdout), "letter a\nassertion: assertion `x == 1` failed\n");
}

#[test]
fn a_replay_can_end_earlier() {
    let folder = folder("until");
    mazurka(&folder, &["check", "prog.c"], "b");
    let replayed = mazurka(&folder, &["replay", "--verbose", "--until", "2", "prog.mztrace"], "");
    let report = text(&replayed.stdout);
    assert_eq!(replayed.status.code(), Some(0));
    assert!(report.contains(": 2 steps") && !report.contains("assertion"), "{report}");
    let replayed = mazurka(&folder, &["replay", "--until", "1000", "prog.mztrace"], "");
    assert_eq!(replayed.status.code(), Some(1));
}

#[test]
fn a_folder_can_move_with_its_trace() {
    let (from, to) = (folder("moved_from"), folder("moved_to"));
    mazurka(&from, &["check", "-O1", "prog.c"], "b");
    fs::rename(from.join("prog.mztrace"), to.join("prog.mztrace")).unwrap();
    fs::remove_dir_all(&from).unwrap();
    assert_eq!(mazurka(&to, &["replay", "prog.mztrace"], "").status.code(), Some(1));
}

#[test]
fn what_is_no_trace_of_this_program_is_refused() {
    let folder = folder("refused");
    mazurka(&folder, &["check", "prog.c"], "b");
    let whole = fs::read_to_string(folder.join("prog.mztrace")).unwrap();
    let refusal = |file: &str| {
        let replayed = mazurka(&folder, &["replay", file], "");
        assert_eq!((replayed.status.code(), text(&replayed.stdout)), (Some(2), String::new()), "{file}");
        text(&replayed.stderr)
    };
    fs::write(folder.join("half.mztrace"), &whole[..whole.len() / 2]).unwrap();
    assert!(refusal("half.mztrace").starts_with("error: cannot read half.mztrace: it is not complete: "));
    assert!(refusal("prog.c").starts_with("error: cannot read prog.c: it is not a trace file of Mazurka\n"));
    assert!(refusal("none.mztrace").starts_with("error: cannot read none.mztrace: "));
    // The same program, and another schedule: thread 7 steps first.
    let other = whole.replacen("\"schedule\":[[0,0,3]", "\"schedule\":[[7,0],[0,0,2]", 1);
    let other = other.replacen("\"step\":0,\"thread\":0", "\"step\":0,\"thread\":7", 1);
    assert!(other.contains("[7,0]") && other.contains("\"thread\":7"), "{whole}");
    fs::write(folder.join("other.mztrace"), other).unwrap();
    let expected = "error: the trace does not lead to the bug any more: step 0: thread 7 does not exist\n";
    assert_eq!(refusal("other.mztrace"), expected);
    fs::write(folder.join("prog.c"), PROGRAM.replace("x = 1;", "x = 2;")).unwrap();
    let refused = refusal("prog.mztrace");
    assert!(refused.starts_with("error: this is not the program that the trace is of: prog.c,"), "{refused}");
}

/// Two workers that do many things; it takes one switch between them to lose an update.
const LOST_UPDATE: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int balance, noise;
static void *worker(void *argument)
{
    noise++;
    int seen = balance;
    noise++;
    balance = seen + 1;
    noise++;
    return argument;
}
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(balance == 2);
    return 0;
}
"#;

#[test]
fn a_bug_is_shown_with_few_context_switches() {
    let folder = folder("simple");
    fs::write(folder.join("prog.c"), LOST_UPDATE).unwrap();
    let switches = |options: &[&str]| {
        let arguments = [&["check", "prog.c", "--format", "json", "--seed", "3"], options].concat();
        let report: serde_json::Value =
            serde_json::from_slice(&mazurka(&folder, &arguments, "").stdout).unwrap();
        let bug = report["bugs"][0].clone();
        assert_eq!((&bug["kind"], &bug["location"]["line"]), (&"assertion".into(), &22.into()));
        let trace = bug["trace"].as_array().unwrap();
        let counted = trace.windows(2).filter(|pair| pair[0]["thread"] != pair[1]["thread"]).count();
        assert_eq!(bug["context_switches"], counted);
        (counted, report["bugs"].clone())
    };
    let (found, _) = switches(&["--no-minimize"]);
    let (simple, bugs) = switches(&[]);
    // Main, one worker up to its read, the other one, the first one's write, main.
    assert_eq!(simple, 4);
    assert!(simple < found, "{found} is simple already: the program tests nothing");
    assert_eq!(switches(&[]).1, bugs, "it is the same every time");
    assert_eq!(mazurka(&folder, &["replay", "prog.mztrace"], "").status.code(), Some(1));
}

#[test]
fn stepping_goes_on_and_back() {
    let folder = folder("step");
    fs::write(folder.join("prog.c"), LOST_UPDATE).unwrap();
    mazurka(&folder, &["check", "prog.c"], "");
    let said = |commands: &str| {
        let replayed = mazurka(&folder, &["replay", "--step", "prog.mztrace"], commands);
        assert_eq!((replayed.status.code(), text(&replayed.stderr)), (Some(0), String::new()));
        let text = text(&replayed.stdout);
        let (welcome, rest) = text.split_once("commands\n").unwrap();
        assert_eq!(
            welcome,
            "assertion: assertion `balance == 2` failed\n18 steps lead there; `help` lists the "
        );
        rest.to_owned()
    };
    let expected = "\
6 thread 2: read balance, balance is 0  prog.c:9
    int seen = balance;
5 thread 2: update noise, noise: 0 → 1  prog.c:8
    noise++;
6 thread 2: read balance, balance is 0  prog.c:9
    int seen = balance;
seen = 0
balance = 0
";
    assert_eq!(said("run 6\nback\nnext\nprint seen\np balance\n"), expected);
    let expected = "\
12 thread 1: update noise, noise: 3 → 4  prog.c:12
    noise++;
  main is about to join thread 1  prog.c:20
* thread 1 has ended
  thread 2 is about to update noise  prog.c:10
thread 2:
    worker at prog.c:10
seen = 0
balance = 1
     5 static atomic_int balance, noise;
     6 static void *worker(void *argument)
     7 {
     8     noise++;
     9     int seen = balance;
>   10     noise++;
    11     balance = seen + 1;
    12     noise++;
    13     return argument;
    14 }
    15 int main(void)
";
    assert_eq!(said("r 12\nthreads\nthread 2\np seen\np balance\nlist\n"), expected);
    let expected = "\
18 main: read balance, balance is 1  prog.c:22
    assert(balance == 2);
the end: assertion: assertion `balance == 2` failed
balance = 1
at the start
balance = 0
at the start
";
    assert_eq!(said("run\np balance\nb 99\np balance\nback\nquit\nnext\n"), expected);
    let expected = "\
unknown command `jump`; `help` lists the commands
unknown command `next x`; `help` lists the commands
unknown command `print`; `help` lists the commands
no variable `nothing` in main
there is no thread 7
there is no thread 7
";
    assert_eq!(said("jump\nnext x\nprint\nprint nothing\nthread 7\n\n"), expected);
    assert!(said("help").contains("print VARIABLE"));
}
