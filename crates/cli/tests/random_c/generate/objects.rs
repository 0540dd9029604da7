//! Objects that several threads come to share: late, in pairs, by an argument, or under an address that was used before.

use super::Generator;
use super::atomics::{LOAD, STORE};
use crate::program::Statement;

/// An object belongs to one thread for a while, and is published then.
pub(super) fn late(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    let (load, store) = (generator.order(LOAD), generator.order(STORE));
    let prepare = format!("if ((p = malloc(sizeof *p))) {{ p->v = {constant}; p->next = 0; r = ++p->v;");
    match generator.below(9) {
        0..3 => Statement::new(
            "prepare and publish",
            format!("{prepare} atomic_store_explicit(&$slot, p, {store}); }}"),
        ),
        3 if generator.is_racy => {
            Statement::new("prepare and publish by a plain pointer", format!("{prepare} $open = p; }}"))
        }
        4 if generator.is_racy => Statement::new(
            "look at what a plain pointer publishes",
            format!("p = $open; if (p) {{ r = p->v; p->v = {constant}; }}"),
        ),
        5 if generator.is_racy => Statement::new(
            "publish and change",
            format!("{prepare} atomic_store_explicit(&$slot, p, {store}); p->v = {constant}; }}"),
        ),
        4 | 5 => Statement::new(
            "prepare and swap",
            format!("{prepare} p = atomic_exchange(&$slot, p); if (p) r = p->v; }}"),
        ),
        _ => Statement::new(
            "look at a published object",
            format!("p = atomic_load_explicit(&$slot, {load}); if (p) r = p->v;"),
        ),
    }
}

/// Two objects of main, of which a thread knows one or both: there are objects that only some pairs of threads share.
pub(super) fn pairs(generator: &mut Generator, _: usize) -> Statement {
    let known: &[&str] = match generator.thread {
        0 => &["$left"],
        1 => &["$left", "$right"],
        _ => &["$right"],
    };
    let (object, constant) = (generator.of(known), generator.constant());
    let text = match generator.below(4) {
        0 => format!("r = {object}->v;"),
        1 => format!("{object}->v = {constant};"),
        2 => format!("{object}->v++;"),
        _ => format!("r = atomic_fetch_add(&{object}->count, 1);"),
    };
    if text.contains("atomic") || generator.is_racy && generator.below(2) == 0 {
        return Statement::new("object of some", text);
    }
    let (lock, unlock) =
        (format!("pthread_mutex_lock(&{object}->m);"), format!("pthread_mutex_unlock(&{object}->m);"));
    Statement::around(
        "object of some under its lock",
        &lock,
        vec![Statement::new("object of some", text)],
        &unlock,
    )
}

/// A thread is created with an object on the heap, or a plain one on its creator's stack.
pub(super) fn argument(generator: &mut Generator, _: usize) -> Statement {
    if generator.in_helper {
        return generator.access();
    }
    let create = "pthread_t thread; pthread_create(&thread, 0, $visit,";
    let meanwhile = match generator.is_racy {
        true => generator.of(&["v++;", "v = 2;"]),
        false => "",
    };
    let with =
        |prefix: &str| if meanwhile.is_empty() { String::new() } else { format!("{prefix}{meanwhile}") };
    match generator.below(6) {
        0 | 1 => Statement::new(
            "plain local of two threads",
            format!(
                "{{ struct $node local = {{ r }}; {create} &local); {} pthread_join(thread, 0); r = local.v; }}",
                with("local.")
            ),
        ),
        2 | 3 => Statement::new(
            "object that is lent",
            format!(
                "if ((p = calloc(1, sizeof *p))) {{ {create} p); {} pthread_join(thread, 0); r = p->v; free(p); }}",
                with("p->")
            ),
        ),
        4 => Statement::new(
            "object that is given away",
            format!(
                "if ((p = calloc(1, sizeof *p))) {{ p->next = p; {create} p); pthread_detach(thread); }}"
            ),
        ),
        _ => Statement::new(
            "object that is freed too early",
            format!(
                "if ((p = calloc(1, sizeof *p))) {{ {create} p); if (r == 1) free(p); pthread_join(thread, 0); }}"
            ),
        ),
    }
}

/// The address of a plain variable on the stack is known to others for a while.
pub(super) fn on_stack(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    match generator.below(5) {
        0 | 1 => Statement::new(
            "publish a local",
            format!(
                "{{ int local = {constant}; atomic_store(&$where, &local); r = atomic_load(&$a); \
                 if (!atomic_exchange(&$where, 0)) r = 2; r += local; }}"
            ),
        ),
        2 => Statement::new(
            "take a local",
            format!("{{ int *local = atomic_exchange(&$where, 0); if (local) *local = {constant}; }}"),
        ),
        _ => Statement::new(
            "look at a local",
            "{ int *local = atomic_load(&$where); if (local) r = *local; }".to_owned(),
        ),
    }
}

/// Blocks under the address of blocks that others have seen.
pub(super) fn reuse(generator: &mut Generator, _: usize) -> Statement {
    let constant = generator.constant();
    match generator.below(5) {
        0 => Statement::new(
            "recycle",
            format!(
                "p = atomic_exchange(&$slot, 0); free(p); if ((p = malloc(sizeof *p))) {{ p->v = {constant}; r = p->v; \
                 free(atomic_exchange(&$slot, p)); }}"
            ),
        ),
        1 => Statement::new(
            "use, free, publish",
            format!(
                "if ((p = malloc(sizeof *p))) {{ p->v = {constant}; free(p); }} \
                 if ((p = malloc(sizeof *p))) {{ p->v = r; atomic_store(&$slot, p); }}"
            ),
        ),
        2 => Statement::new(
            "use after publishing",
            format!(
                "p = malloc(sizeof *p); if (p) {{ p->v = {constant}; atomic_store(&$slot, p); r = p->v; }}"
            ),
        ),
        _ => Statement::new(
            "retire",
            "p = atomic_exchange(&$slot, 0); if (p) { r = p->v; p->v = 0; free(p); }".to_owned(),
        ),
    }
}
