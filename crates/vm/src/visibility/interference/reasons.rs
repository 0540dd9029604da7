//! Why accesses are scheduling points.

use mazurka_analysis::future::FieldId;
use mazurka_machine::{StackFrame, ThreadId};

use crate::program::Program;

use crate::visibility::Site;

/// Why an access is visible: another thread, as far as one is known, and what it may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reason {
    pub thread: Option<ThreadId>,
    /// An instruction that it may still execute.
    pub site: Option<Site>,
    pub field: Option<FieldId>,
}

/// The same for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// Another thread that can reach the memory and, as far as that is asked, may still access it; `None`: every thread.
    pub thread: Option<ThreadId>,
    /// Where it may access it.
    pub place: Option<StackFrame>,
    /// What is accessed, as the program's text says.
    pub field: Option<String>,
}

impl Reason {
    /// Nothing is known of what other threads may do.
    pub(super) const UNKNOWN: Reason = Reason { thread: None, site: None, field: None };

    pub(super) fn describe(self, program: &Program) -> Cause {
        let name = |field| Some(program.future.as_ref()?.field_name(field).to_owned());
        Cause {
            thread: self.thread,
            place: self.site.map(|site| site.place(program)),
            field: self.field.filter(|field| *field != FieldId::ANY).and_then(name),
        }
    }
}
