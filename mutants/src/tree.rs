//! A copy of the repository to break.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::list::Mutant;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Seconds of CPU time that a process of the tests may take: several times what it needs without a mutant.
const CPU_LIMIT: &str = "400";

/// How long tests may take that do not even use the CPU.
const LIMIT: Duration = Duration::from_secs(3000);

pub(crate) struct Tree {
    root: PathBuf,
}

/// Removes the files below a folder that are not of these, but for what was built.
fn remove_others(folder: &Path, files: &BTreeSet<PathBuf>) -> io::Result<()> {
    // There may be no copy yet.
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for path in entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()? {
        if !path.is_dir() {
            if !files.contains(&path) {
                fs::remove_file(&path)?;
            }
        } else if path.file_name() != Some("target".as_ref()) {
            remove_others(&path, files)?;
        }
    }
    Ok(())
}

/// How `cargo test` ended.
pub(crate) enum Ending {
    Passed,
    /// The first test that failed.
    Failed(String),
    Endless,
    DoesNotCompile(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Passed => f.write_str("all tests pass"),
            Ending::Failed(test) => write!(f, "{test} fails"),
            Ending::Endless => f.write_str("the tests do not end"),
            Ending::DoesNotCompile(error) => write!(f, "it does not compile: {error}"),
        }
    }
}

impl Tree {
    /// Copies the files that git does not ignore; those that have not changed since the last time stay, with what was built of them.
    pub(crate) fn copy() -> Result<Tree, Box<dyn Error>> {
        let root = Path::new(ROOT).join("target/mutants/tree");
        let listing = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(ROOT)
            .output()?;
        let listing = String::from_utf8(listing.stdout)?;
        remove_others(&root, &listing.split_terminator('\0').map(|name| root.join(name)).collect())?;
        for name in listing.split_terminator('\0') {
            let (from, to) = (Path::new(ROOT).join(name), root.join(name));
            // A file that was deleted but not committed is none.
            let Ok(contents) = fs::read(&from) else { continue };
            if fs::read(&to).ok().as_ref() != Some(&contents) {
                fs::create_dir_all(to.parent().unwrap_or(&root))?;
                fs::write(&to, contents)?;
            }
        }
        Ok(Tree { root })
    }

    /// Applies a mutant, does something, and takes the mutant back.
    pub(crate) fn with<T>(
        &self,
        mutant: &Mutant,
        action: impl FnOnce(&Tree) -> Result<T, Box<dyn Error>>,
    ) -> Result<T, Box<dyn Error>> {
        let path = self.root.join(&mutant.file);
        let text = fs::read_to_string(&path)?;
        fs::write(&path, mutant.apply(&text)?)?;
        let result = action(self);
        fs::write(&path, text)?;
        result
    }

    pub(crate) fn test(&self, arguments: &str) -> Result<Ending, Box<dyn Error>> {
        let build = self.command(env!("CARGO"), &[], arguments).args(["--no-run", "--quiet"]).output()?;
        if !build.status.success() {
            let errors = String::from_utf8_lossy(&build.stderr).into_owned();
            let first = errors.lines().find(|line| line.starts_with("error")).unwrap_or("error");
            return Ok(Ending::DoesNotCompile(first.to_owned()));
        }
        let limited = ["-c", "ulimit -t $0; exec \"$@\"", CPU_LIMIT, env!("CARGO")];
        let mut child = self
            .command("sh", &limited, arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let lines = lines_of(child.stdout.take().ok_or("no stdout")?);
        let ending = watch(&lines);
        // What is known already ends the tests that still run, in whatever process.
        if ending.is_some() {
            killpg(Pid::from_raw(child.id().try_into()?), Signal::SIGKILL)?;
        }
        let status = child.wait()?;
        Ok(ending.unwrap_or_else(|| match status.success() {
            true => Ending::Passed,
            false => Ending::Failed("a crash, or an end to its time".to_owned()),
        }))
    }

    /// `cargo test`, begun by a program with its own arguments.
    fn command(&self, program: &str, first: &[&str], arguments: &str) -> Command {
        let mut cargo = Command::new(program);
        cargo.current_dir(&self.root).env("CARGO_TARGET_DIR", Path::new(ROOT).join("target/mutants/build"));
        cargo.env("RUST_BACKTRACE", "0").args(first).arg("test").args(arguments.split_whitespace());
        cargo
    }
}

/// What a process prints, line by line, while it runs.
fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    receiver
}

/// The first failure, or that time is up; nothing where the output ends before.
fn watch(lines: &Receiver<String>) -> Option<Ending> {
    let until = Instant::now() + LIMIT;
    loop {
        match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                if let Some(test) =
                    line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED"))
                {
                    return Some(Ending::Failed(test.to_owned()));
                }
            }
            Err(RecvTimeoutError::Timeout) => return Some(Ending::Endless),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}
