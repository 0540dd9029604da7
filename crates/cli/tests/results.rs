//! docs/results.md: all its tables are made, what comes from the recorded numbers of executions is as it is recorded, and counts that
//! are quickly found are found again.

use std::env;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::made::{self, Table};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A row of the table of programs that wait: what it is called, the executions before, the program with its size in
/// `tests/check/executions.txt`, and what is known to suffice.
const WAITING: [(&str, &str, &str, &str); 17] = [
    ("barrier, 2 threads, 2 rounds", "8", "waiting/barrier_rounds.c N=2", "1"),
    ("barrier, 3 threads, 2 rounds", "216", "waiting/barrier_rounds.c N=3", "1"),
    ("barrier, 4 threads, 2 rounds", "13,824", "waiting/barrier_rounds.c N=4", "1"),
    (
        "barrier, 2 threads, 4 rounds, the last of every second one works",
        "128",
        "waiting/barrier_last.c",
        "4",
    ),
    ("4 threads at a barrier for 2", "1,572", "waiting/barrier_pairs_fixed.c", "–"),
    (
        "a flag or a second by the clock, whichever comes first",
        "no end",
        "waiting/deadline_busy_fixed.c",
        "–",
    ),
    ("ticket lock, 4 threads", "24", "counts/ticket.c N=4", "24"),
    ("trylock until it is free, 3 threads", "6", "waiting/poll_trylock.c N=3", "6"),
    ("counter by compare-and-swap, reloaded, 3 threads", "60", "waiting/cas_reload.c", "6"),
    ("counter by compare-and-swap, what was found, 3 threads", "48", "waiting/cas_expected.c N=3", "6"),
    (
        "two counters by compare-and-swap, one after the other, 3 threads",
        "2,304",
        "waiting/cas_twice.c N=3",
        "36",
    ),
    ("reader-writer lock by compare-and-swap, 1 writer, 2 readers", "268", "waiting/rwlock_readers.c", "14"),
    ("mutex by futex, 2 threads", "10", "waiting/futex_mutex_fixed.c", "–"),
    (
        "a timed wait in a loop with a deadline by the clock, for 2 threads",
        "no end",
        "waiting/timedwait_deadline_fixed.c",
        "–",
    ),
    ("Treiber stack, 3 pushers, 2 poppers", "34,968", "counts/treiber_stack.c", "6,120"),
    ("Michael–Scott queue, 2 + 2", "11,198", "counts/ms_queue.c", "634"),
    ("sequence lock, one writer, one reader that reads again", "25", "waiting/seqlock_retry_fixed.c", "2"),
];

#[test]
fn programs_that_wait_are_as_recorded() {
    let recorded =
        fs::read_to_string(Path::new(ROOT).join("tests/check/executions.txt")).expect("it is there");
    let mut table = Table::new(&["program", "before", "now", "suffice"], 1);
    for (name, before, program, suffice) in WAITING {
        let now = recorded.lines().find_map(|line| {
            let rest = line.split_whitespace().collect::<Vec<_>>().join(" ");
            rest.strip_prefix(program)?.strip_prefix(' ')?.split(' ').next().map(str::to_owned)
        });
        let now = now.unwrap_or_else(|| panic!("{program} is not recorded"));
        let now = made::thousands(now.parse().unwrap_or_else(|_| panic!("{program}: {now}")));
        table.row(&[name, before, &now, suffice]);
    }
    compare("waiting", &table.text());
}

/// The document has this part, or gets it.
pub(crate) fn compare(name: &str, text: &str) {
    let document = fs::read_to_string(made::document()).expect("the documentation is there");
    let expected = made::replace(&document, name, text).expect("it has such a part");
    match env::var_os("MAZURKA_BLESS") {
        Some(_) => fs::write(made::document(), expected).expect("the documentation can be written"),
        None => assert!(document == expected, "{name} is not what `make results` makes"),
    }
}

#[test]
fn all_tables_are_made() {
    let document = fs::read_to_string(made::document()).expect("the documentation is there");
    let mut part = None;
    let mut parts = 0;
    for line in document.lines() {
        match line {
            _ if line.starts_with("<!-- made by ") => {
                assert_eq!(part.replace(line), None, "{line} is within another part");
                parts += 1;
            }
            "<!-- end -->" => assert!(part.take().is_some(), "a part ends that has not begun"),
            _ => assert!(part.is_some() || !line.starts_with('|'), "written by hand: {line}"),
        }
    }
    assert_eq!((part, parts), (None, PARTS.len()));
    for name in PARTS {
        assert!(document.contains(&format!("<!-- made by {name} -->\n")), "there is no {name}");
    }
}

/// What benchmarks, this file, `growth` and `crates/explore/tests/bounded.rs` make.
const PARTS: [&str; 20] = [
    "auto",
    "bugs",
    "costs-within-bounds",
    "deepening",
    "delays",
    "growth",
    "heaps",
    "hybrid",
    "hybrid-errors",
    "hybrid-growth",
    "known-traces",
    "peers",
    "preemptions",
    "samples",
    "sdpor",
    "sharing",
    "sharing-programs",
    "spin",
    "transactions",
    "waiting",
];

/// Some cells of a row: the part and the first cells of the row; the program and its options; and for each cell its column, what is
/// searched with, and what the report calls the figure.
type Counts =
    (&'static str, &'static [&'static str], &'static str, &'static [(usize, &'static str, &'static str)]);

const COUNTS: [Counts; 9] = [
    (
        "preemptions",
        &["readers(3)", "`classic-bpor`"],
        "tests/check/counts/readers.c -DN=3 --no-commute --reduction=classic-bpor",
        &[(2, "--bound=preemptions=0", "executions"), (6, "--bound=preemptions=4", "executions")],
    ),
    (
        "preemptions",
        &["casw(4)", "`source-bpor`"],
        "tests/check/counts/casw.c -DN=4 --no-commute --reduction=source-bpor",
        &[(3, "--bound=preemptions=1", "executions"), (4, "--bound=preemptions=2", "executions")],
    ),
    (
        "delays",
        &["lastzero(5)", "every interleaving"],
        "tests/check/counts/lastzero.c -DN=5 --no-commute --reduction=exhaustive",
        &[(4, "--bound=delays=2", "executions")],
    ),
    (
        "sdpor",
        &["file_scanner, 3"],
        "tests/states/file_scanner.c -DTHREADS=3",
        &[
            (1, "--reduction=classic --no-commute", "executions"),
            (8, "--reduction=sdpor", "transitions"),
            (9, "--reduction=sdpor", "revisits"),
        ],
    ),
    (
        "sharing-programs",
        &["airline"],
        "tests/states/airline.c --seed=1",
        &[
            (1, "--reduction=jpf", "states"),
            (2, "--reduction=clock-vector", "states"),
            (3, "--reduction=sdpor --races=allow", "states"),
            (4, "--reduction=stateful --races=allow", "states"),
        ],
    ),
    (
        "transactions",
        &["peterson"],
        "tests/transactions/peterson.c",
        &[
            (1, "--reduction=stateful", "states"),
            (3, "--reduction=unsound-transactions", "states"),
            (4, "--reduction=transactions", "states"),
            (6, "--reduction=cpc-full", "states"),
            (7, "--reduction=cycle-detection", "states"),
        ],
    ),
    (
        "transactions",
        &["conc, 4 workers"],
        "tests/transactions/conc.c -DN=4",
        &[(4, "--reduction=transactions", "states"), (6, "--reduction=cpc-full", "states")],
    ),
    (
        "hybrid",
        &["reservations -DTRAVELLERS=3"],
        "tests/hybrid/reservations.c -DTRAVELLERS=3 --races=allow",
        &[(5, "--reduction=dpor-states", "choice_points"), (7, "--reduction=hybrid", "choice_points")],
    ),
    (
        "hybrid",
        &["crypt -DWORDS=16"],
        "tests/hybrid/crypt.c -DWORDS=16 --races=allow",
        &[(5, "--reduction=dpor-states", "choice_points"), (7, "--reduction=hybrid", "choice_points")],
    ),
];

#[test]
fn counts_are_found_again() {
    let document = fs::read_to_string(made::document()).expect("the documentation is there");
    for (part, first, program, cells) in COUNTS {
        let row = row(&document, part, first).unwrap_or_else(|| panic!("{part} has no row {first:?}"));
        for (column, options, figure) in cells {
            let found = count(program, options, figure);
            assert_eq!(row[*column], made::thousands(found), "{part}, {first:?}, {figure}");
        }
    }
}

/// The cells of the row that begins with these.
fn row(document: &str, part: &str, first: &[&str]) -> Option<Vec<String>> {
    let (_, text) = document.split_once(&format!("<!-- made by {part} -->\n"))?;
    let mut name = String::new();
    for line in text.lines().take_while(|line| *line != "<!-- end -->") {
        let cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        let mut cells: Vec<String> = cells.collect();
        // Rows about the same program as the one before do not repeat its name.
        match cells[0].is_empty() {
            true => cells[0].clone_from(&name),
            false => name.clone_from(&cells[0]),
        }
        if cells.iter().map(String::as_str).take(first.len()).eq(first.iter().copied()) {
            return Some(cells);
        }
    }
    None
}

/// What a whole search counts.
fn count(program: &str, options: &str, figure: &str) -> f64 {
    let always = ["--keep-going", "--no-trace", "--format=json", "--max-depth=1000000000"];
    let (file, more) = program.split_once(' ').unwrap_or((program, ""));
    let words = always.into_iter().chain(more.split_whitespace()).chain(options.split_whitespace());
    let arguments = words.map(Into::into).chain([Path::new(ROOT).join(file).into()]);
    let (report, _) = mazurka::check_to_json(arguments).expect("the program is checked");
    let report: Value = serde_json::from_str(&report).expect("this is JSON");
    report[figure].as_f64().unwrap_or_else(|| panic!("no {figure} in {report}"))
}
