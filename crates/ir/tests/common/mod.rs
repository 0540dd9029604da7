//! What the tests of this folder share: a compiler that makes modules.

pub(crate) mod exercise;
pub(crate) mod mutate;
pub(crate) mod same;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use mazurka_ir::{Module, Types, read_module};

/// A file of `tests/data`.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The LLVM text that a clang prints for a file.
pub(crate) fn clang(compiler: &str, options: &[&str], file: &Path) -> Rc<str> {
    let output = Command::new(compiler)
        .args(["-S", "-emit-llvm", "-g", "-w", "-o", "-"])
        .args(options)
        .arg(file)
        .output()
        .unwrap_or_else(|error| panic!("{compiler} cannot be run: {error}"));
    assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().into()
}

pub(crate) fn read(path: &str, text: &Rc<str>, types: &Rc<Types>) -> Module {
    read_module(path, text.clone(), types).unwrap_or_else(|error| panic!("{error}"))
}
