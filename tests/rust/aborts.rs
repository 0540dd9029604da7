//! A panic that ends the process where it is raised, or a thread that is joined.
// check -C panic=abort: abort
// check: ok
use std::thread;

fn main() {
    let thread = thread::spawn(|| assert!(thread::panicking(), "never true"));
    assert!(thread.join().is_err());
}
