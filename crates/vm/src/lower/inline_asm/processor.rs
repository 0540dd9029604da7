//! Fences, hints, traps, and questions about the processor.
//!
//! The processor is an x86-64 without extensions but for `cmpxchg16b` and `rdtscp`, so that libraries choose code that every one can run.

use super::assembly::{Assembly, Instruction};
use super::registers::{RAX, RBX, RCX, RDX};
use super::{Row, row};
use crate::code::{CompareOp, Insn, IntOp};
use crate::library::threads::clock::TIME_STAMP;
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    row("mfence", fence),
    row("lfence", fence),
    row("sfence", fence),
    row("nop", nothing),
    row("pause", nothing),
    row("endbr64", nothing),
    row("prefetch", nothing),
    row("prefetcht0", nothing),
    row("prefetcht1", nothing),
    row("prefetcht2", nothing),
    row("prefetchnta", nothing),
    row("prefetchw", nothing),
    row("clflush", nothing),
    row("clflushopt", nothing),
    row("clwb", nothing),
    row("int3", trap),
    row("ud2", trap),
    row("cpuid", cpuid),
    row("xgetbv", xgetbv),
    row("rdtsc", rdtsc),
    row("rdtscp", rdtscp),
];

/// What `cpuid` answers: the leaf in `eax`, then `eax`, `ebx`, `ecx` and `edx`. All other leaves are zero.
const LEAVES: &[(u64, [u64; 4])] = &[
    // The highest leaf, and "MazurkaModel" in the order ebx, edx, ecx.
    (0, [1, name(b"Mazu"), name(b"odel"), name(b"rkaM")]),
    // Family 6; cmpxchg16b; fpu, tsc, cx8, cmov, mmx, fxsr, sse, sse2.
    (1, [0x600, 0x1_0800, 1 << 13, 1 | 1 << 4 | 1 << 8 | 1 << 15 | 0xf << 23]),
    (0x8000_0000, [0x8000_0001, 0, 0, 0]),
    // syscall, nx, rdtscp, long mode.
    (0x8000_0001, [0, 0, 0, 1 << 11 | 1 << 20 | 1 << 27 | 1 << 29]),
];

/// States of x87 and SSE, which the operating system saves.
pub(crate) const XCR0: u64 = 3;

const fn name(part: &[u8; 4]) -> u64 {
    u32::from_le_bytes(*part) as u64
}

fn fence(asm: &mut Assembly, _: &Instruction) -> Lowered<()> {
    asm.fence();
    Ok(())
}

fn nothing(_: &mut Assembly, _: &Instruction) -> Lowered<()> {
    Ok(())
}

fn trap(asm: &mut Assembly, _: &Instruction) -> Lowered<()> {
    asm.emit(Insn::Trap);
    // What follows is never reached.
    asm.lowering.block = asm.lowering.draft.add_block();
    Ok(())
}

fn cpuid(asm: &mut Assembly, _: &Instruction) -> Lowered<()> {
    let leaf = asm.truncate(asm.general[RAX], 32)?;
    let mut answers = [asm.constant(0)?; 4];
    for (number, values) in LEAVES {
        let number = asm.constant(*number)?;
        let is_it = asm.compare(CompareOp::Eq, leaf, number)?;
        for (answer, value) in answers.iter_mut().zip(values) {
            let value = asm.constant(*value)?;
            *answer = asm.select(is_it, value, *answer)?;
        }
    }
    for (number, answer) in [RAX, RBX, RCX, RDX].into_iter().zip(answers) {
        asm.set_register(asm.general[number], answer);
    }
    Ok(())
}

fn xgetbv(asm: &mut Assembly, _: &Instruction) -> Lowered<()> {
    let (state, zero) = (asm.constant(XCR0)?, asm.constant(0)?);
    asm.set_register(asm.general[RAX], state);
    asm.set_register(asm.general[RDX], zero);
    Ok(())
}

fn rdtsc(asm: &mut Assembly, _: &Instruction) -> Lowered<()> {
    let now = asm.temp()?;
    asm.lowering.ask_library(TIME_STAMP, now);
    let (low, high) = (asm.truncate(now, 32)?, asm.with(IntOp::LShr, 64, now, 32)?);
    asm.set_register(asm.general[RAX], low);
    asm.set_register(asm.general[RDX], high);
    Ok(())
}

/// The processor's number is 0.
fn rdtscp(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let zero = asm.constant(0)?;
    asm.set_register(asm.general[RCX], zero);
    rdtsc(asm, i)
}
