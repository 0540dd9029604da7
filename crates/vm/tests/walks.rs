//! Random walks over random programs: rewinding restores everything, the incremental fingerprint is the true one, and
//! operations that are declared independent commute.

mod support;

use mazurka_machine::{Fingerprinted, Machine, Next, Step, ThreadId, dependent};
use mazurka_vm::{Config, Record, Vm};
use support::random::*;
use support::*;

const PROGRAMS: u64 = 300;

fn recording() -> Config {
    Config { record: Record::ChangesAndFingerprint, main_return_exits: false, ..Config::default() }
}

/// Everything that can be seen of a state.
fn snapshot(vm: &mut Vm) -> (u128, Vec<(ThreadId, Next)>, usize) {
    let fingerprint = vm.fingerprint();
    assert_eq!(fingerprint, vm.fingerprint_afresh(), "the incremental fingerprint is off");
    (fingerprint, pending(vm), vm.output().chunks().count())
}

#[test]
fn rewinding_restores_everything() {
    for seed in 0..PROGRAMS {
        let mut random = Random::new(seed);
        let program = random_program(&mut random);
        let mut vm = machine(program, recording());
        let mut marks = vec![(vm.mark(), snapshot(&mut vm))];
        for _ in 0..150 {
            match random.below(4) {
                0 => {
                    let keep = 1 + random.below(marks.len());
                    marks.truncate(keep);
                    let (mark, expected) = &marks[keep - 1];
                    vm.rewind(*mark);
                    assert_eq!(&snapshot(&mut vm), expected, "program {seed}");
                }
                1 => marks.push((vm.mark(), snapshot(&mut vm))),
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
            if first.0 == second.0 || dependent(&a.operation, &b.operation) {
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
    let step = vm.step(first.0, first.1).expect("nothing unsupported");
    assert!(matches!(step, Step::Ran | Step::Finished));
    assert!(matches!(vm.next(second.0), Next::Ready(_)), "an independent operation disabled the other");
    vm.step(second.0, second.1).expect("nothing unsupported");
    let after = (vm.fingerprint(), pending(vm));
    vm.rewind(before);
    after
}
