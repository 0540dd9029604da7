//! Exploration: seconds beside those of two other checkers; executions per second, steps and memory per reduction; and what
//! an execution costs within a bound, beside one without.
//!
//! Every measurement is a process of its own; time is user and system CPU time. Beside the peers' it is that from the C file
//! on, the shortest of three, on programs that take a peer so long that starting does not count. Elsewhere programs are
//! compiled beforehand.
//! `cargo bench --bench explore -- lastzero` measures the programs with `lastzero` in their name, and leaves out how the
//! costs grow; `peers` measures only what is compared with them, `bounded` only the searches within a bound.

mod measure;
mod results;

use std::error::Error;
use std::path::Path;

use Nidhugg::{NotMeasured, Seconds, Stopped};
use measure::{Cost, compile, stem};
use results::{Table, geometric_mean, machine, publish, thousands};

const REDUCTIONS: [&str; 2] = ["optimal", "source"];

/// At most a minute for one figure.
const TIMEOUT: &str = "--timeout=60";

/// A program of which peers' times are known.
struct Known {
    program: &'static str,
    flags: &'static str,
    traces: u64,
    /// GenMC 0.11, `--sc --disable-ipr --disable-sr --disable-estimation`: with these it counts the same traces.
    genmc: f64,
    /// Nidhugg of April 2026, `--optimal --no-commute-rmws`.
    nidhugg: Nidhugg,
}

#[derive(Clone, Copy)]
enum Nidhugg {
    Seconds(f64),
    /// It was stopped after 25 seconds.
    Stopped,
    NotMeasured,
}

const fn known(
    program: &'static str,
    flags: &'static str,
    traces: u64,
    genmc: f64,
    nidhugg: Nidhugg,
) -> Known {
    Known { program, flags, traces, genmc, nidhugg }
}

/// The peers' times are user and system CPU seconds, starting and compiling included, measured in November 2026 on a machine
/// of two cores.
const PEERS: [Known; 9] = [
    known("tests/check/counts/lastzero.c", "-DN=14", 69_632, 3.41, Seconds(21.0)),
    known("tests/check/counts/readers.c", "-DN=15", 32_768, 1.07, Seconds(11.5)),
    known("tests/check/counts/casrot.c", "-DN=11", 182_905, 1.08, Stopped),
    known("tests/check/counts/casw.c", "-DN=5", 32_880, 0.22, Seconds(2.1)),
    known("tests/check/counts/two_readers.c", "-DN=5", 1_766_880, 7.43, Stopped),
    known("tests/check/counts/fib.c", "-DN=5", 218_243, 1.32, Seconds(12.7)),
    known("tests/check/counts/lockinc.c", "-DN=8", 40_320, 2.29, NotMeasured),
    known("tests/check/counts/ainc.c", "-DN=8", 40_320, 1.19, Seconds(2.2)),
    known("tests/check/counts/binc.c", "-DN=5", 14_400, 0.42, Seconds(0.8)),
];

/// Programs of which rates are measured, and how each is compiled.
const PROGRAMS: [(&str, &str); 20] = [
    ("tests/check/counts/lastzero.c", "-DN=12"),
    ("tests/check/counts/lastzero.c", "-DN=15"),
    ("tests/check/counts/readers.c", "-DN=13"),
    ("tests/check/counts/ainc.c", "-DN=7"),
    ("tests/check/counts/casrot.c", "-DN=9"),
    ("tests/check/counts/casw.c", "-DN=5"),
    ("tests/check/counts/indexer.c", "-DN=15"),
    ("tests/check/counts/fib.c", "-DN=4"),
    ("tests/check/counts/sigma.c", "-DN=6"),
    ("tests/check/counts/lockinc.c", "-DN=7"),
    ("tests/check/counts/circular_buffer.c", "-DN=6"),
    ("tests/check/counts/treiber_stack.c", "-DPUSHERS=3"),
    ("tests/check/counts/ms_queue.c", "-DENQUEUERS=2"),
    ("tests/check/counts/wcas.c", "-DN=9"),
    ("tests/check/counts/binc.c", "-DN=5"),
    ("tests/check/counts/philosophers.c", "-DN=12"),
    ("tests/check/fixed/bounded_buffer.c", ""),
    ("tests/check/fixed/readers_writers.c", ""),
    ("tests/check/fixed/work_stealing.c", ""),
    ("tests/check/fixed/spinlock_ticket.c", ""),
];

/// What is searched with and without a bound.
const BOUNDED_PROGRAMS: [(&str, &str); 6] = [
    ("tests/check/counts/casw.c", "-DN=5"),
    ("tests/check/counts/readers.c", "-DN=13"),
    ("tests/check/counts/lastzero.c", "-DN=11"),
    ("tests/check/counts/indexer.c", "-DN=15"),
    ("tests/check/counts/sigma.c", "-DN=6"),
    ("tests/check/counts/lockinc.c", "-DN=7"),
];

const BOUNDS: [&str; 4] = ["preemptions=2", "preemptions=4", "delays=4", "delays=6"];

/// Where these searches stop: what an execution costs is known by then.
const ENOUGH: &str = "--max-executions=50000";

/// What an execution costs is not known after fewer: the first ones cost more.
const TOO_FEW: u64 = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    if wanted == ["bounded"] {
        return compare_with_bounds();
    }
    if wanted == ["peers"] {
        return compare_with_peers(&|_| true, true);
    }
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    compare_with_peers(&is_wanted, wanted.is_empty())?;
    rates(&is_wanted)?;
    if wanted.is_empty() {
        growth("steps before the first race", "bench/explore/prefix.c", "LENGTH", &[0, 100, 1_000, 10_000])?;
        growth("steps of one execution", "bench/explore/reads.c", "READS", &[1_000, 10_000, 100_000])?;
        growth("number of executions", "tests/check/counts/readers.c", "N", &[10, 12, 14, 16, 18])?;
        compare_with_bounds()?;
    }
    Ok(())
}

/// Seconds from the C file on, beside those of the better peer.
fn compare_with_peers(is_wanted: &dyn Fn(&str) -> bool, is_whole: bool) -> Result<(), Box<dyn Error>> {
    let head = ["program", "traces", "GenMC", "Nidhugg", "`optimal`", "times as fast as the better"];
    let mut table = Table::new(&head, 1);
    let mut ratios = Vec::new();
    for Known { program, flags, traces, genmc, nidhugg } in PEERS {
        if !is_wanted(&name(program, flags)) {
            continue;
        }
        let seconds = (0..3).map(|_| seconds_from_source(program, flags, traces));
        let seconds = seconds.collect::<Result<Vec<f64>, _>>()?.into_iter().fold(f64::INFINITY, f64::min);
        let (better, nidhugg) = match nidhugg {
            Seconds(nidhugg) => (genmc.min(nidhugg), format!("{nidhugg:.1}")),
            Stopped => (genmc, "> 25".to_owned()),
            NotMeasured => (genmc, "–".to_owned()),
        };
        let ratio = better / seconds;
        table.row(&[
            call(program, flags),
            thousands(traces as f64),
            format!("{genmc:.2}"),
            nidhugg,
            format!("{seconds:.2}"),
            format!("{ratio:.1}"),
        ]);
        ratios.push(ratio);
    }
    if ratios.is_empty() {
        return Ok(());
    }
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let summary = format!(
        "\nThat is {:.1} times in the geometric mean, and at least {least:.1} times.\n",
        geometric_mean(ratios)
    );
    publish("peers", &[table.text(), summary, machine()].concat(), is_whole)
}

/// `lastzero(14)`
fn call(program: &str, flags: &str) -> String {
    format!("{}({})", stem(program), flags.trim_start_matches("-DN="))
}

fn name(program: &str, flags: &str) -> String {
    format!("{} {}", stem(program), flags.trim_start_matches("-D"))
}

/// User and system CPU seconds of a check, compiling included.
fn seconds_from_source(program: &str, flags: &str, traces: u64) -> Result<f64, Box<dyn Error>> {
    let source = Path::new(measure::ROOT).join(program);
    let Cost { report, seconds, .. } =
        measure::check(&source, &["--keep-going", "--no-commute", flags], &["--reduction", REDUCTIONS[0]])?;
    match report["executions"] == traces && report["complete"] == true {
        true => Ok(seconds),
        false => {
            Err(format!("{program} {flags} has {} executions, not {traces}", report["executions"]).into())
        }
    }
}

fn rates(is_wanted: &dyn Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    let head = ["traces", "redundant", "per s", "µs each", "steps each", "peak MB"];
    print!("{:26} {:10}", "program", "reduction");
    head.iter().for_each(|column| print!(" {column:>10}"));
    println!();
    for (program, flags) in PROGRAMS {
        let name = name(program, flags);
        if !is_wanted(&name) {
            continue;
        }
        let text = compile(program, flags)?;
        for reduction in REDUCTIONS {
            let measured = shortest(&text, &["--reduction", reduction], |measured| measured.seconds)?;
            println!("{name:26} {reduction:10} {measured}");
        }
    }
    Ok(())
}

/// How the cost of an execution and of its steps, and the memory, grow with one number.
fn growth(what: &str, program: &str, name: &str, sizes: &[u32]) -> Result<(), Box<dyn Error>> {
    println!(
        "\ngrowth with the {what}: {}\n{:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        stem(program),
        name,
        "traces",
        "per s",
        "µs each",
        "µs a step",
        "peak MB"
    );
    for size in sizes {
        let text = compile(program, &format!("-D{name}={size}"))?;
        let measured = measure(&text, &["--reduction", REDUCTIONS[0]])?;
        let Measured { executions, transitions, seconds, megabytes, .. } = measured;
        let (each, a_step) = (seconds / executions as f64, seconds / transitions as f64);
        print!("{size:10} {executions:10} {:10.0} {:10.2} ", 1.0 / each, each * 1e6);
        println!("{:10.2} {megabytes:10.1}", a_step * 1e6);
    }
    Ok(())
}

/// How much longer an execution takes within a bound: `source-bpor` against `source` on the same program, by the time
/// that the search itself took, the shortest of three.
fn compare_with_bounds() -> Result<(), Box<dyn Error>> {
    let headings = BOUNDS.map(|bound| bound.replace('=', " ≤ "));
    let headings = ["times as long as without a bound".to_owned()].into_iter().chain(headings);
    let mut table = Table::new(&headings.collect::<Vec<_>>(), 1);
    let mut ratios = Vec::new();
    for (program, flags) in BOUNDED_PROGRAMS {
        let text = compile(program, flags)?;
        let unbounded = shortest_search(&text, &["--reduction=source", ENOUGH])?;
        let mut cells = vec![call(program, flags)];
        for bound in BOUNDS {
            let bounded = shortest_search(&text, &["--reduction=source-bpor", "--bound", bound, ENOUGH])?;
            let slower = bounded.each() / unbounded.each();
            let a_step = slower * unbounded.steps() / bounded.steps();
            let counts = bounded.begun() >= TOO_FEW;
            cells.push(if counts { format!("{slower:.2}") } else { format!("({slower:.2})") });
            ratios.extend(counts.then_some((slower, a_step)));
        }
        table.row(&cells);
    }
    let most = ratios.iter().map(|(slower, _)| *slower).fold(0.0, f64::max);
    let summary = format!(
        "\nIn the geometric mean an execution takes {:.2} times as long, at most {most:.2} times; a step, which is a matter of the code, {:.2}\n\
         times.\n",
        geometric_mean(ratios.iter().map(|ratio| ratio.0)),
        geometric_mean(ratios.iter().map(|ratio| ratio.1))
    );
    publish("costs-within-bounds", &[table.text(), summary, machine()].concat(), true)
}

/// What a search has come to, executions that were given up included.
struct Searched {
    executions: u64,
    given_up: u64,
    transitions: u64,
    seconds: f64,
}

impl Searched {
    fn begun(&self) -> u64 {
        self.executions + self.given_up
    }

    /// Seconds per execution.
    fn each(&self) -> f64 {
        self.seconds / self.begun() as f64
    }

    /// Steps per execution.
    fn steps(&self) -> f64 {
        self.transitions as f64 / self.begun() as f64
    }
}

fn shortest_search(text: &Path, options: &[&str]) -> Result<Searched, Box<dyn Error>> {
    let shortest = shortest(text, options, |measured| measured.search_seconds)?;
    let Measured { executions, redundant, transitions, search_seconds, .. } = shortest;
    Ok(Searched { executions, given_up: redundant, transitions, seconds: search_seconds })
}

/// Of three runs.
fn shortest(
    text: &Path,
    options: &[&str],
    seconds: impl Fn(&Measured) -> f64,
) -> Result<Measured, Box<dyn Error>> {
    let tries: Vec<Measured> = (0..3).map(|_| measure(text, options)).collect::<Result<_, _>>()?;
    let shortest = tries.into_iter().min_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    shortest.ok_or_else(|| "no try".into())
}

struct Measured {
    executions: u64,
    redundant: u64,
    transitions: u64,
    complete: bool,
    /// Of the processor, loading included.
    seconds: f64,
    /// Of the search alone, by its own clock.
    search_seconds: f64,
    megabytes: f64,
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Measured { executions, redundant, transitions, complete, seconds, megabytes, .. } = self;
        let each = seconds / *executions as f64;
        let more = if *complete { "" } else { ">" };
        write!(f, "{:>10} {redundant:10} ", format!("{more}{executions}"))?;
        let steps = *transitions as f64 / *executions as f64;
        write!(f, "{:10.0} {:10.2} {steps:10.1} {megabytes:10.1}", 1.0 / each, each * 1e6)
    }
}

/// Explores a compiled program.
fn measure(text: &Path, options: &[&str]) -> Result<Measured, Box<dyn Error>> {
    let Cost { report, seconds, megabytes } =
        measure::check(text, &["--keep-going", "--no-commute", TIMEOUT], options)?;
    let number = |name: &str| report[name].as_u64().ok_or_else(|| format!("no {name} in {report}"));
    Ok(Measured {
        executions: number("executions")?.max(1),
        redundant: number("redundant")?,
        transitions: number("transitions")?,
        complete: report["verdict"] != "incomplete",
        seconds,
        search_seconds: report["seconds"].as_f64().ok_or("no seconds are told")?,
        megabytes,
    })
}
