//! What it costs not to name a reduction: `--reduction auto` beside the best of those that it chooses from, on the programs of
//! `tests/check` and on larger ones. Prints Markdown, for docs/results.md.
//!
//! Every measurement is a process of its own, on a program that is compiled already. Each reduction has ten seconds, and `auto` a
//! minute. `cargo bench --bench auto -- lock` looks only at the programs with `lock` in their name.

// Programs are compiled by the checks, with the options that they ask for.
#[allow(dead_code)]
mod measure;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use measure::ROOT;

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
    println!("| program | verdict | best | CPU s | `auto` | CPU s | MB | with two jobs, s | best, s |");
    println!("| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: |");
    let mut ratios = Ratios::default();
    for (program, flags) in programs {
        compare(&program, &flags, &mut ratios)?;
    }
    ratios.print();
    Ok(())
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

fn compare(program: &Path, flags: &[String], ratios: &mut Ratios) -> Result<(), Box<dyn Error>> {
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
        return Ok(());
    };
    let auto = |jobs| search(program, flags, &["--reduction=auto", "--timeout=60", jobs]);
    let [one, two] = [auto(JOBS[0])?, auto(JOBS[1])?];
    let name = format!("{} {}", measure::stem(&program.to_string_lossy()), flags.join(" "));
    if best.cpu > LARGE || !one.has_decided() || !two.has_decided() {
        println!(
            "| {} | {} | `{}` | {:.2} | `{}` | {:.2} | {:.0} | {:.2} | {:.2} |",
            name.trim(),
            one.verdict,
            best.reduction,
            best.cpu,
            one.reduction,
            one.cpu,
            one.megabytes,
            two.wall,
            soonest.wall
        );
    }
    ratios.unfinished += u32::from(!one.has_decided());
    ratios.cpu.push(one.cpu.max(START) / best.cpu.max(START));
    ratios.wall.push(two.wall.max(START) / soonest.wall.max(START));
    if one.verdict == "bug" {
        ratios.bugs.push(one.cpu / best.cpu);
    }
    Ok(())
}

/// Of `auto` to the best.
#[derive(Default)]
struct Ratios {
    cpu: Vec<f64>,
    wall: Vec<f64>,
    bugs: Vec<f64>,
    unfinished: u32,
}

impl Ratios {
    fn print(&self) {
        let Ratios { cpu, wall, bugs, unfinished } = self;
        let mean =
            |of: &[f64]| (of.iter().map(|ratio| ratio.ln()).sum::<f64>() / of.len().max(1) as f64).exp();
        let most = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
        println!("\n{} programs that some reduction decides in ten seconds:", cpu.len());
        println!("- `auto` does not decide {unfinished} of them in a minute");
        println!(
            "- CPU time, times that of the best: {:.2} in the geometric mean, at most {:.2}",
            mean(cpu),
            most(cpu)
        );
        println!("- the same by the clock, with two jobs: {:.2}, at most {:.2}", mean(wall), most(wall));
        println!(
            "- up to the first bug, CPU time of {} programs: {:.2}, at most {:.2}",
            bugs.len(),
            mean(bugs),
            most(bugs)
        );
        println!("- shorter times than {START} s are taken for that, but for bugs");
    }
}
