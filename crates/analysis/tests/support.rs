//! Compiles C text, and links it with the part of the library that is written in C.

use std::io::Write;
use std::process::{Command, Stdio};

use mazurka_ir::link::Program;
use mazurka_ir::{Types, read_module};

/// What most test programs need.
const HEADER: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n#include <stdio.h>\n#line 1\n";

pub(crate) fn compile(level: &str, text: &str) -> Program {
    link(&clang(level, &format!("{HEADER}{text}")))
}

/// A program of LLVM IR text.
pub(crate) fn link(text: &str) -> Program {
    let types = Types::new();
    let module = read_module("test.ll", text.into(), &types).expect("clang's output can be read");
    mazurka_vm::link(vec![module]).expect("the modules fit together")
}

fn clang(level: &str, text: &str) -> String {
    let clang = std::env::var("MAZURKA_CLANG").unwrap_or("clang-19".into());
    let mut child = Command::new(clang)
        .args([
            "-S",
            "-emit-llvm",
            level,
            "-g",
            "-w",
            "-Xclang",
            "-disable-O0-optnone",
            "-x",
            "c",
            "-o",
            "-",
            "-",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("clang runs");
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("clang reads its input");
    let output = child.wait_with_output().expect("clang runs");
    assert!(output.status.success(), "clang refuses a test program");
    String::from_utf8(output.stdout).expect("clang writes text")
}
