//! The interpreter's loop.

use mazurka_machine::{Range, ThreadId};

use super::arithmetic::{ashr, by_zero, compare, divide, lshr, mask, shl, signed};
use super::rare;
use super::run::Mode;
use crate::code::{Insn, Pc};
use crate::context::Stop;
use crate::memory::Memory;
use crate::program::{Code, FunctionId, Program};
use crate::threads::{OtherThreads, Window};
use crate::visibility::{PlainAccess, Policy, Site};

/// Why the loop ended. The program counter is at the instruction that ended it.
///
/// Two words, so that it is returned in registers: this is on the path of every call.
#[derive(Debug)]
pub(super) enum Leave {
    /// It is a visible operation, and the mode stops there.
    Visible,
    /// A jump that the fuel does not suffice for, or (in the mode for one instruction) it is done: see the counter.
    Paused,
    /// It needs more of the machine than registers and memory: calls, returns, what moves the stack.
    Outside,
    Stop(Box<Stop>),
}

/// What the loop knows of the frame it runs in.
pub(super) struct Surroundings<'a> {
    pub program: &'a Program,
    pub thread: ThreadId,
    pub function: FunctionId,
    pub code: &'a Code,
    /// The address of the frame's fixed allocas.
    pub memory: u64,
    /// The address of the thread's thread-locals.
    pub thread_locals: u64,
    pub others: OtherThreads<'a>,
    /// No other thread was created yet, as far as the policy has to know.
    pub is_alone: bool,
    /// See [`crate::threads::ThreadState`].
    pub take_over: u64,
}

impl Surroundings<'_> {
    /// A plain access that the thread is about to make.
    #[inline(always)]
    pub(crate) fn access<'a>(
        &'a self,
        memory: &'a Memory,
        pc: usize,
        range: (u64, u64),
        writes: bool,
    ) -> PlainAccess<'a> {
        let Surroundings { program, thread, function, others, is_alone, .. } = *self;
        let site = Site { function, pc: pc as Pc };
        let range = Range { start: range.0, length: range.1 };
        PlainAccess { program, memory, thread, others, range, writes, site, shown_site: site, is_alone }
    }
}

/// Runs until something ends it; `fuel` is the number of jumps it may take.
///
/// Long because it is the one place where time is spent: what is not common, or needs more than a line or two, is in
/// [`rare`] and beyond.
pub(super) fn burst<M: Mode>(
    policy: &M::Policy,
    around: &Surroundings,
    counter: &mut Pc,
    r: &mut Window,
    memory: &mut Memory,
    fuel: &mut u64,
) -> Leave {
    let insns = &around.code.insns[..];
    let mut pc = *counter as usize;
    let mut left = *fuel;

    macro_rules! set {
        ($d:expr, $value:expr) => {
            r[$d as usize] = $value
        };
    }
    macro_rules! get {
        ($a:expr) => {
            r[$a as usize]
        };
    }
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(stop) => break Leave::Stop(Box::new(stop.into())),
            }
        };
    }
    macro_rules! jump {
        ($to:expr) => {{
            if left == 0 {
                break Leave::Paused;
            }
            left -= 1;
            pc = $to as usize;
            if M::ONE_INSTRUCTION {
                break Leave::Paused;
            }
            continue;
        }};
    }
    macro_rules! is_hidden {
        () => {
            M::Policy::HIDES_FRESH && around.code.is_fresh(pc)
        };
    }
    macro_rules! is_visible {
        ($address:expr, $length:expr, $writes:literal) => {
            M::Policy::ASKED
                && !is_hidden!()
                && policy.is_visible(&around.access(memory, pc, ($address, $length), $writes))
        };
    }
    macro_rules! load {
        ($size:literal, $d:expr, $a:expr, $offset:expr) => {{
            let address = get!($a).wrapping_add($offset as i64 as u64);
            if is_visible!(address, $size, false) {
                break Leave::Visible;
            }
            set!($d, attempt!(memory.fetch::<$size>(address)));
            if M::NOTES && is_hidden!() {
                memory.noting_fresh(|memory| memory.note_read(address, $size));
            } else if M::NOTES {
                memory.note_read(address, $size);
                memory.note_code(pc as u64);
            }
        }};
    }
    macro_rules! store {
        ($size:literal, $a:expr, $s:expr, $offset:expr) => {{
            let address = get!($a).wrapping_add($offset as i64 as u64);
            if M::Policy::LEARNS && $size == 8 && address % 8 != 0 {
                policy.sees_unaligned(memory, get!($s));
            }
            if is_visible!(address, $size, true) {
                break Leave::Visible;
            }
            attempt!(memory.put::<$size>(address, get!($s)));
            if M::NOTES && is_hidden!() {
                memory.noting_fresh(|memory| memory.note_write(address, $size));
            } else if M::NOTES {
                memory.note_write(address, $size);
                memory.note_code(pc as u64);
            }
        }};
    }

    let leave = loop {
        match insns[pc] {
            Insn::Mov { d, s } => set!(d, get!(s)),
            Insn::Const { d, value } => set!(d, value),
            Insn::Select { d, c, a, b } => set!(d, if get!(c) != 0 { get!(a) } else { get!(b) }),

            Insn::Add32 { d, a, b } => set!(d, (get!(a) as u32).wrapping_add(get!(b) as u32) as u64),
            Insn::Add64 { d, a, b } => set!(d, get!(a).wrapping_add(get!(b))),
            Insn::Sub32 { d, a, b } => set!(d, (get!(a) as u32).wrapping_sub(get!(b) as u32) as u64),
            Insn::Sub64 { d, a, b } => set!(d, get!(a).wrapping_sub(get!(b))),
            Insn::Mul32 { d, a, b } => set!(d, (get!(a) as u32).wrapping_mul(get!(b) as u32) as u64),
            Insn::Mul64 { d, a, b } => set!(d, get!(a).wrapping_mul(get!(b))),
            Insn::Shl32 { d, a, b } => set!(d, shl(get!(a), get!(b), 32) as u32 as u64),
            Insn::Shl64 { d, a, b } => set!(d, shl(get!(a), get!(b), 64)),
            Insn::AShr32 { d, a, b } => set!(d, ashr(get!(a) as i32 as i64, get!(b)) as u32 as u64),
            Insn::AShr64 { d, a, b } => set!(d, ashr(get!(a) as i64, get!(b)) as u64),
            Insn::AddImm32 { d, a, imm } => set!(d, (get!(a) as u32).wrapping_add(imm as u32) as u64),
            Insn::AddImm64 { d, a, imm } => set!(d, get!(a).wrapping_add(imm as u64)),
            Insn::MulImm32 { d, a, imm } => set!(d, (get!(a) as u32).wrapping_mul(imm as u32) as u64),
            Insn::MulImm64 { d, a, imm } => set!(d, get!(a).wrapping_mul(imm as u64)),
            Insn::ShlImm32 { d, a, by } => set!(d, shl(get!(a), by as u64, 32) as u32 as u64),
            Insn::ShlImm64 { d, a, by } => set!(d, shl(get!(a), by as u64, 64)),
            Insn::AShrImm32 { d, a, by } => set!(d, ashr(get!(a) as i32 as i64, by as u64) as u32 as u64),
            Insn::AShrImm64 { d, a, by } => set!(d, ashr(get!(a) as i64, by as u64) as u64),
            Insn::SDiv32 { d, a, b } => {
                let (x, y) = (get!(a) as i32 as i64, get!(b) as i32 as i64);
                set!(d, (attempt!(divide(x, y, 32)) / y) as u32 as u64)
            }
            Insn::SDiv64 { d, a, b } => {
                let (x, y) = (get!(a) as i64, get!(b) as i64);
                set!(d, attempt!(divide(x, y, 64)).wrapping_div(y) as u64)
            }
            Insn::SRem32 { d, a, b } => {
                let (x, y) = (get!(a) as i32 as i64, get!(b) as i32 as i64);
                set!(d, (attempt!(divide(x, y, 32)) % y) as u32 as u64)
            }
            Insn::SRem64 { d, a, b } => {
                let (x, y) = (get!(a) as i64, get!(b) as i64);
                set!(d, attempt!(divide(x, y, 64)).wrapping_rem(y) as u64)
            }
            Insn::UDiv { d, a, b } => set!(d, attempt!(get!(a).checked_div(get!(b)).ok_or_else(by_zero))),
            Insn::URem { d, a, b } => set!(d, attempt!(get!(a).checked_rem(get!(b)).ok_or_else(by_zero))),
            Insn::And { d, a, b } => set!(d, get!(a) & get!(b)),
            Insn::Or { d, a, b } => set!(d, get!(a) | get!(b)),
            Insn::Xor { d, a, b } => set!(d, get!(a) ^ get!(b)),
            Insn::LShr { d, a, b } => set!(d, lshr(get!(a), get!(b))),
            Insn::AndImm { d, a, imm } => set!(d, get!(a) & imm),
            Insn::OrImm { d, a, imm } => set!(d, get!(a) | imm),
            Insn::XorImm { d, a, imm } => set!(d, get!(a) ^ imm),
            Insn::LShrImm { d, a, by } => set!(d, lshr(get!(a), by as u64)),
            Insn::Compare { op, d, a, b } => set!(d, compare(op, get!(a), get!(b)) as u64),
            Insn::CompareImm { op, d, a, imm } => set!(d, compare(op, get!(a), imm as u64) as u64),
            Insn::Trunc { d, a, bits } => set!(d, get!(a) & mask(bits)),
            Insn::SExt { d, a, from, to } => set!(d, signed(get!(a), from) as u64 & mask(to)),
            Insn::SExt32To64 { d, a } => set!(d, get!(a) as i32 as u64),

            Insn::AddF64 { d, a, b } => {
                set!(d, (f64::from_bits(get!(a)) + f64::from_bits(get!(b))).to_bits())
            }
            Insn::SubF64 { d, a, b } => {
                set!(d, (f64::from_bits(get!(a)) - f64::from_bits(get!(b))).to_bits())
            }
            Insn::MulF64 { d, a, b } => {
                set!(d, (f64::from_bits(get!(a)) * f64::from_bits(get!(b))).to_bits())
            }
            Insn::DivF64 { d, a, b } => {
                set!(d, (f64::from_bits(get!(a)) / f64::from_bits(get!(b))).to_bits())
            }

            Insn::Load8 { d, a, offset } => load!(1, d, a, offset),
            Insn::Load16 { d, a, offset } => load!(2, d, a, offset),
            Insn::Load32 { d, a, offset } => load!(4, d, a, offset),
            Insn::Load64 { d, a, offset } => load!(8, d, a, offset),
            Insn::Store8 { a, s, offset } => store!(1, a, s, offset),
            Insn::Store16 { a, s, offset } => store!(2, a, s, offset),
            Insn::Store32 { a, s, offset } => store!(4, a, s, offset),
            Insn::Store64 { a, s, offset } => store!(8, a, s, offset),
            Insn::Lea { d, a, index, scale, offset } => {
                let step = get!(index).wrapping_mul(scale as i64 as u64);
                set!(d, get!(a).wrapping_add(step).wrapping_add(offset as i64 as u64))
            }
            Insn::Lea32 { d, a, index, scale, offset } => {
                let step = (get!(index) as i32 as i64).wrapping_mul(scale as i64) as u64;
                set!(d, get!(a).wrapping_add(step).wrapping_add(offset as i64 as u64))
            }
            Insn::FrameAddress { d, offset } => set!(d, around.memory + offset as u64),
            Insn::ThreadLocal { d, offset } => set!(d, around.thread_locals + offset as u64),

            Insn::Jump { to } => jump!(to),
            Insn::Branch { c, then, otherwise } => jump!(if get!(c) != 0 { then } else { otherwise }),
            Insn::CompareBranch { op, a, b, then, otherwise } => {
                jump!(if compare(op, get!(a), get!(b)) { then } else { otherwise })
            }
            Insn::CompareImmBranch { op, a, imm, then, otherwise } => {
                jump!(if compare(op, get!(a), imm as i64 as u64) { then } else { otherwise })
            }
            Insn::Switch { v, table } => {
                let table = &around.code.switches[table as usize];
                jump!(super::jumps::switch(table, get!(v)))
            }
            Insn::Call { .. } | Insn::CallIndirect { .. } | Insn::Return { .. } => break Leave::Outside,
            insn => match rare::execute::<M>(policy, (insn, pc), around, r, memory) {
                None => {}
                Some(leave) => break leave,
            },
        }
        pc += 1;
        if M::ONE_INSTRUCTION {
            break Leave::Paused;
        }
    };
    *fuel = left;
    *counter = pc as Pc;
    leave
}
