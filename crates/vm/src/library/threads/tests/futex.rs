//! Futexes.

use super::*;

const FUTEX: u64 = 202;
const ADD_IF_POSITIVE: u64 = 1 << 28 | 4 << 24 | 7 << 12;

#[test]
fn a_futex_wakes_as_many_as_asked() {
    let mut world = World::new();
    let wait = |value| [202, OBJECT, 128, value, 0, 0, 0];
    world.state.memory.store::<4>(OBJECT, 5).unwrap();
    assert_eq!(world.call(A, "syscall", &wait(4)), -1);
    for thread in [A, B] {
        world.begin(thread, "syscall", &wait(5));
        assert!(!world.enabled(thread, "syscall", &wait(5)));
    }
    assert_eq!(world.describe(C, "syscall", &[202, OBJECT, 129, 1, 0, 0, 0]).unwrap().choices, 2);
    assert_eq!(world.run(C, "syscall", &[202, OBJECT, 129, 1, 0, 0, 0], 1).unwrap(), Return::long(1));
    assert!(!world.enabled(A, "syscall", &wait(5)));
    assert_eq!(world.call(B, "syscall", &wait(5)), 0);
    // FUTEX_REQUEUE: wake none, move one.
    assert_eq!(world.call(C, "syscall", &[202, OBJECT, 3, 0, 1, OTHER, 0]), 1);
    assert_eq!(world.call(C, "syscall", &[202, OBJECT, 129, 9, 0, 0, 0]), 0);
    assert_eq!(world.call(C, "syscall", &[202, OTHER, 129, 9, 0, 0, 0]), 1);
    assert_eq!(world.call(A, "syscall", &wait(5)), 0);
    let timed = [202, OBJECT, 137, 5, DEADLINE, 0, u32::MAX as u64];
    world.set_deadline(3);
    world.begin(A, "syscall", &timed);
    assert_eq!(world.describe(A, "syscall", &timed).unwrap().urgency, Urgency::Timeout);
    assert_eq!(world.call(A, "syscall", &timed), -1);
    assert_eq!(world.clock(A), 3 * clock::SECOND);
    assert!(matches!(world.run(A, "syscall", &[9999], 0), Err(Stop::Unsupported(_))));
}

#[test]
fn sleepers_let_their_own_time_pass() {
    let mut world = World::new();
    let intent = world.describe(A, "__mazurka_sleep", &[7]).unwrap();
    assert!(intent.enabled && intent.urgency == Urgency::Timeout);
    world.call(A, "__mazurka_sleep", &[7]);
    assert_eq!((world.clock(A), world.clock(B)), (7, 0));
}

#[test]
fn a_futex_wakes_sleepers_with_a_common_bit() {
    let mut world = World::new();
    let wait = |bits| [FUTEX, OBJECT, 9, 0, 0, 0, bits];
    world.begin(A, "syscall", &wait(1));
    world.begin(B, "syscall", &wait(6));
    let wake = |bits| [FUTEX, OBJECT, 10, 9, 0, 0, bits];
    assert_eq!(world.call(C, "syscall", &wake(8)), 0);
    assert_eq!(world.call(C, "syscall", &wake(3)), 2);
    assert_eq!(world.call(C, "syscall", &wait(0)), -1);
    assert_eq!(world.call(C, "syscall", &wake(0)), -1);
    assert_eq!(world.call(C, "syscall", &[FUTEX, OBJECT + 2, 1, 1, 0, 0, 0]), -1);
}

#[test]
fn which_sleepers_move_is_a_choice() {
    let mut world = World::new();
    let wait = [FUTEX, OBJECT, 0, 0, 0, 0, 0];
    let requeue = [FUTEX, OBJECT, 4, 0, 1, OTHER, 0];
    for thread in [A, B] {
        world.begin(thread, "syscall", &wait);
    }
    let wrong_value = [FUTEX, OBJECT, 4, 0, 1, OTHER, 5];
    assert_eq!(world.describe(C, "syscall", &wrong_value).unwrap().choices, 1);
    assert_eq!(world.describe(C, "syscall", &requeue).unwrap().choices, 2);
    assert_eq!(world.run(C, "syscall", &requeue, 1).unwrap(), Return::long(1));
    assert_eq!(world.call(C, "syscall", &[FUTEX, OTHER, 1, 9, 0, 0, 0]), 1);
    assert!(!world.enabled(A, "syscall", &wait), "it was B that moved");
    assert_eq!(world.call(B, "syscall", &wait), 0);
}

#[test]
fn a_futex_wakes_others_by_what_another_word_was() {
    let mut world = World::new();
    let wait = |word| [FUTEX, word, 0, 0, 0, 0, 0];
    world.begin(A, "syscall", &wait(OBJECT));
    world.begin(B, "syscall", &wait(OTHER));
    let wake = [FUTEX, OBJECT, 5, 1, 1, OTHER, ADD_IF_POSITIVE];
    assert_eq!(world.call(C, "syscall", &wake), 1);
    assert_eq!(world.state.memory.load::<4>(OTHER).unwrap(), 7);
    assert!(!world.enabled(B, "syscall", &wait(OTHER)));
    assert_eq!(world.call(C, "syscall", &wake), 1);
    assert_eq!(world.state.memory.load::<4>(OTHER).unwrap(), 14);
    assert_eq!(world.call(B, "syscall", &wait(OTHER)), 0);
}

#[test]
fn a_futex_with_an_owner_is_handed_over() {
    const WAITERS: u64 = 1 << 31;
    let mut world = World::new();
    let call = |command| [FUTEX, OBJECT, command, 0, 0, 0, 0];
    let [lock, unlock, try_lock] = [6, 7, 8].map(call);
    let word = |world: &mut World| world.state.memory.load::<4>(OBJECT).unwrap();
    assert_eq!(world.call(A, "syscall", &lock), 0);
    let first = word(&mut world);
    assert_eq!(world.call(A, "syscall", &lock), -1);
    assert_eq!(world.call(B, "syscall", &try_lock), -1);
    assert_eq!(world.call(B, "syscall", &unlock), -1);
    for thread in [B, C] {
        world.begin(thread, "syscall", &lock);
        assert!(!world.enabled(thread, "syscall", &lock));
    }
    assert_eq!(word(&mut world), first | WAITERS);
    assert_eq!(world.call(A, "syscall", &[FUTEX, OBJECT, 1, 9, 0, 0, 0]), -1, "a wake is not for them");
    assert_eq!(world.describe(A, "syscall", &unlock).unwrap().choices, 2);
    assert_eq!(world.run(A, "syscall", &unlock, 1).unwrap(), Return::long(0));
    assert!(!world.enabled(B, "syscall", &lock));
    assert_eq!(world.call(C, "syscall", &lock), 0);
    assert_eq!(word(&mut world), (first + 2) | WAITERS);
    assert_eq!(world.call(C, "syscall", &unlock), 0);
    assert_eq!(world.call(B, "syscall", &lock), 0);
    assert_eq!(word(&mut world), first + 1);
    assert_eq!(world.call(B, "syscall", &unlock), 0);
    assert_eq!(word(&mut world), 0);
}
