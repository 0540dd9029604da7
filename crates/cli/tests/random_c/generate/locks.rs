//! Mutexes of all types, read-write locks, spin locks, and the critical sections within them.

use super::Generator;
use crate::program::Statement;

/// A lock and its unlock around statements that may access a variable.
type Section = (&'static str, &'static str, &'static str, &'static str);

const M: Section = ("critical section", "pthread_mutex_lock(&$m);", "$x", "pthread_mutex_unlock(&$m);");
const N: Section = ("critical section", "pthread_mutex_lock(&$n);", "$y", "pthread_mutex_unlock(&$n);");
const TRY: Section =
    ("trylock", "if (!(r = pthread_mutex_trylock(&$m))) {", "$x", "pthread_mutex_unlock(&$m); }");
const TIMED: Section = (
    "timedlock",
    "if (!pthread_mutex_timedlock(&$m, &(struct timespec[]){$soon()}[0])) {",
    "$x",
    "pthread_mutex_unlock(&$m); }",
);

pub(super) fn mutex(generator: &mut Generator, depth: usize) -> Statement {
    match generator.below(20) {
        0..9 => section(generator, M, depth),
        9..13 => section(generator, N, depth),
        13..16 => section(generator, TRY, depth),
        16..18 => section(generator, TIMED, depth),
        18 => Statement::new("missing unlock", "if (r == 1) pthread_mutex_lock(&$m);"),
        _ => Statement::new("unlock of what is not held", "if (r == 2) pthread_mutex_unlock(&$m);"),
    }
}

const RECURSIVE: Section = (
    "recursive mutex",
    "pthread_mutex_lock(&$rec); r = pthread_mutex_lock(&$rec);",
    "$z",
    "pthread_mutex_unlock(&$rec); pthread_mutex_unlock(&$rec);",
);
const CHECKED: Section = (
    "error-checking mutex",
    "if (!pthread_mutex_lock(&$chk)) {",
    "$w",
    "q = pthread_mutex_lock(&$chk) == EDEADLK; r = pthread_mutex_unlock(&$chk); }",
);

pub(super) fn other_mutex(generator: &mut Generator, depth: usize) -> Statement {
    match generator.below(6) {
        0..3 => section(generator, RECURSIVE, depth),
        3..5 => section(generator, CHECKED, depth),
        _ => Statement::new("refused unlock", "r = pthread_mutex_unlock(&$chk);"),
    }
}

const WRITE: Section = ("write lock", "pthread_rwlock_wrlock(&$rw);", "$w", "pthread_rwlock_unlock(&$rw);");
const TRY_WRITE: Section =
    ("try write lock", "if (!pthread_rwlock_trywrlock(&$rw)) {", "$w", "pthread_rwlock_unlock(&$rw); }");

pub(super) fn rwlock(generator: &mut Generator, depth: usize) -> Statement {
    let read = |construct, open: &str, close: &str| {
        let inner = vec![Statement::new("guarded read", "r = $w;")];
        Statement::around(construct, open, inner, close)
    };
    match generator.below(7) {
        0..3 => section(generator, WRITE, depth),
        3 => section(generator, TRY_WRITE, depth),
        4 => {
            read("try read lock", "if (!pthread_rwlock_tryrdlock(&$rw)) {", "pthread_rwlock_unlock(&$rw); }")
        }
        _ => read("read lock", "pthread_rwlock_rdlock(&$rw);", "pthread_rwlock_unlock(&$rw);"),
    }
}

const SPIN: Section = ("spin lock", "pthread_spin_lock(&$spin);", "$z", "pthread_spin_unlock(&$spin);");
const TEST_AND_SET: Section = (
    "test-and-set lock",
    "while (atomic_flag_test_and_set_explicit(&$flag, memory_order_acquire)) ;",
    "$y",
    "atomic_flag_clear_explicit(&$flag, memory_order_release);",
);

pub(super) fn spin(generator: &mut Generator, depth: usize) -> Statement {
    let which = generator.of(&[SPIN, TEST_AND_SET]);
    section(generator, which, depth)
}

/// Plain stores within the bytes of a mutex.
pub(super) fn overwritten(generator: &mut Generator, _: usize) -> Statement {
    let word = generator.below(10);
    match generator.below(3) {
        0 => Statement::new(
            "store inside a mutex",
            format!("$object.words[{word}] = {};", generator.constant()),
        ),
        _ => Statement::new(
            "mutex that is overwritten",
            "pthread_mutex_lock(&$object.m); r++; pthread_mutex_unlock(&$object.m);",
        ),
    }
}

fn section(generator: &mut Generator, section: Section, depth: usize) -> Statement {
    let (construct, open, variable, close) = section;
    let body = generator.critical(variable, depth);
    Statement::around(construct, open, body, close)
}
