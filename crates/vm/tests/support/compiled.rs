//! C programs of the test suite, compiled by clang and lowered.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

use mazurka_ir::{Types, read_module};
use mazurka_vm::Program;
use mazurka_vm::{LoweringOptions, link, lower};

use super::clang::Texts;

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

/// What is compiled once, however many tests ask for it.
type Once<K, V> = Mutex<BTreeMap<K, Arc<OnceLock<V>>>>;

fn once<K: Ord, V>(known: &Once<K, V>, key: K) -> Arc<OnceLock<V>> {
    known.lock().expect("nothing panics here").entry(key).or_default().clone()
}

/// A program of these files, which are in one folder. All files of the folder are compiled at once: most of them are asked for.
pub(crate) fn compile(sources: &[PathBuf]) -> Arc<Program> {
    static PROGRAMS: Once<Vec<PathBuf>, Arc<Program>> = Mutex::new(BTreeMap::new());
    static FOLDERS: Once<PathBuf, Texts> = Mutex::new(BTreeMap::new());
    let program = || {
        let folder = sources[0].parent().expect("a file is in a folder");
        let texts = once(&FOLDERS, folder.to_owned());
        let texts = texts.get_or_init(|| Texts::compile(&clang(&["-O0"]), &self::sources(folder)));
        lowered(sources.iter().map(|source| (source.to_string_lossy().into_owned(), text(texts, source))))
    };
    once(&PROGRAMS, sources.to_vec()).get_or_init(program).clone()
}

/// A program of each of these files, with these options of clang.
pub(crate) fn compile_each(sources: &[PathBuf], options: &[&str]) -> impl Iterator<Item = Arc<Program>> {
    let texts = Texts::compile(&clang(options), sources);
    sources.iter().map(move |source| {
        lowered([(source.to_string_lossy().into_owned(), text(&texts, source))].into_iter())
    })
}

fn text(texts: &Texts, source: &Path) -> String {
    texts.get(source).unwrap_or_else(|problem| panic!("{problem}")).to_owned()
}

/// A program given as text, `test.c`.
pub(crate) fn compile_text(text: &str) -> Arc<Program> {
    static PROGRAMS: Once<String, Arc<Program>> = Mutex::new(BTreeMap::new());
    let program = || lowered([("test.c".to_owned(), ir(text))].into_iter());
    once(&PROGRAMS, text.to_owned()).get_or_init(program).clone()
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

/// Clang with these options, which prints LLVM IR of the file that it is given.
fn clang(options: &[&str]) -> Command {
    let mut clang = Command::new(std::env::var("MAZURKA_CLANG").unwrap_or("clang-19".into()));
    clang
        .args(["-S", "-emit-llvm", "-g", "-w", "-Xclang", "-disable-O0-optnone", "-x", "c", "-o", "-"])
        .args(options)
        .arg("-I")
        .arg(programs().join("../../include"));
    clang
}

/// What clang makes of a text.
fn ir(text: &str) -> String {
    let mut child = clang(&["-O0"])
        .arg("-")
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
