//! The same program compiled natively: the oracle for what it prints.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::expectation::Expectation;
use crate::process::{self, Outcome};

const LIMIT: Duration = Duration::from_secs(60);

/// What the native program prints and how it ends. Results are kept in the target folder, because the programs do not
/// change as often as the tests run.
pub(crate) fn outcome(program: &Path, expectation: &Expectation) -> Result<Outcome, String> {
    let folder = program.parent().unwrap_or(Path::new("."));
    let kept = scratch("native").join(format!("{:016x}", fingerprint(folder, program, expectation)?));
    let (stdout_file, exit_file) = (kept.with_extension("stdout"), kept.with_extension("exit"));
    if let (Ok(stdout), Ok(exit)) = (fs::read_to_string(&stdout_file), fs::read_to_string(&exit_file)) {
        return Ok(Outcome { stdout, stderr: String::new(), exit: exit.parse().ok() });
    }
    let outcome = compile_and_run(folder, program, expectation, &kept)?;
    let exit = outcome.exit.map_or("signal".to_owned(), |code| code.to_string());
    // The exit file comes last: it says that the result is complete.
    fs::write(&stdout_file, &outcome.stdout).and_then(|()| fs::write(&exit_file, exit)).map_err(said)?;
    Ok(outcome)
}

/// A folder in the target folder for this purpose.
pub(crate) fn scratch(purpose: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(purpose);
    fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

fn compile_and_run(
    folder: &Path,
    program: &Path,
    expectation: &Expectation,
    kept: &Path,
) -> Result<Outcome, String> {
    // The program runs in a folder of its own, with copies of its files, and may write there what it likes.
    let home = kept.with_extension(format!("run-{}", std::process::id()));
    fs::create_dir_all(&home).map_err(said)?;
    for file in &expectation.files {
        let (host, guest) = file.split_once(':').unwrap_or((file, file));
        if Path::new(guest).is_absolute() {
            return Err(format!("`native: same` needs relative names in `file:`, not {guest}"));
        }
        copy_tree(&folder.join(host), &home.join(guest)).map_err(said)?;
    }
    let binary = kept.with_extension(format!("bin-{}", std::process::id()));
    let compiler = process::run(
        Command::new("gcc")
            .current_dir(folder)
            // `-rdynamic`: dlsym finds the program's own symbols.
            .args(["-w", "-O0", "-pthread", "-rdynamic", "-I"])
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../include"))
            .args(compiler_flags(expectation))
            .arg(program)
            .args(&expectation.with)
            .arg("-o")
            .arg(&binary)
            .args(["-lm", "-latomic"]),
        "",
        LIMIT,
    )?;
    let compiled = compiler.filter(|outcome| outcome.exit == Some(0));
    compiled.ok_or_else(|| format!("gcc does not compile {}", program.display()))?;
    let mut run = Command::new(&binary);
    run.args(&expectation.arguments).current_dir(&home).env_clear();
    let outcome = process::run(&mut run, &expectation.stdin, LIMIT)?;
    fs::remove_dir_all(&home).and_then(|()| fs::remove_file(&binary)).map_err(said)?;
    outcome.ok_or_else(|| "the native program does not end".to_owned())
}

/// The flags that a native compiler understands too.
fn compiler_flags(expectation: &Expectation) -> impl Iterator<Item = &String> {
    expectation.flags.iter().filter(|flag| !flag.starts_with("--"))
}

/// Everything that the result depends on: the folder's sources, the flags, and the compiler by its name.
fn fingerprint(folder: &Path, program: &Path, expectation: &Expectation) -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    program.hash(&mut hasher);
    compiler_flags(expectation).for_each(|flag| flag.hash(&mut hasher));
    (&expectation.arguments, &expectation.stdin, &expectation.with, &expectation.files).hash(&mut hasher);
    let mut inputs: Vec<PathBuf> = vec![program.to_owned()];
    inputs.extend(expectation.with.iter().map(|name| folder.join(name)));
    inputs.extend(expectation.files.iter().map(|file| folder.join(file.split(':').next().unwrap_or(file))));
    let listing = fs::read_dir(folder).map_err(said)?.filter_map(|entry| Some(entry.ok()?.path()));
    inputs.extend(listing.filter(|path| path.extension().is_some_and(|extension| extension == "h")));
    inputs.sort();
    for input in inputs {
        hash_tree(&input, &mut hasher).map_err(said)?;
    }
    Ok(hasher.finish())
}

fn hash_tree(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    path.hash(hasher);
    if path.is_dir() {
        let mut entries =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
        entries.sort();
        entries.iter().try_for_each(|entry| hash_tree(entry, hasher))
    } else {
        fs::read(path)?.hash(hasher);
        Ok(())
    }
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_tree(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::copy(from, to).map(drop)
}

fn said(error: std::io::Error) -> String {
    error.to_string()
}
