//! What a choice stands for: for reports.

use mazurka_machine::{Choice, ThreadId};

use super::Vm;
use crate::exec;
use crate::library::chosen;

impl Vm {
    /// The function that leaves a value open, which a thread is about to call, and the value that it gives with this
    /// choice: `__VERIFIER_nondet_int` and `-3`.
    pub fn chosen(&self, thread: ThreadId, choice: Choice) -> Option<(&'static str, String)> {
        let function = exec::called(&self.view(thread))?;
        let value = chosen(&self.config, function, choice)?;
        // As mazurka.h calls it.
        let name = if function == "__mazurka_choose" { "mz_choose" } else { function };
        Some((name, value))
    }
}
