//! Sets of small numbers.

/// A set of numbers, a bit each; as long as its largest element needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    #[inline]
    pub fn contains(&self, element: usize) -> bool {
        self.words.get(element / 64).is_some_and(|word| word >> (element % 64) & 1 != 0)
    }

    /// Returns whether it was not there before.
    pub fn insert(&mut self, element: usize) -> bool {
        let word = element / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = !self.contains(element);
        self.words[word] |= 1 << (element % 64);
        is_new
    }

    pub fn add_all(&mut self, other: &BitSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    #[inline]
    pub fn meets(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(one, other)| one & other != 0)
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.words.len()).filter(|&element| self.contains(element))
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(elements: I) -> BitSet {
        let mut set = BitSet::default();
        elements.into_iter().for_each(|element| _ = set.insert(element));
        set
    }
}
