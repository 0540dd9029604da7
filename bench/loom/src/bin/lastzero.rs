//! lastzero(4): four threads each write one element more than the element before; `main` looks for the last zero.
#[cfg(loom)]
use loom::{sync::atomic::AtomicUsize, sync::Arc, thread};
use std::sync::atomic::Ordering::SeqCst;
#[cfg(not(loom))]
use std::{sync::atomic::AtomicUsize, sync::Arc, thread};

const THREADS: usize = 4;

fn model() {
    let array = Arc::new([(); THREADS + 1].map(|_| AtomicUsize::new(0)));
    let threads: Vec<_> = (1..=THREADS)
        .map(|index| {
            let array = Arc::clone(&array);
            thread::spawn(move || array[index].store(array[index - 1].load(SeqCst) + 1, SeqCst))
        })
        .collect();
    let last = (0..=THREADS).rev().find(|index| array[*index].load(SeqCst) == 0);
    assert!(last.is_some());
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

fn main() {
    #[cfg(loom)]
    loom::model(model);
    #[cfg(not(loom))]
    model();
}
