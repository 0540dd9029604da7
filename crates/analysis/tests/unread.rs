//! Which variables are found to be read by nothing.

use mazurka_analysis::unread::Bytes;
use mazurka_analysis::{CallGraph, unread};
use mazurka_ir::link::{Program, SymbolRef};
use mazurka_ir::module::SymbolId;
use mazurka_vm::LIBRARY;

use crate::support::{compile, link};

/// `block of main: 0..4 8..16, main passes 1`: of the blocks that functions allocate, and how many operands of calls and returns decide nothing.
fn unread_anywhere(level: &str, text: &str) -> String {
    let program = compile(level, text);
    let found = unread::find(&CallGraph::new(&program, &LIBRARY));
    let mut words = Vec::new();
    for (index, symbol) in program.modules[0].symbols.iter().enumerate() {
        let at = SymbolRef { module: 0, symbol: SymbolId(index as u32) };
        let Some(of) = found.in_function(at) else { continue };
        let listed = |bytes: &Bytes| {
            let ranges: Vec<String> = bytes.ranges(128).iter().map(|range| format!("{range:?}")).collect();
            ranges.join(" ")
        };
        words.extend(of.blocks.values().map(|bytes| format!("block of {}: {}", symbol.name, listed(bytes))));
        if !of.indices.is_empty() {
            words.push(format!("{} indexes {}", symbol.name, of.indices.len()));
        }
        if !of.operands.is_empty() {
            words.push(format!("{} passes {}", symbol.name, of.operands.len()));
        }
    }
    words.sort();
    words.join(", ")
}

/// `x: 0..4, y: 8..16`, of the program's own variables.
fn unread(program: &Program) -> String {
    let found = unread::find(&CallGraph::new(program, &LIBRARY));
    let mut words = Vec::new();
    for (index, symbol) in program.modules[0].symbols.iter().enumerate() {
        let at = SymbolRef { module: 0, symbol: SymbolId(index as u32) };
        let bytes: Vec<String> = found.bytes(at).iter().map(|bytes| format!("{bytes:?}")).collect();
        if !bytes.is_empty() {
            words.push(format!("{}: {}", symbol.name, bytes.join(" ")));
        }
    }
    words.sort();
    words.join(", ")
}

/// What they begin with: something that is read, and memory that has a pointer in it.
const START: &str = "#include <stdatomic.h>\n#include <sched.h>\n#include <unistd.h>\n#include <fcntl.h>\nvolatile int out;\nvoid *volatile given[4] = {(void *)given};\n";

/// A program with a function `worker`, which main and a thread run. Everything is volatile, so that compilers leave it there.
fn check(text: &str, expected: &str) {
    for level in ["-O0", "-O1", "-O2"] {
        let start = "int main(void) { pthread_t t; pthread_create(&t, 0, worker, given); void *r = worker(given); return out + (r != 0) + (given[0] != 0); }";
        let text = format!("{START}{text}\n{start}");
        let text = text.replace("long ", "volatile long ").replace("plain ", "");
        assert_eq!(unread(&compile(level, &text)), expected, "{level}\n{text}");
    }
}

/// The body of the worker, with variables `x` and `y`.
fn check_body(body: &str, expected: &str) {
    check(&format!("static long x, y; void *worker(void *arg) {{ {body} return 0; }}"), expected);
}

#[test]
fn what_is_only_counted_is_unread() {
    check_body("x++;", "x: 0..8");
    check_body("x = x * 2 / 3 + y; y = 7;", "x: 0..8, y: 0..8");
    check_body("x = x + y; y = 7;", "x: 0..8, y: 0..8");
    check_body("plain long n = x; n = (n + 1) & 7; y = n; x = y;", "x: 0..8, y: 0..8");
    check_body("if (arg) x -= 3; else y = x == 4;", "x: 0..8, y: 0..8");
}

#[test]
fn updates_read_nothing_if_their_results_are_not_used() {
    check(
        "static atomic_int x; void *worker(void *arg) { x++; x |= 4; atomic_exchange(&x, 2); return 0; }",
        "x: 0..4",
    );
    check("static atomic_int x; void *worker(void *arg) { if (x++ == 4) out = 1; return 0; }", "");
    check(
        "static atomic_int x; void *worker(void *arg) { int e = 4; atomic_compare_exchange_strong(&x, &e, 5); return 0; }",
        "",
    );
}

#[test]
fn what_decides_something_is_read() {
    check_body("x++; if (x == 3) out = 1;", "");
    check_body("x++; while (x & 1) out = 1;", "");
    check_body("x++; switch (x) { case 1: out = 2; break; case 7: out = 3; }", "");
    check_body("x++; return (void *)x;", "");
    check_body("x++; sched_yield(); usleep(x);", "");
    check_body("x++; out = x;", "");
    check_body("x++; out = 12 / x;", "");
    check_body("x++; y = 12 / x;", "y: 0..8");
    check_body("x++; y = x / 3 + x % 5;", "x: 0..8, y: 0..8");
    check_body("x++; ((char *)arg)[x] = 1;", "");
}

#[test]
fn what_flows_to_what_is_read_is_read() {
    check_body("x++; y = x; out = y;", "");
    check_body("plain long n = x++; plain long k = n; out = k;", "");
    check_body("x++; y = x; if (y) out = 1;", "");
    check_body("x++; plain long n = x; memcpy(arg, (void *)&n, 8);", "");
    let places = "static volatile int a[4];";
    check(
        &format!("{places} static long x; void *worker(void *arg) {{ x++; a[x & 3]++; return 0; }}"),
        "a: 0..16",
    );
}

#[test]
fn addresses_that_are_used_otherwise_make_variables_read() {
    check_body("x++; y++; puts((void *)&x);", "y: 0..8");
    check_body("x++; y = x; puts((void *)&y);", "");
    check_body("x++; plain long n[2]; n[0] = x; n[1] = y; puts((void *)n); y++;", "");
    check_body("x++; y++; free((void *)&x);", "x: 0..8, y: 0..8");
    check_body("x++; y++; if (arg == (void *)&x) out = 1;", "x: 0..8, y: 0..8");
    check_body("static plain long volatile *where = &x; x++; y++; out = *where;", "y: 0..8");
    check_body("x++; y++; plain long volatile *p = arg ? &x : &y; out = *p;", "");
    check_body("x++; y++; memcpy(arg, (void *)&x, 8);", "y: 0..8");
    check_body("x++; y++; out = (uintptr_t)&x;", "y: 0..8");
    check_body("x++; y++; static uintptr_t at; at = (uintptr_t)&x; out = *(int *)at;", "y: 0..8");
}

#[test]
fn parts_of_variables() {
    let shared = "static struct { volatile int a; volatile int b; long c; } s;";
    check(
        &format!("{shared} void *worker(void *arg) {{ s.a++; s.c++; out = s.b; return 0; }}"),
        "s: 0..4 8..16",
    );
    check(&format!("{shared} void *worker(void *arg) {{ s.a++; s.c++; out = s.c; return 0; }}"), "s: 0..4");
    let both = "static volatile union { long whole; int half[2]; } u;";
    check(&format!("{both} void *worker(void *arg) {{ u.half[1]++; u.whole++; return 0; }}"), "u: 0..8");
    check(&format!("{both} void *worker(void *arg) {{ u.half[1]++; out = u.whole; return 0; }}"), "");
    let array = "static volatile int a[4];";
    check(&format!("{array} void *worker(void *arg) {{ a[1]++; out = a[2]; return 0; }}"), "a: 4..8");
    check(&format!("{array} void *worker(void *arg) {{ a[!!arg]++; out = a[2]; return 0; }}"), "");
    check(&format!("{array} void *worker(void *arg) {{ a[!!arg]++; a[2]++; return 0; }}"), "a: 0..16");
}

#[test]
fn thread_locals_are_variables() {
    check("static _Thread_local volatile int x; void *worker(void *arg) { x++; return 0; }", "x: 0..4");
    check("static _Thread_local volatile int x; void *worker(void *arg) { x++; out = x; return 0; }", "");
    check(
        "static _Thread_local volatile int x; void *worker(void *arg) { x++; puts((void *)&x); return 0; }",
        "",
    );
}

#[test]
fn only_numbers_are_left_out() {
    check_body("x = (uintptr_t)malloc(4);", "");
    check_body("x = *(plain long *)arg;", "");
    check_body("x = *(int *)arg;", "");
    check_body("x = ((int *)arg)[4];", "x: 0..8");
    check_body("x = *(int *)arg * (1L << 32);", "");
    check_body("x = (plain long)*(unsigned *)arg << 32 | ((unsigned *)arg)[1];", "");
    check_body("x += *(plain long *)arg;", "");
    check_body("x += arg == 0;", "x: 0..8");
    let halves = "static volatile int h[2];";
    check(
        &format!(
            "{halves} void *worker(void *arg) {{ h[0] = (uintptr_t)arg; h[1] = (uintptr_t)arg >> 32; return 0; }}"
        ),
        "",
    );
    check(
        &format!("{halves} void *worker(void *arg) {{ h[0] = ((unsigned char *)arg)[16]; return 0; }}"),
        "h: 0..4",
    );
    check("static volatile int h; void *worker(void *arg) { h = (uintptr_t)arg; return 0; }", "h: 0..4");
}

#[test]
fn variables_of_other_sections_and_of_other_names_are_read() {
    check(
        "__attribute__((section(\"tallies\"))) static volatile int x; void *worker(void *arg) { x++; return 0; }",
        "",
    );
    check(
        "volatile int x; extern volatile int y __attribute__((alias(\"x\"))); void *worker(void *arg) { x++; out = y; return 0; }",
        "",
    );
}

#[test]
fn thread_local_addresses_are_followed() {
    let text = "@x = thread_local global i64 5
define i32 @main() {
  %at = call ptr @llvm.threadlocal.address.p0(ptr @x)
  %old = load i64, ptr %at
  %new = add i64 %old, 1
  store i64 %new, ptr %at
  ret i32 0
}
declare ptr @llvm.threadlocal.address.p0(ptr)
";
    assert_eq!(unread(&link(text)), "x: 0..8");
}

#[test]
fn divisions_that_may_fail_read() {
    let check = |division: &str, expected: &str| {
        let text = format!(
            "@x = internal global i64 5\n@y = internal global i64 0
define i32 @main() {{
  %old = load i64, ptr @x
  store i64 7, ptr @x
  %quotient = {division}
  store i64 %quotient, ptr @y
  ret i32 0
}}
"
        );
        assert_eq!(unread(&link(&text)), expected, "{division}");
    };
    check("sdiv i64 %old, 3", "x: 0..8, y: 0..8");
    check("urem i64 %old, -2", "x: 0..8, y: 0..8");
    check("sdiv i64 %old, -1", "y: 0..8");
    check("srem i64 %old, 0", "y: 0..8");
    check("udiv i64 7, %old", "y: 0..8");
}

#[test]
fn what_says_where_is_read() {
    let indexed = "static volatile long i, a[4]; void *worker(void *arg) { a[i] = 1; i++; return 0; }";
    check(indexed, "a: 0..32");
}

/// A program with a struct on the heap, which two threads are given.
fn check_block(worker: &str, end: &str, expected: &str) {
    for level in ["-O0", "-O2"] {
        let text = format!(
            "{START}struct s {{ int lock; int plain; long hits; long of[2]; struct s *next; pthread_mutex_t m; long last; }};
            struct arg {{ struct s *volatile s; int id; }};
            void *worker(void *arg) {{ struct s *s = ((struct arg *)arg)->s; int id = ((struct arg *)arg)->id; {worker} return 0; }}
            int main(void) {{
                struct s *s = calloc(1, sizeof *s); struct arg args[2]; pthread_t t[2]; long sum = 0;
                for (int i = 0; i < 2; i++) {{ args[i] = (struct arg){{s, i}}; pthread_create(&t[i], 0, worker, &args[i]); }}
                for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
                {end}
                return out;
            }}"
        );
        assert_eq!(unread_anywhere(level, &text), expected, "{level}\n{text}");
    }
}

#[test]
fn fields_of_blocks() {
    check_block("s->hits++; out = s->plain;", "", "block of main: 8..16");
    check_block(
        "s->hits++; s->of[id]++; s->plain++; out = s->plain;",
        "free(s);",
        "block of main: 8..32, worker indexes 1",
    );
    check_block("s->hits++; s->of[id]++; out = s->of[1];", "", "block of main: 8..16, worker indexes 1");
    check_block("s->hits++;", "if (s->hits > 3) out = 1;", "");
    check_block(
        "s->hits++; pthread_mutex_lock(&s->m); s->last++; pthread_mutex_unlock(&s->m);",
        "",
        "block of main: 8..16 80..88",
    );
}

#[test]
fn pointers_are_not_left_out() {
    check_block("s->hits++; s->next = s; out = s->next->plain;", "", "block of main: 8..16");
    check_block("s->hits++; s->next = s; out = s->next->hits;", "", "");
    check_block("s->hits = (long)s;", "", "");
    check_block("s->hits = (long)s ^ 5; s->last++;", "", "block of main: 80..88");
}

#[test]
fn what_is_read_through_something_else_is_read() {
    check_block("s->hits++; long copy; memcpy(&copy, &s->hits, 8); out = copy;", "", "");
    check_block("s->hits++; struct s copy = *s; out = copy.plain;", "", "block of main: 8..16");
    check_block("s->hits++; struct s copy = *s; out = copy.hits;", "", "");
    check_block("s->hits++; out = ((int *)s)[3];", "", "");
    check_block("s->hits++; out = ((char *)s)[id];", "", "");
    check_block(
        "s->hits++; union { long whole; int half[2]; } *u = (void *)&s->hits; out = u->half[1];",
        "",
        "",
    );
    check_block("s->hits++; puts((char *)s);", "", "");
    check_block("s->hits++; __asm__ volatile(\"\" :: \"r\"(s) : \"memory\");", "", "");
    check_block("s->hits++;", "given[1] = s; puts((char *)given);", "");
    check_block(
        "s->hits++; long *p = &s->hits; uintptr_t n = (uintptr_t)p + 8; out = *(long *)(n - 8);",
        "",
        "",
    );
    check_block("s->hits++;", "s = realloc(s, 200); out = s->hits;", "");
    check_block(
        "s->hits++;",
        "char text[20]; sprintf(text, \"%ld\", s->hits); if (text[0] == '3') out = 1;",
        "",
    );
}

#[test]
fn calls_through_pointers_are_followed() {
    let text = |body: &str| {
        format!(
            "static long x; static void count(long *p) {{ (*p)++; }} static void show(long *p) {{ out = *p; }}
            static void (*volatile call[2])(long *) = {{count, {body}}};
            void *worker(void *arg) {{ call[0](&x); call[1](&x); return 0; }}"
        )
    };
    check(&text("count"), "x: 0..8");
    check(&text("show"), "");
    check(
        "static long x; static int order(const void *a, const void *b) { out = *(long *)a; return 0; } void *worker(void *arg) { x++; qsort((void *)&x, 1, 8, order); return 0; }",
        "",
    );
}

#[test]
fn results_of_threads() {
    let text = |result: &str| {
        format!(
            "static long x; void *worker(void *arg) {{ return 0; }} void *counter(void *arg) {{ x++; return (void *)x; }}
            __attribute__((constructor)) static void before(void) {{ pthread_t t; void *result; pthread_create(&t, 0, counter, 0); pthread_join(t, {result}); {} }}",
            if result == "0" { "" } else { "out = (int)(uintptr_t)result;" }
        )
    };
    check(&text("0"), "x: 0..8");
    check(&text("&result"), "");
    let ends = |result: &str| text(result).replace("return (void *)x;", "pthread_exit((void *)x);");
    check(&ends("0"), "x: 0..8");
    check(&ends("&result"), "");
}

#[test]
fn printing_numbers_is_not_reading() {
    check_body("x++; printf(\"%ld%% of %5d\\n\", x, out);", "x: 0..8");
    check_body("x++; fprintf(stderr, \"%#lx %s\\n\", x, (char *)arg);", "x: 0..8");
    check_body("x++; out = printf(\"%ld\", x);", "");
    check_body("x++; printf(arg, x);", "");
    check_body("x++; printf(\"%s\", (char *)x);", "");
    check_body("x++; printf(\"%*d\", (int)x, 3);", "");
    check_body("x++; printf(\"%d%n\", (int)x, (int *)&out);", "");
    check_body("x++; printf(\"%d\", (int)x, 4);", "");
    check_body("x++; printf(\"%2$d %1$d\", (int)x, 4);", "");
    check_body("x++; printf(\"%ld\", x); out = ftell(stdout);", "");
    check_body("x++; printf(\"%ld\", x); dup2(1, 2);", "");
    check_body("x++; printf(\"%ld\", x); setvbuf(stdout, arg, _IOFBF, 16);", "");
    check_body("x++; printf(\"%ld\", x); __asm__ volatile(\"syscall\");", "");
    check_body("x++; char to[20]; snprintf(to, 20, \"%ld\", x); out = to[0];", "");
}

#[test]
fn accesses_that_leave_their_variable_read_it() {
    check_body("x++; y++; out = ((volatile int *)&x)[2];", "y: 0..8");
    check_body("x++; y++; out = ((volatile int *)&x)[1];", "y: 0..8");
    check_body("x++; y++; out = ((volatile int *)&x)[-1];", "y: 0..8");
}

#[test]
fn updates_move_pointers() {
    let text = |value: &str| {
        format!(
            "static long two[2]; static _Atomic uintptr_t at = (uintptr_t)two; void *worker(void *arg) {{ two[1]++; at += {value}; out = *(long *)at; return 0; }}"
        )
    };
    check(&text("0"), "");
    check(&text("8"), "");
    let nand = "static long x; void *worker(void *arg) { __atomic_fetch_nand(&x, 7, 5); return 0; }";
    check(nand, "");
}

#[test]
fn operands_that_decide_nothing() {
    check_block(
        "long n = 0; while (*(volatile int *)&s->plain) n += 1; printf(\"%ld\", n);",
        "",
        "worker passes 1",
    );
    check_block(
        "long n = 0; while (*(volatile int *)&s->plain) n += 1; return (void *)n;",
        "",
        "worker passes 1",
    );
    check_block("long n = 0; while (*(volatile int *)&s->plain) n += 1; out = n;", "", "");
}
