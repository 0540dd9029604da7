//! Who waits for what, and who holds it: what there is to say about a deadlock.

use mazurka_machine::{Object, Operation, Range, Verb};

use crate::finding::{Place, Related};
use crate::locks::Effect;

/// A step of the execution, as far as locks are concerned.
pub struct Event {
    pub operation: Operation,
    pub place: Place,
}

/// A thread that waits for ever, and for what.
pub struct Waiter {
    pub operation: Operation,
    pub place: Place,
}

/// What the program calls the memory at an address.
pub type Names<'a> = dyn Fn(Range) -> Option<String> + 'a;

/// What a thread waits for, and who holds it after these events.
pub fn explain(waiter: &Waiter, events: &[Event], names: &Names) -> Related {
    let object = awaited(&waiter.operation);
    let holders = match waiter.operation {
        Operation::Sync(Verb::Lock | Verb::ReadLock, object) => holders(events, object),
        _ => Vec::new(),
    };
    let thread = waiter.place.thread;
    let mut message = format!("{thread} waits {}", purpose(&waiter.operation, names));
    match &holders[..] {
        [] => {}
        [holder] if holder.thread == thread => message += ", which it holds itself",
        holders => {
            let who: Vec<String> = holders.iter().map(|holder| holder.thread.to_string()).collect();
            message +=
                &format!(", which {} {}", who.join(" and "), if who.len() > 1 { "hold" } else { "holds" });
        }
    }
    let object = object.map(|object| called(object, names));
    Related { message, place: waiter.place.clone(), object, holders }
}

/// A sentence about all of them: `all threads wait: thread 1 to lock b, thread 2 to lock a`. Who merely waits for the end
/// of another one is left out, unless everybody does.
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
        Operation::Sync(Verb::Lock, _) => format!("to lock {name}"),
        Operation::Sync(Verb::ReadLock, _) => format!("to lock {name} for reading"),
        Operation::Sync(Verb::Acquire, _) => format!("for a post of {name}"),
        Operation::Sync(Verb::Depart | Verb::Arrive, _) => format!("for others at {name}"),
        Operation::Sync(Verb::Sleep, _) | Operation::Wait { .. } => format!("for a signal on {name}"),
        Operation::Join(thread) => format!("for the end of {thread}"),
        Operation::Await(wait) => match &wait.watched[..] {
            [] => "in a loop".to_owned(),
            watched => {
                let mut watched: Vec<String> = watched.iter().map(|range| called(*range, names)).collect();
                watched.dedup();
                format!("in a loop for a change of {}", watched.join(" or "))
            }
        },
        _ => "for another thread".to_owned(),
    }
}

fn awaited(operation: &Operation) -> Option<Range> {
    match operation {
        Operation::Sync(_, object) => Some(*object),
        Operation::Wait { condition, .. } => Some(*condition),
        Operation::Await(wait) => wait.watched.first().copied(),
        _ => None,
    }
}

fn called(range: Range, names: &Names) -> String {
    names(range).unwrap_or_else(|| format!("{:#x}", range.start))
}

/// Who has locked the object and not unlocked it, and where each of them did so last.
fn holders(events: &[Event], object: Object) -> Vec<Place> {
    let mut holders: Vec<(u32, Place)> = Vec::new();
    for event in events {
        let held = holders.iter().position(|(_, place)| place.thread == event.place.thread);
        match Effect::of(&event.operation).filter(|(lock, _)| *lock == object) {
            None => {}
            Some((_, Effect::Taken)) => match held {
                Some(at) => {
                    holders[at].0 += 1;
                    holders[at].1 = event.place.clone();
                }
                None => holders.push((1, event.place.clone())),
            },
            Some((_, Effect::Given)) => {
                if let Some(at) = held {
                    holders[at].0 -= 1;
                    if holders[at].0 == 0 {
                        holders.remove(at);
                    }
                }
            }
        }
    }
    holders.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use mazurka_machine::ThreadId;

    use super::*;

    const A: Object = Range { start: 64, length: 40 };
    const B: Object = Range { start: 128, length: 40 };

    fn place(thread: u16) -> Place {
        Place { thread: ThreadId(thread), stack: Vec::new() }
    }

    fn event(thread: u16, operation: Operation) -> Event {
        Event { operation, place: place(thread) }
    }

    fn names(range: Range) -> Option<String> {
        Some(if range == A { "a" } else { "b" }.to_owned())
    }

    #[test]
    fn a_lock_is_held_until_it_is_given_back() {
        let sync = |thread, verb, object| event(thread, Operation::Sync(verb, object));
        let events = [
            sync(1, Verb::Lock, A),
            sync(2, Verb::Lock, B),
            sync(1, Verb::Unlock, A),
            sync(3, Verb::ReadLock, A),
            sync(1, Verb::TryReadLock, A),
            event(2, Operation::Wait { condition: A, mutex: B }),
        ];
        let waits = |upto: usize, object| {
            let waiter = Waiter { operation: Operation::Sync(Verb::Lock, object), place: place(2) };
            explain(&waiter, &events[..upto], &names).message
        };
        assert_eq!(waits(2, A), "thread 2 waits to lock a, which thread 1 holds");
        assert_eq!(waits(2, B), "thread 2 waits to lock b, which it holds itself");
        assert_eq!(waits(3, A), "thread 2 waits to lock a");
        assert_eq!(waits(5, A), "thread 2 waits to lock a, which thread 3 and thread 1 hold");
        assert_eq!(waits(6, B), "thread 2 waits to lock b");
    }

    #[test]
    fn the_summary_leaves_out_who_merely_joins() {
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
