//! The formats for machines, each read by independent rules: SARIF by its official schema, JUnit by an XML parser,
//! witnesses by a YAML parser, DOT by Graphviz.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::json_schema::errors;

/// Two threads, two locks, two orders.
const DEADLOCK: &str = "\
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *arg)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
    return 0;
}
";

const RACE: &str = "\
#include <pthread.h>
static int shared;
static void *other(void *arg)
{
    shared = 1;
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    shared = 2;
    pthread_join(thread, NULL);
    return 0;
}
";

/// Two bugs, and a message with everything that some format has to escape.
const AWKWARD: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static atomic_int order;
static void *other(void *arg)
{
    assert(order++ == 0 && \"<&]]> \\\\ \\\"quoted\\\" # %s ä\");
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    assert(order++ == 0);
    pthread_join(thread, NULL);
    return 0;
}
";

const FINE: &str = "int main(void) { return 0; }\n";

/// A thread calls the function that SV-COMP's programs must not call.
const REACH_ERROR: &str = "\
#include <pthread.h>
extern void abort(void);
void reach_error() { abort(); }
static void *second(void *arg)
{
    return arg;
}
static void *first(void *arg)
{
    pthread_t inner;
    pthread_create(&inner, NULL, second, NULL);
    pthread_join(inner, NULL);
    reach_error();
    return arg;
}
int main(void)
{
    pthread_t outer;
    pthread_create(
        &outer, NULL, first, NULL);
    pthread_join(outer, NULL);
    return 0;
}
";

/// The folder in which a program is checked; its name wants escaping, too.
fn folder(name: &str, source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formats").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("my prog.c"), source).unwrap();
    folder
}

fn check(name: &str, source: &str, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder(name, source)).args(["check", "my prog.c"]).args(options);
    command.env("SOURCE_DATE_EPOCH", "0").stdin(Stdio::null()).output().unwrap()
}

/// The report on stdout.
#[track_caller]
fn report(name: &str, source: &str, options: &[&str], exit: i32) -> String {
    let output = check(name, source, options);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// Names of programs of each outcome, with their exit codes.
const OUTCOMES: &[(&str, &str, &[&str], i32)] = &[
    ("deadlock", DEADLOCK, &[], 1),
    ("race", RACE, &[], 1),
    ("awkward", AWKWARD, &["--keep-going"], 1),
    ("reach", REACH_ERROR, &[], 1),
    ("fine", FINE, &[], 0),
    ("incomplete", DEADLOCK, &["--max-depth", "2"], 3),
    ("broken", "int main(void) { return }\n", &[], 2),
];

/// OASIS's schema, as the crate `serde-sarif` carries it: it is among our dependencies for the sake of this file, and
/// only Cargo knows where its files are. It belongs to a bare machine's dependencies: Cargo downloads them here and never compiles
/// them.
pub(crate) fn sarif_schema() -> Value {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-none"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let metadata: Value = serde_json::from_slice(&cargo.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
    serde_json::from_slice(&fs::read(folder.join("src/schema.json")).unwrap()).unwrap()
}

#[test]
fn sarif_follows_its_schema() {
    let schema = sarif_schema();
    assert!(!errors(&schema, &serde_json::json!({ "version": "2.1.0", "runs": [{}] })).is_empty());
    for (name, source, options, exit) in OUTCOMES {
        let text =
            report(&format!("sarif {name}"), source, &[options, &["--format", "sarif"][..]].concat(), *exit);
        let sarif: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(errors(&schema, &sarif), [""; 0], "{name}: {text}");
        let run = &sarif["runs"][0];
        assert_eq!(run["invocations"][0]["executionSuccessful"], *exit != 2, "{name}");
        let bugs = run["results"].as_array().unwrap().len();
        assert_eq!(bugs, if *name == "awkward" { 2 } else { usize::from(*exit == 1) }, "{name}");
        let notified = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
        assert_eq!(notified.is_empty(), *exit < 2, "{name}: {notified:?}");
    }
}

#[test]
fn sarif_shows_a_deadlock_on_its_lines() {
    let text = report("sarif lines", DEADLOCK, &["--format", "sarif"], 1);
    let sarif: Value = serde_json::from_str(&text).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "deadlock");
    let place = |location: &Value| {
        let physical = &location["physicalLocation"];
        let line = physical["region"]["startLine"].as_u64().unwrap();
        (physical["artifactLocation"]["uri"].as_str().unwrap().to_owned(), line)
    };
    let here = |line| ("my%20prog.c".to_owned(), line);
    let related: Vec<_> = result["relatedLocations"].as_array().unwrap().iter().map(place).collect();
    let mut sorted = related.clone();
    sorted.sort();
    assert_eq!(sorted, [here(6), here(16)]);
    assert!(related.contains(&place(&result["locations"][0])));

    // In every thread's flow the steps are in order, and the last one is where it waits.
    let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let ids: Vec<_> = flows.iter().map(|flow| flow["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["main", "thread 1"]);
    for (flow, lines) in flows.iter().zip([&[14, 15, 16][..], &[5, 6]]) {
        let locations = flow["locations"].as_array().unwrap();
        let places: Vec<_> = locations.iter().map(|step| place(&step["location"])).collect();
        assert_eq!(places, lines.iter().map(|line| here(*line)).collect::<Vec<_>>());
        assert!(locations.is_sorted_by_key(|step| step["executionOrder"].as_u64().unwrap()));
        assert_eq!(locations.last().unwrap()["importance"], "essential");
    }
}

#[test]
fn junit_is_xml_with_a_failure_for_every_bug() {
    for (name, source, options, exit) in OUTCOMES {
        let text =
            report(&format!("junit {name}"), source, &[options, &["--format", "junit"][..]].concat(), *exit);
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let named = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
        let suite = named("testsuite").next().unwrap();
        let count = |attribute| suite.attribute(attribute).unwrap().parse::<i32>().unwrap();
        assert_eq!((count("tests"), named("testcase").count()), (1, 1));
        assert_eq!(
            (count("failures"), count("errors")),
            (i32::from(*exit == 1), i32::from(*exit > 1)),
            "{name}"
        );
        assert_eq!(named("testcase").next().unwrap().attribute("name"), Some("my prog.c"));
        let kinds: Vec<_> = named("failure").map(|failure| failure.attribute("type").unwrap()).collect();
        let expected: &[&str] = match *name {
            "deadlock" => &["deadlock"],
            "race" => &["data-race"],
            "awkward" => &["assertion", "assertion"],
            "reach" => &["abort"],
            _ => &[],
        };
        assert_eq!(kinds, expected, "{name}");
        assert_eq!(named("error").count() > 0, *exit > 1, "{name}");
        if *name == "awkward" {
            let messages: Vec<_> =
                named("failure").map(|failure| failure.attribute("message").unwrap()).collect();
            assert!(messages.iter().any(|message| message.contains("<&]]> ")), "{messages:?}");
        }
    }
}

#[test]
fn the_graph_has_a_cluster_for_every_thread_and_the_bug_in_red() {
    let text = report("dot", DEADLOCK, &["--format", "dot"], 1);
    assert_eq!(text.matches("subgraph cluster_").count(), 2);
    for line in [
        "    label=\"thread 1\";",
        "  bug0 -> bug1 [color=red, style=dashed, constraint=false, label=\"waits for\"];",
        "  bug1 -> bug0 [color=red, style=dashed, constraint=false, label=\"waits for\"];",
    ] {
        assert!(text.lines().any(|other| other == line), "no `{line}` in:\n{text}");
    }
    let race = report("dot race", RACE, &["--format", "dot"], 1);
    assert!(race.contains("bug0 -> bug1 [color=red, style=dashed, dir=none"), "{race}");
    assert!(report("dot fine", FINE, &["--format", "dot"], 0).contains("no bug found"));
}

#[test]
fn graphviz_reads_the_graph() {
    for (name, source, options, exit) in OUTCOMES.iter().filter(|(.., exit)| *exit != 2) {
        let text =
            report(&format!("graphviz {name}"), source, &[options, &["--format", "dot"][..]].concat(), *exit);
        let mut dot =
            Command::new("dot").arg("-Tplain").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        dot.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = dot.wait_with_output().unwrap();
        assert!(output.status.success(), "{name}:\n{text}");
        let drawn = String::from_utf8(output.stdout).unwrap();
        let nodes = drawn.lines().filter(|line| line.starts_with("node ")).count();
        // A node is declared where its label is given.
        assert_eq!(nodes, text.lines().filter(|line| line.contains(" [label=")).count(), "{name}:\n{drawn}");
    }
}

fn waypoints(witness: &str) -> Vec<(String, u64, u64)> {
    let entries: Value =
        serde_yaml_ng::from_str(witness).unwrap_or_else(|error| panic!("{error}:\n{witness}"));
    let segments = entries[0]["content"].as_array().unwrap();
    let waypoints = segments.iter().flat_map(|segment| segment["segment"].as_array().unwrap());
    let place = |waypoint: &Value| {
        let waypoint = &waypoint["waypoint"];
        assert_eq!(waypoint["location"]["file_name"], "my prog.c");
        let line = waypoint["location"]["line"].as_u64().unwrap();
        (waypoint["type"].as_str().unwrap().to_owned(), waypoint["thread_id"].as_u64().unwrap(), line)
    };
    waypoints.map(place).collect()
}

#[test]
fn a_witness_of_a_race_ends_with_both_accesses() {
    let witness = report("witness race", RACE, &["--format", "witness"], 1);
    let way = |kind: &str, thread, line| (kind.to_owned(), thread, line);
    let mut places = waypoints(&witness);
    places[1..].sort();
    assert_eq!(places, [way("function_enter", 0, 11), way("target", 0, 12), way("target", 1, 5)]);
    let entries: Value = serde_yaml_ng::from_str(&witness).unwrap();
    let last = entries[0]["content"].as_array().unwrap().last().unwrap();
    assert_eq!(last["segment"].as_array().unwrap().len(), 2, "nothing orders the two");

    let metadata = &entries[0]["metadata"];
    assert_eq!(metadata["format_version"], "2.2");
    assert_eq!(metadata["creation_time"], "1970-01-01T00:00:00Z");
    assert_eq!(metadata["task"]["specification"], "CHECK( init(main()), LTL(G ! data-race) )");
    assert_eq!(metadata["producer"]["command_line"], "mazurka check 'my prog.c' --format witness");
    let sums = Command::new("sha256sum")
        .arg("my prog.c")
        .current_dir(folder("witness race", RACE))
        .output()
        .unwrap();
    let sum = String::from_utf8(sums.stdout).unwrap();
    let hash = metadata["task"]["input_file_hashes"]["my prog.c"].as_str().unwrap();
    assert_eq!(Some(hash), sum.split_whitespace().next());
}

/// What the description of the format asks of every witness.
#[test]
fn witnesses_have_the_form_of_the_format() {
    for (name, source, options, exit) in
        OUTCOMES.iter().filter(|(name, .., exit)| *exit == 1 && *name != "deadlock")
    {
        let options = [options, &["--format", "witness"][..]].concat();
        let text = report(&format!("witness {name}"), source, &options, *exit);
        let entries: Vec<Value> = serde_yaml_ng::from_str(&text).unwrap();
        assert_eq!(entries.len(), if *name == "awkward" { 2 } else { 1 }, "{text}");
        for entry in entries {
            assert_eq!(entry["entry_type"], "violation_sequence");
            let task = &entry["metadata"]["task"];
            assert_eq!((&task["data_model"], &task["language"]), (&"LP64".into(), &"C".into()));
            let hash = task["input_file_hashes"]["my prog.c"].as_str().unwrap();
            assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
            let segments = entry["content"].as_array().unwrap();
            for (index, segment) in segments.iter().enumerate() {
                let is_last = index + 1 == segments.len();
                let waypoints = segment["segment"].as_array().unwrap();
                assert_eq!(waypoints.len(), if is_last && *name == "race" { 2 } else { 1 });
                for waypoint in waypoints.iter().map(|waypoint| &waypoint["waypoint"]) {
                    let kind = waypoint["type"].as_str().unwrap();
                    assert_eq!(kind == "target", is_last, "{text}");
                    assert!(["target", "assumption", "function_enter", "function_return"].contains(&kind));
                    assert_eq!(waypoint["action"], "follow");
                    assert!(
                        waypoint["thread_id"].is_u64() && waypoint["location"]["line"].is_u64(),
                        "{text}"
                    );
                    let constrained = matches!(kind, "assumption" | "function_return");
                    assert_eq!(waypoint["constraint"].is_object(), constrained, "{text}");
                }
            }
        }
    }
}

#[test]
fn a_witness_numbers_threads_by_creation_and_ends_at_the_call_of_reach_error() {
    let witness = report("witness reach", REACH_ERROR, &["--format", "witness"], 1);
    let way = |kind: &str, thread, line| (kind.to_owned(), thread, line);
    let places: Vec<_> = waypoints(&witness);
    let creations: Vec<_> = places.iter().filter(|(kind, ..)| kind == "function_enter").cloned().collect();
    // A function is entered where its call ends.
    assert_eq!(creations, [way("function_enter", 0, 20), way("function_enter", 1, 11)]);
    assert_eq!(places.last(), Some(&way("target", 1, 13)));
}

/// What the program leaves open, and how it is chosen.
const OPEN: &str = "\
#include <assert.h>
#include <mazurka.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = malloc(4);
    int x = __VERIFIER_nondet_int();
    assert(p || x != -2 || mz_choose(3) != 2);
    free(p);
    return 0;
}
";

#[test]
fn chosen_values_are_part_of_the_trace_and_of_the_witness() {
    let options = ["--malloc-may-fail", "--nondet-range", "-3..3", "--format"];
    let json: Value =
        serde_json::from_str(&report("open", OPEN, &[&options[..], &["json"]].concat(), 1)).unwrap();
    let steps = json["bugs"][0]["trace"].as_array().unwrap().iter();
    let chosen = steps.filter(|step| step["operation"] == "choose").map(|step| &step["value"]);
    let chosen: Vec<_> =
        chosen.map(|value| (value["variable"].as_str().unwrap(), value["after"].as_str().unwrap())).collect();
    assert_eq!(chosen, [("malloc()", "NULL"), ("__VERIFIER_nondet_int()", "-2"), ("mz_choose()", "2")]);

    let witness = report("open", OPEN, &[&options[..], &["witness"]].concat(), 1);
    let entries: Value = serde_yaml_ng::from_str(&witness).unwrap();
    let segments = entries[0]["content"].as_array().unwrap();
    let waypoints = segments.iter().map(|segment| &segment["segment"][0]["waypoint"]);
    let returns: Vec<_> = waypoints.filter(|waypoint| waypoint["type"] == "function_return").collect();
    assert_eq!(returns.len(), 1, "{witness}");
    assert_eq!(returns[0]["constraint"]["value"], "\\result == -2");
    let place = |field: &str| returns[0]["location"][field].as_u64();
    assert_eq!((place("line"), place("column")), (Some(8), Some(35)));
}

#[test]
fn a_witness_calls_files_as_the_user_does() {
    let folder = folder("witness names", RACE);
    let absolute = folder.canonicalize().unwrap().join("my prog.c");
    let names = ["my prog.c", "./my prog.c", absolute.to_str().unwrap()];
    for name in names {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        command.current_dir(&folder).args(["check", "--no-trace", "--format", "witness", name]);
        let witness = String::from_utf8(command.stdin(Stdio::null()).output().unwrap().stdout).unwrap();
        let entries: Value = serde_yaml_ng::from_str(&witness).unwrap();
        assert_eq!(entries[0]["metadata"]["task"]["input_files"][0], name);
        assert_eq!(entries[0]["content"][0]["segment"][0]["waypoint"]["location"]["file_name"], name);
    }
}

#[test]
fn without_a_property_there_is_no_witness() {
    let witness = report("witness deadlock", DEADLOCK, &["--format", "witness"], 1);
    assert_eq!(witness, "# SV-COMP has no property that `deadlock` violates\n[]\n");
    assert_eq!(report("witness fine", FINE, &["--format", "witness"], 0), "[]\n");
}

#[test]
fn reports_in_files_stand_beside_the_one_on_stdout() {
    let files =
        ["--json", "json", "--sarif", "sarif", "--junit", "junit", "--dot", "dot", "--witness", "witness"];
    let text = report("files", RACE, &files, 1);
    assert!(text.starts_with("error[data-race]: "), "{text}");
    let folder = folder("files", RACE);
    for format in ["json", "sarif", "junit", "dot", "witness"] {
        let alone = report("files", RACE, &["--format", format], 1);
        let written = fs::read_to_string(folder.join(format)).unwrap();
        assert_eq!(stable(&written), stable(&alone), "{format}");
    }
    fs::remove_file(folder.join("dot")).unwrap();
    let output = check("files", RACE, &["--sarif", "no/such/folder.sarif", "--dot", "dot"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot write no/such/folder.sarif"));
    // All else is there, in spite of it.
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("error[data-race]: "));
    assert!(folder.join("dot").exists());
}

/// Without times, and without the command lines, which differ.
fn stable(report: &str) -> String {
    let varies =
        |line: &&str| ["\"seconds\"", "ommand", "time=", "uuid"].iter().all(|part| !line.contains(part));
    report.lines().filter(varies).collect::<Vec<_>>().join("\n")
}
