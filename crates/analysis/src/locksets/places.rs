//! Which variable a value is the address of.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Body, Cast, LocalId, Op, Value};
use mazurka_ir::link::{Program, Resolved, SymbolRef};
use mazurka_ir::module::SymbolKind;
use mazurka_ir::operands::values;
use rustc_hash::FxHashMap;

use crate::call_graph::Node;
use crate::gep;

/// An address inside of a variable, or relative to a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place {
    pub base: Base,
    /// `None`: not constant.
    pub offset: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Base {
    Variable(SymbolRef),
    Param(usize),
}

/// The places of a function's locals.
pub(super) struct Places<'a, 'p> {
    program: &'a Program,
    node: &'a Node<'p>,
    places: FxHashMap<LocalId, Place>,
    /// Stack variables that always hold the same address.
    holders: FxHashMap<LocalId, Place>,
}

impl<'a, 'p> Places<'a, 'p> {
    pub(super) fn new(program: &'a Program, node: &'a Node<'p>) -> Places<'a, 'p> {
        let mut found = Places { program, node, places: FxHashMap::default(), holders: FxHashMap::default() };
        for index in 0..node.function.params.len() {
            let place = Place { base: Base::Param(index), offset: Some(0) };
            found.places.insert(LocalId(index as u32), place);
        }
        let single = single_stores(node.body);
        // Blocks need not be in the order in which values are computed.
        loop {
            let before = found.places.len() + found.holders.len();
            for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
                found.visit(instruction.result, &instruction.op, &single);
            }
            if found.places.len() + found.holders.len() == before {
                return found;
            }
        }
    }

    fn visit(&mut self, result: Option<LocalId>, op: &Op, single: &[bool]) {
        let place = match op {
            Op::GetElementPtr { element, base, indices } => {
                self.of(&base.value).map(|Place { base, offset: start }| {
                    let offset = gep::offset(self.node.module, *element, indices);
                    Place {
                        base,
                        offset: start.zip(offset).and_then(|(start, offset)| start.checked_add(offset)),
                    }
                })
            }
            Op::Cast { op: Cast::Bitcast, from, .. } => self.of(&from.value),
            Op::Load { address: Value::Local(address), .. } => self.holders.get(address).copied(),
            Op::Store { value, address: Value::Local(address), .. }
                if single.get(address.0 as usize) == Some(&true) =>
            {
                if let Some(place) = self.of(&value.value) {
                    self.holders.insert(*address, place);
                }
                None
            }
            _ => None,
        };
        if let (Some(place), Some(result)) = (place, result) {
            self.places.insert(result, place);
        }
    }

    pub(super) fn of(&self, value: &Value) -> Option<Place> {
        match value {
            Value::Local(local) => self.places.get(local).copied(),
            Value::Constant(constant) => self.of_constant(constant),
        }
    }

    /// Whether this store only keeps an address in a stack variable, where it is followed.
    pub(super) fn is_kept(&self, address: &Value) -> bool {
        matches!(address, Value::Local(local) if self.holders.contains_key(local))
    }

    fn of_constant(&self, constant: &Constant) -> Option<Place> {
        let (symbol, offset) = gep::place(self.node.module, constant)?;
        let at = variable(self.program, SymbolRef { module: self.node.at.module, symbol })?;
        Some(Place { base: Base::Variable(at), offset })
    }
}

/// The definition of a variable.
pub(super) fn variable(program: &Program, at: SymbolRef) -> Option<SymbolRef> {
    let at = match program.resolve(at) {
        Resolved::Definition(definition) => definition,
        Resolved::External(_) => at,
        Resolved::Null => return None,
    };
    matches!(program.symbol(at).kind, SymbolKind::Variable(_)).then_some(at)
}

/// The stack variables of the entry block that are stored to once, there, and otherwise only loaded from.
fn single_stores(body: &Body) -> Vec<bool> {
    let mut single = vec![false; body.local_types.len()];
    let mut stored = vec![false; body.local_types.len()];
    for instruction in body.blocks.iter().take(1).flat_map(|block| &block.instructions) {
        if let (Op::Alloca { .. }, Some(local)) = (&instruction.op, instruction.result)
            && let Some(single) = single.get_mut(local.0 as usize)
        {
            *single = true;
        }
    }
    for (number, block) in body.blocks.iter().enumerate() {
        for instruction in &block.instructions {
            let mut strike = |value: &Value| {
                if let Value::Local(local) = value
                    && let Some(single) = single.get_mut(local.0 as usize)
                {
                    *single = false;
                }
            };
            match &instruction.op {
                Op::Load { .. } => {}
                Op::Store { value, address, .. } => {
                    strike(&value.value);
                    if let Value::Local(local) = address
                        && let Some(stored) = stored.get_mut(local.0 as usize)
                        && (std::mem::replace(stored, true) || number > 0)
                    {
                        strike(address);
                    }
                }
                op => values(op, &mut strike),
            }
        }
    }
    single
}
