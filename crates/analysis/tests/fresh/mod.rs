//! Each way in which memory escapes, in a program of its own. Lines say what is claimed of them: `// fresh`, all plain accesses of the
//! line; `// shared`, not all of them.

mod functions;
mod pointers;
mod stacks;

use std::collections::BTreeMap;

use mazurka_analysis::{CallGraph, fresh};
use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BlockId, Callee, Op, Value};
use mazurka_ir::link::Program;
use mazurka_vm::LIBRARY;

use crate::support::{compile, link};

/// Beside each line with plain accesses of the program, whether all of them are claimed to be fresh.
fn claims(program: &Program) -> BTreeMap<u32, bool> {
    let graph = CallGraph::new(program, &LIBRARY);
    let found = fresh::find(&graph);
    let mut lines = BTreeMap::new();
    for node in graph.functions.iter().filter(|node| node.at.module == 0) {
        for (number, block) in node.body.blocks.iter().enumerate() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                let accesses = match &instruction.op {
                    Op::Load { .. } | Op::Store { .. } => true,
                    Op::Call(call) => match &call.callee {
                        Callee::Value(Value::Constant(Constant::Symbol(symbol))) => {
                            let name = &node.module.symbol(*symbol).name;
                            name.starts_with("llvm.mem")
                        }
                        _ => false,
                    },
                    _ => false,
                };
                let location = instruction.debug.and_then(|id| node.module.debug.location(id));
                if let (true, Some(location)) = (accesses, location) {
                    let at = (BlockId(number as u32), index);
                    let is_fresh = found.of(node.at).is_some_and(|found| found.contains(&at));
                    *lines.entry(location.line).or_insert(true) &= is_fresh;
                }
            }
        }
    }
    lines
}

/// Lines can be compared where nothing is optimised; elsewhere there are claims, too.
fn check(text: &str) {
    let claims = claims(&compile("-O0", text));
    let mut checked = 0;
    for (line, number) in text.lines().zip(1..) {
        for (marker, expected) in [("// fresh", true), ("// shared", false)] {
            if line.ends_with(marker) {
                assert_eq!(claims.get(&number), Some(&expected), "line {number}: {line}\n{text}");
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "nothing is checked in\n{text}");
}

const NODE: &str = "struct node { int x; struct node *next; long y; }; struct node *head, *tail; \
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; volatile int v; void *other(void *p) { return p; }";

/// A program with a function that main and a thread run.
fn check_body(body: &str) {
    check(&format!(
        "{NODE}\n{body}\nint main(void) {{ pthread_t t; pthread_create(&t, 0, worker, 0); pthread_create(&t, 0, worker, 0); }}\n"
    ));
}

#[test]
fn a_block_is_fresh_until_a_global_points_to_it() {
    check_body(
        "void *worker(void *arg) {
            struct node *n = malloc(sizeof *n);
            n->x = 1; // fresh
            n->y = n->x + 1; // fresh
            n->next = 0; // fresh
            pthread_mutex_lock(&m);
            n->next = head; // shared
            head = n; // shared
            n->x = 3; // shared
            pthread_mutex_unlock(&m);
            return 0;
        }",
    );
}

#[test]
fn other_allocators_make_fresh_blocks() {
    check_body(
        "void *worker(void *arg) {
            struct node *a = calloc(1, sizeof *a);
            struct node *b = aligned_alloc(16, 32);
            a->x = 1; // fresh
            b->x = 1; // fresh
            b->next = a; // fresh
            b = realloc(b, 64);
            b->y = 2; // fresh
            a->y = 2; // fresh
            head = b;
            b->y = 3; // shared
            a->y = 3; // shared
            return 0;
        }",
    );
}

#[test]
fn freed_blocks_are_not_fresh() {
    check_body(
        "void *worker(void *arg) {
            struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
            a->x = 1; // fresh
            free(a);
            b->x = 1; // fresh
            a->x = 2; // shared
            struct node *c = realloc(b, 100);
            b->x = 2; // shared
            c->x = 2; // fresh
            return 0;
        }",
    );
}

#[test]
fn a_block_escapes_with_the_block_that_points_to_it() {
    check_body(
        "void *worker(void *arg) {
            struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
            a->next = b; // fresh
            b->next = c; // fresh
            a->next->x = 1; // fresh
            c->x = 1; // fresh
            head = a;
            b->x = 2; // shared
            c->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn storing_into_an_escaped_block_escapes() {
    check_body(
        "void *worker(void *arg) {
            struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
            head = a;
            b->x = 1; // fresh
            a->next = b; // shared
            b->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn arguments_of_threads_escape() {
    check_body(
        "void *worker(void *arg) {
            struct node *n = malloc(sizeof *n);
            struct node s;
            pthread_t t;
            n->x = 1; // fresh
            s.x = 1;
            pthread_create(&t, 0, other, n);
            n->x = 2; // shared
            pthread_create(&t, 0, other, &s);
            s.x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn loops_make_new_blocks() {
    check_body(
        "void *worker(void *arg) {
            struct node *last = 0;
            for (int i = 0; i < 3; i++) {
                struct node *n = malloc(sizeof *n);
                n->x = i; // fresh
                if (last)
                    last->x = 7; // shared
                head = n;
                last = n;
                n->x = i + 1; // shared
            }
            return 0;
        }",
    );
}

#[test]
fn an_older_block_of_a_loop_is_not_the_new_one() {
    check_body(
        "void *worker(void *arg) {
            struct node *list = 0;
            for (int i = 0; i < 3; i++) {
                struct node *n = malloc(sizeof *n);
                n->next = list; // fresh
                list = n;
            }
            list->x = 1; // fresh
            list->next->x = 1; // fresh
            head = list;
            list->next->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn values_from_several_places() {
    check_body(
        "void *worker(void *arg) {
            struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
            struct node *c = v ? a : b;
            c->x = 1; // fresh
            struct node *d = v ? a : head;
            d->x = 1; // shared
            if (v)
                head = a;
            a->x = 2; // shared
            b->x = 2; // fresh
            c->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn stack_variables_are_fresh_until_their_address_escapes() {
    check_body(
        "void fill(int *a, int n) {
            for (int i = 0; i < n; i++)
                a[i] = i; // fresh
        }
        void *worker(void *arg) {
            int numbers[10], sum = 0;
            struct node s = {1};
            fill(numbers, 10);
            for (int i = 0; i < 10; i++)
                sum += numbers[i]; // fresh
            s.x = sum; // fresh
            head = &s;
            s.x = 1; // shared
            return 0;
        }",
    );
}

/// When the function has returned, another one's variables are where the pointer leads to.
#[test]
fn dangling_pointers_to_the_stack() {
    let program = |leaks: &str| {
        format!(
            "void helper(void) {{ int a[2]; a[0] = 1; {leaks} }}
            int *volatile g;
            void sum(void) {{
                int b[2];
                b[0] = 1; // CLAIM
            }}
            void *worker(void *arg) {{ helper(); sum(); return 0; }}"
        )
        .replace("int *volatile g;\n", "\n")
        .replacen("void helper", "int *volatile g; void helper", 1)
    };
    check_body(&program("").replace("CLAIM", "fresh"));
    check_body(&program("g = a;").replace("CLAIM", "shared"));
}

#[test]
fn mutexes_in_blocks_do_not_let_them_escape() {
    check_body(
        "struct account { pthread_mutex_t lock; int balance; } *accounts[2];
        void *worker(void *arg) {
            struct account *a = malloc(sizeof *a);
            pthread_mutex_init(&a->lock, 0);
            a->balance = 100; // fresh
            pthread_mutex_lock(&m);
            accounts[0] = a; // shared
            pthread_mutex_unlock(&m);
            pthread_mutex_lock(&a->lock);
            a->balance = 50; // shared
            pthread_mutex_unlock(&a->lock);
            return 0;
        }",
    );
}

/// Values in registers, as optimised code has them: the pointer of the last iteration, and of this one.
#[test]
fn phis_and_selects() {
    let text = "
%node = type { i32, ptr }
@head = global ptr null
declare ptr @malloc(i64)
define ptr @worker(ptr %arg) {
entry:
  br label %loop
loop:
  %last = phi ptr [ null, %entry ], [ %new, %again ]
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %new = call ptr @malloc(i64 16)
  store i32 %i, ptr %new ; fresh
  %which = icmp eq i32 %i, 0
  %either = select i1 %which, ptr %new, ptr %last
  store i32 1, ptr %either ; shared
  br i1 %which, label %again, label %publish
publish:
  store i32 2, ptr %new ; fresh
  store ptr %new, ptr @head ; shared
  br label %again
again:
  %field = getelementptr %node, ptr %new, i64 0, i32 1
  store ptr null, ptr %field ; shared
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  %own = call ptr @malloc(i64 16)
  ret ptr %own
}
define i32 @main() {
  %own = call ptr @malloc(i64 16)
  %same = select i1 true, ptr %own, ptr null
  store i32 1, ptr %same ; fresh
  %number = ptrtoint ptr %same to i64
  store i32 1, ptr %own ; shared
  %t = alloca i64
  %e = call i32 @pthread_create(ptr %t, ptr null, ptr @worker, ptr null)
  %f = load i64, ptr %t ; fresh
  ret i32 0
}
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
";
    let program = link(text);
    let graph = CallGraph::new(&program, &LIBRARY);
    let found = fresh::find(&graph);
    let mut claimed = Vec::new();
    for node in graph.functions.iter().filter(|node| node.at.module == 0) {
        let at = |&(block, index): &(BlockId, usize)| &node.body.blocks[block.0 as usize].instructions[index];
        claimed.extend(found.of(node.at).into_iter().flatten().map(at).map(|instruction| instruction.line));
    }
    for (line, number) in text.lines().zip(1..) {
        let is_claimed = claimed.contains(&number);
        assert!(is_claimed || !line.ends_with("; fresh"), "line {number} is fresh: {line}");
        assert!(!is_claimed || !line.ends_with("; shared"), "line {number} is not fresh: {line}");
    }
}
