//! Which locks a function acquires and releases, relative to what is held when it is called.

use mazurka_ir::instruction::{BlockId, Call, Instruction, Op};
use mazurka_ir::link::SymbolRef;
use rustc_hash::FxHashMap;

use super::places::{Base, Place, Places};
use crate::call_graph::{CallGraph, Node, Target};
use crate::dataflow::Forward;
use crate::library::Locking;

/// The locks that are followed: at most [`LockTable::MOST`].
#[derive(Default)]
pub(super) struct LockTable {
    pub places: Vec<(SymbolRef, i64)>,
    ids: FxHashMap<(SymbolRef, i64), usize>,
}

impl LockTable {
    const MOST: usize = 128;

    pub(super) fn add(&mut self, lock: (SymbolRef, i64)) {
        if self.places.len() < LockTable::MOST && !self.ids.contains_key(&lock) {
            self.ids.insert(lock, self.places.len());
            self.places.push(lock);
        }
    }

    /// The locks that may be meant by a place; `certain` if it is this one.
    fn at(&self, place: Place) -> Locks {
        let none = Locks::default();
        match (place.base, place.offset) {
            (Base::Variable(at), Some(offset)) => {
                self.ids.get(&(at, offset)).map_or(none, |&id| Locks { variables: 1 << id, ..none })
            }
            (Base::Variable(at), None) => {
                let all = self.places.iter().enumerate().filter(|(_, place)| place.0 == at);
                Locks { variables: all.fold(0, |all, (id, _)| all | 1 << id), ..none }
            }
            (Base::Param(param), Some(0)) if param < MOST_PARAMS => Locks { params: 1 << param, ..none },
            (Base::Param(_), _) => none,
        }
    }
}

/// Parameters beyond are not followed.
pub(super) const MOST_PARAMS: usize = 32;

/// A set of locks: global ones by their id, and those that parameters point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Locks {
    pub variables: u128,
    params: u32,
}

impl Locks {
    fn or(self, other: Locks) -> Locks {
        Locks { variables: self.variables | other.variables, params: self.params | other.params }
    }

    fn and(self, other: Locks) -> Locks {
        Locks { variables: self.variables & other.variables, params: self.params & other.params }
    }

    fn without(self, other: Locks) -> Locks {
        Locks { variables: self.variables & !other.variables, params: self.params & !other.params }
    }
}

/// What has happened since a function was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Effect {
    /// Surely held, whatever was held before.
    acquired: Locks,
    /// Perhaps no longer held, if not acquired again.
    released: Locks,
    /// Any lock may be released.
    released_all: bool,
    /// Threads may have been created.
    pub spawned: bool,
}

impl Effect {
    /// Anything may have happened.
    pub(super) const UNKNOWN: Effect = Effect {
        acquired: Locks { variables: 0, params: 0 },
        released: Locks { variables: 0, params: 0 },
        released_all: true,
        spawned: true,
    };

    /// The global locks that are held, if these were held before.
    pub(super) fn held(&self, before: u128) -> u128 {
        let kept = if self.released_all { 0 } else { before & !self.released.variables };
        kept | self.acquired.variables
    }

    fn then(self, next: Effect) -> Effect {
        let kept = if next.released_all { Locks::default() } else { self.acquired.without(next.released) };
        Effect {
            acquired: kept.or(next.acquired),
            released: self.released.or(next.released),
            released_all: self.released_all || next.released_all,
            spawned: self.spawned || next.spawned,
        }
    }

    fn join(self, other: Effect) -> Effect {
        Effect {
            acquired: self.acquired.and(other.acquired),
            released: self.released.or(other.released),
            released_all: self.released_all || other.released_all,
            spawned: self.spawned || other.spawned,
        }
    }
}

/// One function.
pub(super) struct Held<'a, 'p> {
    pub graph: &'a CallGraph<'p>,
    pub node: &'a Node<'p>,
    pub places: &'a Places<'a, 'p>,
    pub locks: &'a LockTable,
    /// Of other functions, callees at least.
    pub effects: &'a [Effect],
}

impl Held<'_, '_> {
    pub(super) fn instruction(&self, instruction: &Instruction, effect: &mut Effect) {
        if let Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } = &instruction.op {
            // Where control can return to earlier places, nothing is certain.
            *effect = if self.node.returns_twice { Effect::UNKNOWN } else { effect.then(self.call(call)) };
        }
    }

    fn call(&self, call: &Call) -> Effect {
        let lock = |index: usize| {
            let place = self.places.of(&call.arguments.get(index)?.operand.value)?;
            Some((self.locks.at(place), place.offset.is_some()))
        };
        let none = Effect::default();
        match self.graph.target(self.node.at.module, call) {
            Target::Unknown => Effect::UNKNOWN,
            Target::Intrinsic(_) => none,
            Target::Library(effect) => {
                let none = Effect { spawned: effect.spawns, ..none };
                match (effect.locking, lock(0)) {
                    (Locking::Locks, Some((lock, true))) => Effect { acquired: lock, ..none },
                    (Locking::Unlocks, Some((locks, _))) => Effect { released: locks, ..none },
                    _ => none,
                }
            }
            Target::Function(callee) => {
                let effect = self.effects[callee];
                let Effect { acquired, released, .. } = effect;
                let (mut acquires, mut releases) =
                    (Locks { params: 0, ..acquired }, Locks { params: 0, ..released });
                for param in
                    (0..MOST_PARAMS).filter(|param| (acquired.params | released.params) >> param & 1 == 1)
                {
                    let Some((locks, is_certain)) = lock(param) else { continue };
                    if acquired.params >> param & 1 == 1 && is_certain {
                        acquires = acquires.or(locks);
                    }
                    if released.params >> param & 1 == 1 {
                        releases = releases.or(locks);
                    }
                }
                Effect { acquired: acquires, released: releases, ..effect }
            }
        }
    }
}

impl Forward for Held<'_, '_> {
    type State = Effect;

    fn start(&mut self) -> Effect {
        if self.node.returns_twice { Effect::UNKNOWN } else { Effect::default() }
    }

    fn block(&mut self, block: BlockId, effect: &mut Effect) {
        for instruction in &self.node.body.blocks[block.0 as usize].instructions {
            self.instruction(instruction, effect);
        }
    }

    fn join(&mut self, into: &mut Effect, from: &Effect) -> bool {
        let joined = into.join(*from);
        std::mem::replace(into, joined) != joined
    }
}

/// The effect of a whole call: what holds at every return.
pub(super) fn summary(held: &mut Held, states: &[Option<Effect>]) -> Effect {
    if held.node.returns_twice {
        return Effect::UNKNOWN;
    }
    let mut whole: Option<Effect> = None;
    for (block, state) in held.node.body.blocks.iter().zip(states) {
        if let (Some(state), Some(Op::Ret(_))) = (state, block.instructions.last().map(|last| &last.op)) {
            let mut state = *state;
            block.instructions.iter().for_each(|instruction| held.instruction(instruction, &mut state));
            whole = Some(whole.map_or(state, |whole| whole.join(state)));
        }
    }
    whole.unwrap_or(Effect::UNKNOWN)
}
