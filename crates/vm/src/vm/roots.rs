//! What threads point to from outside of memory: where reachability starts ([`Memory::is_reached_by_another`]).

use mazurka_machine::ThreadId;

use super::fingerprint;
use crate::memory::{Memory, Roots};
use crate::program::Program;
use crate::threads::{OtherThreads, Status, Thread, Threads, Wait};

/// To be called before the policy is asked about accesses of a thread, if it asks what is reached. That thread may be in the
/// middle of its transition: its own registers do not matter for what others reach.
#[inline]
pub(crate) fn sync(program: &Program, memory: &Memory, others: OtherThreads) {
    if memory.tracks_reach() {
        sync_others(program, memory, others);
    }
}

fn sync_others(program: &Program, memory: &Memory, others: OtherThreads) {
    // They were created in a future that was rewound.
    memory.clear_roots(|thread| !others.is_created(thread));
    for (thread, at) in others.iter() {
        // All that matters of the roots is in the fingerprint.
        match at.fingerprint.whole {
            Some(fingerprint) if memory.has_roots_with(thread, fingerprint) => {
                debug_assert!(memory.has_roots(thread, &roots(program, at)), "{thread} has other roots");
            }
            _ => memory.set_roots(thread, roots(program, at)),
        }
    }
}

/// Whether the roots that were set are those of the other threads.
pub(super) fn are_right(program: &Program, memory: &Memory, others: OtherThreads) -> bool {
    others.iter().all(|(thread, at)| memory.has_roots(thread, &roots(program, at)))
}

/// To be called before a thread runs on: its accesses need not look at the others' registers each time.
pub(super) fn hash_others(program: &Program, threads: &mut Threads, running: ThreadId) {
    if !threads.outdated().is_empty() {
        for thread in threads.outdated().clone().iter().filter(|thread| *thread != running) {
            fingerprint::of_one(program, threads, thread);
        }
    }
}

/// As what keeps freed blocks from being forgotten ([`super::forget`]).
fn roots(program: &Program, thread: &Thread) -> Roots {
    let mut own = Vec::new();
    fingerprint::registers(program, thread, &mut |word| own.push(word));
    if let Wait::On(object) | Wait::Woken(object) = thread.state.wait {
        own.push(object);
    }
    let result = (thread.state.status == Status::Finished).then_some(thread.state.result);
    Roots::new(own, result, thread.fingerprint.whole)
}
