//! One function: what each of its instructions does to the state.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{
    Argument, BlockId, Call, Callee, Cast, Instruction, LocalId, Op, Operand, Value,
};
use mazurka_ir::link::SymbolRef;
use mazurka_ir::module::SymbolKind;
use mazurka_ir::operands::values;
use mazurka_ir::{Type, TypeId};

use super::pointer::{POINTER, Pointer, Sites};
use super::sites::SitesOf;
use super::state::State;
use super::summary::Summary;
use crate::call_graph::{CallGraph, FunctionId, Node, Target};
use crate::dataflow::{Forward, solve};
use crate::gep;
use crate::library::Memory;

/// An analysis of one function.
pub(super) struct Flow<'a, 'p> {
    pub graph: &'a CallGraph<'p>,
    pub node: &'a Node<'p>,
    pub summaries: &'a [Option<Summary>],
    pub sites: &'a SitesOf,
    /// The parameters to follow.
    pub params: Sites,
    /// Sites of blocks on the stack, of callers too.
    pub on_stack: Sites,
}

/// What is found at an instruction, where the state before it is final.
pub(super) enum Found {
    /// It accesses only fresh memory of these sites.
    Fresh(BlockId, usize, Sites),
    /// A call of a function of the program: which of the parameters are fresh, and which of those are on the stack.
    Call {
        callee: FunctionId,
        fresh: Sites,
        stack: Sites,
    },
    Return(State, Pointer),
    /// The end of a block.
    End(State),
}

impl Flow<'_, '_> {
    /// Solves the function, then visits all of it once more.
    pub(super) fn run(&mut self, found: &mut dyn FnMut(Found)) {
        let states = solve(self.node.body, self);
        for (number, state) in states.into_iter().enumerate() {
            let Some(mut state) = state else { continue };
            let block = BlockId(number as u32);
            for (index, instruction) in self.node.body.blocks[number].instructions.iter().enumerate() {
                self.look(block, index, instruction, &state, found);
                self.instruction(instruction, &mut state);
            }
            found(Found::End(state));
        }
    }

    /// What there is to say about an instruction, given the state before it.
    fn look(
        &self,
        block: BlockId,
        index: usize,
        instruction: &Instruction,
        state: &State,
        found: &mut dyn FnMut(Found),
    ) {
        let fresh = match &instruction.op {
            Op::Load { address, atomic: None, .. } | Op::Store { address, atomic: None, .. } => {
                self.fresh_sites(&[address], state)
            }
            Op::Call(call) => match self.graph.target(self.node.at.module, call) {
                Target::Intrinsic(at) => self.fresh_intrinsic(at, call, state),
                Target::Function(callee) => return self.look_at_call(callee, call, state, found),
                _ => None,
            },
            Op::Invoke { call, .. } => match self.graph.target(self.node.at.module, call) {
                Target::Function(callee) => return self.look_at_call(callee, call, state, found),
                _ => None,
            },
            Op::Ret(value) => {
                let value = value.as_ref().map_or(Pointer::NOWHERE, |value| self.value(&value.value, state));
                let leads_to = state.reach(value.sites | self.params.without(self.sites.stack));
                found(Found::Return(state.clone(), value));
                let stack = self.sites.stack;
                let is_private = !self.sites.misses_stack && !stack.meets(state.escaped() | leads_to);
                (is_private && !stack.is_empty()).then_some(stack)
            }
            _ => None,
        };
        if let Some(sites) = fresh {
            found(Found::Fresh(block, index, sites));
        }
    }

    /// The sites of these addresses, if all of them are fresh; constants of the program do not count.
    fn fresh_sites(&self, addresses: &[&Value], state: &State) -> Option<Sites> {
        let mut sites = Sites::NONE;
        for address in addresses {
            let pointer = self.value(address, state);
            match state.is_fresh(pointer) {
                true => sites |= pointer.sites,
                false if self.is_constant(address) => {}
                false => return None,
            }
        }
        (!sites.is_empty()).then_some(sites)
    }

    fn fresh_intrinsic(&self, at: SymbolRef, call: &Call, state: &State) -> Option<Sites> {
        let argument = |index: usize| call.arguments.get(index).map(|argument| &argument.operand.value);
        match intrinsic(self.graph, at) {
            Intrinsic::Copy => self.fresh_sites(&[argument(0)?, argument(1)?], state),
            Intrinsic::Set => self.fresh_sites(&[argument(0)?], state),
            _ => None,
        }
    }

    fn look_at_call(&self, callee: FunctionId, call: &Call, state: &State, found: &mut dyn FnMut(Found)) {
        let arguments = self.arguments(call, state);
        let reach: Vec<Sites> = arguments.iter().map(|argument| state.reach(argument.sites)).collect();
        let splits = self.summaries[callee].as_ref().map(|summary| summary.splits);
        let (mut fresh, mut stack) = (Sites::NONE, Sites::NONE);
        for (index, argument) in arguments.iter().enumerate().take(Sites::MOST) {
            let is_apart =
                reach.iter().enumerate().all(|(other, sites)| other == index || !sites.meets(reach[index]));
            let inside = reach[index].iter().fold(Sites::NONE, |all, site| all | state.contents(site).sites);
            let stays_whole =
                splits.is_some_and(|splits| !splits.contains(index)) || !inside.meets(argument.sites);
            if state.is_fresh(*argument) && is_apart && stays_whole {
                fresh |= Sites::one(index);
                if argument.sites.meets(self.on_stack) {
                    stack |= Sites::one(index);
                }
            }
        }
        found(Found::Call { callee, fresh, stack });
    }

    /// Whether this is the address of a variable that is never written.
    fn is_constant(&self, value: &Value) -> bool {
        let Value::Constant(constant) = value else { return false };
        let Some((symbol, _)) = gep::place(self.node.module, constant) else { return false };
        matches!(&self.node.module.symbol(symbol).kind, SymbolKind::Variable(variable) if variable.constant)
    }

    fn value(&self, value: &Value, state: &State) -> Pointer {
        match value {
            Value::Local(local) => state.value(*local),
            Value::Constant(Constant::Null | Constant::Undef | Constant::Poison | Constant::Zero) => {
                Pointer::NOWHERE
            }
            Value::Constant(_) => Pointer::ELSEWHERE,
        }
    }

    fn arguments(&self, call: &Call, state: &State) -> Vec<Pointer> {
        let pointer = |argument: &Argument| self.value(&argument.operand.value, state);
        call.arguments.iter().map(pointer).collect()
    }

    fn size(&self, ty: TypeId) -> u64 {
        self.node.module.layout.of(&self.node.module.types, ty).map_or(0, |layout| layout.size)
    }

    fn is_number(&self, ty: TypeId) -> bool {
        self.node.module.types.with(ty, |ty| matches!(ty, Type::Int(_) | Type::Float | Type::Double))
    }

    fn instruction(&self, instruction: &Instruction, state: &mut State) {
        let result = match &instruction.op {
            // Done on the edge.
            Op::Phi { .. } => return,
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
                self.call(instruction.result, call, state)
            }
            op => self.operation(instruction.result, op, state),
        };
        if let Some(local) = instruction.result {
            state.set_value(local, result);
        }
    }

    /// Returns what the result points to.
    fn operation(&self, result: Option<LocalId>, op: &Op, state: &mut State) -> Pointer {
        match op {
            Op::Alloca { .. } => self.sites.of(result).map_or(Pointer::ELSEWHERE, Pointer::to),
            Op::Load { ty, address, .. } => {
                let address = self.value(address, state);
                state.load(address, self.size(*ty), self.is_number(*ty))
            }
            Op::Store { value: Operand { ty, value }, address, .. } => {
                let (address, value) = (self.value(address, state), self.value(value, state));
                state.store(address, self.size(*ty), value, self.sites.single);
                Pointer::ELSEWHERE
            }
            Op::GetElementPtr { element, base, indices } if base.ty == TypeId::PTR => {
                indices.iter().for_each(|index| state.escape(self.value(&index.value, state).sites));
                self.value(&base.value, state).plus(gep::offset(self.node.module, *element, indices))
            }
            Op::Select { then, otherwise, .. } => self.value(then, state).join(self.value(otherwise, state)),
            Op::Freeze(operand) => self.value(&operand.value, state),
            Op::Cast { op: Cast::Bitcast | Cast::AddrSpaceCast, from, .. } => self.value(&from.value, state),
            Op::ExtractValue { aggregate, .. } => self.value(&aggregate.value, state).plus(None),
            Op::InsertValue { aggregate, element, .. } => {
                self.value(&aggregate.value, state).join(self.value(&element.value, state)).plus(None)
            }
            // Comparing addresses reveals nothing of what is there.
            Op::ICmp { .. }
            | Op::CondBr { .. }
            | Op::Br(_)
            | Op::Ret(_)
            | Op::Unreachable
            | Op::Fence { .. } => Pointer::ELSEWHERE,
            _ => {
                values(op, &mut |value| state.escape(self.value(value, state).sites));
                Pointer::ELSEWHERE
            }
        }
    }

    fn call(&self, result: Option<LocalId>, call: &Call, state: &mut State) -> Pointer {
        let arguments = self.arguments(call, state);
        let site = self.sites.of(result);
        if let Callee::Value(callee) = &call.callee {
            state.escape(self.value(callee, state).sites);
        }
        match self.graph.target(self.node.at.module, call) {
            Target::Function(callee) => {
                if let Some(summary) = &self.summaries[callee] {
                    return summary.apply(state, &arguments, site);
                }
            }
            Target::Library(effect) => return self.library(effect.memory, call, &arguments, site, state),
            Target::Intrinsic(at) => match intrinsic(self.graph, at) {
                Intrinsic::Copy => {
                    let [to, from, ..] = arguments[..] else { return Pointer::ELSEWHERE };
                    state.store_any(to, state.load_any(from));
                    return Pointer::ELSEWHERE;
                }
                Intrinsic::Set => {
                    let Some(to) = arguments.first() else { return Pointer::ELSEWHERE };
                    let is_zero = call.arguments.get(1).is_some_and(|byte| is_zero(&byte.operand.value));
                    state.store_any(*to, if is_zero { Pointer::NOWHERE } else { Pointer::ELSEWHERE });
                    return Pointer::ELSEWHERE;
                }
                Intrinsic::VaStart => {
                    let Some(list) = arguments.first() else { return Pointer::ELSEWHERE };
                    let varargs = self.sites.varargs.map_or(Pointer::ELSEWHERE, Pointer::to).plus(None);
                    state.store_any(varargs, Pointer::ELSEWHERE);
                    // `overflow_arg_area` and `reg_save_area` of a `va_list` (System V ABI for x86-64, 3.5.7).
                    for offset in [8, 16] {
                        state.store(list.plus(Some(offset)), POINTER, varargs, self.sites.single);
                    }
                    return Pointer::ELSEWHERE;
                }
                Intrinsic::Nothing => return Pointer::ELSEWHERE,
                Intrinsic::Other => {}
            },
            Target::Unknown => {}
        }
        arguments.iter().for_each(|argument| state.escape(argument.sites));
        Pointer::ELSEWHERE
    }

    fn library(
        &self,
        memory: Memory,
        call: &Call,
        arguments: &[Pointer],
        site: Option<usize>,
        state: &mut State,
    ) -> Pointer {
        let first = arguments.first().copied().unwrap_or(Pointer::ELSEWHERE);
        match (memory, site) {
            (Memory::Allocates, Some(site)) => {
                state.allocate(site);
                Pointer::to(site)
            }
            (Memory::Resizes, Some(site)) => {
                let inside = state.load_any(first);
                state.free(first.sites);
                let inside = if state.allocate(site) { inside.forget(Sites::one(site)) } else { inside };
                state.store_any(Pointer::to(site), inside);
                Pointer::to(site)
            }
            (Memory::Frees, _) => {
                state.free(first.sites);
                Pointer::ELSEWHERE
            }
            (Memory::KeepsNothing, _) => {
                for argument in arguments {
                    let reach = state.reach(argument.sites);
                    state.store_any(Pointer::into_any(reach, false), Pointer::ELSEWHERE);
                }
                Pointer::ELSEWHERE
            }
            (Memory::Copies, _) => self.copies(call, arguments, state),
            (Memory::Any | Memory::Allocates | Memory::Resizes, _) => {
                arguments.iter().for_each(|argument| state.escape(argument.sites));
                Pointer::ELSEWHERE
            }
        }
    }

    /// A function that copies bytes between its arguments.
    fn copies(&self, call: &Call, arguments: &[Pointer], state: &mut State) -> Pointer {
        let (mut inside, mut result) = (Pointer::ELSEWHERE, Pointer::NOWHERE);
        let is_pointer = |argument: &Argument| self.size(argument.operand.ty) >= POINTER;
        for (argument, pointer) in call.arguments.iter().zip(arguments) {
            inside = inside.join(state.load_any(*pointer));
            if is_pointer(argument) {
                result = result.join(pointer.plus(None));
            }
        }
        for (argument, pointer) in call.arguments.iter().zip(arguments) {
            if !self.is_constant(&argument.operand.value) {
                let is_number = argument.operand.ty != TypeId::PTR;
                state.store_any(Pointer { elsewhere: pointer.elsewhere && !is_number, ..*pointer }, inside);
            }
        }
        result
    }
}

impl Forward for Flow<'_, '_> {
    type State = State;

    fn start(&mut self) -> State {
        let mut state = State::new(self.sites.count, self.params);
        for param in self.params.iter() {
            state.set_value(LocalId(param as u32), Pointer::to(param).plus(None));
        }
        state
    }

    fn block(&mut self, block: BlockId, state: &mut State) {
        for instruction in &self.node.body.blocks[block.0 as usize].instructions {
            self.instruction(instruction, state);
        }
        state.keep_values(|local| self.sites.is_crossing(local));
    }

    /// The phis of the block, all at once.
    fn edge(&mut self, from: BlockId, to: BlockId, state: &State) -> State {
        let mut arriving = state.clone();
        for instruction in &self.node.body.blocks[to.0 as usize].instructions {
            let (Op::Phi { incoming, .. }, Some(local)) = (&instruction.op, instruction.result) else {
                break;
            };
            let mut values = incoming.iter().filter(|(_, block)| *block == from);
            let value = values.next().map_or(Pointer::ELSEWHERE, |(value, _)| self.value(value, state));
            arriving.set_value(local, value);
        }
        arriving
    }

    fn join(&mut self, into: &mut State, from: &State) -> bool {
        into.join(from)
    }
}

/// What an intrinsic of LLVM does with memory.
enum Intrinsic {
    Copy,
    Set,
    VaStart,
    /// Says something about its arguments.
    Nothing,
    Other,
}

fn intrinsic(graph: &CallGraph, at: SymbolRef) -> Intrinsic {
    let name = graph.program.symbol(at).name.strip_prefix("llvm.").unwrap_or_default();
    let is =
        |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if is("memcpy") || is("memmove") || is("va_copy") {
        Intrinsic::Copy
    } else if is("memset") {
        Intrinsic::Set
    } else if is("va_start") {
        Intrinsic::VaStart
    } else if ["lifetime", "dbg", "assume", "va_end", "prefetch", "invariant", "experimental.noalias"]
        .iter()
        .any(|prefix| is(prefix))
    {
        Intrinsic::Nothing
    } else {
        Intrinsic::Other
    }
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Constant(Constant::Int(0) | Constant::Zero))
}
