//! A panic of a scoped thread is one of the scope.
// check: panic
// message: a scoped thread panicked; thread 1 had panicked at scope_panic.rs:11: in scope
use std::thread;

fn main() {
    let mut seen = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            seen += 1;
            panic!("in scope")
        });
    });
}
