//! `cargo mazurka` on a small package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const MANIFEST: &str =
    "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n";

const LIBRARY: &str = r#"
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

pub fn add(count: &AtomicU32) {
    let seen = count.load(SeqCst);
    count.store(seen + 1, SeqCst);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn loses_updates() {
        let count = Arc::new(AtomicU32::new(0));
        let other = Arc::clone(&count);
        let thread = thread::spawn(move || add(&other));
        add(&count);
        thread.join().unwrap();
        assert_eq!(count.load(SeqCst), 2);
    }

    #[test]
    #[should_panic(expected = "as it should")]
    fn panics() {
        panic!("as it should");
    }

    #[test]
    #[should_panic]
    fn does_not_panic() {}

    #[test]
    #[ignore]
    fn is_ignored() {
        loop {}
    }
}
"#;

const PROGRAM: &str = "fn main() { small::add(&0.into()); println!(\"done\"); }\n";

fn package() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo");
    fs::create_dir_all(folder.join("src")).expect("the target folder is writable");
    for (file, text) in [("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY), ("src/main.rs", PROGRAM)] {
        fs::write(folder.join(file), text).expect("the target folder is writable");
    }
    folder
}

fn cargo_mazurka(folder: &Path, arguments: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust/cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mazurka"));
    command.arg("mazurka").args(arguments).current_dir(folder).env("MAZURKA_CACHE", cache);
    command.output().expect("cargo-mazurka starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn tests_and_programs_of_a_package_are_checked() {
    let package = package();
    let output = cargo_mazurka(&package, &["test", "--lib", "--", "--reduction", "optimal"]);
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{said}{errors}");
    for line in [
        "running 4 tests (small)",
        "test tests::loses_updates ... FAILED",
        "test tests::panics ... ok",
        "test tests::does_not_panic ... FAILED",
        "test tests::is_ignored ... ignored",
        "error[panic]: assertion `left == right` failed: left: 1, right: 2",
        "test result: FAILED. 1 passed; 2 failed; 0 incomplete; 0 with errors; 1 ignored",
    ] {
        assert!(said.lines().any(|said| said == line), "{line} is missing:\n{said}{errors}");
    }
    let output = cargo_mazurka(&package, &["run", "--", "--format", "json", "--no-trace"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(
        (output.status.code(), &report["verdict"]),
        (Some(0), &"ok".into()),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn help_is_an_answer() {
    for arguments in [&["--help"][..], &["test", "-h"]] {
        let output = cargo_mazurka(Path::new("/"), arguments);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).starts_with("usage: cargo mazurka test"));
    }
}

#[test]
fn a_wrong_command_line_is_answered_with_the_right_one() {
    for arguments in [&["tets"][..], &["test", "one", "two"], &["test", "-p"], &["run", "x"]] {
        let output = cargo_mazurka(Path::new("/"), arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("usage:") || said.contains("needs a value"), "{said}");
    }
}
