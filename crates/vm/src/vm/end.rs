//! The end of the process.

use mazurka_machine::{Fault, FaultKind, ThreadId};

use super::{Vm, leaks};
use crate::{diagnose, panics};

impl Vm {
    /// What is wrong at the end of the process: a panic that was not noticed, or heap memory that is lost, where that is checked.
    pub(super) fn wrong_at_the_end(&self, thread: ThreadId, code: i32) -> Option<Box<Fault>> {
        if let Some(panic) = panics::unnoticed(&self.state, code) {
            return Some(panic);
        }
        if code != 0 && self.program.is_libtest {
            let message = "the test fails without a panic: it returns an error, or should have panicked";
            return Some(diagnose::fault(&self.view(thread), FaultKind::Panic, message.into()));
        }
        let message = self.config.check_leaks.then(|| leaks::message(&self.state)).flatten()?;
        Some(diagnose::fault(&self.view(thread), FaultKind::Leak, message))
    }
}
