//! What the text of functions and variables refers to.

use mazurka_ir::constant::{Constant, ConstantExpr};
use mazurka_ir::instruction::{Call, Callee, Op, Value};
use mazurka_ir::link::{Program, Resolved, SymbolRef};
use mazurka_ir::module::{SymbolId, SymbolKind};
use mazurka_ir::operands::values;
use rustc_hash::FxHashSet;

use super::{CallGraph, FunctionId, Node, Role, Target, calls, direct_callee, function_of};

/// Finds the functions that can run.
pub(super) fn collect(graph: &mut CallGraph) {
    let program = graph.program;
    let mut collector = Collector { graph, seen: FxHashSet::default(), work: Vec::new() };
    if let Some(main) = program.lookup("main") {
        collector.root(main, Role { is_main: true, ..Role::default() });
    }
    for name in collector.graph.library.entry_points() {
        if let Some(at) = program.lookup(name) {
            collector.root(at, Role { is_entry_point: true, is_called_back: true, ..Role::default() });
        }
    }
    for constructor in program.constructors() {
        collector.root(constructor.function, Role { is_constructor: true, ..Role::default() });
    }
    for destructor in program.destructors() {
        collector.root(destructor.function, Role { is_called_back: true, ..Role::default() });
    }
    while let Some(at) = collector.work.pop() {
        collector.visit(at);
    }
}

/// Tells functions that are only passed to functions which start threads from those that are called back in other ways.
pub(super) fn find_thread_functions(graph: &mut CallGraph) {
    let spawns = |graph: &CallGraph, id: FunctionId| {
        let Node { at, body, .. } = graph.functions[id];
        calls(body)
            .any(|call| matches!(graph.target(at.module, call), Target::Library(effect) if effect.spawns))
    };
    let spawners: Vec<bool> = (0..graph.functions.len()).map(|id| spawns(graph, id)).collect();
    let mut uses: Vec<(FunctionId, bool)> = Vec::new();
    for node in &graph.functions {
        for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
            let starts = match &instruction.op {
                Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
                    matches!(graph.target(node.at.module, call), Target::Function(id) if spawners[id])
                }
                _ => false,
            };
            mentions(&instruction.op, &mut |symbol, is_whole| {
                if let Some(definition) =
                    definition(graph.program, SymbolRef { module: node.at.module, symbol })
                    && let Some(&id) = graph.ids.get(&definition)
                {
                    uses.push((id, starts && is_whole));
                }
            });
        }
    }
    for (id, starts) in uses {
        let role = &mut graph.functions[id].role;
        role.starts_thread |= starts;
        role.is_called_back |= !starts;
    }
}

struct Collector<'g, 'p> {
    graph: &'g mut CallGraph<'p>,
    seen: FxHashSet<SymbolRef>,
    work: Vec<SymbolRef>,
}

impl Collector<'_, '_> {
    fn root(&mut self, at: SymbolRef, role: Role) {
        let Some(at) = definition(self.graph.program, at) else { return };
        self.visit(at);
        if let Some(&id) = self.graph.ids.get(&at) {
            let known = &mut self.graph.functions[id].role;
            known.is_main |= role.is_main;
            known.is_constructor |= role.is_constructor;
            known.is_entry_point |= role.is_entry_point;
            known.is_called_back |= role.is_called_back;
        }
    }

    /// A symbol is part of the program.
    fn visit(&mut self, at: SymbolRef) {
        let at = match self.graph.program.resolve(at) {
            Resolved::Definition(definition) => definition,
            Resolved::External(_) | Resolved::Null => at,
        };
        if !self.seen.insert(at) {
            return;
        }
        let program = self.graph.program;
        let module = &program.modules[at.module];
        let mut referenced = Vec::new();
        match &program.symbol(at).kind {
            SymbolKind::Function(function) => {
                let Some(Ok(body)) = module.body(at.symbol) else { return };
                self.graph.ids.insert(at, self.graph.functions.len());
                let (callees, role) = Default::default();
                let (is_recursive, returns_twice) = (false, false);
                let node = Node { at, module, function, body, callees, role, is_recursive, returns_twice };
                self.graph.functions.push(node);
                for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
                    mentions(&instruction.op, &mut |symbol, _| referenced.push(symbol));
                }
                referenced.extend(calls(body).filter_map(direct_callee));
            }
            SymbolKind::Variable(variable) => {
                variable
                    .initializer
                    .iter()
                    .for_each(|value| self.called_back(at.module, value, &mut referenced));
            }
            SymbolKind::Alias { target, .. } => symbols(target, &mut |symbol| referenced.push(symbol)),
        }
        self.work.extend(referenced.into_iter().map(|symbol| SymbolRef { module: at.module, symbol }));
    }

    /// Functions in the initialiser of a variable are called through it.
    fn called_back(&mut self, module: usize, value: &Constant, referenced: &mut Vec<SymbolId>) {
        let first = referenced.len();
        symbols(value, &mut |symbol| referenced.push(symbol));
        for &symbol in &referenced[first..] {
            self.root(SymbolRef { module, symbol }, Role { is_called_back: true, ..Role::default() });
        }
    }
}

/// The function with a body that a symbol means.
pub(super) fn definition(program: &Program, at: SymbolRef) -> Option<SymbolRef> {
    let mut at = at;
    // A cycle of aliases has no definition.
    for _ in 0..16 {
        at = match program.resolve(at) {
            Resolved::Definition(definition) => definition,
            Resolved::External(_) => at,
            Resolved::Null => return None,
        };
        match &program.symbol(at).kind {
            SymbolKind::Alias { target: Constant::Symbol(symbol), ifunc: false } => {
                at = SymbolRef { module: at.module, symbol: *symbol };
            }
            _ => return function_of(program, at)?.definition.is_some().then_some(at),
        }
    }
    None
}

/// The symbols that an instruction mentions, but for the function that it calls; and whether the symbol is a whole argument.
fn mentions(op: &Op, visit: &mut dyn FnMut(SymbolId, bool)) {
    let mut constant = |value: &Value, is_argument: bool| {
        if let Value::Constant(constant) = value {
            let is_whole = is_argument && matches!(constant, Constant::Symbol(_));
            symbols(constant, &mut |symbol| visit(symbol, is_whole));
        }
    };
    match op {
        Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
            let Call { callee, arguments, .. } = &**call;
            if let (Callee::Value(callee), None) = (callee, direct_callee(call)) {
                constant(callee, false);
            }
            arguments.iter().for_each(|argument| constant(&argument.operand.value, true));
        }
        _ => values(op, &mut |value| constant(value, false)),
    }
}

/// The symbols that a constant contains.
pub(crate) fn symbols(constant: &Constant, visit: &mut dyn FnMut(SymbolId)) {
    match constant {
        Constant::Symbol(symbol) | Constant::BlockAddress(symbol, _) => visit(*symbol),
        Constant::Aggregate(elements) => elements.iter().for_each(|(_, element)| symbols(element, visit)),
        Constant::Splat(element) => symbols(&element.1, visit),
        Constant::Expr(expr) => match &**expr {
            ConstantExpr::Cast { value, .. } => symbols(value, visit),
            ConstantExpr::GetElementPtr { base, indices, .. } => {
                symbols(&base.1, visit);
                indices.iter().for_each(|(_, index)| symbols(index, visit));
            }
            ConstantExpr::Binary { lhs, rhs, .. } | ConstantExpr::Compare { lhs, rhs, .. } => {
                symbols(lhs, visit);
                symbols(rhs, visit);
            }
            ConstantExpr::Select { condition, then, otherwise, .. } => {
                symbols(&condition.1, visit);
                symbols(then, visit);
                symbols(otherwise, visit);
            }
        },
        _ => {}
    }
}
