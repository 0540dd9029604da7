//! Everything the VM does with a text, done to one text. The fuzzer and the mutation test both call this.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mazurka_ir::{Types, link, read_module};
use mazurka_machine::{Fingerprinted, Machine, Next, Step};
use mazurka_vm::Program;
use mazurka_vm::{Config, Limits, Record, Visibility, Vm};
use mazurka_vm::{LoweringOptions, lower};

/// Reads, links, lowers and runs the text, steps it and rewinds it, within small limits. Panics only if something in
/// there does, or if rewinding does not restore the state.
pub(crate) fn exercise(text: &str) {
    let Ok(module) = read_module("input.ll", text.into(), &Types::new()) else { return };
    let Ok(linked) = link::Program::link(vec![module]) else { return };
    let Ok(program) = lower(&linked, &LoweringOptions::default()) else { return };
    let program = Arc::new(program);
    run(&program);
    walk(&program);
}

fn small(record: Record) -> Config {
    Config {
        record,
        stack_limit: 1 << 16,
        memory_limit: 1 << 22,
        max_threads: 8,
        local_limit: 2000,
        ..Config::default()
    }
}

fn run(program: &Arc<Program>) {
    if let Ok(mut vm) = Vm::new(program.clone(), small(Record::Nothing)) {
        let limits = Limits { jumps: 5000, interrupted: &AtomicBool::new(false) };
        // Whatever it comes to is fine: an exit, a fault, an error.
        let _ = vm.run(&mut |_, _| {}, &limits);
    }
}

/// One step of every thread in turn; each is undone and done again.
fn walk(program: &Arc<Program>) {
    let config = Config { visibility: Visibility::EveryAccess, ..small(Record::ChangesAndFingerprint) };
    let Ok(mut vm) = Vm::new(program.clone(), config) else { return };
    for round in 0..30 {
        let threads: Vec<_> = vm.threads().iter().collect();
        let thread = threads[round % threads.len()];
        if let Next::Ready(_) = vm.next(thread) {
            let (mark, before) = (vm.mark(), vm.fingerprint());
            let first = vm.step(thread, 0).map(|stepped| stepped.outcome);
            vm.rewind(mark);
            assert_eq!(vm.fingerprint(), before, "rewinding restores the state");
            let second = vm.step(thread, 0).map(|stepped| stepped.outcome);
            assert_eq!(first, second, "a step is deterministic");
            if !matches!(second, Ok(Step::Ran | Step::Finished)) {
                return;
            }
        }
    }
}
