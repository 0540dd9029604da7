//! Which functions are looked at together, because state of a back-off may be in memory that they pass to each other: helpers that do little more than
//! to change what an argument points to, or draw numbers at random, and those that call them.

use super::cells::MOST_CELLS;
use super::{Idle, Parts, does_more, is_too_large, leaves_otherwise};
use crate::address;
use crate::code::{Insn, Pc};
use crate::library::Draws;
use crate::lower::dead_bytes::addresses::Uses;
use crate::lower::optimize::is_pure;
use crate::program::{Code, Function, FunctionId, FunctionKind};

/// A longer function is not a helper.
const MOST_INSTRUCTIONS: usize = 64;

/// Nothing is looked at if more functions are involved, or more instructions.
const MOST_FUNCTIONS: usize = 256;
const MOST_INSTRUCTIONS_IN_ALL: usize = 1 << 15;

pub(super) struct Involved {
    pub id: FunctionId,
    pub uses: Uses,
    pub labels: Vec<Pc>,
    /// Something else may call it than the functions that are involved, which call it by its name.
    pub is_open: bool,
}

/// None, if they are too many.
pub(super) fn find(program: &Parts, idle: &Idle) -> Vec<Involved> {
    let mut found = Vec::new();
    let mut work: Vec<FunctionId> = ids(program).filter(|&id| begins(program, idle, id)).collect();
    let (mut seen, mut instructions) = (work.clone(), 0);
    while let Some(id) = work.pop() {
        let is_idle = idle.yields[id as usize].is_some();
        let Some(code) = code(program.functions, id).filter(|code| !is_idle && can_be_followed(code)) else {
            continue;
        };
        let labels: Vec<Pc> =
            program.labels.iter().filter(|label| label.0 == id).map(|label| label.1).collect();
        let Some(uses) = Uses::of(code, &labels, program.functions) else { continue };
        instructions += code.insns.len();
        if found.len() == MOST_FUNCTIONS || instructions > MOST_INSTRUCTIONS_IN_ALL {
            return Vec::new();
        }
        let mut next: Vec<FunctionId> = uses.callees().collect();
        if concerns_callers(program, code, &uses) {
            next.extend(ids(program).filter(|&caller| calls(program.functions, caller, id)));
        }
        for id in next {
            if !seen.contains(&id) {
                seen.push(id);
                work.push(id);
            }
        }
        found.push(Involved { id, uses, labels, is_open: true });
    }
    close(program, &mut found);
    found
}

fn can_be_followed(code: &Code) -> bool {
    let registers = usize::from(code.registers) + MOST_CELLS;
    !leaves_otherwise(code) && !is_too_large(code.insns.len(), registers)
}

fn ids(program: &Parts) -> impl Iterator<Item = FunctionId> + use<> {
    0..program.functions.len() as FunctionId
}

/// The code of a function of the program.
pub(super) fn code(functions: &[Function], id: FunctionId) -> Option<&Code> {
    match &functions[id as usize].kind {
        FunctionKind::Code(code) if !code.internal => Some(code),
        _ => None,
    }
}

fn begins(program: &Parts, idle: &Idle, id: FunctionId) -> bool {
    let Some(code) = code(program.functions, id).filter(|_| idle.yields[id as usize].is_none()) else {
        return false;
    };
    draws(program.functions, code)
        || is_helper(program.functions, idle, code)
        || code.frame_size > 0 && idle.has_call(code)
}

fn draws(functions: &[Function], code: &Code) -> bool {
    let is_draw =
        |insn: &Insn| matches!(insn, Insn::Call { function, .. } if draw(functions, *function).is_some());
    code.insns.iter().any(is_draw)
}

/// How a function of the library draws numbers at random.
pub(super) fn draw(functions: &[Function], id: FunctionId) -> Option<Draws> {
    functions[id as usize].native()?.facts.draws
}

/// Whether all it does is to access memory, to compute, to pause, and to call functions, and it stores something.
fn is_helper(functions: &[Function], idle: &Idle, code: &Code) -> bool {
    let constant = |register| code.constants.iter().find(|known| known.0 == register).map(|known| known.1);
    let helps = |pc: usize| match code.insns[pc] {
        Insn::Call { function, site } => {
            !does_more(&code.sites[site as usize])
                && (idle.yields_at(code, pc).is_some() || self::code(functions, function).is_some())
        }
        Insn::Return { .. } => true,
        insn if insn.is_atomic() => false,
        insn => insn.accesses_memory() || idle.yields_at(code, pc).is_some() || is_pure(&insn, &constant),
    };
    let stores = |insn: &Insn| {
        matches!(
            insn,
            Insn::Store8 { .. } | Insn::Store16 { .. } | Insn::Store32 { .. } | Insn::Store64 { .. }
        )
    };
    code.params > 0
        && code.insns.len() <= MOST_INSTRUCTIONS
        && code.insns.iter().any(stores)
        && (0..code.insns.len()).all(helps)
}

/// Whether it accesses what it is given an address of, or may return what was drawn.
fn concerns_callers(program: &Parts, code: &Code, uses: &Uses) -> bool {
    let accesses = uses.accesses.iter().map(|access| access.base);
    let passes = uses.calls.iter().flat_map(|call| &call.passed).map(|passed| passed.base);
    accesses.chain(passes).any(|base| base.is_parameter()) || draws(program.functions, code)
}

fn calls(functions: &[Function], caller: FunctionId, callee: FunctionId) -> bool {
    let is_call = |insn: &Insn| matches!(insn, Insn::Call { function, .. } if *function == callee);
    code(functions, caller).is_some_and(|code| code.insns.iter().any(is_call))
}

/// Finds out which of them nothing else calls.
fn close(program: &Parts, found: &mut [Involved]) {
    if found.is_empty() {
        return;
    }
    let mut is_open = vec![false; program.functions.len()];
    program.called.iter().for_each(|&id| is_open[id as usize] = true);
    addresses(program, &mut |word| {
        let id = word.wrapping_sub(address::CODE) / address::FUNCTION_STEP;
        if let Some(is_open) = is_open.get_mut(id as usize) {
            *is_open = true;
        }
    });
    let involved: Vec<FunctionId> = found.iter().map(|one| one.id).collect();
    for (id, function) in (0..).zip(program.functions.iter()) {
        let FunctionKind::Code(code) = &function.kind else { continue };
        for insn in code.insns.iter().filter(|_| !involved.contains(&id)) {
            if let Insn::Call { function, .. } = *insn {
                is_open[function as usize] = true;
            }
        }
    }
    found.iter_mut().for_each(|one| one.is_open = is_open[one.id as usize]);
}

/// All numbers that may be addresses of functions, in code and in memory.
pub(super) fn addresses(program: &Parts, visit: &mut dyn FnMut(u64)) {
    for function in program.functions.iter() {
        let FunctionKind::Code(code) = &function.kind else { continue };
        code.constants.iter().for_each(|constant| visit(constant.1));
        for insn in &code.insns {
            match *insn {
                Insn::Const { value, .. } => visit(value),
                Insn::AddImm64 { imm, .. } => visit(imm as u64),
                _ => {}
            }
        }
    }
    for global in program.globals.iter().chain(program.thread_locals) {
        for bytes in global.image.windows(8) {
            visit(u64::from_le_bytes(bytes.try_into().expect("a window of 8 bytes")));
        }
    }
}
