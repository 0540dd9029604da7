//! Two threads read a counter and write it back.
// check: panic
// message: assertion `left == right` failed: left: 1, right: 2
// check --cfg fixed: ok
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

fn add(counter: &AtomicU32) {
    if cfg!(fixed) {
        counter.fetch_add(1, Ordering::SeqCst);
    } else {
        counter.store(counter.load(Ordering::SeqCst) + 1, Ordering::SeqCst);
    }
}

fn main() {
    let counter = Arc::new(AtomicU32::new(0));
    let other = Arc::clone(&counter);
    let thread = thread::spawn(move || add(&other));
    add(&counter);
    thread.join().unwrap();
    assert_eq!(counter.load(Ordering::SeqCst), 2);
}
