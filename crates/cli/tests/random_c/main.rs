//! Random C programs (threads, atomics, locks, condition variables, semaphores, heap): every reduction against `exhaustive`, by the
//! library, and now and then by the binary.
//!
//! `MAZURKA_RANDOM_COUNT` and `MAZURKA_RANDOM_SEED` make a campaign of it: `make random-c N=20000 SEED=1`. A program that differs
//! stays in `target/tmp/random_c/`, with the commands that show it.

mod binary;
mod campaign;
mod clocks;
mod compare;
mod compile;
mod constructs;
mod generate;
mod loops;
#[path = "../suite/process.rs"]
mod process;
mod program;
mod searches;
mod sections;
mod seen;
mod stuck;
mod transactions;

use std::collections::BTreeSet;
use std::env;

use mazurka_explore::Bound;

use campaign::{Kind, LIMIT, Tally};
use compare::named;
use compile::Batch;
use constructs::CONSTRUCTS;
use program::Program;
use searches::{Setting, Subject};

/// How many programs `cargo test` compares.
const COUNT: u64 = 250;

/// How many about objects: with fewer searches.
const SHARING: u64 = 1_500;

/// How many over structures on the heap.
const STRUCTURES: u64 = 400;

/// How many of critical sections, choices and loops.
const TRANSACTIONS: u64 = 500;

/// How many of critical sections of one mutex.
const SECTIONS: u64 = 200;

/// How many of loops that wait.
const LOOPS: u64 = 300;

/// How many with deadlines by the clock.
const CLOCKS: u64 = 125;

/// The programs that were asked for.
fn run(kind: Kind, usual: u64) -> Tally {
    let number =
        |name, default| env::var(name).map_or(default, |text| text.parse().expect("a number is given"));
    let (first, count) = (number("MAZURKA_RANDOM_SEED", 1), number("MAZURKA_RANDOM_COUNT", usual));
    let tally = campaign::run(kind, first, count);
    println!("{kind:?}: {tally}");
    assert!(
        tally.differences.is_empty(),
        "{} differences:\n{}",
        tally.differences.len(),
        tally.differences.join("\n")
    );
    tally
}

#[test]
fn every_reduction_agrees_with_exhaustive() {
    let tally = run(Kind::Everything, COUNT);
    if tally.programs < COUNT {
        return;
    }
    // A comparison of programs that do nothing of interest is worth nothing.
    let all = tally.compared + tally.by_sleep;
    assert!(tally.too_large * 20 < all && tally.by_sleep * 2 < all, "programs are too large: {tally}");
    assert!(
        tally.ok * 5 > all && tally.bugs * 5 > all && tally.racy * 100 > all,
        "verdicts are few: {tally}"
    );
    assert!(tally.branching * 2 > all, "few programs have more than one trace: {tally}");
    let [every, shared] = tally.transitions;
    assert!(shared * 4 < every * 3, "what is not shared is visible: {tally}");
}

/// `jpf` and `clock-vector` find what all states show: every fault, every deadlock, every final state.
#[test]
fn every_reduction_by_sharing_agrees_with_all_states() {
    let tally = run(Kind::Sharing, SHARING);
    if tally.programs < COUNT {
        return;
    }
    assert!(tally.too_large * 10 < tally.compared, "programs are too large: {tally}");
    assert!(tally.ok * 5 > tally.compared && tally.bugs * 5 > tally.compared, "verdicts are few: {tally}");
    assert!(tally.branching * 3 > tally.compared, "few programs have several final states: {tally}");
    let [every, shared] = tally.transitions;
    assert!(shared * 3 < every, "what is not shared is visible: {tally}");
}

/// So do they on programs over structures on the heap, and with them the reductions by reachability and fields.
#[test]
fn every_reduction_of_structures_agrees_with_all_states() {
    let tally = run(Kind::Structures, STRUCTURES);
    if tally.programs < STRUCTURES {
        return;
    }
    assert!(tally.too_large * 10 < tally.compared, "programs are too large: {tally}");
    assert!(tally.ok * 5 > tally.compared && tally.bugs * 5 > tally.compared, "verdicts are few: {tally}");
    assert!(tally.branching * 4 > tally.compared, "few programs have several final states: {tally}");
    let [every, reached] = tally.transitions;
    assert!(reached * 3 < every, "what is not shared is visible: {tally}");
}

/// The reductions by transactions find every fault that all states show.
#[test]
fn every_reduction_by_transactions_agrees_with_all_states() {
    let tally = run(Kind::Transactions, TRANSACTIONS);
    if tally.programs < TRANSACTIONS {
        return;
    }
    assert!(tally.too_large * 10 < tally.compared, "programs are too large: {tally}");
    assert!(tally.ok * 5 > tally.compared && tally.faults * 5 > tally.compared, "verdicts are few: {tally}");
    assert!(tally.branching * 3 > tally.compared, "few programs have several final states: {tally}");
    assert!(tally.missed * 50 > tally.compared, "an unsound search misses little: {tally}");
}

/// Searches that leave out iterations in which nothing happens find what all iterations show.
#[test]
fn every_reduction_of_loops_agrees_with_all_states() {
    let tally = run(Kind::Loops, LOOPS);
    if tally.programs < LOOPS {
        return;
    }
    assert!(tally.too_large * 10 < tally.compared, "programs are too large: {tally}");
    assert!(tally.ok * 5 > tally.compared && tally.bugs * 5 > tally.compared, "verdicts are few: {tally}");
    assert!(tally.branching * 5 > tally.compared, "few programs have more than one trace: {tally}");
}

/// Where clocks stand still, searches find what clocks that run show.
#[test]
fn clocks_that_stand_still_agree_with_those_that_run() {
    let tally = run(Kind::Clocks, CLOCKS);
    if tally.programs < CLOCKS {
        return;
    }
    assert!(tally.too_large * 5 < tally.compared, "programs are too large: {tally}");
    assert!(tally.ok * 10 > tally.compared && tally.bugs * 5 > tally.compared, "verdicts are few: {tally}");
    assert!(tally.branching * 4 > tally.compared, "few programs have more than one trace: {tally}");
    assert!(tally.missed * 2 > tally.compared, "few clocks stand still: {tally}");
    assert!(tally.missed < tally.compared, "no clock has to run: {tally}");
}

/// Searches that join critical sections find what the others find, with fewer traces.
#[test]
fn every_reduction_with_joined_sections_agrees_with_those_without() {
    let tally = run(Kind::Sections, SECTIONS);
    if tally.programs < SECTIONS {
        return;
    }
    let all = tally.compared + tally.by_sleep;
    assert!(tally.too_large * 5 < all, "programs are too large: {tally}");
    assert!(tally.ok * 5 > all && tally.bugs * 5 > all && tally.racy * 50 > all, "verdicts are few: {tally}");
    assert!(tally.branching * 2 > all, "few programs have more than one trace: {tally}");
    let [ordered, joined] = tally.transitions;
    assert!(joined * 3 < ordered * 2, "few sections commute: {tally}");
    assert!(tally.missed * 10 < all, "many races are met that are none: {tally}");
}

/// The comparison notices a reduction that is known to be unsound within its bound, and one that explores a single schedule: by
/// traces, by final states, and by findings.
#[test]
fn what_is_missed_is_noticed() {
    let seeds = 1..=100;
    let programs: Vec<Program> = seeds.clone().map(generate::program).collect();
    let batch = Batch::compile(&programs, "-O0").expect("generated programs compile");
    let (mut unsound, mut missed) = (0, [0; 3]);
    for (index, seed) in seeds.enumerate() {
        let program = batch.program(index).expect("it is LLVM IR of clang");
        let mut subject = Subject::new(program, Setting::of(seed, false), LIMIT).expect("it starts");
        let bound = subject.bound();
        let within = subject.traces(named("exhaustive"), Some(bound)).expect("it runs");
        let naive = subject.traces(named("naive-bpor"), Some(bound)).expect("it runs");
        unsound += u64::from(within.complete && compare::misses(&within, &naive).is_some());
        assert_eq!(compare::misses(&within, &within), None, "nothing misses what it has");
        let oracle = subject.traces(named("sleep"), None).expect("it runs");
        let single = subject.traces(named("naive-bpor"), Some(Bound::Delays(0))).expect("it runs");
        if oracle.complete && !oracle.is_racy() {
            let parts = [
                oracle.traces.len() > single.traces.len(),
                !oracle.final_states.is_subset(&single.final_states),
                !oracle.findings.is_subset(&single.findings),
            ];
            assert_eq!(compare::misses(&oracle, &single).is_some(), parts.contains(&true), "seed {seed}");
            missed.iter_mut().zip(parts).for_each(|(count, part)| *count += u64::from(part));
        }
    }
    assert!(unsound > 2, "naive-bpor misses something in {unsound} programs");
    assert!(missed.iter().all(|count| *count > 2), "one schedule misses something in {missed:?} programs");
}

/// The generator uses every construct, and every option is set for some program.
#[test]
fn every_construct_occurs() {
    let mut constructs = BTreeSet::new();
    let mut settings = BTreeSet::new();
    for seed in 1..=1000 {
        let programs = [
            generate::program(seed),
            generate::structures(seed),
            generate::transactions(seed),
            generate::loops(seed),
            generate::sections(seed),
            generate::clocks(seed),
        ];
        for program in programs {
            program.visit(&mut |statement| {
                constructs.insert(statement.construct);
            });
        }
        settings.extend(Setting::of(seed, seed % 2 == 0).flags().iter().map(
            |flag| match flag.split_once('=') {
                Some(("--seed", _)) => "--seed".to_owned(),
                _ => flag.clone(),
            },
        ));
    }
    assert_eq!(constructs.into_iter().collect::<Vec<_>>(), CONSTRUCTS);
    let options = [
        "--leaks",
        "--malloc-may-fail",
        "--no-commute",
        "--races=allow",
        "--races=error",
        "--seed",
        "--spurious-wakeups",
    ];
    assert_eq!(settings.into_iter().collect::<Vec<_>>(), options);
}
