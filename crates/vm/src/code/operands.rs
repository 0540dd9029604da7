//! Which registers an instruction reads and writes, and where it can go: for everything that treats code as data.

use super::{CallSite, Insn, Pc, Reg, SwitchTable, VarArg};

/// `count` registers from `first` on, which must stay neighbours.
pub struct Operand<'a> {
    pub first: &'a mut Reg,
    pub count: u16,
    pub role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Read,
    Write,
}

impl Insn {
    /// Calls `visit` for every operand; reads come before writes.
    pub fn operands(&mut self, sites: &mut [CallSite], visit: &mut dyn FnMut(Operand<'_>)) {
        let mut visitor = Visitor { visit };
        visitor.instruction(self, sites);
    }

    /// The instruction that this one can be followed by in place of the next one; a call is followed by the next.
    pub fn targets(&mut self, switches: &mut [SwitchTable], visit: &mut dyn FnMut(&mut Pc)) {
        match self {
            Insn::Jump { to } => visit(to),
            Insn::Branch { then, otherwise, .. }
            | Insn::CompareBranch { then, otherwise, .. }
            | Insn::CompareImmBranch { then, otherwise, .. } => {
                visit(then);
                visit(otherwise);
            }
            Insn::Switch { table, .. } => {
                let Some(table) = switches.get_mut(*table as usize) else { return };
                table.cases.iter_mut().for_each(|(_, to)| visit(to));
                if let Some((_, targets)) = &mut table.dense {
                    targets.iter_mut().for_each(&mut *visit);
                }
                visit(&mut table.default);
            }
            _ => {}
        }
    }

    /// Whether the next instruction never follows.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Insn::Jump { .. }
                | Insn::Branch { .. }
                | Insn::CompareBranch { .. }
                | Insn::CompareImmBranch { .. }
                | Insn::Switch { .. }
                | Insn::JumpIndirect { .. }
                | Insn::Return { .. }
                | Insn::LongJump { .. }
                | Insn::Raise { .. }
                | Insn::Unreachable
                | Insn::Trap
                | Insn::Unsupported { .. }
        )
    }

    /// Whether it is an access, plain or atomic, or orders accesses: an operation that others may see.
    pub fn accesses_memory(&self) -> bool {
        matches!(
            self,
            Insn::Load8 { .. }
                | Insn::Load16 { .. }
                | Insn::Load32 { .. }
                | Insn::Load64 { .. }
                | Insn::LoadBytes { .. }
                | Insn::Store8 { .. }
                | Insn::Store16 { .. }
                | Insn::Store32 { .. }
                | Insn::Store64 { .. }
                | Insn::StoreBytes { .. }
                | Insn::MemCopy { .. }
                | Insn::MemSet { .. }
                | Insn::VaCopy { .. }
                | Insn::AtomicLoad { .. }
                | Insn::AtomicStore { .. }
                | Insn::AtomicRmw { .. }
                | Insn::CompareExchange { .. }
                | Insn::Fence { .. }
        )
    }

    pub fn is_atomic(&self) -> bool {
        matches!(
            self,
            Insn::AtomicLoad { .. }
                | Insn::AtomicStore { .. }
                | Insn::AtomicRmw { .. }
                | Insn::CompareExchange { .. }
                | Insn::Fence { .. }
        )
    }

    pub fn is_call(&self) -> bool {
        matches!(self, Insn::Call { .. } | Insn::CallIndirect { .. })
    }
}

struct Visitor<'v> {
    visit: &'v mut dyn FnMut(Operand<'_>),
}

impl Visitor<'_> {
    fn read(&mut self, registers: &mut [&mut Reg]) {
        for first in registers {
            (self.visit)(Operand { first, count: 1, role: Role::Read });
        }
    }

    fn read_group(&mut self, first: &mut Reg, count: u16) {
        (self.visit)(Operand { first, count, role: Role::Read });
    }

    fn write(&mut self, first: &mut Reg) {
        (self.visit)(Operand { first, count: 1, role: Role::Write });
    }

    fn write_group(&mut self, first: &mut Reg, count: u16) {
        (self.visit)(Operand { first, count, role: Role::Write });
    }

    fn instruction(&mut self, insn: &mut Insn, sites: &mut [CallSite]) {
        match insn {
            Insn::Const { d, .. }
            | Insn::FrameAddress { d, .. }
            | Insn::ThreadLocal { d, .. }
            | Insn::StackSave { d } => self.write(d),
            Insn::Mov { d, s } => {
                self.read(&mut [s]);
                self.write(d);
            }
            Insn::MovN { d, s, n } => {
                self.read_group(s, *n);
                self.write_group(d, *n);
            }
            Insn::Select { d, c, a, b } => {
                self.read(&mut [c, a, b]);
                self.write(d);
            }
            Insn::SelectN { d, c, a, b, n } => {
                self.read(&mut [c]);
                self.read_group(a, *n);
                self.read_group(b, *n);
                self.write_group(d, *n);
            }
            _ => self.computation(insn, sites),
        }
    }

    fn computation(&mut self, insn: &mut Insn, sites: &mut [CallSite]) {
        match insn {
            Insn::Add32 { d, a, b }
            | Insn::Add64 { d, a, b }
            | Insn::Sub32 { d, a, b }
            | Insn::Sub64 { d, a, b }
            | Insn::Mul32 { d, a, b }
            | Insn::Mul64 { d, a, b }
            | Insn::Shl32 { d, a, b }
            | Insn::Shl64 { d, a, b }
            | Insn::AShr32 { d, a, b }
            | Insn::AShr64 { d, a, b }
            | Insn::SDiv32 { d, a, b }
            | Insn::SDiv64 { d, a, b }
            | Insn::SRem32 { d, a, b }
            | Insn::SRem64 { d, a, b }
            | Insn::UDiv { d, a, b }
            | Insn::URem { d, a, b }
            | Insn::And { d, a, b }
            | Insn::Or { d, a, b }
            | Insn::Xor { d, a, b }
            | Insn::LShr { d, a, b }
            | Insn::Int { d, a, b, .. }
            | Insn::Compare { d, a, b, .. }
            | Insn::CompareSigned { d, a, b, .. }
            | Insn::Float { d, a, b, .. }
            | Insn::Double { d, a, b, .. }
            | Insn::AddF64 { d, a, b }
            | Insn::SubF64 { d, a, b }
            | Insn::MulF64 { d, a, b }
            | Insn::DivF64 { d, a, b }
            | Insn::CompareFloat { d, a, b, .. } => {
                self.read(&mut [a, b]);
                self.write(d);
            }
            Insn::Overflow { d, a, b, .. } => {
                self.read(&mut [a, b]);
                self.write_group(d, 2);
            }
            Insn::Funnel { d, a, b, by, .. } => {
                self.read(&mut [a, b, by]);
                self.write(d);
            }
            Insn::MulAdd { d, a, b, c, .. } => {
                self.read(&mut [a, b, c]);
                self.write(d);
            }
            _ => self.unary(insn, sites),
        }
    }

    /// Computations on one register.
    fn unary(&mut self, insn: &mut Insn, sites: &mut [CallSite]) {
        match insn {
            Insn::AddImm32 { d, a, .. }
            | Insn::AddImm64 { d, a, .. }
            | Insn::MulImm32 { d, a, .. }
            | Insn::MulImm64 { d, a, .. }
            | Insn::ShlImm32 { d, a, .. }
            | Insn::ShlImm64 { d, a, .. }
            | Insn::AShrImm32 { d, a, .. }
            | Insn::AShrImm64 { d, a, .. }
            | Insn::AndImm { d, a, .. }
            | Insn::OrImm { d, a, .. }
            | Insn::XorImm { d, a, .. }
            | Insn::LShrImm { d, a, .. }
            | Insn::IntUnary { d, a, .. }
            | Insn::CompareImm { d, a, .. }
            | Insn::Trunc { d, a, .. }
            | Insn::SExt { d, a, .. }
            | Insn::SExt32To64 { d, a }
            | Insn::FloatUnary { d, a, .. }
            | Insn::DoubleUnary { d, a, .. } => {
                self.read(&mut [a]);
                self.write(d);
            }
            _ => self.wide(insn, sites),
        }
    }

    fn wide(&mut self, insn: &mut Insn, sites: &mut [CallSite]) {
        match insn {
            Insn::Wide { d, a, b, .. } => {
                self.read_group(a, 2);
                self.read_group(b, 2);
                self.write_group(d, 2);
            }
            Insn::WideOverflow { d, a, b, .. } => {
                self.read_group(a, 2);
                self.read_group(b, 2);
                self.write_group(d, 3);
            }
            Insn::WideUnary { d, a, .. } => {
                self.read_group(a, 2);
                self.write_group(d, 2);
            }
            Insn::WideCompare { d, a, b, .. } => {
                self.read_group(a, 2);
                self.read_group(b, 2);
                self.write(d);
            }
            Insn::SExtWide { d, a, from, .. } => {
                self.read_group(a, if *from > 64 { 2 } else { 1 });
                self.write_group(d, 2);
            }
            Insn::Convert { op, d, a, .. } => {
                self.read_group(a, if op.reads_wide() { 2 } else { 1 });
                self.write_group(d, if op.writes_wide() { 2 } else { 1 });
            }
            _ => self.memory(insn, sites),
        }
    }

    fn memory(&mut self, insn: &mut Insn, sites: &mut [CallSite]) {
        match insn {
            Insn::Load8 { d, a, .. }
            | Insn::Load16 { d, a, .. }
            | Insn::Load32 { d, a, .. }
            | Insn::Load64 { d, a, .. }
            | Insn::LoadBytes { d, a, .. } => {
                self.read(&mut [a]);
                self.write(d);
            }
            Insn::Store8 { a, s, .. }
            | Insn::Store16 { a, s, .. }
            | Insn::Store32 { a, s, .. }
            | Insn::Store64 { a, s, .. }
            | Insn::StoreBytes { a, s, .. } => self.read(&mut [a, s]),
            Insn::Lea { d, a, index, .. } | Insn::Lea32 { d, a, index, .. } => {
                self.read(&mut [a, index]);
                self.write(d);
            }
            Insn::Alloca { d, size, .. } => {
                self.read(&mut [size]);
                self.write(d);
            }
            Insn::StackRestore { a } => self.read(&mut [a]),
            Insn::MemCopy { to, from, length } => self.read(&mut [to, from, length]),
            Insn::MemSet { to, byte, length } => self.read(&mut [to, byte, length]),
            Insn::VaStart { list } => self.read(&mut [list]),
            Insn::VaCopy { to, from } => self.read(&mut [to, from]),
            _ => self.control(insn, sites),
        }
    }

    fn control(&mut self, insn: &mut Insn, sites: &mut [CallSite]) {
        match insn {
            Insn::Branch { c, .. } => self.read(&mut [c]),
            Insn::CompareBranch { a, b, .. } => self.read(&mut [a, b]),
            Insn::CompareImmBranch { a, .. } | Insn::JumpIndirect { a } => self.read(&mut [a]),
            Insn::Switch { v, .. } => self.read(&mut [v]),
            Insn::Call { site, .. } => self.call(*site, sites),
            Insn::CallIndirect { f, site } => {
                self.read(&mut [f]);
                self.call(*site, sites);
            }
            Insn::Return { s, n } => self.read_group(s, *n),
            Insn::SetJump { d, buffer } => {
                self.read(&mut [buffer]);
                self.write(d);
            }
            Insn::SwitchContext { d, save, resume } => {
                self.read(&mut [save, resume]);
                self.write(d);
            }
            Insn::LongJump { buffer, value } => self.read(&mut [buffer, value]),
            Insn::Raise { exception, .. } => self.read(&mut [exception]),
            _ => self.atomic(insn),
        }
    }

    fn atomic(&mut self, insn: &mut Insn) {
        match insn {
            Insn::AtomicLoad { d, a, size, .. } => {
                self.read(&mut [a]);
                self.write_group(d, words(*size));
            }
            Insn::AtomicStore { a, s, size, .. } => {
                self.read(&mut [a]);
                self.read_group(s, words(*size));
            }
            Insn::AtomicRmw { d, a, s, size, .. } => {
                self.read(&mut [a]);
                self.read_group(s, words(*size));
                self.write_group(d, words(*size));
            }
            Insn::CompareExchange { d, a, expected, new, size, .. } => {
                self.read(&mut [a]);
                self.read_group(expected, words(*size));
                self.read_group(new, words(*size));
                self.write_group(d, words(*size) + 1);
            }
            _ => {}
        }
    }

    fn call(&mut self, site: u32, sites: &mut [CallSite]) {
        let Some(site) = sites.get_mut(site as usize) else { return };
        for arg in &mut site.args {
            self.read(&mut [arg]);
        }
        for vararg in &mut site.varargs {
            match vararg {
                VarArg::Word(word) => self.read(&mut [word]),
                VarArg::Wide(pair) => self.read_group(pair, 2),
                VarArg::Bytes { address, .. } => self.read(&mut [address]),
            }
        }
        if site.results > 0 {
            self.write_group(&mut site.d, site.results);
        }
    }
}

/// Registers of an atomic access of this many bytes.
fn words(size: u8) -> u16 {
    if size > 8 { 2 } else { 1 }
}
