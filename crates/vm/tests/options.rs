//! What the options of a check change in what threads are about to do, and in how executions can end.

use mazurka_machine::{Machine, Next, Operation, Step, ThreadId, Update};
use mazurka_vm::{Config, OpenNumbers, Record, Visibility, Vm, VmError};

use crate::support::compiled::compile_text;
use crate::support::outcomes::outcomes;

fn recording() -> Config {
    Config { record: Record::Changes, main_return_exits: false, ..Config::default() }
}

/// The kinds of all updates that main does in a program with these lines.
fn updates(config: Config, lines: &str) -> Vec<Update> {
    let program = compile_text(&format!(
        "#include <stdatomic.h>\nstatic atomic_int x; static int y;\nint main(void) {{ {lines} return 0; }}"
    ));
    let mut vm = Vm::new(program, config).expect("the program starts");
    let mut seen = Vec::new();
    while let Next::Ready(pending) = vm.next(ThreadId::MAIN) {
        if let Operation::Update(_, kind, _) = pending.operation {
            seen.push(kind);
        }
        vm.step(ThreadId::MAIN, 0).expect("nothing unsupported");
    }
    seen
}

const ALL_ORDERS: &str = "
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    atomic_fetch_or_explicit(&x, 1, memory_order_release);
    atomic_fetch_xor_explicit(&x, 1, memory_order_acquire);
    atomic_fetch_sub(&x, 1);
    (void)__sync_fetch_and_and(&y, 1);
    y = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);";

#[test]
fn updates_commute_unless_they_acquire_or_are_used() {
    use Update::*;
    assert_eq!(updates(recording(), ALL_ORDERS), [Add, Or, InOrder, AddInOrder, InOrder, Opaque]);
}

#[test]
fn where_plain_accesses_are_operations_acquiring_updates_commute_as_well() {
    use Update::*;
    let allow = Config { visibility: Visibility::EveryAccess, ..recording() };
    assert_eq!(updates(allow, ALL_ORDERS), [Add, Or, Xor, Add, And, Opaque]);
}

#[test]
fn nothing_commutes_where_that_is_turned_off() {
    for visibility in [Visibility::SynchronizationOnly, Visibility::EveryAccess] {
        let config = Config { commuting_updates: false, visibility, ..recording() };
        // That nothing is learnt from the value is known all the same.
        use Update::*;
        assert_eq!(updates(config, ALL_ORDERS), [AddInOrder, InOrder, InOrder, AddInOrder, InOrder, Opaque]);
    }
}

#[test]
fn a_fence_may_make_a_relaxed_update_acquire() {
    let lines = |fence| {
        format!(
            "atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); atomic_thread_fence(memory_order_{fence});"
        )
    };
    assert_eq!(updates(recording(), &lines("release")), [Update::Add]);
    for fence in ["acquire", "acq_rel", "seq_cst"] {
        assert_eq!(updates(recording(), &lines(fence)), [Update::AddInOrder], "{fence}");
    }
}

#[test]
fn numbers_that_the_program_leaves_open_are_chosen_from_a_range() {
    const TEXT: &str = "
        #include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        extern _Bool __VERIFIER_nondet_bool(void);
        int main(void) {
            int x = __VERIFIER_nondet_int();
            assert(x != 2 || __VERIFIER_nondet_bool());
            return 0;
        }";
    let in_range = |of_all| {
        let config = Config { open_numbers: OpenNumbers { of_all, ..OpenNumbers::default() }, ..recording() };
        outcomes(compile_text(TEXT), config)
    };
    assert_eq!(in_range(Some(-1..=1)).unwrap(), [("done", 3)]);
    assert_eq!(in_range(Some(0..=2)).unwrap(), [("assertion", 1), ("done", 3)]);
    let VmError { message, stack, .. } = in_range(None).unwrap_err();
    assert!(
        message.starts_with("`__VERIFIER_nondet_int` may return any number from -2147483648 to 2147483647")
    );
    let location = stack[0].location.as_ref().expect("compiled with -g");
    assert_eq!(location.line, 6);
}

/// One waiter, one signal; in between, `ready` tells.
const WAITER: &str = "
    #include <assert.h>
    #include <pthread.h>
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    static int ready, woken_early;
    static void *announce(void *arg) {
        pthread_mutex_lock(&mutex);
        ready = 1;
        SIGNAL;
        pthread_mutex_unlock(&mutex);
        return arg;
    }
    int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, announce, 0);
        pthread_mutex_lock(&mutex);
        KEYWORD (!ready) pthread_cond_wait(&condition, &mutex);
        assert(ready);
        pthread_mutex_unlock(&mutex);
        pthread_join(thread, 0);
        return 0;
    }";

/// The ways in which the waiter's program ends.
fn endings(keyword: &str, signal: &str, spurious_wakeups: u8) -> Vec<&'static str> {
    let program = compile_text(&WAITER.replace("KEYWORD", keyword).replace("SIGNAL", signal));
    let config = Config { spurious_wakeups, ..recording() };
    let outcomes = outcomes(program, config).expect("nothing unsupported");
    outcomes.into_iter().map(|(ending, _)| ending).collect()
}

#[test]
fn a_waiter_may_wake_up_without_a_signal() {
    let signal = "pthread_cond_signal(&condition)";
    assert_eq!(endings("if", signal, 0), ["done"]);
    assert_eq!(endings("if", signal, 1), ["assertion", "done"]);
    for times in 0..3 {
        assert_eq!(endings("while", signal, times), ["done"]);
        // A spurious wake-up does not replace the signal that is missing.
        assert_eq!(endings("while", "", times), ["deadlock", "done"]);
    }
}

#[test]
fn allocations_may_fail() {
    const TEXT: &str = "
        #include <errno.h>
        #include <stdlib.h>
        int main(void) {
            char *p = malloc(8);
            if (!p) return errno != ENOMEM;
            char *q = realloc(p, 16);
            if (!q) p[0] = 1;
            free(q ? q : p);
            realloc(malloc(1), 0);
            *(char *)calloc(1, 1) = 1;
            return 0;
        }";
    let program = compile_text(TEXT);
    assert_eq!(outcomes(program.clone(), recording()).unwrap(), [("done", 1)]);
    let config = Config { malloc_may_fail: true, ..recording() };
    // The first fails, or each of the three others may; a realloc to nothing does not.
    assert_eq!(outcomes(program, config).unwrap(), [("done", 5), ("null-dereference", 4)]);
}

const JOINER: &str = "
    #include <pthread.h>
    static void *nothing(void *arg) { return arg; }
    int main(int argc, char **argv) {
        pthread_t threads[3];
        for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, nothing, 0);
        for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
        if (argc > 5) CANCEL;
        return 0;
    }";

/// What is done where always the first thread steps that can.
fn operations(text: &str, config: Config) -> Vec<Operation> {
    let mut vm = Vm::new(compile_text(text), config).expect("the program starts");
    let mut done = Vec::new();
    loop {
        let ready = vm.threads().iter().find_map(|thread| match vm.next(thread) {
            Next::Ready(pending) => Some((thread, pending.operation)),
            _ => None,
        });
        let Some((thread, operation)) = ready else { return done };
        let step = vm.step(thread, 0).expect("nothing unsupported").outcome;
        assert!(!matches!(step, Step::CutOff(_) | Step::Fault(_)), "{operation:?}: {step:?}");
        done.push(operation);
    }
}

#[test]
fn joins_are_the_same_whether_threads_may_be_cancelled_or_not() {
    // Loops that create and join threads are not cut off.
    let config = || Config { unroll: Some(1), ..recording() };
    let straight = operations(&JOINER.replace("CANCEL", "return 1"), config());
    let around = operations(&JOINER.replace("CANCEL", "pthread_cancel(threads[0])"), config());
    assert_eq!(straight, around);
    assert_eq!(straight.iter().filter(|operation| matches!(operation, Operation::Join(_))).count(), 3);
}
