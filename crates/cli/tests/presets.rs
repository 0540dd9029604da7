//! The table of reductions, and what is made from it: help and docs.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use mazurka::presets::{self, PRESETS, Preset, Run};
use mazurka_report::Guarantee;

#[test]
fn rows_are_consistent() {
    let names: BTreeSet<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names.len(), PRESETS.len(), "two rows have the same name");
    for Preset { name, guarantee, needs, run, .. } in PRESETS {
        match run {
            Run::Traces { all, within_bound } => {
                assert!(all.is_some() || within_bound.is_some(), "{name} cannot be run");
                let of_states = matches!(guarantee, Guarantee::AllErrors | Guarantee::AssertionsOnly);
                assert!(!of_states, "{name} explores traces");
            }
            // Without fingerprints all states would be one; and whether a trace was explored, no state shows.
            Run::Samples(_) => panic!("{name} does not explore"),
            Run::States(_) => assert!(needs.fingerprints && *guarantee != Guarantee::AllTraces, "{name}"),
        }
    }
}

#[test]
fn defaults_are_sound() {
    let default = |is_bounded| Preset::choose(None, is_bounded).map(|preset| preset.name);
    assert_eq!((default(false), default(true)), (Ok("optimal"), Ok("source-bpor")));
}

#[test]
fn refusals_name_what_fits() {
    let refusal = |name, is_bounded| Preset::choose(Preset::named(name), is_bounded).err();
    assert_eq!(
        refusal("sdpor", true).as_deref(),
        Some("--reduction sdpor knows no bound; source-bpor, nidhugg-bpor, classic-bpor and exhaustive do")
    );
    assert_eq!(
        refusal("naive-bpor", false).as_deref(),
        Some("--reduction naive-bpor needs a --bound, such as --bound preemptions=2")
    );
    assert_eq!((refusal("exhaustive", true), refusal("exhaustive", false)), (None, None));
}

/// The tables of `docs/guarantees.md` are the rows; `MAZURKA_BLESS=1` writes them.
#[test]
fn docs_list_all_reductions() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guarantees.md");
    let found = fs::read_to_string(&path).expect("the docs are readable");
    let mut expected = found.clone();
    for (head, is_listed) in TABLES {
        let start = expected.find(head).unwrap_or_else(|| panic!("no table `{head}`"));
        let length = expected[start..].find("\n\n").expect("a paragraph follows") + 1;
        expected.replace_range(start..start + length, &table(head, is_listed));
    }
    match env::var_os("MAZURKA_BLESS") {
        Some(_) => fs::write(&path, expected).expect("the docs can be written"),
        None => assert_eq!(found, expected, "MAZURKA_BLESS=1 writes the tables"),
    }
}

#[test]
fn headings_name_the_reductions_that_options_are_for() {
    let definition = mazurka::definition();
    let check = definition.find_subcommand("check").expect("it is a command");
    let headings: BTreeSet<&str> =
        check.get_arguments().filter_map(|argument| argument.get_help_heading()).collect();
    let which =
        |filter: fn(&Preset) -> bool| presets::list(PRESETS.iter().filter(|preset| filter(preset)), "or");
    let stateful = which(Preset::is_stateful);
    let sharing = which(Preset::looks_for_shared_objects);
    let transactions = which(Preset::is_of_transactions);
    let with_reductions: Vec<&str> =
        headings.into_iter().filter(|heading| heading.contains("--reduction")).collect();
    let expected = [
        format!("Shared objects (--reduction {sharing})"),
        format!("State matching (--reduction {stateful})"),
        format!("Transactions (--reduction {transactions})"),
    ];
    assert_eq!(with_reductions, expected);
}

type Filter = fn(&Preset) -> bool;

/// The first line of each table, and which rows belong in it.
const TABLES: [(&str, Filter); 3] = [
    ("| reduction | explores | paper |", Preset::explores_all_traces),
    ("| reduction | explores by state | paper |", Preset::is_stateful),
    ("| reduction | explores within the bound | paper |", Preset::explores_within_bound),
];

fn table(head: &str, is_listed: Filter) -> String {
    let is_default =
        |preset: &Preset| Preset::choose(None, true).is_ok_and(|default| default.name == preset.name);
    let row = |preset: &Preset| {
        let default = if is_default(preset) { " (default with `--bound`)" } else { "" };
        let paper = if preset.paper.is_empty() { String::new() } else { format!(" {}", preset.paper) };
        format!("| `{}`{default} | {} |{paper} |\n", preset.name, preset.explores)
    };
    let rows: String = PRESETS.iter().filter(|preset| is_listed(preset)).map(row).collect();
    format!("{head}\n| --- | --- | --- |\n{rows}")
}
