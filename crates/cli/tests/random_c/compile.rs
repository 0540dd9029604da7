//! Many programs by one run of clang: most of its time goes into the headers.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use mazurka_ir::{Types, read_module};
use mazurka_vm::{LoweringOptions, UndefinedFunctions, link, lower};

use crate::program::{PRELUDE, Program};

/// What `mazurka check` hands to clang, but for the level.
const FLAGS: [&str; 8] =
    ["-S", "-emit-llvm", "-g", "-w", "-ffp-contract=off", "-U_FORTIFY_SOURCE", "-D__MAZURKA__=1", "-xc"];

/// What all programs are lowered with.
const OPTIONS: LoweringOptions = LoweringOptions {
    keep_locals_in_memory: false,
    analyze: true,
    future: true,
    reachable_stacks: true,
    stop_clocks: false,
    shorten_pauses: false,
    clear_unread: false,
    undefined_functions: UndefinedFunctions::Refused,
    std_rules: false,
};

/// LLVM IR of several programs, of which none is called main.
pub(crate) struct Batch {
    text: String,
}

impl Batch {
    pub(crate) fn compile(programs: &[Program], level: &str) -> Result<Batch, String> {
        let sources = programs.iter().enumerate().map(|(index, program)| program.source(&prefix(index)));
        let source = format!("{PRELUDE}{}", sources.collect::<Vec<_>>().concat());
        let clang = std::env::var("MAZURKA_CLANG").unwrap_or("clang-19".into());
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
        let mut child = Command::new(clang)
            .args(FLAGS)
            .arg(level)
            .arg("-I")
            .arg(include)
            .args(["-o", "-", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run clang: {error}"))?;
        let mut input = child.stdin.take().ok_or("clang has no input")?;
        let output = std::thread::scope(|scope| {
            // Clang may write before it has read everything.
            scope.spawn(move || input.write_all(source.as_bytes()));
            child.wait_with_output()
        });
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        String::from_utf8(output.stdout).map(|text| Batch { text }).map_err(|error| error.to_string())
    }

    /// One of the programs as LLVM IR of its own; the others are still there, but main does not reach them.
    pub(crate) fn text(&self, index: usize) -> String {
        self.text.replacen(&format!("@{}main(", prefix(index)), "@main(", 1)
    }

    pub(crate) fn program(&self, index: usize) -> Result<Arc<mazurka_vm::Program>, String> {
        self.lowered(index, &LoweringOptions { stop_clocks: true, shorten_pauses: true, ..OPTIONS })
    }

    /// The same with nothing in memory that the program does not read.
    pub(crate) fn without_unread(&self, index: usize) -> Result<Arc<mazurka_vm::Program>, String> {
        let options =
            LoweringOptions { stop_clocks: true, shorten_pauses: true, clear_unread: true, ..OPTIONS };
        self.lowered(index, &options)
    }

    /// The same with clocks that run, whatever the text says.
    pub(crate) fn with_running_clocks(&self, index: usize) -> Result<Arc<mazurka_vm::Program>, String> {
        self.lowered(index, &LoweringOptions { shorten_pauses: true, ..OPTIONS })
    }

    /// The same with pauses that are as long as the text says.
    pub(crate) fn with_long_pauses(&self, index: usize) -> Result<Arc<mazurka_vm::Program>, String> {
        self.lowered(index, &LoweringOptions { stop_clocks: true, ..OPTIONS })
    }

    fn lowered(&self, index: usize, options: &LoweringOptions) -> Result<Arc<mazurka_vm::Program>, String> {
        let types = Types::new();
        let module = read_module("random.c", self.text(index).into(), &types);
        let linked =
            link(vec![module.map_err(|error| error.to_string())?]).map_err(|error| error.to_string())?;
        lower(&linked, options).map(Arc::new).map_err(|error| error.to_string())
    }
}

fn prefix(index: usize) -> String {
    format!("p{index}_")
}
