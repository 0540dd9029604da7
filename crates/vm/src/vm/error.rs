//! Why a machine cannot continue.

use std::fmt;

use mazurka_machine::{StackFrame, ThreadId};

/// Something that the machine cannot do, and where the program asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VmError {
    pub message: String,
    pub thread: ThreadId,
    /// Innermost frame first.
    pub stack: Vec<StackFrame>,
}

impl fmt::Display for VmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = self.stack.iter().find_map(|frame| frame.location.as_ref()) {
            write!(f, "{}:{}: ", location.file, location.line)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VmError {}
