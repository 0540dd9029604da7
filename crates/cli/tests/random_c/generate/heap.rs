//! Blocks that are allocated, handed over, used, freed and allocated again.

use super::Generator;
use super::atomics::{LOAD, STORE};
use crate::program::Statement;

const ALLOCATE: &str = "if ((p = malloc(sizeof *p))) p->v = ";

/// Blocks change hands through an atomic pointer.
pub(super) fn exchange(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    let load = generator.order(LOAD);
    let store = generator.order(STORE);
    // An update that hands over in both directions, unless orders are weak.
    let order = generator.order(&["memory_order_relaxed", "memory_order_acq_rel", "memory_order_acq_rel"]);
    match generator.below(16) {
        0..5 => Statement::new(
            "exchange of blocks",
            format!(
                "{ALLOCATE}{constant}; p = atomic_exchange_explicit(&$slot, p, {order}); if (p) r = p->v; free(p);"
            ),
        ),
        5..8 => Statement::new(
            "take a block",
            format!("p = atomic_exchange_explicit(&$slot, 0, {order}); if (p) {{ r = p->v; free(p); }}"),
        ),
        8..10 => Statement::new(
            "publish a block",
            format!(
                "{ALLOCATE}{constant}; q = 0; if (p && !atomic_compare_exchange_strong(&$slot, &(struct $node *){{0}}, p)) free(p);"
            ),
        ),
        10 => Statement::new(
            "overwrite a pointer",
            format!("{ALLOCATE}{constant}; atomic_store_explicit(&$slot, p, {store});"),
        ),
        11 => Statement::new(
            "look at a block that others may free",
            format!("p = atomic_load_explicit(&$slot, {load}); if (p) r = p->v;"),
        ),
        12 => Statement::new(
            "free a block that others may free",
            "p = atomic_load(&$slot); free(p); atomic_store(&$slot, 0);",
        ),
        13 => Statement::new(
            "realloc",
            format!(
                "p = atomic_exchange(&$slot, 0); if (p && (p = realloc(p, sizeof *p + {constant}))) {{ p->v++; atomic_store(&$slot, p); }}"
            ),
        ),
        _ => private(generator, 0),
    }
}

/// A stack of blocks whose head is swapped.
pub(super) fn stack(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    match generator.below(2) {
        0 => Statement::new(
            "push",
            format!(
                "{ALLOCATE}{constant}; if (p) {{ p->next = atomic_load(&$slot); \
                 while (!atomic_compare_exchange_weak(&$slot, &p->next, p)) ; }}"
            ),
        ),
        _ => Statement::new(
            "pop",
            "p = atomic_load(&$slot); if (p && atomic_compare_exchange_strong(&$slot, &p, p->next)) { r = p->v; free(p); }",
        ),
    }
}

/// Blocks change hands under a lock.
pub(super) fn under_lock(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    let text = match generator.below(4) {
        0 | 1 => format!("{ALLOCATE}{constant}; if (p) {{ p->next = $list; $list = p; }}"),
        2 => "p = $list; if (p) { r = p->v; $list = p->next; }".to_owned(),
        _ => "free($list); $list = 0;".to_owned(),
    };
    let body = vec![Statement::new("list", text)];
    let after =
        generator.of(&["pthread_mutex_unlock(&$m);", "pthread_mutex_unlock(&$m); if (r == 1) free(p);"]);
    Statement::around("list under a lock", "pthread_mutex_lock(&$m);", body, after)
}

/// An object with a lock and a counter of references in it.
pub(super) fn object(generator: &mut Generator, _: usize) -> Statement {
    match generator.below(5) {
        0 | 1 => Statement::new(
            "publish an object",
            "if ((p = calloc(1, sizeof *p))) { pthread_mutex_init(&p->m, 0); atomic_store(&p->count, 2); \
             p = atomic_exchange(&$slot, p); free(p); }",
        ),
        2 => Statement::new(
            "lock an object",
            "p = atomic_load(&$slot); if (p) { pthread_mutex_lock(&p->m); p->v++; pthread_mutex_unlock(&p->m); }",
        ),
        3 => Statement::new(
            "drop a reference",
            "p = atomic_load(&$slot); if (p && atomic_fetch_sub(&p->count, 1) == 1) { atomic_store(&$slot, 0); \
             pthread_mutex_destroy(&p->m); free(p); }",
        ),
        _ => Statement::new(
            "destroy an object",
            "p = atomic_exchange(&$slot, 0); if (p) { pthread_mutex_destroy(&p->m); free(p); }",
        ),
    }
}

/// Blocks of one thread alone, whose addresses others may get.
pub(super) fn private(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    match generator.below(5) {
        0 => Statement::new(
            "free and allocate",
            format!("free(malloc(sizeof *p)); {ALLOCATE}{constant}; free(p);"),
        ),
        1 => Statement::new(
            "calloc",
            format!("p = calloc(1 + {constant}, sizeof *p); if (p) r = p->v; free(p);"),
        ),
        2 => Statement::new(
            "grow",
            format!(
                "{ALLOCATE}{constant}; if (p) {{ struct $node *more = realloc(p, 2 * sizeof *p); if (more) {{ r = more->v; free(more); }} }}"
            ),
        ),
        3 => Statement::new("leak", format!("{ALLOCATE}{constant}; p = 0;")),
        _ => Statement::new(
            "block held across an operation",
            format!("{ALLOCATE}{constant}; atomic_fetch_add(&$a, 1); if (p) r = p->v; free(p);"),
        ),
    }
}
