//! What programs can see of locks: how it ends is a line of its own. With what is known of the standard library's locks there are the
//! same ends as without.
use std::io;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock};
use std::thread;
use std::time::Duration;

static STEPS: AtomicU32 = AtomicU32::new(0);

/// The digits of what happened, in order.
fn note(digit: u32) {
    STEPS.fetch_update(SeqCst, SeqCst, |steps| Some(10 * steps + digit)).unwrap();
}

fn with_thread(other: fn(), own: fn()) {
    let thread = thread::spawn(other);
    own();
    thread.join().unwrap();
}

fn mutex() {
    static LOCK: Mutex<u32> = Mutex::new(1);
    fn work(factor: u32) {
        let mut value = LOCK.lock().unwrap();
        *value = *value * factor + 1;
        note(factor);
    }
    with_thread(|| work(2), || work(3));
}

fn try_lock() {
    static LOCK: Mutex<()> = Mutex::new(());
    fn lock() {
        let _guard = LOCK.lock().unwrap();
        note(1);
    }
    with_thread(lock, || note(if LOCK.try_lock().is_ok() { 2 } else { 3 }));
}

fn rwlock() {
    static LOCK: RwLock<u32> = RwLock::new(0);
    fn write() {
        *LOCK.write().unwrap() += 1;
    }
    with_thread(write, || note(*LOCK.read().unwrap() + 1));
}

fn try_rwlock() {
    static LOCK: RwLock<u32> = RwLock::new(0);
    fn read() {
        note(*LOCK.read().unwrap() + 1);
    }
    with_thread(read, || match LOCK.try_write() {
        Ok(mut value) => *value = 1,
        Err(_) => note(3),
    });
}

fn once() {
    static ONCE: Once = Once::new();
    with_thread(|| ONCE.call_once(|| note(1)), || {
        ONCE.call_once(|| note(2));
        note(3);
    });
}

fn once_lock() {
    static CELL: OnceLock<u32> = OnceLock::new();
    with_thread(|| note(*CELL.get_or_init(|| 1)), || note(CELL.get().map_or(2, |value| value + 2)));
}

fn park() {
    static SEEN: AtomicU32 = AtomicU32::new(0);
    let main = thread::current();
    let thread = thread::spawn(move || {
        main.unpark();
        SEEN.store(1, SeqCst);
    });
    thread::park();
    note(1 + SEEN.load(SeqCst));
    thread.join().unwrap();
}

fn condvar() {
    static LOCK: Mutex<u32> = Mutex::new(0);
    static CHANGED: Condvar = Condvar::new();
    fn change() {
        *LOCK.lock().unwrap() = 1;
        CHANGED.notify_one();
    }
    with_thread(change, || {
        let mut value = LOCK.lock().unwrap();
        while *value == 0 {
            note(3);
            value = CHANGED.wait(value).unwrap();
        }
        note(1);
    });
}

fn try_read() {
    static LOCK: RwLock<u32> = RwLock::new(0);
    fn write() {
        *LOCK.write().unwrap() += 1;
    }
    with_thread(write, || note(LOCK.try_read().map_or(3, |value| *value + 1)));
}

fn writers() {
    static LOCK: RwLock<u32> = RwLock::new(0);
    fn write(digit: u32) {
        let _guard = LOCK.write().unwrap();
        note(digit);
    }
    with_thread(|| write(1), || write(2));
}

fn lazy_lock() {
    static CELL: LazyLock<u32> = LazyLock::new(|| {
        note(1);
        2
    });
    with_thread(|| note(*CELL), || note(*CELL + 1));
}

/// Two tokens are as good as one.
fn park_twice() {
    let main = thread::current();
    let thread = thread::spawn(move || {
        main.unpark();
        note(1);
        main.unpark();
    });
    thread::park();
    note(2);
    thread.join().unwrap();
    thread::park();
    note(3);
}

fn park_timeout() {
    let main = thread::current();
    let thread = thread::spawn(move || {
        note(1);
        main.unpark();
    });
    thread::park_timeout(Duration::from_millis(1));
    note(2);
    thread.join().unwrap();
}

/// A notification comes too early, or ends the wait; the thread may find it before it sleeps.
fn wait_once() {
    static LOCK: Mutex<u32> = Mutex::new(0);
    static CHANGED: Condvar = Condvar::new();
    let thread = thread::spawn(|| {
        drop(CHANGED.wait(LOCK.lock().unwrap()));
        note(1);
    });
    CHANGED.notify_one();
    note(2);
    CHANGED.notify_one();
    thread.join().unwrap();
}

/// Its owner may take the lock again.
fn stdout() {
    drop(io::stdout().lock());
    fn lock() {
        let _guard = io::stdout().lock();
        note(1);
    }
    with_thread(lock, || {
        let _guard = io::stdout().lock();
        let _again = io::stdout().lock();
        note(2);
    });
}

fn barrier() {
    static BARRIER: Barrier = Barrier::new(2);
    fn meet(digit: u32) {
        note(if BARRIER.wait().is_leader() { digit } else { 3 });
    }
    with_thread(|| meet(1), || meet(2));
}

/// A wait that nothing protects against an early notification gives up.
fn wait_timeout() {
    static LOCK: Mutex<()> = Mutex::new(());
    static CHANGED: Condvar = Condvar::new();
    fn change() {
        drop(LOCK.lock());
        note(1);
        CHANGED.notify_one();
    }
    with_thread(change, || {
        let (_guard, end) = CHANGED.wait_timeout(LOCK.lock().unwrap(), Duration::from_millis(1)).unwrap();
        note(if end.timed_out() { 2 } else { 3 });
    });
}

/// A line for every end that there is, by the part and its steps.
fn ends(end: (u32, u32)) {
    assert!(end != (0, 23), "mutex 23");
    assert!(end != (0, 32), "mutex 32");
    assert!(end != (1, 12), "try_lock 12");
    assert!(end != (1, 13), "try_lock 13");
    assert!(end != (1, 21), "try_lock 21");
    assert!(end != (1, 31), "try_lock 31");
    assert!(end != (2, 1), "rwlock 1");
    assert!(end != (2, 2), "rwlock 2");
    assert!(end != (3, 1), "try_rwlock 1");
    assert!(end != (3, 13), "try_rwlock 13");
    assert!(end != (3, 2), "try_rwlock 2");
    assert!(end != (3, 31), "try_rwlock 31");
    assert!(end != (4, 13), "once 13");
    assert!(end != (4, 23), "once 23");
    assert!(end != (5, 12), "once_lock 12");
    assert!(end != (5, 13), "once_lock 13");
    assert!(end != (5, 21), "once_lock 21");
    assert!(end != (5, 31), "once_lock 31");
    assert!(end != (6, 1), "park 1");
    assert!(end != (6, 2), "park 2");
    assert!(end != (7, 1), "condvar 1");
    assert!(end != (7, 31), "condvar 31");
    panic!("another end: {end:?}");
}

fn more_ends(end: (u32, u32)) {
    assert!(end != (8, 1), "try_read 1");
    assert!(end != (8, 2), "try_read 2");
    assert!(end != (8, 3), "try_read 3");
    assert!(end != (9, 12), "writers 12");
    assert!(end != (9, 21), "writers 21");
    assert!(end != (10, 123), "lazy_lock 123");
    assert!(end != (10, 132), "lazy_lock 132");
    assert!(end != (11, 123), "park_twice 123");
    assert!(end != (11, 213), "park_twice 213");
    assert!(end != (12, 12), "park_timeout 12");
    assert!(end != (12, 21), "park_timeout 21");
    assert!(end != (13, 12), "wait_once 12");
    assert!(end != (13, 21), "wait_once 21");
    assert!(end != (14, 12), "stdout 12");
    assert!(end != (14, 21), "stdout 21");
    assert!(end != (15, 13), "barrier 13");
    assert!(end != (15, 23), "barrier 23");
    assert!(end != (15, 31), "barrier 31");
    assert!(end != (15, 32), "barrier 32");
    assert!(end != (16, 12), "wait_timeout 12");
    assert!(end != (16, 13), "wait_timeout 13");
    assert!(end != (16, 21), "wait_timeout 21");
}

unsafe extern "C" {
    /// Any number below `count`.
    safe fn __mazurka_choose(count: u32) -> u32;
}

fn main() {
    let parts = [
        mutex, try_lock, rwlock, try_rwlock, once, once_lock, park, condvar, try_read, writers, lazy_lock,
        park_twice, park_timeout, wait_once, stdout, barrier, wait_timeout,
    ];
    let part = __mazurka_choose(parts.len() as u32);
    parts[part as usize]();
    let end = (part, STEPS.load(SeqCst));
    more_ends(end);
    ends(end);
}
