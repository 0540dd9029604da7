//! The values of a program, and what flows from one to another.

use mazurka_ir::instruction::{Body, Op, Value};
use mazurka_ir::operands::values;
use rustc_hash::FxHashSet;

/// What a value may be: a function of the graph by its id, or one of these.
pub(super) type Token = u32;
/// The address of a variable or a block, whole.
pub(super) const OBJECT: Token = u32::MAX;
/// A function of the library, or one that does not exist.
pub(super) const NATIVE: Token = u32::MAX - 1;
/// Whatever function is in the program's memory, or a part of it.
pub(super) const FROM_PROGRAM: Token = u32::MAX - 2;
/// Whatever function is in the library's memory, or a part of it.
pub(super) const FROM_LIBRARY: Token = u32::MAX - 3;

/// A value or a memory: index into lists.
pub(super) type Node = u32;
pub(super) const PROGRAM_MEMORY: Node = 0;
pub(super) const LIBRARY_MEMORY: Node = 1;

/// What flows where.
#[derive(Default)]
pub(super) struct Values {
    /// Where a value flows on to.
    pub edges: Vec<Vec<Node>>,
    pub tokens: Vec<Vec<Token>>,
    pub seen: FxHashSet<(Node, Token)>,
    pub work: Vec<(Node, Token)>,
}

impl Values {
    pub(super) fn add(&mut self, node: Node, token: Token) {
        // What memory holds it holds anyhow, and it holds all that the library's does.
        let is_own = node == PROGRAM_MEMORY && (token == FROM_PROGRAM || token == FROM_LIBRARY)
            || node == LIBRARY_MEMORY && token == FROM_LIBRARY;
        if !is_own && self.seen.insert((node, token)) {
            self.tokens[node as usize].push(token);
            self.work.push((node, token));
        }
    }

    pub(super) fn connect(&mut self, from: Node, to: Node) {
        if from == to || self.edges[from as usize].contains(&to) {
            return;
        }
        self.edges[from as usize].push(to);
        for at in 0..self.tokens[from as usize].len() {
            self.add(to, self.tokens[from as usize][at]);
        }
    }
}

/// For every local, whether it is a variable that is only loaded from and stored to.
pub(super) fn variables(body: &Body) -> Vec<bool> {
    let mut is_variable = vec![false; body.local_types.len()];
    let instructions = || body.blocks.iter().flat_map(|block| &block.instructions);
    for instruction in instructions() {
        if let (Op::Alloca { .. }, Some(local)) = (&instruction.op, instruction.result) {
            is_variable[local.0 as usize] = true;
        }
    }
    let mut escapes = |value: &Value| {
        if let Value::Local(local) = value
            && let Some(is_variable) = is_variable.get_mut(local.0 as usize)
        {
            *is_variable = false;
        }
    };
    for instruction in instructions() {
        match &instruction.op {
            Op::Load { .. } => {}
            Op::Store { value, .. } => escapes(&value.value),
            op => values(op, &mut escapes),
        }
    }
    is_variable
}
