//! A thread panics while it holds a lock, and another one does not expect that.
// check: panic
// message: called `Result::unwrap()` on an `Err` value: PoisonError { .. }
// check --cfg fixed: ok
use std::sync::{Mutex, PoisonError};
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn main() {
    let thread = thread::spawn(|| {
        let mut value = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        *value += 1;
        assert_eq!(*value, 2);
    });
    if cfg!(fixed) {
        *LOCK.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    } else {
        *LOCK.lock().unwrap() += 1;
    }
    let _ = thread.join();
}
