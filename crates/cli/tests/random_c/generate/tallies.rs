//! Loops that wait and count in memory, and what reads that.

use super::Generator;
use super::loops::PAUSES;
use crate::program::Statement;

/// In variables.
pub(super) fn in_variables(generator: &mut Generator, _: usize) -> Statement {
    let (pause, value, thread) = (generator.of(PAUSES), generator.of(&["1", "2"]), generator.thread);
    let own = format!("$tally.of[{}]", if generator.in_helper { 4 } else { thread });
    let count = match generator.below(7) {
        0 => "atomic_fetch_xor(&$tries, 1);".to_owned(),
        1 => "atomic_fetch_or_explicit(&$tries, 2, memory_order_relaxed);".to_owned(),
        2 => "$mine = ($mine + 1) % 3;".to_owned(),
        3 => "atomic_exchange(&$tries, $mine); $mine ^= 1;".to_owned(),
        4 => "$mine = atomic_fetch_xor(&$tries, 3);".to_owned(),
        _ if generator.is_racy => "$tally.first = ($tally.first + 1) % 2;".to_owned(),
        _ => format!("{own} = ({own} + 1) % 2;"),
    };
    let told = match generator.below(12) {
        0 => "atomic_store(&$a, $mine);".to_owned(),
        1 => format!("mz_assert(atomic_load(&$tries) != {value});"),
        2 => format!("if ({own} == {value}) atomic_store(&$a, 2);"),
        3 => format!("r = 2 / ({own} + 1) + $mine; atomic_store(&$a, r);"),
        4 => "{ int *told = &$mine; (*told)++; r = *told; atomic_store(&$a, r % 3); }".to_owned(),
        5 => format!("{own} = $mine; mz_assert({own} != {value});"),
        _ => String::new(),
    };
    let poll = generator.of(&["atomic_load(&$turn)", "atomic_load(&$ready)", "atomic_load(&$turn) == 2"]);
    Statement::new("tally in memory", format!("while (!({poll})) {{ {count} {pause} }} {told}"))
}

/// The same where the text does not name what they count in: in a block, and in a struct on the stack.
pub(super) fn behind_pointers(generator: &mut Generator, _: usize) -> Statement {
    let (pause, value, thread) = (generator.of(PAUSES), generator.of(&["1", "2"]), generator.thread);
    let index = if generator.in_helper { 4 } else { thread };
    let own = format!("s->of[{index}]");
    let count = match generator.below(8) {
        0 => "atomic_fetch_xor(&s->tries, 1);".to_owned(),
        1 => "atomic_exchange_explicit(&s->tries, 2, memory_order_relaxed);".to_owned(),
        2 => format!("{{ long *n = &{own}; *n = (*n + 1) % 3; }}"),
        3 => format!("$flip(&{own});"),
        4 => "$flip(&t.of[1]);".to_owned(),
        5 => "t.of[r & 3] ^= 2;".to_owned(),
        _ if generator.is_racy => "s->first = (s->first + 1) % 2;".to_owned(),
        _ => format!("{own} = ({own} + 1) % 2; t.first ^= {own};"),
    };
    let told = match generator.below(20) {
        0 => format!("mz_assert(atomic_load(&s->tries) != {value});"),
        1 => format!("if (*(int *)&{own} == {value}) atomic_store(&$a, 2);"),
        2 => format!("{{ long n; memcpy(&n, &{own}, sizeof n); atomic_store(&$a, n); }}"),
        3 => "{ struct $stats u = t; atomic_store(&$a, u.of[1] + u.first); }".to_owned(),
        4 => format!("{{ char to[12]; snprintf(to, 12, \"%ld\", {own}); atomic_store(&$a, to[0] - '0'); }}"),
        5 => format!("r = printf(\"%ld\", {own} * 9); atomic_store(&$a, r);"),
        6 => "t.tell = $reveal; t.tell(&t.of[1]);".to_owned(),
        7 => format!("{own} += t.of[1]; mz_assert({own} != {value});"),
        8 => "{ union { struct $stats s; long n[4]; } u = { t }; atomic_store(&$a, u.n[2]); }".to_owned(),
        9 => "t.of[(int)t.of[1] & 1] = 3; atomic_store(&$a, t.of[0]);".to_owned(),
        10 => format!("r = ((char *)s)[8 * {index} + 8]; atomic_store(&$a, r);"),
        11..14 => format!("printf(\"%ld %d\", {own} + t.of[1], t.first);"),
        _ => String::new(),
    };
    let poll = generator.of(&["atomic_load(&$turn)", "atomic_load(&$ready)", "atomic_load(&$turn) == 2"]);
    Statement::new(
        "tally behind a pointer",
        format!("{{ struct $stats *s = $stats, t = {{0}}; while (!({poll})) {{ {count} {pause} }} {told} }}"),
    )
}
