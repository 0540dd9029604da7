//! Critical sections of a mutex that protects several variables, and what the order of such sections decides: what is handed over by
//! a section, what is in its way, what races if it is not there.

use super::Generator;
use crate::program::Statement;

const LOCK: &str = "pthread_mutex_lock(&$m);";
const UNLOCK: &str = "pthread_mutex_unlock(&$m);";

/// What the mutex protects.
const VARIABLES: [&str; 4] = ["$x", "$y", "$z", "$w"];

fn section(construct: &'static str, text: impl Into<String>) -> Statement {
    Statement::around(construct, LOCK, vec![Statement::new("guarded parts", text)], UNLOCK)
}

/// A section with one or two of the variables.
pub(super) fn parts(generator: &mut Generator, _: usize) -> Statement {
    let (one, other) = (generator.of(&VARIABLES), generator.of(&VARIABLES));
    let constant = generator.constant();
    let text = match generator.below(9) {
        0 | 1 => format!("{one}++;"),
        2 => format!("r = {one};"),
        3 => format!("{one} = r + {constant};"),
        4 => format!("if ({one} == {constant}) {other}++;"),
        5 => format!("{one} = {other} + 1;"),
        6 => "r++;".to_owned(),
        7 => format!("mz_assert({one} != {});", constant + 1),
        _ => format!("for (int i = 0; i < {one} && i < 2; i++) {other}++;"),
    };
    section("critical section", text)
}

/// A section that is not only plain code, or not always.
pub(super) fn mixed(generator: &mut Generator, _: usize) -> Statement {
    let (one, other) = (generator.of(&VARIABLES), generator.of(&VARIABLES));
    let constant = generator.constant();
    let inner = format!("pthread_mutex_lock(&$n); $both++; {other}++; pthread_mutex_unlock(&$n);");
    let text = match generator.below(9) {
        0 => format!("{one}++; r = atomic_fetch_add(&$a, 1);"),
        1 => format!("if ({one} == {constant}) atomic_store(&$a, 1); {other}++;"),
        2 => format!("if ({one} == {constant}) {{ {inner} }}"),
        3 => format!("{one} = {constant}; {inner}"),
        4 => format!("if ({one} == 1) pthread_cond_signal(&$c); {other} = 1;"),
        5 => format!("while ({one} == {constant}) pthread_cond_wait(&$c, &$m);"),
        6 => format!("{one} = mz_choose(2);"),
        7 => format!("mz_assume({one} != 2); {other}++;"),
        _ => format!("if ({one} != {constant}) {{ {UNLOCK} {LOCK} }} {other}++;"),
    };
    section("critical section with more", text)
}

/// Plain variables that change hands by a section, or seem to.
pub(super) fn handed_over(generator: &mut Generator, _: usize) -> Statement {
    let flag = generator.of(&["$x", "$x", "$y"]);
    let empty = format!("{LOCK} r++; {UNLOCK}");
    let order = generator.order(&["memory_order_relaxed"]);
    let text = match generator.below(9) {
        0 | 1 => format!("if (!r) {{ $state = 1; {LOCK} {flag} = 1; {UNLOCK} }}"),
        2..4 => format!("{LOCK} r = {flag}; {UNLOCK} if (r == 1) q = $state;"),
        4 => format!("{LOCK} r = {flag}; {flag} = 1; {UNLOCK} if (!r) $state++;"),
        5 if generator.is_racy => format!("$data = 1; {empty}"),
        6 if generator.is_racy => format!("{empty} q = $data;"),
        7 => format!("if (!r) {{ $both = 1; {empty} atomic_store_explicit(&$b, 1, {order}); }}"),
        8 => format!("if (atomic_load_explicit(&$b, {order})) {{ {empty} q = $both; }}"),
        _ => empty,
    };
    Statement::new("handed over by a section", text)
}
