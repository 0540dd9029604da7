//! The programs of `tests/rust`: bugs, how many executions there are, and what is printed, compared with native code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Once;
use std::thread;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/rust");

fn scratch() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

fn mazurka(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(arguments).current_dir(ROOT).env("MAZURKA_CACHE", scratch().join("cache"));
    command.output().expect("mazurka starts")
}

/// The flags and what is expected of `// KEY FLAGS: EXPECTED`.
fn expectations(text: &str, key: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// ")?.strip_prefix(key));
    let pairs = lines.filter_map(|line| line.split_once(':'));
    pairs.map(|(flags, expected)| (flags.trim().to_owned(), expected.trim().to_owned())).collect()
}

/// What the native program prints to stdout, and its exit code.
fn native(program: &str) -> (String, Option<i32>) {
    let binary = scratch().join(program).with_extension("");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
    let status = rustc.args(["--edition=2021", "-o"]).arg(&binary).arg(program).current_dir(ROOT).status();
    assert!(status.expect("rustc starts").success(), "{program} does not compile");
    let output = Command::new(&binary).arg("argument").output().expect("the program starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// What is expected of a check.
struct Check {
    program: String,
    flags: String,
    /// The kinds of its bugs, or `ok`.
    found: String,
    message: Option<String>,
    executions: Option<String>,
}

fn check(Check { program, flags, found: expected, message, executions }: &Check) {
    let mut arguments = vec!["check", "--format=json", "--no-trace", "--reduction=optimal", program.as_str()];
    arguments.extend(flags.split_whitespace());
    let output = mazurka(&arguments);
    let said = || format!("{program} {flags}: {}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said()));
    let kinds: Vec<&str> =
        report["bugs"].as_array().into_iter().flatten().filter_map(|f| f["kind"].as_str()).collect();
    let found = if report["verdict"] == "ok" { vec!["ok"] } else { kinds };
    assert_eq!(found, [expected.as_str()], "{}", said());
    if let Some(message) = message {
        assert_eq!(report["bugs"][0]["message"], message.as_str(), "{program}");
    }
    if let Some(executions) = executions {
        assert_eq!(&report["executions"].to_string(), executions, "{program}");
    }
}

/// The programs by name, with their texts.
fn programs() -> Vec<(String, String)> {
    // All of them need the standard library, whose text is made once.
    static IMAGE: Once = Once::new();
    IMAGE.call_once(|| drop(mazurka(&["run", "spawn.rs"])));
    let files =
        fs::read_dir(ROOT).expect("the folder exists").filter_map(Result::ok).map(|entry| entry.path());
    let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let mut programs: Vec<_> = files
        .filter(is_program)
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("the program can be read"))
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn bugs_are_found_and_executions_counted() {
    let mut checks = Vec::new();
    for (program, text) in programs() {
        let first = |key: &str| expectations(&text, key).into_iter().next().map(|(_, value)| value);
        for (at, (flags, found)) in expectations(&text, "check").into_iter().enumerate() {
            let message = first("message").filter(|_| at == 0);
            checks.push(Check {
                program: program.clone(),
                flags,
                found,
                message,
                executions: first("executions"),
            });
        }
    }
    assert!(checks.len() > 10, "{} checks", checks.len());
    thread::scope(|scope| {
        for part in checks.chunks(checks.len().div_ceil(2)) {
            scope.spawn(|| part.iter().for_each(check));
        }
    });
}

#[test]
fn values_are_shown_as_rust_writes_them() {
    let mut count = 0;
    for (program, text) in programs() {
        let shown: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// shows: ")).collect();
        if shown.is_empty() {
            continue;
        }
        let output = mazurka(&["check", "--no-trace", "--verbose", "--width=300", &program]);
        let report = String::from_utf8_lossy(&output.stdout);
        for line in shown {
            assert!(report.contains(line), "{program} does not show {line}: {report}");
            count += 1;
        }
    }
    assert!(count > 5, "{count} values");
}

/// The report of a command that keeps going.
fn report(command: &str, program: &str, flags: &[&str]) -> Value {
    let output =
        mazurka(&[&[command, "--format=json", "--no-trace", "--keep-going", program], flags].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{program}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The report of a check that finds everything.
fn everything(program: &str, flags: &[&str]) -> Value {
    let report = report("check", program, flags);
    assert_eq!(report["incomplete"], serde_json::json!([]), "{program} {flags:?}");
    report
}

/// The messages of all bugs. That of a deadlock says what threads wait for, which is more with rules.
fn messages(report: &Value) -> Vec<&str> {
    let bugs = report["bugs"].as_array().into_iter().flatten();
    let mut messages: Vec<_> = bugs
        .filter_map(|bug| if bug["kind"] == "deadlock" { Some("deadlock") } else { bug["message"].as_str() })
        .collect();
    messages.sort_unstable();
    messages
}

#[test]
fn rules_for_locks_change_no_end() {
    programs();
    let with = everything("rules.rs", &["--reduction=optimal"]);
    // Without rules, a barrier has too many traces for `optimal`.
    let without = everything("rules.rs", &["--reduction=sdpor", "--no-std-rules"]);
    assert_eq!(messages(&with), messages(&without));
    assert_eq!(messages(&with).len(), 46);
    let steps = |report: &Value| report["transitions"].as_u64().expect("a number");
    assert!(10 * steps(&with) < steps(&without), "{} {}", steps(&with), steps(&without));
}

#[test]
fn rules_for_channels_lose_no_end() {
    programs();
    let with = everything("channels.rs", &["--reduction=optimal"]);
    let without = report("sample", "channels.rs", &["--executions=300", "--no-std-rules"]);
    let (with, without) = (messages(&with), messages(&without));
    assert_eq!(with.len(), 13, "{with:?}");
    assert!(without.len() > 10 && without.iter().all(|end| with.contains(end)), "{with:?} {without:?}");
}

#[test]
fn locks_have_as_many_executions_as_in_c() {
    programs();
    let [rust, c] = ["twins.rs", "twins.c"].map(|program| everything(program, &["--reduction=optimal"]));
    assert_eq!((&rust["verdict"], &rust["executions"]), (&c["verdict"], &c["executions"]));
    assert_eq!((&rust["verdict"], &rust["executions"]), (&"ok".into(), &20.into()));
}

#[test]
fn what_consists_of_atomic_accesses_has_at_most_ten_times_the_executions_of_c() {
    programs();
    for name in ["channel", "scope"] {
        let [rust, c] =
            ["rs", "c"].map(|extension| everything(&format!("{name}.{extension}"), &["--reduction=optimal"]));
        assert_eq!((&rust["verdict"], &c["verdict"]), (&"ok".into(), &"ok".into()), "{name}");
        let [rust, c] = [rust, c].map(|report| report["executions"].as_u64().expect("a number"));
        assert!(rust <= 10 * c, "{name}: {rust} executions, {c} in C");
    }
}

#[test]
fn programs_print_what_they_print_natively() {
    let mut count = 0;
    for (name, _) in programs().iter().filter(|(_, text)| !expectations(text, "run").is_empty()) {
        let output = mazurka(&["run", name, "--", "argument"]);
        let printed = (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code());
        assert_eq!(printed, native(name), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        count += 1;
    }
    assert!(count > 0, "no program is run");
}

#[test]
fn what_does_not_compile_is_said_in_the_compilers_words() {
    let file = scratch().join("wrong.rs");
    fs::write(&file, "fn main() { let x: u8 = \"\"; }").expect("the target folder is writable");
    let output = mazurka(&["check", &file.to_string_lossy()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("mismatched types") && said.contains("does not compile"), "{said}");
}
