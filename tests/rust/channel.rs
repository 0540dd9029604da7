//! A channel; the same structure in C is channel.c.
// check: ok
// executions: 81
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert!(receiver.recv().unwrap() == 1);
    thread.join().unwrap();
}
