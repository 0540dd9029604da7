//! The end of a scope. Who drops what last is explored: the same structure in C is scope.c.
// check: ok
// executions: 485
use std::thread;

fn main() {
    thread::scope(|scope| {
        scope.spawn(|| ());
        scope.spawn(|| ());
    });
}
