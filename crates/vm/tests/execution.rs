//! Bytecode assembled by hand: what single instructions and calls do.

use std::sync::atomic::AtomicBool;

use mazurka_machine::FaultKind;
use mazurka_vm::Config;
use mazurka_vm::assembly::{ByValue, CallSite, CompareOp, Insn, OldValue, VarArg};
use mazurka_vm::assembly::{CODE, heap_of};
use mazurka_vm::assembly::{Code, FrameSlot};
use mazurka_vm::{Limits, RunEnd};

use crate::support::*;

fn run(main: Code, others: Vec<Code>) -> (RunEnd, String) {
    let mut output = String::new();
    let limits = Limits { jumps: 1_000_000, interrupted: &AtomicBool::new(false) };
    let mut vm = machine(program(main, others), Config::default());
    let end = vm.run(&mut |_, bytes| output.push_str(&String::from_utf8_lossy(bytes)), &limits);
    (end.expect("assembled programs ask for nothing unsupported"), output)
}

fn fault(main: Code) -> (FaultKind, String) {
    match run(main, Vec::new()).0 {
        RunEnd::Fault(fault) => (fault.kind, fault.message),
        other => panic!("a fault was expected, not {other:?}"),
    }
}

#[test]
fn a_loop_adds_up() {
    let main = code(
        3,
        vec![
            Insn::Const { d: 1, value: 100 },
            Insn::Add32 { d: 0, a: 0, b: 1 },
            Insn::AddImm32 { d: 1, a: 1, imm: -1 },
            Insn::CompareImmBranch { op: CompareOp::Sgt32, a: 1, imm: 0, then: 1, otherwise: 4 },
            Insn::Return { s: 0, n: 1 },
        ],
    );
    assert_eq!(run(main, Vec::new()).0, RunEnd::Exited(5050));
}

#[test]
fn recursion_returns_into_its_callers() {
    // f(n) = n < 2 ? n : f(n - 1) + f(n - 2)
    let fibonacci = Code {
        params: 1,
        sites: vec![site(&[1], 2), site(&[1], 3)],
        ..code(
            4,
            vec![
                Insn::CompareImmBranch { op: CompareOp::Slt64, a: 0, imm: 2, then: 6, otherwise: 1 },
                Insn::AddImm64 { d: 1, a: 0, imm: -1 },
                Insn::Call { function: OTHER, site: 0 },
                Insn::AddImm64 { d: 1, a: 0, imm: -2 },
                Insn::Call { function: OTHER, site: 1 },
                Insn::Add64 { d: 0, a: 2, b: 3 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    let main = Code {
        sites: vec![site(&[0], 1)],
        ..code(
            2,
            vec![
                Insn::Const { d: 0, value: 12 },
                Insn::Call { function: OTHER, site: 0 },
                Insn::Return { s: 1, n: 1 },
            ],
        )
    };
    assert_eq!(run(main, vec![fibonacci]).0, RunEnd::Exited(144));
}

#[test]
fn endless_recursion_overflows_the_stack() {
    let main = Code {
        sites: vec![site(&[], 0)],
        ..code(2, vec![Insn::Call { function: MAIN, site: 0 }, Insn::Return { s: 0, n: 1 }])
    };
    assert_eq!(fault(main).0, FaultKind::StackOverflow);
}

#[test]
fn locals_are_bounded_and_die_with_their_function() {
    let with_local = |insns| Code {
        frame_size: 16,
        frame_align: 4,
        allocas: vec![FrameSlot { offset: 0, size: 4 }],
        ..code(2, insns)
    };
    let past = with_local(vec![
        Insn::FrameAddress { d: 0, offset: 0 },
        Insn::Store32 { a: 0, s: 1, offset: 0 },
        Insn::Load32 { d: 1, a: 0, offset: 2 },
    ]);
    let expected = "read of 4 bytes at offset 2 of a temporary of 4 bytes in main";
    assert_eq!(fault(past), (FaultKind::OutOfBounds, expected.into()));

    let leak = with_local(vec![Insn::FrameAddress { d: 0, offset: 0 }, Insn::Return { s: 0, n: 1 }]);
    let main = Code {
        sites: vec![site(&[], 0)],
        ..code(2, vec![Insn::Call { function: OTHER, site: 0 }, Insn::Store32 { a: 0, s: 1, offset: 0 }])
    };
    match run(main, vec![leak]).0 {
        RunEnd::Fault(fault) => assert_eq!(fault.kind, FaultKind::StackUseAfterReturn),
        other => panic!("a fault was expected, not {other:?}"),
    }
}

#[test]
fn wild_accesses_are_distinguished() {
    let read = |address| {
        fault(code(1, vec![Insn::Const { d: 0, value: address }, Insn::Load32 { d: 0, a: 0, offset: 0 }]))
    };
    assert_eq!(read(0), (FaultKind::NullDereference, "read of 4 bytes at a null pointer".into()));
    assert_eq!(read(24).1, "read of 4 bytes at a null pointer plus 24 bytes");
    assert_eq!(read(CODE).0, FaultKind::ReadOnly);
    assert_eq!(
        read(X + 8),
        (FaultKind::OutOfBounds, "read of 4 bytes at the end of variable 'x' of 8 bytes".into())
    );
    assert_eq!(read(Y - 3).1, "read of 4 bytes at 3 bytes before variable 'y' of 8 bytes");
    assert_eq!(read(u64::MAX).0, FaultKind::InvalidPointer);
    assert_eq!(read(heap_of(mazurka_machine::ThreadId(40))).0, FaultKind::InvalidPointer);
}

#[test]
fn calls_through_bad_pointers_are_faults() {
    let call = |address| {
        fault(Code {
            sites: vec![site(&[], 0)],
            ..code(1, vec![Insn::Const { d: 0, value: address }, Insn::CallIndirect { f: 0, site: 0 }])
        })
    };
    assert_eq!(call(0).0, FaultKind::NullDereference);
    assert_eq!(call(X).0, FaultKind::InvalidCall);
    assert_eq!(call(function_address(1) + 1).0, FaultKind::InvalidCall);
    assert_eq!(call(function_address(1000)).0, FaultKind::InvalidCall);
}

#[test]
fn variable_arguments_and_copies_arrive() {
    // f(struct copy, ...): changes its copy, returns it plus two variable arguments.
    let callee = Code {
        params: 1,
        varargs: true,
        frame_size: 24,
        frame_align: 8,
        allocas: vec![FrameSlot { offset: 0, size: 24 }],
        ..code(
            5,
            vec![
                Insn::Load64 { d: 1, a: 0, offset: 0 },
                Insn::Store64 { a: 0, s: 4, offset: 0 },
                Insn::FrameAddress { d: 2, offset: 0 },
                Insn::VaStart { list: 2 },
                Insn::Load64 { d: 2, a: 2, offset: 8 },
                Insn::Load64 { d: 3, a: 2, offset: 0 },
                Insn::Load64 { d: 2, a: 2, offset: 8 },
                Insn::Add64 { d: 1, a: 1, b: 3 },
                Insn::Add64 { d: 1, a: 1, b: 2 },
                Insn::Return { s: 1, n: 1 },
            ],
        )
    };
    let call = CallSite {
        copies: [ByValue { arg: 0, size: 8, align: 8 }].into(),
        varargs: [VarArg::Word(1), VarArg::Bytes { address: 0, size: 8, align: 8 }].into(),
        ..site(&[0], 1)
    };
    let main = Code {
        sites: vec![call, site(&[1], 1)],
        ..code(
            3,
            vec![
                Insn::Const { d: 0, value: X },
                Insn::Const { d: 1, value: 100 },
                Insn::Store64 { a: 0, s: 1, offset: 0 },
                Insn::Const { d: 1, value: 7 },
                Insn::Call { function: OTHER, site: 0 },
                Insn::Call { function: PRINT, site: 1 },
                Insn::Load64 { d: 0, a: 0, offset: 0 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    assert_eq!(run(main, vec![callee]), (RunEnd::Exited(100), "207\n".into()));
}

#[test]
fn longjmp_goes_back_and_refuses_dead_frames() {
    let jump = code(
        2,
        vec![
            Insn::Const { d: 0, value: X },
            Insn::Const { d: 1, value: 42 },
            Insn::LongJump { buffer: 0, value: 1 },
        ],
    );
    let buffer = |insns| Code {
        frame_size: 64,
        frame_align: 8,
        allocas: vec![FrameSlot { offset: 0, size: 64 }],
        sites: vec![site(&[1], 0)],
        params: 0,
        ..code(3, insns)
    };
    let jump = Code { params: 1, insns: vec![Insn::Const { d: 1, value: 42 }, jump.insns[2]], ..jump };
    let main = buffer(vec![
        Insn::FrameAddress { d: 1, offset: 0 },
        Insn::SetJump { d: 2, buffer: 1 },
        Insn::CompareImmBranch { op: CompareOp::Eq, a: 2, imm: 0, then: 3, otherwise: 4 },
        Insn::Call { function: OTHER, site: 0 },
        Insn::Return { s: 2, n: 1 },
    ]);
    assert_eq!(run(main, vec![jump]).0, RunEnd::Exited(42));

    let no_setjmp =
        buffer(vec![Insn::FrameAddress { d: 1, offset: 0 }, Insn::LongJump { buffer: 1, value: 2 }]);
    assert_eq!(fault(no_setjmp).0, FaultKind::LibraryMisuse);
}

#[test]
fn memory_of_run_time_size_is_given_back() {
    let main = code(
        4,
        vec![
            Insn::Const { d: 0, value: 10 },
            Insn::StackSave { d: 1 },
            Insn::Alloca { d: 2, size: 0, align: 1 },
            Insn::Store8 { a: 2, s: 0, offset: 9 },
            Insn::StackRestore { a: 1 },
            Insn::Load8 { d: 3, a: 2, offset: 9 },
        ],
    );
    assert_eq!(fault(main).0, FaultKind::StackUseAfterReturn);
    let too_much =
        code(2, vec![Insn::Const { d: 0, value: 1 << 40 }, Insn::Alloca { d: 1, size: 0, align: 1 }]);
    assert_eq!(fault(too_much).0, FaultKind::StackOverflow);
}

/// main starts two threads that add to x, and waits for both.
fn two_adders() -> (Code, Code) {
    let main = Code {
        sites: vec![site(&[0, 0], 1), site(&[0, 0], 2), site(&[1], 3), site(&[2], 3)],
        ..code(
            4,
            vec![
                Insn::Const { d: 0, value: OTHER as u64 },
                Insn::Call { function: SPAWN, site: 0 },
                Insn::Call { function: SPAWN, site: 1 },
                Insn::Call { function: JOIN, site: 2 },
                Insn::Call { function: JOIN, site: 3 },
                Insn::Const { d: 0, value: X },
                Insn::Load64 { d: 0, a: 0, offset: 0 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    let adder = Code {
        params: 1,
        ..code(
            3,
            vec![
                Insn::Const { d: 1, value: X },
                Insn::Const { d: 2, value: 5 },
                Insn::AtomicRmw {
                    op: mazurka_vm::assembly::RmwOp::Add,
                    d: 0,
                    a: 1,
                    s: 2,
                    size: 8,
                    order: mazurka_vm::assembly::AtomicOrder::SeqCst,
                    used: OldValue::Unused,
                },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    (main, adder)
}

#[test]
fn threads_run_and_are_joined() {
    let (main, adder) = two_adders();
    assert_eq!(run(main, vec![adder]).0, RunEnd::Exited(10));
}

#[test]
fn a_deadlock_is_not_an_exit() {
    let lock = || Insn::Call { function: LOCK, site: 0 };
    let main = Code {
        sites: vec![CallSite { args: [0].into(), ..CallSite::default() }],
        ..code(1, vec![Insn::Const { d: 0, value: X }, lock(), lock()])
    };
    assert_eq!(run(main, Vec::new()).0, RunEnd::Deadlock);
}

/// main starts a thread that sets x, and loops until it sees that.
fn waits_in_a_loop(body: Vec<Insn>) -> (Code, Code) {
    let main = Code {
        sites: vec![site(&[0, 0], 1), site(&[], 2)],
        ..code(
            3,
            [
                vec![
                    Insn::Const { d: 0, value: OTHER as u64 },
                    Insn::Call { function: SPAWN, site: 0 },
                    Insn::Const { d: 0, value: X },
                ],
                body,
                vec![
                    Insn::Load64 { d: 1, a: 0, offset: 0 },
                    Insn::Branch { c: 1, then: 6, otherwise: 3 },
                    Insn::Return { s: 1, n: 1 },
                ],
            ]
            .concat(),
        )
    };
    let other = Code {
        params: 1,
        ..code(
            2,
            vec![
                Insn::Const { d: 0, value: X },
                Insn::Const { d: 1, value: 7 },
                Insn::Store64 { a: 0, s: 1, offset: 0 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    (main, other)
}

#[test]
fn a_loop_that_waits_comes_to_an_end() {
    for body in [Insn::Mov { d: 2, s: 2 }, Insn::Call { function: YIELD, site: 1 }] {
        let (main, other) = waits_in_a_loop(vec![body]);
        assert_eq!(run(main, vec![other]).0, RunEnd::Exited(7));
    }
}

#[test]
fn a_run_ends_at_its_limit_or_when_it_is_interrupted() {
    let endless = || program(code(1, vec![Insn::Jump { to: 0 }]), Vec::new());
    let end = |jumps, interrupted| {
        let limits = Limits { jumps, interrupted: &AtomicBool::new(interrupted) };
        machine(endless(), Config::default()).run(&mut |_, _| {}, &limits).expect("nothing unsupported")
    };
    assert_eq!(end(100_000, false), RunEnd::LimitReached);
    assert_eq!(end(u64::MAX, true), RunEnd::Interrupted);
}

#[test]
fn lost_blocks_are_found_when_asked_for() {
    // Allocates three blocks: one stays in x, one is reached from that, one is forgotten.
    let main = Code {
        sites: vec![site(&[0], 1)],
        ..code(
            4,
            vec![
                Insn::Const { d: 0, value: 24 },
                Insn::Call { function: ALLOCATE, site: 0 },
                Insn::Mov { d: 2, s: 1 },
                Insn::Call { function: ALLOCATE, site: 0 },
                Insn::Store64 { a: 1, s: 2, offset: 8 },
                Insn::Const { d: 3, value: X },
                Insn::Store64 { a: 3, s: 1, offset: 0 },
                Insn::Call { function: ALLOCATE, site: 0 },
                Insn::Const { d: 1, value: 0 },
                Insn::Return { s: 1, n: 1 },
            ],
        )
    };
    let mut vm = machine(program(main, Vec::new()), Config { check_leaks: true, ..Config::default() });
    let limits = Limits { jumps: 1000, interrupted: &AtomicBool::new(false) };
    match vm.run(&mut |_, _| {}, &limits) {
        Ok(RunEnd::Fault(fault)) => {
            assert_eq!(fault.message, "a heap block of 24 bytes is lost: nothing points to it any more");
        }
        other => panic!("a fault was expected, not {other:?}"),
    }
}
