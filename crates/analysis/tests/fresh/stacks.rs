//! Whose variables on the stack other threads may reach.

use mazurka_analysis::{CallGraph, ReachableStacks, fresh};
use mazurka_vm::LIBRARY;

use crate::support::compile;

/// The text follows variables, and precedes a main function that creates two threads which begin with `worker`.
fn reachable_with(worker: &str, main: &str) -> ReachableStacks {
    let text = format!(
        "int *shared; int number; void use(int *p) {{ *p = 1; }} void publish(int *p) {{ shared = p; }}
        {worker}
        int main(void) {{ pthread_t t[2]; {main} for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
        for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }}"
    );
    let at = |level| fresh::reachable_stacks(&CallGraph::new(&compile(level, &text), &LIBRARY));
    let reachable = at("-O0");
    assert_eq!(reachable, at("-O1"), "{text}");
    reachable
}

fn reachable(worker: &str) -> ReachableStacks {
    reachable_with(&format!("void *worker(void *arg) {{ int local = 0; {worker} return 0; }}"), "")
}

#[test]
fn a_variable_whose_address_is_passed_down_is_not_reached() {
    assert_eq!(reachable("use(&local); number = local;"), ReachableStacks::None);
}

#[test]
fn a_variable_whose_address_is_stored_is_reached() {
    assert_eq!(reachable("publish(&local);"), ReachableStacks::All);
}

#[test]
fn a_variable_of_a_function_that_never_returns_is_reached() {
    assert_eq!(reachable("shared = &local; for (;;) use(&number);"), ReachableStacks::All);
}

#[test]
fn a_variable_that_is_passed_to_a_thread_is_reached() {
    let worker = "void *worker(void *arg) { if (arg) use(arg); return 0; }";
    let main = "int local = 0; pthread_t extra; pthread_create(&extra, 0, worker, &local);";
    assert_eq!(reachable_with(worker, main), ReachableStacks::Main);
}

#[test]
fn main_that_is_called_runs_on_any_stack() {
    let worker = "int main(void); void *worker(void *arg) { if (arg) main(); return 0; }";
    let main = "int local = 0; publish(&local);";
    assert_eq!(reachable_with(worker, main), ReachableStacks::All);
}

#[test]
fn a_variable_that_decides_about_an_atomic_one_is_not_reached() {
    let worker = "#include <stdatomic.h>
        atomic_int missing, sense;
        void meet(int *mine) {
            *mine = !*mine;
            if (atomic_fetch_sub(&missing, 1) == 1) atomic_store(&sense, *mine);
            else while (atomic_load(&sense) != *mine) ;
        }
        void *worker(void *arg) { int mine = 0; meet(&mine); meet(&mine); return arg; }";
    assert_eq!(reachable_with(worker, ""), ReachableStacks::None);
}
