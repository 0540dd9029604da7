//! What threads may still do, as far as the program's text says.
//!
//! The future of a frame is what may be executed from where it is up to where its function returns: by that call, by the
//! functions that it calls, and by the threads that they create. The future of a thread is that of its frames. A frame below
//! the top goes on behind the call under way: see [`points`].

use mazurka_analysis::future::flow::Flow;

use crate::code::Pc;
use crate::threads::Frame;
use crate::visibility::Site;

/// Where a frame is: before this instruction.
pub type Point = Site;

/// The points of a thread's frames. The last is that of the top frame.
pub fn points(frames: &[Frame]) -> impl Iterator<Item = Point> {
    let top = frames.len().wrapping_sub(1);
    frames.iter().enumerate().map(move |(at, frame)| {
        let is_call_under_way = at != top;
        Point { function: frame.function, pc: frame.pc + Pc::from(is_call_under_way) }
    })
}

/// What an access touches, as far as types say: a member of a struct, the elements of arrays of a type, a variable. Index of
/// a name in [`FutureTable::field_name`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId(pub u32);

impl FieldId {
    /// Nothing is known: it overlaps all fields.
    pub const ANY: FieldId = FieldId(0);
}

/// A set of fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldSet {
    words: Vec<u64>,
}

impl FieldSet {
    pub fn contains(&self, field: FieldId) -> bool {
        self.words.get(field.0 as usize / 64).is_some_and(|word| word >> (field.0 % 64) & 1 != 0)
    }

    pub fn insert(&mut self, field: FieldId) {
        let word = field.0 as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (field.0 % 64);
    }
}

/// Which fields overlap: at first what types say, then what was seen besides ([`FieldClasses::merge`]). It belongs to the
/// search that has seen it.
#[derive(Clone, Debug)]
pub struct FieldClasses {
    /// For every field, another of its class that is nearer to the class's representative, or itself.
    parent: Vec<u32>,
    /// For every representative, the fields that overlap some field of its class.
    overlapping: Vec<FieldSet>,
}

impl FieldClasses {
    /// The fields that may share memory with this one; itself and [`FieldId::ANY`] among them.
    pub fn overlapping(&self, field: FieldId) -> &FieldSet {
        &self.overlapping[self.representative(field) as usize]
    }

    /// Whether the two may share memory.
    pub fn overlap(&self, one: FieldId, other: FieldId) -> bool {
        one == FieldId::ANY || self.overlapping(one).contains(other)
    }

    /// From now on these overlap, and whatever overlaps one of them; `false` if they did before.
    pub fn merge(&mut self, one: FieldId, other: FieldId) -> bool {
        if self.overlap(one, other) {
            return false;
        }
        let (one, other) = (self.representative(one), self.representative(other));
        let (kept, gone) = (one.min(other), one.max(other));
        self.parent[gone as usize] = kept;
        let words = std::mem::take(&mut self.overlapping[gone as usize].words);
        let all = &mut self.overlapping[kept as usize].words;
        all.resize(all.len().max(words.len()), 0);
        all.iter_mut().zip(words).for_each(|(all, more)| *all |= more);
        true
    }

    fn representative(&self, field: FieldId) -> u32 {
        let mut at = field.0;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        at
    }
}

/// What is asked about the future.
#[derive(Debug, Default)]
pub struct FutureTable {
    flow: Flow,
    fields: u32,
}

impl FutureTable {
    pub(crate) fn new(flow: Flow) -> FutureTable {
        FutureTable { flow, fields: 1 }
    }

    /// Whether a frame at this point may execute an instruction before its function returns.
    pub fn may_execute(&self, frame: Point, site: Site) -> bool {
        self.flow.may_execute((frame.function as usize, frame.pc), (site.function as usize, site.pc))
    }

    /// Whether a frame at this point may access one of these fields before its function returns.
    pub fn may_access(&self, _frame: Point, _fields: &FieldSet, _only_writes: bool) -> bool {
        true
    }

    /// An access for which [`FutureTable::may_access`] says yes: the first in the order of functions and instructions.
    pub fn witness(&self, frame: Point, _fields: &FieldSet, _only_writes: bool) -> Option<Site> {
        Some(frame)
    }

    /// What an instruction accesses.
    pub fn field(&self, _site: Site) -> FieldId {
        FieldId::ANY
    }

    /// What people call a field.
    pub fn field_name(&self, _field: FieldId) -> &str {
        "any memory"
    }

    /// Which fields overlap before anything was seen.
    pub fn field_classes(&self) -> FieldClasses {
        let mut any = FieldSet::default();
        any.insert(FieldId::ANY);
        FieldClasses { parent: (0..self.fields).collect(), overlapping: vec![any; self.fields as usize] }
    }

    /// Whether an instruction loads a value that the program's text calls a pointer.
    pub fn loads_pointer(&self, _site: Site) -> bool {
        false
    }

    /// Whether the program may keep pointers in a form that is not theirs: as numbers, or in inline assembly.
    pub fn hides_pointers(&self) -> bool {
        true
    }
}
