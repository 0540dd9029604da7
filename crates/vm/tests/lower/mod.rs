//! Golden tests: LLVM text in, code out.

mod code;
mod inline_asm;
mod programs;

use mazurka_ir::{Types, read_module};

use mazurka_vm::assembly::{Code, FunctionKind, Insn};
use mazurka_vm::{LoweringOptions, Program, lower};

fn program(text: &str) -> Program {
    // The reader finds the end of a function by a `}` at the start of a line.
    let text: String = text.lines().flat_map(|line| [line.trim_start(), "\n"]).collect();
    let module = read_module("test.ll", text.into(), &Types::new()).expect("the text is right");
    let linked = mazurka_ir::Program::link(vec![module]).expect("one module links");
    lower(&linked, &LoweringOptions::default()).expect("there is a main")
}

fn code_of<'p>(program: &'p Program, name: &str) -> &'p Code {
    let function = program.functions.iter().find(|function| &*function.name == name);
    match function.map(|function| &function.kind) {
        Some(FunctionKind::Code(code)) => code,
        other => panic!("{other:?}"),
    }
}

/// Compares the listing of `main`.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let listing = code_of(&program(text), "main").to_string();
    let lines: Vec<&str> = listing.lines().map(str::trim).collect();
    assert_eq!(lines, expected, "\n{listing}");
}

#[test]
fn a_loop_at_o0_needs_no_copies() {
    check(
        "define i32 @main(i32 %0, ptr %1) {
           %n.addr = alloca i32
           %i = alloca i32
           store i32 %0, ptr %n.addr
           store i32 0, ptr %i
           br label %test
         test:
           %3 = load i32, ptr %i
           %4 = load i32, ptr %n.addr
           %5 = icmp slt i32 %3, %4
           br i1 %5, label %body, label %done
         body:
           %7 = load i32, ptr %i
           %8 = add nsw i32 %7, 1
           store i32 %8, ptr %i
           br label %test
         done:
           %10 = load i32, ptr %i
           ret i32 %10
         }",
        &[
            "registers 2, parameters 2, frame 0",
            "0 Const { d: 1, value: 0 }",
            "1 CompareBranch { op: Slt32, a: 1, b: 0, then: 2, otherwise: 4 }",
            "2 AddImm32 { d: 1, a: 1, imm: 1 }",
            "3 CompareBranch { op: Slt32, a: 1, b: 0, then: 2, otherwise: 4 }",
            "4 Return { s: 1, n: 1 }",
        ],
    );
}

#[test]
fn functions_of_a_certain_prefix_are_atomic_blocks() {
    let program = program(
        "define void @__VERIFIER_atomic_f() {
           ret void
         }
         define i32 @main() {
           call void @__VERIFIER_atomic_f()
           ret i32 0
         }",
    );
    let number = |name: &str| program.functions.iter().position(|f| &*f.name == name).expect("it is there");
    let FunctionKind::Code(code) = &program.functions[number("__VERIFIER_atomic_f")].kind else { panic!() };
    let (begin, end) = (number("__mazurka_atomic_begin") as u32, number("__mazurka_atomic_end") as u32);
    assert!(matches!(
        code.insns[..],
        [Insn::Call { function: first, .. }, Insn::Call { function: last, .. }, Insn::Return { n: 0, .. }]
            if first == begin && last == end
    ));
}
