//! Two threads that do nothing: starting and ending them is one trace.
// check: ok
// executions: 1
use std::thread;

fn main() {
    let threads: Vec<_> = (0..2).map(|_| thread::spawn(|| ())).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}
