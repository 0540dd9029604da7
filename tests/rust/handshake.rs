//! A thread waits for another one. One execution more than in C: `wait` may find that it was notified before it sleeps.
// check: ok
// executions: 3
use std::sync::{Condvar, Mutex};
use std::thread;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

fn main() {
    let waiter = thread::spawn(|| drop(CHANGED.wait_while(READY.lock().unwrap(), |ready| !*ready)));
    let notifier = thread::spawn(|| {
        *READY.lock().unwrap() = true;
        CHANGED.notify_one();
    });
    waiter.join().unwrap();
    notifier.join().unwrap();
}
