//! Which fields threads may still access.
//!
//! What the program's text calls different fields are different memory: an assumption, because of casts. Two fields that were seen at
//! the same byte overlap.

use mazurka_analysis::future::{FieldId, FieldOverlaps};
use rustc_hash::FxHashSet;

use super::reasons::Reason;
use crate::address::{self, Place};
use crate::program::Program;
use crate::program::future::FramePoint;
use crate::visibility::{PlainAccess, Site};

pub(super) struct Fields {
    /// Which fields overlap by the facts in force, and by all; `None` where that was not analyzed.
    in_force: Option<FieldOverlaps>,
    all: Option<FieldOverlaps>,
    /// Fields of accesses of this search that were not visible, though another thread could reach the memory.
    missed: FxHashSet<FieldId>,
    /// Whether one of them would have been, had all facts been in force.
    pub has_learnt: bool,
}

impl Fields {
    pub(super) fn new(program: &Program) -> Fields {
        let overlaps = program.future.as_ref().map(|future| future.field_overlaps().clone());
        Fields { in_force: overlaps.clone(), all: overlaps, missed: FxHashSet::default(), has_learnt: false }
    }

    /// What an instruction accesses.
    pub(super) fn of(program: &Program, site: Site) -> FieldId {
        program.future.as_ref().map_or(FieldId::ANY, |future| future.field(site))
    }

    /// Two fields were seen at the same byte.
    pub(super) fn share_bytes(&mut self, one: FieldId, other: FieldId) {
        let Some(all) = &mut self.all else { return };
        if one != other && all.add(one, other) {
            self.has_learnt |= self.missed.contains(&one) || self.missed.contains(&other);
        }
    }

    pub(super) fn adopt(&mut self) {
        self.in_force.clone_from(&self.all);
        self.missed.clear();
        self.has_learnt = false;
    }

    pub(super) fn missed(&self) -> Vec<u32> {
        let mut missed: Vec<u32> = self.missed.iter().map(|field| field.0).collect();
        missed.sort_unstable();
        missed
    }

    pub(super) fn restore_missed(&mut self, missed: &[u32]) {
        self.missed = missed.iter().map(|field| FieldId(*field)).collect();
    }

    /// Why an access to memory that another thread can reach is visible, if it is.
    pub(super) fn reason(&mut self, access: &PlainAccess) -> Option<Reason> {
        let field = Fields::of(access.program, access.site);
        let (Some(in_force), Some(all)) = (&self.in_force, &self.all) else { return Some(Reason::UNKNOWN) };
        let overlapping = in_force.of(field);
        let only_writes = !access.writes;
        // It may take its variables away, which is not an access of the program's text.
        if let Place::Stack(owner) = address::place(access.range.start)
            && access.others.alive().any(|(thread, _)| thread == owner)
        {
            return Some(Reason { thread: Some(owner), site: None, field: Some(field) });
        }
        let Some(future) = &access.program.future else { return Some(Reason::UNKNOWN) };
        for (thread, at) in access.others.alive() {
            let points = future.points(access.program, at);
            let may_access = |point: &FramePoint| future.may_access(*point, overlapping, only_writes);
            if let Some(point) = points.into_iter().find(may_access) {
                let site = future.witness(point, overlapping, only_writes);
                return Some(Reason { thread: Some(thread), site, field: Some(field) });
            }
        }
        self.missed.insert(field);
        self.has_learnt |= all.of(field) != overlapping;
        None
    }
}
