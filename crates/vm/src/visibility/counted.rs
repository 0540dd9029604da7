//! Sets of threads whose accesses count.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use crate::threads::{Status, Threads};

/// Which threads count while one runs on to its next visible operation: no other thread runs meanwhile.
pub(super) struct Counted {
    pub thread: ThreadId,
    pub others: Others,
}

pub(super) enum Others {
    All,
    Except(ThreadSet),
    Only(ThreadSet),
}

impl Others {
    /// Whether another thread's accesses count for a thread.
    #[inline]
    pub(super) fn count(&self, thread: ThreadId, other: ThreadId) -> bool {
        other != thread
            && match self {
                Others::All => true,
                Others::Except(threads) => !threads.contains(other),
                Others::Only(threads) => threads.contains(other),
            }
    }
}

/// The threads with accesses that do not happen before those of a thread because it has waited for their end.
pub(super) fn not_joined(threads: &Threads, thread: ThreadId) -> Others {
    let is_joined = |other: &ThreadId| threads.get(*other).state.joined_by == Some(thread);
    let mut joined = ThreadSet::new();
    threads.created().iter().filter(is_joined).for_each(|other| _ = joined.insert(other));
    Others::Except(joined)
}

/// The threads that may still do something while a thread waits for its turn.
pub(super) fn not_finished(threads: &Threads, thread: ThreadId) -> Others {
    let mut finished = ThreadSet::new();
    let mut is_only = true;
    for other in threads.created().iter().filter(|other| *other != thread) {
        match threads.get(other).state.status {
            Status::Alive => is_only = false,
            Status::Finished | Status::Stopped => _ = finished.insert(other),
        }
    }
    if is_only { Others::Only(ThreadSet::new()) } else { Others::Except(finished) }
}

/// A union of sets of threads that count.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(super) struct CountedOnce {
    threads: ThreadSet,
    /// And all others but these.
    all_except: Option<ThreadSet>,
}

impl CountedOnce {
    pub(super) fn all_except(thread: ThreadId) -> CountedOnce {
        let mut except = ThreadSet::new();
        except.insert(thread);
        CountedOnce { threads: ThreadSet::new(), all_except: Some(except) }
    }

    pub(super) fn contains(&self, thread: ThreadId) -> bool {
        self.threads.contains(thread)
            || self.all_except.as_ref().is_some_and(|except| !except.contains(thread))
    }

    /// Adds those that count for a thread.
    #[inline]
    pub(super) fn add(&mut self, thread: ThreadId, others: &Others) {
        if let Others::Only(threads) = others {
            threads.iter().filter(|other| *other != thread).for_each(|other| _ = self.threads.insert(other));
            return;
        }
        let Some(except) = &mut self.all_except else {
            let mut except = match others {
                Others::Except(threads) => threads.clone(),
                _ => ThreadSet::new(),
            };
            except.insert(thread);
            self.all_except = Some(except);
            return;
        };
        let mut counted = match others {
            Others::Except(threads) => except.without(threads),
            _ => except.clone(),
        };
        counted.remove(thread);
        if !counted.is_empty() {
            *except = except.without(&counted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(bits: u16) -> ThreadSet {
        (0..5).filter(|thread| bits >> thread & 1 != 0).map(ThreadId).collect()
    }

    fn contained(union: &CountedOnce) -> Vec<u16> {
        (0..6).filter(|thread| union.contains(ThreadId(*thread))).collect()
    }

    #[test]
    fn a_union_contains_what_one_of_its_sets_contains() {
        let others: Vec<Others> = (0..32)
            .flat_map(|bits| [Others::Except(set(bits)), Others::Only(set(bits))])
            .chain([Others::All])
            .collect();
        let pairs = others.iter().flat_map(|first| others.iter().map(move |second| (first, second)));
        for (first, second) in pairs {
            for thread in [ThreadId(0), ThreadId(1)] {
                let mut union = CountedOnce::default();
                assert_eq!(contained(&union), [0; 0]);
                union.add(ThreadId(0), first);
                union.add(thread, second);
                let counts = |other: &u16| {
                    first.count(ThreadId(0), ThreadId(*other)) || second.count(thread, ThreadId(*other))
                };
                assert_eq!(contained(&union), (0..6).filter(counts).collect::<Vec<u16>>());
            }
        }
        assert_eq!(contained(&CountedOnce::all_except(ThreadId(2))), [0, 1, 3, 4, 5]);
    }
}
