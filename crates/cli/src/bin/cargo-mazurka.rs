//! `cargo mazurka test`: checks each `#[test]` of a package in all its interleavings; `cargo mazurka run`: a program of a package.
//!
//! The package is built by cargo as it is, with the text of every crate beside its code. A test is then checked by `mazurka check` in a
//! process of its own: the test binary with its dependencies and the standard library, told by its arguments to run this test alone.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

const USAGE: &str = "\
usage: cargo mazurka test [FILTER] [CARGO OPTIONS] [-- OPTIONS OF `mazurka check`]
       cargo mazurka run [CARGO OPTIONS] [-- OPTIONS OF `mazurka check`]

Checks each #[test] whose name contains FILTER, or a binary or example. Options of cargo choose what is built:
-p, --package, --lib, --bin, --test, --example, --features, --all-features, --no-default-features, --manifest-path.
Each test has 60 seconds, unless the options say otherwise (--timeout SECONDS).
Exit code: 0 all tests are ok, 1 a test has a bug, 2 an error, 3 a test was not explored completely.";

/// The flags of rustc that make the text of a crate. Nothing is linked: `true` does nothing.
const FLAGS: [&str; 6] = [
    "--emit=llvm-ir",
    "-Clinker=true",
    "-Cdebuginfo=2",
    "-Cllvm-args=-unroll-runtime=false",
    "-Cllvm-args=-unroll-max-count=1",
    "--cfg=mazurka",
];

/// By a triple, cargo keeps flags away from build scripts and procedural macros, which have to be linked.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Options of cargo that are followed by a value.
const WITH_VALUE: [&str; 8] =
    ["-p", "--package", "--bin", "--test", "--example", "--features", "-F", "--manifest-path"];

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

#[derive(Default, Debug, PartialEq)]
struct Request {
    /// `run` rather than `test`.
    runs: bool,
    filter: Option<String>,
    cargo: Vec<String>,
    check: Vec<String>,
}

impl Request {
    fn parse(arguments: &[OsString]) -> Result<Request, String> {
        let texts = arguments.iter().map(|argument| argument.to_str().ok_or("an argument is not UTF-8"));
        let mut texts = texts.collect::<Result<VecDeque<_>, _>>()?;
        let runs = match texts.pop_front() {
            Some("test") => false,
            Some("run") => true,
            _ => return Err(USAGE.to_owned()),
        };
        let mut request = Request { runs, ..Request::default() };
        while let Some(text) = texts.pop_front() {
            match text {
                "--" => {
                    request.check.extend(texts.drain(..).map(str::to_owned));
                }
                _ if text.starts_with('-') => {
                    request.cargo.push(text.to_owned());
                    if WITH_VALUE.contains(&text) {
                        let value = texts.pop_front().ok_or_else(|| format!("{text} needs a value"))?;
                        request.cargo.push(value.to_owned());
                    }
                }
                _ if !runs && request.filter.is_none() => request.filter = Some(text.to_owned()),
                _ => return Err(format!("{text}: not expected here\n\n{USAGE}")),
            }
        }
        if !runs && !request.check.iter().any(|option| option.starts_with("--timeout")) {
            request.check.extend(["--timeout".to_owned(), "60".to_owned()]);
        }
        Ok(request)
    }
}

/// A test binary, or a program, as text.
struct Binary {
    name: String,
    text: PathBuf,
}

/// What cargo has built.
#[derive(Default)]
struct Built {
    binaries: Vec<Binary>,
    /// The texts of libraries.
    libraries: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Ok,
    Bug,
    Error,
    Incomplete,
}

impl Outcome {
    fn in_words(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Bug => "FAILED",
            Outcome::Error => "error",
            Outcome::Incomplete => "incomplete",
        }
    }
}

fn run(request: &Request) -> Result<u8, String> {
    let built = build(request)?;
    if request.runs {
        return run_program(request, &built);
    }
    if built.binaries.is_empty() {
        return Err("there is nothing to test".to_owned());
    }
    let mut worst = Outcome::Ok;
    for binary in &built.binaries {
        worst = worse(worst, test(request, binary, &built.inputs(binary))?);
    }
    Ok(match worst {
        Outcome::Ok => 0,
        Outcome::Bug => 1,
        Outcome::Error => 2,
        Outcome::Incomplete => 3,
    })
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

/// A bug matters most, then what could not be checked.
fn worse(one: Outcome, other: Outcome) -> Outcome {
    let order = [Outcome::Bug, Outcome::Error, Outcome::Incomplete];
    order.into_iter().find(|outcome| [one, other].contains(outcome)).unwrap_or(Outcome::Ok)
}

fn build(request: &Request) -> Result<Built, String> {
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(if request.runs { &["build"][..] } else { &["test", "--no-run"] })
        .args(["--message-format=json-render-diagnostics", "--target", TARGET])
        .args(["--target-dir", "target/mazurka"])
        .args(&request.cargo)
        .env("CARGO_ENCODED_RUSTFLAGS", flags().join("\x1f"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    for profile in ["DEV", "TEST"] {
        for (key, value) in [("OPT_LEVEL", "1"), ("INCREMENTAL", "false"), ("CODEGEN_UNITS", "1")] {
            command.env(format!("CARGO_PROFILE_{profile}_{key}"), value);
        }
    }
    let mut child = command.spawn().map_err(|error| format!("cannot run cargo: {error}"))?;
    let mut built = Built::default();
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines) {
        let line = line.map_err(|error| format!("cannot read what cargo prints: {error}"))?;
        if let Ok(message) = serde_json::from_str(&line) {
            built.add(&message, request.runs);
        }
    }
    let status = child.wait().map_err(|error| format!("cargo does not end: {error}"))?;
    if status.success() { Ok(built) } else { Err("cargo could not build the package".to_owned()) }
}

/// The user's flags of rustc, and ours.
fn flags() -> Vec<String> {
    let encoded = env::var("CARGO_ENCODED_RUSTFLAGS").ok();
    let plain =
        || env::var("RUSTFLAGS").unwrap_or_default().split_whitespace().collect::<Vec<_>>().join("\x1f");
    let given = encoded.unwrap_or_else(plain);
    let given = given.split('\x1f').filter(|flag| !flag.is_empty()).map(str::to_owned);
    given.chain(FLAGS.map(str::to_owned)).collect()
}

impl Built {
    /// The texts that a program consists of, without the standard library.
    fn inputs<'a>(&'a self, binary: &'a Binary) -> Vec<&'a Path> {
        std::iter::once(&*binary.text).chain(self.libraries.iter().map(PathBuf::as_path)).collect()
    }

    /// A message of cargo: <https://doc.rust-lang.org/cargo/reference/external-tools.html>.
    fn add(&mut self, message: &Value, runs: bool) {
        if message["reason"] != "compiler-artifact" {
            return;
        }
        if let Some(executable) = message["executable"].as_str() {
            if message["profile"]["test"] == !runs {
                let name = message["target"]["name"].as_str().unwrap_or_default().to_owned();
                let text = if runs { text_of_program(Path::new(executable)) } else { None };
                let text = text.unwrap_or_else(|| format!("{executable}.ll").into());
                self.binaries.push(Binary { name, text });
            }
            return;
        }
        let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let files: Vec<&Path> = files.map(Path::new).collect();
        let of_kind = |kind: &str| files.iter().find(|file| file.extension().is_some_and(|e| e == kind));
        // The metadata of a library are always beside its text; its code may be elsewhere under another name.
        let library = of_kind("rlib").and(of_kind("rmeta").or(of_kind("rlib"))).copied();
        // What is built for the host is not below the target's folder.
        let is_for_target = |file: &&Path| file.components().any(|part| part.as_os_str() == TARGET);
        if let Some(text) = library.filter(is_for_target).and_then(text_of_library) {
            self.libraries.push(text);
        }
    }
}

/// `deps/name-hash.ll` for `deps/libname-hash.rmeta`.
fn text_of_library(library: &Path) -> Option<PathBuf> {
    let stem = library.file_stem()?.to_str()?.strip_prefix("lib")?;
    Some(library.with_file_name(format!("{stem}.ll")))
}

/// The text of a program, which cargo puts elsewhere than the text: `debug/deps/my_name-hash.ll` for `debug/my-name`, and
/// `debug/examples/my_name-hash.ll` for an example. A library of the same name has no `main`, tests have
/// another one, and the newest file is that of the last build.
fn text_of_program(executable: &Path) -> Option<PathBuf> {
    let name = executable.file_name()?.to_str()?.replace('-', "_");
    let folder = executable.parent()?;
    let files =
        [folder.join("deps"), folder.to_owned()].into_iter().filter_map(|folder| fs::read_dir(folder).ok());
    let is_it = |path: &PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        path.extension().is_some_and(|extension| extension == "ll")
            && stem.rsplit_once('-').is_some_and(|(of, _)| of == name)
            && fs::read_to_string(path).is_ok_and(|text| {
                text.contains("\ndefine noundef i32 @main(") && !text.contains("test_main_static")
            })
    };
    let paths = files.flatten().flatten().map(|entry| entry.path()).filter(is_it);
    paths.max_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok())
}

/// `mazurka`, beside this program or where the shell finds it.
fn mazurka() -> PathBuf {
    let beside = env::current_exe().ok().map(|path| path.with_file_name("mazurka"));
    beside.filter(|path| path.exists()).unwrap_or_else(|| "mazurka".into())
}

/// The names that the test binary lists with these arguments, and how libtest ends such a line.
fn list(inputs: &[&Path], arguments: &[&str]) -> Result<Vec<String>, String> {
    let mut command = Command::new(mazurka());
    command.args(["run", "--std", "test"]).args(inputs).arg("--").arg("--list").args(arguments);
    let output = command.output().map_err(|error| format!("cannot run mazurka: {error}"))?;
    if !output.status.success() {
        return Err(format!("the tests cannot be listed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

fn test(request: &Request, binary: &Binary, inputs: &[&Path]) -> Result<Outcome, String> {
    let is_chosen =
        |name: &String| request.filter.as_ref().is_none_or(|filter| name.contains(filter.as_str()));
    let (mut ignored, mut names) = (list(inputs, &["--ignored"])?, list(inputs, &[])?);
    ignored.retain(is_chosen);
    names.retain(is_chosen);
    println!("\nrunning {} test{} ({})", names.len(), if names.len() == 1 { "" } else { "s" }, binary.name);
    let work = Mutex::new(names.into_iter().collect::<VecDeque<_>>());
    let done = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(name) = work.lock().ok().and_then(|mut work| work.pop_front()) else { return };
                    let result = (!ignored.contains(&name)).then(|| check(request, inputs, &name));
                    let said = result.as_ref().map_or("ignored", |(outcome, _)| outcome.in_words());
                    println!("test {name} ... {said}");
                    if let (Some((outcome, report)), Ok(mut done)) = (result, done.lock()) {
                        done.push((name, outcome, report));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().map_err(|_| "a worker panicked".to_owned())?;
    done.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    for (name, _, report) in done.iter().filter(|(_, outcome, _)| *outcome != Outcome::Ok) {
        println!("\n---- {name} ----\n{report}");
    }
    let worst = done.iter().fold(Outcome::Ok, |worst, (_, outcome, _)| worse(worst, *outcome));
    let count = |wanted| done.iter().filter(|(_, outcome, _)| *outcome == wanted).count();
    println!(
        "\ntest result: {}. {} passed; {} failed; {} incomplete; {} with errors; {} ignored",
        worst.in_words(),
        count(Outcome::Ok),
        count(Outcome::Bug),
        count(Outcome::Incomplete),
        count(Outcome::Error),
        ignored.len()
    );
    Ok(worst)
}

/// Checks one test; what it came to, and the report.
fn check(request: &Request, inputs: &[&Path], name: &str) -> (Outcome, String) {
    let mut command = Command::new(mazurka());
    command.args(["check", "--std", "test", "--no-trace"]).args(&request.check).args(inputs);
    command.args(["--", "--exact", name, "--test-threads=1"]).stdin(Stdio::null());
    match command.output() {
        Err(error) => (Outcome::Error, format!("cannot run mazurka: {error}")),
        Ok(output) => {
            let outcome = match output.status.code() {
                Some(0) => Outcome::Ok,
                Some(1) => Outcome::Bug,
                Some(3) => Outcome::Incomplete,
                _ => Outcome::Error,
            };
            let shown = if outcome == Outcome::Error { &output.stderr } else { &output.stdout };
            (outcome, String::from_utf8_lossy(shown).into_owned())
        }
    }
}
