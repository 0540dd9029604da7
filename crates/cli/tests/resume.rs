//! `mazurka check --checkpoint` and `mazurka resume` from outside.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use mazurka::presets::PRESETS;
use mazurka_machine::toy::Random;
use serde_json::Value;
use sha2::{Digest, Sha256};
use wait_timeout::ChildExt;

use crate::compiled::compile;

/// Races, a deadlock and an assertion that fails, each in some of many executions.
const BUGS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int plain;
#ifndef ROUNDS
#define ROUNDS 2
#endif
static void *one(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    plain = 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    for (int i = 0; i < ROUNDS; i++) x = x + 1;
    return arg;
}
static void *two(void *arg)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    for (int i = 0; i < ROUNDS; i++) x = x + 1;
    y = plain;
    return arg;
}
int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_create(&threads[2], 0, two, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    assert(x != 3);
    return 0;
}
";

/// A folder of its own for every test, without anything in it but the program.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resume").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("bugs.c"), BUGS).unwrap();
    folder
}

fn known(program: &str) -> String {
    format!("{}/../../tests/{program}", env!("CARGO_MANIFEST_DIR"))
}

fn mazurka(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(words).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    mazurka(folder, words).output().unwrap()
}

/// The report without what depends on the clock.
fn report(output: &Output) -> Value {
    let parsed = serde_json::from_slice(&output.stdout);
    let mut report: Value = parsed.unwrap_or_else(|error| panic!("{error}: {output:?}"));
    report.as_object_mut().unwrap().remove("seconds");
    report
}

fn words<'a>(options: &[&'a str]) -> Vec<&'a str> {
    [&["check", "--format", "json", "--no-trace", "--no-minimize"], options].concat()
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// A process that searches, and saves its search to a file.
struct Searching {
    child: Child,
    file: PathBuf,
    /// What is in that file before it is written to.
    before: Option<(u64, SystemTime)>,
    output: PathBuf,
}

impl Searching {
    /// Its output goes to a file: a pipe would not be read meanwhile.
    fn start(folder: &Path, words: &[&str]) -> Searching {
        let [file, output] = ["search.ckpt", "output"].map(|name| folder.join(name));
        let mut command = mazurka(folder, words);
        command.stdout(File::create(&output).unwrap()).stderr(Stdio::null());
        Searching { before: version(&file), child: command.spawn().unwrap(), file, output }
    }

    /// Waits until it has saved its search, or has come to its end.
    fn wait_until_saved(&mut self) {
        while version(&self.file) == self.before && self.child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills it some time after it has saved its search. Its output if it has come to its end before.
    fn kill_after_saving(mut self, time: Duration) -> Option<Output> {
        self.wait_until_saved();
        self.child.wait_timeout(time).unwrap();
        self.child.kill().unwrap();
        let status = self.child.wait().unwrap();
        let finished = status.signal() != Some(9);
        finished.then(|| Output { status, stdout: fs::read(self.output).unwrap(), stderr: Vec::new() })
    }
}

/// Tells one checkpoint from the next: each is a file of its own.
fn version(file: &Path) -> Option<(u64, SystemTime)> {
    fs::metadata(file).ok().and_then(|data| Some((data.ino(), data.modified().ok()?)))
}

/// A check of a program as LLVM IR: to compile it takes longer than a search until it is killed. Options with one dash are clang's.
fn compiled(folder: &Path, text: &str, options: &[&str]) -> Vec<String> {
    let words = options[1..].iter().map(|word| (*word).to_owned());
    let (flags, others): (Vec<String>, Vec<String>) =
        words.partition(|word| word.starts_with('-') && !word.starts_with("--"));
    compile(&folder.join(options[0]), &flags, &folder.join(text));
    [&[text.to_owned()], &others[..]].concat()
}

/// Kills a check, and what resumes it, at random moments of their searches, at most five times, and checks the report; gives
/// how often.
fn kill_at_random(folder: &Path, options: &[&str], expected: &Output, random: &mut Random) -> usize {
    let _ = fs::remove_file(folder.join("search.ckpt"));
    let saving = [options, &["--checkpoint", "search.ckpt", "--checkpoint-every", "0.01"]].concat();
    let mut searching = Searching::start(folder, &words(&saving));
    for kills in 0.. {
        // Sometimes before the next checkpoint, sometimes while it is written, sometimes after it.
        let part = (random.bits() >> 40) as f64 / (1 << 24) as f64;
        let time = if kills < 5 { Duration::from_millis(30).mul_f64(part) } else { Duration::from_secs(600) };
        if let Some(output) = searching.kill_after_saving(time) {
            assert_eq!(output.status.code(), expected.status.code(), "{options:?}: {output:?}");
            assert_eq!(report(&output), report(expected), "{options:?} after {kills} kills");
            return kills;
        }
        searching = Searching::start(folder, &["resume", "search.ckpt"]);
    }
    unreachable!("five kills are enough")
}

/// 20 times or more in all, and every kind of search at least once.
#[test]
fn what_is_killed_comes_to_the_same_report() {
    let folder = folder("killed");
    let (lastzero, fib) = (known("check/counts/lastzero.c"), known("check/counts/fib.c"));
    let [bakery, buffer, philosophers] =
        ["bakery.c", "bounded_buffer.c", "philosophers.c"].map(|name| known(&format!("states/{name}")));
    let checks: [&[&str]; 15] = [
        &[&lastzero, "-DN=12", "--no-commute", "--reduction", "optimal"],
        &[&lastzero, "-DN=9", "--no-commute", "--reduction", "source"],
        &[&fib, "-DN=4", "--no-commute", "--reduction", "classic"],
        &["bugs.c", "--keep-going", "--reduction", "nidhugg", "--seed", "7"],
        &["bugs.c", "--keep-going", "--bound", "preemptions=0..3"],
        &[&philosophers, "-DN=6", "--reduction", "stateful"],
        &[&philosophers, "-DN=6", "--reduction", "stateful", "--bitstate", "1"],
        &[&buffer, "-DPRODUCERS=3", "--reduction", "sdpor", "--seed", "3"],
        &[&bakery, "--reduction", "sdpor"],
        &[&philosophers, "-DN=6", "--reduction", "stateful", "--livelock"],
        &["bugs.c", "--keep-going", "--reduction", "stateful", "--states", "light"],
        &["bugs.c", "-DROUNDS=4", "--keep-going", "--reduction", "sdpor"],
        &["bugs.c", "--races", "allow", "--keep-going", "--reduction", "sdpor", "--states", "light"],
        // Several searches: one through states decides, and one through traces, which is ahead of it by its turns.
        &[&philosophers, "-DN=7", "-DENDLESS", "--keep-vain-iterations"],
        &[&lastzero, "-DN=12", "--no-commute", "--jobs", "2"],
    ];
    let checks = std::array::from_fn::<_, 15, _>(|number| {
        let options = compiled(&folder, &format!("{number}.ll"), checks[number]);
        let expected = run(&folder, &words(&borrowed(&options)));
        (options, expected)
    });
    let (mut kills, mut random) = ([0; 15], Random::new(1));
    while kills.iter().sum::<usize>() < 20 {
        for (kills, (options, expected)) in kills.iter_mut().zip(&checks) {
            *kills += kill_at_random(&folder, &borrowed(options), expected, &mut random);
        }
    }
    assert!(!kills.contains(&0), "{kills:?}");
}

/// A limit is a break like any other: piece by piece, with every reduction.
#[test]
fn limits_break_a_search_into_pieces() {
    let folder = folder("pieces");
    // Compiled once, for a hundred searches.
    fs::write(folder.join("bugs.ll"), run(&folder, &["compile", "bugs.c"]).stdout).unwrap();
    let each = PRESETS.iter().map(|preset| match preset.explores_within_bound() {
        true => vec!["--reduction", preset.name, "--bound", "delays=0..1"],
        false => vec!["--reduction", preset.name],
    });
    let others: [&[&str]; 8] = [
        &["--bound", "preemptions=2"],
        &["--bound", "delays=0..2", "--reduction", "nidhugg-bpor"],
        &["--bound", "preemptions=0..2", "--reduction", "classic-bpor"],
        &["--bound", "preemptions=0..1", "--reduction", "naive-bpor"],
        &["--reduction", "stateful", "--states", "light"],
        &["--reduction", "stateful", "--livelock"],
        &["--reduction", "stateful", "--bitstate", "1"],
        &["--reduction", "sdpor", "--races", "allow"],
    ];
    for reduction in each.chain(others.map(<[&str]>::to_vec)) {
        let options = [&["bugs.ll", "--keep-going", "--unroll", "1"], &reduction[..]].concat();
        let expected = run(&folder, &words(&options));
        let begun = |report: &Value| {
            ["executions", "redundant", "cut_off"]
                .map(|name| report[name].as_u64().unwrap())
                .iter()
                .sum::<u64>()
        };
        let pieces = 3;
        let size = (begun(&report(&expected)) / pieces).max(1);
        let limit = size.to_string();
        let saving = ["--checkpoint", "search.ckpt", "--max-executions", &limit];
        let mut output = run(&folder, &words(&[&options, &saving[..]].concat()));
        for piece in 2.. {
            let limit_reached = |reason: &Value| reason["reason"] == "max-executions";
            if !report(&output)["incomplete"].as_array().unwrap().iter().any(limit_reached) {
                break;
            }
            assert_ne!(output.status.code(), Some(2), "{output:?}");
            let limit = (piece * size).to_string();
            output = run(&folder, &["resume", "search.ckpt", "--max-executions", &limit]);
        }
        let [expected, found] = [&expected, &output].map(report);
        assert_eq!(found, expected, "{reduction:?}");
    }
}

#[test]
fn other_files_are_refused() {
    let folder = folder("refused");
    let broken = run(&folder, &words(&["bugs.c", "--max-executions", "3", "--checkpoint", "search.ckpt"]));
    assert_eq!(report(&broken)["complete"], false);
    let file = folder.join("search.ckpt");
    let bytes = fs::read(&file).unwrap();
    let refuses = |bytes: &[u8], why: &str| {
        fs::write(&file, bytes).unwrap();
        let output = run(&folder, &["resume", "search.ckpt"]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    };
    for length in [0, 5] {
        refuses(&bytes[..length], "it is not a checkpoint");
    }
    for length in [25, 60, bytes.len() / 2, bytes.len() - 1] {
        refuses(&bytes[..length], "it is damaged or was cut short");
    }
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    refuses(&damaged, "it is damaged or was cut short");
    let version = env!("CARGO_PKG_VERSION");
    let older = String::from_utf8_lossy(&bytes[..40]).replacen(version, "0.0.9", 1).into_bytes();
    refuses(&[&older, &bytes[40..]].concat(), "it was written by Mazurka 0.0.9");
    let older =
        String::from_utf8_lossy(&bytes[..40]).replacen("checkpoint 17 ", "checkpoint 1 ", 1).into_bytes();
    let why = "it was written by another build of Mazurka: its format is 1, not 17";
    refuses(&[&older, &bytes[40..]].concat(), why);
    refuses(b"int main(void) { return 0; }", "it is not a checkpoint");
    fs::write(folder.join("bugs.c"), BUGS.replace("x != 3", "x != 4")).unwrap();
    refuses(&bytes, "this is not the program of the checkpoint");
    fs::remove_file(&file).unwrap();
    assert_eq!(run(&folder, &["resume", "search.ckpt"]).status.code(), Some(2));
}

/// Puts the right checksum before what was changed.
fn sign(forged: &[u8]) -> Vec<u8> {
    let end = forged.iter().position(|byte| *byte == b'\n').unwrap();
    let line = String::from_utf8_lossy(&forged[..end]).into_owned();
    let (words, _) = line.rsplit_once(' ').unwrap();
    let hash: String = Sha256::digest(&forged[end + 1..]).iter().map(|byte| format!("{byte:02x}")).collect();
    [format!("{words} {hash}").as_bytes(), &forged[end..]].concat()
}

/// A checkpoint that was changed and has the right checksum is refused, or leads to some report.
#[test]
fn forgeries_do_no_harm() {
    let folder = folder("forged");
    let checks: [&[&str]; 7] = [
        &["--reduction", "optimal"],
        &["--reduction", "auto"],
        &["--bound", "preemptions=0..2"],
        &["--reduction", "stateful"],
        &["--reduction", "stateful", "--livelock"],
        &["--reduction", "sdpor"],
        &["--reduction", "sdpor", "--races", "allow", "--states", "light"],
    ];
    let (mut random, mut refused) = (Random::new(1), 0);
    for options in checks {
        let _ = fs::remove_file(folder.join("search.ckpt"));
        let saving = ["bugs.c", "--keep-going", "--max-executions", "5", "--checkpoint", "search.ckpt"];
        run(&folder, &words(&[&saving[..], options].concat()));
        let bytes = fs::read(folder.join("search.ckpt")).unwrap();
        assert_eq!(sign(&bytes), bytes, "this is how a checkpoint is signed");
        let start = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        for _ in 0..6 {
            let mut forged = bytes.clone();
            // What stands in the beginning is more interesting than long tables.
            let end = if random.below(2) == 0 { bytes.len() } else { bytes.len().min(start + 3000) };
            for _ in 0..=random.below(3) {
                let any = random.bits() as u8;
                forged[start + random.below(end - start)] = random.one_of(&[0, 1, 0x7f, 0xff, any]);
            }
            fs::write(folder.join("forged.ckpt"), sign(&forged)).unwrap();
            let output = run(&folder, &["resume", "forged.ckpt", "--timeout", "2"]);
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!stderr.contains("panicked"), "{options:?}: {stderr}");
            assert!(output.status.code().is_some_and(|code| code <= 3), "{options:?}: {output:?}");
            refused += usize::from(output.status.code() == Some(2));
        }
    }
    assert!((7..42).contains(&refused), "{refused} of 42 are refused");
}

#[test]
fn nothing_else_is_overwritten() {
    let folder = folder("overwritten");
    for name in ["bugs.c", "/dev/null"] {
        let output = run(&folder, &words(&["bugs.c", "--checkpoint", name]));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.contains(&format!("{name} is not a checkpoint: it will not be overwritten")),
            "{stderr}"
        );
    }
    assert_eq!(fs::read_to_string(folder.join("bugs.c")).unwrap(), BUGS);
    // That a folder does not exist is said before the search, not after an hour of it.
    let output = run(&folder, &words(&["bugs.c", "--checkpoint", "nowhere/search.ckpt"]));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("cannot write nowhere/search.ckpt: there is no folder nowhere"), "{stderr}");
}

/// Where there is no room, the search goes on, and the last checkpoint that could be written stays.
#[test]
fn a_full_disk_is_told_once() {
    let folder = folder("full");
    let options = words(&[
        "bugs.c",
        "--keep-going",
        "--reduction=optimal",
        "--checkpoint",
        "search.ckpt",
        "--checkpoint-every",
        "0.05",
    ]);
    let expected = run(&folder, &words(&["bugs.c", "--keep-going", "--reduction=optimal"]));
    run(&folder, &[&options[..], &["--max-executions", "3"]].concat());
    let mut shell = Command::new("sh");
    // No file may grow beyond 4 KiB, which is enough for our header: then writing fails as it does on a full disk.
    shell.args(["-c", "ulimit -f 8; trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_mazurka")]);
    let output = shell.args(&options).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(stderr.matches("warning: cannot write the checkpoint search.ckpt").count(), 1, "{stderr}");
    assert_eq!(report(&output), report(&expected));
    assert_eq!(report(&run(&folder, &["resume", "search.ckpt"])), report(&expected));
    assert!(!folder.join("search.ckpt.new").exists());
}

/// Waits until Ctrl-C no longer simply ends the process: once the program is compiled, it is caught.
fn wait_until_interruptible(child: &Child) {
    let catches = |status: &str| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << (SIGINT - 1) != 0
    };
    let status = format!("/proc/{}/status", child.id());
    while !catches(&fs::read_to_string(&status).unwrap()) {
        thread::sleep(Duration::from_millis(1));
    }
}

const SIGINT: u64 = 2;

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Ctrl-C ends a check with everything saved, even if it was not yet time to.
#[test]
fn interruption_saves_the_search() {
    let folder = folder("interrupted");
    let lastzero = known("check/counts/lastzero.c");
    let options = [&lastzero, "-DN=15", "--no-commute", "--reduction=optimal", "--checkpoint", "search.ckpt"];
    let child = mazurka(&folder, &words(&options)).spawn().unwrap();
    wait_until_interruptible(&child);
    // For the search to get somewhere; it goes on for minutes.
    thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let begun = report(&output)["executions"].as_u64().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let limit = (begun + 100).to_string();
    let output = run(&folder, &["resume", "search.ckpt", "--max-executions", &limit]);
    assert_eq!(report(&output)["executions"], begun + 100);
}

/// Each of several searches is saved, and continues in its turn: the same one decides, with the same figures.
#[test]
fn interruption_saves_all_searches() {
    let folder = folder("interrupted_turns");
    let philosophers = known("states/philosophers.c");
    let options = [&philosophers, "-DN=7", "-DENDLESS", "--keep-vain-iterations"];
    let expected = run(&folder, &words(&options));
    assert_eq!(report(&expected)["reduction"], "stateful");
    let saving = ["--checkpoint", "search.ckpt", "--checkpoint-every", "0.01"];
    let mut searching = Searching::start(&folder, &words(&[&options[..], &saving].concat()));
    searching.wait_until_saved();
    interrupt(&searching.child);
    assert_eq!(searching.child.wait().unwrap().code(), Some(3));
    let stopped: Value = serde_json::from_slice(&fs::read(&searching.output).unwrap()).unwrap();
    let undecided = stopped["undecided"].to_string();
    assert!(undecided.contains("the search was interrupted, after"), "{undecided}");
    assert_eq!(report(&run(&folder, &["resume", "search.ckpt"])), report(&expected));
}

/// The same where states are remembered.
#[test]
fn interruption_saves_the_states() {
    let folder = folder("interrupted_states");
    let philosophers = known("states/philosophers.c");
    let options = [&philosophers, "-DN=6", "--reduction", "stateful"];
    let expected = run(&folder, &words(&options));
    let saving = ["--checkpoint", "search.ckpt", "--checkpoint-every", "0.01"];
    let mut searching = Searching::start(&folder, &words(&[&options[..], &saving].concat()));
    searching.wait_until_saved();
    interrupt(&searching.child);
    assert_eq!(searching.child.wait().unwrap().code(), Some(3));
    assert_eq!(report(&run(&folder, &["resume", "search.ckpt"])), report(&expected));
}

/// Where memory has not been enough, the last checkpoint goes on with more.
#[test]
fn more_memory_is_enough_another_time() {
    let folder = folder("memory");
    let bakery = known("states/bakery.c");
    let options = [&bakery, "--reduction", "stateful"];
    let expected = run(&folder, &words(&options));
    let saving = ["--max-memory", "150K", "--checkpoint", "search.ckpt", "--checkpoint-every", "0.001"];
    let ended = run(&folder, &words(&[&options[..], &saving].concat()));
    assert_eq!(report(&ended)["incomplete"][0]["reason"], "max-memory", "{ended:?}");
    let resumed = run(&folder, &["resume", "search.ckpt", "--max-memory", "1G"]);
    assert_eq!(report(&resumed), report(&expected));
}
