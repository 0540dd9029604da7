//! Programs that run for ever in finitely many states: the history of a state must not show in its fingerprint.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use mazurka_machine::{FaultKind, Fingerprinted, Machine, Step, ThreadId};
use mazurka_vm::{Config, Record, Visibility, Vm};

use crate::support::compiled::compile_text;
use crate::support::random::{Random, moves, pending, random_step};

/// More states than any of these programs has.
const MANY: usize = 20_000;

const HEAD: &str = "#include <pthread.h>\n#include <semaphore.h>\n#include <setjmp.h>\n#include <stdatomic.h>\n\
    #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";

/// Two threads that both run `body` for ever.
fn two_loops(globals: &str, body: &str) -> String {
    format!(
        "{HEAD}{globals}\n\
         static void *loop(void *argument) {{ long me = (long)argument; (void)me; while (1) {{ {body} }} }}\n\
         int main(void) {{ pthread_t t; pthread_create(&t, 0, loop, 0); loop((void *)1); }}\n"
    )
}

fn config() -> Config {
    Config { record: Record::ChangesAndFingerprint, ..Config::default() }
}

/// How many states can be reached; `None`: many. No step may fail.
fn states(text: &str, config: Config) -> Option<usize> {
    explore(text, config, |step| assert!(matches!(step, Step::Ran | Step::Finished), "{step:?}"))
}

/// The kinds of all faults that can be reached, each once.
fn faults(text: &str, config: Config) -> Vec<FaultKind> {
    let mut kinds = Vec::new();
    let end = explore(text, config, |step| {
        if let Step::Fault(fault) = step
            && !kinds.contains(&fault.kind)
        {
            kinds.push(fault.kind);
        }
    });
    assert!(end.is_some());
    kinds
}

/// All states, depth first. On the way: a fingerprint says what every thread is about to do, and survives rewinding.
fn explore(text: &str, config: Config, mut see: impl FnMut(Step)) -> Option<usize> {
    let mut vm = Vm::new(compile_text(text), config).expect("the program starts");
    let mut seen = HashMap::from([(vm.fingerprint(), pending(&vm))]);
    let mut stack = vec![(vm.mark(), vm.fingerprint(), moves(&vm))];
    while let Some((mark, fingerprint, left)) = stack.last_mut() {
        vm.rewind(*mark);
        let Some((thread, choice)) = left.pop() else {
            assert_eq!(vm.fingerprint_afresh(), *fingerprint);
            stack.pop();
            continue;
        };
        see(vm.step(thread, choice).expect("nothing unsupported").outcome);
        let fingerprint = vm.fingerprint();
        match seen.entry(fingerprint) {
            Entry::Occupied(known) => assert_eq!(*known.get(), pending(&vm)),
            Entry::Vacant(new) => {
                new.insert(pending(&vm));
                stack.push((vm.mark(), fingerprint, moves(&vm)));
            }
        }
        if seen.len() > MANY {
            return None;
        }
    }
    Some(seen.len())
}

/// The numbers of states with plain accesses as part of steps, and with plain accesses as operations. Worked out by hand
/// for none of them, but a state too many is a piece of history.
fn has_states(text: &str, expected: [usize; 2]) {
    let found = [Visibility::SynchronizationOnly, Visibility::EveryAccess]
        .map(|visibility| states(text, Config { visibility, ..config() }));
    assert_eq!(found, expected.map(Some));
}

#[test]
fn a_counter_under_a_mutex() {
    let text = two_loops(
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;",
        "pthread_mutex_lock(&m); x = (x + 1) % 4; pthread_mutex_unlock(&m);",
    );
    has_states(&text, [22, 46]);
}

#[test]
fn ping_pong_with_a_condition_variable() {
    let text = two_loops(
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int turn;",
        "pthread_mutex_lock(&m); while (turn != me) pthread_cond_wait(&c, &m);
         turn = !me; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
    );
    has_states(&text, [25, 42]);
}

#[test]
fn rounds_of_a_barrier() {
    let text = format!(
        "{HEAD}pthread_barrier_t b;\n\
         static void *loop(void *a) {{ while (1) pthread_barrier_wait(&b); }}\n\
         int main(void) {{ pthread_barrier_init(&b, 0, 2); pthread_t t; pthread_create(&t, 0, loop, 0); loop(0); }}"
    );
    has_states(&text, [13, 13]);
}

#[test]
fn a_semaphore_and_a_read_write_lock() {
    let text = two_loops(
        "sem_t s; pthread_once_t once = PTHREAD_ONCE_INIT; static void init(void) { sem_init(&s, 0, 1); }",
        "pthread_once(&once, init); sem_wait(&s); sem_post(&s);",
    );
    has_states(&text, [21, 56]);
    let text = two_loops(
        "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;",
        "pthread_rwlock_rdlock(&l); int y = x; pthread_rwlock_unlock(&l);
         pthread_rwlock_wrlock(&l); x = !y; pthread_rwlock_unlock(&l);",
    );
    has_states(&text, [52, 94]);
}

#[test]
fn output_is_not_part_of_the_state() {
    let text = two_loops(
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
        "pthread_mutex_lock(&m); printf(\"%ld\\n\", me); fputs(\"x\", stderr); fflush(stdout); write(1, \"a\", 1);
         pthread_mutex_unlock(&m);",
    );
    has_states(&text, [7, 16]);
}

#[test]
fn spinning_with_a_wrapping_counter() {
    // What is stored depends on the counter, or it would be left out.
    let text = two_loops(
        "atomic_int held;",
        "unsigned char tries = 0; while (atomic_exchange(&held, 1)) tries++; atomic_store(&held, tries - tries);",
    );
    has_states(&text, [2047, 2047]);
    let text = two_loops(
        "atomic_int held;",
        "unsigned char tries = 0; int zero;
         while (zero = 0, !atomic_compare_exchange_strong(&held, &zero, 1)) tries++;
         atomic_store(&held, tries - tries);",
    );
    has_states(&text, [2047, 2047]);
    let text = two_loops(
        "atomic_int a, b;",
        "unsigned char tries = 0; while (atomic_load(&a) == me && atomic_load(&b) == me) tries += 3;
         atomic_store(&a, me + tries - tries); atomic_store(&b, !me);",
    );
    has_states(&text, [6180, 6180]);
}

/// Where threads are blocked only if all are, the machine need not remember where a thread has been.
#[test]
fn loops_that_wait_need_no_memory_of_their_own() {
    let together = || Config { block_spinners_together: true, ..config() };
    let two_looks = two_loops(
        "atomic_int a, b;",
        "while (atomic_load(&a) == me && atomic_load(&b) == me) ; atomic_store(&a, me); atomic_store(&b, !me);",
    );
    assert_eq!([config(), together()].map(|config| states(&two_looks, config)), [Some(68), Some(60)]);
}

/// A deadlock is one wherever in their loops the threads are, and nothing else is one.
#[test]
fn threads_that_all_go_round_are_blocked() {
    let head = "atomic_int a, b; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;";
    let programs = [
        ("atomic_int *mine = me ? &a : &b; while (atomic_load(mine) == 0 && atomic_load(&a) < 5) ;", true),
        ("pthread_mutex_lock(&m); while (!atomic_load(&a)) ;", true),
        (
            "if (me) { while (!atomic_load(&a)) ; } else atomic_store(&a, 1); while (1) atomic_fetch_xor(&b, 1);",
            false,
        ),
        ("while (atomic_load(&a) == (me ? 0 : 1)) ; atomic_store(&a, !me);", false),
    ];
    for (body, stuck) in programs {
        for block_spinners_together in [false, true] {
            let config = Config { block_spinners_together, ..config() };
            let mut vm = Vm::new(compile_text(&two_loops(head, body)), config).expect("the program starts");
            let mut random = Random::new(1);
            let steps = (0..1000).take_while(|_| random_step(&mut vm, &mut random).is_some()).count();
            assert_eq!(steps < 1000, stuck, "{body}");
        }
    }
}

#[test]
fn calls_that_return() {
    let text = two_loops(
        "atomic_int x; static int depth(int n) { atomic_fetch_xor(&x, 1); return n ? depth(n - 1) + 1 : 0; }",
        "volatile int local = depth(3); (void)local;",
    );
    has_states(&text, [22, 22]);
    let text = two_loops(
        "atomic_int x; static void leave(jmp_buf *b) { atomic_fetch_xor(&x, 1); longjmp(*b, 1); }",
        "jmp_buf b; if (!setjmp(b)) leave(&b); atomic_fetch_xor(&x, 2);",
    );
    has_states(&text, [36, 388]);
    let text = two_loops(
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static void undo(void *a) { pthread_mutex_unlock(&m); }",
        "pthread_mutex_lock(&m); pthread_cleanup_push(undo, 0); pthread_testcancel(); pthread_cleanup_pop(1);",
    );
    has_states(&text, [18, 53]);
}

/// Whether bytes were written matters where reading them otherwise is a fault, and only there.
#[test]
fn initialised_bytes_are_part_of_the_state_where_reads_check_them() {
    let text = format!(
        "{HEAD}_Bool __VERIFIER_nondet_bool(void); atomic_int x; static void look(int *p) {{ atomic_load(&x); }}
         int main(void) {{ int local[2]; if (__VERIFIER_nondet_bool()) local[1] = 0; look(local); look(local); }}"
    );
    for check_uninitialized in [false, true] {
        let config = Config { check_uninitialized, ..config() };
        let mut vm = Vm::new(compile_text(&text), config).expect("the program starts");
        vm.step(ThreadId::MAIN, 0).expect("nothing unsupported");
        let mark = vm.mark();
        let prints = [0, 1].map(|choice| {
            vm.rewind(mark);
            assert_eq!(vm.step(ThreadId::MAIN, choice).expect("nothing unsupported").outcome, Step::Ran);
            assert_eq!(vm.fingerprint(), vm.fingerprint_afresh());
            vm.fingerprint()
        });
        assert_eq!(prints[0] != prints[1], check_uninitialized);
    }
}

fn reusing() -> Config {
    Config { reuse_addresses: true, ..config() }
}

#[test]
fn loops_that_allocate_and_free() {
    let one = "atomic_int x; struct node { struct node *next; int value; }; static void set(int **p) { *p = malloc(4); }";
    let bodies = [
        ("char *p = malloc(24); p[0] = 1; atomic_fetch_xor(&x, 1); free(p);", 8),
        ("int *p; set(&p); atomic_fetch_xor(&x, 1); free(p);", 8),
        ("char *p = strdup(\"a\"); p = realloc(p, 100); atomic_fetch_xor(&x, 1); free(p);", 8),
        (
            "struct node *list = 0;
             for (int i = 0; i < 3; i++) {
                 struct node *new = malloc(sizeof *new); new->next = list; list = new; atomic_fetch_xor(&x, 1);
             }
             while (list) { struct node *next = list->next; atomic_fetch_xor(&x, 1); free(list); list = next; }",
            158,
        ),
        ("FILE *f = fopen(\"/tmp/f\", \"w\"); atomic_fetch_xor(&x, 1); fclose(f); remove(\"/tmp/f\");", 1138),
    ];
    for (body, expected) in bodies {
        let text = two_loops(one, body);
        assert_eq!(states(&text, reusing()), Some(expected), "{body}");
        assert_eq!(states(&text, config()), None, "{body}");
    }
}

/// One thread allocates what the other one frees.
#[test]
fn blocks_that_are_handed_on() {
    let text = two_loops(
        "int *_Atomic box;",
        "if (me) { int *p = malloc(4); *p = 1; while (atomic_load(&box)) ; atomic_store(&box, p); }
         else { int *p; while (!(p = atomic_exchange(&box, 0))) ; free(p); }",
    );
    assert_eq!(states(&text, reusing()), Some(11));
}

/// As long as there is a pointer to a freed block it is not used again.
#[test]
fn bad_uses_of_freed_blocks_are_found_all_the_same() {
    use FaultKind::{DoubleFree, UseAfterFree};
    let after = "atomic_int x; int *volatile kept;";
    let programs = [
        ("int *p = malloc(4); free(p); atomic_load(&x); int *q = malloc(4); *q = 1; *p = 2;", UseAfterFree),
        ("kept = malloc(4); free(kept); atomic_load(&x); int *q = malloc(4); *q = *kept;", UseAfterFree),
        (
            "char *p = malloc(40) , *end = p + 40; free(p); atomic_load(&x); p = malloc(40); end[-1] = 0;",
            UseAfterFree,
        ),
        (
            "int **p = malloc(8); *p = malloc(4); int *q = *p; free(q); atomic_load(&x); q = malloc(4); free(*p);",
            DoubleFree,
        ),
        ("int *p = malloc(4); free(p); atomic_load(&x); malloc(4); free(p);", DoubleFree),
    ];
    for (body, expected) in programs {
        let text = format!("{HEAD}{after} int main(void) {{ {body} return 0; }}");
        for config in [config(), reusing()] {
            assert_eq!(faults(&text, config), [expected], "{body}");
        }
    }
}
