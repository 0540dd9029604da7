//! Lines without a history, found without a look into the table: most of what a step touches is its thread's own.

use mazurka_machine::ThreadId;

/// Some of the lines that need no history. Where two of them fall on the same entry, the last one is known.
pub(super) struct Familiar(Box<[Entry; ENTRIES]>);

const ENTRIES: usize = 256;

/// A line and its only user; `None` where that is operations.
type Entry = (u64, Option<ThreadId>);

/// No line begins here.
const NO_LINE: u64 = u64::MAX;

impl Default for Familiar {
    fn default() -> Familiar {
        Familiar(Box::new([(NO_LINE, None); ENTRIES]))
    }
}

impl Familiar {
    pub(super) fn is_private(&self, line: u64, thread: ThreadId) -> bool {
        self.0[place(line)] == (line, Some(thread))
    }

    pub(super) fn is_for_operations(&self, line: u64) -> bool {
        self.0[place(line)] == (line, None)
    }

    pub(super) fn remember(&mut self, line: u64, user: Option<ThreadId>) {
        self.0[place(line)] = (line, user);
    }

    pub(super) fn forget(&mut self, line: u64) {
        if self.0[place(line)].0 == line {
            self.0[place(line)].0 = NO_LINE;
        }
    }
}

/// The stacks of threads are far apart, and alike in the lower bits of their addresses.
fn place(line: u64) -> usize {
    (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}
