//! C programs of the test suite, compiled by clang and lowered.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use mazurka_ir::{Types, read_module};
use mazurka_vm::Program;
use mazurka_vm::{LoweringOptions, link, lower};

/// The folder of the suite's programs.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

/// The C files of a folder, in order.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut sources: Vec<_> = entries.map(|entry| entry.path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    sources
}

/// Files that are linked into one program, and that program once it is compiled.
type Compiled = HashMap<Vec<PathBuf>, Arc<OnceLock<Arc<Program>>>>;

/// Compiled once, however many tests ask for it.
pub(crate) fn compile(sources: &[PathBuf]) -> Arc<Program> {
    static COMPILED: LazyLock<Mutex<Compiled>> = LazyLock::new(Mutex::default);
    let entry = COMPILED.lock().expect("nothing panics here").entry(sources.to_vec()).or_default().clone();
    entry.get_or_init(|| compile_with(sources, &["-O0"])).clone()
}

/// With these options of clang.
pub(crate) fn compile_with(sources: &[PathBuf], options: &[&str]) -> Arc<Program> {
    let text = |source: &PathBuf| (source.to_string_lossy().into_owned(), ir(source, "", options));
    lowered(sources.iter().map(text))
}

/// A program given as text, `test.c`.
pub(crate) fn compile_text(text: &str) -> Arc<Program> {
    lowered([("test.c".to_owned(), ir(Path::new("-"), text, &["-O0"]))].into_iter())
}

/// The text of modules with their names, linked with the support code.
fn lowered(modules: impl Iterator<Item = (String, String)>) -> Arc<Program> {
    let types = Types::new();
    let read =
        |name: &str, text: &str| read_module(name, text.into(), &types).expect("clang's output can be read");
    let modules = modules.map(|(name, text)| read(&name, &text)).collect();
    let linked = link(modules).expect("the modules fit together");
    let options = LoweringOptions { analyze: true, future: true, ..LoweringOptions::default() };
    Arc::new(lower(&linked, &options).expect("the program has a main"))
}

/// What clang makes of a source file; `-`: of `text`.
fn ir(source: &Path, text: &str, options: &[&str]) -> String {
    let clang = std::env::var("MAZURKA_CLANG").unwrap_or("clang-19".into());
    let mut child = Command::new(clang)
        .args(["-S", "-emit-llvm", "-g", "-w", "-Xclang", "-disable-O0-optnone", "-x", "c", "-o", "-"])
        .args(options)
        .arg("-I")
        .arg(programs().join("../../include"))
        .arg(source)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("clang runs");
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("clang reads its input");
    let output = child.wait_with_output().expect("clang runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("clang writes text")
}
