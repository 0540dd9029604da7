//! Memory that decides only how long threads pause, in fingerprints of states ([`crate::lower::backoff`]).
//!
//! Such bytes count as zero. A word that looks like a pointer counts as it is: a freed block to which a pointer leads is not forgotten ([`super::forget`]), so
//! states that differ in it are not equal. Where leaks are looked for, or reads of what was never written, all bytes count.

use mazurka_machine::Range;

use super::Vm;
use crate::threads::Status;

impl Vm {
    pub(super) fn leaves_out_bytes(&self) -> bool {
        self.program.has_faint_bytes() && !self.config.check_uninitialized && !self.config.check_leaks
    }

    /// What such bytes add to the fingerprint of memory.
    pub(super) fn surplus(&self) -> u128 {
        if !self.leaves_out_bytes() {
            return 0;
        }
        let threads = &self.state.threads;
        let alive = threads.created().iter().map(|thread| threads.get(thread));
        let alive = alive.filter(|thread| thread.state.status == Status::Alive && thread.state.started);
        let bytes: Vec<Range> = alive.flat_map(|thread| self.program.faint_bytes(&thread.frames)).collect();
        self.state.memory.surplus(&bytes)
    }
}
