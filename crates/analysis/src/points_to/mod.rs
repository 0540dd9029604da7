//! What values point to, and what they are computed from.
//!
//! Andersen's analysis (1994): every value of the text has a set of targets, and what one is computed from another flows there, in any order and for
//! all calls of a function together; calls through pointers are connected when a function arrives at them. Memory is cut into *objects* (a
//! variable, what an `alloca` of a function makes, what a call of an allocating function makes), and an object into *spots* ([`places`]): bytes at
//! an offset that is known, or known up to multiples of a stride, as in an array of structs. What is written to a spot arrives wherever bytes of it
//! are read, copies of memory spot by spot included.
//!
//! Addresses are followed through arithmetic, integers and single bytes: a value that has no targets is *computed from no address*. It is a number.
//! Comparisons have no targets, and neither have values of one bit.
//!
//! What leaves the text (is passed to functions that are not understood, to inline assembly, as a variable argument) has *escaped*: whatever is
//! reachable from there may be read and written, and functions among it called. So has what is too much to follow: values that point to
//! many objects, objects with many spots, whose address is used out of their bounds, that are in sections of their own, have other names, or are the
//! library's and known by name. The library's own text is part of the program, and its variables that only it names are like others.
//!
//! This holds in executions in which no access is out of the bounds of what its pointer was made for: the object, and where an index leads into an
//! array of numbers or pointers that is a member, this array, if it has more than one element.

mod calls;
mod flow;
mod places;
mod text;

use mazurka_ir::instruction::{BlockId, LocalId};

use crate::call_graph::{CallGraph, FunctionId};
pub use flow::{DECIDES, ESCAPES, LEADS, Object, ObjectId, Origin, Spot, Target, Var};
use flow::{FIRST, Flow};
pub use places::{Place, Span, Steps};

/// An instruction: its block, and its number in there.
pub type Instruction = (BlockId, usize);

/// A store or an update of the program's text.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    pub function: FunctionId,
    pub instruction: Instruction,
    pub address: Var,
    pub size: u64,
}

/// The computation of an address by indices that are taken to stay in their arrays.
#[derive(Clone, Debug)]
pub struct Indexing {
    pub function: FunctionId,
    pub instruction: Instruction,
    pub base: Var,
    /// These indices, by their places, and the lengths of the arrays.
    pub within: Vec<(usize, u64)>,
    /// Bytes of all that it may lead to.
    pub length: u64,
}

pub struct PointsTo {
    flow: Flow,
    /// The first local of every function.
    first: Vec<Var>,
    pub writes: Vec<Write>,
    pub indexings: Vec<Indexing>,
}

/// `None`: there is too much.
pub fn find(graph: &CallGraph) -> Option<PointsTo> {
    let mut first = Vec::new();
    let mut next = FIRST;
    let mut functions = Vec::new();
    for node in &graph.functions {
        let locals = node.body.local_types.len() as Var;
        first.push(next);
        functions.push(((next..next + node.function.params.len() as Var).collect(), next + locals));
        next += locals + 1;
    }
    let flow = Flow::new(next - FIRST, functions);
    let (mut flow, writes, indexings) = text::read(graph, &first, flow);
    flow.solve();
    (!flow.has_given_up()).then_some(PointsTo { flow, first, writes, indexings })
}

impl PointsTo {
    pub fn local(&self, function: FunctionId, local: LocalId) -> Var {
        self.first[function] + local.0
    }

    pub fn targets(&self, var: Var) -> &[Target] {
        self.flow.targets(var)
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.flow.objects[id as usize]
    }

    pub fn objects(&self) -> &[Object] {
        &self.flow.objects
    }

    /// For every value, those that it is computed from.
    pub fn sources(&self) -> Vec<Vec<Var>> {
        self.flow.sources()
    }

    /// The part of an object that an access of this many bytes touches. `None`: it has escaped.
    pub fn spot(&self, object: ObjectId, place: Place, size: u64) -> Option<&Spot> {
        let object = self.object(object);
        let span = Span::new(place, size);
        object.spots.iter().find(|spot| spot.span == span).filter(|_| !object.has_escaped)
    }
}
