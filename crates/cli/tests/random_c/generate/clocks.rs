//! Deadlines by the clock: timed waits in loops, for which clocks may stand still, and what depends on a clock in other ways.

use super::Generator;
use crate::program::Statement;

/// How a deadline is computed from what the clock shows.
const DEADLINES: &[&str] = &[
    "clock_gettime(CLOCK_REALTIME, &t); t.tv_sec++;",
    "clock_gettime(CLOCK_REALTIME, &t); t.tv_nsec += 700000000; if (t.tv_nsec >= 1000000000) { t.tv_sec++; t.tv_nsec -= 1000000000; }",
    "timespec_get(&t, TIME_UTC); t.tv_nsec = (t.tv_nsec + 1000) % 1000000000;",
    "t = $soon();",
    "$in_a_second(&t);",
    "t.tv_sec = time(0) + 1; t.tv_nsec = 0;",
];

/// Loops around timed waits, and sleeps.
pub(super) fn deadlines(generator: &mut Generator, _: usize) -> Statement {
    let deadline = generator.of(DEADLINES);
    let outside = generator.chance(2);
    let (before, within) = if outside { (deadline, "") } else { ("", deadline) };
    let wait = "pthread_cond_timedwait(&$c, &$m, &t)";
    let text = match generator.below(7) {
        0 | 1 => format!("{before} while (!$state) {{ {within} {wait}; }}"),
        2 => {
            format!("{before} while (!$state) {{ {within} if ({wait} == ETIMEDOUT) atomic_store(&$a, 1); }}")
        }
        3 => format!("{before} do {{ {within} r = {wait}; }} while (!$state && r != ETIMEDOUT);"),
        4 => {
            return Statement::new(
                "timed lock by the clock",
                format!(
                    "{{ struct timespec t; {before} do {{ {within} }} while (pthread_mutex_timedlock(&$m, &t)); r = $x++; pthread_mutex_unlock(&$m); }}"
                ),
            );
        }
        5 => {
            return Statement::new(
                "timed wait for a semaphore by the clock",
                format!(
                    "{{ struct timespec t; {before} do {{ {within} }} while (sem_timedwait(&$s, &t)); }}"
                ),
            );
        }
        _ => {
            return Statement::new(
                "poll with a sleep",
                "for (;;) { pthread_mutex_lock(&$m); r = $x; pthread_mutex_unlock(&$m); if (r) break; usleep(10); }",
            );
        }
    };
    Statement::new(
        "timed wait by the clock",
        format!("{{ struct timespec t; pthread_mutex_lock(&$m); {text} pthread_mutex_unlock(&$m); }}"),
    )
}

/// What a clock shows decides about more than a deadline.
pub(super) fn decisions(generator: &mut Generator, _: usize) -> Statement {
    let now = |name: &str| format!("clock_gettime(CLOCK_MONOTONIC, &{name});");
    let (early, late) = (now("t"), now("u"));
    let looks = format!("struct timespec t, u; {early} {late}");
    let passes = "(u.tv_sec - t.tv_sec) * 1000000000 + u.tv_nsec - t.tv_nsec > 0";
    let text = match generator.below(7) {
        0 => format!(
            "{{ struct timespec t, u; {early} do {{ {late} }} while (!atomic_load(&$turn) && u.tv_sec - t.tv_sec < 1); }}"
        ),
        1 => format!("{{ {looks} atomic_store(&$a, {passes}); }}"),
        2 => format!("{{ {looks} if ({passes}) atomic_fetch_add(&$b, 1); }}"),
        3 => format!(
            "{{ {looks} struct timespec v; memcpy(&v, &u, sizeof v); r = v.tv_nsec != t.tv_nsec; }} atomic_store(&$b, r);"
        ),
        4 => format!("{{ {looks} struct timespec *older = {passes} ? &t : &u; mz_assert(older == &t); }}"),
        5 => "q = $passes(); atomic_store(&$a, q);".to_owned(),
        _ => format!("{{ {looks} int table[2] = {{0, 1}}; atomic_fetch_add(&$a, table[{passes}]); }}"),
    };
    Statement::new("decision by the clock", text)
}
