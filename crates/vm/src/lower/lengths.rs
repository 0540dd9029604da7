//! Structs on the stack that say how long to sleep: `struct timespec pause = {0, 1000}; while (!ready) { nanosleep(&pause, NULL); pause.tv_nsec *= 2; }`.
//!
//! A variable of two 64-bit members whose address is only used to load and store them, to initialise them from a constant, and for calls
//! that sleep for as long as they say lives in registers. How long does not matter (see [`super::optimize`]): the calls are
//! given the address of a struct of zeros, and what only the length depends on is left out like a counter that nothing reads.
//!
//! **Why nothing is lost.** Nothing but the function that sleeps has the variable's address, so nothing else accesses it, and nothing that
//! the variable decides besides how long the thread sleeps is left out. What the call returns is not used, it stores no time that is left, and
//! where a clock is read, all this is not done, as for the other sleeps. One thing more depends on the length: a call with an invalid one does not
//! sleep. Instead, the thread then makes a step that no other thread notices. It could be cancelled there, or take a signal, so this is not done in
//! programs that cancel threads or handle signals, either.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Body, Call, Callee, Instruction, LocalId, Op, Operand, Value};
use mazurka_ir::link::{Resolved, SymbolRef};
use mazurka_ir::module::{SymbolKind, Variable};
use mazurka_ir::operands::values;
use rustc_hash::{FxHashMap, FxHashSet};

use super::SUPPORT_PATH;
use super::constants::Walk;
use super::function::{Arg, Lowered, Lowering};
use super::program::Builder;
use super::promote::{called, is_marker, leaves_context};
use super::shape::Scalar;

/// Support functions that do nothing but to sleep, and their argument that points to how long.
const SLEEPS: [(&str, usize); 3] = [("nanosleep", 0), ("clock_nanosleep", 2), ("thrd_sleep", 0)];

/// The size of such a struct, and where its second member is.
const SIZE: u128 = 16;
const SECOND: i64 = 8;

/// By the local that is the address of a member: the variable, and whether it is the second member.
pub(crate) type Lengths = FxHashMap<LocalId, (LocalId, bool)>;

pub(crate) fn find(builder: &mut Builder, module: usize, body: &Body) -> Lengths {
    if !builder.shortened.lengths || builder.options.keep_locals_in_memory {
        return Lengths::default();
    }
    let instructions = || body.blocks.iter().flat_map(|block| &block.instructions);
    if !instructions().any(|instruction| length(builder, module, &instruction.op).is_some())
        || instructions().any(|instruction| leaves_context(builder, module, &instruction.op))
    {
        return Lengths::default();
    }
    let mut members = Lengths::default();
    for instruction in body.blocks.iter().take(1).flat_map(|entry| &entry.instructions) {
        if let (Some(local), Op::Alloca { ty, count, .. }) = (instruction.result, &instruction.op)
            && count.value == Value::Constant(Constant::Int(1))
            && let Ok(shape) = builder.shape(module, *ty)
            && shape.parts.iter().map(|part| (part.scalar, part.offset)).eq(PARTS)
        {
            members.insert(local, (local, false));
        }
    }
    for Instruction { result, op, .. } in instructions() {
        if let (Some(local), Some(member)) = (*result, member(builder, module, op, &members)) {
            members.insert(local, member);
        }
    }
    let used = used(body);
    let (mut other, mut sleeps) = (FxHashSet::default(), FxHashSet::default());
    for instruction in instructions() {
        let is_used = instruction.result.is_some_and(|local| used.contains(&local));
        let mut uses = Uses {
            builder: &mut *builder,
            module,
            members: &members,
            other: &mut other,
            sleeps: &mut sleeps,
        };
        uses.instruction(instruction, is_used);
    }
    members.retain(|_, (variable, _)| sleeps.contains(variable) && !other.contains(variable));
    members
}

const PARTS: [(Scalar, u64); 2] = [(Scalar::Int(64), 0), (Scalar::Int(64), SECOND as u64)];

fn used(body: &Body) -> FxHashSet<LocalId> {
    let mut used = FxHashSet::default();
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        values(&instruction.op, &mut |value| {
            if let Value::Local(local) = value {
                used.insert(*local);
            }
        });
    }
    used
}

/// The member whose address an instruction computes from that of the struct.
fn member(builder: &Builder, module: usize, op: &Op, members: &Lengths) -> Option<(LocalId, bool)> {
    let Op::GetElementPtr { element, base: Operand { value: Value::Local(base), .. }, indices } = op else {
        return None;
    };
    let &(variable, false) = members.get(base)? else { return None };
    let mut walk = Walk::new(*element);
    let mut offset = 0_i64;
    for index in indices {
        let Value::Constant(Constant::Int(index)) = index.value else { return None };
        let index = i64::try_from(index).ok()?;
        offset = offset.checked_add(walk.constant_step(builder, module, index).ok()?)?;
    }
    [0, SECOND].contains(&offset).then_some((variable, offset == SECOND))
}

/// The argument of a call that points to how long it sleeps, if the call does nothing else.
fn length(builder: &Builder, module: usize, op: &Op) -> Option<usize> {
    let Op::Call(call) = op else { return None };
    let Callee::Value(Value::Constant(Constant::Symbol(symbol))) = call.callee else { return None };
    let Resolved::Definition(at) = builder.linked.resolve(SymbolRef { module, symbol }) else { return None };
    let name = &*builder.linked.symbol(at).name;
    let (_, length) = SLEEPS.into_iter().find(|(sleep, _)| *sleep == name)?;
    // Flags before it say that it is not until a point in time, and a null pointer behind it that it stores nothing.
    let is_zero =
        |value: &Value| matches!(value, Value::Constant(Constant::Null | Constant::Zero | Constant::Int(0)));
    let is_plain = |(index, value): (usize, &Value)| index == length || index + 1 < length || is_zero(value);
    let values = call.arguments.iter().map(|argument| &argument.operand.value);
    let is_ours = builder.module(at.module).path.starts_with(SUPPORT_PATH);
    (is_ours && call.arguments.len() == length + 2 && values.enumerate().all(is_plain)).then_some(length)
}

/// What is done with the addresses of members.
struct Uses<'u, 'p> {
    builder: &'u mut Builder<'p>,
    module: usize,
    members: &'u Lengths,
    /// The variables of which something else is known than how they are loaded, stored, and slept by.
    other: &'u mut FxHashSet<LocalId>,
    sleeps: &'u mut FxHashSet<LocalId>,
}

impl Uses<'_, '_> {
    fn instruction(&mut self, Instruction { result, op, .. }: &Instruction, is_used: bool) {
        match op {
            Op::Load { address, ty, atomic: None, .. } if self.is_word(*ty) && self.is_member(address) => {}
            Op::Store { address, value, atomic: None, .. }
                if self.is_word(value.ty) && self.is_member(address) =>
            {
                self.other(&value.value);
            }
            Op::GetElementPtr { .. } if result.is_some_and(|local| self.members.contains_key(&local)) => {}
            Op::Call(call) if is_marker(self.builder, self.module, call) => {}
            Op::Call(call) if initial(self.builder, self.module, call).is_some() => {
                if let Some((_, true)) = self.of(&call.arguments[0].operand.value) {
                    self.other(&call.arguments[0].operand.value);
                }
            }
            Op::Call(call) if !is_used && length(self.builder, self.module, op).is_some() => {
                let length = length(self.builder, self.module, op);
                let slept = length.map(|index| &call.arguments[index].operand.value);
                match slept.and_then(|value| self.of(value)) {
                    Some((variable, false)) => drop(self.sleeps.insert(variable)),
                    _ => values(op, &mut |value| self.other(value)),
                }
            }
            op => values(op, &mut |value| self.other(value)),
        }
    }

    fn of(&self, value: &Value) -> Option<(LocalId, bool)> {
        match value {
            Value::Local(local) => self.members.get(local).copied(),
            Value::Constant(_) => None,
        }
    }

    fn is_member(&self, address: &Value) -> bool {
        self.of(address).is_some()
    }

    fn other(&mut self, value: &Value) {
        self.other.extend(self.of(value).map(|(variable, _)| variable));
    }

    fn is_word(&mut self, ty: mazurka_ir::TypeId) -> bool {
        let shape = self.builder.shape(self.module, ty).ok();
        shape.and_then(|shape| shape.scalar()) == Some(Scalar::Int(64))
    }
}

/// What a call copies from a constant of the size of such a struct.
fn initial(builder: &Builder, module: usize, call: &Call) -> Option<[u64; 2]> {
    if !called(builder, module, call)?.starts_with("llvm.memcpy.") {
        return None;
    }
    let argument = |index: usize| match &call.arguments.get(index)?.operand.value {
        Value::Constant(constant) => Some(constant),
        Value::Local(_) => None,
    };
    let (Constant::Symbol(symbol), Constant::Int(SIZE)) = (argument(1)?, argument(2)?) else { return None };
    let Resolved::Definition(at) = builder.linked.resolve(SymbolRef { module, symbol: *symbol }) else {
        return None;
    };
    match &builder.linked.symbol(at).kind {
        SymbolKind::Variable(Variable { initializer: Some(initializer), constant: true, .. }) => {
            words(initializer)
        }
        _ => None,
    }
}

fn words(initializer: &Constant) -> Option<[u64; 2]> {
    let word = |constant: &Constant| match constant {
        Constant::Int(value) => u64::try_from(*value).ok(),
        Constant::Zero => Some(0),
        _ => None,
    };
    match initializer {
        Constant::Zero => Some([0, 0]),
        Constant::Aggregate(members) => match &members[..] {
            [(_, first), (_, second)] => Some([word(first)?, word(second)?]),
            _ => None,
        },
        _ => None,
    }
}

impl Lowering<'_, '_> {
    pub(super) fn promote_lengths(&mut self) -> Lowered<()> {
        let mut members: Vec<(LocalId, (LocalId, bool))> =
            self.lengths.iter().map(|(local, member)| (*local, *member)).collect();
        members.sort_unstable();
        let mut homes: FxHashMap<LocalId, u16> = FxHashMap::default();
        for (local, (variable, is_second)) in members {
            let first = match homes.get(&variable) {
                Some(first) => *first,
                None => self.group(2)?,
            };
            homes.insert(variable, first);
            self.promoted[local.0 as usize] = Some((first + u16::from(is_second), Scalar::Int(64)));
        }
        Ok(())
    }

    /// Whether a value is the address of such a struct.
    pub(super) fn is_length(&self, value: &Value) -> bool {
        matches!(value, Value::Local(local) if self.lengths.contains_key(local))
    }

    /// `true`: the call initialises such a struct, and has been lowered.
    pub(super) fn initializes_length(&mut self, call: &Call) -> Lowered<bool> {
        let Some(argument) = call.arguments.first().filter(|first| self.is_length(&first.operand.value))
        else {
            return Ok(false);
        };
        let (Some((first, _)), Some(words)) =
            (self.promoted(&argument.operand.value), initial(self.builder, self.module, call))
        else {
            return Ok(false);
        };
        for (register, word) in (first..).zip(words) {
            self.mov(register, Arg::Bits(word));
        }
        Ok(true)
    }
}
