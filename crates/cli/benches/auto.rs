//! What it costs not to name a reduction: `--reduction auto` beside the best of those that it chooses from, on the programs of
//! `tests/check` and on larger ones. Makes a part of docs/results.md.
//!
//! Every measurement is a process of its own, on a program that is compiled already. Each reduction has ten seconds, and `auto` a
//! minute. `cargo bench --bench auto -- lock` looks only at the programs with `lock` in their name.

// Programs are compiled by the checks, with the options that they ask for.
#[allow(dead_code)]
mod measure;
mod results;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use measure::ROOT;
use results::{Table, geometric_mean, machine, publish};

/// What it chooses from.
const REDUCTIONS: [&str; 3] = ["optimal", "sdpor", "stateful"];

/// How many searches run at the same time.
const JOBS: [&str; 2] = ["--jobs=1", "--jobs=2"];

/// Differences below this do not count: starting varies by as much.
const START: f64 = 0.05;

/// Programs that take the best reduction longer than this are listed.
const LARGE: f64 = 0.1;

/// Besides those of `tests/check`.
const PROGRAMS: [(&str, &str); 22] = [
    ("tests/check/counts/lastzero.c", "-DN=14"),
    ("tests/check/counts/readers.c", "-DN=15"),
    ("tests/check/counts/casrot.c", "-DN=11"),
    ("tests/check/counts/two_readers.c", "-DN=5"),
    ("tests/check/counts/fib.c", "-DN=5"),
    ("tests/check/counts/lockinc.c", "-DN=8"),
    ("tests/check/counts/ainc.c", "-DN=8"),
    ("tests/check/counts/indexer.c", "-DN=15"),
    ("tests/check/counts/philosophers.c", "-DN=12"),
    ("tests/states/peterson.c", "-DN=4"),
    ("tests/states/bakery.c", "-DN=4"),
    ("tests/states/bounded_buffer.c", "-DSLOTS=8"),
    ("tests/states/bluetooth.c", "-DN=5"),
    ("tests/states/alternating_bit.c", "-DCAPACITY=8"),
    ("tests/states/philosophers.c", "-DN=8"),
    ("tests/states/philosophers.c", "-DN=9 -DENDLESS"),
    ("tests/states/figure1.c", ""),
    ("tests/states/shared_array.c", ""),
    ("tests/states/block_compressor.c", "-DTHREADS=5"),
    ("tests/states/block_compressor.c", "-DTHREADS=6"),
    ("tests/states/file_scanner.c", "-DTHREADS=5"),
    ("tests/samples/late.c", ""),
];

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let mut programs = suite()?;
    programs.extend(PROGRAMS.map(|(program, flags)| (Path::new(ROOT).join(program), words(flags))));
    programs.retain(|(program, _)| {
        wanted.is_empty() || wanted.iter().any(|part| program.to_string_lossy().contains(part.as_str()))
    });
    let head = [
        "program",
        "verdict",
        "best",
        "`auto`",
        "CPU s of the best",
        "of `auto`",
        "MB",
        "best by the clock, s",
        "two jobs, s",
    ];
    let mut table = Table::new(&head, 4);
    let mut ratios = Ratios::default();
    for (program, flags) in programs {
        if let Some(cells) = compare(&program, &flags, &mut ratios)? {
            table.row(&cells);
        }
    }
    publish("auto", &[table.text(), ratios.text(), machine()].concat(), wanted.is_empty())
}

/// A program, and the options that it is checked with.
type Program = (PathBuf, Vec<String>);

/// The programs of `tests/check`, with the options that they ask for, each of its known sizes.
fn suite() -> Result<Vec<Program>, Box<dyn Error>> {
    let mut programs = Vec::new();
    for folder in ["bugs", "fixed", "counts", "waiting"] {
        let mut paths = Vec::new();
        for entry in fs::read_dir(Path::new(ROOT).join("tests/check").join(folder))? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths {
            let source = fs::read_to_string(&path)?;
            let flags: Vec<String> =
                source.lines().filter_map(|line| line.strip_prefix("// check:")).flat_map(words).collect();
            let sizes = source.lines().filter_map(|line| line.strip_prefix("// traces "));
            let sizes: Vec<&str> = sizes.filter_map(|line| Some(line.split_once(':')?.0)).collect();
            match sizes.is_empty() {
                true => programs.push((path, flags)),
                false => programs.extend(sizes.into_iter().map(|size| {
                    (path.clone(), flags.iter().cloned().chain([format!("-D{size}")]).collect())
                })),
            }
        }
    }
    Ok(programs)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A search that has decided, or not.
struct Search {
    verdict: String,
    reduction: String,
    cpu: f64,
    wall: f64,
    megabytes: f64,
}

impl Search {
    fn has_decided(&self) -> bool {
        self.verdict != "incomplete"
    }
}

fn search(program: &Path, flags: &[String], options: &[&str]) -> Result<Search, Box<dyn Error>> {
    let flags: Vec<&str> = flags.iter().map(String::as_str).chain(["--no-minimize"]).collect();
    let started = Instant::now();
    let cost = measure::check(program, &flags, options)?;
    let text = |name: &str| cost.report[name].as_str().unwrap_or_default().to_owned();
    let (verdict, reduction) = (text("verdict"), text("reduction"));
    let (cpu, wall) = (cost.seconds, started.elapsed().as_secs_f64());
    Ok(Search { verdict, reduction, cpu, wall, megabytes: cost.megabytes })
}

/// Returns the cells of the table, if the program is to be in it.
fn compare(
    program: &Path,
    flags: &[String],
    ratios: &mut Ratios,
) -> Result<Option<Vec<String>>, Box<dyn Error>> {
    // From then on it is in the cache.
    search(program, flags, &["--reduction=optimal", "--timeout=0"])?;
    let mut decided = Vec::new();
    for name in REDUCTIONS {
        decided.push(search(program, flags, &["--reduction", name, "--timeout=10"])?);
    }
    decided.retain(Search::has_decided);
    let by = |seconds: fn(&Search) -> f64| {
        decided.iter().min_by(|one, other| seconds(one).total_cmp(&seconds(other)))
    };
    let (Some(best), Some(soonest)) = (by(|search| search.cpu), by(|search| search.wall)) else {
        return Ok(None);
    };
    let auto = |jobs| search(program, flags, &["--reduction=auto", "--timeout=60", jobs]);
    let [one, two] = [auto(JOBS[0])?, auto(JOBS[1])?];
    ratios.unfinished += u32::from(!one.has_decided());
    ratios.cpu.push(one.cpu.max(START) / best.cpu.max(START));
    ratios.wall.push(two.wall.max(START) / soonest.wall.max(START));
    ratios.above.push((one.cpu - START).max(best.cpu) / best.cpu);
    ratios.above_by_clock.push((two.wall - START).max(soonest.wall) / soonest.wall);
    if best.cpu > LARGE {
        ratios.large.push(one.cpu / best.cpu);
        ratios.large_by_clock.push(two.wall / soonest.wall);
    }
    if one.verdict == "bug" {
        ratios.bugs.push(one.cpu / best.cpu);
    }
    let name = format!("{} {}", measure::stem(&program.to_string_lossy()), flags.join(" "));
    let is_listed = best.cpu > LARGE || !one.has_decided() || !two.has_decided();
    Ok(is_listed.then(|| {
        vec![
            name.trim().to_owned(),
            one.verdict.clone(),
            format!("`{}`", best.reduction),
            format!("`{}`", one.reduction),
            format!("{:.2}", best.cpu),
            format!("{:.2}", one.cpu),
            format!("{:.0}", one.megabytes),
            format!("{:.2}", soonest.wall),
            format!("{:.2}", two.wall),
        ]
    }))
}

/// Of `auto` to the best.
#[derive(Default)]
struct Ratios {
    /// Where shorter times than [`START`] are taken for that.
    cpu: Vec<f64>,
    wall: Vec<f64>,
    /// With [`START`] subtracted.
    above: Vec<f64>,
    above_by_clock: Vec<f64>,
    /// Of programs that take the best longer than [`LARGE`].
    large: Vec<f64>,
    large_by_clock: Vec<f64>,
    bugs: Vec<f64>,
    unfinished: u32,
}

impl Ratios {
    fn text(&self) -> String {
        let Ratios { cpu, wall, above, above_by_clock, large, large_by_clock, bugs, unfinished } = self;
        let mean = |of: &[f64]| geometric_mean(of.iter().copied());
        let most = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
        format!(
            "\nOf {} programs that some reduction decides in ten seconds, `auto` does not decide {unfinished} in a minute. Times that of the \
             best, in\nthe geometric mean and at most:\n\
             - CPU time: {:.2}, at most {:.2}, where less than {START} s is taken for that; {:.2} and {:.2} after {START} s are subtracted\n\
             - by the clock, with two jobs: {:.2}, at most {:.2}; {:.2} and {:.2} after {START} s are subtracted\n\
             - the {} programs that take the best longer than {LARGE} s: {:.2}, at most {:.2}; by the clock, with two jobs: {:.2}, at most {:.2}\n\
             - CPU time up to the first bug, of {} programs: {:.2}, at most {:.2}\n",
            cpu.len(),
            mean(cpu),
            most(cpu),
            mean(above),
            most(above),
            mean(wall),
            most(wall),
            mean(above_by_clock),
            most(above_by_clock),
            large.len(),
            mean(large),
            most(large),
            mean(large_by_clock),
            most(large_by_clock),
            bugs.len(),
            mean(bugs),
            most(bugs)
        )
    }
}
