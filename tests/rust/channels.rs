//! What programs can see of channels: how it ends is a line of its own. With what is known of them, there is every end that executions at
//! random have without.
use std::sync::mpsc::{channel, sync_channel};
use std::thread;
use std::time::Duration;

/// A value, and the end of the channel.
fn unbounded() -> u32 {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || sender.send(1).unwrap());
    let early = receiver.try_recv().unwrap_or(0);
    let late = receiver.recv().unwrap_or(0);
    thread.join().unwrap();
    10 * early + late
}

/// The receiver may be gone before there is a value.
fn refused() -> u32 {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || receiver.try_recv().unwrap_or(0));
    let sent = sender.send(1).is_ok();
    10 * u32::from(sent) + thread.join().unwrap()
}

/// A value is handed over if the receiver waits for it.
fn meeting() -> u32 {
    let (sender, receiver) = sync_channel(0);
    let thread = thread::spawn(move || receiver.recv().unwrap_or(0));
    let taken = sender.try_send(1).is_ok();
    drop(sender);
    10 * u32::from(taken) + thread.join().unwrap()
}

/// There is room for one.
fn bounded() -> u32 {
    let (sender, receiver) = sync_channel(1);
    let thread = thread::spawn(move || {
        sender.send(1).unwrap();
        u32::from(sender.try_send(2).is_ok())
    });
    let first = receiver.try_recv().unwrap_or(0);
    10 * thread.join().unwrap() + first
}

fn patient() -> u32 {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || sender.send(1).is_ok());
    let received = receiver.recv_timeout(Duration::from_millis(1)).unwrap_or(0);
    drop(receiver);
    10 * u32::from(thread.join().unwrap()) + received
}

/// A line for every end that there is, by the part and what it has seen.
fn ends(end: (u32, u32)) {
    assert!(end != (0, 1), "unbounded 1");
    assert!(end != (0, 10), "unbounded 10");
    assert!(end != (1, 0), "refused 0");
    assert!(end != (1, 10), "refused 10");
    assert!(end != (1, 11), "refused 11");
    assert!(end != (2, 0), "meeting 0");
    assert!(end != (2, 11), "meeting 11");
    assert!(end != (3, 0), "patient 0");
    assert!(end != (3, 10), "patient 10");
    assert!(end != (3, 11), "patient 11");
    assert!(end != (4, 0), "bounded 0");
    assert!(end != (4, 1), "bounded 1");
    assert!(end != (4, 11), "bounded 11");
    panic!("another end: {end:?}");
}

unsafe extern "C" {
    /// Any number below `count`.
    safe fn __mazurka_choose(count: u32) -> u32;
}

fn main() {
    let parts = [unbounded, refused, meeting, patient, bounded];
    let part = __mazurka_choose(parts.len() as u32);
    ends((part, parts[part as usize]()));
}
