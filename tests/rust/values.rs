//! Values of all kinds, as reports show them.
// check: panic
// shows: state: Idle → Named { name: "new", id: 2 }
// shows: number: None → Some(7)
// shows: boxed: Some(
// shows: text: "hello" → "hello!"
// shows: list: [1, 2] → [1, 2, 3]
// shows: literal: "abc" → "de"
// shows: letter: 'x' → 'é'
// shows: flag: false → true
// shows: result: Ok((3, -1)) → Err("bad")
// shows: mz_choose() returns 1
use std::sync::{Arc, Mutex};
use std::thread;

enum State {
    Idle,
    Busy(u32),
    Named { name: String, id: u8 },
}

struct Shared {
    state: State,
    number: Option<u32>,
    boxed: Option<Box<u32>>,
    text: String,
    list: Vec<u32>,
    literal: &'static str,
    letter: char,
    flag: bool,
    result: Result<(u8, i16), String>,
}

unsafe extern "C" {
    /// Any number below `count`.
    safe fn __mazurka_choose(count: u32) -> u32;
}

fn change(shared: &Mutex<Shared>) {
    let mut shared = shared.lock().unwrap();
    shared.state = State::Named { name: "new".into(), id: 2 };
    shared.number = Some(7);
    shared.boxed = None;
    shared.text.push('!');
    shared.list.push(3);
    shared.literal = "de";
    shared.letter = 'é';
    shared.flag = true;
    shared.result = Err("bad".into());
}

/// Whether it is as it was made.
fn is_unchanged(shared: &Shared) -> bool {
    let idle = match &shared.state {
        State::Idle => true,
        State::Busy(times) => *times == 0,
        State::Named { name, id } => name.is_empty() && *id == 0,
    };
    let filled = shared.number.is_none() && shared.boxed.is_some() && shared.literal == "abc";
    idle && filled && shared.letter == 'x' && !shared.flag && shared.result == Ok((3, -1))
}

fn main() {
    let shared = Shared {
        state: if std::env::args().len() > 5 { State::Busy(1) } else { State::Idle },
        number: None,
        boxed: Some(Box::new(9)),
        text: String::from("hello"),
        list: vec![1, 2],
        literal: "abc",
        letter: 'x',
        flag: false,
        result: Ok((3, -1)),
    };
    let shared = Arc::new(Mutex::new(shared));
    let other = Arc::clone(&shared);
    let changes = __mazurka_choose(2) == 1;
    let thread = thread::spawn(move || {
        if changes {
            change(&other);
        }
    });
    thread.join().unwrap();
    assert!(is_unchanged(&shared.lock().unwrap()));
}
