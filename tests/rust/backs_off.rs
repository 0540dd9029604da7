//! A thread polls a flag and yields at every 16th look, polls another one and pauses the longer the more often it has looked, then yields, and polls a
//! third one and yields longer each time. How long it pauses decides nothing, so it waits.
// check: ok
// executions: 12
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::{Acquire, Relaxed, Release}};
use std::{hint, thread};

static FLAGS: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];
static RESULT: AtomicU32 = AtomicU32::new(0);

fn main() {
    let teller = thread::spawn(|| {
        RESULT.store(1, Relaxed);
        for flag in &FLAGS {
            flag.store(true, Release);
        }
    });
    let mut spins = 0u32;
    while !FLAGS[0].load(Acquire) {
        spins = spins.wrapping_add(1);
        if spins % 16 == 0 {
            thread::yield_now();
        }
    }
    let mut step = 0u32;
    while !FLAGS[1].load(Acquire) {
        if step <= 6 {
            for _ in 0..1 << step {
                hint::spin_loop();
            }
        } else {
            thread::yield_now();
        }
        if step <= 10 {
            step += 1;
        }
    }
    let mut rounds = 1u32;
    while !FLAGS[2].load(Acquire) {
        for _ in 0..rounds {
            thread::yield_now();
        }
        rounds = rounds.wrapping_mul(2);
    }
    assert_eq!(RESULT.load(Relaxed), 1);
    teller.join().unwrap();
}
