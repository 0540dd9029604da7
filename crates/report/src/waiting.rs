//! What there is to say about a deadlock: which thread waits for what, and which threads hold it.

use mazurka_machine::{Operation, Place, Purpose, Range, Verb};

use crate::finding::{Related, Role};
use crate::locks::{Locks, word_lock};

/// A thread that waits for ever, and for what.
pub struct Waiter {
    pub operation: Operation,
    pub place: Place,
}

/// What the program calls the memory at an address.
pub type Names<'a> = dyn Fn(Range) -> Option<String> + 'a;

/// What a thread waits for, and which threads hold it.
pub fn explain(waiter: &Waiter, locks: &Locks, names: &Names) -> Related {
    let taken = waiter.operation.takes().map(|(lock, _)| lock);
    let lock = word_lock(&waiter.operation).or(taken);
    let holders = lock.map_or(Vec::new(), |lock| locks.holders(lock));
    let is_join = matches!(waiter.operation, Operation::Join(_));
    Related {
        role: if is_join { Role::Joiner } else { Role::Waiter },
        activity: format!("waits {}", purpose(&waiter.operation, names)),
        place: waiter.place.clone(),
        object: awaited(&waiter.operation).map(|object| called(object, names)),
        holders,
    }
}

/// A sentence about all of them: `all threads wait: thread 1 to lock b, thread 2 to lock a`. Threads that
/// merely wait for the end of another one are left out, unless all do.
pub fn summary(waiters: &[Waiter], names: &Names) -> String {
    let joins = |waiter: &&Waiter| matches!(waiter.operation, Operation::Join(_));
    let each = |waiter: &Waiter| format!("{} {}", waiter.place.thread, purpose(&waiter.operation, names));
    let all_join = waiters.iter().all(|waiter| joins(&waiter));
    let each: Vec<String> = waiters.iter().filter(|waiter| all_join || !joins(waiter)).map(each).collect();
    format!("all threads wait: {}", each.join(", "))
}

/// Behind `waits`: what would end the wait.
pub fn purpose(operation: &Operation, names: &Names) -> String {
    let name = awaited(operation).map(|object| called(object, names)).unwrap_or_default();
    match operation {
        Operation::Sync(Verb::Lock, _) | Operation::Section(_) => format!("to lock {name}"),
        Operation::Sync(Verb::ReadLock, _) => format!("to lock {name} for reading"),
        Operation::Sync(Verb::Acquire, _) => format!("for a post of {name}"),
        Operation::Sync(Verb::Depart | Verb::DepartFrom(_), _) => format!("for others at {name}"),
        Operation::Sync(Verb::Sleep, _) | Operation::Wait { .. } => format!("for a signal on {name}"),
        Operation::Join(thread) => format!("for the end of {thread}"),
        Operation::Await(wait) if wait.purpose != Purpose::Change => match wait.purpose {
            Purpose::Lock => format!("to lock {name}"),
            Purpose::ReadLock => format!("to lock {name} for reading"),
            Purpose::Once => format!("for another thread to initialise {name}"),
            Purpose::Unpark | Purpose::Change => "to be unparked".to_owned(),
        },
        Operation::Await(wait) => {
            let mut watched: Vec<String> = wait.watched.iter().filter_map(|range| names(*range)).collect();
            watched.dedup();
            match watched.is_empty() {
                true => "in a loop".to_owned(),
                false => format!("in a loop for a change of {}", watched.join(" or ")),
            }
        }
        _ => "for another thread".to_owned(),
    }
}

fn awaited(operation: &Operation) -> Option<Range> {
    match operation {
        Operation::Sync(_, object) => Some(object.range),
        Operation::Section(section) => Some(section.mutex.range),
        Operation::Wait { condition, .. } => Some(condition.range),
        Operation::Await(wait) => wait.watched.first().copied(),
        _ => None,
    }
}

fn called(range: Range, names: &Names) -> String {
    names(range).unwrap_or_else(|| format!("{:#x}", range.start))
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{Object, ObjectKind, ThreadId};

    use super::*;

    const A: Object = ObjectKind::RwLock.at(64, 40);
    const B: Object = ObjectKind::Mutex.at(128, 40);

    fn place(thread: u16) -> Place {
        Place { thread: ThreadId(thread), stack: Vec::new() }
    }

    fn names(range: Range) -> Option<String> {
        Some(if range == A.range { "a" } else { "b" }.to_owned())
    }

    #[test]
    fn a_lock_is_held_until_it_is_released() {
        let sync = |thread, verb, object| (thread, Operation::Sync(verb, object));
        let events = [
            sync(1, Verb::Lock, A),
            sync(2, Verb::Lock, B),
            sync(1, Verb::Unlock, A),
            sync(3, Verb::ReadLock, A),
            sync(1, Verb::TryReadLock, A),
            (2, Operation::Wait { condition: A, mutex: B }),
        ];
        let waits = |upto: usize, object| {
            let waiter = Waiter { operation: Operation::Sync(Verb::Lock, object), place: place(2) };
            let mut locks = Locks::default();
            for (number, (thread, operation)) in events[..upto].iter().enumerate() {
                locks.step(number, ThreadId(*thread), operation, Vec::new);
            }
            explain(&waiter, &locks, &names).message()
        };
        assert_eq!(waits(2, A), "thread 2 waits to lock a, which thread 1 holds");
        assert_eq!(waits(2, B), "thread 2 waits to lock b, which it holds itself");
        assert_eq!(waits(3, A), "thread 2 waits to lock a");
        assert_eq!(waits(5, A), "thread 2 waits to lock a, which thread 3 and thread 1 hold");
        assert_eq!(waits(6, B), "thread 2 waits to lock b");
    }

    #[test]
    fn the_summary_leaves_out_threads_that_merely_join() {
        let waiter = |thread, operation| Waiter { operation, place: place(thread) };
        let waiters = [
            waiter(1, Operation::Sync(Verb::Sleep, A)),
            waiter(2, Operation::Sync(Verb::Acquire, B)),
            waiter(0, Operation::Join(ThreadId(1))),
        ];
        let expected = "all threads wait: thread 1 for a signal on a, thread 2 for a post of b";
        assert_eq!(summary(&waiters, &names), expected);
        assert_eq!(summary(&waiters[2..], &names), "all threads wait: main for the end of thread 1");
    }
}
