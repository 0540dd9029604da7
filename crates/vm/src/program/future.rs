//! What threads may still do, as far as the program's text says.
//!
//! The future of a frame is what may be executed from where it is up to where its function returns: by that call, by the
//! functions that it calls, and by the threads that they create. The future of a thread is that of its frames. A frame below
//! the top goes on behind the call under way: see [`points`].

use mazurka_analysis::future::flow::Flow;
use mazurka_analysis::future::{FieldId, FieldOverlaps, FieldSet, Fields};

use super::FunctionId;
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

/// What is asked about the future.
#[derive(Debug, Default)]
pub struct FutureTable {
    flow: Flow,
    /// For every function, its accesses by position.
    sites: Vec<Vec<AccessSite>>,
    names: Vec<String>,
    overlaps: FieldOverlaps,
    hides_pointers: bool,
}

/// An instruction that may access memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AccessSite {
    pub pc: Pc,
    pub field: FieldId,
    pub loads_pointer: bool,
}

impl FutureTable {
    pub(crate) fn new(
        flow: Flow,
        sites: Vec<Vec<AccessSite>>,
        fields: &Fields,
        hides_pointers: bool,
    ) -> FutureTable {
        let names = fields.ids().map(|field| fields.name(field).to_owned()).collect();
        FutureTable { flow, sites, names, overlaps: fields.overlaps(), hides_pointers }
    }

    fn site(&self, at: Site) -> Option<&AccessSite> {
        let sites = self.sites.get(at.function as usize)?;
        sites.binary_search_by_key(&at.pc, |site| site.pc).ok().map(|index| &sites[index])
    }

    /// Whether a frame at this point may execute an instruction before its function returns.
    pub fn may_execute(&self, frame: Point, site: Site) -> bool {
        self.flow.may_execute((frame.function as usize, frame.pc), (site.function as usize, site.pc))
    }

    /// Whether a frame at this point may access one of these fields before its function returns.
    pub fn may_access(&self, frame: Point, fields: &FieldSet, only_writes: bool) -> bool {
        self.flow.may_access((frame.function as usize, frame.pc), fields, only_writes)
    }

    /// An access for which [`FutureTable::may_access`] says yes: in the frame's function if there is one.
    pub fn witness(&self, frame: Point, fields: &FieldSet, only_writes: bool) -> Option<Site> {
        let found = self.flow.witness((frame.function as usize, frame.pc), fields, only_writes);
        found.map(|(function, pc)| Site { function: function as FunctionId, pc })
    }

    /// What an instruction accesses.
    pub fn field(&self, site: Site) -> FieldId {
        self.site(site).map_or(FieldId::ANY, |site| site.field)
    }

    pub fn has_field(&self, field: FieldId) -> bool {
        (field.0 as usize) < self.names.len()
    }

    /// What people call a field, as far as types say.
    pub fn field_name(&self, field: FieldId) -> &str {
        self.names.get(field.0 as usize).map_or("", |name| name)
    }

    /// Which fields overlap before anything was seen.
    pub fn field_overlaps(&self) -> &FieldOverlaps {
        &self.overlaps
    }

    /// Whether an instruction loads a value that the program's text calls a pointer.
    pub fn loads_pointer(&self, site: Site) -> bool {
        self.site(site).is_some_and(|site| site.loads_pointer)
    }

    /// Whether the program may keep pointers in a form that is not theirs: mangled numbers, or in inline assembly. Pieces that it
    /// loads from memory do not count: see [`FutureTable::loads_pointer`].
    pub fn hides_pointers(&self) -> bool {
        self.hides_pointers
    }
}
