//! What may still be executed and accessed, in small programs. Lines are known by the letters in comments at their ends.

mod fields;
mod pointers;
mod threads;

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
