//! Finding rustc and calling it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::super::CompilerFlags;
use super::super::compiler::Compiled;
use crate::args::Compiling;
use crate::failure::Failure;
use crate::terminal;

/// The oldest version that is accepted: 1.85, with the edition of 2024.
const OLDEST: u32 = 85;

/// What makes the text of any crate, of a file or of a package.
///
/// - Loops are not unrolled: a loop that waits is recognised by coming back to the same place.
/// - Instructions that several ways have in common are not made one: two panics would become one, at no line.
pub const RUSTC_FLAGS: [&str; 5] = [
    "-Cdebuginfo=2",
    "-Cllvm-args=-unroll-runtime=false",
    "-Cllvm-args=-unroll-max-count=1",
    "-Cllvm-args=-sink-common-insts=false",
    "--cfg=mazurka",
];

/// What makes the text of a file's crate besides; the user's flags come behind these and win.
///
/// - `panic=unwind`, as by default: a panic may be caught.
/// - `debug-assertions`: as in `cargo test`, arithmetic that overflows panics.
const FLAGS: [&str; 4] = ["-Cpanic=unwind", "-Ccodegen-units=1", "-Copt-level=1", "-Cdebug-assertions=on"];

#[derive(Debug)]
pub(super) struct Rustc {
    pub program: PathBuf,
    /// What `rustc -vV` prints: it identifies the toolchain.
    pub identity: String,
    /// Of the versions 1.N.
    pub version: u32,
}

impl Rustc {
    /// `$MAZURKA_RUSTC`, else `rustc`.
    pub(super) fn find() -> Result<Rustc, Failure> {
        let chosen = env::var_os("MAZURKA_RUSTC").filter(|name| !name.is_empty());
        Rustc::named(chosen.as_deref().unwrap_or(OsStr::new("rustc")))
    }

    fn named(name: &OsStr) -> Result<Rustc, Failure> {
        let shown = name.display();
        let output = Command::new(name).arg("-vV").stdin(Stdio::null()).output();
        let identity = output.ok().and_then(|output| String::from_utf8(output.stdout).ok());
        let Some((identity, version)) =
            identity.and_then(|identity| parse_version(&identity).map(|version| (identity, version)))
        else {
            return Err(Failure::new(format!(
                "{shown} is not a rustc that can be run, and Rust programs are compiled with it"
            ))
            .help("install Rust (`rustup`), or let MAZURKA_RUSTC name rustc"));
        };
        if version < OLDEST {
            return Err(Failure::new(format!("{shown} is rustc 1.{version}, which is too old"))
                .help(format!("Mazurka needs rustc 1.{OLDEST} or newer")));
        }
        Ok(Rustc { program: name.into(), identity, version })
    }

    /// The first line of [`Rustc::identity`].
    pub(super) fn name(&self) -> &str {
        self.identity.lines().next().unwrap_or_default()
    }

    /// Compiles a crate by its root file.
    pub(super) fn compile(
        &self,
        root: &Path,
        flags: &CompilerFlags,
        compiling: &Compiling,
    ) -> Result<Compiled, Failure> {
        let color = if terminal::shows_colors(&io::stderr()) { "always" } else { "never" };
        let mut command = Command::new(&self.program);
        command
            .args(["--emit=llvm-ir=-", "--edition", &compiling.edition, "--color", color, "--crate-name"])
            .arg(crate_name(root))
            .args(RUSTC_FLAGS)
            .args(FLAGS)
            .args(compiling.cfg.iter().flat_map(|spec| ["--cfg", spec]))
            .args(flags.for_rustc())
            .arg(root)
            .stdin(Stdio::null());
        self.output_of(command)
    }

    /// What a call of rustc prints: LLVM IR, if it succeeds.
    pub(super) fn output_of(&self, mut command: Command) -> Result<Compiled, Failure> {
        let shown = self.program.display();
        let output =
            command.output().map_err(|error| Failure::new(format!("cannot run {shown}: {error}")))?;
        let text = String::from_utf8(output.stdout)
            .map_err(|_| Failure::new(format!("what {shown} prints is not UTF-8")))?;
        Ok(Compiled { text: output.status.success().then_some(text), diagnostics: output.stderr })
    }
}

/// rustc makes one of the file's name, and refuses some.
fn crate_name(root: &Path) -> OsString {
    let stem = root.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name.into(),
        false => format!("program_{name}").into(),
    }
}

/// The minor version, of `rustc 1.95.0-nightly (59807616e 2026-04-14)` in the first line.
fn parse_version(text: &str) -> Option<u32> {
    let release = text.strip_prefix("rustc 1.")?;
    release.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_rustc_prints_them() {
        assert_eq!(parse_version("rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc"), Some(95));
        assert_eq!(parse_version("rustc 1.101.0-nightly (0 2027-01-01)"), Some(101));
        assert_eq!(parse_version("clang version 19"), None);
        assert_eq!(parse_version(""), None);
    }

    #[test]
    fn names_of_files_become_names_of_crates() {
        for (file, name) in [("a/b.rs", "b"), ("my-test.v2.rs", "my_test_v2"), ("1.rs", "program_1")] {
            assert_eq!(crate_name(Path::new(file)), name);
        }
    }

    #[test]
    fn what_is_not_rustc_names_what_to_do() {
        for name in ["/nonexistent/rustc", "/bin/true"] {
            let message = Rustc::named(OsStr::new(name)).unwrap_err().to_string();
            assert!(message.contains(name) && message.contains("MAZURKA_RUSTC"), "{message}");
        }
    }
}
