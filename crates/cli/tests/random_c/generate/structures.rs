//! Structures on the heap: lists, trees, arrays of pointers, and objects that go from thread to thread. `p` is a pointer of the thread's own,
//! which it keeps from one statement to the next. Structures may be cyclic by mistake, and are followed a few steps at most: whether a loop
//! that never ends is found to be one depends on what is visible.

use super::Generator;
use crate::program::Statement;

const LOCK: &str = "pthread_mutex_lock(&$m);";
const UNLOCK: &str = "pthread_mutex_unlock(&$m);";

/// Where a pointer to an object may be that others find.
const PLACES: &[&str] = &["$head", "$hand", "$relay", "$table[0]", "$table[1]", "$root"];

/// The thread has an object then, unless memory is exhausted.
const HAVE: &str = "if (p || (p = calloc(1, sizeof *p)))";

/// Under a lock, but for some statements of programs that are racy.
fn locked(generator: &mut Generator, construct: &'static str, text: impl Into<String>) -> Statement {
    let statement = Statement::new(construct, text);
    if generator.is_racy && generator.chance(2) {
        return statement;
    }
    Statement::around("structure under a lock", LOCK, vec![statement], UNLOCK)
}

/// One of the plain members, and never the same for all threads.
fn member(generator: &mut Generator) -> &'static str {
    generator.of(&["v", "v", "w"])
}

/// An object that no other thread can reach yet, in `p`.
pub(super) fn private(generator: &mut Generator, _: usize) -> Statement {
    let (constant, member) = (generator.constant(), member(generator));
    match generator.below(4) {
        0 | 1 => Statement::new(
            "own object",
            format!("if ((p = calloc(1, sizeof *p))) {{ p->{member} = {constant}; r = p->v + p->w; }}"),
        ),
        2 => Statement::new("use what is held", format!("if (p) r = p->{member}++;")),
        _ => Statement::new("check what is held", format!("if (p) mz_assert(p->{member} != {constant});")),
    }
}

/// A list that starts at a global.
pub(super) fn list(generator: &mut Generator, _: usize) -> Statement {
    let (constant, member) = (generator.constant(), member(generator));
    match generator.below(10) {
        0..3 => {
            let push = locked(generator, "link in front", "p->next = $head; $head = p;");
            let open = format!("if ((p = calloc(1, sizeof *p))) {{ p->{member} = {constant};");
            Statement::around("prepare and link", &open, vec![push], "}")
        }
        3 => locked(generator, "unlink the first", "p = $head; if (p) $head = p->next;"),
        4 => locked(generator, "unlink and free", "if ((p = $head)) { $head = p->next; free(p); p = 0; }"),
        5 => locked(
            generator,
            "walk along the list",
            format!(
                "q = r = 0; for (struct $node *i = $head; i && q < 4; i = i->next, q++) r += i->{member};"
            ),
        ),
        6 => locked(
            generator,
            "unlink the second",
            "if ($head && $head->next) $head->next = $head->next->next;",
        ),
        7 => locked(
            generator,
            "turn the list around",
            "{ struct $node *turned = 0; for (q = 0; $head && q < 4; q++) { struct $node *i = $head; $head = i->next; i->next = turned; turned = i; } $head = turned; }",
        ),
        8 => locked(generator, "keep the first", "p = $head;"),
        _ => locked(generator, "change the first", format!("if ($head) $head->{member} = {constant};")),
    }
}

/// A binary tree by `v`, whose links are `next` and `other`.
pub(super) fn tree(generator: &mut Generator, _: usize) -> Statement {
    let (constant, member) = (generator.constant(), member(generator));
    match generator.below(7) {
        0..3 => {
            let insert = "struct $node **at = &$root; for (q = 0; *at && q < 4; q++) at = p->v < (*at)->v ? &(*at)->next : &(*at)->other; *at = p;";
            let insert = locked(generator, "insert into a tree", format!("{{ {insert} }}"));
            let open = format!("if ((p = calloc(1, sizeof *p))) {{ p->v = {constant};");
            Statement::around("leaf", &open, vec![insert], "}")
        }
        3 => locked(generator, "sum up a tree", "r = $sum($root, 3);"),
        4 => locked(
            generator,
            "rotate",
            "if ($root && $root->other) { struct $node *up = $root->other; $root->other = up->next; up->next = $root; $root = up; }",
        ),
        5 => locked(
            generator,
            "cut off a subtree",
            "if ($root) { p = $root->next; $root->next = 0; } if (p) r = p->v;",
        ),
        _ => locked(
            generator,
            "change a leaf",
            format!(
                "{{ struct $node *i = $root; for (q = 0; i && i->other && q < 4; q++) i = i->other; if (i) i->{member} = r; }}"
            ),
        ),
    }
}

/// Pointers in an array, which may be moved.
pub(super) fn table(generator: &mut Generator, _: usize) -> Statement {
    let (constant, member) = (generator.constant(), member(generator));
    let index = generator.below(2);
    match generator.below(7) {
        0 => locked(generator, "object into a table", format!("{HAVE} $table[{index}] = p;")),
        1 => locked(
            generator,
            "exchange in a table",
            "{ struct $node *first = $table[0]; $table[0] = $table[1]; $table[1] = first; }",
        ),
        2 => locked(
            generator,
            "use what is in a table",
            format!("if ($table[r & 1]) {{ $table[r & 1]->{member} = {constant}; }}"),
        ),
        3 => locked(generator, "sort a table", "qsort($table, 2, sizeof *$table, $by_v);"),
        4 => locked(
            generator,
            "array that grows",
            "{ struct $node **more = realloc($grown, 2 * sizeof *more); if (more) { $grown = more; $grown[0] = p; $grown[1] = 0; } }",
        ),
        5 => locked(
            generator,
            "use what is in an array that grows",
            format!("if ($grown && $grown[0]) r = $grown[0]->{member};"),
        ),
        _ => locked(generator, "take out of a table", format!("p = $table[{index}]; $table[{index}] = 0;")),
    }
}

/// From one place to another, so that a thread gets what it was never given.
pub(super) fn handed_over(generator: &mut Generator, _: usize) -> Statement {
    let (from, to, member) = (generator.of(PLACES), generator.of(PLACES), member(generator));
    let constant = generator.constant();
    match generator.below(8) {
        0 | 1 => locked(generator, "hand over", format!("{HAVE} {{ {to} = p; p = 0; }}")),
        2 => locked(generator, "hand over and keep", format!("{HAVE} {to} = p;")),
        3 => locked(generator, "pass on", format!("{to} = {from}; {from} = 0;")),
        4 => locked(generator, "take over", format!("p = {from}; {from} = 0;")),
        5 => locked(generator, "borrow", format!("p = {from};")),
        6 => locked(generator, "forget", format!("{to} = 0;")),
        _ => Statement::new("change what is held", format!("if (p) p->{member} = {constant};")),
    }
}

/// By the argument of a thread, and by what it returns.
pub(super) fn by_thread(generator: &mut Generator, _: usize) -> Statement {
    if generator.in_helper {
        return private(generator, 0);
    }
    let member = member(generator);
    let function = generator.of(&["$fill", "$fill", "$keep", "$make"]);
    let meanwhile = match generator.below(4) {
        0 => format!("if (p) p->{member}++;"),
        1 => format!("r = p ? p->{member} : 0;"),
        _ => String::new(),
    };
    let create =
        format!("{HAVE} {{ pthread_t thread; void *result = 0; pthread_create(&thread, 0, {function}, p);");
    match generator.below(4) {
        0 => Statement::new(
            "thread that is left with an object",
            format!("{create} pthread_detach(thread); p = 0; }}"),
        ),
        1 => Statement::new(
            "object of a stack for a thread",
            format!(
                "{{ struct $node local = {{ r }}; pthread_t thread; pthread_create(&thread, 0, {function}, &local); \
                 local.{member}++; pthread_join(thread, 0); r = local.v; }}"
            ),
        ),
        _ => Statement::new(
            "result of a thread",
            format!("{create} {meanwhile} pthread_join(thread, &result); if ((p = result)) r = p->v; }}"),
        ),
    }
}

/// One object of main, whose members belong to different threads; some look at more than theirs.
pub(super) fn members(generator: &mut Generator, _: usize) -> Statement {
    let own = if generator.thread.is_multiple_of(2) { "v" } else { "w" };
    let (member, constant) = (member(generator), generator.constant());
    match generator.below(15) {
        12 => Statement::new(
            "write a member and read it back",
            format!("$pair->{own} = {constant}; mz_assert($pair->{own} == {constant});"),
        ),
        13 => Statement::new(
            "write a member by a cast and read it back",
            format!(
                "{{ int *cast = (int *)$pair; cast[0] = {constant}; mz_assert(cast[0] == {constant}); }}"
            ),
        ),
        14 if !generator.in_helper => Statement::new(
            "thread that changes members",
            "{ pthread_t thread; pthread_create(&thread, 0, $change, 0); pthread_detach(thread); }",
        ),
        0..3 => Statement::new("own member", format!("$pair->{own}++; r = $pair->{own};")),
        3 => Statement::new("member of any", format!("r = $pair->{member};")),
        4 => Statement::new("member by a cast", format!("((int *)$pair)[{}] = r;", constant & 1)),
        5 => Statement::new("two members at once", "r = (int)(*(uint64_t *)$pair >> 32);"),
        6 => Statement::new("a byte of a member", "((unsigned char *)$pair)[4] = 1;"),
        7 => Statement::new(
            "copy of an object",
            "{ struct $node copy; memcpy(&copy, $pair, sizeof copy.v + sizeof copy.w); r = copy.w; }",
        ),
        8 => Statement::new(
            "object that is overwritten",
            "{ struct $node copy = *$pair; memset($pair, 0, sizeof(int)); r = copy.v; }",
        ),
        9 => Statement::new(
            "check members",
            format!("mz_assert($pair->{own} != {constant} || $pair->{member} != 2);"),
        ),
        10 => Statement::new(
            "call by a pointer",
            "{ void (*call)(struct $node *) = $call; if (call) call($pair); }",
        ),
        _ => {
            let function = generator.of(&["$raise_v", "$raise_w", "0"]);
            Statement::new("choose what is called", format!("$call = {function};"))
        }
    }
}

/// Pointers that do not look like one for a while. Those who hide one may keep it, and those who find it look at the object.
pub(super) fn hidden(generator: &mut Generator, _: usize) -> Statement {
    let (member, constant) = (member(generator), generator.constant());
    let hide = match generator.chance(3) {
        true => "p = 0;".to_owned(),
        false => format!("p->{member} = {constant}; mz_assert(p->{member} == {constant});"),
    };
    let look = match generator.below(3) {
        0 => format!("if (p) mz_assert(p->{member} != {constant});"),
        1 => format!("if (p) p->{member} = {constant};"),
        _ => format!("r = p ? p->{member} : 0;"),
    };
    let (construct, text, after) = match generator.below(8) {
        0 => ("pointer in an integer", "$word_of = (uintptr_t)p;", hide),
        1 => ("pointer out of an integer", "p = (struct $node *)$word_of;", look),
        2 => ("pointer that is masked", "$masked = (uintptr_t)p ^ 0x5a5a;", hide),
        3 => ("pointer that is unmasked", "p = $masked ? (struct $node *)($masked ^ 0x5a5a) : 0;", look),
        4 => (
            "pointer in halves",
            "{ uint32_t h[2]; memcpy(h, &p, 8); $halves[0] = h[0]; $halves[1] = h[1]; }",
            hide,
        ),
        5 => (
            "pointer out of halves",
            "{ uint32_t h[2] = { $halves[0], $halves[1] }; memcpy(&p, h, 8); }",
            look,
        ),
        6 => ("pointer in bytes", "memcpy($bytes + 1, &p, sizeof p);", hide),
        _ => ("pointer out of bytes", "memcpy(&p, $bytes + 1, sizeof p);", look),
    };
    let keeps = text.starts_with("p = ") || text.contains("memcpy(&p");
    let statement = locked(generator, construct, text);
    let open = if keeps { "{".to_owned() } else { format!("{HAVE} {{") };
    Statement::around("hidden pointer", &open, vec![statement], &format!("{after} }}"))
}

/// Objects on stacks that others know for a while, and blocks whose addresses are used again.
pub(super) fn short_lived(generator: &mut Generator, _: usize) -> Statement {
    let (place, member, constant) = (generator.of(PLACES), member(generator), generator.constant());
    match generator.below(6) {
        0 | 1 => {
            let publish = locked(generator, "publish an object of a stack", format!("{place} = &local;"));
            let withdraw = locked(
                generator,
                "withdraw an object of a stack",
                format!("if ({place} == &local) {place} = 0;"),
            );
            let open = format!("{{ struct $node local = {{ {constant} }};");
            let use_it = format!("r = local.{member}++; }}");
            Statement::around("object of a stack", &open, vec![publish, withdraw], &use_it)
        }
        2 => Statement::new(
            "free and use again",
            format!("free(p); if ((p = calloc(1, sizeof *p))) p->{member} = {constant};"),
        ),
        3 => Statement::new("free what is held", "free(p); p = 0;"),
        4 => locked(
            generator,
            "replace",
            format!(
                "free({place}); {place} = calloc(1, sizeof *p); if ({place}) {place}->{member} = {constant};"
            ),
        ),
        _ => Statement::new(
            "object for the end of a thread",
            format!("{HAVE} {{ pthread_setspecific($key, p); p = 0; }}"),
        ),
    }
}
