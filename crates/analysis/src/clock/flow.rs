//! Where what clocks show goes, and where the addresses of objects go.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BinaryOp, BlockId, Call, Callee, Cast, Instruction, LocalId, Op, Value};
use mazurka_ir::operands::values;
use rustc_hash::FxHashMap;

use super::branches;
use crate::call_graph::{CallGraph, FunctionId, Node, Target};
use crate::library::Time;

/// A variable on the stack: all that an `alloca` makes.
type ObjectId = u32;

/// What is known of a value, or of what is in an object.
#[derive(Clone, Default)]
struct Fact {
    /// It may depend on what a clock shows.
    shows: bool,
    /// It may be the address of other memory than objects, or of one whose address is not known wherever it goes.
    other: bool,
    /// The objects that it may be an address in, ascending.
    objects: Vec<ObjectId>,
}

impl Fact {
    fn other() -> Fact {
        Fact { other: true, ..Fact::default() }
    }

    fn shown() -> Fact {
        Fact { shows: true, ..Fact::default() }
    }

    /// `true`: there is more now.
    fn add(&mut self, fact: &Fact) -> bool {
        let mut is_more = fact.shows && !self.shows || fact.other && !self.other;
        self.shows |= fact.shows;
        self.other |= fact.other;
        for &object in &fact.objects {
            if let Err(at) = self.objects.binary_search(&object) {
                self.objects.insert(at, object);
                is_more = true;
            }
        }
        is_more
    }
}

#[derive(Default)]
struct Object {
    contents: Fact,
    /// Its address is where it is not followed.
    has_escaped: bool,
}

pub(super) struct Flow<'g, 'p> {
    graph: &'g CallGraph<'p>,
    /// By function and local.
    locals: Vec<Vec<Fact>>,
    returned: Vec<Fact>,
    objects: Vec<Object>,
    ids: FxHashMap<(FunctionId, LocalId), ObjectId>,
    /// Blocks that are executed or not, depending on a clock.
    controlled: Vec<Vec<BlockId>>,
    /// Blocks where the ways from such a branch meet.
    joins: Vec<Vec<BlockId>>,
    has_changed: bool,
    /// It reaches something else.
    has_failed: bool,
}

/// Where an instruction is.
#[derive(Clone, Copy)]
struct Place {
    function: FunctionId,
    block: BlockId,
    is_controlled: bool,
}

impl<'g, 'p> Flow<'g, 'p> {
    pub(super) fn new(graph: &'g CallGraph<'p>) -> Flow<'g, 'p> {
        let count = graph.functions.len();
        let locals = |node: &Node| {
            let mut facts = vec![Fact::default(); node.body.local_types.len()];
            if !node.role.is_only_called_directly() {
                facts.iter_mut().take(node.function.params.len()).for_each(|fact| fact.other = true);
            }
            facts
        };
        Flow {
            graph,
            locals: graph.functions.iter().map(locals).collect(),
            returned: vec![Fact::default(); count],
            objects: Vec::new(),
            ids: FxHashMap::default(),
            controlled: vec![Vec::new(); count],
            joins: vec![Vec::new(); count],
            has_changed: true,
            has_failed: false,
        }
    }

    pub(super) fn reaches_only_deadlines(mut self) -> bool {
        while self.has_changed && !self.has_failed {
            self.has_changed = false;
            (0..self.locals.len()).for_each(|function| self.function(function));
        }
        !self.has_failed
    }

    fn function(&mut self, function: FunctionId) {
        let body = self.graph.functions[function].body;
        for (block, text) in (0..).map(BlockId).zip(&body.blocks) {
            let is_controlled = self.controlled[function].contains(&block);
            let place = Place { function, block, is_controlled };
            for instruction in &text.instructions {
                self.instruction(place, instruction);
            }
        }
    }

    fn instruction(&mut self, place: Place, instruction: &Instruction) {
        let mut fact = self.result(place, instruction);
        // Other values of a block that may be left out are used only there.
        let is_join = place.is_controlled || self.joins[place.function].contains(&place.block);
        fact.shows |= is_join && matches!(instruction.op, Op::Phi { .. });
        if let Some(LocalId(local)) = instruction.result {
            self.has_changed |= self.locals[place.function][local as usize].add(&fact);
        }
    }

    /// What is known of an instruction's result; takes note of what it does.
    fn result(&mut self, place: Place, instruction: &Instruction) -> Fact {
        let of = |value: &Value| self.fact(place.function, value);
        match &instruction.op {
            Op::Alloca { count, .. } => {
                self.fail_if(of(&count.value).shows || place.is_controlled);
                self.object(place.function, instruction.result)
            }
            Op::Load { address, .. } => self.load(place, &of(address)),
            Op::Store { value, address, .. } => {
                let (value, address) = (of(&value.value), of(address));
                self.store(place, &address, value)
            }
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => self.call(place, call),
            Op::CondBr { condition, .. } => {
                if of(condition).shows {
                    self.branch(place);
                }
                Fact::default()
            }
            Op::Ret(value) => {
                let fact = value.as_ref().map_or(Fact::default(), |value| of(&value.value));
                self.give_back(place.function, fact)
            }
            Op::Binary { op, lhs, rhs, .. } => {
                let divides = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
                let is_safe = matches!(rhs, Value::Constant(Constant::Int(number)) if *number != 0);
                let (lhs, rhs) = (of(lhs), of(rhs));
                self.fail_if(divides && !is_safe && (lhs.shows || rhs.shows || place.is_controlled));
                both(lhs, &rhs)
            }
            Op::ICmp { lhs, rhs, .. } | Op::FCmp { lhs, rhs, .. } => {
                Fact { shows: of(lhs).shows || of(rhs).shows, ..Fact::default() }
            }
            Op::Cast { op: Cast::PtrToInt | Cast::IntToPtr, from, .. } => {
                let fact = of(&from.value);
                self.escape(&fact.objects);
                Fact { shows: fact.shows, ..Fact::other() }
            }
            Op::FNeg(_)
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::GetElementPtr { .. }
            | Op::ExtractValue { .. }
            | Op::InsertValue { .. }
            | Op::ExtractElement { .. }
            | Op::InsertElement { .. }
            | Op::ShuffleVector { .. }
            | Op::Phi { .. } => self.of_all(place.function, &instruction.op),
            Op::Br(_) | Op::Unreachable => Fact::default(),
            op => self.not_followed(place, op),
        }
    }

    /// Its values are used in ways that are not known.
    fn not_followed(&mut self, place: Place, op: &Op) -> Fact {
        let fact = self.of_all(place.function, op);
        self.fail_if(fact.shows || place.is_controlled);
        self.escape(&fact.objects);
        Fact::other()
    }

    fn fact(&self, function: FunctionId, value: &Value) -> Fact {
        match value {
            Value::Local(LocalId(local)) => self.locals[function][*local as usize].clone(),
            Value::Constant(
                Constant::Symbol(_)
                | Constant::BlockAddress(..)
                | Constant::Expr(_)
                | Constant::Aggregate(_)
                | Constant::Splat(_)
                | Constant::Unsupported(_),
            ) => Fact::other(),
            Value::Constant(_) => Fact::default(),
        }
    }

    fn of_all(&self, function: FunctionId, op: &Op) -> Fact {
        let mut all = Fact::default();
        values(op, &mut |value| {
            all.add(&self.fact(function, value));
        });
        all
    }

    fn fail_if(&mut self, condition: bool) {
        self.has_failed |= condition;
    }

    fn object(&mut self, function: FunctionId, local: Option<LocalId>) -> Fact {
        let Some(local) = local else { return Fact::default() };
        let next = self.objects.len() as ObjectId;
        let id = *self.ids.entry((function, local)).or_insert(next);
        if id == next {
            self.objects.push(Object::default());
        }
        Fact { objects: vec![id], ..Fact::default() }
    }

    /// Addresses of these are where they are not followed, and so is what is in them.
    fn escape(&mut self, objects: &[ObjectId]) {
        let mut work = objects.to_vec();
        while let Some(id) = work.pop() {
            let object = &mut self.objects[id as usize];
            self.has_failed |= object.contents.shows;
            if !std::mem::replace(&mut object.has_escaped, true) {
                work.extend(&object.contents.objects);
                self.has_changed = true;
            }
        }
    }

    fn is_followed(&self, address: &Fact) -> bool {
        !address.other && address.objects.iter().all(|&id| !self.objects[id as usize].has_escaped)
    }

    fn load(&mut self, place: Place, address: &Fact) -> Fact {
        let is_followed = self.is_followed(address);
        self.fail_if(address.shows || place.is_controlled && !is_followed);
        let mut loaded = Fact { other: !is_followed, ..Fact::default() };
        for &id in &address.objects {
            loaded.add(&self.objects[id as usize].contents);
        }
        loaded
    }

    fn store(&mut self, place: Place, address: &Fact, mut value: Fact) -> Fact {
        value.shows |= place.is_controlled;
        self.fail_if(address.shows);
        if !self.is_followed(address) {
            self.fail_if(value.shows);
            self.escape(&value.objects);
        }
        for &id in &address.objects {
            self.has_changed |= self.objects[id as usize].contents.add(&value);
        }
        Fact::default()
    }

    fn branch(&mut self, place: Place) {
        let body = self.graph.functions[place.function].body;
        let Some((blocks, join)) = branches::between(body, place.block) else {
            self.has_failed = true;
            return;
        };
        let put = |list: &mut Vec<BlockId>, block: BlockId| {
            let is_new = !list.contains(&block);
            if is_new {
                list.push(block);
            }
            is_new
        };
        for block in blocks {
            self.has_changed |= put(&mut self.controlled[place.function], block);
        }
        self.has_changed |= put(&mut self.joins[place.function], join);
    }

    fn give_back(&mut self, function: FunctionId, fact: Fact) -> Fact {
        if !self.graph.functions[function].role.is_only_called_directly() {
            self.fail_if(fact.shows);
            self.escape(&fact.objects);
        }
        self.has_changed |= self.returned[function].add(&fact);
        Fact::default()
    }

    fn call(&mut self, place: Place, call: &Call) -> Fact {
        let module = self.graph.functions[place.function].at.module;
        let arguments =
            call.arguments.iter().map(|argument| self.fact(place.function, &argument.operand.value));
        let arguments: Vec<Fact> = arguments.collect();
        match self.graph.target(module, call) {
            Target::Intrinsic(at) => {
                let name = self.graph.program.symbol(at).name.clone();
                self.intrinsic(place, &name, arguments)
            }
            _ if place.is_controlled => {
                self.has_failed = true;
                Fact::other()
            }
            Target::Function(callee) => self.pass(callee, call, &arguments),
            Target::Library(effect) => self.library(place, effect.time, &arguments),
            Target::Unknown => {
                if let Callee::Value(callee) = &call.callee {
                    self.fail_if(self.fact(place.function, callee).shows);
                }
                self.hand_out(&arguments)
            }
        }
    }

    fn pass(&mut self, callee: FunctionId, call: &Call, arguments: &[Fact]) -> Fact {
        let params = self.graph.functions[callee].function.params.len();
        for (at, fact) in arguments.iter().enumerate() {
            if at < params && call.arguments[at].attributes.byval.is_none() {
                self.has_changed |= self.locals[callee][at].add(fact);
            } else {
                // A copy, or one of variable arguments.
                self.hand_out(std::slice::from_ref(fact));
                if at < params {
                    self.has_changed |= self.locals[callee][at].add(&Fact::other());
                }
            }
        }
        self.returned[callee].clone()
    }

    fn library(&mut self, place: Place, time: Time, arguments: &[Fact]) -> Fact {
        let (shown_at, deadline) = match time {
            Time::StoresAt(at) => (Some(at), None),
            Time::Returns => (Some(0), None),
            Time::Deadline(at) => (None, Some(at)),
            Time::Ignores => return Fact::other(),
            Time::None | Time::Depends => (None, None),
        };
        self.fail_if(time == Time::Depends);
        for (at, fact) in arguments.iter().enumerate() {
            if Some(at) == shown_at {
                self.store(place, fact, Fact::shown());
            } else if Some(at) == deadline {
                self.fail_if(fact.shows);
            } else {
                self.hand_out(std::slice::from_ref(fact));
            }
        }
        Fact { shows: time == Time::Returns, ..Fact::other() }
    }

    /// Something that is not followed gets these values.
    fn hand_out(&mut self, values: &[Fact]) -> Fact {
        for fact in values {
            self.fail_if(fact.shows);
            self.escape(&fact.objects);
        }
        Fact::other()
    }

    fn intrinsic(&mut self, place: Place, name: &str, arguments: Vec<Fact>) -> Fact {
        const NOTHING: [&str; 2] = ["llvm.lifetime.", "llvm.dbg."];
        const COPIES: [&str; 2] = ["llvm.memcpy.", "llvm.memmove."];
        const COMPUTES: [&str; 12] = [
            "llvm.smax.",
            "llvm.smin.",
            "llvm.umax.",
            "llvm.umin.",
            "llvm.abs.",
            "llvm.sadd.",
            "llvm.uadd.",
            "llvm.ssub.",
            "llvm.usub.",
            "llvm.smul.",
            "llvm.umul.",
            "llvm.fmuladd.",
        ];
        let is_one_of = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
        match &arguments[..] {
            _ if is_one_of(&NOTHING) => Fact::default(),
            [to, from, length, ..] if is_one_of(&COPIES) => {
                self.fail_if(length.shows);
                let copied = self.load(place, from);
                self.store(place, to, copied)
            }
            _ if is_one_of(&COMPUTES) => arguments.iter().fold(Fact::default(), both),
            _ => {
                self.fail_if(place.is_controlled);
                self.hand_out(&arguments)
            }
        }
    }
}

fn both(mut one: Fact, other: &Fact) -> Fact {
    one.add(other);
    one
}
