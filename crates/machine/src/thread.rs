//! Threads and sets of them.

use std::fmt;

/// A thread, numbered in a way that does not depend on the interleaving; 0 is main.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct ThreadId(pub u16);

impl ThreadId {
    pub const MAIN: ThreadId = ThreadId(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == ThreadId::MAIN { f.write_str("main") } else { write!(f, "thread {}", self.0) }
    }
}

/// A set of threads. Nearly all programs fit the first word, which is why it is kept inline.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ThreadSet {
    first: u64,
    /// Words for threads 64 …; never ends in a zero word, so that equality is that of sets.
    rest: Vec<u64>,
}

impl ThreadSet {
    pub fn new() -> ThreadSet {
        ThreadSet::default()
    }

    pub fn insert(&mut self, thread: ThreadId) -> bool {
        let (word, bit) = (thread.index() / 64, 1 << (thread.index() % 64));
        let slot = if word == 0 {
            &mut self.first
        } else {
            if self.rest.len() < word {
                self.rest.resize(word, 0);
            }
            &mut self.rest[word - 1]
        };
        let new = *slot & bit == 0;
        *slot |= bit;
        new
    }

    pub fn remove(&mut self, thread: ThreadId) -> bool {
        let (word, bit) = (thread.index() / 64, 1 << (thread.index() % 64));
        let slot = if word == 0 {
            &mut self.first
        } else {
            match self.rest.get_mut(word - 1) {
                Some(slot) => slot,
                None => return false,
            }
        };
        let present = *slot & bit != 0;
        *slot &= !bit;
        while self.rest.last() == Some(&0) {
            self.rest.pop();
        }
        present
    }

    pub fn contains(&self, thread: ThreadId) -> bool {
        let (word, bit) = (thread.index() / 64, 1 << (thread.index() % 64));
        self.word(word) & bit != 0
    }

    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.rest.is_empty()
    }

    pub fn len(&self) -> usize {
        (0..=self.rest.len()).map(|i| self.word(i).count_ones() as usize).sum()
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = ThreadId> + '_ {
        (0..=self.rest.len()).flat_map(|i| Bits(self.word(i)).map(move |bit| ThreadId((i * 64 + bit) as u16)))
    }

    fn word(&self, index: usize) -> u64 {
        if index == 0 { self.first } else { self.rest.get(index - 1).copied().unwrap_or(0) }
    }
}

impl Extend<ThreadId> for ThreadSet {
    fn extend<I: IntoIterator<Item = ThreadId>>(&mut self, threads: I) {
        for thread in threads {
            self.insert(thread);
        }
    }
}

impl FromIterator<ThreadId> for ThreadSet {
    fn from_iter<I: IntoIterator<Item = ThreadId>>(threads: I) -> ThreadSet {
        let mut set = ThreadSet::new();
        set.extend(threads);
        set
    }
}

struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_compare_by_content() {
        let mut set: ThreadSet = [ThreadId(3), ThreadId(200), ThreadId(64)].into_iter().collect();
        assert_eq!(set.iter().map(|t| t.0).collect::<Vec<_>>(), [3, 64, 200]);
        assert_eq!(set.len(), 3);
        assert!(set.remove(ThreadId(200)) && set.remove(ThreadId(64)) && !set.remove(ThreadId(1000)));
        assert_eq!(set, [ThreadId(3)].into_iter().collect());
        assert!(!set.insert(ThreadId(3)) && set.contains(ThreadId(3)) && !set.contains(ThreadId(64)));
    }
}
