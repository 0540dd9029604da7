//! What threads may still do, as far as the program's text says.
//!
//! The future of a frame is what may be executed from where it is up to where its function returns: by that call, by the
//! functions that it calls, and by the threads that they create. The future of a thread is that of its frames. A frame below
//! the top continues behind the call under way, unless it was interrupted: see [`points`]. A handler of a signal may run at any time.

use mazurka_analysis::future::flow::{self, Flow};
use mazurka_analysis::future::{FieldId, FieldOverlaps, FieldSet, Fields};

use super::{FunctionId, FunctionKind, Program};
use crate::code::{Insn, Pc, Reg};
use crate::threads::{Frame, Thread};
use crate::visibility::Site;
use mazurka_analysis::future::START;

/// Where a frame is: before this instruction.
pub type Point = Site;

/// A point of a frame, and whether it counts there which functions the frame's function may have been given as arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePoint {
    point: Point,
    with_given: bool,
}

impl From<Point> for FramePoint {
    fn from(point: Point) -> FramePoint {
        FramePoint { point, with_given: true }
    }
}

impl FramePoint {
    fn in_flow(self) -> flow::Point {
        let FramePoint { point: Point { function, pc }, with_given } = self;
        flow::Point { function: function as usize, at: pc, with_given }
    }
}

/// The points of a thread's frames. The last is that of the top frame.
pub fn points(program: &Program, frames: &[Frame]) -> impl Iterator<Item = Point> {
    let top = frames.len().wrapping_sub(1);
    frames.iter().enumerate().map(move |(at, frame)| {
        let is_call_under_way = at != top && !program.is_interrupted(&frames[at + 1..]);
        Point { function: frame.function, pc: frame.pc + Pc::from(is_call_under_way) }
    })
}

/// What is asked about the future.
#[derive(Debug, Default)]
pub struct FutureTable {
    flow: Flow,
    /// For every function, its accesses by position.
    sites: Vec<Vec<AccessSite>>,
    /// For functions that threads may begin with, the registers that arguments arrive in which they call.
    given: Vec<Option<Vec<Reg>>>,
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
        (sites, given): (Vec<Vec<AccessSite>>, Vec<Option<Vec<Reg>>>),
        fields: &Fields,
        hides_pointers: bool,
    ) -> FutureTable {
        let names = fields.ids().map(|field| fields.name(field).to_owned()).collect();
        FutureTable { flow, sites, given, names, overlaps: fields.overlaps(), hides_pointers }
    }

    /// Where a thread is: the points of its frames. Where it is about to begin with a function that it was given, or to begin another
    /// thread with one, the registers say which.
    pub(crate) fn points(&self, program: &Program, thread: &Thread) -> Vec<FramePoint> {
        let mut all = self.points_of_frames(program, thread);
        let handlers = program.take_signal.map(|function| Point { function, pc: 0 });
        all.extend(handlers.map(FramePoint::from));
        all
    }

    fn points_of_frames(&self, program: &Program, thread: &Thread) -> Vec<FramePoint> {
        let mut all: Vec<FramePoint> = points(program, &thread.frames).map(FramePoint::from).collect();
        let (Some(frame), Some(&FramePoint { point, .. })) = (thread.frames.last(), all.last()) else {
            return all;
        };
        let registers = thread.registers(frame);
        let code = program.code(frame.function);
        if let Insn::Call { function, site } = code.insns[frame.pc as usize]
            && program.functions[function as usize].native().is_some_and(|native| native.facts.effect.spawns)
        {
            let arguments = &code.sites[site as usize].args;
            let argument = |at: usize| arguments.get(at).map(|&register| registers[register as usize]);
            let start = argument(START).and_then(|start| program.function_at(start));
            let given = start.and_then(|start| self.given(program, start, |at| argument(START + 1 + at)));
            if let Some(given) = given {
                all.pop();
                let behind = Point { pc: point.pc + 1, ..point };
                all.extend([FramePoint { point, with_given: false }, behind.into()]);
                all.extend(given);
            }
        } else if thread.frames.len() == 1
            && frame.pc == 0
            && let Some(given) = self.given(program, frame.function, |at| registers.get(at).copied())
        {
            all = vec![FramePoint { point, with_given: false }];
            all.extend(given);
        }
        all
    }

    /// Where the functions begin that a function is given which threads begin with.
    fn given(
        &self,
        program: &Program,
        start: FunctionId,
        argument: impl Fn(usize) -> Option<u64>,
    ) -> Option<Vec<FramePoint>> {
        let given = self.given.get(start as usize)?.as_ref()?;
        let functions = given.iter().filter_map(|&at| program.function_at(argument(at.into())?));
        // A call of anything else is an error, or one of the library's functions.
        let is_code = |&id: &FunctionId| matches!(program.functions[id as usize].kind, FunctionKind::Code(_));
        Some(functions.filter(is_code).map(|function| Point { function, pc: 0 }.into()).collect())
    }

    fn site(&self, at: Site) -> Option<&AccessSite> {
        let sites = self.sites.get(at.function as usize)?;
        sites.binary_search_by_key(&at.pc, |site| site.pc).ok().map(|index| &sites[index])
    }

    /// Whether a frame at this point may execute an instruction before its function returns.
    pub fn may_execute(&self, frame: impl Into<FramePoint>, site: Site) -> bool {
        self.flow.may_execute(frame.into().in_flow(), (site.function as usize, site.pc))
    }

    /// Whether a frame at this point may access one of these fields before its function returns.
    pub fn may_access(&self, frame: impl Into<FramePoint>, fields: &FieldSet, only_writes: bool) -> bool {
        self.flow.may_access(frame.into().in_flow(), fields, only_writes)
    }

    /// An access for which [`FutureTable::may_access`] says yes: in the frame's function if there is one.
    pub fn witness(
        &self,
        frame: impl Into<FramePoint>,
        fields: &FieldSet,
        only_writes: bool,
    ) -> Option<Site> {
        let found = self.flow.witness(frame.into().in_flow(), fields, only_writes);
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
