//! A tidy draft becomes code: real registers, instructions in a row, targets as places in that row.

use rustc_hash::FxHashMap;

use super::allocate::{Allocation, allocate};
use super::draft::{Draft, Register};
use super::liveness::Liveness;
use super::optimize::{counted_loops, optimize};
use super::stops::Stops;
use crate::code::{Insn, Pc, Reg};
use crate::program::{Code, SourceVariable, VariablePlace};

/// The code, and where the blocks begin that came out.
pub(crate) fn finish(
    mut draft: Draft,
    variables: &[SourceVariable],
) -> Result<(Code, Vec<Option<Pc>>), String> {
    optimize(&mut draft);
    let counted = counted_loops(&draft);
    let mentioned = mentioned(&mut draft);
    let Allocation { real, count } = allocate(&mut draft);
    let mut code = Code { registers: count, params: draft.params, ..Code::default() };
    code.constants = constants(&draft, &real, &mentioned);
    code.variables = placed(variables, &draft, &real, &mentioned);
    to_real(&mut draft, &real, count);
    let liveness = Liveness::of(&mut draft);
    let starts = flatten(&mut draft, &mut code)?;
    code.live = Stops::new(&mut draft, &liveness).table(&starts);
    let place = |(block, first): (u32, u32)| {
        let length = draft.blocks[block as usize].len() as Pc;
        Some((starts[block as usize]? + length.checked_sub(1)?, starts[first as usize]?))
    };
    code.counted_loops = counted.into_iter().filter_map(place).collect();
    code.sleeps = draft.sleeps.iter().chain(&draft.short_sleeps).copied().collect();
    code.sleeps.sort_unstable();
    (code.sites, code.switches, code.unsupported) = (draft.sites, draft.switches, draft.unsupported);
    Ok((code, starts))
}

/// Which registers the code still mentions.
fn mentioned(draft: &mut Draft) -> Vec<bool> {
    let uses = draft.count_uses();
    let params = usize::from(draft.params);
    let both = uses.reads.iter().zip(&uses.writes).enumerate();
    both.map(|(register, (reads, writes))| reads + writes > 0 || register < params).collect()
}

fn constants(draft: &Draft, real: &[Reg], mentioned: &[bool]) -> Vec<(Reg, u64)> {
    let all = draft.registers.iter().zip(real).zip(mentioned);
    all.filter(|(_, mentioned)| **mentioned)
        .filter_map(|((register, &real), _)| Some((real, register.constant?)))
        .collect()
}

/// The variables that still have a place.
fn placed(
    variables: &[SourceVariable],
    draft: &Draft,
    real: &[Reg],
    mentioned: &[bool],
) -> Vec<SourceVariable> {
    let place = |place| match place {
        VariablePlace::Register(register) => {
            let register = draft.parameters.get(&register).copied().unwrap_or(register);
            let mentioned = mentioned[usize::from(register)];
            mentioned.then(|| VariablePlace::Register(real[usize::from(register)]))
        }
        VariablePlace::Frame(_) => Some(place),
    };
    variables
        .iter()
        .filter_map(|variable| Some(SourceVariable { place: place(variable.place)?, ..variable.clone() }))
        .collect()
}

/// Renames all registers, and drops copies that have become copies of themselves.
fn to_real(draft: &mut Draft, real: &[Reg], count: u16) {
    for block in 0..draft.blocks.len() {
        for at in 0..draft.blocks[block].len() {
            let insn = &mut draft.blocks[block][at].insn;
            insn.operands(&mut draft.sites, &mut |operand| {
                *operand.first = if operand.count == 0 { 0 } else { real[usize::from(*operand.first)] };
            });
        }
        draft.blocks[block].retain(|step| !matches!(step.insn, Insn::Mov { d, s } if d == s));
    }
    let constant: FxHashMap<Reg, u64> =
        draft.registers.iter().zip(real).filter_map(|(r, &real)| Some((real, r.constant?))).collect();
    draft.registers = (0..count)
        .map(|register| Register { group: register, constant: constant.get(&register).copied() })
        .collect();
}

fn flatten(draft: &mut Draft, code: &mut Code) -> Result<Vec<Option<Pc>>, String> {
    let mut starts = vec![None; draft.blocks.len()];
    for (at, &block) in draft.order.iter().enumerate() {
        let start = Pc::try_from(code.insns.len()).map_err(|_| "the function is too large")?;
        starts[block as usize] = Some(start);
        // A jump to what comes next anyway is dropped.
        if let Some(Insn::Jump { to }) = draft.blocks[block as usize].last().map(|last| last.insn)
            && draft.order.get(at + 1) == Some(&to)
        {
            draft.blocks[block as usize].pop();
        }
        for step in &draft.blocks[block as usize] {
            code.insns.push(step.insn);
            code.lines.push(step.line);
            code.fresh.push(step.fresh);
            code.origins.push(step.origin);
            code.word_rules.push(step.rule);
        }
    }
    if !code.fresh.contains(&true) {
        code.fresh = Vec::new();
    }
    if code.word_rules.iter().all(Option::is_none) {
        code.word_rules = Vec::new();
    }
    let mut lost = false;
    let mut resolve = |to: &mut Pc| match starts.get(*to as usize).copied().flatten() {
        Some(start) => *to = start,
        None => lost = true,
    };
    for insn in &mut code.insns {
        insn.targets(&mut draft.switches, &mut resolve);
    }
    if lost { Err("a branch leads to a block that does not exist".into()) } else { Ok(starts) }
}
