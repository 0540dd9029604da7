//! Cycles among the threads of a deadlock: each waits for the next.

use mazurka_machine::{Place, ThreadId};

use crate::finding::{Related, Role};

/// `cycle: thread 1 → b → thread 2 → a → thread 1`, if there is one: a thread waits for what the next one holds.
pub(super) fn of(waiters: &[Related]) -> Option<String> {
    waiters.iter().find_map(|waiter| from(waiter, waiters))
}

/// The cycle from a waiter back to it. Of several holders the first is followed, preferably not the waiter itself.
fn from(first: &Related, waiters: &[Related]) -> Option<String> {
    let mut visited: Vec<ThreadId> = Vec::new();
    let mut text = format!("cycle: {}", first.place.thread);
    let mut waiter = first;
    while !visited.contains(&waiter.place.thread) {
        visited.push(waiter.place.thread);
        let another = |holder: &&Place| holder.thread != waiter.place.thread;
        let next = waiter.holders.iter().find(another).or(waiter.holders.first())?.thread;
        text += &format!(" → {} → {next}", waiter.object.as_deref()?);
        if next == first.place.thread {
            return Some(text);
        }
        waiter = waiters.iter().find(|other| other.place.thread == next)?;
    }
    None
}

/// A thread that waits only for the end of another one is not where to look, unless all threads do.
pub(super) fn merely_joins(waiter: &Related, waiters: &[Related]) -> bool {
    let joins = |waiter: &Related| waiter.role == Role::Joiner;
    joins(waiter) && !waiters.iter().all(joins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiter(thread: u16, object: Option<&str>, holder: Option<u16>) -> Related {
        let place = |thread| Place { thread: ThreadId(thread), stack: Vec::new() };
        Related {
            role: Role::Waiter,
            activity: String::new(),
            place: place(thread),
            object: object.map(str::to_owned),
            holders: holder.map(place).into_iter().collect(),
        }
    }

    #[test]
    fn a_cycle_is_followed_until_it_closes() {
        let three = [
            waiter(1, Some("b"), Some(2)),
            waiter(2, Some("c"), Some(3)),
            waiter(3, Some("a"), Some(1)),
            waiter(0, None, None),
        ];
        let expected = "cycle: thread 1 → b → thread 2 → c → thread 3 → a → thread 1";
        assert_eq!(of(&three).as_deref(), Some(expected));
        assert_eq!(of(&three[..2]), None);
        assert_eq!(of(&[waiter(1, Some("m"), Some(1))]).as_deref(), Some("cycle: thread 1 → m → thread 1"));
    }

    #[test]
    fn of_several_holders_another_thread_is_followed() {
        let mut waiters = [waiter(1, Some("m"), Some(1)), waiter(2, Some("m"), Some(1))];
        let second = waiters[1].place.clone();
        waiters.iter_mut().for_each(|waiter| waiter.holders.push(second.clone()));
        assert_eq!(of(&waiters).as_deref(), Some("cycle: thread 1 → m → thread 2 → m → thread 1"));
    }

    #[test]
    fn a_thread_that_waits_for_a_cycle_is_not_part_of_it() {
        let waiters =
            [waiter(4, Some("a"), Some(1)), waiter(1, Some("b"), Some(2)), waiter(2, Some("a"), Some(1))];
        assert_eq!(of(&waiters).as_deref(), Some("cycle: thread 1 → b → thread 2 → a → thread 1"));
    }
}
