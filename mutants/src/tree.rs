//! A copy of the repository to break.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::list::Mutant;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The tests take a fraction of this.
const LIMIT: Duration = Duration::from_secs(300);

pub(crate) struct Tree {
    root: PathBuf,
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
        for name in String::from_utf8(listing.stdout)?.split_terminator('\0') {
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
        let build = self.cargo(arguments).args(["--no-run", "--quiet"]).output()?;
        if !build.status.success() {
            let errors = String::from_utf8_lossy(&build.stderr).into_owned();
            let first = errors.lines().find(|line| line.starts_with("error")).unwrap_or("error");
            return Ok(Ending::DoesNotCompile(first.to_owned()));
        }
        let mut command = self.cargo(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let stdout = child.stdout.take().ok_or("no stdout")?;
        let reader = thread::spawn(move || std::io::read_to_string(stdout));
        let started = Instant::now();
        let status = loop {
            match child.try_wait()? {
                Some(status) => break status,
                None if started.elapsed() > LIMIT => {
                    child.kill()?;
                    child.wait()?;
                    return Ok(Ending::Endless);
                }
                None => thread::sleep(Duration::from_millis(50)),
            }
        };
        let printed = reader.join().map_err(|_| "the reader panicked")??;
        let failed = |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?.to_owned());
        Ok(match status.success() {
            true => Ending::Passed,
            false => Ending::Failed(printed.lines().find_map(failed).unwrap_or_else(|| "a crash".into())),
        })
    }

    fn cargo(&self, arguments: &str) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&self.root).env("CARGO_TARGET_DIR", Path::new(ROOT).join("target/mutants/build"));
        cargo.env("RUST_BACKTRACE", "0").arg("test").args(arguments.split_whitespace());
        cargo
    }
}
