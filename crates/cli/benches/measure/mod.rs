//! Running `mazurka check`, each time in a process of its own that tells what it took.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::Value;

pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What a benchmark is called with to run one command and tell what it took.
const MEASURE: &str = "--measure";

/// What a check has found, and what it took.
pub(crate) struct Cost {
    pub report: Value,
    /// Of the processor, user and system, loading included.
    pub seconds: f64,
    pub megabytes: f64,
}

/// The parts of names that are to be measured, all if there are none; `None` if there is nothing to do.
pub(crate) fn begin() -> Result<Option<Vec<String>>, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some((MEASURE, command)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return run_and_tell(command).map(|()| None);
    }
    // What `cargo bench` passes; `cargo test --benches` does not, and has nothing to measure.
    let measures = arguments.iter().any(|argument| argument == "--bench");
    Ok(measures.then(|| arguments.into_iter().filter(|argument| !argument.starts_with('-')).collect()))
}

/// Explores a program, as the only child of another process that asks what it took. What compiling takes counts, if it is
/// not compiled yet.
pub(crate) fn check(program: &Path, always: &[&str], options: &[&str]) -> Result<Cost, Box<dyn Error>> {
    let check = ["check", "--no-trace", "--format=json"];
    let mut command = Command::new(env::current_exe()?);
    command
        .arg(MEASURE)
        .arg(env!("CARGO_BIN_EXE_mazurka"))
        .args(check)
        .args(always)
        .args(options)
        .arg(program);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    let printed = String::from_utf8(output.stdout)?;
    let (cost, report) =
        printed.split_once('\n').ok_or_else(|| format!("{command:?} printed {printed:?}"))?;
    let (seconds, kilobytes) = cost.split_once(' ').ok_or("no cost is told")?;
    Ok(Cost {
        report: serde_json::from_str(report)?,
        // The clock ticks in milliseconds.
        seconds: seconds.parse::<f64>()?.max(0.001),
        megabytes: kilobytes.parse::<f64>()? / 1024.0,
    })
}

/// Runs a command, and prints the CPU seconds and the peak kilobytes that it took, then what it printed.
fn run_and_tell(command: &[String]) -> Result<(), Box<dyn Error>> {
    let (program, arguments) = command.split_first().ok_or("no command is given")?;
    let output = Command::new(program).args(arguments).stderr(Stdio::inherit()).output()?;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let [user, system] =
        [usage.user_time(), usage.system_time()].map(|time| time.num_microseconds() as f64 / 1e6);
    println!("{} {}", user + system, usage.max_rss());
    print!("{}", String::from_utf8(output.stdout)?);
    Ok(())
}

/// Compiles a program with these flags, separated by spaces.
pub(crate) fn compile(program: &str, flags: &str) -> Result<PathBuf, Box<dyn Error>> {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    fs::create_dir_all(&scratch)?;
    let text = scratch.join(format!("{}{flags}.ll", stem(program)));
    let mut clang = Command::new("clang-19");
    clang.args(["-O0", "-g", "-S", "-emit-llvm", "-D__MAZURKA__", "-I"]).arg(Path::new(ROOT).join("include"));
    clang.args(flags.split_whitespace()).arg(Path::new(ROOT).join(program));
    let status = clang.arg("-o").arg(&text).status()?;
    if status.success() { Ok(text) } else { Err(format!("{clang:?} ended with {status}").into()) }
}

pub(crate) fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
