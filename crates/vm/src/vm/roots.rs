//! What threads point to from outside of memory: where reachability starts ([`crate::memory::Memory::reached_by_another`]).

use mazurka_machine::ThreadId;

use super::fingerprint;
use crate::context::State;
use crate::memory::Roots;
use crate::program::Program;
use crate::threads::{Status, Thread, Wait};

/// To be called before a thread runs on, if the policy asks what is reached. The thread may be in the
/// middle of its transition: what it reaches itself is not asked.
pub(crate) fn sync(program: &Program, state: &State, running: ThreadId) {
    if !state.memory.tracks_reach() {
        return;
    }
    for thread in state.threads.created().iter().filter(|thread| *thread != running) {
        state.memory.set_roots(thread, roots(program, state.threads.get(thread)));
    }
}

/// As what keeps freed blocks from being forgotten ([`super::forget`]).
fn roots(program: &Program, thread: &Thread) -> Roots {
    let mut own = Vec::new();
    fingerprint::registers(program, thread, &mut |word| own.push(word));
    if let Wait::On(object) | Wait::Woken(object) = thread.state.wait {
        own.push(object);
    }
    let has_result =
        thread.state.status == Status::Finished && thread.state.joined_by.is_none() && !thread.state.detached;
    Roots { own, result: has_result.then_some(thread.state.result) }
}
