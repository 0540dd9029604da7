//! A panic of a scoped thread is one of the scope.
// check: panic
// message: a scoped thread panicked; thread 1 had panicked at scope_panic.rs:13: in scope
// check --cfg fixed: ok
use std::thread;

fn main() {
    let mut seen = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            seen += 1;
            if !cfg!(fixed) {
                panic!("in scope")
            }
        });
    });
}
