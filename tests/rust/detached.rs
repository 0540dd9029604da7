//! A thread panics that no other thread joins.
// check: panic
// message: index out of bounds: the len is 2 but the index is 2
// check --cfg fixed: ok
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static NEXT: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let thread = thread::spawn(|| [1, 2][NEXT.load(Ordering::SeqCst)]);
    NEXT.store(2, Ordering::SeqCst);
    if cfg!(fixed) {
        let _ = thread.join();
    }
}
