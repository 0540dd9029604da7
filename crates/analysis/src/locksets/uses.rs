//! How variables are used: which addresses are taken, which are locks, and where the others are accessed.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Call, Op, Value};
use mazurka_ir::link::SymbolRef;
use mazurka_ir::module::SymbolKind;
use mazurka_ir::operands::values;
use rustc_hash::FxHashSet;

use super::held::MOST_PARAMS;
use super::places::{Base, Place, Places, variable};
use crate::call_graph::references::symbols;
use crate::call_graph::{CallGraph, FunctionId, Node, Target};
use crate::library::Locking;

#[derive(Default)]
pub(super) struct Uses {
    /// Variables whose address is used for other things than accesses and locks.
    pub taken: FxHashSet<SymbolRef>,
    pub locks: FxHashSet<SymbolRef>,
    /// For every function, the parameters that it uses for nothing but locks.
    only_locks: Vec<Vec<bool>>,
}

/// What an instruction does with an address.
pub(super) enum Use {
    Access {
        writes: bool,
    },
    Lock,
    /// It is an argument of this function of the program.
    Argument(FunctionId, usize),
    Other,
}

impl Uses {
    pub(super) fn new(graph: &CallGraph, places: &[Places]) -> Uses {
        let mut uses = Uses { only_locks: vec![Vec::new(); graph.functions.len()], ..Uses::default() };
        for module in 0..graph.program.modules.len() {
            uses.initializers(graph, module);
        }
        for &id in &graph.bottom_up {
            uses.only_locks[id] = vec![true; graph.functions[id].function.params.len()];
            let mut other_params = Vec::new();
            uses.function(graph, &places[id], &graph.functions[id], &mut other_params);
            for param in other_params {
                uses.only_locks[id][param] = false;
            }
        }
        uses
    }

    fn initializers(&mut self, graph: &CallGraph, module: usize) {
        let mut take = |constant: &Constant| {
            symbols(constant, &mut |symbol| {
                self.taken.extend(variable(graph.program, SymbolRef { module, symbol }))
            });
        };
        for symbol in &graph.program.modules[module].symbols {
            match &symbol.kind {
                SymbolKind::Variable(variable) => variable.initializer.iter().for_each(&mut take),
                SymbolKind::Alias { target, .. } => take(target),
                SymbolKind::Function(_) => {}
            }
        }
    }

    fn function(&mut self, graph: &CallGraph, places: &Places, node: &Node, other_params: &mut Vec<usize>) {
        for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
            each_use(graph, node, places, &instruction.op, &mut |value, use_| {
                let Some(Place { base, offset }) = places.of(value) else {
                    if let Value::Constant(constant) = value {
                        let at = |symbol| SymbolRef { module: node.at.module, symbol };
                        symbols(constant, &mut |symbol| {
                            self.taken.extend(variable(graph.program, at(symbol)))
                        });
                    }
                    return;
                };
                let is_lock = match use_ {
                    Use::Lock => true,
                    Use::Argument(callee, index) => self.only_locks[callee].get(index) == Some(&true),
                    Use::Access { .. } | Use::Other => false,
                };
                match base {
                    Base::Variable(at) if is_lock => drop(self.locks.insert(at)),
                    Base::Variable(at) if !matches!(use_, Use::Access { .. }) => drop(self.taken.insert(at)),
                    // Callers know of locks right at their argument only.
                    Base::Param(param) if !is_lock || offset != Some(0) || param >= MOST_PARAMS => {
                        other_params.push(param)
                    }
                    Base::Variable(_) | Base::Param(_) => {}
                }
            });
        }
    }
}

/// Calls `visit` for every value that an instruction uses, but where places follow what becomes of it.
pub(super) fn each_use(
    graph: &CallGraph,
    node: &Node,
    places: &Places,
    op: &Op,
    visit: &mut dyn FnMut(&Value, Use),
) {
    match op {
        Op::Load { address, .. } => visit(address, Use::Access { writes: false }),
        Op::Store { value, address, .. } => {
            if !places.is_kept(address) {
                visit(&value.value, Use::Other);
            }
            visit(address, Use::Access { writes: true });
        }
        Op::AtomicRmw { address, value, .. } => {
            visit(address, Use::Access { writes: true });
            visit(&value.value, Use::Other);
        }
        Op::CmpXchg { address, expected, new, .. } => {
            visit(address, Use::Access { writes: true });
            visit(&expected.value, Use::Other);
            visit(new, Use::Other);
        }
        Op::GetElementPtr { base, indices, .. } => {
            if places.of(&base.value).is_none() {
                visit(&base.value, Use::Other);
            }
            indices.iter().for_each(|index| visit(&index.value, Use::Other));
        }
        Op::Cast { op: mazurka_ir::instruction::Cast::Bitcast, from, .. }
            if places.of(&from.value).is_some() => {}
        Op::ICmp { .. } => {}
        Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
            each_argument(graph, node, call, visit)
        }
        op => values(op, &mut |value| visit(value, Use::Other)),
    }
}

fn each_argument(graph: &CallGraph, node: &Node, call: &Call, visit: &mut dyn FnMut(&Value, Use)) {
    let target = graph.target(node.at.module, call);
    for (index, argument) in call.arguments.iter().enumerate() {
        let use_ = match target {
            Target::Function(callee) => Use::Argument(callee, index),
            Target::Library(effect) => match effect.locking {
                Locking::Keeps => Use::Lock,
                Locking::Locks | Locking::Unlocks if index == 0 => Use::Lock,
                _ => Use::Other,
            },
            Target::Intrinsic(at) => intrinsic_use(&graph.program.symbol(at).name, index),
            Target::Unknown => Use::Other,
        };
        visit(&argument.operand.value, use_);
    }
    if let mazurka_ir::instruction::Callee::Value(callee) = &call.callee {
        visit(callee, Use::Other);
    }
}

fn intrinsic_use(name: &str, index: usize) -> Use {
    let copies = ["llvm.memcpy.", "llvm.memmove."].iter().any(|prefix| name.starts_with(prefix));
    match index {
        0 if copies || name.starts_with("llvm.memset.") => Use::Access { writes: true },
        1 if copies => Use::Access { writes: false },
        _ => Use::Other,
    }
}
