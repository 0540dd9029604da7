//! Fields are dropped in the order of their declaration: here the buffer before the thread that uses it has ended.
// check: use-after-free
// check --cfg fixed: ok
use std::thread::{self, JoinHandle};

struct Buffer(*mut u32);
unsafe impl Send for Buffer {}

impl Drop for Buffer {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.0) });
    }
}

struct Worker(Option<JoinHandle<()>>);

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.take().unwrap().join().unwrap();
    }
}

#[cfg(not(fixed))]
struct Service {
    _buffer: Buffer,
    _worker: Worker,
}

#[cfg(fixed)]
struct Service {
    _worker: Worker,
    _buffer: Buffer,
}

fn main() {
    let place = Box::into_raw(Box::new(0));
    let view = place as usize;
    let worker = thread::spawn(move || unsafe { *(view as *mut u32) += 1 });
    drop(Service { _buffer: Buffer(place), _worker: Worker(Some(worker)) });
}
