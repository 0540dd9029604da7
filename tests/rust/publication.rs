//! A value is published with a flag that orders nothing.
// check: data-race
// check --cfg fixed: ok
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Slot {
    value: UnsafeCell<u32>,
    ready: AtomicBool,
}

unsafe impl Sync for Slot {}

static SLOT: Slot = Slot { value: UnsafeCell::new(0), ready: AtomicBool::new(false) };

const STORE: Ordering = if cfg!(fixed) { Ordering::Release } else { Ordering::Relaxed };
const LOAD: Ordering = if cfg!(fixed) { Ordering::Acquire } else { Ordering::Relaxed };

fn main() {
    let thread = thread::spawn(|| {
        unsafe { *SLOT.value.get() = 42 };
        SLOT.ready.store(true, STORE);
    });
    if SLOT.ready.load(LOAD) {
        assert_eq!(unsafe { *SLOT.value.get() }, 42);
    }
    thread.join().unwrap();
}
