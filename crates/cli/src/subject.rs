//! What is checked: a program, and the world that every execution of it sees.

use std::sync::Arc;

use mazurka_vm::program::Program;
use mazurka_vm::{Config, OpenNumbers, Record, Vm, VmError};

use crate::args::{Check, Races, Surprises};
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::program;

pub struct Subject {
    program: Arc<Program>,
    config: Config,
}

impl Subject {
    pub fn load(options: &Check, flags: &CompilerFlags) -> Result<Subject, Failure> {
        let config = config(options)?;
        let program = program::load(&options.inputs, flags, &options.bugs.checks)?;
        Ok(Subject { program: Arc::new(program), config })
    }

    /// A program of LLVM IR text, in an empty world.
    #[cfg(test)]
    pub fn of_text(text: &str) -> Subject {
        let module = crate::frontend::IrText { name: "test.ll".to_owned(), text: text.to_owned() };
        let checks = crate::args::Checks { uninit: false, leaks: false };
        let program = program::link(vec![module], &checks).unwrap();
        let config = Config { main_return_exits: false, record: Record::Changes, ..Config::default() };
        Subject { program: Arc::new(program), config }
    }

    /// A machine whose main thread is about to start.
    pub fn machine(&self) -> Result<Vm, VmError> {
        Vm::new(self.program.clone(), self.config.clone())
    }
}

/// Options that concern the program arrive here.
fn config(options: &Check) -> Result<Config, Failure> {
    Ok(Config {
        plain_accesses_visible: options.bugs.races == Races::Allow,
        commuting_updates: !options.search.no_commute,
        // Main's return ends main's thread and lets the others run on: the traces of the literature.
        main_return_exits: false,
        open_numbers: open_numbers(&options.surprises),
        spurious_wakeups: options.surprises.spurious_wakeups.unwrap_or(0),
        malloc_may_fail: options.surprises.malloc_may_fail,
        local_limit: options.limits.max_steps,
        unroll: options.limits.unroll,
        record: Record::Changes,
        ..program::config(&options.inputs, &options.arguments, &options.world, &options.bugs.checks)?
    })
}

fn open_numbers(surprises: &Surprises) -> OpenNumbers {
    let mut open = OpenNumbers::default();
    for range in &surprises.nondet_range {
        match &range.function {
            Some(function) => open.of_function.push((function.clone(), range.values.clone())),
            None => open.of_all = Some(range.values.clone()),
        }
    }
    open
}
