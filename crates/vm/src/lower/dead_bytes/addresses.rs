//! Where addresses of variables go in a function, and what is accessed by them: forwards, over blocks of instructions.

use super::values::{Address, Base, Bases, Registers, Value};
use crate::code::{CallSite, Insn, Pc, Reg, Role, VarArg};
use crate::library::{Draws, Facts, Native};
use crate::lower::polling::graph::Graph;
use crate::program::{Code, Function, FunctionId, FunctionKind};
use mazurka_analysis::Memory;

/// Functions with more registers at the beginnings of their blocks are not looked at.
const MOST_VALUES: usize = 1 << 18;

/// Nothing is claimed of what is farther behind the place that a parameter points to.
const MOST_BYTES: i64 = 1 << 12;

/// What a function does with addresses of its variables, and with its parameters.
#[derive(Debug, Default)]
pub(in crate::lower) struct Uses {
    /// What each instruction may be followed by.
    pub next: Vec<Vec<Pc>>,
    pub accesses: Vec<Access>,
    pub calls: Vec<Call>,
    /// What may be known elsewhere.
    pub escaped: Bases,
}

/// A plain access.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Access {
    pub pc: Pc,
    pub base: Base,
    /// From, to; `None`: it may be anywhere.
    pub bytes: Option<(u32, u32)>,
    /// It writes all of these bytes; else it may read each.
    pub writes: bool,
    /// It is there for certain.
    pub is_certain: bool,
}

/// A call of a function with code, with what it is given.
#[derive(Debug)]
pub(in crate::lower) struct Call {
    pub pc: Pc,
    pub function: FunctionId,
    pub passed: Vec<Passed>,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Passed {
    /// The register that the callee finds it in.
    pub parameter: usize,
    pub base: Base,
    pub offset: i64,
}

impl Uses {
    /// `None`: control may come back to a place where it was, or it is too large.
    pub(in crate::lower) fn of(code: &Code, labels: &[Pc], functions: &[Function]) -> Option<Uses> {
        let (insns, sites, switches) = (code.insns.clone(), code.sites.clone(), code.switches.clone());
        let mut copy = Code { insns, sites, switches, ..Code::default() };
        if copy.insns.iter().any(|insn| matches!(insn, Insn::SetJump { .. })) {
            return None;
        }
        let graph = Graph::of(&mut copy, labels);
        let next: Vec<Vec<Pc>> = (0..copy.insns.len() as Pc).map(|pc| graph.next(pc).to_vec()).collect();
        let mut walk = Walk { code, copy, functions, uses: Uses { next, ..Uses::default() } };
        walk.solve()?;
        Some(walk.uses)
    }

    pub(in crate::lower) fn callees(&self) -> impl Iterator<Item = FunctionId> {
        self.calls.iter().map(|call| call.function)
    }
}

struct Walk<'p> {
    code: &'p Code,
    /// A part of it, which can be asked for its operands.
    copy: Code,
    functions: &'p [Function],
    uses: Uses,
}

impl Walk<'_> {
    fn solve(&mut self) -> Option<()> {
        let is_start = self.block_starts();
        let blocks = is_start.iter().filter(|is_start| **is_start).count();
        if blocks * usize::from(self.code.registers) > MOST_VALUES {
            return None;
        }
        let mut starts: Vec<Option<Registers>> = vec![None; is_start.len()];
        *starts.first_mut()? = Some(self.at_entry());
        let mut work = vec![0];
        while let Some(start) = work.pop() {
            let (last, registers) = self.block(start, &is_start, starts[start as usize].clone()?);
            for &to in &self.uses.next[last as usize] {
                let known = &mut starts[to as usize];
                let has_changed = match known {
                    Some(known) => known.join(&registers),
                    None => known.replace(registers.clone()).is_none(),
                };
                if has_changed && !work.contains(&to) {
                    work.push(to);
                }
            }
        }
        // What was found on the way was not yet what holds on all paths; it is a part of it.
        let next = std::mem::take(&mut self.uses.next);
        self.uses = Uses { next, ..Uses::default() };
        for (start, registers) in (0..).zip(starts) {
            if let Some(registers) = registers {
                self.block(start, &is_start, registers);
            }
        }
        Some(())
    }

    /// The first instruction, those that others than the one before lead to, and those behind branches.
    fn block_starts(&self) -> Vec<bool> {
        let mut is_start = vec![false; self.uses.next.len()];
        for (pc, next) in self.uses.next.iter().enumerate() {
            let is_straight = |to: Pc| next.len() == 1 && to as usize == pc + 1;
            next.iter().filter(|to| !is_straight(**to)).for_each(|&to| is_start[to as usize] = true);
        }
        if let Some(first) = is_start.first_mut() {
            *first = true;
        }
        is_start
    }

    /// Parameters are addresses, if they are used like that.
    fn at_entry(&self) -> Registers {
        let mut registers = Registers::new(self.code.registers);
        for register in 0..self.code.params {
            if let Some(base) = Base::parameter(usize::from(register)) {
                registers.set(register, Value::Address(Address::of(base, 0)));
            }
        }
        for &(register, number) in &self.code.constants {
            registers.set(register, Value::Number(number));
        }
        registers
    }

    /// Up to its end: the last instruction, and what holds behind it.
    fn block(&mut self, start: Pc, is_start: &[bool], mut registers: Registers) -> (Pc, Registers) {
        let mut pc = start;
        loop {
            self.instruction(pc, &mut registers);
            match self.uses.next[pc as usize][..] {
                [next] if next == pc + 1 && !is_start[next as usize] => pc = next,
                _ => return (pc, registers),
            }
        }
    }

    fn instruction(&mut self, pc: Pc, registers: &mut Registers) {
        match self.copy.insns[pc as usize] {
            Insn::Mov { d, s } => registers.set(d, registers.get(s)),
            Insn::MovN { d, s, n } => {
                let values: Vec<Value> = (s..s + n).map(|register| registers.get(register)).collect();
                (d..).zip(values).for_each(|(register, value)| registers.set(register, value));
            }
            Insn::Const { d, value } => registers.set(d, Value::Number(value)),
            Insn::Select { d, a, b, .. } => registers.set(d, registers.get(a).join(registers.get(b))),
            Insn::FrameAddress { d, offset } => registers.set(d, self.variable(offset)),
            Insn::AddImm64 { d, a, imm } => self.add(registers, d, a, Value::Number(imm as u64), 0),
            Insn::Add64 { d, a, b } => self.add(registers, d, a, registers.get(b), 0),
            Insn::Lea { d, a, index, scale, offset } => {
                let by = self.scaled(registers.get(index), scale, |number| number);
                self.add(registers, d, a, by, offset);
            }
            Insn::Lea32 { d, a, index, scale, offset } => {
                let by = self.scaled(registers.get(index), scale, |number| number as u32 as i32 as u64);
                self.add(registers, d, a, by, offset);
            }
            Insn::Compare { d, .. } | Insn::CompareImm { d, .. } => registers.set(d, Value::Other),
            Insn::Branch { .. } | Insn::CompareBranch { .. } | Insn::CompareImmBranch { .. } => {}
            Insn::MemCopy { to, from, length } => {
                let length = length_of(registers.get(length));
                self.access(pc, registers.get(from), 0, length, false);
                self.access(pc, registers.get(to), 0, length, true);
            }
            Insn::MemSet { to, byte, length } => {
                self.escape(registers.get(byte));
                self.access(pc, registers.get(to), 0, length_of(registers.get(length)), true);
            }
            Insn::Call { function, site } => self.call(pc, function, site, registers),
            insn => match plain(insn) {
                Some(Plain::Load { d, a, offset, size }) => {
                    self.access(pc, registers.get(a), offset, Some(size), false);
                    registers.set(d, Value::Other);
                }
                Some(Plain::Store { a, s, offset, size }) => {
                    self.escape(registers.get(s));
                    self.access(pc, registers.get(a), offset, Some(size), true);
                }
                None => self.others(pc, registers),
            },
        }
    }

    /// What it reads escapes.
    fn others(&mut self, pc: Pc, registers: &mut Registers) {
        let (mut insn, mut read, mut written) = (self.copy.insns[pc as usize], Vec::new(), Vec::new());
        insn.operands(&mut self.copy.sites, &mut |operand| {
            let list = if operand.role == Role::Write { &mut written } else { &mut read };
            list.extend(*operand.first..*operand.first + operand.count);
        });
        read.into_iter().for_each(|register| self.escape(registers.get(register)));
        written.into_iter().for_each(|register| registers.set(register, Value::Other));
    }

    /// The address of a variable of the frame, or of a place in it.
    fn variable(&mut self, offset: u32) -> Value {
        let holds = |index: &usize| {
            let slot = &self.code.allocas[*index];
            (slot.offset..=slot.offset + slot.size).contains(&offset)
        };
        let index = (0..self.code.allocas.len()).find(holds);
        let Some(index) = index else {
            self.uses.escaped = Bases::ALL;
            return Value::Other;
        };
        let within = i64::from(offset - self.code.allocas[index].offset);
        Base::variable(index).map_or(Value::Other, |base| Value::Address(Address::of(base, within)))
    }

    fn scaled(&mut self, index: Value, scale: i32, widen: fn(u64) -> u64) -> Value {
        self.escape(index);
        match index {
            Value::Number(number) => Value::Number(widen(number).wrapping_mul(scale as u64)),
            _ => Value::Other,
        }
    }

    fn add(&mut self, registers: &mut Registers, d: Reg, a: Reg, by: Value, offset: i32) {
        let a = registers.get(a);
        let sum = a.plus(by).and_then(|sum| sum.plus(Value::Number(offset as u64)));
        if sum.is_none() {
            self.escape(a);
            self.escape(by);
        }
        registers.set(d, sum.unwrap_or(Value::Other));
    }

    fn escape(&mut self, value: Value) {
        self.uses.escaped.add(value.bases());
    }

    fn access(&mut self, pc: Pc, value: Value, offset: i32, length: Option<u64>, writes: bool) {
        let Value::Address(address) = value else { return };
        let bytes = address.place().zip(length).map(|((base, start), length)| {
            let start = start.checked_add(i64::from(offset));
            (base, start.and_then(|start| self.bytes_within(base, start, length)))
        });
        match bytes {
            Some((base, Some(bytes))) if !writes || address.is_certain => {
                let is_certain = address.is_certain;
                self.uses.accesses.push(Access { pc, base, bytes: Some(bytes), writes, is_certain });
            }
            Some((_, None)) => self.escape(value),
            // It may write any bytes, and need not write one.
            _ if writes => {}
            _ => address.bases.iter().for_each(|base| {
                self.uses.accesses.push(Access { pc, base, bytes: None, writes, is_certain: false });
            }),
        }
    }

    /// If they are in a variable, or not far behind where a parameter points to.
    fn bytes_within(&self, base: Base, start: i64, length: u64) -> Option<(u32, u32)> {
        let most =
            base.index_of_variable().map_or(MOST_BYTES, |index| i64::from(self.code.allocas[index].size));
        let end = start.checked_add(i64::try_from(length).ok()?)?;
        (start >= 0 && end <= most).then_some((start as u32, end as u32))
    }

    fn call(&mut self, pc: Pc, function: FunctionId, site: u32, registers: &mut Registers) {
        let site = self.copy.sites[site as usize].clone();
        let mut result = Value::Other;
        match &self.functions[function as usize].kind {
            FunctionKind::Code(callee) => self.call_code(pc, (function, callee), &site, registers),
            FunctionKind::Native(Native { facts: Facts { draws: Some(Draws::At(bytes)), .. }, .. }) => {
                let state = site.args.first().map_or(Value::Other, |&register| registers.get(register));
                self.access(pc, state, 0, Some(*bytes), false);
                self.access(pc, state, 0, Some(*bytes), true);
            }
            FunctionKind::Native(native) => {
                let effect = native.facts.effect;
                let keeps_nothing = matches!(effect.memory, Memory::KeepsNothing | Memory::Copies);
                for value in given(&site, registers) {
                    match keeps_nothing && !effect.spawns {
                        // It may read and write all that it is given.
                        true => self.access(pc, value, 0, None, false),
                        false => self.escape(value),
                    }
                    let somewhere = |address| Address { offset: None, is_certain: false, ..address };
                    if let Value::Address(address) = value {
                        result = result.join(Value::Address(somewhere(address)));
                    }
                }
            }
            FunctionKind::Unusable(_) => {
                given(&site, registers).into_iter().for_each(|value| self.escape(value));
            }
        }
        for register in site.d..site.d + site.results {
            registers.set(register, result);
        }
    }

    fn call_code(&mut self, pc: Pc, callee: (FunctionId, &Code), site: &CallSite, registers: &Registers) {
        let (function, code) = callee;
        for vararg in &site.varargs {
            match *vararg {
                VarArg::Word(register) => self.escape(registers.get(register)),
                VarArg::Wide(register) => {
                    (register..register + 2).for_each(|register| self.escape(registers.get(register)));
                }
                VarArg::Bytes { address, size, .. } => {
                    self.access(pc, registers.get(address), 0, Some(size.into()), false);
                }
            }
        }
        let mut call = Call { pc, function, passed: Vec::new() };
        for (parameter, &register) in site.args.iter().enumerate().take(code.params.into()) {
            let value = registers.get(register);
            if let Some(copy) = site.copies.iter().find(|copy| usize::from(copy.arg) == parameter) {
                self.access(pc, value, 0, Some(copy.size.into()), false);
                continue;
            }
            let Value::Address(address) = value else { continue };
            match address.place().filter(|_| address.is_certain) {
                Some((base, offset)) if !call.passed.iter().any(|passed| passed.base == base) => {
                    call.passed.push(Passed { parameter, base, offset });
                }
                _ => self.escape(value),
            }
        }
        if !call.passed.is_empty() {
            self.uses.calls.push(call);
        }
    }
}

/// What a function of the library is given.
fn given(site: &CallSite, registers: &Registers) -> Vec<Value> {
    let mut given: Vec<Value> = site.args.iter().map(|&register| registers.get(register)).collect();
    for vararg in &site.varargs {
        match *vararg {
            VarArg::Word(register) | VarArg::Bytes { address: register, .. } => {
                given.push(registers.get(register));
            }
            VarArg::Wide(register) => given.extend([register, register + 1].map(|one| registers.get(one))),
        }
    }
    given
}

fn length_of(value: Value) -> Option<u64> {
    match value {
        Value::Number(length) => Some(length),
        _ => None,
    }
}

enum Plain {
    Load { d: Reg, a: Reg, offset: i32, size: u64 },
    Store { a: Reg, s: Reg, offset: i32, size: u64 },
}

/// A plain load or store.
fn plain(insn: Insn) -> Option<Plain> {
    let load = |d, a, offset, size| Some(Plain::Load { d, a, offset, size });
    let store = |a, s, offset, size| Some(Plain::Store { a, s, offset, size });
    match insn {
        Insn::Load8 { d, a, offset } => load(d, a, offset, 1),
        Insn::Load16 { d, a, offset } => load(d, a, offset, 2),
        Insn::Load32 { d, a, offset } => load(d, a, offset, 4),
        Insn::Load64 { d, a, offset } => load(d, a, offset, 8),
        Insn::LoadBytes { d, a, size, offset } => load(d, a, offset, size.into()),
        Insn::Store8 { a, s, offset } => store(a, s, offset, 1),
        Insn::Store16 { a, s, offset } => store(a, s, offset, 2),
        Insn::Store32 { a, s, offset } => store(a, s, offset, 4),
        Insn::Store64 { a, s, offset } => store(a, s, offset, 8),
        Insn::StoreBytes { a, s, size, offset } => store(a, s, offset, size.into()),
        _ => None,
    }
}
