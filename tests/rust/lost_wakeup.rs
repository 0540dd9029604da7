//! A thread waits for a notification that may have come before.
// check: deadlock
// check --cfg fixed: ok
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = Arc::clone(&pair);
    let thread = thread::spawn(move || {
        *other.0.lock().unwrap() = true;
        other.1.notify_one();
    });
    let mut ready = pair.0.lock().unwrap();
    if cfg!(fixed) {
        ready = pair.1.wait_while(ready, |ready| !*ready).unwrap();
    } else {
        ready = pair.1.wait(ready).unwrap();
    }
    drop(ready);
    thread.join().unwrap();
}
