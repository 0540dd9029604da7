//! `cargo mazurka test`: checks each `#[test]` of a package in all its interleavings; `cargo mazurka run`: a program of a package.
//!
//! The package is built by cargo as it is, with the text of every crate beside its code. A test is then checked by `mazurka check` in a
//! process of its own: the test binary with its dependencies and the standard library, told by its arguments to run this test alone.

mod built;
mod formats;
mod request;
mod tests;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use built::{Built, build};
use request::{Request, USAGE};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    // `cargo mazurka test` runs `cargo-mazurka mazurka test`.
    let arguments = match arguments.first() {
        Some(first) if first == "mazurka" => &arguments[1..],
        _ => &arguments[..],
    };
    if arguments
        .iter()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "-h" || argument == "--help")
    {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match Request::parse(arguments).and_then(|request| run(&request)) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(request: &Request) -> Result<u8, String> {
    let built = build(request)?;
    if request.runs { run_program(request, &built) } else { tests::run(request, &built) }
}

/// Checks the one program that was built; the exit code is that of `mazurka check`.
fn run_program(request: &Request, built: &Built) -> Result<u8, String> {
    let [binary] = &built.binaries[..] else {
        let names: Vec<&str> = built.binaries.iter().map(|binary| &*binary.name).collect();
        return Err(format!("which program? --bin NAME or --example NAME: {}", names.join(", ")));
    };
    let mut command = Command::new(mazurka());
    command.args(["check", "--std", "program"]).args(&request.check).args(built.inputs(binary));
    let status = command.status().map_err(|error| format!("cannot run mazurka: {error}"))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2))
}

/// `mazurka`, beside this program or where the shell finds it.
fn mazurka() -> PathBuf {
    let beside = env::current_exe().ok().map(|path| path.with_file_name("mazurka"));
    beside.filter(|path| path.exists()).unwrap_or_else(|| "mazurka".into())
}
