//! A generated program: statements that can be taken out one by one, and its C source.

use std::fmt::Write;

/// A piece of C that stays valid wherever it is put. `$` before a name stands for the prefix of the program.
#[derive(Clone)]
pub(crate) struct Statement {
    /// Which construct of the generator it is, for the test that all of them occur.
    pub construct: &'static str,
    open: String,
    body: Vec<Statement>,
    close: String,
}

impl Statement {
    pub(crate) fn new(construct: &'static str, text: impl Into<String>) -> Statement {
        Statement { construct, open: text.into(), body: Vec::new(), close: String::new() }
    }

    /// Statements between two pieces of text, such as a lock and its unlock.
    pub(crate) fn around(
        construct: &'static str,
        open: &str,
        body: Vec<Statement>,
        close: &str,
    ) -> Statement {
        Statement { construct, open: open.to_owned(), body, close: close.to_owned() }
    }

    fn render(&self, indent: usize, text: &mut String) {
        let line = |piece: &str, text: &mut String| {
            let _ = writeln!(text, "{:indent$}{piece}", "");
        };
        line(&self.open, text);
        for statement in &self.body {
            statement.render(indent + 2, text);
        }
        if !self.close.is_empty() {
            line(&self.close, text);
        }
    }

    fn visit(&self, visit: &mut impl FnMut(&Statement)) {
        visit(self);
        self.body.iter().for_each(|statement| statement.visit(visit));
    }
}

#[derive(Clone, Default)]
pub(crate) struct Program {
    pub main: Vec<Statement>,
    /// Each of these threads is created by main.
    pub workers: Vec<Vec<Statement>>,
    /// What a thread does that is created by a statement.
    pub helper: Vec<Statement>,
    /// Whether main detaches its last worker instead of joining it.
    pub detaches: bool,
    /// Whether main ends in an assertion failure whose line depends on the values of all variables: every final state is then
    /// a finding of its own.
    pub shows_final_state: bool,
    /// The first value of the semaphore.
    pub semaphore: usize,
}

/// What every program, or batch of programs, begins with.
pub(crate) const PRELUDE: &str = "\
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include \"mazurka.h\"
#define UNUSED __attribute__((unused))
";

/// Types, globals and functions, declared where a program mentions them: their name, their declaration, what main has to do
/// for them, and what they add to the final state.
const DECLARATIONS: &[(&str, &str, &str, &str)] = &[
    (
        "$node",
        "struct $node { int v, w; struct $node *next, *other; pthread_mutex_t m; atomic_int count; };",
        "",
        "",
    ),
    ("$x", "static int $x;", "", "$x"),
    ("$y", "static int $y;", "", "$y"),
    ("$z", "static int $z;", "", "$z"),
    ("$w", "static int $w;", "", "$w"),
    ("$both", "static int $both;", "", "$both"),
    ("$guarded", "static atomic_int $guarded;", "", "$guarded"),
    ("$data", "static int $data;", "", "$data"),
    ("$state", "static int $state;", "", "$state"),
    ("$a", "static atomic_int $a;", "", "$a"),
    ("$b", "static atomic_int $b;", "", "$b"),
    ("$references", "static atomic_int $references = 3;", "", "$references"),
    ("$last", "static int $last;", "", "$last"),
    ("$ready", "static atomic_int $ready;", "", "$ready"),
    ("$turn", "static atomic_int $turn;", "", "$turn"),
    ("$next", "static atomic_int $next;", "", "$next"),
    ("$serving", "static atomic_int $serving;", "", "$serving"),
    ("$flag", "static atomic_flag $flag = ATOMIC_FLAG_INIT;", "", ""),
    ("$m", "static pthread_mutex_t $m = PTHREAD_MUTEX_INITIALIZER;", "", ""),
    ("$n", "static pthread_mutex_t $n = PTHREAD_MUTEX_INITIALIZER;", "", ""),
    ("$rec", "static pthread_mutex_t $rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;", "", ""),
    ("$chk", "static pthread_mutex_t $chk = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;", "", ""),
    ("$rw", "static pthread_rwlock_t $rw = PTHREAD_RWLOCK_INITIALIZER;", "", ""),
    ("$spin", "static pthread_spinlock_t $spin;", "pthread_spin_init(&$spin, 0);", ""),
    ("$c", "static pthread_cond_t $c = PTHREAD_COND_INITIALIZER;", "", ""),
    ("$s", "static sem_t $s;", "", ""),
    ("$bar", "static pthread_barrier_t $bar;", "pthread_barrier_init(&$bar, 0, 2);", ""),
    ("$once", "static pthread_once_t $once = PTHREAD_ONCE_INIT;", "", ""),
    ("$init", "static void $init(void) { $data++; }", "", ""),
    ("$tries", "static atomic_int $tries;", "", ""),
    ("$mine", "static __thread int $mine = 1;", "", ""),
    ("$tally", "static struct { int first; long of[5]; } $tally = { 1, { 2, 1 } };", "", ""),
    (
        "$stats",
        "static struct $stats { int first; atomic_int tries; long of[5]; void (*tell)(long *); } *$stats;",
        "$stats = calloc(1, sizeof *$stats);",
        "",
    ),
    ("$flip", "static void __attribute__((noinline)) $flip(long *n) { *n ^= 1; }", "", ""),
    ("$reveal", "static void __attribute__((noinline)) $reveal(long *n) { atomic_store(&$a, *n); }", "", ""),
    ("$tl", "static __thread int $tl;", "", ""),
    ("$slot", "static struct $node *_Atomic $slot;", "", "!!$slot"),
    ("$list", "static struct $node *$list;", "", "!!$list"),
    ("$open", "static struct $node *$open;", "", "!!$open"),
    ("$where", "static int *_Atomic $where;", "", ""),
    (
        "$head",
        "static struct $node *$head;",
        "if (($head = calloc(1, sizeof *$head))) $head->next = calloc(1, sizeof *$head);",
        "!!$head",
    ),
    (
        "$root",
        "static struct $node *$root;",
        "if (($root = calloc(1, sizeof *$root))) $root->v = 1;",
        "!!$root",
    ),
    ("$hand", "static struct $node *$hand;", "$hand = calloc(1, sizeof *$hand);", "!!$hand"),
    ("$relay", "static struct $node *$relay;", "", "!!$relay"),
    (
        "$table",
        "static struct $node *$table[2];",
        "$table[0] = calloc(1, sizeof **$table);",
        "!!$table[0] + 2 * !!$table[1]",
    ),
    ("$grown", "static struct $node **$grown;", "", "!!$grown"),
    ("$word_of", "static uintptr_t $word_of;", "", "!!$word_of"),
    ("$masked", "static uintptr_t $masked;", "", "!!$masked"),
    ("$halves", "static uint32_t $halves[2];", "", "!!$halves[0]"),
    ("$bytes", "static unsigned char $bytes[9];", "", "!!$bytes[1]"),
    ("$call", "static void (*$call)(struct $node *);", "", "!!$call"),
    ("$raise_v", "static void $raise_v(struct $node *object) { object->v++; }", "", ""),
    ("$raise_w", "static void $raise_w(struct $node *object) { object->w++; }", "", ""),
    (
        "$key",
        "static void $at_end(void *object) { ((struct $node *)object)->v++; }\nstatic pthread_key_t $key;",
        "pthread_key_create(&$key, $at_end);",
        "",
    ),
    (
        "$sum",
        "static int $sum(struct $node *tree, int depth) { return tree && depth ? tree->v + $sum(tree->next, depth - 1) + $sum(tree->other, depth - 1) : 0; }",
        "",
        "",
    ),
    (
        "$by_v",
        "static int $by_v(const void *x, const void *y) { struct $node *const *p = x, *const *q = y; return (*p ? (*p)->v : 0) - (*q ? (*q)->v : 0); }",
        "",
        "",
    ),
    (
        "$fill",
        "static void *$fill(void *object) { struct $node *p = object; if (p) { p->w = p->v; p->v++; } return p; }",
        "",
        "",
    ),
    (
        "$keep",
        "static void *$keep(void *object) { $hand = object; if ($hand) $hand->v = 1; return 0; }",
        "",
        "",
    ),
    (
        "$make",
        "static void *$make(void *object) { struct $node *p = calloc(1, sizeof *p); if (p) { p->v = 2; p->next = object; } return p; }",
        "",
        "",
    ),
    (
        "$pair",
        "static struct $node *$pair, $pair_static;",
        "if (!($pair = calloc(1, sizeof *$pair))) $pair = &$pair_static;",
        "$pair->v + 3 * $pair->w",
    ),
    (
        "$change",
        "static void *$change(UNUSED void *argument) { $pair->v = 5; $pair->w = 5; return 0; }",
        "",
        "",
    ),
    // Where allocations may fail, an object is static.
    (
        "$left",
        "static struct $node *$left, $left_static;",
        "if (!($left = calloc(1, sizeof *$left))) $left = &$left_static;",
        "$left->v + $left->count",
    ),
    (
        "$right",
        "static struct $node *$right, $right_static;",
        "if (!($right = calloc(1, sizeof *$right))) $right = &$right_static;",
        "$right->v + $right->count",
    ),
    (
        "$visit",
        "static void *$visit(void *object) { struct $node *p = object; p->v++; if (p->next) free(p); return 0; }",
        "",
        "",
    ),
    (
        "$word",
        "static union { _Atomic uint64_t w; _Atomic uint32_t h[2]; atomic_uchar b[8]; } $word;",
        "",
        "(unsigned)($word.w ^ $word.w >> 32)",
    ),
    (
        "$plain",
        "static union { uint64_t w; uint32_t h[2]; uint8_t b[8]; } $plain;",
        "",
        "(unsigned)($plain.w ^ $plain.w >> 32)",
    ),
    (
        "$object",
        "static union { pthread_mutex_t m; int words[10]; } $object;",
        "pthread_mutex_init(&$object.m, 0);",
        "",
    ),
    (
        "$bump",
        "static void *$bump(void *local) { atomic_fetch_add((atomic_int *)local, 1); return 0; }",
        "",
        "",
    ),
    (
        "$take",
        "static int $take(int *taken) { pthread_mutex_lock(&$m); *taken = $x; $x = 0; pthread_mutex_unlock(&$m); return *taken != 0; }",
        "",
        "",
    ),
    ("$twins", "struct $twins { int f, s; };", "", ""),
    (
        "$get",
        "static void $get(struct $twins *p) { p->f = atomic_load(&$turn); p->s = atomic_load(&$ready); }",
        "",
        "",
    ),
    ("$push", "static void $push(struct $twins *p) { p->s = p->f; p->f = atomic_load(&$turn); }", "", ""),
    (
        "$renew",
        "static void $renew(struct $twins *p) { if (atomic_load(&$ready)) p->f = atomic_load(&$turn); }",
        "",
        "",
    ),
    (
        "$swap",
        "static void $swap(int *f, const int *s) { int old = *s; *f = atomic_load(&$turn); if (old == 1) *f = old; }",
        "",
        "",
    ),
    (
        "$again",
        "static int $again(struct $twins *p) { p->f = atomic_load(&$turn); p->s = atomic_load(&$ready); return p->f == 1 && p->s; }",
        "",
        "",
    ),
    (
        "$in_array",
        "static void $in_array(int *p, int i) { p[i & 1] = atomic_load(&$turn); p[0] ^= p[i & 1]; }",
        "",
        "",
    ),
    ("$backoff", "struct $backoff { int n, limit; unsigned seed; };", "", ""),
    (
        "$back_off",
        "static void $back_off(struct $backoff *b) { if (b->n < 1) { sched_yield(); b->n++; } else if (b->n < b->limit) { usleep(b->n); b->n++; } else b->n = 0; }",
        "",
        "",
    ),
    (
        "$yield_often",
        "static void $yield_often(struct $backoff *b) { for (int i = 0; i < b->n; i++) sched_yield(); b->n = (b->n + 1) % 3; }",
        "",
        "",
    ),
    (
        "$draw",
        "static int $draw(struct $backoff *b) { int n = rand_r(&b->seed) % 4; b->seed %= 3; return n; }",
        "",
        "",
    ),
    (
        "$back_off_once",
        "static int $back_off_once(struct $backoff *b) { sched_yield(); b->n = (b->n + 1) % 3; return b->n != b->limit; }",
        "",
        "",
    ),
    ("$pause", "static void $pause(int n) { if (n == 1) sched_yield(); else if (n > 1) usleep(n); }", "", ""),
    (
        "$in_a_second",
        "static void $in_a_second(struct timespec *t) { clock_gettime(CLOCK_REALTIME, t); t->tv_sec += 1; }",
        "",
        "",
    ),
    (
        "$passes",
        "static int $passes(void) { struct timespec t, u; clock_gettime(CLOCK_MONOTONIC, &t); clock_gettime(CLOCK_MONOTONIC, &u); return t.tv_sec != u.tv_sec || t.tv_nsec != u.tv_nsec; }",
        "",
        "",
    ),
    (
        "$soon",
        "static struct timespec $soon(void) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); t.tv_sec++; return t; }",
        "",
        "",
    ),
];

/// The lines that a final state can fail at.
const BUCKETS: usize = 24;

impl Program {
    /// As a part of a larger source: all names have this prefix.
    pub(crate) fn source(&self, prefix: &str) -> String {
        let functions = self.functions();
        let mut needed = functions.clone();
        // A declaration may mention another one.
        for _ in 0..2 {
            let added: Vec<&str> = declared(&needed).map(|(_, text, ..)| *text).collect();
            needed = format!("{functions}{}", added.concat());
        }
        let mut text = String::new();
        for (_, declaration, ..) in declared(&needed) {
            let _ = writeln!(text, "{declaration}");
        }
        text += &functions;
        text += &self.main_function(&needed);
        text.replace('$', prefix)
    }

    /// As a program of its own.
    pub(crate) fn standalone(&self) -> String {
        format!("{PRELUDE}{}", self.source(""))
    }

    /// What the threads do, main's function excepted, but with main's statements.
    fn functions(&self) -> String {
        let mut text = String::new();
        let mut function = |signature: &str, body: &[Statement]| {
            let _ =
                writeln!(text, "{signature} {{\n  UNUSED int r = 0, q = 0;\n  UNUSED struct $node *p = 0;");
            body.iter().for_each(|statement| statement.render(2, &mut text));
            let _ = writeln!(text, "  return 0;\n}}");
        };
        if self.needs_helper() {
            function("static void *$helper(UNUSED void *argument)", &self.helper);
        }
        for (index, worker) in self.workers.iter().enumerate() {
            function(&format!("static void *$worker{index}(UNUSED void *argument)"), worker);
        }
        function("static int $work(void)", &self.main);
        text
    }

    fn main_function(&self, needed: &str) -> String {
        // Where plain accesses are visible, reading the thread's id at once has the fewest interleavings.
        let start = "static pthread_t $start(void *(*function)(void *)) {\n  pthread_t thread;\n  \
                     pthread_create(&thread, 0, function, 0);\n  return thread;\n}\n";
        let show = if self.shows_final_state { show_function() } else { String::new() };
        let mut text = format!("{start}{show}int $main(void) {{\n");
        for (_, _, initialisation, _) in declared(needed).filter(|(_, _, text, _)| !text.is_empty()) {
            let _ = writeln!(text, "  {initialisation}");
        }
        if mentions(needed, "$s") {
            let _ = writeln!(text, "  sem_init(&$s, 0, {});", self.semaphore);
        }
        let threads = self.workers.len();
        for index in 0..threads {
            let _ = writeln!(text, "  pthread_t thread{index} = $start($worker{index});");
        }
        text += "  $work();\n";
        for index in 0..threads {
            let last = index + 1 == threads;
            let _ = match self.detaches && last {
                true => writeln!(text, "  pthread_detach(thread{index});"),
                false => writeln!(text, "  pthread_join(thread{index}, 0);"),
            };
        }
        if self.shows_final_state {
            let _ = writeln!(text, "  unsigned state = 0;");
            for (.., value) in declared(needed).filter(|(.., value)| !value.is_empty()) {
                let _ = writeln!(text, "  state = 5 * state + {value};");
            }
            text += "  $show(state);\n";
        }
        text + "  return 0;\n}\n"
    }

    fn needs_helper(&self) -> bool {
        let mut needs = false;
        self.visit(&mut |statement| needs |= statement.open.contains("$helper"));
        needs
    }

    pub(crate) fn visit(&self, visit: &mut impl FnMut(&Statement)) {
        let bodies = self.workers.iter().chain([&self.main, &self.helper]);
        bodies.flatten().for_each(|statement| statement.visit(visit));
    }

    /// Whether some statement contains the text.
    pub(crate) fn contains(&self, text: &str) -> bool {
        let mut found = false;
        self.visit(&mut |statement| found |= statement.open.contains(text) || statement.close.contains(text));
        found
    }

    /// Whether one of its statements is this.
    pub(crate) fn has_statement(&self, text: &str) -> bool {
        let mut found = false;
        self.visit(&mut |statement| found |= statement.open == text);
        found
    }

    /// Whether the language orders whatever the order of states orders: no release or acquire is left out, no failed attempt
    /// tells a thread something without synchronising with it, and no object is destroyed.
    pub(crate) fn is_ordered_by_state(&self) -> bool {
        let leaves_open =
            ["relaxed", "acquire", "release", "acq_rel", "try", "timed", "getvalue", "EDEADLK", "destroy"];
        !leaves_open.iter().any(|text| self.contains(text))
    }

    /// The programs with one worker, statement or property less.
    pub(crate) fn smaller(&self) -> Vec<Program> {
        let mut programs = Vec::new();
        for index in 0..self.workers.len() {
            let mut program = self.clone();
            program.workers.remove(index);
            programs.push(program);
        }
        for index in 0..self.workers.len() + 2 {
            let body = self.clone().body(index).clone();
            for body in smaller_bodies(&body) {
                let mut program = self.clone();
                *program.body(index) = body;
                programs.push(program);
            }
        }
        if self.detaches {
            programs.push(Program { detaches: false, ..self.clone() });
        }
        if self.shows_final_state {
            programs.push(Program { shows_final_state: false, ..self.clone() });
        }
        programs
    }

    fn body(&mut self, index: usize) -> &mut Vec<Statement> {
        match index {
            0 => &mut self.main,
            1 => &mut self.helper,
            _ => &mut self.workers[index - 2],
        }
    }
}

/// Fails at a line of its own for every state, or rather for every one of some classes of states. An optimiser would make one call
/// of all these.
fn show_function() -> String {
    let head = "__attribute__((noinline, optnone)) static void $show(unsigned state) {\n";
    let cases =
        (0..BUCKETS).map(|bucket| format!("  case {bucket}: mz_assert(!\"final state {bucket}\"); break;\n"));
    format!("{head}  switch (state % {BUCKETS}) {{\n{}  }}\n}}\n", cases.collect::<String>())
}

/// One statement less, or one replaced by its body, or its body made smaller.
fn smaller_bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut bodies = Vec::new();
    for (index, statement) in body.iter().enumerate() {
        let mut with = |replacement: Vec<Statement>| {
            let mut body = body.to_vec();
            body.splice(index..=index, replacement);
            bodies.push(body);
        };
        with(Vec::new());
        if !statement.body.is_empty() {
            with(statement.body.clone());
        }
        for smaller in smaller_bodies(&statement.body) {
            with(vec![Statement { body: smaller, ..statement.clone() }]);
        }
    }
    bodies
}

fn declared(
    text: &str,
) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str, &'static str)> {
    DECLARATIONS.iter().filter(move |(name, ..)| mentions(text, name))
}

/// Whether the text has the name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    text.match_indices(name).any(|(start, _)| is_end(&text[start + name.len()..]))
}
