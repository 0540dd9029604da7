//! Reading, printing and reading again gives the same module, and LLVM accepts what we print.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;

use mazurka_ir::{Types, print_module};

use crate::common::same::assert_same;
use crate::common::{clang, data, read};

/// Reads, prints and reads again; gives back what was printed.
fn round_trip(name: &str, text: &Rc<str>) -> Rc<str> {
    let types = Types::new();
    let module = read(name, text, &types);
    let printed: Rc<str> = print_module(&module).unwrap().into();
    let again = read(&format!("{name} (printed)"), &printed, &types);
    assert_same(&module, &again);
    assert_eq!(print_module(&again).unwrap(), &*printed, "{name}: the second print differs");
    printed
}

fn assert_llvm_accepts(name: &str, text: &str) {
    let mut llvm_as = Command::new("llvm-as-19")
        .args(["-o", "/dev/null", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("llvm-as-19 cannot be run: {error}"));
    llvm_as.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = llvm_as.wait_with_output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Every C file of `tests/data`, in a fixed order.
fn c_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = data("")
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn name(file: &Path, compiler: &str, options: &[&str]) -> String {
    format!("{} by {compiler} {options:?}", file.file_name().unwrap().to_string_lossy())
}

#[test]
fn c_by_clang_19() {
    for file in c_files() {
        for options in [["-O0", "-fcommon"], ["-O1", "-fno-discard-value-names"], ["-O2", "-mavx2"]] {
            let name = name(&file, "clang-19", &options);
            let printed = round_trip(&name, &clang("clang-19", &options, &file));
            assert_llvm_accepts(&name, &printed);
        }
    }
}

#[test]
fn typed_pointers() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/reader");
    let text = std::fs::read_to_string(seeds.join("typed_pointers.ll")).unwrap().into();
    round_trip("typed_pointers.ll", &text);
}

/// The last clang that prints typed pointers. Today's distributions no longer have it; then the seed above has to do.
#[test]
fn c_by_clang_14() {
    if Command::new("clang-14").arg("--version").output().is_err() {
        eprintln!("clang-14 is not installed");
        return;
    }
    for file in c_files() {
        for options in [["-O0"], ["-O1"], ["-O2"]] {
            round_trip(&name(&file, "clang-14", &options), &clang("clang-14", &options, &file));
        }
    }
}

#[test]
fn cpp_with_exceptions() {
    let file = data("exceptions.cpp");
    for level in ["-O0", "-O1", "-O2"] {
        let options = ["-std=c++17", level];
        let name = name(&file, "clang++-19", &options);
        let printed = round_trip(&name, &clang("clang++-19", &options, &file));
        assert_llvm_accepts(&name, &printed);
    }
}

/// std included, in one module of some 20 MB.
#[test]
fn rust_whole_program() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let status = Command::new("rustc")
        .args(["--edition", "2024", "-g", "--emit=llvm-ir,link", "-C", "lto=fat", "-C", "panic=abort"])
        .args(["-C", "codegen-units=1", "-C", "opt-level=1", "--out-dir"])
        .args([&directory, &data("whole_program.rs")])
        .status()
        .unwrap_or_else(|error| panic!("rustc cannot be run: {error}"));
    assert!(status.success());
    let text = std::fs::read_to_string(directory.join("whole_program.ll")).unwrap().into();
    round_trip("whole_program.rs", &text);
}
