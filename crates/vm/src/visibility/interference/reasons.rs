//! Why accesses are scheduling points.

use mazurka_analysis::future::FieldId;
use mazurka_machine::{Range, StackFrame, ThreadId};
use rustc_hash::FxHashMap;

use crate::memory::Reacher;
use crate::program::Program;
use crate::visibility::{PlainAccess, Site};

/// Why an access is visible: another thread, as far as one is known, and what it may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Reason {
    pub thread: Option<ThreadId>,
    /// An instruction that it may still execute.
    pub site: Option<Site>,
    pub field: Option<FieldId>,
}

impl Reason {
    /// Nothing is known of what other threads may do.
    pub(super) const UNKNOWN: Reason = Reason { thread: None, site: None, field: None };

    pub(super) fn reached(by: Reacher) -> Reason {
        let thread = match by {
            Reacher::Everyone => None,
            Reacher::Thread(thread) => Some(thread),
        };
        Reason { thread, ..Reason::UNKNOWN }
    }
}

/// The visible accesses of a search.
#[derive(Default)]
pub(super) struct Reasons {
    counts: FxHashMap<(Site, bool, Reason), Count>,
}

struct Count {
    /// What the first one accesses.
    memory: Range,
    accesses: u64,
}

/// Plain accesses of one instruction that were scheduling points for one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchedulingPoint {
    pub place: StackFrame,
    pub writes: bool,
    pub cause: Cause,
    /// What the first of them accesses.
    pub memory: Range,
    /// How often a thread has halted there for this reason.
    pub count: u64,
}

/// Why an access is a scheduling point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// Another thread that can reach the memory and, as far as that is asked, may still access it; `None`: every thread.
    pub thread: Option<ThreadId>,
    /// Where it may access it.
    pub place: Option<StackFrame>,
    /// What is accessed, as the program's text says.
    pub field: Option<String>,
}

impl Reasons {
    pub(super) fn count(&mut self, access: &PlainAccess, reason: Reason) {
        let first = Count { memory: access.range, accesses: 0 };
        let count = self.counts.entry((access.shown_site, access.writes, reason)).or_insert(first);
        count.accesses += 1;
    }

    /// The most frequent first.
    pub(super) fn list(&self, program: &Program) -> Vec<SchedulingPoint> {
        let mut all: Vec<_> = self.counts.iter().collect();
        let key = |site: &Site| (site.function, site.pc);
        all.sort_by_key(|((site, writes, reason), count)| {
            let Reason { thread, site: other, field } = reason;
            (u64::MAX - count.accesses, key(site), *writes, *thread, other.as_ref().map(key), *field)
        });
        let describe = |(&(site, writes, reason), count): (&(Site, bool, Reason), &Count)| SchedulingPoint {
            place: site.place(program),
            writes,
            cause: reason.describe(program),
            memory: count.memory,
            count: count.accesses,
        };
        all.into_iter().map(describe).collect()
    }
}

impl Reason {
    fn describe(self, program: &Program) -> Cause {
        let name = |field| Some(program.future.as_ref()?.field_name(field).to_owned());
        Cause {
            thread: self.thread,
            place: self.site.map(|site| site.place(program)),
            field: self.field.filter(|field| *field != FieldId::ANY).and_then(name),
        }
    }
}
