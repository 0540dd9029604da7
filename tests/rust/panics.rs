//! Panics that the program catches, joins or passes on: none of them is a bug.
// check: ok
// check --cfg double: abort
// run: same
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, Once};
use std::thread;

struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {} {}", self.0, thread::panicking());
    }
}

struct PanicsInDrop;

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

fn text(payload: Box<dyn std::any::Any + Send>) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

fn cleanup() {
    let caught = panic::catch_unwind(|| {
        let _first = Noisy("first");
        let list = vec![Noisy("a"), Noisy("b")];
        if list.len() == 2 { None::<i32>.expect("nothing") } else { 1 }
    });
    println!("{}", text(caught.unwrap_err()));
}

fn nested() {
    let outer = panic::catch_unwind(|| {
        let inner = panic::catch_unwind(|| panic!("inner {}", 1));
        println!("{}", text(inner.unwrap_err()));
        panic!("outer");
    });
    println!("{}", text(outer.unwrap_err()));
    let resumed = panic::catch_unwind(|| panic::resume_unwind(Box::new(7)));
    println!("{:?}", resumed.unwrap_err().downcast::<i32>().ok());
    println!("{}", text(panic::catch_unwind(|| drop(PanicsInDrop)).unwrap_err()));
}

fn poisoned() {
    let lock = Arc::new(Mutex::new(1));
    let other = Arc::clone(&lock);
    let joined = thread::spawn(move || {
        let mut value = other.lock().unwrap();
        *value = 2;
        panic!("while locked");
    })
    .join();
    println!("{} {}", text(joined.unwrap_err()), lock.is_poisoned());
    println!("{}", *lock.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
}

fn once() {
    static ONCE: Once = Once::new();
    let failed = panic::catch_unwind(|| ONCE.call_once(|| panic!("not yet")));
    println!("{}", text(failed.unwrap_err()));
    ONCE.call_once_force(|state| println!("{}", state.is_poisoned()));
}

fn scope() {
    let mut done = false;
    let passed_on = panic::catch_unwind(AssertUnwindSafe(|| {
        thread::scope(|scope| {
            scope.spawn(|| panic!("in scope"));
            done = true;
        });
    }));
    println!("{} {done}", text(passed_on.unwrap_err()));
}

fn main() {
    panic::set_hook(Box::new(|panic| println!("line {}", panic.location().unwrap().line())));
    cleanup();
    nested();
    poisoned();
    once();
    scope();
    if cfg!(double) {
        let _ = panic::catch_unwind(|| {
            let _second = PanicsInDrop;
            panic!("first");
        });
    }
}
