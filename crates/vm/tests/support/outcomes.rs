//! All executions of a program, with no cleverness at all.

use std::collections::BTreeMap;
use std::sync::Arc;

use mazurka_machine::{Machine, Next, Step};
use mazurka_vm::Program;
use mazurka_vm::{Config, Vm, VmError};

use super::random::moves;

/// How the executions end (`done`, `deadlock`, `exit`, `pruned`, or the name of a fault) and how many of them do so. An
/// execution ends with the first thing that is not a plain step.
pub(crate) fn outcomes(program: Arc<Program>, config: Config) -> Result<Vec<(&'static str, usize)>, VmError> {
    let mut counts = BTreeMap::new();
    explore(&mut Vm::new(program, config)?, &mut counts)?;
    Ok(counts.into_iter().collect())
}

fn explore(vm: &mut Vm, counts: &mut BTreeMap<&'static str, usize>) -> Result<(), VmError> {
    let moves = moves(vm);
    if moves.is_empty() {
        let finished = vm.threads().iter().all(|thread| vm.next(thread) == Next::Finished);
        *counts.entry(if finished { "done" } else { "deadlock" }).or_default() += 1;
    }
    for (thread, choice) in moves {
        let before = vm.mark();
        let end = match vm.step(thread, choice)?.outcome {
            Step::Ran | Step::Finished => None,
            Step::Exited(_) => Some("exit"),
            Step::Pruned => Some("pruned"),
            Step::Vain => Some("vain"),
            Step::CutOff(_) => Some("cut-off"),
            Step::Fault(fault) => Some(fault.kind.name()),
        };
        match end {
            None => explore(vm, counts)?,
            Some(end) => *counts.entry(end).or_default() += 1,
        }
        vm.rewind(before);
    }
    Ok(())
}
