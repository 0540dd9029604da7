//! Which global variables are found to be protected, and by what.

use mazurka_analysis::{CallGraph, Class, locksets};
use mazurka_ir::link::Program;
use mazurka_vm::LIBRARY;

use crate::support::compile;

/// `x: m+40, y: read only`, of the program's own variables.
fn protected(program: &Program) -> String {
    let graph = CallGraph::new(program, &LIBRARY);
    let name = |at| &program.symbol(at).name;
    let words = |class| match class {
        Class::ReadOnly => "read only".to_owned(),
        Class::Lock(lock) if lock.offset == 0 => name(lock.variable).to_string(),
        Class::Lock(lock) => format!("{}+{}", name(lock.variable), lock.offset),
    };
    let found = locksets::find(&graph).into_iter().filter(|found| found.variable.module == 0);
    let found: Vec<String> =
        found.map(|found| format!("{}: {}", name(found.variable), words(found.class))).collect();
    found.join(", ")
}

const START: &str = "int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, worker, 0); worker(0); }";

/// A program with a variable `x`, which `worker` uses; main and a thread run it.
fn check(text: &str, expected: &str) {
    for level in ["-O0", "-O1", "-O2"] {
        let text = format!(
            "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n{text}\n{START}"
        );
        assert_eq!(protected(&compile(level, &text)), expected, "{level}\n{text}");
    }
}

#[test]
fn one_lock_at_every_access() {
    check(
        "void *worker(void *arg) {
            pthread_mutex_lock(&n);
            pthread_mutex_lock(&m);
            pthread_mutex_unlock(&n);
            x++;
            pthread_mutex_unlock(&m);
            return 0;
        }",
        "x: m",
    );
}

#[test]
fn different_locks_protect_nothing() {
    check(
        "void *worker(void *arg) {
            pthread_mutex_t *lock = arg ? &m : &n;
            pthread_mutex_lock(&m);
            x++;
            pthread_mutex_unlock(&m);
            pthread_mutex_lock(&n);
            x++;
            pthread_mutex_unlock(&n);
            return lock;
        }",
        "",
    );
}

#[test]
fn a_lock_on_one_path_only_protects_nothing() {
    check(
        "void *worker(void *arg) {
            if (arg)
                pthread_mutex_lock(&m);
            x++;
            if (arg)
                pthread_mutex_unlock(&m);
            return 0;
        }",
        "",
    );
}

#[test]
fn a_lock_that_is_released_in_a_loop_protects_nothing() {
    check(
        "void *worker(void *arg) {
            pthread_mutex_lock(&m);
            for (int i = 0; i < 3; i++) {
                x++;
                pthread_mutex_unlock(&m);
            }
            return 0;
        }",
        "",
    );
}

#[test]
fn a_lock_that_is_only_tried_protects_nothing() {
    check(
        "void *worker(void *arg) {
            pthread_mutex_trylock(&m);
            x++;
            pthread_mutex_unlock(&m);
            return 0;
        }",
        "",
    );
}

#[test]
fn locks_are_held_in_functions_that_are_called() {
    check(
        "static __attribute__((noinline)) void add(void) { x++; }
        static __attribute__((noinline)) void lock(void) { pthread_mutex_lock(&m); }
        static __attribute__((noinline)) void unlock(void) { pthread_mutex_unlock(&m); }
        void *worker(void *arg) { lock(); add(); unlock(); return 0; }",
        "x: m",
    );
}

#[test]
fn a_function_that_is_also_called_without_the_lock() {
    check(
        "static __attribute__((noinline)) void add(void) { x++; }
        void *worker(void *arg) { pthread_mutex_lock(&m); add(); pthread_mutex_unlock(&m); add(); return 0; }",
        "",
    );
}

#[test]
fn a_function_that_releases_the_lock() {
    check(
        "static __attribute__((noinline)) void release(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
        void *worker(void *arg) { pthread_mutex_lock(&m); release(&m); x++; return 0; }",
        "",
    );
}

#[test]
fn functions_on_locks_that_are_arguments() {
    check(
        "static __attribute__((noinline)) void lock(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
        static __attribute__((noinline)) void unlock(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
        void *worker(void *arg) { lock(&m); x++; unlock(&m); return 0; }",
        "x: m",
    );
}

#[test]
fn locks_after_a_condition_wait() {
    check(
        "pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        void *worker(void *arg) {
            pthread_mutex_lock(&m);
            while (!x)
                pthread_cond_wait(&c, &m);
            x = 0;
            pthread_mutex_unlock(&m);
            return 0;
        }",
        "x: m",
    );
}

#[test]
fn locks_in_arrays_and_structs() {
    check(
        "struct { int count; pthread_mutex_t lock; } s[2]; int y;
        void *worker(void *arg) {
            pthread_mutex_lock(&s[1].lock);
            x++;
            pthread_mutex_unlock(&s[1].lock);
            pthread_mutex_lock(&s[arg != 0].lock);
            y++;
            pthread_mutex_unlock(&s[arg != 0].lock);
            return 0;
        }",
        "x: s+56",
    );
}

#[test]
fn an_unlock_by_index_may_be_of_any_element() {
    check(
        "pthread_mutex_t a[2];
        void *worker(void *arg) {
            pthread_mutex_lock(&a[0]);
            pthread_mutex_unlock(&a[arg != 0]);
            x++;
            return 0;
        }",
        "",
    );
}

#[test]
fn what_is_written_before_there_are_threads_is_read_only() {
    check("int y; void *worker(void *arg) { y = x; return (void *)(long)y; }", "x: read only");
}

#[test]
fn variables_whose_address_is_taken_are_not_known() {
    check(
        "int *p = &x;
        void *worker(void *arg) {
            pthread_mutex_lock(&m);
            x++;
            pthread_mutex_unlock(&m);
            return 0;
        }",
        "",
    );
    check(
        "void *other(int *at) { return at; }
        void *(*volatile call)(int *) = other;
        void *worker(void *arg) {
            pthread_mutex_lock(&m);
            x++;
            pthread_mutex_unlock(&m);
            return call(&x);
        }",
        "call: read only",
    );
}

/// Another pointer may lead to the lock.
#[test]
fn locks_whose_address_is_taken_are_not_known() {
    check(
        "pthread_mutex_t *p = &m;
        void *worker(void *arg) {
            pthread_mutex_lock(&m);
            pthread_mutex_unlock(p);
            x++;
            return 0;
        }",
        "p: read only",
    );
}

#[test]
fn calls_through_pointers_may_release_any_lock() {
    check(
        "void release(void) { pthread_mutex_unlock(&m); }
        void (*volatile f)(void) = release;
        void *worker(void *arg) {
            pthread_mutex_lock(&m);
            f();
            x++;
            return 0;
        }",
        "f: read only",
    );
}

#[test]
fn nothing_is_certain_where_control_returns_twice() {
    check(
        "#include <setjmp.h>
        jmp_buf jump;
        void *worker(void *arg) {
            pthread_mutex_lock(&m);
            setjmp(jump);
            x++;
            pthread_mutex_unlock(&m);
            longjmp(jump, 1);
        }",
        "",
    );
}

#[test]
fn what_dlsym_may_find_is_not_protected() {
    let worker = "pthread_mutex_lock(&m);
            x++;
            pthread_mutex_unlock(&m);
            return 0;
        }";
    check(&format!("void *worker(void *arg) {{ {worker}"), "x: m");
    check(
        &format!("#include <dlfcn.h>\nvoid *worker(void *arg) {{ ++*(int *)dlsym(0, (char *)arg); {worker}"),
        "",
    );
}

#[test]
fn where_locks_may_fail_nothing_is_protected() {
    check(
        "void *worker(void *arg) {
            if (arg)
                pthread_mutexattr_setrobust(arg, PTHREAD_MUTEX_ROBUST);
            pthread_mutex_lock(&m);
            x++;
            pthread_mutex_unlock(&m);
            return 0;
        }",
        "",
    );
}
