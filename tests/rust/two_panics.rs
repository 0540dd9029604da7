//! Two panics with nothing between them: each is at its own line.
// check: panic
// shows: --> two_panics.rs:16:5
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static STEPS: AtomicU32 = AtomicU32::new(0);

fn main() {
    let thread = thread::spawn(|| STEPS.fetch_update(SeqCst, SeqCst, |steps| Some(10 * steps + 1)));
    STEPS.fetch_update(SeqCst, SeqCst, |steps| Some(10 * steps + 2)).unwrap();
    thread.join().unwrap().unwrap();
    let steps = STEPS.load(SeqCst);
    assert!(steps != 12, "12");
    // The first execution ends here.
    assert!(steps != 21, "21");
}
