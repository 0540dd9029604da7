//! What threads point to from outside of memory: where reachability starts ([`crate::memory::Memory::reached_by_another`]).

use mazurka_machine::ThreadId;

use super::fingerprint;
use crate::context::State;
use crate::memory::Roots;
use crate::program::Program;
use crate::threads::{Status, Thread, Wait};

/// To be called before the policy is asked about accesses of a thread, if it asks what is reached. The thread may be in the
/// middle of its transition: its own registers do not matter for what others reach.
#[inline]
pub(crate) fn sync(program: &Program, state: &State, running: ThreadId) {
    if state.memory.tracks_reach() {
        sync_others(program, state, running);
    }
}

fn sync_others(program: &Program, state: &State, running: ThreadId) {
    let mut outdated = state.threads.created().clone();
    outdated.remove(running);
    let mut ended = Vec::new();
    state.memory.each_roots(|thread, roots| match state.threads.find(thread) {
        // All that matters of the roots is in the fingerprint.
        Some(at) if roots.fingerprint.is_some() && at.fingerprint.whole == roots.fingerprint => {
            outdated.remove(thread);
        }
        Some(_) if thread != running => {}
        Some(_) => ended.extend(roots.result.map(|_| thread)),
        None => ended.push(thread),
    });
    // They were created, or the running one has ended, in a future that was rewound.
    ended.into_iter().for_each(|thread| state.memory.set_roots(thread, Roots::default()));
    for thread in outdated.iter() {
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
    let result = has_result.then_some(thread.state.result);
    Roots { own, result, fingerprint: thread.fingerprint.whole }
}
