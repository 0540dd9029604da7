//! What may still be executed and accessed, in small programs. Lines are known by the letters in comments at their ends.

use std::collections::BTreeMap;

use mazurka_vm::assembly::FunctionKind;
use mazurka_vm::{FieldId, FutureTable, LoweringOptions, Point, Program, lower};

use crate::support::{compile, link};

struct Subject {
    program: Program,
    /// The instructions of lines, by function and position.
    lines: BTreeMap<char, Vec<Point>>,
}

/// A program in C; lines can be told where nothing is optimised.
fn subject(text: &str) -> Subject {
    let options = LoweringOptions { future: true, ..LoweringOptions::default() };
    let program = lower(&compile("-O0", text), &options).expect("there is a main");
    let mut lines: BTreeMap<char, Vec<Point>> = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        let Some((_, label)) = line.rsplit_once("// ") else { continue };
        let label = label.chars().next().expect("a line has a label");
        for (function, kind) in program.functions.iter().map(|function| &function.kind).enumerate() {
            let FunctionKind::Code(code) = kind else { continue };
            let pcs = (0..code.insns.len() as u32).filter(|&pc| {
                !code.internal && code.position(pc).is_some_and(|at| at.location.line == number)
            });
            lines.entry(label).or_default().extend(pcs.map(|pc| Point { function: function as u32, pc }));
        }
        assert!(!lines[&label].is_empty(), "line {label} has no instructions");
    }
    Subject { program, lines }
}

impl Subject {
    fn table(&self) -> &FutureTable {
        self.program.future.as_ref().expect("it was asked for")
    }

    /// Before a function of the library's own text.
    fn function(&self, name: &str) -> Point {
        let functions = &self.program.functions;
        let found = functions.iter().position(|function| &*function.name == name);
        Point { function: found.expect("it is linked") as u32, pc: 0 }
    }

    /// Before a line.
    fn point(&self, label: char) -> Point {
        self.lines[&label][0]
    }

    /// Whether a thread before one line may come to another.
    fn comes(&self, from: char, to: char) -> bool {
        self.lines[&to].iter().any(|&site| self.table().may_execute(self.point(from), site))
    }

    /// Which of these lines a thread before a line may come to.
    fn lines_after(&self, from: char) -> String {
        self.lines.keys().filter(|&&to| self.comes(from, to)).collect()
    }

    /// The field of a line's last access.
    fn field(&self, label: char) -> FieldId {
        let is_access = |site: &&Point| match &self.program.functions[site.function as usize].kind {
            FunctionKind::Code(code) => {
                let insn = &code.insns[site.pc as usize];
                insn.accesses_memory() || insn.is_call()
            }
            _ => false,
        };
        let site = self.lines[&label].iter().rfind(is_access);
        self.table().field(*site.unwrap_or_else(|| panic!("line {label} accesses nothing")))
    }

    /// Whether a thread before a line may access what another line accesses.
    fn may_access(&self, from: char, what: char, only_writes: bool) -> bool {
        let fields = self.table().field_overlaps().of(self.field(what));
        self.table().may_access(self.point(from), fields, only_writes)
    }

    fn overlap(&self, one: char, other: char) -> bool {
        self.table().field_overlaps().overlap(self.field(one), self.field(other))
    }

    fn is_any(&self, label: char) -> bool {
        self.field(label) == FieldId::ANY
    }

    fn hides_pointers(&self) -> bool {
        self.table().hides_pointers()
    }
}

#[test]
fn what_is_behind_a_point_is_its_future_and_all_of_a_loop_around_it() {
    let subject = subject(
        "volatile int v;
        int main(int argc, char **argv) {
            v = 1; // a
            for (int i = 0; i < argc; i++) {
                if (argc > 3) {
                    v = 2; // b
                    break;
                }
                v = 3; // c
                v = 4; // d
            }
            v = 5; // e
            return 0; // f
        }",
    );
    assert_eq!(subject.lines_after('a'), "abcdef");
    assert_eq!(subject.lines_after('b'), "bef");
    assert_eq!(subject.lines_after('c'), "bcdef");
    assert_eq!(subject.lines_after('d'), "bcdef");
    assert_eq!(subject.lines_after('e'), "ef");
}

#[test]
fn functions_are_part_of_the_future_before_their_calls() {
    let subject = subject(
        "volatile int v;
        void inner(void) {
            v = 1; // a
        }
        void outer(int n) {
            v = 2; // b
            inner(); // c
            v = 3; // d
        }
        void recursive(int n) {
            v = 4; // e
            if (n > 0)
                recursive(n - 1); // f
            v = 5; // g
        }
        void never(void) { v = 6; }
        int main(void) {
            v = 7; // h
            outer(1); // i
            v = 8; // j
            recursive(3); // k
            v = 9; // l
            return 0;
        }",
    );
    assert_eq!(subject.lines_after('h'), "abcdefghijkl");
    assert_eq!(subject.lines_after('j'), "efgjkl");
    assert_eq!(subject.lines_after('l'), "l");
    assert_eq!(subject.lines_after('b'), "abcd");
    assert_eq!(subject.lines_after('d'), "d");
    // A call of a recursive function that is under way: what its callers do is in their own future.
    assert_eq!(subject.lines_after('f'), "efg");
    assert_eq!(subject.lines_after('g'), "g");
}

#[test]
fn switches_and_computed_jumps_lead_to_their_labels() {
    let subject = subject(
        "volatile int v;
        int main(int argc, char **argv) {
            static void *labels[] = {&&one, &&two};
            switch (argc) {
            case 1:
                v = 1; // a
                break;
            case 2:
                v = 2; // b
            default:
                v = 3; // c
            }
            v = 4; // d
            goto *labels[argc & 1];
        one:
            v = 5; // e
            return 0;
        two:
            v = 6; // f
            goto *labels[v];
        }",
    );
    assert_eq!(subject.lines_after('a'), "adef");
    assert_eq!(subject.lines_after('b'), "bcdef");
    assert_eq!(subject.lines_after('d'), "def");
    assert_eq!(subject.lines_after('e'), "e");
    assert_eq!(subject.lines_after('f'), "ef");
}

#[test]
fn calls_through_pointers_lead_to_functions_that_are_stored_or_passed() {
    let subject = subject(
        "volatile int v;
        void stored(int x) { v = 1; } // a
        void also_stored(int x) { v = 2; } // b
        void passed(int x) { v = 3; } // c
        void (*table[])(int) = {stored, 0};
        struct ops { int n; void (*run)(int); } ops;
        void call(void (*f)(int)) { f(1); }
        int main(int argc, char **argv) {
            ops.run = also_stored;
            v = 4; // d
            call(passed);
            v = 5; // e
            table[argc](2);
            v = 6; // f
            void (*local)(int) = argc ? passed : 0;
            local(3);
            v = 7; // g
            ops.run(4);
            v = 8; // h
            return 0;
        }",
    );
    assert_eq!(subject.lines_after('d'), "abcdefgh");
    assert_eq!(subject.lines_after('h'), "h");
    // All of memory is one place.
    assert_eq!(subject.lines_after('g'), "abgh");
    assert_eq!(subject.lines_after('f'), "abcfgh");
}

#[test]
fn functions_are_followed_through_numbers_and_results() {
    let subject = subject(
        "volatile int v;
        void number(void) { v = 1; } // a
        void result(void) { v = 2; } // b
        void copied(void) { v = 3; } // c
        void other(void) { v = 4; } // d
        typedef void f(void);
        f *get(int n) { return n ? result : 0; }
        int main(int argc, char **argv) {
            f *unused = other;
            if (unused == 0) return 1;
            uintptr_t n = (uintptr_t)number + 1;
            f *functions[1] = {copied}, *again[1];
            memcpy(again, functions, sizeof again);
            v = 5; // e
            get(argc)(); // f
            v = 6; // g
            ((f *)(n - 1))();
            v = 7; // h
            again[0]();
            return 0; // i
        }",
    );
    assert_eq!(subject.lines_after('e'), "abcefghi");
    assert_eq!(subject.lines_after('g'), "acghi");
    assert_eq!(subject.lines_after('h'), "chi");
}

const THREADS: &str = "volatile int v;
    void *one(void *arg) {
        v = 1; // a
        return 0;
    }
    void helper(void) {
        v = 2; // b
    }
    void *two(void *arg) {
        pthread_t t;
        v = 3; // c
        pthread_create(&t, 0, one, 0);
        helper();
        v = 4; // d
        return 0;
    }";

#[test]
fn threads_are_part_of_the_future_of_those_that_may_create_them() {
    let subject = subject(&format!(
        "{THREADS}
        int main(void) {{
            pthread_t t;
            v = 5; // e
            pthread_create(&t, 0, two, 0);
            v = 6; // f
            pthread_join(t, 0);
            v = 7; // g
            return 0;
        }}"
    ));
    assert_eq!(subject.lines_after('e'), "abcdefg");
    assert_eq!(subject.lines_after('f'), "fg");
    assert_eq!(subject.lines_after('c'), "abcd");
    assert_eq!(subject.lines_after('a'), "a");
    assert_eq!(subject.lines_after('d'), "d");
}

#[test]
fn the_function_of_a_thread_may_come_from_anywhere() {
    let subject = subject(&format!(
        "#include <threads.h>
        {THREADS}
        int three(void *arg) {{
            v = 8; // h
            return 0;
        }}
        void *(*functions[])(void *) = {{one, two}};
        void start(void *(*f)(void *)) {{
            pthread_t t;
            pthread_create(&t, 0, f, 0);
        }}
        int main(int argc, char **argv) {{
            thrd_t t;
            v = 5; // e
            start(functions[argc]);
            v = 6; // f
            thrd_create(&t, three, 0);
            v = 7; // g
            return 0;
        }}"
    ));
    assert_eq!(subject.lines_after('e'), "abcdefgh");
    assert_eq!(subject.lines_after('f'), "fgh");
    assert_eq!(subject.lines_after('g'), "g");
    // What ends a thread calls no function that was only stored.
    assert_eq!(subject.lines_after('h'), "h");
}

#[test]
fn functions_that_are_arguments_belong_to_the_calls_that_give_them() {
    let subject = subject(
        "volatile int v; pthread_t t; int numbers[3];
        void *one(void *arg) {
            v = 1; // a
            return 0;
        }
        void *two(void *arg) {
            v = 2; // b
            return 0;
        }
        void start(void *(*f)(void *), int again) {
            v = 3; // c
            if (again)
                start(f, 0);
            pthread_create(&t, 0, f, 0);
            v = 4; // d
        }
        void changes(void *(*f)(void *)) {
            if (v)
                f = two;
            f(0);
        }
        int up(const void *a, const void *b) { return v; } // e
        int down(const void *a, const void *b) { return -v; } // f
        int main(void) {
            v = 5; // g
            pthread_create(&t, 0, one, 0);
            v = 6; // h
            start(two, 1);
            v = 7; // i
            qsort(numbers, 3, sizeof *numbers, up);
            v = 8; // j
            qsort(numbers, 3, sizeof *numbers, down);
            v = 9; // k
            changes(one);
            v = 10; // l
            return 0;
        }",
    );
    assert_eq!(subject.lines_after('h'), "abcdefhijkl");
    assert_eq!(subject.lines_after('l'), "l");
    assert_eq!(subject.lines_after('k'), "abkl");
    assert_eq!(subject.lines_after('j'), "abfjkl");
    assert_eq!(subject.lines_after('i'), "abefijkl");
    // Asked about alone, a function may have been given anything.
    assert_eq!(subject.lines_after('c'), "bcd");
    assert_eq!(subject.lines_after('d'), "d");
}

#[test]
fn threads_that_were_created_are_no_more_the_future_of_their_creator() {
    let subject = subject(
        "volatile int v; pthread_t t;
        void *one(void *arg) {
            v = 1; // a
            return 0;
        }
        void *two(void *arg) {
            v = 2; // b
            return 0;
        }
        int main(void) {
            v = 3; // c
            pthread_create(&t, 0, one, 0);
            v = 4; // d
            pthread_create(&t, 0, two, 0);
            v = 5; // e
            return 0;
        }",
    );
    assert_eq!(subject.lines_after('c'), "abcde");
    assert_eq!(subject.lines_after('d'), "bde");
    assert_eq!(subject.lines_after('e'), "e");
}

#[test]
fn where_a_function_calls_setjmp_all_of_it_may_come_again() {
    let subject = subject(
        "#include <setjmp.h>
        volatile int v;
        jmp_buf there;
        void jump(void) {
            v = 1; // a
            longjmp(there, 1);
        }
        void without(void) {
            v = 2; // b
            jump(); // c
            v = 3; // d
        }
        int main(void) {
            v = 4; // e
            if (setjmp(there))
                v = 5; // f
            without();
            v = 6; // g
            return 0; // h
        }",
    );
    assert_eq!(subject.lines_after('h'), "abcdefgh");
    assert_eq!(subject.lines_after('d'), "d");
}

#[test]
fn the_library_calls_what_it_is_given() {
    let subject = subject(
        "volatile int v;
        int compare(const void *a, const void *b) { return v; } // a
        void at_the_end(void) { v = 1; } // b
        void once(void) { v = 2; } // c
        void destroy(void *value) { v = 3; } // d
        __attribute__((constructor)) void before(void) { v = 4; } // e
        __attribute__((destructor)) void after(void) { v = 5; } // f
        pthread_once_t control = PTHREAD_ONCE_INIT;
        void *worker(void *arg) {
            v = 6; // g
            return 0;
        }
        int main(void) {
            int numbers[3] = {3, 1, 2};
            pthread_key_t key;
            pthread_t t;
            pthread_create(&t, 0, worker, 0);
            atexit(at_the_end);
            pthread_key_create(&key, destroy);
            v = 7; // h
            qsort(numbers, 3, sizeof *numbers, compare);
            v = 8; // i
            pthread_once(&control, once);
            v = 9; // j
            exit(0);
            return 0;
        }",
    );
    // It keeps constructors, destructors and what is registered in one place.
    assert_eq!(subject.lines_after('h'), "abcdefhij");
    assert_eq!(subject.lines_after('i'), "bcdefij");
    assert_eq!(subject.lines_after('j'), "bdefj");
    // A frame's future ends where its function returns: what comes behind is in that of the frame below.
    assert_eq!(subject.lines_after('g'), "g");
    let start = subject.function("__mazurka_thread_start");
    let FunctionKind::Code(code) = &subject.program.functions[start.function as usize].kind else {
        panic!("it is code")
    };
    let call = code.insns.iter().position(|insn| insn.is_call()).expect("it calls the thread's function");
    let behind = Point { pc: call as u32 + 1, ..start };
    let may = |label: char| subject.table().may_execute(behind, subject.point(label));
    assert!(may('b') && may('d') && may('f') && !may('g') && !may('a') && !may('c'));
}

#[test]
fn fields_are_those_of_the_innermost_struct() {
    let subject = subject(
        "struct inner { int x; double y; };
        struct outer { struct inner first; struct inner more[3]; int numbers[4]; struct outer *next; };
        struct outer *head; int i;
        int main(void) {
            head->first.x = 1; // a
            head->more[i].x = 2; // b
            head->first.y = 3; // c
            head->numbers[1] = 4; // d
            head->numbers[i] = 5; // e
            head->next = 0; // f
            head->next->next = 0; // g
            struct inner *p = &head->more[1];
            p->x = 6; // h
            int *q = &head->numbers[i];
            *q = 7; // i
            return 0;
        }",
    );
    for (one, other) in [('a', 'b'), ('a', 'h'), ('d', 'e'), ('f', 'g'), ('d', 'i')] {
        assert!(subject.overlap(one, other), "{one} {other}");
    }
    for (one, other) in [('a', 'c'), ('a', 'd'), ('d', 'f'), ('c', 'f'), ('a', 'i')] {
        assert!(!subject.overlap(one, other) && !subject.overlap(other, one), "{one} {other}");
    }
    assert!(subject.may_access('h', 'a', true) && !subject.may_access('i', 'a', false));
    assert!(subject.may_access('c', 'c', true) && !subject.may_access('d', 'c', false));
}

#[test]
fn variables_and_arrays_are_fields() {
    let subject = subject(
        "int x, y, numbers[8], i; long longs[8]; struct point { int x, y; } point;
        void set(int *p) {
            *p = 1; // a
        }
        void walk(int *p) {
            p[i] = 2; // b
        }
        void elsewhere(long *p) {
            p[i] = 3; // c
        }
        int main(void) {
            int local[4];
            static long *where;
            set(&x);
            x = 4; // d
            y = 5; // e
            numbers[2] = 6; // f
            numbers[3] = 7; // g
            numbers[i] = 8; // h
            walk(numbers);
            walk(local);
            point.y = 9; // j
            (&point)->y = 10; // k
            where = longs;
            elsewhere(where);
            longs[1] = 11; // l
            return x; // m
        }",
    );
    for (one, other) in [('a', 'd'), ('f', 'h'), ('g', 'h'), ('b', 'f'), ('j', 'k'), ('c', 'l')] {
        assert!(subject.overlap(one, other), "{one} {other}");
    }
    for (one, other) in [('a', 'e'), ('d', 'e'), ('f', 'g'), ('c', 'f'), ('j', 'd'), ('b', 'l')] {
        assert!(!subject.overlap(one, other), "{one} {other}");
    }
    assert!(subject.may_access('e', 'd', false) && !subject.may_access('e', 'd', true));
    assert!(!subject.may_access('m', 'e', false));
}

#[test]
fn what_is_not_understood_may_be_any_field() {
    let subject = subject(
        "struct a { int x, y; }; struct b { long x; };
        union both { struct a a; struct b b; } *u;
        int **somewhere; struct a *objects;
        int main(void) {
            **somewhere = 1; // a
            *(char *)(uintptr_t)somewhere = 2; // b
            objects[0] = objects[1]; // c
            u->a.y = 3; // d
            u->b.x = 4; // e
            return 0;
        }",
    );
    assert!(subject.is_any('a') && subject.is_any('b') && subject.is_any('c'));
    // Types are a first assumption; whoever sees that it is wrong adds to it.
    assert!(!subject.overlap('d', 'e'));
    let mut overlaps = subject.table().field_overlaps().clone();
    let (one, other) = (subject.field('d'), subject.field('e'));
    assert!(overlaps.add(one, other) && !overlaps.add(other, one) && overlaps.overlap(one, other));
    let may =
        |from: char, of: FieldId| subject.table().may_access(subject.point(from), overlaps.of(of), true);
    assert!(may('e', one) && may('e', other));
    assert!(subject.may_access('a', 'd', true) && !subject.may_access('e', 'd', true));
}

#[test]
fn library_functions_access_what_their_arguments_point_to() {
    let subject = subject(
        "struct queue { pthread_mutex_t lock; pthread_cond_t filled; int count; } *q;
        pthread_mutex_t other; char name[8]; char *text; void *block;
        int main(void) {
            pthread_mutex_lock(&q->lock); // a
            while (!q->count) // b
                pthread_cond_wait(&q->filled, &q->lock); // c
            pthread_mutex_unlock(&q->lock); // d
            pthread_mutex_lock(&other); // e
            strcpy(name, \"text\"); // f
            strcpy(text, name); // g
            free(block); // h
            malloc(3); // i
            return q->count; // j
        }",
    );
    assert!(subject.overlap('a', 'd') && !subject.overlap('a', 'b') && !subject.overlap('a', 'e'));
    assert!(!subject.overlap('f', 'b') && !subject.overlap('f', 'e'));
    assert!(subject.is_any('g'));
    assert!(subject.overlap('h', 'b') && !subject.overlap('h', 'e') && !subject.overlap('h', 'f'));
    assert!(!subject.overlap('i', 'b') && !subject.overlap('i', 'h'));
    // The lock is accessed in the function that waits.
    assert!(subject.may_access('b', 'a', true));
}

#[test]
fn a_thread_that_does_little_accesses_little() {
    let subject = subject(
        "struct s { int x, y; } *s;
        void *worker(void *arg) {
            s->x = 1; // a
            return arg;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, worker, &s);
            pthread_join(t, 0);
            s->y = 2; // b
            return 0;
        }",
    );
    let start = subject.function("__mazurka_thread_start");
    let overlaps = subject.table().field_overlaps();
    let may = |label: char| subject.table().may_access(start, overlaps.of(subject.field(label)), false);
    assert!(may('a') && !may('b'));
    assert!(!subject.may_access('b', 'a', false));
}

#[test]
fn variables_of_a_function_end_with_it() {
    let subject = subject(
        "struct s { int x; } *shared;
        int f(void) {
            struct s local;
            shared = &local;
            local.x = 1; // a
            return local.x; // b
        }
        int g(int x) {
            return x; // c
        }
        int main(void) { return f() + g(1); }",
    );
    let FunctionKind::Code(code) = &subject.program.functions[subject.point('a').function as usize].kind
    else {
        panic!("it is code")
    };
    let pc =
        code.insns.iter().position(|insn| format!("{insn:?}").starts_with("Return")).expect("it returns");
    let end = subject.table().field(Point { pc: pc as u32, ..subject.point('a') });
    assert_eq!(subject.table().field_name(end), "the variables of f");
    let overlaps = subject.table().field_overlaps();
    assert!(subject.table().may_access(subject.point('b'), overlaps.of(end), true));
    assert!(!subject.table().may_access(subject.point('c'), overlaps.of(end), false));
}

/// Whether a program hides pointers whose `main` and thread are these.
fn hides(globals: &str, worker: &str, main: &str) -> bool {
    let text = format!(
        "long number; int small; void *pointer; struct list {{ uintptr_t link; }} *list;
        {globals}
        void *worker(void *arg) {{ {worker} return 0; }}
        int main(int argc, char **argv) {{ pthread_t t; {main} return 0; }}"
    );
    let hidden = subject(&text).hides_pointers();
    // What the optimiser makes of it hides no less.
    let options = LoweringOptions { future: true, ..LoweringOptions::default() };
    let optimized = lower(&compile("-O1", &text), &options).expect("there is a main");
    let optimized = optimized.future.expect("it was asked for").hides_pointers();
    assert!(hidden || !optimized, "only where it is optimised: {text}");
    hidden
}

#[test]
fn numbers_that_are_passed_as_pointers_hide_nothing() {
    let create = "for (long i = 0; i < 3; i++) pthread_create(&t, 0, worker, (void *)i);";
    assert!(!hides("", "int id = (int)(long)arg; number = (long)arg * 2;", create));
    // The same with a pointer does.
    assert!(hides("", "int id = (int)(long)arg;", "pthread_create(&t, 0, worker, &number);"));
    assert!(hides("", "number = (long)arg * 2;", "pthread_create(&t, 0, worker, malloc(3));"));
}

#[test]
fn whole_words_and_differences_hide_nothing() {
    assert!(!hides("", "", "pointer = &argc; number = (char *)pointer - (char *)&number;"));
    assert!(!hides("", "", "number = (long)&number; pointer = (void *)number;"));
    assert!(!hides(
        "",
        "",
        "if ((uintptr_t)pointer & 7) number = 1; if ((uintptr_t)pointer > 5) number = 2;"
    ));
    assert!(!hides("", "", "uintptr_t copy = (uintptr_t)pointer; list->link = copy;"));
    assert!(!hides("", "", "__asm__ volatile(\"\" ::: \"memory\");"));
}

#[test]
fn pieces_tags_and_sums_hide_pointers() {
    assert!(hides("", "", "list->link = (uintptr_t)pointer ^ (uintptr_t)&number;"));
    assert!(hides("", "", "list->link = (uintptr_t)pointer | 1;"));
    assert!(hides("", "", "small = (int)(uintptr_t)pointer;"));
    assert!(hides("void take(uintptr_t n) { list->link = ~n; }", "", "take((uintptr_t)pointer);"));
    assert!(hides("", "", "__asm__ volatile(\"\" : \"+r\"(pointer));"));
}

#[test]
fn loads_of_pointers_are_known() {
    let subject = subject(
        "void *p; long n; struct s { int x; struct s *next; } *s;
        int main(void) {
            n = n; // a
            p = p; // b
            s = s->next; // c
            n = s->x; // d
            return 0;
        }",
    );
    let loads = |label: char| -> Vec<bool> {
        let sites = subject.lines[&label].iter();
        let is_load = |site: &&Point| match &subject.program.functions[site.function as usize].kind {
            FunctionKind::Code(code) => format!("{:?}", code.insns[site.pc as usize]).starts_with("Load"),
            _ => false,
        };
        sites.filter(is_load).map(|&site| subject.table().loads_pointer(site)).collect()
    };
    assert_eq!(loads('a'), [false]);
    assert_eq!(loads('b'), [true]);
    assert_eq!(loads('c'), [true, true]);
    assert_eq!(loads('d'), [true, false]);
}

#[test]
fn a_program_of_text_alone_can_be_asked() {
    let text = "
@v = global i32 0
define void @f() {
  store i32 1, ptr @v
  ret void
}
define i32 @main() {
  %c = load volatile i32, ptr @v
  %b = icmp eq i32 %c, 0
  br i1 %b, label %one, label %two
one:
  %p = phi ptr [ @f, %0 ], [ %p, %one ]
  call void %p()
  br label %one
two:
  ret i32 0
}
";
    let options = LoweringOptions { future: true, ..LoweringOptions::default() };
    let program = lower(&link(text), &options).expect("there is a main");
    let id =
        |name: &str| program.functions.iter().position(|function| &*function.name == name).unwrap() as u32;
    let table = program.future.as_ref().expect("it was asked for");
    let (f, main) = (Point { function: id("f"), pc: 0 }, Point { function: id("main"), pc: 0 });
    assert!(table.may_execute(main, f) && !table.may_execute(f, main));
    let FunctionKind::Code(code) = &program.functions[id("main") as usize].kind else { panic!("it is code") };
    let end = code.insns.iter().position(|insn| format!("{insn:?}").starts_with("Return")).unwrap();
    assert!(!table.may_execute(Point { pc: end as u32, ..main }, f));
}
