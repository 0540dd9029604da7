//! Loops that back off, with the state of that in memory which functions are given the address of, or from numbers at random; sometimes it decides more.
//!
//! All states have few values, so that a search through states comes to its end with all of them.

use super::Generator;
use crate::program::Statement;

/// Changes of a struct `b`, which pause.
const STEPS: &[&str] = &[
    "$back_off(&b);",
    "$back_off(&b);",
    "$yield_often(&b);",
    "usleep($draw(&b));",
    "if ($draw(&b) > 1) sched_yield();",
    "for (int i = $draw(&b); i > 0; i--) sched_yield();",
    "$pause($draw(&b)); $back_off(&b);",
    "if (b.n == 1) { sched_yield(); b.n = 0; } else b.n++;",
    "b.limit = 1 + $draw(&b) % 2; $back_off(&b);",
    // These decide more.
    "if (!$back_off_once(&b)) break;",
    "if ($draw(&b) == 3) break;",
    "$back_off(&b); if (b.n == 2) break;",
    "if ($draw(&b) == 1) atomic_store(&$b, 2);",
    "{ struct $backoff *p = &b; if (atomic_load(&$a)) p = 0; $back_off(p ? p : &b); }",
    "b.n = atomic_load(&$a) % 3; $back_off(&b);",
];

/// What becomes of it behind the loop.
const ENDS: &[&str] = &[
    "",
    "",
    "",
    "",
    "atomic_store(&$a, b.n);",
    "if (b.seed == 1) atomic_store(&$a, 2);",
    "mz_assert(b.n != 1);",
    "r = $draw(&b); atomic_store(&$a, r % 2);",
    "r = b.limit; if (r == 2) atomic_store(&$a, 3);",
];

/// Numbers of the generator of the process. It is seeded before each, so it has few states.
const DRAWN: &[&str] = &[
    "srand(1); if (rand() % 2) sched_yield();",
    "srand(q & 1); usleep(rand() % 4); q = (q + 1) % 3;",
    "srand(2); for (int i = rand() % 3; i > 0; i--) sched_yield();",
    "srand48(1); usleep(lrand48() % 4);",
    // These decide more.
    "srand(q & 3); q = rand() % 3; if (q == 2) break;",
    "srand48(q & 1); q = lrand48() % 3; if (q == 1) atomic_store(&$b, 1);",
];

pub(super) fn all(generator: &mut Generator, _: usize) -> Statement {
    let poll = generator.of(&[
        "atomic_load(&$turn)",
        "atomic_load(&$turn) && atomic_load(&$ready)",
        "!atomic_exchange(&$ready, 1)",
        "atomic_load(&$turn) == 2",
    ]);
    let freed = if poll.starts_with('!') { "atomic_store(&$ready, 0);" } else { "" };
    if generator.chance(4) {
        let drawn = generator.of(DRAWN);
        let told = generator.of(&["", "", "", "srand(1); atomic_store(&$a, rand() % 2);"]);
        return Statement::new(
            "back off by numbers at random",
            format!("while (!({poll})) {{ {drawn} }} {freed} {told}"),
        );
    }
    let (first, end) = (generator.of(STEPS), generator.of(ENDS));
    let second = if generator.chance(3) { generator.of(STEPS) } else { "" };
    Statement::new(
        "back off with state in memory",
        format!(
            "{{ struct $backoff b = {{0, 2, 1}}; while (!({poll})) {{ {first} {second} }} {freed} {end} }}"
        ),
    )
}
