//! Loops that wait, in every way that programs do: by polling under a lock, by trying again, by taking something and putting it back; what ends
//! them, and what observes an iteration that finds nothing.
//!
//! All of them have finitely many states, so that a search through states explores them to their end, with all iterations.

use super::Generator;
use super::atomics::{LOAD, STORE, UPDATE};
use crate::program::Statement;

/// What comes between two iterations. The last ones count, but only pause.
pub(super) const PAUSES: &[&str] = &[
    "",
    "",
    "",
    "sched_yield();",
    "for (int i = 0; i < q % 3; i++) sched_yield(); q = (q + 1) % 3;",
    "for (int i = 0; i < q; i++) sched_yield(); q = (q + 1) % 4;",
    "for (unsigned i = 2; i != 0; i--) sched_yield();",
    "if (q > 1) { for (int i = 0; i < q; i++) usleep(1); } else sched_yield(); q = (q + 2) % 5;",
    "for (int i = 0; i < q; i++) __asm__ volatile(\"pause\"); q = (q + 1) % 3;",
    "usleep(q); q = (q + 1) % 3;",
    "q = (q + 1) % 3; if (q == 0) sched_yield();",
    "if (q == 0) usleep(q); else sched_yield(); if (q < 2) q++;",
    "$pause(q); q = (q + 1) % 3;",
];

/// Conditions on `r` that end a loop.
const ENDS: &[&str] = &["r", "r", "r == 1", "r == 2", "r != 1", "r > 1"];

/// A look at a variable under its lock.
const LOOKS: &[&str] = &[
    "pthread_mutex_lock(&$m); r = $x; pthread_mutex_unlock(&$m);",
    "pthread_mutex_lock(&$n); r = $y; pthread_mutex_unlock(&$n);",
    "pthread_rwlock_rdlock(&$rw); r = $w; pthread_rwlock_unlock(&$rw);",
    "if (!pthread_mutex_trylock(&$m)) { r = $x; pthread_mutex_unlock(&$m); }",
    "if (!pthread_rwlock_tryrdlock(&$rw)) { r = $w; pthread_rwlock_unlock(&$rw); }",
    "pthread_mutex_lock(&$m); pthread_mutex_lock(&$n); r = $x + $y; pthread_mutex_unlock(&$n); pthread_mutex_unlock(&$m);",
];

pub(super) fn locked(generator: &mut Generator, _: usize) -> Statement {
    let (look, end, pause) = (generator.of(LOOKS), generator.of(ENDS), generator.of(PAUSES));
    match generator.below(4) {
        0 => Statement::new(
            "poll under a lock for one of two",
            format!(
                "for (;;) {{ {look} if ({end}) break; r = atomic_load(&$turn); if ({end}) break; {pause} }}"
            ),
        ),
        1 => Statement::new(
            "poll in a function",
            "while (!$take(&r)) ;".to_owned() + generator.of(&["", " atomic_fetch_add(&$a, r);"]),
        ),
        _ => Statement::new("poll under a lock", format!("do {{ {look} {pause} }} while (!({end}));")),
    }
}

/// Loops with several looks, with loops in them, and with something in the iteration that may go wrong.
pub(super) fn looks(generator: &mut Generator, _: usize) -> Statement {
    let (load, end, pause) = (generator.order(LOAD), generator.of(ENDS), generator.of(PAUSES));
    let value = generator.of(&["1", "1", "2"]);
    let flag = |name: &str| format!("atomic_load_explicit(&{name}, {load})");
    let (turn, ready, a) = (flag("$turn"), flag("$ready"), flag("$a"));
    if generator.is_racy && generator.chance(3) {
        let text = match generator.below(4) {
            0 => format!("while (!{turn}) {{ $y = 0; {pause} }}"),
            1 => format!("while (!{turn}) {{ if ($y == {value}) break; {pause} }}"),
            2 => format!("while (!{turn} && !{ready}) {{ if ({a}) $y = 0; }}"),
            _ => format!(
                "for (;;) {{ if ({turn}) break; if ({ready}) {{ atomic_store_explicit(&$a, 1, memory_order_relaxed); break; }} $y = 0; }}"
            ),
        };
        return Statement::new("plain access in an iteration", text);
    }
    match generator.below(8) {
        0 => Statement::new("poll both flags", format!("while (!{turn} || !{ready}) {{ {pause} }}")),
        1 => Statement::new("poll one of two flags", format!("while (!{turn} && !{ready}) {{ {pause} }}")),
        2 => Statement::new(
            "poll flags that agree",
            format!("do {{ r = {turn}; q = {ready}; }} while (r != q);"),
        ),
        3 => Statement::new(
            "loop in a loop",
            format!("do {{ while (!{turn}) {{ {pause} }} r = {ready}; }} while (!({end}));"),
        ),
        4 => Statement::new(
            "assertion in an iteration",
            format!("while (!{turn}) {{ mz_assert({a} != {value}); {pause} }}"),
        ),
        5 => Statement::new(
            "look that is read again",
            format!("do {{ r = {turn}; q = {a}; }} while (!r || {turn} != r);"),
        ),
        6 => Statement::new(
            "poll for what it was not",
            format!("q = {turn}; while ({turn} == q) {{ {pause} }}"),
        ),
        _ => {
            let wait = format!("while (!({turn} >= {value})) {{ {pause} }}");
            let body = vec![Statement::new("poll one flag", wait)];
            Statement::around(
                "poll with a lock",
                "pthread_mutex_lock(&$n);",
                body,
                "pthread_mutex_unlock(&$n);",
            )
        }
    }
}

/// Attempts that may fail.
pub(super) fn attempts(generator: &mut Generator, _: usize) -> Statement {
    let pause = generator.of(PAUSES);
    let (first, second) = generator.of(&[("$m", "$n"), ("$n", "$m")]);
    let section = |construct, open: String, close: &str, inner: Statement| {
        Statement::around(construct, &open, vec![inner], close)
    };
    let guarded = |variable: &str| Statement::new("guarded access", format!("r = {variable}++;"));
    match generator.below(8) {
        0 | 1 => section(
            "trylock until it is free",
            format!("while (pthread_mutex_trylock(&$m)) {{ {pause} }}"),
            "pthread_mutex_unlock(&$m);",
            guarded("$x"),
        ),
        2 => section(
            "two locks with a trylock",
            format!(
                "for (;;) {{ pthread_mutex_lock(&{first}); if (!pthread_mutex_trylock(&{second})) break; pthread_mutex_unlock(&{first}); {pause} }}"
            ),
            "pthread_mutex_unlock(&$n); pthread_mutex_unlock(&$m);",
            guarded("$x"),
        ),
        3 => {
            let asks = generator.of(&["sem_trywait(&$s)", "sem_trywait(&$s) == -1 && errno == EAGAIN"]);
            let told = generator.of(&["", "", "", "if (errno == EAGAIN) atomic_store(&$a, 2);"]);
            Statement::new("trywait until there is one", format!("while ({asks}) {{ {pause} }} {told}"))
        }
        4 => section(
            "try write lock until it is free",
            format!("while (pthread_rwlock_trywrlock(&$rw)) {{ {pause} }}"),
            "pthread_rwlock_unlock(&$rw);",
            guarded("$w"),
        ),
        5 => section(
            "timed lock until it is free",
            "while (pthread_mutex_timedlock(&$m, &(struct timespec){0, 0})) ;".to_owned(),
            "pthread_mutex_unlock(&$m);",
            guarded("$x"),
        ),
        6 => section(
            "timed wait until it is set",
            "pthread_mutex_lock(&$m); while (!$state) pthread_cond_timedwait(&$c, &$m, &(struct timespec){0, 0});".to_owned(),
            "pthread_mutex_unlock(&$m);",
            guarded("$x"),
        ),
        _ => Statement::new(
            "timed wait for a semaphore in a loop",
            "while (sem_timedwait(&$s, &(struct timespec){0, 0})) ;",
        ),
    }
}

/// Compare-and-swap and other operations that are tried again with what was found.
pub(super) fn retries(generator: &mut Generator, _: usize) -> Statement {
    let order = generator.order(UPDATE);
    let pause = generator.of(PAUSES);
    let change = generator.of(&["r + 1", "r ^ 1", "1", "2", "!r"]);
    let counter = generator.of(&["$a", "$a", "$turn"]);
    let failure = generator.of(&["memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst"]);
    let swap =
        format!("atomic_compare_exchange_strong_explicit(&{counter}, &r, {change}, {order}, {failure})");
    match generator.below(11) {
        0 => Statement::new(
            "swap with a reload",
            format!("do {{ r = atomic_load(&{counter}); }} while (!{swap});"),
        ),
        1 => Statement::new("swap what was found", format!("r = atomic_load(&{counter}); while (!{swap}) ;")),
        2 => Statement::new(
            "swap unless it is enough",
            format!("r = atomic_load(&{counter}); while (r < 2 && !{swap}) {{ {pause} }}"),
        ),
        3 => Statement::new(
            "swap and note failures",
            format!("r = atomic_load(&{counter}); while (!{swap}) atomic_store(&$b, 1);"),
        ),
        8 => Statement::new(
            "swap what was found, with a look in between",
            format!("r = atomic_load(&{counter}); while (!{swap}) {{ q = atomic_load(&$b); {pause} }}"),
        ),
        9 => Statement::new(
            "swap with a note of what was found",
            format!(
                "{{ int *note = malloc(sizeof *note); r = atomic_load(&{counter}); do {{ *note = r; }} while (!{swap}); q = *note; free(note); }}"
            ),
        ),
        10 => Statement::new(
            "swap with a note that others see",
            format!("r = atomic_load(&{counter}); do {{ $y = r; }} while (!{swap});"),
        ),
        4 => Statement::new(
            "ticket lock",
            "q = atomic_fetch_add(&$next, 1); while (atomic_load(&$serving) != q) ; r = $data++; atomic_fetch_add(&$serving, 1);",
        ),
        5 => Statement::new(
            "sequence that was not disturbed",
            "do { r = atomic_load(&$next); q = atomic_load(&$a); } while (r % 2 || atomic_load(&$next) != r); atomic_store(&$b, q);",
        ),
        6 => Statement::new(
            "sequence that is disturbed",
            format!(
                "atomic_fetch_add(&$next, 1); atomic_store(&$a, {}); atomic_fetch_add(&$next, 1);",
                generator.constant()
            ),
        ),
        _ => Statement::around(
            "test-and-test-and-set lock",
            &format!(
                "do {{ while (atomic_load(&$ready)) {{ {pause} }} }} while (atomic_exchange(&$ready, 1));"
            ),
            vec![Statement::new("guarded access", "r = $y;")],
            "atomic_store(&$ready, 0);",
        ),
    }
}

/// Iterations that change something for a while.
pub(super) fn transient(generator: &mut Generator, _: usize) -> Statement {
    let pause = generator.of(PAUSES);
    let end = generator.of(ENDS);
    match generator.below(11) {
        8..=10 => {
            let (update, store, load) =
                (generator.order(UPDATE), generator.order(STORE), generator.order(LOAD));
            let failure = generator.of(&["memory_order_relaxed", "memory_order_acquire"]);
            let take = match generator.below(4) {
                0 => format!("while (atomic_exchange_explicit(&$b, 1, {update})) ;"),
                1 => format!("atomic_fetch_add_explicit(&$b, 1, {update});"),
                _ => format!(
                    "{{ int e = 0; while (!atomic_compare_exchange_strong_explicit(&$b, &e, 1, {update}, {failure})) e = 0; }}"
                ),
            };
            let give = match generator.below(4) {
                0 => format!("atomic_fetch_sub_explicit(&$b, 1, {update});"),
                1 => format!("atomic_exchange_explicit(&$b, 0, {update});"),
                _ => format!("atomic_store_explicit(&$b, 0, {store});"),
            };
            Statement::new(
                "poll under a spin lock",
                format!(
                    "do {{ {take} r = atomic_load_explicit(&$turn, {load}); {give} {pause} }} while (!({end}));"
                ),
            )
        }
        0 => Statement::new(
            "counted in while it looks",
            format!(
                "do {{ atomic_fetch_add(&$b, 1); r = atomic_load(&$turn); atomic_fetch_sub(&$b, 1); {pause} }} while (!({end}));"
            ),
        ),
        1 => Statement::new(
            "toggle",
            format!("while (!atomic_load(&$turn)) {{ atomic_fetch_xor(&$b, 1); {pause} }}"),
        ),
        2 => Statement::new(
            "set and reset",
            "while (!atomic_load(&$turn)) { atomic_store(&$b, 1); atomic_store(&$b, 0); }",
        ),
        3 => {
            let (load, store) = (generator.order(LOAD), generator.order(STORE));
            Statement::new(
                "store the same",
                format!(
                    "while (!atomic_load_explicit(&$turn, {load})) atomic_store_explicit(&$b, 1, {store});"
                ),
            )
        }
        4 => Statement::new("exchange the same", "while (atomic_exchange(&$b, 1) && !atomic_load(&$turn)) ;"),
        5 => Statement::new(
            "changed under a lock and restored",
            format!(
                "do {{ pthread_mutex_lock(&$m); $x++; r = $state; $x--; pthread_mutex_unlock(&$m); {pause} }} while (!({end}));"
            ),
        ),
        6 => Statement::new(
            "take and return",
            "while (!atomic_load(&$turn)) { if (!sem_trywait(&$s)) sem_post(&$s); }",
        ),
        _ => Statement::new(
            "first iteration with an effect",
            "while (!atomic_load(&$turn)) { if (!atomic_load(&$b)) atomic_store(&$b, 2); }",
        ),
    }
}

/// Loops that look by functions which fill a variable on the stack, all of it or not, and read it first or not.
pub(super) fn locals(generator: &mut Generator, _: usize) -> Statement {
    let fill = |generator: &mut Generator| {
        generator.of(&[
            "$get(&p);",
            "$get(&p);",
            "memset(&p, 0, sizeof p); $renew(&p);",
            "$push(&p);",
            "$renew(&p);",
            "$swap(&p.f, &p.s);",
            "$swap(&p.s, &p.s);",
            "$in_array((int *)&p, r);",
            "p = (struct $twins){0, p.f}; $renew(&p);",
            "if ($again(&p)) break;",
            "{ struct $twins q = p; $get(&q); p.f = q.f; }",
        ])
    };
    let (first, pause) = (fill(generator), generator.of(PAUSES));
    let second = match generator.below(6) {
        0 => fill(generator),
        1 => "r = k.at == 0 ? 0 : k.at->f; k.at = &p;",
        _ => "",
    };
    let end = generator.of(&["p.f", "p.f == p.s", "p.f && p.s", "p.s == 1", "p.f == 2", "p.f && r"]);
    let told = generator.of(&[
        "",
        "r = p.s;",
        "atomic_store(&$a, p.f);",
        "atomic_store(&$a, p.s);",
        "mz_assert(p.s != 1);",
        "mz_assert(p.f != 2);",
    ]);
    let pause = if generator.chance(3) { pause } else { "" };
    Statement::new(
        "poll by a function that fills a local",
        format!(
            "{{ struct $twins p = {{0, 0}}; struct {{ struct $twins *at; }} k; memset(&k, 0, sizeof k); do {{ {second} {first} {pause} }} while (!({end})); {told} }}"
        ),
    )
}

/// Loops that sleep for longer and longer, whether something else depends on that or not.
pub(super) fn lengths(generator: &mut Generator, _: usize) -> Statement {
    let more = generator.of(&[
        "t.tv_nsec = (t.tv_nsec + 1) % 3;",
        "if (t.tv_nsec < 2) t.tv_nsec++;",
        "t.tv_sec = t.tv_nsec; t.tv_nsec ^= 1;",
        "if (t.tv_nsec++ == 2) break;",
    ]);
    let sleep = generator.of(&[
        "nanosleep(&t, 0);",
        "thrd_sleep(&(struct timespec){0, t.tv_nsec}, 0);",
        "clock_nanosleep(CLOCK_REALTIME, 0, &t, 0);",
        "if (nanosleep(&t, 0)) atomic_store(&$a, 2);",
        "nanosleep(&t, &t);",
        "nanosleep(&t, 0); q = *(unsigned char *)&t.tv_nsec;",
    ]);
    let end =
        generator.of(&["", "", "", "atomic_store(&$a, t.tv_nsec);", "if (t.tv_sec) atomic_store(&$a, 2);"]);
    let poll = generator.of(&["atomic_load(&$turn)", "atomic_load(&$turn) && atomic_load(&$ready)"]);
    Statement::new(
        "sleep for a length in memory",
        format!("{{ struct timespec t = {{0, 1}}; while (!({poll})) {{ {sleep} {more} }} {end} }}"),
    )
}

/// Loops that count their iterations, whether something reads that or not.
pub(super) fn counts(generator: &mut Generator, _: usize) -> Statement {
    let (look, pause) = (generator.of(LOOKS), generator.of(PAUSES));
    match generator.below(6) {
        4 | 5 => {
            // The last ones decide more than how often the thread yields.
            let pause = generator.of(&[
                "if (n == 0) sched_yield();",
                "if (n == 0) { sched_yield(); } else if (n == 1) $pause(n);",
                "if (n == 0) { sched_yield(); k++; }",
                "for (int i = 0; i < n; i++) sched_yield();",
                "for (int i = 0; i < n; i++) { sched_yield(); k = i; }",
                "if (n == 0) { atomic_load(&$ready); sched_yield(); }",
                "if (n == 2) break; sched_yield();",
            ]);
            let end =
                generator.of(&["", "", "", "atomic_store(&$a, k);", "if (n == 1) atomic_store(&$a, 2);"]);
            let poll = generator.of(&["atomic_load(&$turn)", "atomic_load(&$turn) && atomic_load(&$ready)"]);
            Statement::new(
                "count that decides how often it yields",
                format!(
                    "{{ int n = 0, k = 0; while (!({poll}) && k < 2) {{ n = (n + 1) % 3; {pause} }} {end} }}"
                ),
            )
        }
        0 => Statement::new(
            "count that nothing reads",
            format!("for (int n = 0; !atomic_load(&$turn) || !atomic_load(&$ready); n++) {{ {pause} }}"),
        ),
        1 => Statement::new(
            "count under a lock that nothing reads",
            format!("{{ int n = 0, sum = 0; do {{ {look} n++; sum += n; {pause} }} while (!r); }}"),
        ),
        2 => Statement::new(
            "count that ends a poll",
            "{ int n = 0; while (!atomic_load(&$turn) && n < 2) n++; atomic_store(&$a, n); }",
        ),
        _ => Statement::new(
            "count that is told",
            format!(
                "{{ int n = 0; do {{ {look} n = (n + 1) % 3; {pause} }} while (!r); atomic_store(&$a, n); }}"
            ),
        ),
    }
}

/// What ends loops.
pub(super) fn ends(generator: &mut Generator, _: usize) -> Statement {
    let value = generator.of(&["1", "1", "1", "2", "0"]);
    if generator.is_racy && generator.chance(6) {
        return Statement::new("unguarded access", format!("$x = {value};"));
    }
    match generator.below(10) {
        0 | 1 => Statement::new("end a poll", format!("atomic_store(&$turn, {value});")),
        2 => Statement::new("end a poll", format!("atomic_store(&$ready, {value});")),
        3 => Statement::new(
            "end a poll under a lock",
            format!("pthread_mutex_lock(&$m); $x = {value}; pthread_mutex_unlock(&$m);"),
        ),
        4 => Statement::new(
            "end a poll under a lock",
            format!("pthread_mutex_lock(&$n); $y = {value}; pthread_mutex_unlock(&$n);"),
        ),
        5 => Statement::new(
            "end a poll under a write lock",
            format!("pthread_rwlock_wrlock(&$rw); $w = {value}; pthread_rwlock_unlock(&$rw);"),
        ),
        6 => Statement::new(
            "end a timed wait",
            "pthread_mutex_lock(&$m); $state = 1; pthread_cond_signal(&$c); pthread_mutex_unlock(&$m);",
        ),
        7 => Statement::new(
            "end a timed wait without a signal",
            "pthread_mutex_lock(&$m); $state = 1; pthread_mutex_unlock(&$m);",
        ),
        8 => Statement::new("semaphore post", "sem_post(&$s);"),
        _ => Statement::new("count up a flag", "atomic_fetch_add(&$turn, 1);"),
    }
}

/// What may see another thread in the middle of an iteration.
pub(super) fn observers(generator: &mut Generator, _: usize) -> Statement {
    let value = generator.of(&["0", "1", "2"]);
    match generator.below(9) {
        0 | 1 => Statement::new(
            "see that a lock is taken",
            "if (pthread_mutex_trylock(&$m)) atomic_store(&$a, 2); else pthread_mutex_unlock(&$m);",
        ),
        2 => Statement::new("see a transient value", format!("mz_assert(atomic_load(&$b) != {value});")),
        3 => Statement::new("note a transient value", "atomic_store(&$a, atomic_load(&$b));"),
        4 => Statement::new("see that a semaphore is taken", "sem_getvalue(&$s, &r); atomic_store(&$a, r);"),
        5 => Statement::new(
            "see a reader",
            "if (pthread_rwlock_trywrlock(&$rw)) atomic_store(&$a, 2); else pthread_rwlock_unlock(&$rw);",
        ),
        6 => Statement::new(
            "see a value come and go",
            format!(
                "r = atomic_load(&$b); q = atomic_load(&$b); mz_assert(r != {value} || q == r || atomic_load(&$b) != {value});"
            ),
        ),
        7 => Statement::new(
            "poll for a transient value",
            "r = 0; while (!atomic_load(&$b) && !atomic_load(&$turn)) r = atomic_load(&$b); mz_assert(!r || atomic_load(&$b));",
        ),
        _ => Statement::new("swap a transient value", "r = 1; atomic_compare_exchange_strong(&$b, &r, 3);"),
    }
}

/// Barriers whose result is not looked at.
pub(super) fn barriers(generator: &mut Generator, depth: usize) -> Statement {
    match generator.below(3) {
        0 => super::atomics::update(generator, depth),
        _ => Statement::new("barrier without a result", "pthread_barrier_wait(&$bar);"),
    }
}
