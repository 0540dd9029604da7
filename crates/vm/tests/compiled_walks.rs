//! The walks of `walks.rs` over the C programs of the test suite.

use std::path::{Path, PathBuf};

use mazurka_machine::{Fingerprinted, Machine, Next, Step, Stepped, dependent_in_state};
use mazurka_vm::{Config, Record, Visibility, Vm};

use crate::support::claims::check_reversals;
use crate::support::compiled::{compile, programs, sources};
use crate::support::random::*;

/// Steps of a walk: enough to be in the middle of things in all of these programs.
const STEPS: usize = 400;

/// Programs with loops that wait, with atomic blocks, and with clocks.
const WAITING: &[&str] = &[
    "counts/atomic_choice.c",
    "counts/caslock.c",
    "counts/ticket.c",
    "counts/trylock.c",
    "counts/ttas.c",
    "bugs/two_flags.c",
    "fixed/atomic_block.c",
    "fixed/bakery.c",
    "fixed/deadline_reached.c",
    "fixed/filter_lock.c",
    "fixed/peterson.c",
    "fixed/seqlock.c",
    "fixed/spinlock_clh.c",
    "fixed/spinlock_mcs.c",
    "fixed/time_handed_on.c",
    "fixed/woken_later.c",
];

/// Every program of the folder `threads`, and larger ones; with plain accesses as operations, and without.
fn each(mut check: impl FnMut(&Path, Vm)) {
    for source in sources(&programs().join("threads")) {
        each_mode(&source, std::slice::from_ref(&source), Config::default(), &mut check);
    }
    for waiting in WAITING {
        let source = programs().join("../check").join(waiting);
        each_mode(&source, std::slice::from_ref(&source), Config::default(), &mut check);
    }
    let pool = programs().join("large/threadpool");
    each_mode(&pool, &sources(&pool), Config::default(), &mut check);
    let store = programs().join("large/kvstore");
    let commands = std::fs::read(store.join("commands.txt")).expect("the file is there");
    let args = ["kvstore", "-s", "4", "-c", "12", "-f", "store.journal", "commands.txt"];
    let config = Config {
        args: args.map(|arg| arg.as_bytes().to_vec()).to_vec(),
        files: vec![("commands.txt".into(), commands)],
        ..Config::default()
    };
    each_mode(&store, &sources(&store), config, &mut check);
}

fn each_mode(name: &Path, sources: &[PathBuf], config: Config, check: &mut impl FnMut(&Path, Vm)) {
    let program = compile(sources);
    for visibility in [Visibility::SynchronizationOnly, Visibility::EveryAccess] {
        let record = Record::ChangesAndFingerprint;
        let config = Config { record, visibility, local_limit: 10_000_000, ..config.clone() };
        check(name, Vm::new(program.clone(), config).expect("the program starts"));
    }
}

/// Whether the thread can go on, or has come to its end.
fn runs(stepped: Stepped) -> bool {
    matches!(stepped.outcome, Step::Ran | Step::Finished)
}

/// A random step, if there is one and it asks for nothing unsupported (the walk may lead anywhere).
fn step(vm: &mut Vm, random: &mut Random) -> bool {
    let moves = few_moves(vm);
    if moves.is_empty() {
        return false;
    }
    let (thread, choice) = random.one_of(&moves);
    vm.step(thread, choice).is_ok_and(runs)
}

#[test]
fn rewinding_restores_everything() {
    each(|source, mut vm| {
        let mut random = Random::new(1);
        let mut marks = vec![(vm.mark(), vm.fingerprint(), pending(&vm))];
        for _ in 0..STEPS {
            let action = random.below(8);
            if action == 0 || !step(&mut vm, &mut random) {
                let keep = 1 + random.below(marks.len());
                marks.truncate(keep);
                let (mark, fingerprint, expected) = &marks[keep - 1];
                vm.rewind(*mark);
                assert_eq!(vm.fingerprint(), *fingerprint, "{}", source.display());
                assert_eq!(&pending(&vm), expected, "{}", source.display());
            } else if action == 1 {
                marks.push((vm.mark(), vm.fingerprint(), pending(&vm)));
            } else if action == 2 {
                assert_eq!(vm.fingerprint(), vm.fingerprint_afresh(), "{}", source.display());
            }
        }
    });
}

/// Also in programs that misuse what they synchronise with.
#[test]
fn reversals_are_possible_where_they_are_said_to_be() {
    let mut pairs = 0;
    let mut check = |source: &Path, mut vm: Vm| {
        let mut random = Random::new(3);
        let start = vm.mark();
        for _ in 0..STEPS {
            pairs +=
                check_reversals(&mut vm).unwrap_or_else(|problem| panic!("{}: {problem}", source.display()));
            if !step(&mut vm, &mut random) {
                vm.rewind(start);
            }
        }
    };
    each(&mut check);
    // Whether an exit ends the process depends on which threads have finished, unless no exit does.
    let config = Config { main_return_exits: false, spurious_wakeups: 1, ..Config::default() };
    for source in sources(&programs().join("../check/bugs")) {
        each_mode(&source, std::slice::from_ref(&source), config.clone(), &mut check);
    }
    assert!(pairs > 10_000, "only {pairs} pairs were checked");
}

#[test]
fn independent_operations_commute() {
    let mut pairs = 0;
    each(|source, mut vm| {
        let mut random = Random::new(2);
        let start = vm.mark();
        for _ in 0..STEPS {
            pairs += check_pairs(&mut vm, source);
            if !step(&mut vm, &mut random) {
                vm.rewind(start);
            }
        }
    });
    assert!(pairs > 1000, "only {pairs} pairs were checked");
}

/// For pairs of ready operations that are declared independent: both orders lead to the same state.
fn check_pairs(vm: &mut Vm, source: &Path) -> usize {
    let mut pairs = 0;
    let moves = few_moves(vm);
    for (i, &first) in moves.iter().enumerate() {
        for &second in &moves[i + 1..] {
            let (Next::Ready(a), Next::Ready(b)) = (vm.next(first.0), vm.next(second.0)) else { continue };
            if first.0 == second.0 || dependent_in_state(&a.operation, &b.operation) {
                continue;
            }
            let mut states = [(first, second), (second, first)].map(|(one, other)| {
                let before = vm.mark();
                let one = vm.step(one.0, one.1).is_ok_and(runs);
                let other = vm.step(other.0, other.1).is_ok_and(runs);
                let after = (one && other).then(|| (vm.fingerprint(), pending(vm)));
                vm.rewind(before);
                after
            });
            // Faults and exits end an execution: there is no second order to compare with.
            if let [Some(_), Some(_)] = states {
                let [one, other] = states.each_mut().map(Option::take);
                assert_eq!(one, other, "{}: {:?} and {:?}", source.display(), a.operation, b.operation);
                pairs += 1;
            }
        }
    }
    pairs
}
