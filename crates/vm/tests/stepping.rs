//! The machine as an explorer sees it: what threads are about to do, one transition at a time.

use mazurka_machine::{
    Access, FaultKind, Fingerprinted, Machine, Next, ObjectKind, Operation, Order, Pending, Range, Step,
    ThreadId, Update, Verb,
};
use mazurka_vm::assembly::Code;
use mazurka_vm::assembly::{AtomicOrder, Insn, OldValue, RmwOp};
use mazurka_vm::{Config, Record, Visibility, Vm};

use crate::support::*;

const MAIN_THREAD: ThreadId = ThreadId::MAIN;
const ORDER: AtomicOrder = AtomicOrder::SeqCst;
const RELAXED: AtomicOrder = AtomicOrder::Relaxed;

fn recording() -> Config {
    Config { record: Record::ChangesAndFingerprint, ..Config::default() }
}

fn single(config: Config, main: Code) -> Vm {
    let mut vm = machine(program(main, Vec::new()), config);
    assert_eq!(vm.next(MAIN_THREAD), ready(Operation::Local), "a thread begins by starting");
    assert_eq!(step(&mut vm, MAIN_THREAD), Step::Ran);
    vm
}

fn step(vm: &mut Vm, thread: ThreadId) -> Step {
    vm.step(thread, 0).expect("nothing unsupported").outcome
}

fn ready(operation: Operation) -> Next {
    Next::Ready(Pending::new(operation))
}

fn range(start: u64, length: u64) -> Range {
    Range { start, length }
}

#[test]
fn atomics_are_described_before_they_are_done() {
    let exchange = Insn::CompareExchange {
        d: 2,
        a: 0,
        expected: 1,
        new: 1,
        size: 4,
        success: ORDER,
        failure: AtomicOrder::Relaxed,
    };
    let mut vm = single(
        recording(),
        code(
            8,
            vec![
                Insn::Const { d: 0, value: X },
                Insn::Const { d: 1, value: 5 },
                Insn::AtomicLoad { d: 2, a: 0, size: 8, order: ORDER },
                Insn::AtomicStore { a: 0, s: 1, size: 2, order: AtomicOrder::Release },
                Insn::AtomicRmw {
                    op: RmwOp::Sub,
                    d: 2,
                    a: 0,
                    s: 1,
                    size: 4,
                    order: RELAXED,
                    used: OldValue::Unused,
                },
                Insn::AtomicRmw {
                    op: RmwOp::Sub,
                    d: 2,
                    a: 0,
                    s: 4,
                    size: 4,
                    order: ORDER,
                    used: OldValue::Used,
                },
                exchange,
                Insn::Fence { order: AtomicOrder::Acquire },
                Insn::Return { s: 2, n: 1 },
            ],
        ),
    );
    let mut seen = Vec::new();
    while let Next::Ready(pending) = vm.next(MAIN_THREAD) {
        seen.push(pending.operation);
        step(&mut vm, MAIN_THREAD);
    }
    let expected = [
        Operation::Read(range(X, 8), Order::ACQUIRE),
        Operation::Write(range(X, 2), Order::RELEASE),
        Operation::Update(range(X, 4), Update::Add, Order::RELAXED),
        Operation::Update(range(X, 4), Update::Opaque, Order::ACQ_REL),
        Operation::CompareExchange { range: range(X, 4), succeeds: false, order: Order::RELAXED },
        Operation::Fence(Order::ACQUIRE),
        Operation::ExitProcess,
    ];
    assert_eq!(seen, expected);
    assert_eq!(vm.next(MAIN_THREAD), Next::Finished);
}

#[test]
fn sixteen_bytes_go_through_register_pairs() {
    let insns = vec![
        Insn::Const { d: 0, value: X },
        Insn::Const { d: 2, value: 7 },
        Insn::Const { d: 3, value: 9 },
        // Expected (4, 5) is zero, as x is.
        Insn::CompareExchange { d: 6, a: 0, expected: 4, new: 2, size: 16, success: ORDER, failure: ORDER },
        Insn::AtomicLoad { d: 4, a: 0, size: 16, order: ORDER },
        Insn::MulImm64 { d: 5, a: 5, imm: 10 },
        Insn::Add64 { d: 4, a: 4, b: 5 },
        Insn::MulImm64 { d: 8, a: 8, imm: 100 },
        Insn::Add64 { d: 4, a: 4, b: 8 },
        Insn::Return { s: 4, n: 1 },
    ];
    let wide = Global16::program(code(9, insns));
    let mut vm = machine(wide, recording());
    let last = (0..4).map(|_| step(&mut vm, MAIN_THREAD)).last();
    assert_eq!(last, Some(Step::Exited(7 + 90 + 100)));
}

/// A program whose first variable has 16 bytes.
struct Global16;

impl Global16 {
    fn program(main: Code) -> std::sync::Arc<mazurka_vm::Program> {
        let mut program = std::sync::Arc::into_inner(program(main, Vec::new())).expect("the only reference");
        program.globals[0].size = 16;
        std::sync::Arc::new(program)
    }
}

#[test]
fn locks_block_and_threads_are_joined() {
    let locker = Code {
        params: 1,
        sites: vec![site(&[1], 2)],
        ..code(
            3,
            vec![
                Insn::Const { d: 1, value: X },
                Insn::Call { function: LOCK, site: 0 },
                Insn::Call { function: UNLOCK, site: 0 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    let main = Code {
        sites: vec![site(&[0, 0], 1), site(&[0, 0], 2), site(&[1], 3), site(&[2], 3)],
        ..code(
            4,
            vec![
                Insn::Const { d: 0, value: OTHER as u64 },
                Insn::Call { function: SPAWN, site: 0 },
                Insn::Call { function: SPAWN, site: 1 },
                Insn::Call { function: JOIN, site: 2 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    let mut vm = machine(program(main, vec![locker]), Config { main_return_exits: false, ..recording() });
    let (one, two) = (ThreadId(1), ThreadId(2));
    step(&mut vm, MAIN_THREAD);
    assert_eq!(vm.next(MAIN_THREAD), ready(Operation::Spawn));
    step(&mut vm, MAIN_THREAD);
    step(&mut vm, MAIN_THREAD);
    assert_eq!(vm.threads().iter().collect::<Vec<_>>(), [MAIN_THREAD, one, two]);
    assert_eq!(vm.next(MAIN_THREAD), Next::Blocked(Operation::Join(one)));
    assert_eq!(vm.next(one), ready(Operation::Local));
    step(&mut vm, one);
    step(&mut vm, two);
    let lock = Operation::Sync(Verb::Lock, ObjectKind::RwLock.at(X, 8));
    assert_eq!((vm.next(one), vm.next(two)), (ready(lock.clone()), ready(lock.clone())));
    step(&mut vm, two);
    assert_eq!(vm.next(one), Next::Blocked(lock.clone()));
    step(&mut vm, two);
    assert_eq!((vm.next(one), vm.next(two)), (ready(lock), ready(Operation::Exit)));
    step(&mut vm, one);
    step(&mut vm, one);
    assert_eq!(step(&mut vm, one), Step::Finished);
    assert_eq!(vm.next(one), Next::Finished);
    assert_eq!(vm.next(MAIN_THREAD), ready(Operation::Join(one)));
}

#[test]
fn an_atomic_block_is_one_transition_even_where_it_chooses() {
    let add =
        Insn::AtomicRmw { op: RmwOp::Add, d: 3, a: 1, s: 2, size: 8, order: ORDER, used: OldValue::Used };
    let block = Code {
        params: 1,
        sites: vec![site(&[], 3), site(&[4], 3)],
        ..code(
            5,
            vec![
                Insn::Const { d: 1, value: X },
                Insn::Const { d: 2, value: 1 },
                Insn::Const { d: 4, value: 2 },
                Insn::Call { function: BEGIN, site: 0 },
                add,
                Insn::Call { function: CHOOSE, site: 1 },
                add,
                Insn::Call { function: END, site: 0 },
                add,
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    let main = Code {
        sites: vec![site(&[0, 0], 1)],
        ..code(
            2,
            vec![Insn::Const { d: 0, value: OTHER as u64 }, Insn::Call { function: SPAWN, site: 0 }, add],
        )
    };
    let main = Code {
        insns: main.insns[..2]
            .iter()
            .copied()
            .chain([Insn::Const { d: 1, value: X }, add, Insn::Return { s: 0, n: 1 }])
            .collect(),
        registers: 4,
        ..main
    };
    let mut vm = machine(program(main, vec![block]), recording());
    let child = ThreadId(1);
    for thread in [MAIN_THREAD, MAIN_THREAD, child] {
        step(&mut vm, thread);
    }
    // The choice inside is one of the block as a whole.
    let writes = Operation::Block([Access { range: range(X, 8), writes: true }].into());
    assert_eq!(vm.next(child), Next::Ready(Pending { choices: 2, ..Pending::new(writes) }));
    let update = Operation::Update(range(X, 8), Update::Opaque, Order::ACQ_REL);
    assert_eq!(vm.next(MAIN_THREAD), ready(update.clone()));
    for choice in [0, 1] {
        let mark = vm.mark();
        assert_eq!(vm.step(child, choice).expect("nothing unsupported").outcome, Step::Ran);
        assert_eq!(vm.next(child), ready(update.clone()));
        vm.rewind(mark);
    }
}

#[test]
fn plain_accesses_are_operations_when_races_are_allowed() {
    let config = Config { visibility: Visibility::EveryAccess, ..recording() };
    let nothing = code(1, vec![Insn::Return { s: 0, n: 1 }]);
    let main = Code {
        sites: vec![site(&[0, 0], 1)],
        ..code(
            4,
            vec![
                Insn::Const { d: 0, value: X },
                // There is no other thread yet.
                Insn::Load32 { d: 1, a: 0, offset: 4 },
                Insn::Const { d: 0, value: OTHER as u64 },
                Insn::Call { function: SPAWN, site: 0 },
                Insn::Const { d: 0, value: X },
                Insn::Load32 { d: 1, a: 0, offset: 4 },
                Insn::Store8 { a: 0, s: 1, offset: 0 },
                Insn::Const { d: 2, value: 8 },
                Insn::MemSet { to: 0, byte: 1, length: 2 },
                Insn::MemCopy { to: 0, from: 0, length: 2 },
                Insn::Return { s: 1, n: 1 },
            ],
        )
    };
    let mut vm = machine(program(main, vec![nothing]), config);
    step(&mut vm, MAIN_THREAD);
    for operation in [
        Operation::Spawn,
        Operation::Read(range(X + 4, 4), Order::PLAIN),
        Operation::Write(range(X, 1), Order::PLAIN),
        Operation::Write(range(X, 8), Order::PLAIN),
        Operation::Block([Access { range: range(X, 8), writes: true }].into()),
        Operation::ExitProcess,
    ] {
        assert_eq!(vm.next(MAIN_THREAD), ready(operation));
        step(&mut vm, MAIN_THREAD);
    }
}

#[test]
fn faults_can_be_rewound() {
    let mut vm = single(
        recording(),
        code(
            2,
            vec![
                Insn::Const { d: 0, value: X + 1 },
                Insn::AtomicLoad { d: 1, a: 0, size: 4, order: ORDER },
                Insn::Return { s: 0, n: 1 },
            ],
        ),
    );
    let (mark, fingerprint) = (vm.mark(), vm.fingerprint());
    for _ in 0..2 {
        match step(&mut vm, MAIN_THREAD) {
            Step::Fault(fault) => assert_eq!(fault.kind, FaultKind::MisalignedAtomic),
            other => panic!("a fault was expected, not {other:?}"),
        }
        assert_eq!(vm.next(MAIN_THREAD), Next::Finished);
        vm.rewind(mark);
        assert_eq!(vm.fingerprint(), fingerprint);
        assert!(matches!(vm.next(MAIN_THREAD), Next::Ready(_)));
    }
}

#[test]
fn a_thread_that_never_gets_anywhere_is_stopped() {
    let endless = |insns, local_limit| {
        let mut vm = machine(program(code(1, insns), Vec::new()), Config { local_limit, ..recording() });
        let before = (vm.mark(), vm.fingerprint());
        let end = step(&mut vm, MAIN_THREAD);
        assert_eq!(vm.next(MAIN_THREAD), Next::Finished);
        vm.rewind(before.0);
        assert_eq!(vm.fingerprint(), before.1);
        end
    };
    let cycle = vec![Insn::Jump { to: 0 }];
    let counter = vec![Insn::AddImm64 { d: 0, a: 0, imm: 1 }, Insn::Jump { to: 0 }];
    let Step::CutOff(at) = endless(cycle.clone(), 1000) else { panic!("it is too soon to look for a cycle") };
    assert_eq!(at.message, "main does nothing visible within 1000 jumps and calls (--max-steps)");
    assert!(matches!(endless(counter, 1_000_000), Step::CutOff(_)));
    let Step::Fault(fault) = endless(cycle, u64::MAX) else { panic!("it is in a cycle") };
    assert_eq!(fault.kind, FaultKind::Livelock);
}

#[test]
fn dead_registers_do_not_distinguish_states() {
    // Both branches end before the same fence, with different rubbish in register 2; register 3 is needed.
    let insns = vec![
        Insn::Const { d: 0, value: 2 },
        Insn::Call { function: CHOOSE, site: 0 },
        Insn::Fence { order: ORDER },
        Insn::Return { s: 3, n: 1 },
    ];
    let with = |needed: &[u64], d| {
        let mut live = mazurka_vm::assembly::Live::new(insns.len(), 4);
        live.set(2, needed, &mut Default::default());
        let main = Code { sites: vec![site(&[0], d)], live, ..code(4, insns.clone()) };
        let mut vm = single(recording(), main);
        let mark = vm.mark();
        [0, 1].map(|choice| {
            vm.rewind(mark);
            vm.step(MAIN_THREAD, choice).expect("nothing unsupported");
            vm.fingerprint()
        })
    };
    let [zero, one] = with(&[0b1000], 2);
    assert_eq!(zero, one);
    let [zero, one] = with(&[0b1000], 3);
    assert_ne!(zero, one);
}
