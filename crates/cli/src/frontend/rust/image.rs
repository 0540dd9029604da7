//! Rust's standard library as text: its *image*.
//!
//! An LTO build of an empty program without optimisation drops nothing, so its text has all functions that programs can refer to.
//! It is kept in the cache folder under a name that depends on the toolchain and on how it is made.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::time::SystemTime;
use std::{env, io};

use super::super::IrText;
use super::super::cache;
use super::rustc::Rustc;
use crate::args::StdImage;
use crate::failure::Failure;
use crate::hash;

/// The empty program, and one empty test: what the library for tests consists of is not in programs.
fn source(kind: StdImage) -> (&'static str, &'static [&'static str]) {
    match kind {
        StdImage::Program => ("fn main() {}", &[]),
        StdImage::Test => ("#[test] fn nothing() {}", &["--test"]),
    }
}

/// `linker=true`: LTO is a part of linking, and nothing of what is linked is needed.
const FLAGS: [&str; 8] = [
    "--emit=llvm-ir=-,link",
    "--crate-name=mazurka_image",
    "--edition=2021",
    "-Cdebuginfo=2",
    "-Clto=fat",
    "-Ccodegen-units=1",
    "-Copt-level=0",
    "-Clinker=true",
];

/// A function of the standard library that every program calls.
const START: &str = "lang_start_internal";

/// `panic` is the strategy that the program is compiled with: `unwind` or `abort`.
pub(super) fn load(rustc: &Rustc, kind: StdImage, panic: &str, cached: bool) -> Result<IrText, Failure> {
    let panic = format!("-Cpanic={panic}");
    let name = format!("the standard library of {}", rustc.name());
    let file =
        if cached { cache::folder().map(|folder| folder.join(key(rustc, kind, &panic))) } else { None };
    let kept = file.as_deref().and_then(read);
    let text = match kept {
        Some(text) => text,
        None => {
            eprintln!("reading {name}; this is done once and takes some seconds");
            let text = make(rustc, kind, &panic)?;
            // A cache that cannot be written to costs time, and nothing else.
            if let Some(file) = &file {
                let _ = write(file, &text);
            }
            text
        }
    };
    Ok(IrText { name, text, is_library: true, std_rules: false })
}

fn key(rustc: &Rustc, kind: StdImage, panic: &str) -> String {
    let parts =
        [&rustc.identity, source(kind).0, panic].into_iter().chain(FLAGS).flat_map(|part| [part, "\n"]);
    format!("std-{}.ll", hash::sha256(parts))
}

fn read(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    // What was used last is removed last.
    let _ = File::open(file).and_then(|file| file.set_modified(SystemTime::now()));
    is_complete(&text).then_some(text)
}

/// Whether it begins and ends like an image: a full disk may have cut it off.
fn is_complete(text: &str) -> bool {
    text.contains(START) && text.ends_with('\n')
}

fn make(rustc: &Rustc, kind: StdImage, panic: &str) -> Result<String, Failure> {
    let folder = Scratch::new().map_err(|error| Failure::new(format!("cannot make a folder: {error}")))?;
    let file = folder.0.join("empty.rs");
    let (source, more) = source(kind);
    fs::write(&file, source)
        .map_err(|error| Failure::new(format!("cannot write {}: {error}", file.display())))?;
    let mut command = Command::new(&rustc.program);
    command.args(FLAGS).args(more).args([panic, "--out-dir"]).arg(&folder.0).arg(&file).stdin(Stdio::null());
    let compiled = rustc.output_of(command)?;
    let said = String::from_utf8_lossy(&compiled.diagnostics).into_owned();
    compiled.text.filter(|text| is_complete(text)).ok_or_else(|| {
        Failure::new(format!("{} does not print its standard library:\n{said}", rustc.name()))
            .help("Mazurka was tried with rustc 1.95; let MAZURKA_RUSTC name that")
    })
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().ok_or(io::ErrorKind::NotFound)?;
    fs::create_dir_all(folder)?;
    let temporary = file.with_extension(format!("{}.tmp", process::id()));
    let write = || {
        let mut open = File::create(&temporary)?;
        open.write_all(text.as_bytes())?;
        open.sync_all()?;
        fs::rename(&temporary, file)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        let folder = env::temp_dir().join(format!("mazurka-std-{}", process::id()));
        fs::create_dir(&folder)?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
