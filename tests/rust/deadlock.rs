//! Two locks, taken in both orders.
// check: deadlock
// check --cfg fixed: ok
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let locks = Arc::new((Mutex::new(0), Mutex::new(0)));
    let other = Arc::clone(&locks);
    let thread = thread::spawn(move || {
        let (first, second) = if cfg!(fixed) { (&other.0, &other.1) } else { (&other.1, &other.0) };
        let _first = first.lock().unwrap();
        *second.lock().unwrap() += 1;
    });
    {
        let _first = locks.0.lock().unwrap();
        *locks.1.lock().unwrap() += 1;
    }
    thread.join().unwrap();
}
