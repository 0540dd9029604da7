//! What programs become: globals, references, refusals.

use mazurka_vm::Program;
use mazurka_vm::assembly::{self, Code, FunctionKind, Insn, Place, verify};

use super::{code_of, program};

const EMPTY_MAIN: &str = "define i32 @main() { \n ret i32 0 \n }";

fn image<'p>(program: &'p Program, name: &str) -> &'p [u8] {
    &program.globals.iter().find(|global| &*global.name == name).expect("it is reachable").image
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes
        .chunks(8)
        .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
        .collect()
}

#[test]
fn initialisers_are_evaluated() {
    let program = program(
        "@x = global [3 x i16] [i16 1, i16 -1, i16 0], align 2
         @y = constant i32 5
         @alias = alias i32, ptr getelementptr (i8, ptr @x, i64 2)
         @table = global [4 x i64] [
           i64 ptrtoint (ptr @alias to i64),
           i64 sub (i64 ptrtoint (ptr @alias to i64), i64 ptrtoint (ptr @x to i64)),
           i64 ptrtoint (ptr @main to i64), i64 ptrtoint (ptr @y to i64) ]
         @unused = global i32 7
         define i32 @main() {
           %1 = load i64, ptr @table
           ret i32 0
         }"
        .replace("[\n", "[")
        .replace(",\n           i64", ", i64")
        .as_str(),
    );
    assert!(program.globals.iter().all(|global| &*global.name != "unused"));
    assert_eq!(image(&program, "x"), [1, 0, 0xff, 0xff]);
    let place = |name: &str| program.globals.iter().find(|global| &*global.name == name).map(|g| g.address);
    let x = place("x").expect("it is reachable");
    let main = assembly::CODE + assembly::FUNCTION_STEP * u64::from(program.main);
    assert_eq!(words(image(&program, "table")), [x + 2, 2, main, place("y").expect("it is reachable")]);
    assert_eq!(assembly::place(x), Place::Global);
    assert_eq!(assembly::place(place("y").unwrap_or(0)), Place::Constant);
}

#[test]
fn variables_keep_their_distance() {
    let program = program(
        "@a = global [3 x i8] zeroinitializer
         @b = global i64 1
         define i32 @main() {
           store i8 1, ptr @a
           store i64 1, ptr @b
           ret i32 0
         }",
    );
    let [a, b] = &program.globals[..] else { panic!("two variables") };
    assert!(b.address >= a.address + a.size + 32 && b.address.is_multiple_of(8));
}

#[test]
fn an_undefined_symbol_is_an_error_only_when_it_is_used() {
    let program = program(
        "declare void @nowhere()
         @nothing = external global i32
         define i32 @main(i32 %n, ptr %p) {
           call void @nowhere()
           %1 = load i32, ptr @nothing
           %2 = add i32 %1, 1
           ret i32 %2
         }",
    );
    let unusable = program.functions.iter().find(|function| &*function.name == "nowhere").map(|f| &f.kind);
    let Some(FunctionKind::Unusable(reason)) = unusable else { panic!("{unusable:?}") };
    assert_eq!(reason, "undefined function `nowhere`: neither the program nor the library defines it");
    assert_eq!(
        code_of(&program, "main").unsupported,
        ["test.ll:5: undefined variable `nothing`: the program does not define it"]
    );
}

#[test]
fn an_extern_weak_function_is_null() {
    let program = program(
        "declare extern_weak void @maybe()
         define i64 @main() {
           ret i64 ptrtoint (ptr @maybe to i64)
         }",
    );
    assert_eq!(code_of(&program, "main").constants, [(0, 0)]);
}

#[test]
fn labels_lead_to_their_blocks() {
    let program = program(
        "define i32 @main(i32 %n, ptr %p) {
           %1 = select i1 true, ptr blockaddress(@main, %there), ptr %p
           indirectbr ptr %1, [label %there]
         there:
           ret i32 4
         }",
    );
    let [(function, pc)] = program.labels[..] else { panic!("{:?}", program.labels) };
    assert_eq!(function, program.main);
    assert!(matches!(code_of(&program, "main").insns[pc as usize], Insn::Return { .. }));
}

#[test]
fn thread_locals_are_a_template() {
    let program = program(
        "@t = thread_local global i32 9
         declare ptr @llvm.threadlocal.address.p0(ptr)
         define i32 @main(i32 %n, ptr %p) {
           %a = call ptr @llvm.threadlocal.address.p0(ptr @t)
           %v = load i32, ptr %a
           ret i32 %v
         }",
    );
    let [t] = &program.thread_locals[..] else { panic!("one thread-local") };
    assert_eq!((t.image.as_slice(), t.size), (&[9][..], 4));
    assert_eq!(program.thread_local_size, t.address + t.size);
    let code = code_of(&program, "main");
    assert!(matches!(code.insns[0], Insn::ThreadLocal { offset, .. } if u64::from(offset) == t.address));
}

#[test]
fn live_registers_are_those_needed_later() {
    let program = program(
        "declare i32 @f(i32)
         define i32 @main(i32 %n, ptr %p) {
           %a = call i32 @f(i32 7)
           %b = load i32, ptr %p
           %c = add i32 %b, %n
           ret i32 %c
         }",
    );
    let code = code_of(&program, "main");
    let live: Vec<Vec<u16>> = (0..3).map(|pc| code.live.at(pc).collect()).collect();
    // Before the first instruction, after the call, before the load; no thread stops at the addition.
    assert_eq!(live, [vec![0, 1], vec![0, 1], vec![]], "{code}");
}

#[test]
fn the_verifier_finds_what_is_out_of_range() {
    let program = program(EMPTY_MAIN);
    let good = code_of(&program, "main");
    let with = |insns: &[Insn]| Code {
        insns: insns.to_vec(),
        lines: vec![0; insns.len()],
        registers: 2,
        constants: vec![(1, 5)],
        ..Code::default()
    };
    let end = Insn::Return { s: 0, n: 1 };
    assert_eq!(verify(good), Ok(()));
    assert_eq!(verify(&with(&[end])), Ok(()));
    let wrong: &[&[Insn]] = &[
        &[],
        &[Insn::Mov { d: 0, s: 1 }],
        &[Insn::Mov { d: 0, s: 2 }, end],
        &[Insn::Mov { d: 1, s: 0 }, end],
        &[Insn::Return { s: 1, n: 2 }],
        &[Insn::Jump { to: 1 }],
        &[Insn::Call { function: 0, site: 0 }, end],
        &[Insn::Switch { v: 0, table: 0 }],
        &[Insn::Unsupported { reason: 0 }],
    ];
    for insns in wrong {
        assert!(verify(&with(insns)).is_err(), "{insns:?}");
    }
}
