//! Whether a program keeps pointers in a form that is not theirs, where no one who looks at memory and registers word by word finds
//! them: xor-ed with another, with a tag, or in pieces.
//!
//! A pointer that becomes a number is still a word. It may be compared, subtracted from another, stored, and become a pointer again;
//! with anything else it counts as hidden. Numbers that become pointers and numbers again (the arguments of many threads) do not
//! matter: see [`super::targets`]. Loads of pieces from memory are not looked at here: they show when accesses are observed.

use mazurka_ir::TypeId;
use mazurka_ir::constant::{Constant, ConstantExpr};
use mazurka_ir::instruction::{BinaryOp, Body, Call, Callee, Cast, LocalId, Op, Value};
use mazurka_ir::module::{SymbolKind, Variable};
use mazurka_ir::operands::values;
use rustc_hash::FxHashSet;

use super::targets::Solution;
use super::values::variables;
use crate::call_graph::references::symbols;
use crate::call_graph::{CallGraph, FunctionId, Node, Target};

/// The remainder of an address by less than this says nothing about which object it is in.
const SMALL: u128 = 4096;

/// Whether the program's own text hides pointers; the library's does not.
pub(super) fn hides(graph: &CallGraph, solution: &Solution) -> bool {
    let is_own = |id: &FunctionId| !graph.is_library(graph.functions[*id].at.module);
    let own = graph.program.modules.iter().enumerate().filter(|(module, _)| !graph.is_library(*module));
    let in_variables = own.flat_map(|(_, module)| &module.symbols).any(|symbol| {
        matches!(&symbol.kind, SymbolKind::Variable(Variable { initializer: Some(value), .. }) if mangles(value))
    });
    in_variables || (0..graph.functions.len()).filter(is_own).any(|id| function_hides(graph, solution, id))
}

/// Whether an instruction loads a value that the text calls a pointer.
pub(super) fn loads_pointer(op: &Op) -> bool {
    match op {
        Op::Load { ty, .. } | Op::VaArg { ty, .. } => *ty == TypeId::PTR,
        Op::AtomicRmw { value, .. } => value.ty == TypeId::PTR,
        Op::CmpXchg { expected, .. } => expected.ty == TypeId::PTR,
        _ => false,
    }
}

fn function_hides(graph: &CallGraph, solution: &Solution, id: FunctionId) -> bool {
    let node = &graph.functions[id];
    let mut numbers = Numbers { is_variable: variables(node.body), locals: FxHashSet::default() };
    let may_be_object = |value: &Value| match value {
        Value::Local(local) => solution.may_be_object(id, *local),
        Value::Constant(constant) => contains_symbol(constant),
    };
    for op in operations(node.body) {
        let is_hidden = match op {
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. }
                if matches!(call.callee, Callee::InlineAsm(_)) =>
            {
                call.arguments.iter().any(|argument| may_be_object(&argument.operand.value))
            }
            _ => {
                let mut is_mangled = false;
                values(op, &mut |value| {
                    is_mangled |= matches!(value, Value::Constant(constant) if mangles(constant))
                });
                is_mangled
            }
        };
        if is_hidden {
            return true;
        }
    }
    for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
        if let (Op::Cast { op: Cast::PtrToInt, from, to }, Some(local)) =
            (&instruction.op, instruction.result)
            && may_be_object(&from.value)
        {
            if *to != TypeId::I64 {
                return true;
            }
            numbers.locals.insert(local);
        }
    }
    numbers.are_hidden(graph, node)
}

fn operations(body: &Body) -> impl Iterator<Item = &Op> {
    body.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op)
}

/// Addresses of objects that have become numbers.
struct Numbers {
    is_variable: Vec<bool>,
    /// Values, and variables that hold them.
    locals: FxHashSet<LocalId>,
}

impl Numbers {
    fn are(&self, value: &Value) -> bool {
        match value {
            Value::Local(local) => self.locals.contains(local),
            Value::Constant(Constant::Expr(expr)) => {
                matches!(&**expr, ConstantExpr::Cast { op: Cast::PtrToInt, value, .. } if contains_symbol(value))
            }
            Value::Constant(_) => false,
        }
    }

    fn are_hidden(&mut self, graph: &CallGraph, node: &Node) -> bool {
        loop {
            let before = self.locals.len();
            for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
                match self.follow(graph, node, &instruction.op) {
                    Use::Harmless => {}
                    Use::Copies => self.locals.extend(instruction.result),
                    Use::Hides => return true,
                }
            }
            if self.locals.len() == before {
                return false;
            }
        }
    }

    fn follow(&mut self, graph: &CallGraph, node: &Node, op: &Op) -> Use {
        let mut is_used = false;
        values(op, &mut |value| is_used |= self.are(value));
        if !is_used {
            return Use::Harmless;
        }
        match op {
            Op::ICmp { .. } | Op::Cast { op: Cast::IntToPtr, .. } => Use::Harmless,
            Op::Store { value, address: Value::Local(variable), .. } if self.are(&value.value) => {
                if self.is_variable.get(variable.0 as usize) == Some(&true) {
                    self.locals.insert(*variable);
                }
                Use::Harmless
            }
            Op::Store { .. } => Use::Harmless,
            Op::Load { .. } | Op::Phi { .. } | Op::Select { .. } | Op::Freeze(_) => Use::Copies,
            Op::Binary { op: BinaryOp::Sub, lhs, rhs, .. } if self.are(lhs) && self.are(rhs) => Use::Harmless,
            Op::Binary {
                op: BinaryOp::And | BinaryOp::URem,
                rhs: Value::Constant(Constant::Int(rest)),
                ..
            } if *rest < SMALL => Use::Harmless,
            Op::Call(call) => match self.is_harmless(graph, node, call) {
                true => Use::Harmless,
                false => Use::Hides,
            },
            _ => Use::Hides,
        }
    }

    /// Functions of the library take numbers as they are.
    fn is_harmless(&self, graph: &CallGraph, node: &Node, call: &Call) -> bool {
        matches!(graph.target(node.at.module, call), Target::Library(_))
    }
}

enum Use {
    Harmless,
    /// The result is such a number, too.
    Copies,
    Hides,
}

/// Whether a constant computes with an address.
fn mangles(constant: &Constant) -> bool {
    match constant {
        Constant::Aggregate(elements) => elements.iter().any(|(_, element)| mangles(element)),
        Constant::Splat(element) => mangles(&element.1),
        Constant::Expr(expr) => match &**expr {
            ConstantExpr::Cast { op: Cast::Trunc, value, .. } => contains_symbol(value),
            ConstantExpr::Cast { value, .. } => mangles(value),
            ConstantExpr::GetElementPtr { base, .. } => mangles(&base.1),
            ConstantExpr::Binary { op: BinaryOp::Sub, .. } | ConstantExpr::Compare { .. } => false,
            ConstantExpr::Binary { lhs, rhs, .. } => contains_symbol(lhs) || contains_symbol(rhs),
            ConstantExpr::Select { then, otherwise, .. } => mangles(then) || mangles(otherwise),
        },
        _ => false,
    }
}

fn contains_symbol(constant: &Constant) -> bool {
    let mut contains = false;
    symbols(constant, &mut |_| contains = true);
    contains
}
