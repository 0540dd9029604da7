//! Building the package with cargo.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mazurka::RUSTC_FLAGS;
use serde_json::Value;

use crate::request::Request;

/// Of the crate's text nothing is linked: `true` does nothing.
const NOT_LINKED: [&str; 2] = ["--emit=llvm-ir", "-Clinker=true"];

/// By a triple, cargo keeps flags away from build scripts and procedural macros, which have to be linked.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Beside the folder of other builds, whose flags are others.
pub(crate) const TARGET_FOLDER: &str = "target/mazurka";

/// A test binary, or a program, as text.
pub(crate) struct Binary {
    pub name: String,
    text: PathBuf,
}

/// What cargo has built.
#[derive(Default)]
pub(crate) struct Built {
    pub binaries: Vec<Binary>,
    /// The texts of libraries.
    libraries: Vec<PathBuf>,
}

pub(crate) fn build(request: &Request) -> Result<Built, String> {
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(if request.runs { &["build"][..] } else { &["test", "--no-run"] })
        .args(["--message-format=json-render-diagnostics", "--target", TARGET])
        .args(["--target-dir", TARGET_FOLDER])
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
    given.chain(NOT_LINKED.into_iter().chain(RUSTC_FLAGS).map(str::to_owned)).collect()
}

impl Built {
    /// The texts that a program consists of, without the standard library.
    pub(crate) fn inputs<'a>(&'a self, binary: &'a Binary) -> Vec<&'a Path> {
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
