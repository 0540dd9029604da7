//! All threads but one: what may be looked at while that one runs.

use mazurka_machine::{ThreadId, ThreadSet};

use super::{Status, Thread, ThreadNumbers, Threads};

/// The threads that do not change while another one runs.
#[derive(Clone, Copy)]
pub struct OtherThreads<'a> {
    before: &'a [Thread],
    behind: &'a [Thread],
    created: &'a ThreadSet,
    numbers: &'a ThreadNumbers,
}

impl<'a> OtherThreads<'a> {
    /// One of them, if it was created.
    pub fn get(self, thread: ThreadId) -> Option<&'a Thread> {
        let index = thread.index();
        let found = match index.checked_sub(self.before.len() + 1) {
            Some(behind) => self.behind.get(behind),
            None => self.before.get(index),
        };
        found.filter(|_| self.created.contains(thread))
    }

    /// Those that were created.
    pub fn iter(self) -> impl Iterator<Item = (ThreadId, &'a Thread)> {
        self.created.iter().filter_map(move |thread| Some((thread, self.get(thread)?)))
    }

    /// Those that may still do something.
    pub fn alive(self) -> impl Iterator<Item = (ThreadId, &'a Thread)> {
        self.iter().filter(|(_, thread)| thread.state.status == Status::Alive)
    }

    /// Whether a thread was created, be it one of these or not.
    pub fn is_created(self, thread: ThreadId) -> bool {
        self.created.contains(thread)
    }

    /// The thread that creates another one in all executions that have it; `None` for main.
    pub fn parent(self, thread: ThreadId) -> Option<ThreadId> {
        self.numbers.parent(thread)
    }
}

impl Threads {
    /// All threads but this one.
    pub fn others(&self, thread: ThreadId) -> OtherThreads<'_> {
        let (before, rest) = self.threads.split_at(thread.index());
        let behind = rest.get(1..).unwrap_or_default();
        OtherThreads { before, behind, created: &self.created, numbers: &self.numbers }
    }

    /// The same beside a thread that is to change: see [`Threads::change`].
    #[inline]
    pub fn change_beside_others(&mut self, thread: ThreadId) -> (&mut Thread, OtherThreads<'_>) {
        self.change(thread);
        let (before, rest) = self.threads.split_at_mut(thread.index());
        let (this, behind) = rest.split_first_mut().expect("the thread is there");
        (this, OtherThreads { before, behind, created: &self.created, numbers: &self.numbers })
    }
}
