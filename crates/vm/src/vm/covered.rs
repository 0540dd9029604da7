//! A check of debug builds: where every plain access is an operation, a step changes no memory of the program's that its
//! operation does not say. Reductions see dependences only through operations.

use std::collections::BTreeSet;

use mazurka_machine::{Machine, Next, Operation, Range, ThreadId, Touch, TouchKind};

use super::Vm;
use crate::address::{self, Place};
use crate::config::Record;
use crate::memory::{LineAt, MemoryMark};
use crate::visibility::{FreshAccesses, Visibility, may_be_shared};

/// What a thread is about to do, and the memory before it does.
pub(super) struct Announced {
    pub operation: Operation,
    memory: MemoryMark,
}

impl Vm {
    /// What the next step of a thread may write, if that is to be checked.
    pub(super) fn announced(&mut self, thread: ThreadId) -> Option<Announced> {
        let is_checked = self.config.visibility == Visibility::EveryAccess
            && self.config.fresh_accesses == FreshAccesses::Shown
            && self.config.record != Record::Nothing
            && !self.state.threads.is_main_alone()
            && self.audits.are_due();
        if !is_checked {
            return None;
        }
        match self.next(thread) {
            Next::Ready(pending) if !pending.operation.is_barrier() => {
                Some(Announced { operation: pending.operation, memory: self.state.memory.mark() })
            }
            _ => None,
        }
    }

    /// A byte that a step has changed and that its operation does not write.
    pub(super) fn unannounced(&self, announced: &Announced) -> Option<u64> {
        // No program reads the bytes of a synchronisation object: changes of them that commute may count as reads.
        let may_write = |touch: &Touch| touch.writes() || matches!(touch.kind, TouchKind::Object(_));
        let touches = announced.operation.own_touches().filter(may_write);
        let writes: Vec<Range> = touches.map(|touch| touch.range).collect();
        let is_announced =
            |address| writes.iter().any(|range| range.overlaps(Range { start: address, length: 1 }));
        // What the library keeps in memory of its own has names that are no addresses.
        let is_programs = |address| match address::place(address) {
            Place::Stack(_) => address::offset(address) as u64 >= address::THREAD_LOCALS_OFFSET,
            place => place != Place::Library && may_be_shared(address),
        };
        // Only the oldest version of a line is that of before.
        let mut seen = BTreeSet::new();
        let is_changed = |line: &LineAt| self.state.memory.peek_raw(line.address) != *line.bytes;
        let lines = self.state.memory.lines_at(announced.memory);
        let mut lines = lines.filter(move |line| seen.insert(line.address)).filter(is_changed);
        lines.find_map(|line| {
            (line.address..).zip(line.bytes).enumerate().find_map(|(bit, (address, before))| {
                // What begins or ends with the step is a matter of its own.
                let now = self.state.memory.peek_sized(address, 1);
                let is_changed =
                    line.valid >> bit & 1 == 1 && now.is_ok_and(|byte| byte != u64::from(*before));
                (is_changed && is_programs(address) && !is_announced(address)).then_some(address)
            })
        })
    }
}
