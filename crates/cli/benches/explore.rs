//! Exploration: executions per second, time, steps and memory per reduction, beside the best peer's figures; and what an
//! execution costs within a bound, beside one without.
//!
//! Every measurement is a process of its own on a program compiled beforehand; time is user CPU time, loading included, and
//! the shortest of three where it is compared with a peer's.
//! `cargo bench --bench explore -- lastzero` measures the programs with `lastzero` in their name, and leaves out how the
//! costs grow; `bounded` measures only the searches within a bound.

mod measure;

use std::error::Error;
use std::path::Path;

use measure::{Cost, compile, stem};

const REDUCTIONS: [&str; 2] = ["optimal", "source"];

/// Nobody waits longer for one figure.
const TIMEOUT: &str = "--timeout=60";

/// A program, how it is compiled, and the executions per second of the best peer on it: GenMC 0.11 or Nidhugg (April
/// 2026), on a machine of two cores, one thread, with the options that make them count the same traces. On the lock-free
/// stack and queue they take failed attempts for waiting and have fewer traces.
const PROGRAMS: [(&str, &str, Option<f64>); 20] = [
    ("tests/check/counts/lastzero.c", "-DN=12", Some(15_360.0 / 0.78)),
    ("tests/check/counts/lastzero.c", "-DN=15", Some(147_456.0 / 11.8)),
    ("tests/check/counts/readers.c", "-DN=13", Some(8_192.0 / 0.36)),
    ("tests/check/counts/ainc.c", "-DN=7", Some(5_040.0 / 0.23)),
    ("tests/check/counts/casrot.c", "-DN=9", Some(8_597.0 / 0.08)),
    ("tests/check/counts/casw.c", "-DN=5", Some(32_880.0 / 0.29)),
    ("tests/check/counts/indexer.c", "-DN=15", Some(4_096.0 / 2.3)),
    ("tests/check/counts/fib.c", "-DN=4", Some(19_605.0 / 0.53)),
    ("tests/check/counts/sigma.c", "-DN=6", Some(10_395.0 / 0.21)),
    ("tests/check/counts/lockinc.c", "-DN=7", Some(5_040.0 / 0.35)),
    ("tests/check/counts/circular_buffer.c", "-DN=6", Some(924.0 / 0.39)),
    ("tests/check/counts/treiber_stack.c", "-DPUSHERS=3", Some(11_000.0)),
    ("tests/check/counts/ms_queue.c", "-DENQUEUERS=2", Some(14_000.0)),
    ("tests/check/counts/wcas.c", "-DN=9", None),
    ("tests/check/counts/binc.c", "-DN=5", None),
    ("tests/check/counts/philosophers.c", "-DN=12", None),
    ("tests/check/fixed/bounded_buffer.c", "", None),
    ("tests/check/fixed/readers_writers.c", "", None),
    ("tests/check/fixed/work_stealing.c", "", None),
    ("tests/check/fixed/spinlock_ticket.c", "", None),
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

const BOUNDS: [&str; 5] = ["preemptions=2", "preemptions=4", "delays=2", "delays=4", "delays=6"];

/// These searches are told to stop after so many executions: what one costs is known by then.
const ENOUGH: &str = "--max-executions=50000";

/// What an execution costs is not known after fewer: the first ones cost more.
const TOO_FEW: u64 = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    if wanted == ["bounded"] {
        return compare_with_bounds();
    }
    compare_with_peers(|name| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())))?;
    if wanted.is_empty() {
        growth("steps before the first race", "bench/explore/prefix.c", "LENGTH", &[0, 100, 1_000, 10_000])?;
        growth("steps of one execution", "bench/explore/reads.c", "READS", &[1_000, 10_000, 100_000])?;
        growth("number of executions", "tests/check/counts/readers.c", "N", &[10, 12, 14, 16, 18])?;
        compare_with_bounds()?;
    }
    Ok(())
}

fn compare_with_peers(is_wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    let head = ["traces", "redundant", "per s", "µs each", "steps each", "peak MB", "peer per s", "ratio"];
    print!("{:26} {:10}", "program", "reduction");
    head.iter().for_each(|column| print!(" {column:>10}"));
    println!();
    let mut ratios = Vec::new();
    for (program, flags, peer) in PROGRAMS {
        let name = format!("{} {}", stem(program), flags.trim_start_matches("-D"));
        if !is_wanted(&name) {
            continue;
        }
        let text = compile(program, flags)?;
        for reduction in REDUCTIONS {
            let measured = shortest(&text, &["--reduction", reduction], |measured| measured.seconds)?;
            let rate = measured.executions as f64 / measured.seconds;
            print!("{name:26} {reduction:10} {measured}");
            match peer {
                Some(peer) => println!(" {peer:10.0} {:9.1}x", rate / peer),
                None => println!(" {:>10} {:>10}", "-", "-"),
            }
            ratios.extend(peer.filter(|_| reduction == REDUCTIONS[0]).map(|peer| rate / peer));
        }
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    println!(
        "{} against the best peer: {mean:.1} times in the geometric mean, at least {least:.1}",
        REDUCTIONS[0]
    );
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
        let measured = measure(&compile(program, &format!("-D{name}={size}"))?, &[])?;
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
    let head = ["executions", "given up", "per s", "steps each", "slower", "a step"];
    print!("\n{:20} {:16}", "program", "bound");
    head.iter().for_each(|column| print!(" {column:>10}"));
    println!();
    let mut ratios = Vec::new();
    for (program, flags) in BOUNDED_PROGRAMS {
        let name = format!("{} {}", stem(program), flags.trim_start_matches("-D"));
        let text = compile(program, flags)?;
        let unbounded = shortest_search(&text, &["--reduction=source", ENOUGH])?;
        println!("{name:20} {:16} {unbounded}", "none");
        for bound in BOUNDS {
            let bounded = shortest_search(&text, &["--reduction=source-bpor", "--bound", bound, ENOUGH])?;
            let slower = bounded.each() / unbounded.each();
            let a_step = slower * unbounded.steps() / bounded.steps();
            let counts = bounded.begun() >= TOO_FEW;
            let remark = if counts { "" } else { "  too few" };
            println!("{name:20} {bound:16} {bounded} {slower:9.2}x {a_step:9.2}x{remark}");
            ratios.extend(counts.then_some((slower, a_step)));
        }
    }
    let mean = |of: fn(&(f64, f64)) -> f64| {
        (ratios.iter().map(|ratio| of(ratio).ln()).sum::<f64>() / ratios.len() as f64).exp()
    };
    let most = ratios.iter().map(|(slower, _)| *slower).fold(0.0, f64::max);
    println!(
        "within a bound, an execution takes {:.2} times as long in the geometric mean, at most {most:.2}; a step {:.2}",
        mean(|ratio| ratio.0),
        mean(|ratio| ratio.1)
    );
    Ok(())
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

impl std::fmt::Display for Searched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Searched { executions, given_up, .. } = self;
        write!(f, "{executions:10} {given_up:10} {:10.0} {:10.1}", 1.0 / self.each(), self.steps())
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
    let Cost { report, seconds, megabytes } = measure::check(text, &["--no-commute", TIMEOUT], options)?;
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
