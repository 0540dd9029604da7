//! Threads and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A thread, numbered in a way that does not depend on the interleaving; 0 is main.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
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

/// A set of threads. Nearly all programs fit the first word: sets of it are copied and compared in a few instructions.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "Words")]
pub struct ThreadSet {
    first: u64,
    /// Words for threads 64 …; never ends in a zero word, so that equality is that of sets.
    rest: Option<Box<[u64]>>,
}

/// A set as it is read.
#[derive(Deserialize)]
struct Words {
    first: u64,
    rest: Option<Box<[u64]>>,
}

impl TryFrom<Words> for ThreadSet {
    type Error = &'static str;

    fn try_from(Words { first, rest }: Words) -> Result<ThreadSet, &'static str> {
        let is_possible =
            |rest: &[u64]| rest.len() < MOST_WORDS && rest.last().is_some_and(|last| *last != 0);
        match rest.as_deref().is_none_or(is_possible) {
            true => Ok(ThreadSet { first, rest }),
            false => Err("a set has words without threads"),
        }
    }
}

/// Enough for all thread ids.
const MOST_WORDS: usize = (u16::MAX as usize + 1) / 64;

impl ThreadSet {
    pub fn new() -> ThreadSet {
        ThreadSet::default()
    }

    pub fn insert(&mut self, thread: ThreadId) -> bool {
        let (word, bit) = (thread.index() / 64, 1 << (thread.index() % 64));
        if word > self.rest().len() {
            self.resize(word);
        }
        let slot = match (word, &mut self.rest) {
            (1.., Some(rest)) => &mut rest[word - 1],
            _ => &mut self.first,
        };
        let new = *slot & bit == 0;
        *slot |= bit;
        new
    }

    pub fn remove(&mut self, thread: ThreadId) -> bool {
        let present = self.contains(thread);
        let (word, bit) = (thread.index() / 64, 1 << (thread.index() % 64));
        match (word, &mut self.rest) {
            (0, _) => self.first &= !bit,
            (_, Some(rest)) if present => {
                rest[word - 1] &= !bit;
                let words = rest.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
                self.resize(words);
            }
            _ => {}
        }
        present
    }

    /// Inserts or removes a thread.
    #[inline]
    pub fn set(&mut self, thread: ThreadId, member: bool) {
        match (thread.index(), member) {
            (index @ ..64, _) => self.first = self.first & !(1 << index) | u64::from(member) << index,
            (_, true) => _ = self.insert(thread),
            (_, false) => _ = self.remove(thread),
        }
    }

    pub fn contains(&self, thread: ThreadId) -> bool {
        let (word, bit) = (thread.index() / 64, 1 << (thread.index() % 64));
        let word = if word == 0 { self.first } else { self.rest().get(word - 1).copied().unwrap_or(0) };
        word & bit != 0
    }

    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.rest.is_none()
    }

    pub fn len(&self) -> usize {
        let words = std::iter::once(&self.first).chain(self.rest());
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Those that are not in another set.
    #[inline]
    pub fn without(&self, other: &ThreadSet) -> ThreadSet {
        let first = self.first & !other.first;
        match &self.rest {
            None => ThreadSet { first, rest: None },
            Some(_) => self.iter().filter(|thread| !other.contains(*thread)).collect(),
        }
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = ThreadId> + '_ {
        Threads { word: self.first, start: 0, rest: self.rest().iter() }
    }

    fn rest(&self) -> &[u64] {
        self.rest.as_deref().unwrap_or(&[])
    }

    /// Makes room for exactly `words` words beside the first.
    fn resize(&mut self, words: usize) {
        if words != self.rest().len() {
            let mut rest = self.rest.take().map_or(Vec::new(), Vec::from);
            rest.resize(words, 0);
            self.rest = (words > 0).then(|| rest.into());
        }
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

struct Threads<'s> {
    /// What is left of the word at hand, and the thread that its first bit stands for.
    word: u64,
    start: u16,
    rest: std::slice::Iter<'s, u64>,
}

impl Iterator for Threads<'_> {
    type Item = ThreadId;

    fn next(&mut self) -> Option<ThreadId> {
        while self.word == 0 {
            self.word = *self.rest.next()?;
            self.start += 64;
        }
        let bit = self.word.trailing_zeros() as u16;
        self.word &= self.word - 1;
        Some(ThreadId(self.start + bit))
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
        let others = [ThreadId(1), ThreadId(3), ThreadId(200)].into_iter().collect();
        assert_eq!(set.without(&others), [ThreadId(64)].into_iter().collect());
        assert_eq!(others.without(&set), [ThreadId(1)].into_iter().collect());
        assert!(set.remove(ThreadId(200)) && set.remove(ThreadId(64)) && !set.remove(ThreadId(1000)));
        assert_eq!(set, [ThreadId(3)].into_iter().collect());
        assert!(!set.insert(ThreadId(3)) && set.contains(ThreadId(3)) && !set.contains(ThreadId(64)));
    }
}
