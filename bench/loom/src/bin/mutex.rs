//! Four threads, each of which takes a mutex once.
#[cfg(loom)]
use loom::{sync::Arc, sync::Mutex, thread};
#[cfg(not(loom))]
use std::{sync::Arc, sync::Mutex, thread};

const THREADS: usize = 4;

fn model() {
    let count = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..THREADS)
        .map(|_| {
            let count = Arc::clone(&count);
            thread::spawn(move || *count.lock().unwrap() += 1)
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(*count.lock().unwrap(), THREADS);
}

fn main() {
    #[cfg(loom)]
    loom::model(model);
    #[cfg(not(loom))]
    model();
}
