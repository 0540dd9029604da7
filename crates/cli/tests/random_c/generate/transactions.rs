//! What transactions consist of: nested critical sections, variables that several locks protect, loops and choices before and after a
//! commit, objects that are initialised before they are published.

use super::Generator;
use crate::program::Statement;

const LOCK: [&str; 2] = ["pthread_mutex_lock(&$m);", "pthread_mutex_lock(&$n);"];
const UNLOCK: [&str; 2] = ["pthread_mutex_unlock(&$m);", "pthread_mutex_unlock(&$n);"];

/// The variables that these locks protect.
const VARIABLE: [&str; 2] = ["$x", "$y"];

/// Two locks at a time, in either order, released in either order.
pub(super) fn nested(generator: &mut Generator, depth: usize) -> Statement {
    let first = usize::from(generator.chance(4));
    let second = 1 - first;
    if generator.chance(3) {
        let variable = VARIABLE[first];
        let open = format!("{} {variable}++; {} {}", LOCK[first], LOCK[second], UNLOCK[first]);
        let body = generator.critical(VARIABLE[second], depth);
        return Statement::around("hand over hand", &open, body, UNLOCK[second]);
    }
    let variable = generator.of(&["$x", "$y", "$both"]);
    let body = generator.critical(variable, depth);
    let open = [LOCK[first], LOCK[second]].concat();
    let released = generator.below(2);
    let close = [UNLOCK[released], UNLOCK[1 - released]].concat();
    Statement::around("nested critical sections", &open, body, &close)
}

/// A variable that is written under two locks and read under one of them; or, where races are wanted, is not.
pub(super) fn several_locks(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    let lock = generator.below(2);
    match generator.below(6) {
        0..3 => {
            let read = Statement::new("read under one of two locks", "r = $both;");
            Statement::around("critical section that reads", LOCK[lock], vec![read], UNLOCK[lock])
        }
        3 if generator.is_racy => {
            let write = Statement::new("write under one of two locks", format!("$both = {constant};"));
            Statement::around("critical section that is too small", LOCK[lock], vec![write], UNLOCK[lock])
        }
        _ => {
            let text = generator.of(&["$both++;", "$both = r + 1;", "r = $both; $both = 2;"]);
            let write = Statement::new("write under two locks", text);
            let (open, close) = (LOCK.concat(), [UNLOCK[1], UNLOCK[0]].concat());
            Statement::around("nested critical sections", &open, vec![write], &close)
        }
    }
}

/// An atomic variable, protected by a lock or only most of the time.
pub(super) fn protected_atomic(generator: &mut Generator, _: usize) -> Statement {
    let text = match generator.below(3) {
        0 => "r = atomic_load(&$guarded);".to_owned(),
        1 => format!("atomic_store(&$guarded, {});", generator.constant()),
        _ => "r = atomic_fetch_add(&$guarded, 1);".to_owned(),
    };
    let access = Statement::new("protected atomic", text);
    match generator.chance(12) {
        true => access,
        false => Statement::around("critical section", LOCK[1], vec![access], UNLOCK[1]),
    }
}

/// Loops and dead ends, often within a critical section or after one.
pub(super) fn choices(generator: &mut Generator, depth: usize) -> Statement {
    let constant = generator.constant();
    match generator.below(11) {
        0..3 => {
            let body = if generator.chance(2) { Vec::new() } else { vec![repeatable(generator)] };
            Statement::around("loop that ends nondeterministically", "while (mz_choose(2)) {", body, "}")
        }
        3 => Statement::new("endless loop", format!("if (r == {constant}) while (1) mz_choose(1);")),
        4 => {
            let open = generator.of(&["if (mz_choose(2)) while (1) {", "while (1) {", "while (r == 1) {"]);
            let body = vec![repeatable(generator)];
            Statement::around("endless loop with accesses", open, body, "mz_choose(1); }")
        }
        5 => Statement::new("dead end", format!("mz_assume(mz_choose(2) || r != {constant});")),
        6 => Statement::around("branch", "if (mz_choose(2)) {", generator.nested(depth), "}"),
        7 => Statement::new("choice", format!("r = mz_choose({});", generator.of(&[2, 3]))),
        _ => checked(generator),
    }
}

/// Something that leaves few states however often it is done.
fn repeatable(generator: &mut Generator) -> Statement {
    let constant = generator.constant();
    match (generator.guarded.last().copied(), generator.below(5)) {
        (Some(variable), 0) => Statement::new("guarded access", format!("r = {variable};")),
        (Some(variable), 1..3) => Statement::new("guarded access", format!("{variable} = !{variable};")),
        (None, 0..3) => {
            let lock = generator.below(2);
            let variable = VARIABLE[lock];
            let access = Statement::new("guarded access", format!("r = {variable}; {variable} = !r;"));
            Statement::around("critical section", LOCK[lock], vec![access], UNLOCK[lock])
        }
        (_, 3) => Statement::new("atomic load", "r = atomic_load(&$a);"),
        _ => Statement::new("atomic store", format!("atomic_store(&$a, {constant});")),
    }
}

/// A transaction that commits and never ends, and assertions about what it has committed.
pub(super) fn stuck(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.of(&[1, 2]);
    let end = generator.of(&[
        "while (1) mz_choose(1);",
        "if (mz_choose(2)) while (1) mz_choose(1);",
        "if (mz_choose(2)) while (1) mz_choose(1); else while (1) mz_choose(2);",
        "mz_choose(1); mz_assume(0);",
        "while (r != 3) { r = (r + 1) % 3; mz_choose(1); }",
    ]);
    match generator.below(8) {
        0 => Statement::new("stuck after an atomic", format!("atomic_store(&$a, {}); {end}", constant)),
        1 => {
            let text =
                format!("{} atomic_store(&$a, {constant}); $x = {constant}; {} {end}", LOCK[0], UNLOCK[0]);
            Statement::new("stuck after a critical section", text)
        }
        2 => {
            let text = format!("{} $y++; {} $x++; {} {} {end}", LOCK[1], LOCK[0], UNLOCK[0], UNLOCK[1]);
            Statement::new("stuck after nested critical sections", text)
        }
        3 | 4 => Statement::new(
            "assertion about an atomic",
            format!("r = atomic_load(&$a); mz_assert(r != {constant});"),
        ),
        _ => checked(generator),
    }
}

/// A critical section that says what it expects.
fn checked(generator: &mut Generator) -> Statement {
    let constant = generator.constant();
    let lock = generator.below(2);
    let variable = generator.guarded.last().copied();
    let name = variable.unwrap_or(VARIABLE[lock]);
    let text = match generator.below(4) {
        0 => format!("mz_assume({name} != {constant}); {name}++;"),
        1 => format!("{name} = mz_choose(2);"),
        _ => format!("r = {name}; mz_assert(r != {});", generator.of(&[1, 1, 2])),
    };
    let access = Statement::new("checked access", text);
    match variable {
        Some(_) => access,
        None => Statement::around("critical section", LOCK[lock], vec![access], UNLOCK[lock]),
    }
}

/// An object is initialised by one thread, published under a lock, and used under that lock.
pub(super) fn published(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    let section = |construct, before: &str, text: String, after: &str| {
        let body = vec![Statement::new("shared object", text)];
        Statement::around(construct, &format!("{before}{}", LOCK[0]), body, &format!("{}{after}", UNLOCK[0]))
    };
    let prepare = format!("if ((p = calloc(1, sizeof *p))) {{ p->v = {constant}; p->next = 0; ");
    match generator.below(9) {
        0..3 => section("publish under a lock", &prepare, "p->next = $list; $list = p;".to_owned(), " }"),
        3 => section("publish and use", &prepare, "$list = p; r = p->v++;".to_owned(), " }"),
        4 if generator.is_racy => {
            section("publish and change", &prepare, "$list = p;".to_owned(), " p->v = 2; }")
        }
        5 => section("free under a lock", "", "p = $list; if (p) $list = p->next; free(p);".to_owned(), ""),
        6 => section(
            "take out and free",
            "",
            "p = $list; if (p) $list = p->next;".to_owned(),
            " if (p) r = p->v; free(p);",
        ),
        _ => section("use an object", "", "if ($list) r = $list->v++;".to_owned(), ""),
    }
}
