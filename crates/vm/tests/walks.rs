//! Random walks over random programs: rewinding restores everything, the incremental fingerprint is the true one, and
//! operations that are declared independent commute.

use mazurka_machine::{Fingerprinted, Machine, Next, Step, ThreadId, dependent_in_state};
use mazurka_vm::{Config, Record, Vm};

use crate::support::random::*;
use crate::support::*;

const PROGRAMS: u64 = 300;

fn recording() -> Config {
    Config {
        record: Record::ChangesAndFingerprint,
        main_return_exits: false,
        commuting_decrements: true,
        ..Config::default()
    }
}

/// Everything that can be seen of a state.
fn snapshot(vm: &mut Vm) -> (u128, Vec<(ThreadId, Next)>, usize) {
    (vm.fingerprint(), pending(vm), vm.output().chunks().count())
}

#[test]
fn rewinding_restores_everything() {
    for seed in 0..PROGRAMS {
        let mut random = Random::new(seed);
        let program = random_program(&mut random);
        let mut vm = machine(program, recording());
        let mut marks = vec![(vm.mark(), snapshot(&mut vm))];
        for _ in 0..150 {
            match random.below(8) {
                // Not always: it forgets what is remembered, and a wrong memory is to be found.
                0 => assert_eq!(vm.fingerprint(), vm.fingerprint_afresh(), "program {seed}"),
                1 | 2 => {
                    let keep = 1 + random.below(marks.len());
                    marks.truncate(keep);
                    let (mark, expected) = &marks[keep - 1];
                    vm.rewind(*mark);
                    assert_eq!(&snapshot(&mut vm), expected, "program {seed}");
                }
                3 | 4 => marks.push((vm.mark(), snapshot(&mut vm))),
                _ => {
                    random_step(&mut vm, &mut random);
                }
            }
        }
    }
}

#[test]
fn independent_operations_commute() {
    let mut pairs = 0;
    for seed in 0..PROGRAMS {
        let mut random = Random::new(seed);
        let program = random_program(&mut random);
        let mut vm = machine(program, recording());
        let start = vm.mark();
        for _ in 0..3 {
            vm.rewind(start);
            while !moves(&vm).is_empty() {
                pairs += check_all_pairs(&mut vm, seed);
                random_step(&mut vm, &mut random);
            }
        }
    }
    assert!(pairs > 10_000, "only {pairs} pairs were checked");
}

/// For all pairs of ready operations that are declared independent: both orders lead to the same state.
fn check_all_pairs(vm: &mut Vm, seed: u64) -> usize {
    let mut pairs = 0;
    let moves = moves(vm);
    for (i, &first) in moves.iter().enumerate() {
        for &second in &moves[i + 1..] {
            let (Next::Ready(a), Next::Ready(b)) = (vm.next(first.0), vm.next(second.0)) else { continue };
            if first.0 == second.0 || dependent_in_state(&a.operation, &b.operation) {
                continue;
            }
            let one = both(vm, first, second);
            let other = both(vm, second, first);
            assert_eq!(one, other, "program {seed}: {:?} and {:?}", a.operation, b.operation);
            pairs += 1;
        }
    }
    pairs
}

/// The state after two steps, one after the other; the second must still be possible after the first.
fn both(vm: &mut Vm, first: (ThreadId, u32), second: (ThreadId, u32)) -> (u128, Vec<(ThreadId, Next)>) {
    let before = vm.mark();
    let step = vm.step(first.0, first.1).expect("nothing unsupported").outcome;
    assert!(matches!(step, Step::Ran | Step::Finished));
    assert!(matches!(vm.next(second.0), Next::Ready(_)), "an independent operation disabled the other");
    vm.step(second.0, second.1).expect("nothing unsupported");
    let after = (vm.fingerprint(), pending(vm));
    vm.rewind(before);
    after
}

/// main starts two threads that allocate, fill their block and go on; the blocks' addresses stay in registers.
fn two_allocators() -> std::sync::Arc<mazurka_vm::Program> {
    use mazurka_vm::assembly::Code;
    use mazurka_vm::assembly::{AtomicOrder, Insn};
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
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    let thread = Code {
        params: 1,
        sites: vec![site(&[0], 1)],
        ..code(
            2,
            vec![
                Insn::Fence { order: AtomicOrder::SeqCst },
                Insn::Const { d: 0, value: 24 },
                Insn::Call { function: ALLOCATE, site: 0 },
                Insn::Store64 { a: 1, s: 0, offset: 16 },
                Insn::Fence { order: AtomicOrder::SeqCst },
                Insn::Return { s: 1, n: 1 },
            ],
        )
    };
    program(main, vec![thread])
}

#[test]
fn allocations_in_both_orders_lead_to_one_state() {
    let mut vm = machine(two_allocators(), recording());
    let (one, other) = (ThreadId(1), ThreadId(2));
    let mut step = |thread| vm.step(thread, 0).expect("nothing unsupported").outcome;
    // main starts and creates both; they start.
    for thread in [ThreadId::MAIN, ThreadId::MAIN, ThreadId::MAIN, one, other] {
        assert_eq!(step(thread), Step::Ran);
    }
    let before = (vm.mark(), vm.fingerprint());
    let mut orders = Vec::new();
    for order in [[one, other], [other, one]] {
        let mut seen = Vec::new();
        for thread in order {
            vm.step(thread, 0).expect("nothing unsupported");
            seen.push(vm.fingerprint());
        }
        orders.push(seen);
        vm.rewind(before.0);
        assert_eq!(vm.fingerprint(), before.1);
    }
    assert_ne!(orders[0][0], orders[1][0]);
    assert_eq!(orders[0][1], orders[1][1]);
}
