//! How long loading takes, in CPU time (user and system) of a process of its own, beside LLVM's own assembler.
//!
//! `cargo bench -p mazurka-ir --bench load` makes two inputs, a big C file by clang and a whole Rust program with std, and prints a
//! table. Every figure is the minimum of several runs. `llvm-as` verifies and writes bitcode too, hence the second line
//! in which it only parses; it cannot read the Rust program, whose LLVM is newer.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use mazurka_ir::module::SymbolId;
use mazurka_ir::{Types, read_module};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

const RUNS: usize = 7;
const MEGABYTE: f64 = 1e6;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["read-index", file] => read(file, false),
        ["read-all", file] => read(file, true),
        // What `cargo bench` passes; `cargo test --benches` does not, and has nothing to measure.
        [.., "--bench"] => measure(),
        _ => {}
    }
}

/// What is measured, in a process of its own.
fn read(file: &str, bodies: bool) {
    let text = fs::read_to_string(file).expect("the input is readable");
    let module = read_module(file, text.into(), &Types::new()).expect("the input is well-formed");
    if bodies {
        for index in 0..module.symbols.len() {
            if let Some(Err(error)) = module.body(SymbolId(index as u32)) {
                panic!("{error}");
            }
        }
    }
    // Freeing the module is not part of loading it, as in a run of the checker.
    std::mem::forget(module);
}

fn measure() {
    let (c, rust) = (clang_input(), rust_input());
    let ourselves = env::current_exe().expect("this program has a path");
    let ours = |mode: &str, file: &Path| cpu_time(Command::new(&ourselves).arg(mode).arg(file));
    let llvm = |options: &[&str]| {
        cpu_time(Command::new("llvm-as-19").args(options).args(["-o", "/dev/null"]).arg(&c))
    };

    let everything = ours("read-all", &c);
    println!("{} of C by clang -O1 -g", size(&c));
    print_row("mazurka, everything", everything, None);
    print_row("llvm-as-19", llvm(&[]), Some(everything));
    print_row("llvm-as-19, only parsing", llvm(&["-disable-verify", "-disable-output"]), Some(everything));
    println!("{} of Rust, the whole program", size(&rust));
    print_row("mazurka, bodies unread", ours("read-index", &rust), None);
    print_row("mazurka, everything", ours("read-all", &rust), None);
}

fn print_row(what: &str, time: Duration, ours: Option<Duration>) {
    let ratio =
        ours.map_or(String::new(), |ours| format!("{:8.1} × ours", time.as_secs_f64() / ours.as_secs_f64()));
    println!("  {what:26}{:9.1} ms{ratio}", time.as_secs_f64() * 1e3);
}

fn size(file: &Path) -> String {
    format!("{:.1} MB", fs::metadata(file).expect("the input was made").len() as f64 / MEGABYTE)
}

/// The least CPU time that a command took in several runs.
fn cpu_time(command: &mut Command) -> Duration {
    let run = |_| {
        let before = cpu_time_of_children();
        let status = command.status().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
        assert!(status.success(), "{command:?} failed");
        cpu_time_of_children() - before
    };
    (0..RUNS).map(run).min().expect("there is at least one run")
}

/// Of all children that were waited for.
fn cpu_time_of_children() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts CPU time");
    let time = usage.user_time() + usage.system_time();
    Duration::from_micros(time.num_microseconds().unsigned_abs())
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

fn compile(command: &mut Command, output: &str) -> PathBuf {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    assert!(status.success(), "{command:?} failed");
    directory().join(output)
}

fn clang_input() -> PathBuf {
    let source = directory().join("load.c");
    fs::write(&source, generated_c(400)).expect("the directory is writable");
    let target = directory().join("load.ll");
    compile(
        Command::new("clang-19").args(["-S", "-emit-llvm", "-O1", "-g", "-o"]).args([target, source]),
        "load.ll",
    )
}

fn rust_input() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/whole_program.rs");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "-g", "--emit=llvm-ir,link", "-C", "lto=fat", "-C", "panic=abort"]);
    rustc.args(["-C", "codegen-units=1", "-C", "opt-level=1", "--out-dir"]).arg(directory()).arg(source);
    compile(&mut rustc, "whole_program.ll")
}

/// C that is dull but of the usual mixture: records, loops, switches, calls, atomics, floating point, strings.
fn generated_c(units: u32) -> String {
    let mut c = String::from("#include <stdatomic.h>\n#include <string.h>\n");
    for n in 0..units {
        let (k, m) = (n % 13 + 2, n % 7 + 3);
        write!(
            c,
            r#"
struct item{n} {{ int key; double weight; struct item{n} *next; char name[{k}]; }};
static atomic_long total{n};
static struct item{n} first{n} = {{ {n}, {m}.5, &first{n}, "i" }};
static double weigh{n}(const struct item{n} *item, int limit) {{
    double sum = 0;
    for (int i = 0; item && i < limit; i++, item = item->next)
        sum += item->weight * {k} + (item->key % {m} == 1 ? item->key / {m} : -i);
    return sum;
}}
int classify{n}(unsigned value, const char *text) {{
    switch (value % {m}) {{
    case 0: return (int)strlen(text) + {n};
    case 1: return strcmp(text, "number {n}");
    case 2: atomic_fetch_add_explicit(&total{n}, value, memory_order_relaxed); break;
    default: value = value << {k} ^ value >> {m};
    }}
    return (int)(value + atomic_load(&total{n}));
}}
long work{n}(struct item{n} *items, int count) {{
    long result = {n};
    for (int i = 0; i < count; i++) {{
        struct item{n} copy = items[i];
        int kind = classify{n}(copy.key + i, copy.name);
        if (kind > {k})
            result += (long)weigh{n}(&copy, kind);
        else if (kind < -{m})
            result ^= copy.key, copy.next = &first{n};
        else
            memset(items[i].name, kind, sizeof copy.name);
        items[i] = copy;
    }}
    return result;
}}
"#
        )
        .expect("writing to a string never fails");
    }
    c
}
