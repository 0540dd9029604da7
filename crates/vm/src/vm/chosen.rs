//! The values that choices select: for reports.

use mazurka_machine::{Choice, ThreadId};

use super::Vm;
use crate::exec;

impl Vm {
    /// The function with several possible results that a thread calls next, and its result with this choice:
    /// `__VERIFIER_nondet_int` and `-3`.
    pub fn chosen(&self, thread: ThreadId, choice: Choice) -> Option<(&'static str, String)> {
        let native = exec::called(&self.view(thread))?;
        let value = native.facts.value_of_choice?(&self.config, choice)?;
        Some((native.facts.public_name.unwrap_or(native.name), value))
    }
}
