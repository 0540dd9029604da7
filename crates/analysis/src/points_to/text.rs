//! What the instructions of a program make flow.

use mazurka_ir::constant::{Constant, ConstantExpr};
use mazurka_ir::instruction::{BinaryOp, BlockId, Cast, Instruction, LocalId, Op, Operand, RmwOp, Value};
use mazurka_ir::link::{Resolved, SymbolRef};
use mazurka_ir::module::{Linkage, SymbolId, SymbolKind};
use mazurka_ir::operands::values;
use mazurka_ir::{Module, Type, TypeId};
use rustc_hash::FxHashMap;

use super::flow::{DECIDES, ESCAPES, Flow, LEADS, NOTHING, OUTSIDE, ObjectId, Origin, Target, Use, Var, Way};
use super::places::{POINTER, Place, Steps};
use super::{Indexing, Write};
use crate::call_graph::references::symbols;
use crate::call_graph::{self, CallGraph, FunctionId, Node};
use crate::gep;
use crate::library::Output;

pub(super) struct Reader<'g, 'p> {
    pub graph: &'g CallGraph<'p>,
    first: &'g [Var],
    pub flow: Flow,
    writes: Vec<Write>,
    indexings: Vec<Indexing>,
    known: FxHashMap<SymbolRef, Target>,
    /// Some function may let the program see what it has printed.
    pub sees_output: bool,
    /// What is printed as numbers, and the result of the call that prints it.
    pub printed: Vec<(Var, Option<Var>)>,
}

/// Where an instruction is.
#[derive(Clone, Copy)]
pub(super) struct Here<'g, 'p> {
    pub id: FunctionId,
    pub node: &'g Node<'p>,
    pub block: BlockId,
    pub index: usize,
}

pub(super) fn read(graph: &CallGraph, first: &[Var], flow: Flow) -> (Flow, Vec<Write>, Vec<Indexing>) {
    let mut reader = Reader {
        graph,
        first,
        flow,
        writes: Vec::new(),
        indexings: Vec::new(),
        known: FxHashMap::default(),
        sees_output: false,
        printed: Vec::new(),
    };
    reader.roots();
    for (id, node) in graph.functions.iter().enumerate() {
        for (block, number) in node.body.blocks.iter().zip(0..) {
            for (index, instruction) in block.instructions.iter().enumerate() {
                reader.instruction(Here { id, node, block: BlockId(number), index }, instruction);
            }
        }
    }
    for (printed, result) in std::mem::take(&mut reader.printed) {
        match reader.sees_output {
            true => reader.flow.connect(printed, ESCAPES, Way::Whole),
            false => result.into_iter().for_each(|result| reader.flow.connect(printed, result, Way::Lost)),
        }
    }
    (reader.flow, reader.writes, reader.indexings)
}

impl Reader<'_, '_> {
    /// What runs and is found although the text does not say so.
    fn roots(&mut self) {
        let program = self.graph.program;
        let ids = self.graph.functions.iter().enumerate();
        let started = ids.filter(|(_, node)| node.role.is_main || node.role.is_entry_point).map(|(id, _)| id);
        let known = program.constructors().iter().chain(program.destructors());
        let known = known.filter_map(|root| self.graph.function(root.function));
        let roots: Vec<_> = started.chain(known).chain(self.graph.runs_handlers()).collect();
        roots.into_iter().for_each(|id| self.flow.escape(Target::Function(id)));
        for (module, m) in
            program.modules.iter().enumerate().filter(|(index, _)| self.graph.is_library(*index))
        {
            for (symbol, index) in m.symbols.iter().zip(0..) {
                if matches!(symbol.kind, SymbolKind::Variable(_)) && symbol.linkage != Linkage::Internal {
                    let target = self.symbol(SymbolRef { module, symbol: SymbolId(index) });
                    self.flow.escape(target);
                }
            }
        }
    }

    pub(super) fn local(&self, id: FunctionId, local: LocalId) -> Var {
        self.first[id] + local.0
    }

    fn result_of(&self, id: FunctionId) -> Var {
        self.first[id] + self.graph.functions[id].body.local_types.len() as Var
    }

    pub(super) fn value(&mut self, here: Here, value: &Value) -> Var {
        match value {
            Value::Local(local) => self.local(here.id, *local),
            Value::Constant(constant) => {
                let targets = self.constant(here.node.at.module, constant);
                if targets.is_empty() {
                    return NOTHING;
                }
                let var = self.flow.var();
                targets.into_iter().for_each(|target| self.flow.add(var, target));
                var
            }
        }
    }

    /// What a constant may be the address of, or contain the address of.
    fn constant(&mut self, module: usize, constant: &Constant) -> Vec<Target> {
        let m = &self.graph.program.modules[module];
        if let Some((symbol, offset)) = gep::place(m, constant) {
            return vec![match (self.symbol(SymbolRef { module, symbol }), offset) {
                (Target::Object(object, place), Some(offset)) => {
                    Target::Object(object, place.moved(Steps { by: offset, ..Steps::default() }))
                }
                (Target::Object(object, _), None) => Target::Object(object, Place::ANYWHERE),
                (target, _) => target,
            }];
        }
        let mut targets = Vec::new();
        match constant {
            Constant::Aggregate(elements) => {
                elements.iter().for_each(|(_, element)| targets.extend(self.constant(module, element)));
            }
            Constant::Splat(element) => targets = self.constant(module, &element.1),
            Constant::Expr(expr) => {
                let is_whole =
                    matches!(&**expr, ConstantExpr::Cast { op: Cast::PtrToInt | Cast::IntToPtr, .. });
                let mut named = Vec::new();
                symbols(constant, &mut |symbol| named.push(symbol));
                if let (true, ConstantExpr::Cast { value, .. }) = (is_whole, &**expr) {
                    return self.constant(module, value);
                }
                for symbol in named {
                    targets.push(match self.symbol(SymbolRef { module, symbol }) {
                        Target::Object(object, _) => Target::Object(object, Place::ANYWHERE),
                        target => target,
                    });
                }
            }
            _ => {}
        }
        targets
    }

    fn symbol(&mut self, at: SymbolRef) -> Target {
        if let Some(&known) = self.known.get(&at) {
            return known;
        }
        let target = match self.graph.function(at) {
            Some(id) => Target::Function(id),
            None => self.variable(at),
        };
        self.known.insert(at, target);
        let begun = std::mem::take(&mut self.flow.fresh);
        begun.into_iter().for_each(|object| self.first_contents(object));
        target
    }

    fn variable(&mut self, at: SymbolRef) -> Target {
        let program = self.graph.program;
        let at = match program.resolve(at) {
            Resolved::Definition(definition) => definition,
            Resolved::External(_) | Resolved::Null => at,
        };
        let module = &program.modules[at.module];
        match &program.symbol(at).kind {
            SymbolKind::Variable(variable) if variable.initializer.is_some() => {
                let size = size_of(module, variable.ty);
                let object = self.flow.object(Origin::Variable(at), size);
                let target = Target::Object(object, Place::at(0));
                // It may be found by other names.
                if variable.section.is_some() || program.symbol(at).linkage == Linkage::Appending {
                    self.flow.escape(target);
                }
                target
            }
            SymbolKind::Alias { target, .. } => {
                for target in self.constant(at.module, target) {
                    self.flow.escape(target);
                }
                Target::Outside
            }
            SymbolKind::Function(_) => {
                self.library_function(at);
                Target::Outside
            }
            SymbolKind::Variable(_) => Target::Outside,
        }
    }

    /// The address of a function without a body is taken.
    fn library_function(&mut self, at: SymbolRef) {
        self.sees_output |= match self.graph.target_of(at) {
            call_graph::Target::Library(effect) => effect.output == Output::Sees,
            _ => false,
        };
    }

    fn first_contents(&mut self, object: ObjectId) {
        let Origin::Variable(at) = self.flow.objects[object as usize].origin else { return };
        if let SymbolKind::Variable(variable) = &self.graph.program.symbol(at).kind
            && let Some(value) = &variable.initializer
        {
            self.contents(object, at.module, Some(0), variable.ty, value);
        }
    }

    /// What a variable holds at first, from an offset on.
    fn contents(
        &mut self,
        object: ObjectId,
        module: usize,
        offset: Option<i64>,
        ty: TypeId,
        value: &Constant,
    ) {
        let m = &self.graph.program.modules[module];
        if let (Constant::Aggregate(elements), Some(offset)) = (value, offset) {
            let offsets = offsets(m, ty, elements.len());
            for (at, (ty, element)) in elements.iter().enumerate() {
                let within = offsets.as_ref().and_then(|offsets| i64::try_from(*offsets.get(at)?).ok());
                let offset = within.and_then(|within| offset.checked_add(within));
                self.contents(object, module, offset, *ty, element);
            }
            return;
        }
        let targets = self.constant(module, value);
        if targets.is_empty() {
            return;
        }
        let (whole, address) = (self.flow.var(), self.flow.var());
        targets.into_iter().for_each(|target| self.flow.add(whole, target));
        let place = offset.map_or(Place::ANYWHERE, Place::at);
        self.flow.add(address, Target::Object(object, place));
        let size = size_of(m, ty).unwrap_or(u64::MAX);
        let way = if size < POINTER || offset.is_none() { Way::Pieces } else { Way::Whole };
        self.flow.uses(address, Use::Store { size, from: whole, way });
    }

    /// This value decides something.
    pub(super) fn decides(&mut self, here: Here, value: &Value) {
        self.reaches(here, value, DECIDES);
    }

    /// This value is the address of what is accessed.
    pub(super) fn leads(&mut self, here: Here, value: &Value) {
        self.reaches(here, value, LEADS);
    }

    fn reaches(&mut self, here: Here, value: &Value, end: Var) {
        if let Value::Local(local) = value {
            let var = self.local(here.id, *local);
            self.flow.connect(var, end, Way::Lost);
        }
    }

    /// A result is computed from a value. A narrow one is a piece of it, and one bit tells nothing of an address.
    pub(super) fn computed(&mut self, here: Here, value: &Value, result: Option<LocalId>, way: Way) {
        let Some(result) = result else { return };
        let ty = here.node.body.local_types[result.0 as usize];
        let way = match (way, here.node.module.types.int_bits(ty)) {
            (_, Some(1)) => Way::Lost,
            (Way::Whole, _) if size_of(here.node.module, ty).is_some_and(|size| size < POINTER) => {
                Way::Pieces
            }
            (way, _) => way,
        };
        let (value, result) = (self.value(here, value), self.local(here.id, result));
        self.flow.connect(value, result, way);
    }

    fn instruction(&mut self, here: Here, instruction: &Instruction) {
        let result = instruction.result;
        match &instruction.op {
            Op::Ret(Some(operand)) => {
                let (value, to) = (self.value(here, &operand.value), self.result_of(here.id));
                self.flow.connect(value, to, Way::Whole);
            }
            Op::Ret(None) | Op::Br(_) | Op::Unreachable | Op::Fence { .. } => {}
            Op::CondBr { condition: value, .. } | Op::IndirectBr { address: value, .. } => {
                self.decides(here, value)
            }
            Op::Switch { value, .. } => self.decides(here, &value.value),
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
                self.call(here, call, result)
            }
            Op::Alloca { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::AtomicRmw { .. }
            | Op::CmpXchg { .. } => {
                self.access(here, &instruction.op, result);
            }
            Op::VaArg { list, .. } => {
                let list = self.value(here, list);
                self.flow.connect(list, ESCAPES, Way::Whole);
                self.comes_from_outside(here, result);
            }
            Op::LandingPad { .. } => self.comes_from_outside(here, result),
            Op::Resume(operand) => {
                let value = self.value(here, &operand.value);
                self.flow.connect(value, ESCAPES, Way::Whole);
            }
            op => self.computation(here, op, result),
        }
    }

    pub(super) fn comes_from_outside(&mut self, here: Here, result: Option<LocalId>) {
        if let Some(result) = result {
            let result = self.local(here.id, result);
            self.flow.connect(OUTSIDE, result, Way::Whole);
        }
    }

    fn computation(&mut self, here: Here, op: &Op, result: Option<LocalId>) {
        match op {
            Op::ICmp { lhs, rhs, .. } | Op::FCmp { lhs, rhs, .. } => {
                [lhs, rhs].into_iter().for_each(|value| self.computed(here, value, result, Way::Lost));
            }
            Op::Binary { op, ty, lhs, rhs } => {
                let divides = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
                for value in [lhs, rhs] {
                    if divides && !divides_everything(here.node.module, *ty, rhs) {
                        self.decides(here, value);
                    }
                    self.computed(here, value, result, Way::Pieces);
                }
            }
            Op::Cast { op, from, .. } => {
                let is_whole = matches!(
                    op,
                    Cast::PtrToInt
                        | Cast::IntToPtr
                        | Cast::Bitcast
                        | Cast::AddrSpaceCast
                        | Cast::ZExt
                        | Cast::SExt
                );
                self.computed(here, &from.value, result, if is_whole { Way::Whole } else { Way::Pieces });
            }
            Op::Select { condition, then, otherwise, .. } => {
                self.computed(here, &condition.value, result, Way::Lost);
                [then, otherwise]
                    .into_iter()
                    .for_each(|value| self.computed(here, value, result, Way::Whole));
            }
            Op::GetElementPtr { element, base, indices } => self.index(here, *element, base, indices, result),
            Op::FNeg(operand) => self.computed(here, &operand.value, result, Way::Pieces),
            Op::ExtractElement { vector, index } => {
                self.computed(here, &vector.value, result, Way::Whole);
                self.computed(here, &index.value, result, Way::Lost);
            }
            Op::InsertElement { vector, element, index } => {
                [&vector.value, element]
                    .into_iter()
                    .for_each(|value| self.computed(here, value, result, Way::Whole));
                self.computed(here, &index.value, result, Way::Lost);
            }
            op => values(op, &mut |value| self.computed(here, value, result, Way::Whole)),
        }
    }

    fn index(
        &mut self,
        here: Here,
        element: TypeId,
        base: &Operand,
        indices: &[Operand],
        result: Option<LocalId>,
    ) {
        let path = gep::path(here.node.module, element, indices);
        let steps = path.as_ref().map_or(Steps::ANY, |path| path.steps);
        self.computed(here, &base.value, result, Way::Moved(steps));
        // Where there is nothing to begin at, the index is all there is.
        let is_address = matches!(base.value, Value::Constant(Constant::Null | Constant::Zero));
        let way = if is_address { Way::Pieces } else { Way::Lost };
        indices.iter().for_each(|index| self.computed(here, &index.value, result, way));
        if let Some(path) = path.filter(|path| !path.within.is_empty())
            && !self.graph.is_library(here.node.at.module)
        {
            let (function, instruction) = (here.id, (here.block, here.index));
            let (within, length) = (path.within, path.steps.spread.saturating_add(path.size));
            let base = self.value(here, &base.value);
            self.indexings.push(Indexing { function, instruction, base, within, length });
        }
    }

    fn access(&mut self, here: Here, op: &Op, result: Option<LocalId>) {
        let result = result.map(|result| self.local(here.id, result));
        match op {
            Op::Alloca { ty, count, .. } => {
                self.decides(here, &count.value);
                let size = size_of(here.node.module, *ty)
                    .filter(|_| count.value == Value::Constant(Constant::Int(1)));
                if let Some(result) = result {
                    let local = LocalId(result - self.first[here.id]);
                    let object = self.flow.object(Origin::Local(here.id, local), size);
                    self.flow.add(result, Target::Object(object, Place::at(0)));
                }
            }
            Op::Load { ty, address, .. } => {
                self.leads(here, address);
                let (address, size) = (self.value(here, address), width(here, *ty));
                if let Some(to) = result {
                    self.flow.uses(address, Use::Load { size, to });
                }
            }
            Op::Store { value, address, .. } => _ = self.write(here, value, address, Way::Whole),
            Op::AtomicRmw { op, address, value, .. } => {
                let keeps_nothing = *op == RmwOp::Xchg;
                let way = if keeps_nothing { Way::Whole } else { Way::Pieces };
                let (address, size) = self.write(here, value, address, way);
                if !keeps_nothing {
                    self.flow.uses(address, Use::Update { size });
                }
                let decides = (!keeps_zero(*op)).then_some(DECIDES);
                for to in result.into_iter().chain(decides) {
                    self.flow.uses(address, Use::Load { size, to });
                }
            }
            Op::CmpXchg { address, expected, new, .. } => {
                self.decides(here, &expected.value);
                self.leads(here, address);
                let (new, address, size) =
                    (self.value(here, new), self.value(here, address), width(here, expected.ty));
                self.flow.uses(address, Use::Store { size, from: new, way: way_of(size) });
                for to in result.into_iter().chain([DECIDES]) {
                    self.flow.uses(address, Use::Load { size, to });
                }
            }
            _ => {}
        }
    }

    fn write(&mut self, here: Here, value: &Operand, address: &Value, way: Way) -> (Var, u64) {
        self.leads(here, address);
        let size = width(here, value.ty);
        let (value, address) = (self.value(here, &value.value), self.value(here, address));
        let way = if size < POINTER { Way::Pieces } else { way };
        self.flow.uses(address, Use::Store { size, from: value, way });
        if !self.graph.is_library(here.node.at.module) {
            let (function, instruction) = (here.id, (here.block, here.index));
            self.writes.push(Write { function, instruction, address, size });
        }
        (address, size)
    }
}

/// Whether an update of zero by zero leaves zero.
fn keeps_zero(op: RmwOp) -> bool {
    matches!(
        op,
        RmwOp::Xchg
            | RmwOp::Add
            | RmwOp::Sub
            | RmwOp::And
            | RmwOp::Or
            | RmwOp::Xor
            | RmwOp::Max
            | RmwOp::Min
            | RmwOp::UMax
            | RmwOp::UMin
            | RmwOp::FAdd
            | RmwOp::FSub
    )
}

/// Whether every number can be divided by a value: it is neither 0 nor -1.
fn divides_everything(module: &Module, ty: TypeId, divisor: &Value) -> bool {
    let Value::Constant(Constant::Int(divisor)) = divisor else { return false };
    let ones = module.types.int_bits(ty).filter(|bits| *bits < 128).map(|bits| (1_u128 << bits) - 1);
    *divisor != 0 && ones.is_some_and(|ones| *divisor != ones)
}

fn way_of(size: u64) -> Way {
    if size < POINTER { Way::Pieces } else { Way::Whole }
}

fn size_of(module: &Module, ty: TypeId) -> Option<u64> {
    module.layout.of(&module.types, ty).map(|layout| layout.size)
}

/// The size of an access.
fn width(here: Here, ty: TypeId) -> u64 {
    size_of(here.node.module, ty).unwrap_or(u64::MAX)
}

/// Where the elements of an aggregate are.
fn offsets(module: &Module, ty: TypeId, count: usize) -> Option<Vec<u64>> {
    match module.types.get(ty) {
        Type::Struct { fields, packed } => Some(module.layout.structure(&module.types, &fields, packed)?.0),
        Type::Array(_, element) | Type::Vector(_, element) => {
            let stride = module.layout.of(&module.types, element)?.stride();
            (0..count as u64).map(|at| at.checked_mul(stride)).collect()
        }
        _ => None,
    }
}
