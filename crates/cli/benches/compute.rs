//! Compute-bound programs of `bench/`: Mazurka against LLVM's interpreter and native code, all from the same `-O0` text.
//!
//! Prints user CPU seconds (the least of several runs) and their ratios. `cargo bench --bench compute -- sieve` measures
//! the programs with `sieve` in their name.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench");

/// Mazurka and native code are quick enough to be run several times.
const RUNS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    // What `cargo bench` passes; `cargo test --benches` does not, and has nothing to measure.
    if !env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let wanted: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let mut programs: Vec<PathBuf> =
        fs::read_dir(PROGRAMS)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.retain(|path| wanted.is_empty() || wanted.iter().any(|name| stem(path).contains(name.as_str())));
    programs.sort();
    println!(
        "{:12} {:>8} {:>10} {:>9} {:>13} {:>14}",
        "program", "lli s", "mazurka s", "native s", "lli/mazurka", "mazurka/native"
    );
    let mut measured = Vec::new();
    for program in &programs {
        let row = measure(program)?;
        println!(
            "{:12} {:8.3} {:10.3} {:9.3} {:12.1}x {:13.1}x",
            stem(program),
            row.lli,
            row.mazurka,
            row.native,
            row.lli_ratio(),
            row.native_ratio()
        );
        measured.push(row);
    }
    let worst = measured.iter().map(Row::lli_ratio).fold(f64::INFINITY, f64::min);
    println!(
        "geometric mean: {:.1} times as fast as lli -force-interpreter (least {worst:.1}), {:.1} times the time of native -O0",
        geometric_mean(measured.iter().map(Row::lli_ratio)),
        geometric_mean(measured.iter().map(Row::native_ratio)),
    );
    Ok(())
}

/// User CPU seconds.
struct Row {
    lli: f64,
    mazurka: f64,
    native: f64,
}

impl Row {
    fn lli_ratio(&self) -> f64 {
        self.lli / self.mazurka
    }

    fn native_ratio(&self) -> f64 {
        self.mazurka / self.native
    }
}

fn measure(program: &Path) -> Result<Row, Box<dyn Error>> {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    fs::create_dir_all(&scratch)?;
    let text = scratch.join(stem(program)).with_extension("ll");
    let binary = text.with_extension("native");
    let emit = ["-O0", "-g", "-ffp-contract=off", "-S", "-emit-llvm", "-o"];
    checked(Command::new("clang-19").args(emit).arg(&text).arg(program))?;
    checked(Command::new("clang-19").args(["-O0", "-w", "-o"]).arg(&binary).arg(&text))?;

    let (native, expected) = least(RUNS, || timed(&mut Command::new(&binary)))?;
    let (mazurka, ours) =
        least(RUNS, || timed(Command::new(env!("CARGO_BIN_EXE_mazurka")).arg("run").arg(&text)))?;
    let (lli, theirs) = timed(Command::new("lli-19").arg("-force-interpreter").arg(&text))?;
    if ours != expected || theirs != expected {
        return Err(format!(
            "{}: outputs differ: native {expected:?}, mazurka {ours:?}, lli {theirs:?}",
            stem(program)
        )
        .into());
    }
    Ok(Row { lli, mazurka, native })
}

fn least(
    runs: usize,
    run: impl Fn() -> Result<(f64, String), Box<dyn Error>>,
) -> Result<(f64, String), Box<dyn Error>> {
    let mut best = run()?;
    for _ in 1..runs {
        let next = run()?;
        best = if next.0 < best.0 { next } else { best };
    }
    Ok(best)
}

/// User CPU time of the command and its children, and what it printed.
fn timed(command: &mut Command) -> Result<(f64, String), Box<dyn Error>> {
    let before = children_time()?;
    let printed = checked(command)?;
    Ok((children_time()? - before, printed))
}

fn children_time() -> Result<f64, Box<dyn Error>> {
    Ok(getrusage(UsageWho::RUSAGE_CHILDREN)?.user_time().num_microseconds() as f64 / 1e6)
}

fn checked(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} ended with {}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
