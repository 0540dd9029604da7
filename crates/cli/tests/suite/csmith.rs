//! Random programs of csmith: Mazurka at -O0, -O1 and -O2 against native code of gcc and clang.
//!
//! A csmith program has no input and no undefined behaviour, and prints a checksum of all its global variables.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};

use crate::difference::difference;
use crate::native::scratch;
use crate::process::{self, Outcome};

/// How many programs `cargo test` compares; a campaign sets `MAZURKA_CSMITH_COUNT`.
const COUNT: u64 = 50;

/// Floating point is on, sizes are such that most programs end within a second of native time.
const GENERATOR_FLAGS: [&str; 8] =
    ["--float", "--strict-float", "--max-funcs", "6", "--max-block-depth", "4", "--max-array-dim", "3"];

const LEVELS: [&str; 3] = ["-O0", "-O1", "-O2"];

const COMPILE_LIMIT: Duration = Duration::from_secs(60);

/// Some random programs never end. A program that takes longer natively is left out.
const NATIVE_LIMIT: Duration = Duration::from_secs(1);

const MAZURKA_LIMIT: Duration = Duration::from_secs(300);

pub(crate) fn tests() -> Vec<Trial> {
    let number =
        |name, default| env::var(name).map_or(default, |text| text.parse().expect("a number is given"));
    let first: u64 = number("MAZURKA_CSMITH_SEED", 1);
    let count: u64 = number("MAZURKA_CSMITH_COUNT", COUNT);
    (first..first + count)
        .map(|seed| Trial::ignorable_test(format!("csmith {seed}"), move || compare(seed)))
        .collect()
}

fn compare(seed: u64) -> Result<Completion, Failed> {
    let program = scratch("csmith").join(format!("{seed}.c"));
    generate(seed, &program)?;
    let expected = match native_outcome(&program)? {
        Ok(outcome) => outcome,
        Err(reason) => {
            fs::remove_file(&program)?;
            return Ok(Completion::ignored_with(reason));
        }
    };
    for level in LEVELS {
        compare_at(level, &program, &expected)?;
    }
    fs::remove_file(&program)?;
    Ok(Completion::Completed)
}

fn generate(seed: u64, program: &Path) -> Result<(), String> {
    let mut csmith = Command::new("csmith");
    csmith.args(GENERATOR_FLAGS).args(["--seed", &seed.to_string(), "-o"]).arg(program);
    // It writes a file `platform.info` into the folder it runs in, or reads the one that is there, which another one may have
    // just begun to write.
    let folder = scratch(&format!("csmith/{seed}"));
    let ended = process::run(csmith.current_dir(&folder), "", COMPILE_LIMIT)?;
    fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    match ended {
        Some(outcome) if outcome.exit == Some(0) => Ok(()),
        outcome => Err(format!("{csmith:?} failed: {outcome:?}")),
    }
}

/// What gcc's and clang's code agree on, or why the program says nothing.
fn native_outcome(program: &Path) -> Result<Result<Outcome, &'static str>, String> {
    let Some(gcc) = compile_and_run(program, Command::new("gcc").args(PLAIN))? else {
        return Ok(Err("does not end in time natively"));
    };
    let Some(clang) = compile_and_run(program, Command::new(clang()?).args(PLAIN).args(TRAPS))? else {
        return Ok(Err("does not end in time natively"));
    };
    Ok(match clang.exit {
        None => Err("converts a floating-point number that does not fit: undefined"),
        Some(_) if gcc != clang => Err("gcc and clang disagree natively"),
        Some(_) => Ok(gcc),
    })
}

const PLAIN: [&str; 2] = ["-w", "-O0"];

/// Csmith avoids all undefined behaviour of integers, but with `--float` it converts any number to an integer.
const TRAPS: [&str; 2] = ["-fsanitize=float-cast-overflow", "-fsanitize-trap=float-cast-overflow"];

/// `None`: it does not end in time.
fn compile_and_run(program: &Path, compiler: &mut Command) -> Result<Option<Outcome>, String> {
    let binary = program.with_extension("native");
    compiler.arg(include_flag()).arg(program).arg("-o").arg(&binary).arg("-lm");
    match process::run(compiler, "", COMPILE_LIMIT)? {
        Some(outcome) if outcome.exit == Some(0) => {}
        outcome => return Err(format!("{compiler:?} failed: {outcome:?}")),
    }
    let outcome = process::run(&mut Command::new(&binary), "", NATIVE_LIMIT);
    fs::remove_file(&binary).map_err(|error| error.to_string())?;
    outcome
}

fn compare_at(level: &str, program: &Path, expected: &Outcome) -> Result<(), Failed> {
    let mut mazurka = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    mazurka.args(["run", "--no-cache", level, "-w"]).arg(include_flag()).arg(program);
    let outcome = process::run(&mut mazurka, "", MAZURKA_LIMIT)?;
    let problem = match &outcome {
        None => Some(format!("still running after {} s", MAZURKA_LIMIT.as_secs())),
        Some(outcome) if outcome.exit != expected.exit => {
            Some(format!("exit code {:?}, natively {:?}\n{}", outcome.exit, expected.exit, outcome.stderr))
        }
        Some(outcome) => difference(&expected.stdout, &outcome.stdout),
    };
    match problem {
        None => Ok(()),
        Some(problem) => Err(format!("{problem}\nto reproduce: {mazurka:?}").into()),
    }
}

/// Distributions put csmith's headers into different folders.
fn include_flag() -> String {
    let folders = ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith"];
    let found = folders.iter().find(|folder| Path::new(folder).join("csmith.h").is_file());
    format!("-I{}", found.unwrap_or(&folders[0]))
}

/// Any clang will do for the native side.
fn clang() -> Result<PathBuf, String> {
    let chosen = env::var_os("MAZURKA_CLANG").map(PathBuf::from);
    let named =
        std::iter::once("clang".to_owned()).chain((14..=40).rev().map(|version| format!("clang-{version}")));
    let runs = |program: &PathBuf| Command::new(program).arg("--version").output().is_ok();
    chosen
        .into_iter()
        .chain(named.map(PathBuf::from))
        .find(runs)
        .ok_or_else(|| "clang was not found".to_owned())
}
