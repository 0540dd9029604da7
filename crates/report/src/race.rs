//! What there is to say about a data race.

use mazurka_machine::{LocatedAccess, LocatedRace, Place};

use crate::finding::{Related, Role};
use crate::words::accesses;

/// A sentence about both accesses to what the program calls `name`: `thread 1 locks m (pthread_mutex_lock) while main
/// writes it`.
pub fn summary(LocatedRace { first, second, .. }: &LocatedRace, name: &str) -> String {
    let does = |access: &LocatedAccess, object| {
        format!("{} {}", access.place.thread, accesses(&access.kind, object))
    };
    format!("{} while {}", does(second, name), does(first, "it"))
}

/// Both accesses, the later one first, and where the memory was allocated.
pub fn explain(race: LocatedRace, name: &str) -> Vec<Related> {
    let LocatedRace { allocated, first, second, .. } = race;
    let access = |role, LocatedAccess { place, kind, .. }: LocatedAccess| Related {
        role,
        activity: accesses(&kind, name),
        place,
        object: Some(name.to_owned()),
        holders: Vec::new(),
    };
    let allocation = |place: Place| Related {
        role: Role::Allocation,
        activity: "has allocated it".to_owned(),
        place,
        object: None,
        holders: Vec::new(),
    };
    let both = [access(Role::Access, second), access(Role::EarlierAccess, first)];
    both.into_iter().chain(allocated.map(allocation)).collect()
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{AccessKind, Object, ObjectKind, Operation, Order, ThreadId, Verb};

    use super::*;

    const M: Object = ObjectKind::Mutex.at(64, 40);

    fn access(thread: u16, kind: AccessKind) -> LocatedAccess {
        LocatedAccess { place: Place { thread: ThreadId(thread), stack: Vec::new() }, kind, bytes: M.range }
    }

    #[test]
    fn both_accesses_are_named_by_what_they_do() {
        let operation = |operation, function| AccessKind::Operation { operation, function };
        let said = |first, second| {
            let (first, second) = (access(0, first), access(1, second));
            let race = LocatedRace { memory: String::new(), allocated: None, first, second };
            (summary(&race, "m"), explain(race, "m").iter().map(Related::message).collect::<Vec<_>>())
        };
        let inspects = operation(Operation::Sync(Verb::Inspect, M), Some("pthread_mutex_unlock"));
        let (summary, both) = said(AccessKind::Write, inspects.clone());
        assert_eq!(summary, "thread 1 inspects m (pthread_mutex_unlock) while main writes it");
        let later = "thread 1 inspects m (pthread_mutex_unlock) here";
        assert_eq!(both, [later, "main writes m before, without order between the two"]);
        let tries = operation(Operation::Sync(Verb::TryLock, M), Some("pthread_mutex_trylock"));
        let (summary, _) = said(tries, AccessKind::Free);
        assert_eq!(summary, "thread 1 frees m while main tries to lock it (pthread_mutex_trylock)");
        let reads = operation(Operation::Read(M.range, Order::RELAXED), None);
        let (summary, _) = said(AccessKind::EndOfLifetime, reads);
        assert_eq!(summary, "thread 1 atomically reads m while main ends the lifetime of it");
    }

    #[test]
    fn a_variable_may_be_called_here() {
        let (first, second) = (access(0, AccessKind::Read), access(1, AccessKind::Write));
        let allocated = Some(first.place.clone());
        let race = LocatedRace { memory: String::new(), allocated, first, second };
        let [later, earlier, allocation] = explain(race, "here").try_into().unwrap();
        assert_eq!(
            (&*later.activity, later.message()),
            ("writes here", "thread 1 writes here here".to_owned())
        );
        assert_eq!(earlier.activity, "reads here");
        assert_eq!(allocation.message(), "main has allocated it");
    }
}
