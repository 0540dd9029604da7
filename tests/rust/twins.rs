//! Has as many executions as the same program in C, twins.c.
use std::sync::{Mutex, Once, RwLock};
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);
static READERS: RwLock<u32> = RwLock::new(0);
static ONCE: Once = Once::new();

fn run(threads: &[fn()]) {
    let threads: Vec<_> = threads.iter().map(|body| thread::spawn(*body)).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

fn lock() {
    *LOCK.lock().unwrap() += 1;
}

fn lock_twice() {
    lock();
    lock();
}

fn read() {
    assert!(*READERS.read().unwrap() < 2);
}

fn write() {
    *READERS.write().unwrap() += 1;
}

fn once() {
    ONCE.call_once(|| ());
}

fn park() {
    let thread = thread::spawn(thread::park);
    thread.thread().unpark();
    thread.join().unwrap();
}

unsafe extern "C" {
    /// Any number below `count`.
    safe fn __mazurka_choose(count: u32) -> u32;
}

fn main() {
    match __mazurka_choose(7) {
        0 => run(&[|| (), || ()]),
        1 => run(&[lock, lock]),
        2 => run(&[lock_twice, lock_twice]),
        3 => run(&[lock, lock, lock]),
        4 => run(&[read, write]),
        5 => run(&[once, once]),
        _ => park(),
    }
}
