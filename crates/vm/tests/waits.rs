//! Loops that wait and blocks, as an explorer sees them: who is blocked where, and on what.

use mazurka_machine::{
    Access, Await, Fingerprinted, Machine, Next, Object, ObjectKind, Operation, Order, Pending, Step,
    ThreadId, Verb,
};
use mazurka_vm::{Config, ObjectIds, Record, Sharing, SharingRule, Visibility, Vm};

use crate::support::compiled::compile_text;
use crate::support::machine;

const MAIN: ThreadId = ThreadId::MAIN;
const CHILD: ThreadId = ThreadId(1);

/// A program of atomics `x`, `y` and `z` with `main` as given; `child` runs beside it.
fn program(child: &str, main: &str, config: Config) -> Vm {
    let text = format!(
        "#include <pthread.h>\n#include <sched.h>\n#include <stdatomic.h>\n#include <unistd.h>\n\
         void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n\
         static atomic_int x, y, z; static int plain; static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n\
         static int peek(void) {{ return x; }}\n\
         static void *child(void *arg) {{ {child} return arg; }}\n\
         int main(void) {{ pthread_t t; pthread_create(&t, 0, child, 0); {main} return 0; }}"
    );
    let config = Config { record: Record::ChangesAndFingerprint, main_return_exits: false, ..config };
    let mut vm = machine(compile_text(&text), config);
    while vm.threads().len() == 1 {
        step(&mut vm, MAIN);
    }
    step(&mut vm, CHILD);
    vm
}

fn step(vm: &mut Vm, thread: ThreadId) -> Step {
    vm.step(thread, 0).expect("nothing unsupported").outcome
}

/// The wait that a thread stands at, and whether it is blocked.
fn waits(vm: &Vm, thread: ThreadId) -> (bool, Await) {
    let (blocked, operation) = match vm.next(thread) {
        Next::Ready(Pending { operation, .. }) => (false, operation),
        Next::Blocked(operation) => (true, operation),
        Next::Finished => panic!("the thread is finished"),
    };
    match operation {
        Operation::Await(wait) => (blocked, Await::clone(&wait)),
        other => panic!("no wait but {other:?}"),
    }
}

fn is_blocked(vm: &Vm, thread: ThreadId) -> bool {
    waits(vm, thread).0
}

#[test]
fn a_loop_of_one_look_waits_until_what_it_looks_at_changes() {
    let mut vm = program("x = 2; y = 1; x = 1;", "while (x != 1);", Config::default());
    let (blocked, wait) = waits(&vm, MAIN);
    let Operation::Read(x, Order::ACQUIRE) = wait.operation else { panic!("it reads") };
    assert!(blocked);
    assert_eq!(wait.watched, [x]);
    // Another value that does not let it go, and another variable.
    step(&mut vm, CHILD);
    assert!(is_blocked(&vm, MAIN));
    step(&mut vm, CHILD);
    assert!(is_blocked(&vm, MAIN));
    let mark = vm.mark();
    step(&mut vm, CHILD);
    assert!(!is_blocked(&vm, MAIN));
    vm.rewind(mark);
    assert!(is_blocked(&vm, MAIN));
    step(&mut vm, CHILD);
    assert_eq!(step(&mut vm, MAIN), Step::Finished);
}

#[test]
fn swaps_tries_and_failing_compare_and_swaps_wait() {
    for (prepare, main) in [
        ("x = 1;", "while (atomic_exchange(&x, 1));"),
        ("x = 1;", "int e = 0; while (!atomic_compare_exchange_strong(&x, &e, 1)) e = 0;"),
        ("x = 1;", "while (x) { sched_yield(); usleep(10); }"),
        ("pthread_mutex_lock(&mutex);", "while (pthread_mutex_trylock(&mutex)) sched_yield();"),
    ] {
        let release = if prepare.contains("mutex") { "pthread_mutex_unlock(&mutex);" } else { "x = 0;" };
        let mut vm = program(&format!("{prepare} {release}"), main, Config::default());
        assert!(!is_blocked(&vm, MAIN), "{main}");
        step(&mut vm, CHILD);
        assert!(is_blocked(&vm, MAIN), "{main}");
        step(&mut vm, CHILD);
        assert!(!is_blocked(&vm, MAIN), "{main}");
    }
}

#[test]
fn a_loop_of_two_looks_waits_only_after_both() {
    let mut vm = program("y = 1;", "while (!x && !y);", Config::default());
    // It may look at x now and at y much later.
    let (blocked, wait) = waits(&vm, MAIN);
    assert!(!blocked);
    assert_eq!(wait.watched.len(), 1);
    step(&mut vm, MAIN);
    let (blocked, wait) = waits(&vm, MAIN);
    assert!(blocked);
    assert_eq!(wait.watched.iter().map(|range| range.length).sum::<u64>(), 8);
    step(&mut vm, CHILD);
    assert!(!is_blocked(&vm, MAIN));
}

#[test]
fn loops_that_make_progress_are_not_waits() {
    for main in [
        "for (int i = 0; i < 1000 && !x; i++);",
        "int tries = 0; while (!x) tries++; plain = tries;",
        "int e = x; while (!atomic_compare_exchange_weak(&x, &e, e + 1));",
        "int e; do e = x; while (!atomic_compare_exchange_strong(&x, &e, e + 1));",
        "int i = 0; while (x) { i = (i + 1) % 8; } plain = i;",
        "do x = 1; while (!y);",
        "while (atomic_fetch_add(&x, 1) < 5);",
    ] {
        let vm = program("y = 1;", main, Config::default());
        let Next::Ready(pending) = vm.next(MAIN) else { panic!("{main}: blocked") };
        assert!(!matches!(pending.operation, Operation::Await(_)), "{main}: {:?}", pending.operation);
    }
}

#[test]
fn what_an_iteration_reads_by_the_way_is_watched_and_what_it_writes_ends_it() {
    let mut vm = program("y = 1;", "while (!x && !plain);", Config::default());
    step(&mut vm, MAIN);
    let (blocked, wait) = waits(&vm, MAIN);
    assert!(blocked);
    assert_eq!(wait.watched.iter().map(|range| range.length).sum::<u64>(), 8);
    let vm = program("y = 1;", "while (!x) plain++;", Config::default());
    assert!(!is_blocked(&vm, MAIN));
}

#[test]
fn what_a_loop_calls_waits() {
    let mut vm = program("x = 1;", "while (!peek()) sched_yield();", Config::default());
    assert!(is_blocked(&vm, MAIN));
    step(&mut vm, CHILD);
    assert!(!is_blocked(&vm, MAIN));
}

#[test]
fn a_block_names_what_it_touches_and_waits_as_a_whole() {
    let block = "__VERIFIER_atomic_begin(); if (x) y = 1; else plain = z; __VERIFIER_atomic_end();";
    let mut vm = program("x = 1;", block, Config::default());
    let accesses = |vm: &Vm| match vm.next(MAIN) {
        Next::Ready(Pending { operation: Operation::Block(accesses), choices: 1, .. }) => accesses,
        other => panic!("no block but {other:?}"),
    };
    let count =
        |accesses: &[Access], writes| accesses.iter().filter(|access| access.writes == writes).count();
    let before = accesses(&vm);
    assert_eq!((count(&before, false), count(&before, true)), (2, 1));
    step(&mut vm, CHILD);
    let after = accesses(&vm);
    assert_ne!(before, after);
    assert_eq!((count(&after, false), count(&after, true)), (1, 1));

    let lock = "pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex);";
    let block = format!("__VERIFIER_atomic_begin(); {lock} __VERIFIER_atomic_end();");
    let mut vm = program(lock, &block, Config::default());
    assert!(matches!(vm.next(MAIN), Next::Ready(_)));
    step(&mut vm, CHILD);
    assert!(matches!(vm.next(MAIN), Next::Blocked(Operation::Block(_))));
    step(&mut vm, CHILD);
    assert!(matches!(vm.next(MAIN), Next::Ready(_)));
}

#[test]
fn the_same_operation_again_and_again_is_cut_off_if_that_is_asked_for() {
    let config = Config { unroll: Some(3), ..Config::default() };
    let mut vm = program("y = 1;", "int tries = 0; while (!x) tries++; plain = tries;", config);
    for _ in 0..3 {
        assert_eq!(step(&mut vm, MAIN), Step::Ran);
    }
    let mark = vm.mark();
    for _ in 0..2 {
        let Step::CutOff(cut_off) = step(&mut vm, MAIN) else { panic!("the fourth time is too often") };
        assert!(cut_off.message.contains("--unroll"), "{}", cut_off.message);
        assert_eq!(cut_off.thread, MAIN);
        assert_eq!(vm.next(MAIN), Next::Finished);
        vm.rewind(mark);
    }
}

#[test]
fn who_tries_a_lock_looks_at_it() {
    let mut vm =
        program("pthread_mutex_lock(&mutex);", "while (pthread_mutex_trylock(&mutex));", Config::default());
    step(&mut vm, CHILD);
    let (blocked, wait) = waits(&vm, MAIN);
    let Operation::Sync(Verb::Inspect, Object { kind: ObjectKind::Mutex, .. }) = wait.operation else {
        panic!("{:?}", wait.operation)
    };
    assert!(blocked);
}

#[test]
fn a_loop_with_plain_accesses_makes_them_once() {
    let mut vm = program("x = 1;", "while (!x) plain = 0;", Config::default());
    let before = (vm.mark(), vm.fingerprint());
    for _ in 0..2 {
        assert!(!is_blocked(&vm, MAIN));
        step(&mut vm, MAIN);
        assert!(is_blocked(&vm, MAIN));
        assert_ne!(vm.fingerprint(), before.1, "that it has is a part of the state");
        assert_eq!(vm.fingerprint(), vm.fingerprint_afresh());
        vm.rewind(before.0);
        assert_eq!(vm.fingerprint(), before.1);
    }
}

#[test]
fn after_a_change_it_makes_them_again() {
    let mut vm = program("y = 1;", "while (!x) plain = y;", Config::default());
    for _ in 0..3 {
        step(&mut vm, MAIN);
    }
    assert!(is_blocked(&vm, MAIN), "it is about to read y");
    step(&mut vm, CHILD);
    // It writes the new value, and reads x again.
    for _ in 0..2 {
        assert!(!is_blocked(&vm, MAIN));
        step(&mut vm, MAIN);
    }
    assert!(!is_blocked(&vm, MAIN), "it is about to read y, and has not made the accesses since");
    for _ in 0..2 {
        step(&mut vm, MAIN);
    }
    assert!(is_blocked(&vm, MAIN));
}

#[test]
fn a_loop_of_two_looks_is_at_all_its_positions_after_its_accesses() {
    let mut vm = program("x = 1;", "while (!x && !y) plain = 0;", Config::default());
    for _ in 0..3 {
        assert!(!is_blocked(&vm, MAIN));
        step(&mut vm, MAIN);
    }
    assert!(is_blocked(&vm, MAIN), "it has read x, made the accesses, and read x again");
}

#[test]
fn where_accesses_are_operations_those_that_are_not_do_not_count() {
    let rule = SharingRule::Accessed;
    let sharing = Sharing { rule, at_once: false, ids: ObjectIds::Global };
    let config = Config { visibility: Visibility::SharedObjects(sharing), ..Config::default() };
    let vm = program("x = 1;", "while (!x) plain = 0;", config);
    assert!(is_blocked(&vm, MAIN));
}
