//! A tour of the standard library: what is printed does not depend on the interleaving.
// run: same
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock};
use std::thread;
use std::time::Duration;

thread_local! {
    static NUMBER: Cell<u32> = const { Cell::new(7) };
}

static TABLE: LazyLock<BTreeMap<&str, i32>> = LazyLock::new(|| BTreeMap::from([("two", 2), ("one", 1)]));
static DROPPED: AtomicUsize = AtomicUsize::new(0);

struct Noisy(u32);

impl Drop for Noisy {
    fn drop(&mut self) {
        DROPPED.fetch_add(self.0 as usize, Ordering::Relaxed);
    }
}

fn collections() {
    let mut map = HashMap::new();
    for word in "a rose is a rose is a rose".split(' ') {
        *map.entry(word).or_insert(0) += 1;
    }
    let mut words: Vec<_> = map.into_iter().collect();
    words.sort();
    println!("{words:?} {:?}", TABLE.iter().collect::<Vec<_>>());
    let mut queue: VecDeque<_> = (1..=5).collect();
    queue.rotate_left(2);
    println!("{queue:?} {:.3} {:e} {:>6} {:#x}", 2.0f64.sqrt(), 12345.678f32, "é", 255);
    println!("{:?} {:?}", "12x".parse::<i32>().is_err(), "-12".parse::<i32>());
}

fn threads() {
    let sum = Arc::new(Mutex::new(0));
    let workers: Vec<_> = (0..3)
        .map(|i| {
            let sum = Arc::clone(&sum);
            thread::Builder::new().name(format!("worker {i}")).spawn(move || {
                NUMBER.with(|number| number.set(number.get() + i));
                *sum.lock().unwrap() += NUMBER.get();
                let _noisy = Noisy(i);
                thread::current().name().map(str::len)
            })
        })
        .collect();
    let names: Vec<_> = workers.into_iter().map(|worker| worker.unwrap().join().unwrap()).collect();
    println!("{} {names:?} {} {}", sum.lock().unwrap(), NUMBER.get(), DROPPED.load(Ordering::Relaxed));

    let mut numbers = [1, 2, 3, 4];
    thread::scope(|scope| {
        for half in numbers.chunks_mut(2) {
            scope.spawn(move || half.iter_mut().for_each(|number| *number *= 10));
        }
    });
    println!("{numbers:?}");
}

fn waiting() {
    let (send, receive) = mpsc::channel();
    let sender = thread::spawn(move || (0..3).for_each(|number| send.send(number).unwrap()));
    println!("{:?}", receive.iter().collect::<Vec<i32>>());
    sender.join().unwrap();

    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = Arc::clone(&pair);
    let setter = thread::spawn(move || {
        *other.0.lock().unwrap() = true;
        other.1.notify_one();
    });
    let ready = pair.1.wait_while(pair.0.lock().unwrap(), |ready| !*ready).unwrap();
    println!("{ready}");
    drop(ready);
    setter.join().unwrap();

    let barrier = Arc::new(Barrier::new(2));
    let other = Arc::clone(&barrier);
    let leader = thread::spawn(move || other.wait().is_leader());
    println!("{}", barrier.wait().is_leader() != leader.join().unwrap());
    thread::sleep(Duration::from_millis(1));
}

fn once() {
    static ONCE: Once = Once::new();
    static CELL: OnceLock<String> = OnceLock::new();
    ONCE.call_once(|| println!("once"));
    ONCE.call_once(|| println!("twice"));
    println!("{} {}", CELL.get_or_init(|| "first".into()), CELL.get_or_init(|| "second".into()));
    let lock = RwLock::new(5);
    {
        let (a, b) = (lock.read().unwrap(), lock.read().unwrap());
        println!("{} {}", *a + *b, lock.try_write().is_err());
    }
    *lock.write().unwrap() += 1;
    println!("{lock:?}");
}

fn main() {
    collections();
    threads();
    waiting();
    once();
    println!("{:?}", std::env::args().skip(1).collect::<Vec<_>>());
    std::process::exit(3);
}
