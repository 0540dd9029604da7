//! A channel with room for one value: a receiver that waits for a sender does not try again for ever.
// check: ok
// executions: 27
use std::sync::mpsc::sync_channel;
use std::thread;

fn main() {
    let (sender, receiver) = sync_channel(1);
    let thread = thread::spawn(move || sender.send(1).unwrap());
    receiver.recv().unwrap();
    thread.join().unwrap();
}
