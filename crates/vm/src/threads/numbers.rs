//! The numbers of threads: the n-th child of a thread has the same number in every interleaving, and in every machine that
//! shares the table.
//!
//! Numbers are handed out in the order in which children are met. Where several threads create others, that order differs from
//! one interleaving to the next: a machine of its own would number the threads of a schedule in another way than the search that
//! has found it. So all machines of a program share one table, which is never rewound, and which goes wherever a schedule goes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mazurka_machine::ThreadId;

/// A thread, and which of its children.
pub type Birth = (ThreadId, u16);

/// Clones are the same table.
#[derive(Clone, Default, Debug)]
pub struct ThreadNumbers(Arc<Mutex<Table>>);

#[derive(Default, Debug)]
struct Table {
    numbers: BTreeMap<Birth, ThreadId>,
    /// Of the threads 1, 2 …
    births: Vec<Birth>,
}

impl ThreadNumbers {
    /// The table in which the threads 1, 2 … are born like this. `None` if they cannot be.
    pub fn of_births(births: &[Birth]) -> Option<ThreadNumbers> {
        let numbers = ThreadNumbers::default();
        for (known, &birth) in births.iter().enumerate() {
            let thread = ThreadId(u16::try_from(known + 1).ok()?);
            if birth.0.index() > known || numbers.child(birth) != thread {
                return None;
            }
        }
        Some(numbers)
    }

    /// How the threads 1, 2 … are born; nothing where only main creates threads, and each machine would number them alike.
    pub fn births(&self) -> Vec<Birth> {
        let births = self.table().births.clone();
        if births.iter().all(|(parent, _)| *parent == ThreadId::MAIN) { Vec::new() } else { births }
    }

    /// The thread that creates this one; `None` for main.
    pub(super) fn parent(&self, thread: ThreadId) -> Option<ThreadId> {
        let number = thread.index().checked_sub(1)?;
        self.table().births.get(number).map(|(parent, _)| *parent)
    }

    pub(super) fn child(&self, birth: Birth) -> ThreadId {
        let Table { numbers, births } = &mut *self.table();
        *numbers.entry(birth).or_insert_with(|| {
            births.push(birth);
            ThreadId(births.len() as u16)
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_made_again_from_its_births() {
        let (main, one) = (ThreadId::MAIN, ThreadId(1));
        let numbers = ThreadNumbers::default();
        assert_eq!([(main, 0), (main, 1)].map(|birth| numbers.child(birth).0), [1, 2]);
        assert_eq!(numbers.births(), []);
        assert_eq!([(one, 0), (main, 1), (main, 2)].map(|birth| numbers.child(birth).0), [3, 2, 4]);
        let again = ThreadNumbers::of_births(&numbers.births()).unwrap();
        assert_eq!(again.child((one, 0)), ThreadId(3));
        assert_eq!(again.births(), numbers.births());
    }

    #[test]
    fn threads_are_born_once_and_of_others_before_them() {
        let main = ThreadId::MAIN;
        for births in [&[(main, 0), (main, 0)][..], &[(ThreadId(1), 0)], &[(main, 0), (ThreadId(2), 0)]] {
            assert!(ThreadNumbers::of_births(births).is_none(), "{births:?}");
        }
    }
}
