//! C programs of the test suite, compiled by clang and lowered.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use mazurka_ir::{Types, link, read_module};
use mazurka_vm::library::support;
use mazurka_vm::lower::{Options, SUPPORT_PATH, lower};
use mazurka_vm::program::Program;

/// The folder of the suite's programs.
pub fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

/// The C files of a folder, in order.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut sources: Vec<_> = entries.map(|entry| entry.path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    sources
}

pub fn compile(sources: &[PathBuf]) -> Arc<Program> {
    let types = Types::new();
    let read =
        |name: &str, text: &str| read_module(name, text.into(), &types).expect("clang's output can be read");
    let mut modules: Vec<_> =
        sources.iter().map(|source| read(&source.to_string_lossy(), &ir(source))).collect();
    for (name, text) in support::MODULES {
        modules.push(read(&format!("{SUPPORT_PATH}{name}"), text));
    }
    let linked = link::Program::link(modules).expect("the modules fit together");
    Arc::new(lower(&linked, &Options::default()).expect("the program has a main"))
}

fn ir(source: &Path) -> String {
    let clang = std::env::var("MAZURKA_CLANG").unwrap_or("clang-19".into());
    let output = Command::new(clang)
        .args(["-S", "-emit-llvm", "-O0", "-g", "-w", "-Xclang", "-disable-O0-optnone", "-o", "-"])
        .arg(source)
        .output()
        .expect("clang runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("clang writes text")
}
