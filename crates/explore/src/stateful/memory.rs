//! How states are remembered: each of them, or a few bits of each.

use serde::{Deserialize, Serialize};

use super::bitstate::Bits;
use super::visited::{BITS, Insertion, Table};

/// How states are remembered.
#[derive(Clone, Copy, Debug)]
pub enum Memory {
    /// All of them. They and what else the search keeps may take `max_bytes`.
    Fingerprints { max_bytes: usize },
    /// A few bits of each in a table of `bytes`, so that different states may be taken for one.
    Bits { bytes: usize },
}

/// The states that were seen.
#[derive(Serialize, Deserialize)]
pub(super) enum Visited {
    Table(Table),
    Bits(Bits),
}

impl Visited {
    pub(super) fn new(memory: Memory) -> Visited {
        match memory {
            Memory::Fingerprints { max_bytes } => Visited::Table(Table::new(max_bytes)),
            Memory::Bits { bytes } => Visited::Bits(Bits::new(bytes)),
        }
    }

    /// Takes what was remembered before; `false` if it is another kind of memory.
    pub(super) fn restore(&mut self, before: Visited) -> bool {
        match (self, before) {
            (Visited::Table(table), Visited::Table(before)) => table.restore(before),
            (Visited::Bits(bits), Visited::Bits(before)) => return bits.restore(before),
            _ => return false,
        }
        true
    }

    pub(super) fn contains(&self, state: u128) -> bool {
        match self {
            Visited::Table(table) => table.contains(state),
            Visited::Bits(bits) => bits.contains(state),
        }
    }

    /// Has the processor fetch what will be looked at.
    #[inline]
    pub(super) fn touch(&self, state: u128) {
        if let Visited::Table(table) = self {
            table.touch(state);
        }
    }

    #[inline]
    pub(super) fn insert(&mut self, state: u128) -> Insertion {
        match self {
            Visited::Table(table) => table.insert(state),
            Visited::Bits(bits) => bits.insert(state),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Visited::Table(table) => table.bytes(),
            Visited::Bits(bits) => bits.bytes(),
        }
    }

    /// The probability that two states are taken for one: for fingerprints, there are n (n - 1) / 2 pairs that might
    /// be equal; for bits, that of a new state whose bits are all set already.
    pub(super) fn collision_probability(&self) -> f64 {
        match self {
            Visited::Table(table) => {
                let n = table.len() as f64;
                (n * (n - 1.0).max(0.0) / 2.0 * 2f64.powi(-BITS)).min(1.0)
            }
            Visited::Bits(bits) => bits.collision_probability(),
        }
    }
}
