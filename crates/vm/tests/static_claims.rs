//! What is claimed of programs before they run, compared with what random executions do.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mazurka_machine::{Footprint, Machine, Step, ThreadId};
use mazurka_vm::{Config, FreshAccesses, Program, Record, Vm};

use crate::future::Futures;
use crate::support::compiled::{compile_each, programs, sources};
use crate::support::random::*;

/// The bytes of a footprint.
fn bytes(footprint: &[Footprint]) -> impl Iterator<Item = u64> {
    footprint.iter().flat_map(|part| {
        let mask = part.reads | part.writes;
        (0..64).filter(move |bit| mask >> bit & 1 == 1).map(|bit| part.line + bit)
    })
}

/// What was seen, over all programs.
#[derive(Default, Debug)]
struct Seen {
    fresh: usize,
    shown: usize,
    protected: usize,
    /// Instructions that were in the future of some point.
    foreseen: usize,
}

struct Audit {
    futures: Futures,
    /// The threads that have accessed a byte, as bits.
    accessed: HashMap<u64, u64>,
    seen: Seen,
}

impl Audit {
    /// One instruction of a thread.
    fn instruction(
        &mut self,
        vm: &Vm,
        thread: ThreadId,
        shown: &[Footprint],
        fresh: &[Footprint],
    ) -> Result<(), String> {
        self.seen.foreseen += self.futures.instruction(vm, thread, shown, fresh)?;
        let me = 1_u64 << thread.index();
        self.seen.shown += usize::from(!shown.is_empty());
        if !fresh.is_empty() {
            self.seen.fresh += 1;
            let reached = vm.reached_by_others(thread);
            for byte in bytes(fresh) {
                let others = self.accessed.get(&byte).copied().unwrap_or(0) & !me;
                if others != 0 {
                    return Err(format!("another thread has accessed {byte:#x}"));
                }
                if reached.iter().any(|object| (object.start..object.start + object.length).contains(&byte)) {
                    return Err(format!("another thread can reach {byte:#x}"));
                }
            }
        }
        if vm.threads().len() > 1 {
            self.protected(vm, thread, shown)?;
        }
        for byte in bytes(shown).chain(bytes(fresh)) {
            *self.accessed.entry(byte).or_default() |= me;
        }
        Ok(())
    }

    fn protected(&mut self, vm: &Vm, thread: ThreadId, shown: &[Footprint]) -> Result<(), String> {
        for part in shown {
            for variable in &vm.program().protected {
                let left = part.outside(variable.memory);
                let (reads, writes) = (part.reads & !left.reads, part.writes & !left.writes);
                if reads | writes == 0 {
                    continue;
                }
                self.seen.protected += 1;
                let is_right = match variable.lock {
                    Some(lock) => vm.lock_holder(lock) == Some(thread),
                    None => writes == 0,
                };
                if !is_right {
                    return Err(format!("an access to {:#x} is not as it should be", variable.memory.start));
                }
            }
        }
        Ok(())
    }
}

/// Runs a program at random, and checks all that it does.
fn audit(program: Arc<Program>, source: &Path, level: &str, seed: u64, seen: &mut Seen) {
    const STEPS: usize = 200;
    let config = Config {
        record: Record::Changes,
        fresh_accesses: FreshAccesses::Hidden,
        local_limit: 20_000,
        ..Config::default()
    };
    let Ok(mut vm) = Vm::new(program, config) else { return };
    let mut random = Random::new(seed);
    let mut audit = Audit { futures: Futures::default(), accessed: HashMap::new(), seen: Seen::default() };
    for _ in 0..STEPS {
        let moves = few_moves(&vm);
        if moves.is_empty() {
            break;
        }
        let (thread, choice) = random.one_of(&moves);
        let mut result = Ok(());
        audit.futures.begin(&vm, thread);
        vm.audit_step(thread, choice, &mut |vm, shown, fresh| {
            if result.is_ok() {
                result = audit.instruction(vm, thread, shown, fresh).map_err(|problem| {
                    let stack = vm.stack(thread);
                    format!("{} at {level}: {thread} at {:?}: {problem}", source.display(), stack.first())
                });
            }
        });
        if let Err(problem) = result {
            panic!("{problem}");
        }
        match vm.step(thread, choice) {
            Ok(stepped) if matches!(stepped.outcome, Step::Ran | Step::Finished) => {}
            _ => break,
        }
    }
    seen.fresh += audit.seen.fresh;
    seen.shown += audit.seen.shown;
    seen.protected += audit.seen.protected;
    seen.foreseen += audit.seen.foreseen;
}

/// The programs of these folders at several optimisation levels in turn: one in `stride`, or with `MAZURKA_AUDIT=all` every one at
/// every level.
fn audit_folders(folders: &[&str], stride: usize) -> Seen {
    const LEVELS: [&str; 3] = ["-O0", "-O1", "-O2"];
    let is_thorough = std::env::var("MAZURKA_AUDIT").is_ok_and(|wanted| wanted == "all");
    let mut seen = Seen::default();
    for folder in folders {
        let sources: Vec<PathBuf> = sources(&programs().join("..").join(folder));
        assert!(!sources.is_empty(), "{folder} is empty");
        for (position, level) in LEVELS.iter().enumerate() {
            let is_meant = |number: usize| {
                is_thorough || number.is_multiple_of(stride) && number / stride % LEVELS.len() == position
            };
            let (numbers, sources): (Vec<usize>, Vec<PathBuf>) =
                sources.iter().cloned().enumerate().filter(|(number, _)| is_meant(*number)).unzip();
            let options = [level, "-D__MAZURKA__"];
            let programs = compile_each(&sources, &options);
            for ((program, source), number) in programs.zip(&sources).zip(numbers) {
                audit(program, source, level, number as u64, &mut seen);
            }
        }
    }
    seen
}

#[test]
fn claims_hold_in_programs_with_threads() {
    let seen = audit_folders(&["states", "transactions", "hybrid", "programs/threads", "check/counts"], 1);
    assert!(
        seen.fresh > 100 && seen.shown > 1000 && seen.protected > 50 && seen.foreseen > 10_000,
        "{seen:?}"
    );
}

#[test]
fn claims_hold_in_programs_with_bugs() {
    let seen = audit_folders(&["check/bugs", "check/fixed"], 4);
    assert!(seen.fresh > 100 && seen.shown > 100 && seen.protected > 20 && seen.foreseen > 1000, "{seen:?}");
}

#[test]
fn claims_hold_in_programs_without_threads() {
    let seen = audit_folders(&["programs/library", "programs/faults", "programs/checker"], 2);
    assert!(seen.fresh > 100 && seen.shown > 100 && seen.foreseen > 1000, "{seen:?}");
}
