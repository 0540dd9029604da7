//! Stateful searches: how fast they are beside SPIN, the table of the SDPOR paper for our programs, and how what a
//! state costs grows with the heap.
//!
//! Every measurement is a process of its own on a program compiled beforehand; time is user and system CPU time, loading included.
//! `cargo bench --bench stateful -- peterson` measures the programs with `peterson` in their name.

// Memory is not told.
#[allow(dead_code)]
mod measure;
mod results;

use std::error::Error;
use std::path::Path;

use measure::{Cost, compile};
use results::{Table, at_least, machine, publish, seconds, thousands};

/// At most this long for one search.
const TIMEOUT: &str = "--timeout=60";

/// A program, how it is compiled, what it is called, and SPIN's states per second on its model of the same (6.5.2, compiled verifier,
/// one core, its own partial order reduction).
const BESIDE_SPIN: [(&str, &str, &str, f64); 7] = [
    ("tests/states/peterson.c", "-DN=4", "peterson(4), endless", 1.7e6),
    ("tests/states/bakery.c", "-DN=4", "bakery(4)", 2.4e6),
    ("tests/states/bounded_buffer.c", "-DSLOTS=8", "bounded_buffer, 2 + 2, 8 slots, endless", 1.9e6),
    ("tests/states/bluetooth.c", "-DN=5", "bluetooth(5)", 1.6e6),
    ("tests/states/alternating_bit.c", "-DCAPACITY=8", "alternating_bit, capacity 8", 1.0e6),
    ("tests/states/philosophers.c", "-DN=8", "philosophers(8), one meal (SPIN: 10)", 0.56e6),
    ("tests/states/philosophers.c", "-DN=9 -DENDLESS", "philosophers(9), endless (SPIN: 12)", 0.20e6),
];

/// A row of the paper's Table 1, and our program for it.
struct Row {
    program: &'static str,
    flags: &'static str,
    name: &'static str,
    paper: &'static str,
    /// Runs, transitions and seconds of its DPOR; nothing where that did not end within a day.
    dpor: Option<[f64; 3]>,
    /// Runs, transitions, transitions to known states and seconds of its SDPOR.
    sdpor: [f64; 4],
}

const fn row(
    (program, flags, name): (&'static str, &'static str, &'static str),
    paper: &'static str,
    dpor: Option<[f64; 3]>,
    sdpor: [f64; 4],
) -> Row {
    Row { program, flags, name, paper, dpor, sdpor }
}

const COMPRESSOR: &str = "tests/states/block_compressor.c";
const SCANNER: &str = "tests/states/file_scanner.c";

const TABLE: [Row; 9] = [
    row(("tests/states/figure1.c", "", "figure1, 2"), "example1, 2", None, [35.0, 2084.0, 12.0, 1.41]),
    row(
        ("tests/states/shared_array.c", "", "shared_array, 2"),
        "sharedArray, 2",
        None,
        [98.0, 18_557.0, 33.0, 5.70],
    ),
    row(
        ("tests/states/bounded_buffer.c", "-DITEMS=2", "bounded_buffer, 4"),
        "bbuf, 4",
        Some([47_096.0, 1_058_962.0, 938.0]),
        [16_246.0, 349_717.0, 669.0, 345.0],
    ),
    row(
        (COMPRESSOR, "-DTHREADS=4", "block_compressor, 4"),
        "bzip2smp, 4",
        None,
        [4598.0, 26_442.0, 4460.0, 1311.0],
    ),
    row(
        (COMPRESSOR, "-DTHREADS=5", "block_compressor, 5"),
        "bzip2smp, 5",
        None,
        [18_709.0, 92_276.0, 18_278.0, 9456.0],
    ),
    row(
        (COMPRESSOR, "-DTHREADS=6", "block_compressor, 6"),
        "bzip2smp, 6",
        None,
        [51_400.0, 236_863.0, 50_401.0, 25_659.0],
    ),
    row(
        (SCANNER, "-DTHREADS=3", "file_scanner, 3"),
        "pfscan, 3",
        Some([84.0, 1157.0, 0.53]),
        [71.0, 967.0, 2.0, 0.49],
    ),
    row(
        (SCANNER, "-DTHREADS=4", "file_scanner, 4"),
        "pfscan, 4",
        Some([13_617.0, 189_218.0, 241.0]),
        [3168.0, 40_395.0, 334.0, 57.0],
    ),
    row(
        (SCANNER, "-DTHREADS=5", "file_scanner, 5"),
        "pfscan, 5",
        None,
        [272_873.0, 3_402_486.0, 39_008.0, 5329.0],
    ),
];

/// DPOR as the paper has it, and SDPOR with both kinds of states: which figures are told of each.
const SEARCHES: [(&[&str], &[&str]); 3] = [
    (&["--reduction=classic", "--no-commute"], &["executions", "transitions"]),
    (&["--reduction=sdpor", "--states=light"], &["executions", "transitions", "revisits"]),
    (&["--reduction=sdpor"], &["transitions", "revisits"]),
];

const HEADINGS: [&str; 11] = [
    "program, threads",
    "DPOR runs",
    "steps",
    "s",
    "light: runs",
    "steps",
    "again",
    "s",
    "exact: steps",
    "again",
    "s",
];

/// The same states with heaps of these kilobytes, in blocks of these bytes.
const HEAPS: [(usize, usize); 6] = [(64, 1024), (512, 1024), (4096, 1024), (64, 64), (512, 64), (4096, 64)];

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    publish("spin", &compare_with_spin(is_wanted)?, wanted.is_empty())?;
    publish("sdpor", &rebuild_table(is_wanted)?, wanted.is_empty())?;
    publish("heaps", &grow_heap(is_wanted)?, wanted.is_empty())
}

/// What a state costs, the start of the program aside: the difference between many states and few.
fn grow_heap(is_wanted: impl Fn(&str) -> bool) -> Result<String, Box<dyn Error>> {
    let program = "tests/states/large_heap.c";
    let mut table = Table::new(&["live heap", "in blocks of", "µs a state"], 0);
    for (kilobytes, block) in HEAPS.into_iter().filter(|_| is_wanted(program)) {
        let cost = |rounds: usize| -> Result<(f64, f64), Box<dyn Error>> {
            let flags = format!("-DKILOBYTES={kilobytes} -DBLOCK={block} -DN={rounds}");
            let Cost { report, seconds, .. } = search(&compile(program, &flags)?, &["--reduction=stateful"])?;
            Ok((report["states"].as_f64().ok_or("no states are told")?, seconds))
        };
        let ((few, shorter), (many, longer)) = (cost(2)?, cost(30)?);
        let microseconds = 1e6 * (longer - shorter) / (many - few);
        table.row(&[format!("{kilobytes} KB"), format!("{block} B"), format!("{microseconds:.1}")]);
    }
    Ok([table.text(), machine()].concat())
}

fn compare_with_spin(is_wanted: impl Fn(&str) -> bool) -> Result<String, Box<dyn Error>> {
    let head =
        ["program", "states", "steps", "states/s", "steps/s", "bytes a state", "SPIN's states/s", "ratio"];
    let mut table = Table::new(&head, 1);
    for (program, flags, name, spin) in BESIDE_SPIN {
        if !is_wanted(name) {
            continue;
        }
        let Cost { report, seconds, .. } = search(&compile(program, flags)?, &["--reduction=stateful"])?;
        let number = |name: &str| report[name].as_f64().ok_or_else(|| format!("no {name} in {report}"));
        let (states, steps, bytes) = (number("states")?, number("transitions")?, number("bytes_per_state")?);
        let complete = report["verdict"] != "incomplete";
        // Three figures are what can be measured.
        let rate = 1000.0 * (states / seconds / 1000.0).round();
        table.row(&[
            name.to_owned(),
            at_least(states, complete),
            at_least(steps, complete),
            thousands(rate),
            format!("{:.1} M", steps / seconds / 1e6),
            format!("{bytes:.1}"),
            thousands(spin),
            format!("{:.2}", rate / spin),
        ]);
    }
    Ok([table.text(), machine()].concat())
}

fn rebuild_table(is_wanted: impl Fn(&str) -> bool) -> Result<String, Box<dyn Error>> {
    let mut table = Table::new(&HEADINGS, 1);
    for row in TABLE.iter().filter(|row| is_wanted(row.name)) {
        let text = compile(row.program, row.flags)?;
        let mut cells = vec![row.name.to_owned()];
        for (options, figures) in SEARCHES {
            let cost = search(&text, options)?;
            let complete = cost.report["verdict"] != "incomplete";
            let figure = |name: &&str| at_least(cost.report[*name].as_f64().unwrap_or(f64::NAN), complete);
            cells.extend(figures.iter().map(figure));
            cells.push(seconds(cost.seconds, complete));
        }
        table.row(&cells);
        table.row(&row.papers());
    }
    Ok([table.text(), machine()].concat())
}

impl Row {
    /// The cells of the paper's figures.
    fn papers(&self) -> Vec<String> {
        let dpor = self.dpor.map_or(["–"; 3].map(str::to_owned), |figures| figures.map(figure));
        let others = HEADINGS.len() - 1 - self.sdpor.len() - dpor.len();
        let name = format!("*{}*", self.paper);
        let sdpor = self.sdpor.map(figure).into_iter().chain(vec![String::new(); others]);
        [name].into_iter().chain(dpor).chain(sdpor).collect()
    }
}

/// As the paper prints it.
fn figure(number: f64) -> String {
    if number.fract() == 0.0 { thousands(number) } else { format!("{number:.2}") }
}

fn search(text: &Path, options: &[&str]) -> Result<Cost, Box<dyn Error>> {
    measure::check(text, &["--keep-going", "--max-depth=1000000000", TIMEOUT], options)
}
