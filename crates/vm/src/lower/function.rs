//! One function: where its values live, and the walk over its instructions.

use std::rc::Rc;

use mazurka_analysis::unread::InFunction;
use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BlockId, Body, Instruction, LocalId, Op, Operand, Value};
use mazurka_ir::link::SymbolRef;
use mazurka_ir::module::{Function, SymbolKind};
use mazurka_ir::{Module, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::Pointers;
use super::debug::Lines;
use super::draft::{Draft, Step};
use super::lengths::Lengths;
use super::program::{Builder, Word};
use super::promote::promotable;
use super::shape::{Scalar, Shape};
use super::unwinding::Unwound;
use super::{calls, control, finish, lengths};
use crate::code::{Insn, Pc, Reg};
use crate::program::{Code, FrameSlot, SourceVariable};

/// Why something cannot be lowered.
pub(crate) type Lowered<T> = Result<T, String>;

pub(crate) struct Lowering<'b, 'p> {
    pub builder: &'b mut Builder<'p>,
    /// Index of the module, and the module itself.
    pub module: usize,
    pub m: &'p Module,
    pub body: &'p Body,
    pub draft: Draft,
    /// The whole function is an atomic block.
    pub atomic: bool,
    /// The block of the draft that instructions go to.
    pub block: u32,
    /// The block of the LLVM function that they belong to.
    pub text_block: u32,
    pub lines: Lines,
    pub frame: Frame,
    /// How many of the locals are parameters.
    pub(super) params: usize,
    /// Structs in registers that say how long to sleep.
    pub(super) lengths: Lengths,
    /// The first register of every local that has some.
    homes: Vec<Option<Reg>>,
    /// Locals that are the address of a variable that lives in registers: the first of them.
    pub(super) promoted: Vec<Option<(Reg, Scalar)>>,
    /// Locals that are another address plus a constant.
    pub offsets: FxHashMap<LocalId, (Reg, i64)>,
    /// Fixed allocas that have memory, by local: their offset in the frame.
    pub slots: FxHashMap<LocalId, u32>,
    /// Copies of phis in blocks that `indirectbr` leads to.
    shadows: FxHashMap<LocalId, Reg>,
    /// Pointers of the source.
    pub pointers: Pointers,
    /// The instructions that access only memory which no other thread can reach.
    fresh: Option<&'p FxHashSet<(BlockId, usize)>>,
    /// The current instruction is one of them.
    is_fresh: bool,
    /// What nothing reads.
    pub(super) unread: Option<&'p InFunction>,
    /// The current instruction writes nothing else.
    pub(super) is_unread: bool,
    /// Where it is in the text.
    pub(super) here: (BlockId, usize),
    /// Calls that allocate blocks of which nothing reads some bytes: their sites, and the numbers of these bytes in the program.
    pub(super) unread_blocks: Vec<(u32, u32)>,
    /// Its number in the text of the function, plus one; 0: none.
    origin: u32,
    /// Where each local is computed.
    definitions: Vec<Option<&'p Op>>,
    /// The call that is being lowered has a landing pad; and where it has left its result.
    pub(super) lands: bool,
    pub(super) unwound: Option<Unwound>,
    /// Where edges to landing pads leave the exception.
    pub(super) exception: Option<Reg>,
}

/// The memory of fixed allocas.
#[derive(Default)]
pub(crate) struct Frame {
    pub size: u32,
    pub align: u32,
    pub slots: Vec<FrameSlot>,
}

/// The registers of a value, or its bits if it is constant.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Source {
    Registers(Reg),
    Words(Vec<u64>),
}

/// One register of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arg {
    Reg(Reg),
    Bits(u64),
}

/// Where blocks begin, by name; empty unless labels of the function can be jumped to.
pub(crate) type BlockStarts = Vec<(Rc<str>, Pc)>;

pub(crate) fn lower<'p>(
    builder: &mut Builder<'p>,
    at: SymbolRef,
    body: &'p Body,
) -> Lowered<(Code, BlockStarts)> {
    let m = builder.module(at.module);
    let SymbolKind::Function(function) = &m.symbol(at.symbol).kind else {
        return Err("it is not a function".into());
    };
    let promotable = promotable(builder, at.module, body);
    let lengths = lengths::find(builder, at.module, body);
    let (fresh, unread) = (builder.facts.fresh.of(at), builder.facts.unread.in_function(at));
    let mut lowering = Lowering {
        builder,
        module: at.module,
        m,
        body,
        draft: Draft::new(body.blocks.len()),
        atomic: calls::is_atomic(&m.symbol(at.symbol).name),
        block: 0,
        text_block: 0,
        lines: Lines::default(),
        frame: Frame::default(),
        params: function.params.len(),
        lengths,
        homes: vec![None; body.local_types.len()],
        promoted: vec![None; body.local_types.len()],
        offsets: FxHashMap::default(),
        slots: FxHashMap::default(),
        shadows: FxHashMap::default(),
        pointers: Pointers::default(),
        fresh,
        is_fresh: false,
        unread,
        is_unread: false,
        here: (BlockId(0), 0),
        unread_blocks: Vec::new(),
        origin: 0,
        definitions: definitions(body),
        lands: false,
        unwound: None,
        exception: None,
    };
    lowering.draft.shortens_pauses = lowering.builder.options.shorten_pauses;
    lowering.find_pointers();
    lowering.parameters(function)?;
    lowering.promote(&promotable)?;
    lowering.promote_lengths()?;
    lowering.blocks()?;
    let variables = lowering.variables();
    lowering.finish(function, variables)
}

fn definitions(body: &Body) -> Vec<Option<&Op>> {
    let mut definitions = vec![None; body.local_types.len()];
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        if let Some(definition) = instruction.result.and_then(|id| definitions.get_mut(id.0 as usize)) {
            *definition = Some(&instruction.op);
        }
    }
    definitions
}

impl<'p> Lowering<'_, 'p> {
    fn parameters(&mut self, function: &Function) -> Lowered<()> {
        for (index, param) in function.params.iter().enumerate() {
            let registers = self.shape(param.ty)?.registers;
            let first = self.group(registers)?;
            if let Some(home) = self.homes.get_mut(index) {
                *home = Some(first);
            }
            if self.m.types.int_bits(param.ty).is_some_and(|bits| bits <= 32) {
                self.draft.narrow_params.push(first);
            }
        }
        self.draft.params = self.draft.registers.len() as u16;
        Ok(())
    }

    fn promote(&mut self, promotable: &[Option<Scalar>]) -> Lowered<()> {
        for (local, scalar) in promotable.iter().enumerate() {
            if let Some(scalar) = *scalar {
                let first = self.group(scalar.registers())?;
                self.promoted[local] = Some((first, scalar));
            }
        }
        Ok(())
    }

    fn blocks(&mut self) -> Lowered<()> {
        self.draft.indirect_targets = control::indirect_targets(self.body);
        if self.atomic {
            self.call_library("__mazurka_atomic_begin");
        }
        let first = control::first_instructions(self.body);
        for block in control::reachable(self.body, self.builder.may_unwind) {
            self.draft.order.push(block);
            (self.block, self.text_block) = (block, block);
            self.origin = 0;
            self.shadow_phis(block)?;
            for (index, instruction) in self.body.blocks[block as usize].instructions.iter().enumerate() {
                self.origin = first[block as usize] + index as u32 + 1;
                self.here = (BlockId(block), index);
                self.is_fresh = self.fresh.is_some_and(|fresh| fresh.contains(&self.here));
                self.is_unread = self.unread.is_some_and(|unread| unread.writes.contains(&self.here));
                let access = self.access(&instruction.op);
                self.lines.enter(self.builder, self.module, instruction.debug, access);
                self.instruction(instruction)?;
            }
            let ends = self.draft.blocks[self.block as usize].last();
            if !ends.is_some_and(|step| step.insn.is_terminator()) {
                return Err(format!("block `{}` has no terminator", self.body.blocks[block as usize].name));
            }
        }
        Ok(())
    }

    /// What cannot be lowered becomes an error at the point of execution; only running out of registers is fatal.
    fn instruction(&mut self, instruction: &'p Instruction) -> Lowered<()> {
        if let Err(reason) = self.operation(instruction) {
            if reason == TOO_MANY_REGISTERS {
                return Err(reason);
            }
            let place = format!("{}:{}", self.m.path, instruction.line);
            let source = self.lines.describe().map_or(String::new(), |source| format!(" (from {source})"));
            self.draft.unsupported.push(format!("{place}{source}: {reason}"));
            self.emit(Insn::Unsupported { reason: self.draft.unsupported.len() as u32 - 1 });
        }
        Ok(())
    }

    fn operation(&mut self, instruction: &'p Instruction) -> Lowered<()> {
        let result = instruction.result;
        match &instruction.op {
            Op::Ret(value) => self.ret(value.as_ref()),
            Op::Br(to) => self.br(*to),
            Op::CondBr { condition, then, otherwise } => self.cond_br(condition, *then, *otherwise),
            Op::Switch { value, default, cases } => self.switch(value, *default, cases),
            Op::IndirectBr { address, targets } => self.indirect_br(address, targets),
            Op::Invoke { call, normal, unwind } => self.invoke(result, call, *normal, *unwind),
            Op::CallBr { call, fallthrough, labels } => self.asm_goto(result, call, *fallthrough, labels),
            Op::Unreachable => {
                self.emit(Insn::Unreachable);
                Ok(())
            }
            Op::Resume(operand) => self.resume(operand),
            Op::LandingPad { clauses, .. } => self.landing_pad(self.needed(result)?, clauses),
            Op::Phi { .. } => Ok(()),
            Op::Call(call) => self.call(result, call),
            Op::VaArg { list, ty } => self.va_arg(self.needed(result)?, list, *ty),
            _ => self.plain_operation(self.needed(result), &instruction.op),
        }
    }

    /// Instructions without a say in control flow.
    fn plain_operation(&mut self, result: Lowered<LocalId>, op: &'p Op) -> Lowered<()> {
        match op {
            Op::FNeg(operand) => self.fneg(result?, operand),
            Op::Binary { op, ty, lhs, rhs } => self.binary(result?, *op, *ty, lhs, rhs),
            Op::ICmp { predicate, ty, lhs, rhs } => self.icmp(result?, *predicate, *ty, lhs, rhs),
            Op::FCmp { predicate, ty, lhs, rhs } => self.fcmp(result?, *predicate, *ty, lhs, rhs),
            Op::Cast { op, from, to } => self.cast(result?, *op, from, *to),
            Op::Select { condition, ty, then, otherwise } => {
                self.select(result?, condition, *ty, then, otherwise)
            }
            Op::Freeze(operand) => self.copy(result?, operand),
            Op::Alloca { ty, count, align } => self.alloca(result?, *ty, count, *align),
            Op::Load { ty, address, atomic, .. } => self.load(result?, *ty, address, *atomic),
            Op::Store { value, address, atomic, .. } => self.store(value, address, *atomic),
            Op::GetElementPtr { element, base, indices } => {
                self.get_element_ptr(result?, *element, base, indices)
            }
            Op::AtomicRmw { op, address, value, ordering, .. } => {
                self.atomic_rmw(result?, *op, address, value, *ordering)
            }
            Op::CmpXchg { address, expected, new, success, failure, .. } => {
                self.cmpxchg(result?, address, expected, new, (*success, *failure))
            }
            Op::Fence { ordering, single_thread } => self.fence(*ordering, *single_thread),
            Op::ExtractValue { aggregate, indices } => self.extract_value(result?, aggregate, indices),
            Op::InsertValue { aggregate, element, indices } => {
                self.insert_value(result?, aggregate, element, indices)
            }
            Op::ExtractElement { vector, index } => self.extract_element(result?, vector, index),
            Op::InsertElement { vector, element, index } => {
                self.insert_element(result?, vector, element, index)
            }
            Op::ShuffleVector { left, right, mask } => self.shuffle_vector(result?, left, right, mask),
            _ => Err("this instruction is not supported here".into()),
        }
    }

    fn needed(&self, result: Option<LocalId>) -> Lowered<LocalId> {
        result.ok_or_else(|| "an instruction without a result".into())
    }

    pub(crate) fn emit(&mut self, insn: Insn) {
        let line = self.lines.current();
        let (fresh, origin, rule) = (self.is_fresh, self.origin, self.word_rule(&insn));
        self.draft.blocks[self.block as usize].push(Step { insn, line, fresh, origin, rule });
    }

    pub(crate) fn shape(&mut self, ty: TypeId) -> Lowered<Rc<Shape>> {
        self.builder.shape(self.module, ty)
    }

    /// The only part of a type that is expected to be scalar.
    pub(crate) fn scalar(&mut self, ty: TypeId) -> Lowered<Scalar> {
        self.shape(ty)?.scalar().ok_or_else(|| "a scalar was expected".into())
    }

    pub(crate) fn group(&mut self, count: u16) -> Lowered<Reg> {
        self.draft.group(count).ok_or_else(|| TOO_MANY_REGISTERS.into())
    }

    pub(crate) fn temp(&mut self) -> Lowered<Reg> {
        self.group(1)
    }

    pub(crate) fn constant(&mut self, value: u64) -> Lowered<Reg> {
        self.draft.constants(&[value]).ok_or_else(|| TOO_MANY_REGISTERS.into())
    }

    /// The first register of a local.
    pub(crate) fn home(&mut self, local: LocalId) -> Lowered<Reg> {
        let index = local.0 as usize;
        let ty = *self.body.local_types.get(index).ok_or("a local that does not exist")?;
        if let Some(home) = self.homes[index] {
            return Ok(home);
        }
        let registers = self.shape(ty)?.registers;
        let home = self.group(registers)?;
        self.homes[index] = Some(home);
        Ok(home)
    }

    /// The register of a result that takes `registers` of them.
    pub(crate) fn result(&mut self, local: LocalId, registers: u16) -> Lowered<Reg> {
        let home = self.home(local)?;
        let ty = self.body.local_types[local.0 as usize];
        if self.shape(ty)?.registers != registers {
            return Err("the result is not of the instruction's type".into());
        }
        Ok(home)
    }

    /// Where the edges into a block leave what its phi is to be.
    pub(crate) fn shadow(&mut self, phi: LocalId, registers: u16) -> Lowered<Reg> {
        if let Some(&shadow) = self.shadows.get(&phi) {
            return Ok(shadow);
        }
        let shadow = self.group(registers)?;
        self.shadows.insert(phi, shadow);
        Ok(shadow)
    }

    /// The variable in registers whose address this is.
    pub(crate) fn promoted(&self, address: &Value) -> Option<(Reg, Scalar)> {
        match address {
            Value::Local(local) => self.promoted.get(local.0 as usize).copied().flatten(),
            Value::Constant(_) => None,
        }
    }

    /// The instruction that computes a value.
    pub(crate) fn definition(&self, value: &Value) -> Option<&'p Op> {
        match value {
            Value::Local(local) => self.definitions.get(local.0 as usize).copied().flatten(),
            Value::Constant(_) => None,
        }
    }

    pub(crate) fn source(&mut self, value: &Value, ty: TypeId) -> Lowered<Source> {
        match value {
            Value::Local(local) => {
                let actual = self.body.local_types.get(local.0 as usize);
                if actual != Some(&ty) {
                    return Err("an operand is not of the type that its instruction says".into());
                }
                Ok(Source::Registers(self.home(*local)?))
            }
            Value::Constant(constant) => self.constant_source(constant, ty),
        }
    }

    fn constant_source(&mut self, constant: &Constant, ty: TypeId) -> Lowered<Source> {
        let words = self.builder.words(self.module, ty, constant)?;
        let bits = words.iter().map(|word| match word {
            Word::Bits(bits) => Some(*bits),
            Word::ThreadLocal(_) => None,
        });
        if let Some(bits) = bits.collect() {
            return Ok(Source::Words(bits));
        }
        let first = self.group(words.len() as u16)?;
        for (d, word) in (first..).zip(words) {
            match word {
                Word::Bits(value) => self.emit(Insn::Const { d, value }),
                Word::ThreadLocal(offset) => {
                    let offset = u32::try_from(offset).map_err(|_| "an offset out of range")?;
                    self.emit(Insn::ThreadLocal { d, offset });
                }
            }
        }
        Ok(Source::Registers(first))
    }

    pub(crate) fn operand(&mut self, operand: &Operand) -> Lowered<Source> {
        self.source(&operand.value, operand.ty)
    }

    /// A value of one register.
    pub(crate) fn arg(&mut self, value: &Value, ty: TypeId) -> Lowered<Arg> {
        if self.shape(ty)?.registers != 1 {
            return Err("a value of one register was expected".into());
        }
        Ok(self.source(value, ty)?.arg(0))
    }

    pub(crate) fn reg(&mut self, arg: Arg) -> Lowered<Reg> {
        match arg {
            Arg::Reg(register) => Ok(register),
            Arg::Bits(value) => self.constant(value),
        }
    }

    /// `count` neighbouring registers that hold the value from its register `at` on.
    pub(crate) fn registers(&mut self, source: &Source, at: u16, count: u16) -> Lowered<Reg> {
        match source {
            Source::Registers(first) => Ok(first + at),
            Source::Words(words) => {
                let words = &words[at.into()..(at + count).into()];
                self.draft.constants(words).ok_or_else(|| TOO_MANY_REGISTERS.into())
            }
        }
    }

    pub(crate) fn pointer(&mut self, value: &Value) -> Lowered<Reg> {
        let arg = self.arg(value, self.m.types.ptr())?;
        self.reg(arg)
    }

    /// Copies one register of a value.
    pub(crate) fn mov(&mut self, d: Reg, arg: Arg) {
        match arg {
            Arg::Reg(s) => self.emit(Insn::Mov { d, s }),
            Arg::Bits(value) => self.emit(Insn::Const { d, value }),
        }
    }

    /// LangRef `freeze`, and everything else that only renames its operand.
    pub(crate) fn copy(&mut self, result: LocalId, operand: &Operand) -> Lowered<()> {
        let registers = self.shape(operand.ty)?.registers;
        let d = self.result(result, registers)?;
        let source = self.operand(operand)?;
        for i in 0..registers {
            self.mov(d + i, source.arg(i));
        }
        Ok(())
    }

    fn finish(self, function: &Function, variables: Vec<SourceVariable>) -> Lowered<(Code, BlockStarts)> {
        let unread_locals = self.unread_locals();
        let starts = !self.draft.indirect_targets.is_empty();
        let (mut code, block_pcs) = finish::finish(self.draft, &variables)?;
        code.varargs = function.varargs;
        code.frame_size = self.frame.size;
        code.frame_align = self.frame.align.max(1);
        code.allocas = self.frame.slots;
        code.locations = self.lines.positions;
        code.unread_locals = unread_locals;
        code.unread_blocks = self.unread_blocks;
        let named = |(index, pc): (usize, Option<Pc>)| Some((self.body.blocks[index].name.clone(), pc?));
        let names = block_pcs.into_iter().take(self.body.blocks.len()).enumerate().filter_map(named);
        let block_starts = if starts { names.collect() } else { Vec::new() };
        super::verify(&code).map_err(|reason| format!("internal error: {reason}"))?;
        Ok((code, block_starts))
    }

    pub(crate) fn block_name(&self, block: BlockId) -> &str {
        self.body.blocks.get(block.0 as usize).map_or("?", |block| &block.name)
    }
}

pub(crate) const TOO_MANY_REGISTERS: &str = "the function is too large: it needs more than 65535 registers";

impl Source {
    pub(crate) fn arg(&self, register: u16) -> Arg {
        match self {
            Source::Registers(first) => Arg::Reg(first + register),
            Source::Words(words) => Arg::Bits(words.get(usize::from(register)).copied().unwrap_or(0)),
        }
    }
}
