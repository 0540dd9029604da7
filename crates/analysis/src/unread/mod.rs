//! Memory that nothing reads: parts of variables, of what is on stacks and of blocks on the heap whose contents reach nothing but such memory.
//!
//! `while (!ready) stats->retries++;` reads `retries` only to write it again. If all of memory but this is the same at the end of an iteration, the
//! iteration has left nothing behind. So the machine keeps zeros there: stores of the text write zero ([`InFunction::writes`]), every atomic
//! update is one of zero that yields nothing, and variables begin with zeros.
//!
//! A value is *needed* if something depends on it: it decides a branch, is an address that is accessed, a callee, a divisor, is compared by a
//! compare-and-swap, has escaped, or another value that is needed is computed from it. What is written to memory is needed if what
//! is read from some of the same bytes is, directly or where they are copied to. That follows edges of [`crate::points_to`] backwards (a
//! faint-variable analysis: Giegerich, Möncke, Wilhelm 1981, over memory and calls). A spot of an object is *unread* if what is written there
//! - is not needed, and
//! - is a *number*: computed from no address, and so neither a pointer nor a piece of one. (Unless the object is smaller than a pointer.)
//!
//! An instruction writes zeros if it writes to nothing but unread spots. Operands of calls and returns that are not needed and numbers are zeros, too
//! ([`InFunction::operands`]): what a thread ends with that no join takes, a counter that is only printed. Computations and loads
//! need no such mark: nothing uses their results any more, and what is in registers that are not used is not part of the state.
//!
//! **Why nothing is lost.** Let two states differ only in values that are not needed, in registers and in memory, and let a thread make the same step
//! from both. It executes the same instructions, because no such value decides a branch, an address or a call. It makes the same accesses to the
//! same bytes with the same memory order, because instructions stay; a compare-and-swap, which may write or not, needs what it
//! compares. It fails in both or in neither: computations of what is not needed cannot fail, and arguments of library functions are needed. What it
//! writes differs only where it is not needed: a byte that a needed value is read from has only writes that are needed. Again the states differ
//! only in such values. So by induction the program with zeros has the same executions as the one that is written: the same operations with the same
//! synchronisation, data races on unread memory included, the same choices, faults, allocations and blocked threads; and what searches claim of the
//! one, such as that an iteration is vain, is true of the other, up to what is in unread memory. In particular:
//!
//! - *One name for many blocks.* What is found holds for all that one `alloca` or one call that allocates ever makes, in all threads together. A
//!   block that is resized is still one of those that it was.
//! - *Memory that is used again.* A freed block and a variable whose function has returned are not accessed; a new one there is another object. Unread
//!   bytes that are read before anything is written there are as uninitialised as they are in the program: every store stays, and makes its bytes valid.
//! - *Other views*: members of unions, casts, single bytes and copies of structs are accesses to the same bytes, whatever their types. What is copied from
//!   unread to needed memory is needed, and so is what it is copied from.
//! - *What is shared, and what is lost* (leaks) follows from which words of memory could be addresses. Unread spots hold numbers
//!   instead of zeros: neither is the address of a block. (A number that happens to be one, without having been computed from it, keeps
//!   a block from being reported as lost otherwise.)
//! - *Updates that commute*: that the result of an update is not used holds for every update of an unread spot.
//! - *A state that is repeated for ever* is one that is repeated but for unread memory: a loop that only counts is endless. Whether it waits
//!   depends on whether it looks at anything; loading from unread memory only to write there again is not looking. So the machine asks where bytes are
//!   unread ([`InFunction::locals`], [`InFunction::blocks`]); to it, memory of which nothing is said is read. Neither is it looking to load an address
//!   only to access what is there ([`Unread::leading`]).
//! - *Printing* decides nothing that the program observes: a number is formatted without failing, and how much is written is known only by the result,
//!   which then makes the number needed. A program that may read, move or count its output otherwise, prints as written
//!   ([`crate::library::Output`]). What is printed differs; reports and replays take it from the program as it is written.
//! - *Addresses that are computed*, and lead from one object into another, are out of the bounds of what they were made for. Indices are taken to stay
//!   in arrays that are members. Where an object has unread spots, the machine lets others lead nowhere ([`InFunction::indices`]), so that an access there is
//!   a fault instead of one to another member.

mod bytes;

use std::ops::Range;

use mazurka_ir::instruction::{BlockId, LocalId, Op, Value};
use mazurka_ir::link::SymbolRef;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call_graph::{self, CallGraph, FunctionId, Node};
use crate::points_to::{
    self, DECIDES, ESCAPES, Indexing, Instruction, LEADS, Object, ObjectId, Origin, PointsTo, Spot, Target,
    Var, Write,
};
pub use bytes::Bytes;

/// Memory that nothing reads.
#[derive(Debug, Default)]
pub struct Unread {
    variables: FxHashMap<SymbolRef, Vec<Range<u64>>>,
    leading: FxHashMap<SymbolRef, Vec<Range<u64>>>,
    functions: FxHashMap<SymbolRef, InFunction>,
}

/// What is found about the text of a function.
#[derive(Debug, Default)]
pub struct InFunction {
    /// The instructions that write nothing but numbers to nothing but such memory.
    pub writes: FxHashSet<Instruction>,
    /// Operands of calls, by their place among the arguments, and of returns that are numbers and decide nothing.
    pub operands: FxHashSet<(BlockId, usize, usize)>,
    /// Computations of addresses, and by the places of their indices the lengths of arrays that these must stay in: what is found depends on that.
    pub indices: FxHashMap<Instruction, Vec<(usize, u64)>>,
    /// What nothing reads of its variables on the stack.
    pub locals: FxHashMap<LocalId, Bytes>,
    /// What nothing reads of the blocks that its calls allocate.
    pub blocks: FxHashMap<Instruction, Bytes>,
}

impl Unread {
    /// The bytes of a variable that nothing reads.
    pub fn bytes(&self, variable: SymbolRef) -> &[Range<u64>] {
        self.variables.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The bytes of a variable that decide only which memory is accessed.
    pub fn leading(&self, variable: SymbolRef) -> &[Range<u64>] {
        self.leading.get(&variable).map_or(&[], Vec::as_slice)
    }

    pub fn in_function(&self, function: SymbolRef) -> Option<&InFunction> {
        self.functions.get(&function)
    }

    /// Whether the program has values that are not kept.
    pub fn is_any(&self) -> bool {
        let is_any = |of: &InFunction| !of.writes.is_empty() || !of.operands.is_empty();
        !self.variables.is_empty() || self.functions.values().any(is_any)
    }
}

pub fn find(graph: &CallGraph) -> Unread {
    let Some(points_to) = points_to::find(graph) else { return Unread::default() };
    let needed = reaching(&points_to, &[DECIDES, ESCAPES, LEADS]);
    let deciding = reaching(&points_to, &[DECIDES, ESCAPES]);
    let mut search = Search { graph, needed, points_to, found: Unread::default() };
    search.memory();
    search.leading(&deciding);
    search.writes();
    search.operands();
    search.found
}

/// For every value whether one of these is computed from it.
fn reaching(points_to: &PointsTo, ends: &[Var]) -> Vec<bool> {
    let sources = points_to.sources();
    let mut reaches = vec![false; sources.len()];
    let mut work = ends.to_vec();
    while let Some(var) = work.pop() {
        if !std::mem::replace(&mut reaches[var as usize], true) {
            work.extend(&sources[var as usize]);
        }
    }
    reaches
}

struct Search<'g, 'p> {
    graph: &'g CallGraph<'p>,
    points_to: PointsTo,
    needed: Vec<bool>,
    found: Unread,
}

impl Search<'_, '_> {
    fn is_needed(&self, var: Var) -> bool {
        self.needed[var as usize]
    }

    fn in_function(&mut self, id: FunctionId) -> &mut InFunction {
        self.found.functions.entry(self.graph.functions[id].at).or_default()
    }

    fn memory(&mut self) {
        let mut all = Vec::new();
        let mut found_in = FxHashSet::default();
        for (object, id) in self.points_to.objects().iter().zip(0..).filter(|(object, _)| !object.has_escaped)
        {
            let (unread, needed): (Vec<&Spot>, Vec<&Spot>) =
                object.spots.iter().partition(|spot| self.is_unread(object, spot));
            // A spot that is only read has no contents of its own.
            let unread: Vec<_> = unread.into_iter().filter(|spot| spot.is_written).collect();
            if !unread.is_empty() {
                let spans = |spots: Vec<&Spot>| spots.iter().map(|spot| spot.span).collect();
                found_in.insert(id);
                all.push((object.origin, object.size, Bytes::new(spans(unread), spans(needed))));
            }
        }
        self.indices(&found_in);
        for (origin, size, bytes) in all {
            match origin {
                Origin::Variable(at) if !self.graph.is_library(at.module) => {
                    let ranges = size.map_or_else(Vec::new, |size| bytes.ranges(size));
                    if !ranges.is_empty() {
                        self.found.variables.insert(at, ranges);
                    }
                }
                Origin::Variable(_) => {}
                Origin::Local(id, local) => _ = self.in_function(id).locals.insert(local, bytes),
                Origin::Block(id, call) => _ = self.in_function(id).blocks.insert(call, bytes),
            }
        }
    }

    /// Where variables have addresses that decide nothing else.
    fn leading(&mut self, deciding: &[bool]) {
        for object in self.points_to.objects().iter().filter(|object| !object.has_escaped) {
            let (Origin::Variable(at), Some(size)) = (object.origin, object.size) else { continue };
            let leads = |spot: &&Spot| self.is_needed(spot.written) && !deciding[spot.written as usize];
            let (leading, others): (Vec<&Spot>, Vec<&Spot>) = object.spots.iter().partition(leads);
            let spans = |spots: Vec<&Spot>| spots.iter().map(|spot| spot.span).collect();
            let ranges = Bytes::new(spans(leading), spans(others)).ranges(size);
            if !ranges.is_empty() {
                self.found.leading.insert(at, ranges);
            }
        }
    }

    /// Indices of arrays that are beside something in objects of which nothing reads some bytes.
    fn indices(&mut self, found_in: &FxHashSet<ObjectId>) {
        for Indexing { function, instruction, base, within, length } in
            std::mem::take(&mut self.points_to.indexings)
        {
            let matters = |target: &Target| match target {
                Target::Object(id, _) => {
                    found_in.contains(id) && self.points_to.object(*id).size != Some(length)
                }
                _ => false,
            };
            if self.points_to.targets(base).iter().any(matters) {
                self.in_function(function).indices.insert(instruction, within);
            }
        }
    }

    /// Whether what is written there decides nothing, and is no address.
    fn is_unread(&self, object: &Object, spot: &Spot) -> bool {
        !self.is_needed(spot.written) && (self.is_number(spot.written) || !has_room_for_pointers(object))
    }

    fn writes(&mut self) {
        let writes: Vec<Write> =
            self.points_to.writes.iter().copied().filter(|write| self.keeps_nothing(write)).collect();
        for Write { function, instruction, .. } in writes {
            self.in_function(function).writes.insert(instruction);
        }
    }

    /// Whether an instruction may write zero instead.
    fn keeps_nothing(&self, write: &Write) -> bool {
        let targets = self.points_to.targets(write.address);
        !targets.is_empty()
            && targets.iter().all(|&target| {
                let Target::Object(object, place) = target else { return false };
                let Some(spot) = self.points_to.spot(object, place, write.size) else { return false };
                self.is_unread(self.points_to.object(object), spot)
            })
    }

    /// Whether a value is computed from no address.
    fn is_number(&self, var: Var) -> bool {
        self.points_to.targets(var).is_empty()
    }

    fn operands(&mut self) {
        for (id, node) in self.graph.functions.iter().enumerate() {
            if self.graph.is_library(node.at.module) {
                continue;
            }
            for (place, instruction) in places(node) {
                let operands: Vec<&Value> = match &instruction.op {
                    Op::Ret(Some(value)) => vec![&value.value],
                    Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. }
                        if !matches!(
                            self.graph.target(node.at.module, call),
                            call_graph::Target::Intrinsic(_)
                        ) =>
                    {
                        call.arguments.iter().map(|argument| &argument.operand.value).collect()
                    }
                    _ => continue,
                };
                let decides_nothing = |value: &Value| match value {
                    Value::Local(local) => {
                        let var = self.points_to.local(id, *local);
                        !self.is_needed(var) && self.is_number(var)
                    }
                    Value::Constant(_) => false,
                };
                let found: Vec<usize> =
                    (0..operands.len()).filter(|&at| decides_nothing(operands[at])).collect();
                for at in found {
                    self.in_function(id).operands.insert((place.0, place.1, at));
                }
            }
        }
    }
}

/// The size of a pointer in bytes.
const POINTER: u64 = 8;

fn has_room_for_pointers(object: &Object) -> bool {
    object.size.is_none_or(|size| size >= POINTER)
}

/// The instructions of a function, and where they are.
fn places<'n>(
    node: &Node<'n>,
) -> impl Iterator<Item = (Instruction, &'n mazurka_ir::instruction::Instruction)> + use<'n> {
    (0..).map(BlockId).zip(&node.body.blocks).flat_map(|(id, block)| {
        block.instructions.iter().enumerate().map(move |(index, instruction)| ((id, index), instruction))
    })
}
