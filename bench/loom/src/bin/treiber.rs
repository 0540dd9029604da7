//! Treiber's stack: two threads push a node each, two pop one or find the stack empty. Nodes are in an array, and links are their numbers.
#[cfg(loom)]
use loom::{sync::atomic::AtomicUsize, sync::Arc, thread};
use std::sync::atomic::Ordering::SeqCst;
#[cfg(not(loom))]
use std::{sync::atomic::AtomicUsize, sync::Arc, thread};

const PUSHERS: usize = 2;
const POPPERS: usize = 2;
/// Of no node.
const NONE: usize = PUSHERS;

struct Stack {
    top: AtomicUsize,
    next: [AtomicUsize; PUSHERS],
}

impl Stack {
    fn push(&self, node: usize) {
        let mut top = self.top.load(SeqCst);
        loop {
            self.next[node].store(top, SeqCst);
            match self.top.compare_exchange(top, node, SeqCst, SeqCst) {
                Ok(_) => return,
                Err(now) => top = now,
            }
        }
    }

    fn pop(&self) -> Option<usize> {
        let mut top = self.top.load(SeqCst);
        while top != NONE {
            let next = self.next[top].load(SeqCst);
            match self.top.compare_exchange(top, next, SeqCst, SeqCst) {
                Ok(_) => return Some(top),
                Err(now) => top = now,
            }
        }
        None
    }
}

fn model() {
    let next = [(); PUSHERS].map(|_| AtomicUsize::new(NONE));
    let stack = Arc::new(Stack { top: AtomicUsize::new(NONE), next });
    let pushers: Vec<_> = (0..PUSHERS)
        .map(|node| {
            let stack = Arc::clone(&stack);
            thread::spawn(move || stack.push(node))
        })
        .collect();
    let poppers: Vec<_> = (0..POPPERS)
        .map(|_| {
            let stack = Arc::clone(&stack);
            thread::spawn(move || stack.pop())
        })
        .collect();
    pushers.into_iter().for_each(|thread| thread.join().unwrap());
    let mut popped: Vec<usize> = poppers.into_iter().filter_map(|thread| thread.join().unwrap()).collect();
    while let Some(node) = stack.pop() {
        popped.push(node);
    }
    popped.sort_unstable();
    assert!(popped.into_iter().eq(0..PUSHERS));
}

fn main() {
    #[cfg(loom)]
    loom::model(model);
    #[cfg(not(loom))]
    model();
}
