//! Two threads print: their order at stdout's lock is all that there is.
// check: ok
// executions: 2
use std::thread;

fn main() {
    println!("start");
    let thread = thread::spawn(|| println!("one"));
    println!("two");
    thread.join().unwrap();
}
