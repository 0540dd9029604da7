//! Checks that code stays within its own tables: the executor accesses registers without looking.

use crate::code::{Insn, Pc, Role};
use crate::program::Code;

/// The first thing that is out of range, if any.
pub fn verify(code: &Code) -> Result<(), String> {
    let length = code.insns.len() as Pc;
    if code.insns.len() != code.lines.len() {
        return Err("not every instruction has a line".into());
    }
    if code.params > code.registers {
        return Err("parameters beyond the registers".into());
    }
    if let Some((register, _)) = code.constants.iter().find(|(register, _)| *register >= code.registers) {
        return Err(format!("constant in register {register} of {}", code.registers));
    }
    if let Some(&line) = code.lines.iter().find(|&&line| line as usize > code.locations.len()) {
        return Err(format!("line {line} of {}", code.locations.len()));
    }
    match code.insns.last() {
        Some(last) if last.is_terminator() => {}
        _ => return Err("control can run over the end".into()),
    }
    let mut constant = vec![false; usize::from(code.registers)];
    code.constants.iter().for_each(|(register, _)| constant[usize::from(*register)] = true);
    // The visitors hand out what can be changed; the check works on copies.
    let (mut sites, mut switches) = (code.sites.clone(), code.switches.clone());
    for (pc, insn) in code.insns.iter().enumerate() {
        let mut wrong = tables(code, insn);
        insn.clone().operands(&mut sites, &mut |operand| {
            let first = usize::from(*operand.first);
            let end = u32::from(*operand.first) + u32::from(operand.count);
            if operand.count > 0 && end > u32::from(code.registers) {
                wrong = Some(format!("register {} of {}", end - 1, code.registers));
            }
            if operand.role == Role::Write && constant.iter().take(end as usize).skip(first).any(|&c| c) {
                wrong = Some("a constant is written".into());
            }
        });
        insn.clone().targets(&mut switches, &mut |to| {
            if *to >= length {
                wrong = Some(format!("a jump to {to} of {length}"));
            }
        });
        if let Some(wrong) = wrong {
            return Err(format!("instruction {pc} ({insn:?}): {wrong}"));
        }
    }
    Ok(())
}

/// Indices into the tables beside the code.
fn tables(code: &Code, insn: &Insn) -> Option<String> {
    let (what, index, length) = match insn {
        Insn::Call { site, .. } | Insn::CallIndirect { site, .. } => ("call site", *site, code.sites.len()),
        Insn::Switch { table, .. } => ("switch table", *table, code.switches.len()),
        Insn::Unsupported { reason } => ("reason", *reason, code.unsupported.len()),
        _ => return None,
    };
    (index as usize >= length).then(|| format!("{what} {index} of {length}"))
}
