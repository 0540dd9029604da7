//! Variables that are only accessed directly, cut into the bytes that are accessed together.

use std::ops::Range;

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BlockId, Call, Callee, Cast, LocalId, Op, RmwOp, Value};
use mazurka_ir::link::{Resolved, SymbolRef};
use mazurka_ir::module::{SymbolId, SymbolKind};
use mazurka_ir::operands::values;
use mazurka_ir::{Module, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::places;
use crate::call_graph::references::symbols;
use crate::call_graph::{CallGraph, FunctionId, Node, Target};
use crate::gep;

/// The size of a pointer in bytes.
const POINTER: u64 = 8;

type Place = (BlockId, usize);

/// The bytes of a variable, or a variable on a function's stack.
struct Cell {
    /// `None`: on the stack.
    variable: Option<SymbolRef>,
    bytes: Range<u64>,
    has_room_for_pointers: bool,
    is_read: bool,
}

pub(super) struct Cells {
    list: Vec<Cell>,
    /// The functions that access each, by their place in the list.
    pub users: Vec<Vec<usize>>,
}

/// A function that accesses cells of variables.
pub(super) struct Function {
    pub id: FunctionId,
    accesses: FxHashMap<Place, usize>,
}

impl Function {
    /// The cell that an instruction accesses, if nothing reads it as far as is known.
    pub(super) fn unread_cell(&self, place: Place, cells: &Cells) -> Option<usize> {
        self.accesses.get(&place).copied().filter(|&cell| !cells.list[cell].is_read)
    }
}

impl Cells {
    /// Something reads this cell.
    pub(super) fn strike(&mut self, cell: usize) {
        self.list[cell].is_read = true;
    }

    pub(super) fn is_of_variable(&self, cell: usize) -> bool {
        self.list[cell].variable.is_some()
    }

    pub(super) fn is_too_small_for_pointers(&self, cell: usize) -> bool {
        !self.list[cell].has_room_for_pointers
    }

    pub(super) fn unread_variables(&self) -> impl Iterator<Item = (SymbolRef, Range<u64>)> + '_ {
        let unread = self.list.iter().filter(|cell| !cell.is_read);
        unread.filter_map(|cell| Some((cell.variable?, cell.bytes.clone())))
    }
}

pub(super) fn find(graph: &CallGraph) -> (Cells, Vec<Function>) {
    let mut survey = Survey { graph, candidates: candidates(graph), taken: FxHashSet::default() };
    survey.initializers();
    let mut accessed = Vec::new();
    for (id, node) in graph.functions.iter().enumerate() {
        let accesses = survey.function(node);
        if !accesses.is_empty() {
            accessed.push((id, accesses));
        }
    }
    let Survey { candidates, taken, .. } = survey;
    let mut cells = Cells { list: Vec::new(), users: Vec::new() };
    let cut = cut(&candidates, &taken, &accessed, &mut cells);
    let mut functions = Vec::new();
    for (id, accesses) in accessed {
        let of_variables = accesses.iter().filter_map(|access| {
            let Access { variable, start, .. } = access;
            let cells_of = cut.get(variable)?;
            let at = start.unwrap_or(0);
            cells_of.iter().find(|(bytes, _)| bytes.contains(&at)).map(|(_, cell)| (access.place, *cell))
        });
        let mut accesses: FxHashMap<Place, usize> = of_variables.collect();
        if !accesses.is_empty() {
            on_stack(graph, &graph.functions[id], &mut cells, &mut accesses);
            functions.push(Function { id, accesses });
        }
    }
    cells.users = vec![Vec::new(); cells.list.len()];
    for (number, function) in functions.iter().enumerate() {
        let mut accessed: Vec<usize> = function.accesses.values().copied().collect();
        accessed.sort_unstable();
        accessed.dedup();
        accessed.into_iter().for_each(|cell| cells.users[cell].push(number));
    }
    (cells, functions)
}

/// An access to a variable.
struct Access {
    place: Place,
    variable: SymbolRef,
    /// Where it begins in the variable, if that is constant.
    start: Option<u64>,
    size: u64,
}

struct Survey<'g, 'p> {
    graph: &'g CallGraph<'p>,
    /// The size of each.
    candidates: FxHashMap<SymbolRef, u64>,
    /// Variables whose address is used for more than direct accesses.
    taken: FxHashSet<SymbolRef>,
}

/// An address in a variable.
#[derive(Clone, Copy)]
struct Address {
    variable: SymbolRef,
    /// `None`: not constant.
    offset: Option<i64>,
}

/// The variables of the program's own text that can be written. Those in sections of their own may be found by other names.
fn candidates(graph: &CallGraph) -> FxHashMap<SymbolRef, u64> {
    let mut found = FxHashMap::default();
    for (module, m) in graph.program.modules.iter().enumerate().filter(|(index, _)| !graph.is_library(*index))
    {
        for (index, symbol) in m.symbols.iter().enumerate() {
            let at = SymbolRef { module, symbol: SymbolId(index as u32) };
            if let SymbolKind::Variable(variable) = &symbol.kind
                && variable.initializer.is_some()
                && !variable.constant
                && variable.section.is_none()
                && definition(graph, at) == Some(at)
                && let Some(layout) = m.layout.of(&m.types, variable.ty)
            {
                found.insert(at, layout.size);
            }
        }
    }
    found
}

/// The variable that a symbol means.
fn definition(graph: &CallGraph, at: SymbolRef) -> Option<SymbolRef> {
    let at = match graph.program.resolve(at) {
        Resolved::Definition(definition) => definition,
        Resolved::External(_) => at,
        Resolved::Null => return None,
    };
    matches!(graph.program.symbol(at).kind, SymbolKind::Variable(_)).then_some(at)
}

impl Survey<'_, '_> {
    fn initializers(&mut self) {
        let program = self.graph.program;
        for (module, m) in program.modules.iter().enumerate() {
            for symbol in &m.symbols {
                match &symbol.kind {
                    SymbolKind::Variable(variable) => {
                        variable.initializer.iter().for_each(|value| self.take_symbols(module, value));
                    }
                    SymbolKind::Alias { target, .. } => self.take_symbols(module, target),
                    SymbolKind::Function(_) => {}
                }
            }
        }
    }

    fn take_symbols(&mut self, module: usize, constant: &Constant) {
        symbols(constant, &mut |symbol| {
            self.taken.extend(definition(self.graph, SymbolRef { module, symbol }));
        });
    }

    /// The direct accesses of a function. What else it does with addresses takes them.
    fn function(&mut self, node: &Node) -> Vec<Access> {
        let mut addresses: Vec<Option<Address>> = vec![None; node.body.local_types.len()];
        // Blocks need not be in the order in which values are computed.
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for (_, instruction) in places(node) {
                if let Some(LocalId(result)) = instruction.result
                    && addresses[result as usize].is_none()
                {
                    addresses[result as usize] = self.derived(node, &instruction.op, &addresses);
                    has_changed |= addresses[result as usize].is_some();
                }
            }
        }
        let mut accesses = Vec::new();
        for (place, instruction) in places(node) {
            let is_followed = instruction.result.is_some_and(|result| addresses[result.0 as usize].is_some());
            let (accessed, others) = uses(&instruction.op, is_followed);
            if let Some((address, ty)) = accessed {
                let size = size_of(node.module, ty);
                match (self.address(node, address, &addresses), size) {
                    (Some(Address { variable, offset }), Some(size)) => {
                        let start = offset.and_then(|offset| u64::try_from(offset).ok());
                        // An access that may leave its variable has no business here.
                        match offset.is_some() && start.is_none() {
                            true => drop(self.taken.insert(variable)),
                            false => accesses.push(Access { place, variable, start, size }),
                        }
                    }
                    _ => self.take(node, address, &addresses),
                }
            }
            others.iter().for_each(|value| self.take(node, value, &addresses));
        }
        accesses
    }

    fn address(&self, node: &Node, value: &Value, addresses: &[Option<Address>]) -> Option<Address> {
        match value {
            Value::Local(LocalId(local)) => addresses[*local as usize],
            Value::Constant(constant) => {
                let (symbol, offset) = gep::place(node.module, constant)?;
                let variable = definition(self.graph, SymbolRef { module: node.at.module, symbol })?;
                self.candidates.contains_key(&variable).then_some(Address { variable, offset })
            }
        }
    }

    /// The address that an instruction computes from another one.
    fn derived(&self, node: &Node, op: &Op, addresses: &[Option<Address>]) -> Option<Address> {
        match op {
            Op::GetElementPtr { element, base, indices } => {
                let Address { variable, offset } = self.address(node, &base.value, addresses)?;
                let further = gep::offset(node.module, *element, indices);
                let offset = offset.zip(further).and_then(|(start, further)| start.checked_add(further));
                Some(Address { variable, offset })
            }
            Op::Cast { op: Cast::Bitcast, from, .. } => self.address(node, &from.value, addresses),
            Op::Call(call) if self.is_intrinsic(node, call, "llvm.threadlocal.address") => {
                self.address(node, &call.arguments.first()?.operand.value, addresses)
            }
            _ => None,
        }
    }

    fn is_intrinsic(&self, node: &Node, call: &Call, prefix: &str) -> bool {
        is_intrinsic(self.graph, node, call, prefix)
    }

    fn take(&mut self, node: &Node, value: &Value, addresses: &[Option<Address>]) {
        match value {
            Value::Local(LocalId(local)) => {
                self.taken.extend(addresses[*local as usize].map(|address| address.variable));
            }
            Value::Constant(constant) => self.take_symbols(node.at.module, constant),
        }
    }
}

fn is_intrinsic(graph: &CallGraph, node: &Node, call: &Call, prefix: &str) -> bool {
    match graph.target(node.at.module, call) {
        Target::Intrinsic(at) => graph.program.symbol(at).name.starts_with(prefix),
        _ => false,
    }
}

/// The address that an instruction accesses directly, and the other values that it uses. `is_followed`: its result is an address that
/// is known.
fn uses(op: &Op, is_followed: bool) -> (Option<(&Value, TypeId)>, Vec<Value>) {
    let mut others = Vec::new();
    match op {
        Op::Load { ty, address, .. } => return (Some((address, *ty)), others),
        Op::Store { value, address, .. } => {
            return (Some((address, value.ty)), vec![value.value.clone()]);
        }
        Op::AtomicRmw { op, address, value, .. } if keeps_zero(*op) => {
            return (Some((address, value.ty)), vec![value.value.clone()]);
        }
        Op::GetElementPtr { indices, .. } if is_followed => {
            others.extend(indices.iter().map(|index| index.value.clone()));
        }
        Op::Cast { .. } | Op::Call(_) if is_followed => {}
        Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
            others.extend(call.arguments.iter().map(|argument| argument.operand.value.clone()));
            if let Callee::Value(callee) = &call.callee {
                others.push(callee.clone());
            }
        }
        op => values(op, &mut |value| others.push(value.clone())),
    }
    (None, others)
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

fn size_of(module: &Module, ty: TypeId) -> Option<u64> {
    module.layout.of(&module.types, ty).map(|layout| layout.size).filter(|&size| size > 0)
}

/// Of each variable, its cells: their bytes, and which they are.
type Cut = FxHashMap<SymbolRef, Vec<(Range<u64>, usize)>>;

fn cut(
    candidates: &FxHashMap<SymbolRef, u64>,
    taken: &FxHashSet<SymbolRef>,
    accessed: &[(FunctionId, Vec<Access>)],
    cells: &mut Cells,
) -> Cut {
    let mut ranges: FxHashMap<SymbolRef, Vec<Range<u64>>> = FxHashMap::default();
    for access in accessed.iter().flat_map(|(_, accesses)| accesses) {
        let range = match access.start {
            Some(start) => start..start.saturating_add(access.size),
            None => 0..candidates[&access.variable],
        };
        ranges.entry(access.variable).or_default().push(range);
    }
    ranges.retain(|variable, ranges| {
        let size = candidates[variable];
        !taken.contains(variable) && ranges.iter().all(|range| range.end <= size)
    });
    let mut cut = Cut::default();
    for (variable, mut ranges) in ranges {
        ranges.sort_unstable_by_key(|range| range.start);
        let mut merged: Vec<Range<u64>> = Vec::new();
        for range in ranges {
            match merged.last_mut().filter(|last| range.start < last.end) {
                Some(last) => last.end = last.end.max(range.end),
                None => merged.push(range),
            }
        }
        let has_room_for_pointers = candidates[&variable] >= POINTER;
        let cells_of = merged.into_iter().map(|bytes| {
            let cell = Cell {
                variable: Some(variable),
                bytes: bytes.clone(),
                has_room_for_pointers,
                is_read: false,
            };
            cells.list.push(cell);
            (bytes, cells.list.len() - 1)
        });
        cut.insert(variable, cells_of.collect());
    }
    cut
}

/// Adds the variables on a function's stack that are only loaded from and stored to.
fn on_stack(graph: &CallGraph, node: &Node, cells: &mut Cells, accesses: &mut FxHashMap<Place, usize>) {
    let mut sizes: FxHashMap<LocalId, u64> = FxHashMap::default();
    for (_, instruction) in places(node) {
        if let (Some(local), Op::Alloca { ty, count, .. }) = (instruction.result, &instruction.op)
            && count.value == Value::Constant(Constant::Int(1))
        {
            sizes.extend(size_of(node.module, *ty).map(|size| (local, size)));
        }
    }
    let mut accessed: Vec<(Place, LocalId)> = Vec::new();
    for (place, instruction) in places(node) {
        if matches!(&instruction.op, Op::Call(call) if is_intrinsic(graph, node, call, "llvm.lifetime.")) {
            continue;
        }
        let (address, others) = uses(&instruction.op, false);
        if let Some((Value::Local(local), ty)) = address {
            let fits = |size: &u64| size_of(node.module, ty).is_some_and(|accessed| accessed <= *size);
            match sizes.get(local).is_some_and(fits) && !matches!(instruction.op, Op::AtomicRmw { .. }) {
                true => accessed.push((place, *local)),
                false => drop(sizes.remove(local)),
            }
        }
        for value in others {
            if let Value::Local(local) = value {
                sizes.remove(&local);
            }
        }
    }
    let mut numbers: FxHashMap<LocalId, usize> = FxHashMap::default();
    for (place, local) in accessed {
        let Some(&size) = sizes.get(&local) else { continue };
        let cell = *numbers.entry(local).or_insert_with(|| {
            let has_room_for_pointers = size >= POINTER;
            cells.list.push(Cell { variable: None, bytes: 0..size, has_room_for_pointers, is_read: false });
            cells.list.len() - 1
        });
        accesses.insert(place, cell);
    }
}
