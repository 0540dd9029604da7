//! Where functions of the library get numbers at random from.

/// Of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Draws {
    /// From a generator of the process: a call does nothing but to decide what calls for the same one return, which are no negative integers.
    From(Generator),
    /// It looks at that generator or changes it, and does more than that.
    Shares(Generator),
    /// From this many bytes at its first argument, which decide what it returns, and which it changes. It does nothing else, and returns no negative integer.
    At(u64),
}

/// A generator of numbers at random that belongs to the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Generator {
    Additive,
    Congruential,
}

/// Some of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Generators(u8);

impl Generators {
    pub(crate) const ALL: Generators =
        Generators(1 << Generator::Additive as u8 | 1 << Generator::Congruential as u8);

    pub(crate) fn contains(self, generator: Generator) -> bool {
        self.0 >> generator as u8 & 1 == 1
    }

    pub(crate) fn remove(&mut self, generator: Generator) {
        self.0 &= !(1 << generator as u8);
    }
}
