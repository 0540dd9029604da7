//! Threads that create threads, and what belongs to a thread.

use super::Generator;
use crate::program::Statement;

const CREATE: &str = "{ pthread_t thread; pthread_create(&thread, 0, $helper, 0);";

pub(super) fn nested(generator: &mut Generator, _: usize) -> Statement {
    if generator.in_helper {
        return generator.access();
    }
    let close = generator.of(&[
        "pthread_join(thread, 0); }",
        "pthread_join(thread, 0); }",
        "pthread_detach(thread); }",
    ]);
    let construct = if close.contains("join") { "nested thread" } else { "detached thread" };
    let body = if generator.below(2) == 0 { vec![generator.access()] } else { Vec::new() };
    Statement::around(construct, CREATE, body, close)
}

/// A thread is given the address of a local variable.
pub(super) fn local_address(generator: &mut Generator, _: usize) -> Statement {
    if generator.in_helper {
        return generator.access();
    }
    let detached = generator.chance(3);
    let close = match detached {
        true => "pthread_detach(thread); r = atomic_load(&local); }",
        false => "pthread_join(thread, 0); r = atomic_load(&local); }",
    };
    let construct = if detached { "local that is left behind" } else { "address of a local" };
    let touch = match generator.below(3) {
        0 => "atomic_fetch_add(&local, 1);",
        1 => "r = atomic_load(&local);",
        _ => "atomic_store(&local, 2);",
    };
    let open = "{ atomic_int local = 0; pthread_t thread; pthread_create(&thread, 0, $bump, &local);";
    Statement::new(construct, format!("{open} {touch} {close}"))
}

pub(super) fn thread_local(generator: &mut Generator, _: usize) -> Statement {
    match generator.below(2) {
        0 => Statement::new("thread-local variable", "$tl += r + 1; r = $tl;"),
        _ => Statement::new("address of a thread-local variable", "atomic_fetch_add(&$a, ++$tl);"),
    }
}
