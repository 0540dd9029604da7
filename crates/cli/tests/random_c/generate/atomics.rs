//! Atomic variables, alone, as flags of other data, and parts of them.

use super::Generator;
use crate::program::Statement;

pub(super) const LOAD: &[&str] = &["memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst"];
pub(super) const STORE: &[&str] = &["memory_order_relaxed", "memory_order_release", "memory_order_seq_cst"];
pub(super) const UPDATE: &[&str] = &[
    "memory_order_relaxed",
    "memory_order_acquire",
    "memory_order_release",
    "memory_order_acq_rel",
    "memory_order_seq_cst",
];

/// References that threads give up, and what is done by the thread that gives up the last one.
pub(super) fn references(generator: &mut Generator, _: usize) -> Statement {
    let (load, order) = (generator.order(LOAD), generator.order(UPDATE));
    let is_last = format!("atomic_fetch_sub_explicit(&$references, 1, {order}) == 1");
    match generator.below(10) {
        0..4 => Statement::new("give up a reference", format!("if ({is_last}) r = 3;")),
        4 | 5 => Statement::new("give up a reference to data", format!("if ({is_last}) $last++;")),
        6 => Statement::new(
            "fence before the last use",
            format!("if ({is_last}) {{ atomic_thread_fence(memory_order_acquire); $last = r; }}"),
        ),
        7 if generator.is_racy => {
            Statement::new("use of what others release", format!("$last = 1; if (!({is_last})) q = $last;"))
        }
        7 | 8 => Statement::new(
            "take a reference",
            format!("atomic_fetch_add_explicit(&$references, 1, {order});"),
        ),
        _ => Statement::new("look at references", format!("r = atomic_load_explicit(&$references, {load});")),
    }
}

pub(super) fn update(generator: &mut Generator, _: usize) -> Statement {
    let variable = generator.of(&["$a", "$a", "$a", "$a", "$b"]);
    let constant = generator.constant();
    let (load, store) = (generator.order(LOAD), generator.order(STORE));
    let order = generator.order(UPDATE);
    match generator.below(10) {
        0 | 1 => Statement::new("atomic load", format!("r = atomic_load_explicit(&{variable}, {load});")),
        2 | 3 => Statement::new(
            "atomic store",
            format!(
                "atomic_store_explicit(&{variable}, {}, {store});",
                generator.of(&["1", "2", "r", "r + 1"])
            ),
        ),
        4 => Statement::new(
            "atomic addition",
            format!("r = atomic_fetch_add_explicit(&{variable}, 1, {order});"),
        ),
        5 => {
            let operation = generator.of(&["add", "add", "or", "and", "xor", "sub"]);
            let text = format!("atomic_fetch_{operation}_explicit(&{variable}, {constant}, {order});");
            Statement::new("atomic update without a result", text)
        }
        6 => Statement::new(
            "atomic exchange",
            format!("r = atomic_exchange_explicit(&{variable}, {constant}, {order});"),
        ),
        7 | 8 => Statement::new(
            "compare and swap",
            format!(
                "q = {constant}; r = atomic_compare_exchange_strong_explicit(&{variable}, &q, {}, {order}, {load});",
                generator.of(&["1", "2", "q + 1"])
            ),
        ),
        _ => Statement::new(
            "compare-and-swap loop",
            format!(
                "r = atomic_load_explicit(&{variable}, {load}); \
                 while (!atomic_compare_exchange_weak_explicit(&{variable}, &r, r + 1, {order}, {load})) ;"
            ),
        ),
    }
}

/// Loops that only wait, and what ends them.
pub(super) fn wait(generator: &mut Generator, _: usize) -> Statement {
    let (load, store) = (generator.order(LOAD), generator.order(STORE));
    let thread = generator.thread;
    match generator.below(8) {
        0 => Statement::new("wait for a flag", format!("while (!atomic_load_explicit(&$turn, {load})) ;")),
        1 => Statement::new(
            "wait for a flag",
            format!(
                "while ((r = atomic_load_explicit(&$turn, {load})) < {}) sched_yield();",
                generator.constant()
            ),
        ),
        2 => Statement::new(
            "wait for one of two flags",
            format!(
                "while (!atomic_load_explicit(&$turn, {load}) && !atomic_load_explicit(&$ready, {load})) ;"
            ),
        ),
        3 => Statement::new(
            "wait to swap",
            "q = 1; while (!atomic_compare_exchange_weak(&$turn, &q, 2)) q = 1;",
        ),
        4 => Statement::new("set a flag", format!("atomic_store_explicit(&$ready, 1, {store});")),
        5 => Statement::new("count up a flag", "atomic_fetch_add(&$turn, 1);"),
        _ => Statement::new(
            "set a flag",
            format!("atomic_store_explicit(&$turn, {}, {store});", 1 + thread % 2),
        ),
    }
}

/// The first worker writes plain data and sets a flag; others look at the flag before the data.
pub(super) fn publication(generator: &mut Generator, _: usize) -> Statement {
    let (load, store) = (generator.order(LOAD), generator.order(STORE));
    if generator.thread == 1 && !generator.in_helper {
        return Statement::new(
            "publication",
            format!(
                "if (!atomic_load(&$ready)) {{ $data = 1; atomic_store_explicit(&$ready, 1, {store}); }}"
            ),
        );
    }
    match generator.below(3) {
        0 => Statement::new(
            "wait for publication",
            format!("while (!atomic_load_explicit(&$ready, {load})) ; r = $data;"),
        ),
        _ => Statement::new(
            "look at publication",
            format!("if (atomic_load_explicit(&$ready, {load})) r = $data;"),
        ),
    }
}

/// Accesses of several sizes to the same word.
pub(super) fn parts(generator: &mut Generator, _: usize) -> Statement {
    let (byte, half) = (generator.of(&[0, 3, 4, 7]), generator.below(2));
    let value = generator.of(&["1", "2", "0x1ffULL"]);
    let plain = match generator.below(5) {
        0 => format!("memset(&$plain, {value} & 1, sizeof $plain);"),
        1 => format!("$plain.h[{half}] += {value};"),
        2 => format!("$plain.b[{byte}] = {value};"),
        3 => format!("r = (int)$plain.w; memcpy(&q, (char *)&$plain + {half} * 2, 4);"),
        _ => format!("memcpy((char *)&$plain + {half} * 3, &(int){{{value}}}, 4);"),
    };
    match generator.below(8) {
        0 => Statement::new("atomic store of a word", format!("atomic_store(&$word.w, {value});")),
        1 => Statement::new("atomic load of a word", "r = (int)(atomic_load(&$word.w) >> 31);"),
        2 => Statement::new(
            "atomic addition to a half",
            format!("r = atomic_fetch_add(&$word.h[{half}], {value});"),
        ),
        3 => Statement::new("atomic store of a half", format!("atomic_store(&$word.h[{half}], {value});")),
        4 => Statement::new("atomic store of a byte", format!("atomic_store(&$word.b[{byte}], {value});")),
        5 => Statement::new(
            "atomic exchange of a byte",
            format!("r = atomic_exchange(&$word.b[{byte}], {value});"),
        ),
        6 if generator.is_racy => Statement::new("unguarded parts", plain),
        _ => {
            let inner = vec![Statement::new("guarded parts", plain)];
            Statement::around(
                "critical section",
                "pthread_mutex_lock(&$n);",
                inner,
                "pthread_mutex_unlock(&$n);",
            )
        }
    }
}

pub(super) fn fence(generator: &mut Generator, depth: usize) -> Statement {
    if generator.below(2) == 0 {
        return update(generator, depth);
    }
    let order = generator.order(&UPDATE[1..]);
    Statement::new("fence", format!("atomic_thread_fence({order});"))
}
