//! What may be executed from a point of a function up to its return: by itself, by what it calls, and by threads that are created
//! on the way.
//!
//! Backward over the blocks of a function, and bottom-up over calls, component by component: a set at a point is what the rest of
//! its block adds to the sets of the blocks behind it, and a call adds all that its callees may ever execute. Sets of functions
//! are kept for all functions; what depends on the point is computed for a function when it is first asked about.

use std::sync::OnceLock;

use super::overlaps::{FieldId, FieldSet};
use crate::bits::BitSet;
use crate::components::components;

/// Index into the list that [`Flow::new`] gets.
pub type FunctionId = usize;
/// Index of an instruction in its function.
pub type Position = u32;

/// Control flow of a function. The first block is its entry.
#[derive(Debug, Default)]
pub struct Function {
    /// By their starts; a block extends to the start of the next.
    pub blocks: Vec<Block>,
    /// Control can return to an earlier point while a call is under way, as with `setjmp`.
    pub returns_twice: bool,
}

#[derive(Debug, Default)]
pub struct Block {
    pub start: Position,
    pub successors: Vec<usize>,
    /// By their positions.
    pub events: Vec<Event>,
}

/// What an instruction does that matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub at: Position,
    /// What it may call, or start as a thread.
    pub callees: Vec<FunctionId>,
    /// What it may call besides that its function was given: this is part of the calls that give it.
    pub given: Vec<FunctionId>,
    /// What it may access.
    pub fields: Vec<FieldId>,
    pub writes: bool,
}

/// What some piece of a program may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sets {
    functions: BitSet,
    fields: FieldSet,
    written: FieldSet,
}

impl Sets {
    fn add_all(&mut self, other: &Sets) {
        self.functions.add_all(&other.functions);
        self.fields.add_all(&other.fields);
        self.written.add_all(&other.written);
    }

    fn add(&mut self, event: &Event, closures: &Closures, with_given: bool) {
        let given = if with_given { &event.given[..] } else { &[] };
        for &callee in event.callees.iter().chain(given) {
            self.add_all(closures.of(callee));
        }
        self.add_fields(event);
    }

    fn add_fields(&mut self, event: &Event) {
        for &field in &event.fields {
            self.fields.insert(field);
            if event.writes {
                self.written.insert(field);
            }
        }
    }

    fn accessed(&self, only_writes: bool) -> &FieldSet {
        if only_writes { &self.written } else { &self.fields }
    }
}

/// All that a call of a function may do.
#[derive(Debug, Default)]
struct Closures {
    component: Vec<usize>,
    sets: Vec<Sets>,
}

impl Closures {
    fn of(&self, function: FunctionId) -> &Sets {
        &self.sets[self.component[function]]
    }

    fn new(functions: &[Function]) -> Closures {
        let events = |id: FunctionId| functions[id].blocks.iter().flat_map(|block| &block.events);
        let callees = |id| {
            let mut callees: Vec<_> = events(id).flat_map(|event| &event.callees).copied().collect();
            callees.sort_unstable();
            callees.dedup();
            callees
        };
        let callees: Vec<Vec<FunctionId>> = (0..functions.len()).map(callees).collect();
        let mut closures = Closures { component: vec![usize::MAX; functions.len()], sets: Vec::new() };
        for component in components(&callees) {
            let mut sets = Sets::default();
            for &member in &component.members {
                closures.component[member] = closures.sets.len();
                sets.functions.insert(member);
                events(member).for_each(|event| sets.add_fields(event));
            }
            for &callee in component.members.iter().flat_map(|&member| &callees[member]) {
                if closures.component[callee] != closures.sets.len() {
                    sets.add_all(closures.of(callee));
                }
            }
            closures.sets.push(sets);
        }
        closures
    }
}

/// What depends on the point in a function.
#[derive(Debug)]
struct Summary {
    /// For every block, its strongly connected component, and the components that control can come to from the block's end.
    component: Vec<usize>,
    later: Vec<BitSet>,
    /// For every block, what may be done from an event on, and at last behind its end.
    sets: Vec<Vec<Sets>>,
}

impl Summary {
    fn new(function: &Function, closures: &Closures, with_given: bool) -> Summary {
        let count = function.blocks.len();
        let successors: Vec<&[usize]> = function.blocks.iter().map(|block| &block.successors[..]).collect();
        let mut summary = Summary {
            component: vec![usize::MAX; count],
            later: vec![BitSet::default(); count],
            sets: vec![Vec::new(); count],
        };
        for (number, component) in components(&successors).into_iter().enumerate() {
            let mut later = BitSet::default();
            let mut behind = Sets::default();
            for &member in &component.members {
                summary.component[member] = number;
            }
            for &next in component.members.iter().flat_map(|&member| successors[member]) {
                if summary.component[next] != number {
                    later.add_all(&summary.later[next]);
                    later.insert(summary.component[next]);
                    behind.add_all(&summary.sets[next][0]);
                }
            }
            if component.is_cyclic {
                later.insert(number);
                let events = component.members.iter().flat_map(|&member| &function.blocks[member].events);
                events.for_each(|event| behind.add(event, closures, with_given));
            }
            for &member in &component.members {
                summary.later[member] = later.clone();
                summary.sets[member] = match component.is_cyclic {
                    true => vec![behind.clone()],
                    false => backward(&function.blocks[member], behind.clone(), closures, with_given),
                };
            }
        }
        summary
    }

    /// What may be done from a position in a block on.
    fn at(&self, function: &Function, block: usize, at: Position) -> &Sets {
        let sets = &self.sets[block];
        let event = function.blocks[block].events.partition_point(|event| event.at < at);
        &sets[event.min(sets.len() - 1)]
    }
}

fn backward(block: &Block, behind: Sets, closures: &Closures, with_given: bool) -> Vec<Sets> {
    let mut sets = vec![behind];
    for event in block.events.iter().rev() {
        let mut before = sets[sets.len() - 1].clone();
        before.add(event, closures, with_given);
        sets.push(before);
    }
    sets.reverse();
    sets
}

/// The control flow of a program.
#[derive(Debug, Default)]
pub struct Flow {
    functions: Vec<Function>,
    closures: Closures,
    /// With what functions were given, and without.
    summaries: Vec<[OnceLock<Summary>; 2]>,
}

/// Where a call of a function is: before this instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    pub function: FunctionId,
    pub at: Position,
    /// What the function may have been given counts, too.
    pub with_given: bool,
}

impl Flow {
    pub fn new(functions: Vec<Function>) -> Flow {
        let closures = Closures::new(&functions);
        let summaries = functions.iter().map(|_| Default::default()).collect();
        Flow { functions, closures, summaries }
    }

    fn summary(&self, Point { function, with_given, .. }: Point) -> &Summary {
        self.summaries[function][usize::from(with_given)]
            .get_or_init(|| Summary::new(&self.functions[function], &self.closures, with_given))
    }

    /// The block that a future begins in that is asked for at a point, and where it begins.
    fn start(&self, Point { function, at, .. }: Point) -> (usize, Position) {
        let at = if self.functions[function].returns_twice { 0 } else { at };
        (self.block(function, at), at)
    }

    fn block(&self, function: FunctionId, at: Position) -> usize {
        let blocks = &self.functions[function].blocks;
        blocks.partition_point(|block| block.start <= at).saturating_sub(1)
    }

    /// What may be done from a point on, the rest of its function aside.
    fn sets(&self, point: Point) -> &Sets {
        let (block, at) = self.start(point);
        self.summary(point).at(&self.functions[point.function], block, at)
    }

    /// Whether a call of a function that has come to a point may execute an instruction before it returns.
    pub fn may_execute(&self, point: Point, site: (FunctionId, Position)) -> bool {
        let (block, at) = self.start(point);
        if point.function == site.0 {
            let target = self.block(point.function, site.1);
            let summary = self.summary(point);
            if block == target && at <= site.1 || summary.later[block].contains(summary.component[target]) {
                return true;
            }
        }
        self.sets(point).functions.contains(site.0)
    }

    /// Whether a call of a function that has come to a point may access one of these fields before it returns.
    pub fn may_access(&self, point: Point, fields: &FieldSet, only_writes: bool) -> bool {
        self.sets(point).accessed(only_writes).bits.meets(&fields.bits)
    }

    /// An instruction for which [`Flow::may_access`] says yes: in the function itself if there is one, else in the first function.
    pub fn witness(
        &self,
        point: Point,
        fields: &FieldSet,
        only_writes: bool,
    ) -> Option<(FunctionId, Position)> {
        let is_meant = |event: &&Event| {
            (event.writes || !only_writes) && event.fields.iter().any(|&field| fields.contains(field))
        };
        let find = |id: FunctionId, is_possible: &dyn Fn(Position) -> bool| {
            let mut events = self.functions[id].blocks.iter().flat_map(|block| &block.events);
            events.find(|event| is_meant(event) && is_possible(event.at)).map(|event| (id, event.at))
        };
        let own = find(point.function, &|at| self.may_execute(point, (point.function, at)));
        own.or_else(|| self.sets(point).functions.iter().find_map(|id| find(id, &|_| true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of ten instructions.
    fn block(number: u32, successors: &[usize], events: &[(u32, &[FunctionId], &[u32], bool)]) -> Block {
        let events = events.iter().map(|&(at, callees, fields, writes)| Event {
            at: 10 * number + at,
            callees: callees.into(),
            given: Vec::new(),
            fields: fields.iter().copied().map(FieldId).collect(),
            writes,
        });
        Block { start: 10 * number, successors: successors.into(), events: events.collect() }
    }

    fn before(function: FunctionId, at: Position) -> Point {
        Point { function, at, with_given: true }
    }

    fn set(elements: &[u32]) -> FieldSet {
        let mut set = FieldSet::default();
        elements.iter().for_each(|&element| _ = set.insert(FieldId(element)));
        set
    }

    /// 0: a loop (blocks 1 and 2) that calls function 1, then block 3. 1 calls 2, which writes field 5. 3 is not called.
    fn flow() -> Flow {
        let main = Function {
            blocks: vec![
                block(0, &[1], &[(3, &[], &[1], true)]),
                block(1, &[2, 3], &[(4, &[1], &[], false)]),
                block(2, &[1], &[(2, &[], &[2], false)]),
                block(3, &[], &[(1, &[], &[3], true), (5, &[], &[4], false)]),
            ],
            returns_twice: false,
        };
        let calls = Function { blocks: vec![block(0, &[], &[(1, &[2], &[], false)])], returns_twice: false };
        let writes = Function { blocks: vec![block(0, &[], &[(1, &[], &[5], true)])], returns_twice: false };
        let other = Function { blocks: vec![block(0, &[], &[(1, &[], &[6], true)])], returns_twice: false };
        Flow::new(vec![main, calls, writes, other])
    }

    #[test]
    fn what_is_behind_a_point_may_be_executed() {
        let flow = flow();
        let may = |from: u32, to: u32| flow.may_execute(before(0, from), (0, to));
        assert!(may(0, 0) && may(3, 4) && may(0, 35));
        assert!(!may(4, 3) && !may(10, 9) && !may(30, 29));
        // In the loop everything of it comes again.
        assert!(may(25, 20) && may(25, 11) && may(19, 10) && may(19, 38) && !may(25, 5));
    }

    #[test]
    fn calls_are_part_of_the_future_until_the_last_of_them() {
        let flow = flow();
        for at in [0, 13, 29] {
            assert!(
                flow.may_execute(before(0, at), (1, 0)) && flow.may_execute(before(0, at), (2, 7)),
                "{at}"
            );
            assert!(!flow.may_execute(before(0, at), (3, 0)));
        }
        assert!(!flow.may_execute(before(0, 30), (2, 0)));
        assert!(flow.may_execute(before(1, 1), (2, 0)) && !flow.may_execute(before(1, 2), (2, 0)));
    }

    #[test]
    fn fields_are_those_of_the_accesses_behind_a_point() {
        let flow = flow();
        let may = |at, field, only_writes| flow.may_access(before(0, at), &set(&[field]), only_writes);
        assert!(may(3, 1, true) && !may(4, 1, false));
        assert!(may(0, 2, false) && !may(0, 2, true) && may(29, 2, false) && !may(30, 2, false));
        assert!(may(29, 5, true) && !may(30, 5, false) && !may(0, 6, false));
        assert!(may(31, 3, true) && !may(32, 3, true) && may(32, 4, false) && !may(36, 4, false));
        assert_eq!(flow.witness(before(0, 25), &set(&[2, 5]), false), Some((0, 22)));
        assert_eq!(flow.witness(before(0, 25), &set(&[5]), true), Some((2, 1)));
        assert_eq!(flow.witness(before(0, 32), &set(&[1, 2, 3, 5]), false), None);
    }

    #[test]
    fn recursion_leads_to_the_whole_function_again() {
        let calls_itself = |callee| Function {
            blocks: vec![block(0, &[], &[(2, &[], &[1], true), (5, &[callee], &[], false)])],
            returns_twice: false,
        };
        let flow = Flow::new(vec![calls_itself(1), calls_itself(0)]);
        assert!(flow.may_execute(before(0, 4), (0, 1)) && flow.may_access(before(0, 4), &set(&[1]), true));
        assert!(!flow.may_execute(before(0, 6), (0, 1)) && !flow.may_access(before(0, 6), &set(&[1]), true));
    }

    #[test]
    fn where_control_can_return_twice_the_whole_function_is_the_future() {
        let mut functions = flow().functions;
        functions[0].returns_twice = true;
        let flow = Flow::new(functions);
        assert!(flow.may_execute(before(0, 38), (0, 0)) && flow.may_execute(before(0, 38), (2, 0)));
        assert!(flow.may_access(before(0, 38), &set(&[1]), true));
    }

    #[test]
    fn what_a_function_is_given_is_part_of_the_call_that_gives_it() {
        // 0 gives 3 to 1, then 4; 1 passes it on to 2, which calls it.
        let main = block(0, &[], &[(2, &[1, 3], &[], false), (5, &[1, 4], &[], false)]);
        let mut passes = block(0, &[], &[(2, &[2], &[], false)]);
        passes.events[0].given = vec![3, 4];
        let mut calls = block(0, &[], &[(2, &[], &[], false)]);
        calls.events[0].given = vec![3, 4];
        let function = |block| Function { blocks: vec![block], returns_twice: false };
        let [three, four] = [block(0, &[], &[]), block(0, &[], &[])].map(function);
        let flow = Flow::new(vec![function(main), function(passes), function(calls), three, four]);
        assert!(flow.may_execute(before(0, 1), (3, 0)) && flow.may_execute(before(0, 1), (4, 0)));
        assert!(!flow.may_execute(before(0, 3), (3, 0)) && flow.may_execute(before(0, 3), (4, 0)));
        for function in [1, 2] {
            assert!(
                flow.may_execute(before(function, 0), (3, 0))
                    && flow.may_execute(before(function, 0), (4, 0))
            );
            let without = Point { with_given: false, ..before(function, 0) };
            assert!(!flow.may_execute(without, (3, 0)) && flow.may_execute(without, (2, 0)));
            assert!(!flow.may_execute(before(function, 3), (3, 0)));
        }
    }
}
