//! A pointer into an `Arc` is handed to a thread as if it were a reference that counts.
// check: use-after-free
// check --cfg fixed: ok
use std::sync::Arc;
use std::thread;

struct Handle(*const u32);
unsafe impl Send for Handle {}

impl Handle {
    fn arc(self) -> Arc<u32> {
        unsafe { Arc::from_raw(self.0) }
    }
}

fn main() {
    let shared = Arc::new(7);
    let handle = Handle(Arc::as_ptr(&shared));
    if cfg!(fixed) {
        unsafe { Arc::increment_strong_count(handle.0) };
    }
    let thread = thread::spawn(move || assert_eq!(*handle.arc(), 7));
    drop(shared);
    thread.join().unwrap();
}
