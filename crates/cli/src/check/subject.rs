//! What is checked: a program, and the world that every execution of it sees.

use std::sync::Arc;

use mazurka_vm::program::Program;
use mazurka_vm::{Config, Record, Vm, VmError};

use crate::args::{Check, Races};
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
        record: Record::Changes,
        ..program::config(&options.inputs, &options.arguments, &options.world, &options.bugs.checks)?
    })
}
