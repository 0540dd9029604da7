//! Compiled with std into one module: the largest input a user is likely to bring.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;

fn main() {
    let shared = Arc::new((Mutex::new(HashMap::new()), Condvar::new()));
    let (sender, receiver) = mpsc::channel::<(String, u32)>();
    let collector = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || {
            for (key, value) in receiver {
                *shared.0.lock().unwrap().entry(key).or_insert(0) += value;
                shared.1.notify_all();
            }
        })
    };
    let workers: Vec<_> = (0..3u32)
        .map(|n| {
            let sender = sender.clone();
            thread::spawn(move || sender.send((format!("key {}", n % 2), n)).unwrap())
        })
        .collect();
    drop(sender);
    for worker in workers {
        worker.join().unwrap();
    }
    let mut map = shared.0.lock().unwrap();
    while map.len() < 2 {
        map = shared.1.wait(map).unwrap();
    }
    drop(map);
    collector.join().unwrap();
    println!("{:?}", shared.0.lock().unwrap().get("key 0"));
}
