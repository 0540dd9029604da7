//! What can be told of the values of a register from all instructions that write it, wherever they are.

use crate::code::{Insn, Reg, Role};
use crate::lower::draft::Draft;

/// Values that are computed from more registers are not followed.
const MAX_REGISTERS: usize = 16;

pub(super) fn writes(draft: &Draft, mut insn: Insn, register: Reg) -> bool {
    if let Insn::Call { site, .. } | Insn::CallIndirect { site, .. } = insn {
        let site = &draft.sites[site as usize];
        return (site.d..site.d + site.results).contains(&register);
    }
    let mut writes = false;
    insn.operands(&mut [], &mut |operand| {
        writes |= operand.role == Role::Write
            && (*operand.first..*operand.first + operand.count).contains(&register);
    });
    writes
}

/// Whether a register never holds more than 32 bits. An argument has no more than its parameter, unless a call is made as if of another
/// function; a processor does not look at the rest then.
pub(super) fn has_32_bits(draft: &Draft, register: Reg) -> bool {
    let has_32_bits = |constant| u32::try_from(constant).is_ok();
    let depends_on = |insn| match insn {
        Insn::Const { value, .. } => has_32_bits(value).then(Vec::new),
        Insn::AndImm { imm, .. } if has_32_bits(imm) => Some(Vec::new()),
        // A quotient or remainder is not more than what is divided.
        Insn::Mov { s: a, .. }
        | Insn::AndImm { a, .. }
        | Insn::LShrImm { a, .. }
        | Insn::LShr { a, .. }
        | Insn::UDiv { a, .. }
        | Insn::URem { a, .. } => Some(vec![a]),
        Insn::OrImm { a, imm, .. } | Insn::XorImm { a, imm, .. } => has_32_bits(imm).then(|| vec![a]),
        Insn::Trunc { bits, .. } | Insn::SExt { to: bits, .. } => (bits <= 32).then(Vec::new),
        Insn::Or { a, b, .. } | Insn::Xor { a, b, .. } | Insn::Select { a, b, .. } => Some(vec![a, b]),
        Insn::Int { bits, .. } | Insn::IntUnary { bits, .. } => (bits <= 32).then(Vec::new),
        Insn::Add32 { .. }
        | Insn::AddImm32 { .. }
        | Insn::Sub32 { .. }
        | Insn::Mul32 { .. }
        | Insn::MulImm32 { .. }
        | Insn::Shl32 { .. }
        | Insn::ShlImm32 { .. }
        | Insn::AShr32 { .. }
        | Insn::AShrImm32 { .. }
        | Insn::SDiv32 { .. }
        | Insn::SRem32 { .. }
        | Insn::Compare { .. }
        | Insn::CompareImm { .. }
        | Insn::Load8 { .. }
        | Insn::Load16 { .. }
        | Insn::Load32 { .. } => Some(Vec::new()),
        _ => None,
    };
    always(draft, register, has_32_bits, |param| draft.narrow_params.contains(&param), depends_on)
}

/// Whether a register only ever holds multiples of 2^`power`.
pub(super) fn is_multiple(draft: &Draft, register: Reg, power: u32) -> bool {
    let is_multiple = |constant: u64| constant.trailing_zeros() >= power;
    let depends_on = |insn| match insn {
        Insn::Const { value, .. } => is_multiple(value).then(Vec::new),
        Insn::ShlImm32 { by, .. } | Insn::ShlImm64 { by, .. } if u32::from(by) >= power => Some(Vec::new()),
        Insn::AndImm { imm, .. } if is_multiple(imm) => Some(Vec::new()),
        Insn::AddImm32 { a, imm, .. } => (imm.trailing_zeros() >= power).then(|| vec![a]),
        Insn::AddImm64 { a, imm, .. } => (imm.trailing_zeros() >= power).then(|| vec![a]),
        Insn::Mov { s, .. } => Some(vec![s]),
        Insn::Select { a, b, .. } => Some(vec![a, b]),
        _ => None,
    };
    always(draft, register, is_multiple, |_| false, depends_on)
}

/// Whether all values of a register have a property. `depends_on`: which registers must have it, too, for the result of an instruction to have
/// it; `None` if it may not. A value that is computed from an earlier one of the same register then has it by induction over what is executed.
fn always(
    draft: &Draft,
    register: Reg,
    constant: impl Fn(u64) -> bool,
    param: impl Fn(Reg) -> bool,
    depends_on: impl Fn(Insn) -> Option<Vec<Reg>>,
) -> bool {
    let mut registers = vec![register];
    let mut at = 0;
    while let Some(&register) = registers.get(at) {
        at += 1;
        if let Some(value) = draft.registers[usize::from(register)].constant {
            if !constant(value) {
                return false;
            }
            continue;
        }
        let is_param = register < draft.params;
        if is_param && !param(register) || registers.len() > MAX_REGISTERS {
            return false;
        }
        let mut has_value = is_param;
        for insn in
            draft.blocks.iter().flatten().map(|step| step.insn).filter(|insn| writes(draft, *insn, register))
        {
            has_value = true;
            let Some(read) = depends_on(insn) else { return false };
            read.into_iter().for_each(|read| {
                if !registers.contains(&read) {
                    registers.push(read);
                }
            });
        }
        if !has_value {
            return false;
        }
    }
    true
}
