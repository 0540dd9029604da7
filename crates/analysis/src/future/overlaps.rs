//! Which fields may share memory.

use crate::bits::BitSet;

/// A field: what an access touches, as far as types say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId(pub u32);

impl FieldId {
    /// Nothing is known: it overlaps all fields.
    pub const ANY: FieldId = FieldId(0);
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldSet {
    pub(super) bits: BitSet,
}

impl FieldSet {
    pub fn contains(&self, field: FieldId) -> bool {
        self.bits.contains(field.0 as usize)
    }

    /// Returns whether it was not there before.
    pub fn insert(&mut self, field: FieldId) -> bool {
        self.bits.insert(field.0 as usize)
    }

    pub fn add_all(&mut self, other: &FieldSet) {
        self.bits.add_all(&other.bits);
    }
}

/// Which fields overlap: at first what types say, which casts and unions may prove wrong, then what was seen besides. A pair at a time:
/// that one field overlaps two others does not mean that these overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldOverlaps {
    /// For every field, those that overlap it.
    sets: Vec<FieldSet>,
}

impl FieldOverlaps {
    pub(super) fn new(count: usize) -> FieldOverlaps {
        let mut overlaps = FieldOverlaps { sets: vec![FieldSet::default(); count] };
        for field in (0..count as u32).map(FieldId) {
            overlaps.add(field, field);
            overlaps.add(field, FieldId::ANY);
        }
        overlaps
    }

    /// The fields that may share memory with this one, itself and [`FieldId::ANY`] among them.
    pub fn of(&self, field: FieldId) -> &FieldSet {
        &self.sets[field.0 as usize]
    }

    /// Whether the two may share memory.
    pub fn overlap(&self, one: FieldId, other: FieldId) -> bool {
        self.of(one).contains(other)
    }

    /// From now on these two overlap. Returns whether they did not before.
    pub fn add(&mut self, one: FieldId, other: FieldId) -> bool {
        self.sets[other.0 as usize].insert(one);
        self.sets[one.0 as usize].insert(other)
    }

    pub(super) fn add_set(&mut self, one: FieldId, others: &FieldSet) {
        self.sets[one.0 as usize].add_all(others);
        for other in others.bits.iter() {
            self.sets[other].insert(one);
        }
    }
}
