//! Which operations may be part of a loop that only waits: one whose iterations can pass without changing anything.
//!
//! At run time, a thread at such an operation is examined more closely (`vm::lookahead`), which takes time; so loops that
//! cannot wait are excluded here. Errors are harmless: a missed loop is executed iteration by iteration, a false alarm
//! only takes time.
//!
//! Loops that cannot wait: those that store atomically, lock, or make another visible change in each iteration; those that
//! count; and those that make progress without interference, like a compare-and-swap that is repeated with what the last
//! attempt has found ([`alone`]). What counts only how often a thread pauses does not count here.

mod alone;
pub(super) mod graph;

use super::backoff::Faint;
use crate::address;
use crate::code::{Insn, Pc, Reg, RmwOp, Role};
use crate::library::{Draws, Generators, Native};
use crate::program::{Code, Function, FunctionId, FunctionKind, Global};
use graph::Graph;
use mazurka_analysis::Locking;

/// Fills in [`Code::polls`] and [`Code::retries`] of all functions.
pub(crate) fn mark(
    functions: &mut [Function],
    globals: &[Global],
    labels: &[(FunctionId, Pc)],
    (faint, idle_generators): (&Faint, Generators),
) {
    let changing = |function: &Function| {
        function.native().filter(|native| match native.facts.draws {
            Some(Draws::From(generator)) => !idle_generators.contains(generator),
            _ => true,
        })
    };
    let changes: Vec<bool> =
        functions.iter().map(|function| changing(function).is_some_and(Native::always_changes)).collect();
    let lasts: Vec<bool> = functions.iter().map(|function| changing(function).is_some_and(lasts)).collect();
    let mut called = Called { functions: vec![false; functions.len()], indirectly: false };
    for (id, function) in functions.iter_mut().enumerate() {
        let labels: Vec<Pc> =
            labels.iter().filter(|label| label.0 as usize == id).map(|label| label.1).collect();
        let FunctionKind::Code(code) = &mut function.kind else { continue };
        // The library's own loops do not wait for other threads.
        if code.internal {
            continue;
        }
        let faint = faint.get(&(id as FunctionId)).map_or(&[][..], Vec::as_slice);
        code.polls = polling(code, &changes, &labels, faint);
        code.retries = retrying(code, &lasts, &labels, faint);
        called.by_polling(code);
    }
    if called.indirectly {
        address_taken(functions, globals).into_iter().for_each(|id| called.functions[id as usize] = true);
    }
    mark_called(functions, &changes, called);
}

/// For every instruction, whether an iteration that changes nothing may contain it. Empty if none may.
fn polling(code: &mut Code, changes: &[bool], labels: &[Pc], faint: &[bool]) -> Vec<bool> {
    let mut graph = Graph::of(code, labels);
    if !graph.may_have_cycles() {
        return Vec::new();
    }
    for pc in 0..code.insns.len() {
        if surely_changes(code, pc, changes) {
            graph.remove(pc as Pc);
        }
    }
    loop {
        let cycles = graph.cycles();
        let mut smaller = false;
        for cycle in &cycles {
            smaller |= remove_counting(code, cycle, &mut graph, faint);
            smaller |= alone::remove_impossible(code, cycle, &mut graph, faint);
        }
        if !smaller {
            return marked(code, &cycles);
        }
    }
}

/// Whether a library function changes something in every call that its thread does not give back later.
fn lasts(native: &Native) -> bool {
    native.always_changes() && native.facts.effect.locking == Locking::None && !native.facts.may_be_vain
}

/// For every instruction, whether an iteration may contain it that leaves nothing behind, be it that it takes locks and gives them
/// back, or fails because of interference. Empty if none may.
fn retrying(code: &mut Code, lasts: &[bool], labels: &[Pc], faint: &[bool]) -> Vec<bool> {
    let mut graph = Graph::of(code, labels);
    if !graph.may_have_cycles() {
        return Vec::new();
    }
    for pc in 0..code.insns.len() {
        // What was stored or added may have been there already, or is changed back.
        if !code.insns[pc].is_atomic() && surely_changes(code, pc, lasts) {
            graph.remove(pc as Pc);
        }
    }
    loop {
        let cycles = graph.cycles();
        let mut smaller = false;
        for cycle in &cycles {
            smaller |= remove_counting(code, cycle, &mut graph, faint);
            smaller |= remove_never_undone(code, cycle, &mut graph);
        }
        if !smaller {
            let mut marked = marked(code, &cycles);
            for cycle in &cycles {
                mark_loads_before(code, cycle, &graph, &mut marked);
            }
            return marked;
        }
    }
}

/// Takes what a cycle surely adds to a number out of it, if nothing else in the cycle can change the number back.
fn remove_never_undone(code: &Code, cycle: &[Pc], graph: &mut Graph) -> bool {
    let is_added = |pc: Pc| is_rmw(code, pc) && surely_changes(code, pc as usize, &[]);
    let may_undo = |pc: Pc| {
        let insn = &code.insns[pc as usize];
        insn.is_call() || insn.is_atomic() && !matches!(insn, Insn::AtomicLoad { .. }) && !is_added(pc)
    };
    let added: Vec<Pc> = cycle.iter().copied().filter(|&pc| is_added(pc)).collect();
    let signs: Vec<Option<bool>> = added.iter().map(|&pc| is_increase(code, pc)).collect();
    let is_one_way = signs.iter().all(|sign| sign.is_some() && *sign == signs[0]);
    if added.is_empty() || !is_one_way || cycle.iter().any(|&pc| may_undo(pc)) {
        return false;
    }
    added.iter().for_each(|&pc| graph.remove(pc));
    true
}

fn is_rmw(code: &Code, pc: Pc) -> bool {
    matches!(code.insns[pc as usize], Insn::AtomicRmw { .. })
}

/// Whether a constant is added, not subtracted. `None`: it is something else.
fn is_increase(code: &Code, pc: Pc) -> Option<bool> {
    let Insn::AtomicRmw { op, s, size, .. } = code.insns[pc as usize] else { return None };
    let is_negative = constant(code, pc as usize, s)? >> (8 * size - 1) & 1 == 1;
    match op {
        RmwOp::Add => Some(!is_negative),
        RmwOp::Sub => Some(is_negative),
        _ => None,
    }
}

/// A compare-and-swap that is tried again may begin with what a load before the loop has found: marks loads that lead straight there.
fn mark_loads_before(code: &Code, cycle: &[Pc], graph: &Graph, marked: &mut [bool]) {
    if !cycle.iter().any(|&pc| matches!(code.insns[pc as usize], Insn::CompareExchange { .. })) {
        return;
    }
    let mut before = vec![Vec::new(); code.insns.len()];
    for pc in 0..code.insns.len() as Pc {
        graph.next(pc).iter().for_each(|&to| before[to as usize].push(pc));
    }
    let mut seen = vec![false; code.insns.len()];
    let mut work = cycle.to_vec();
    while let Some(pc) = work.pop() {
        for &from in &before[pc as usize] {
            let insn = &code.insns[from as usize];
            if std::mem::replace(&mut seen[from as usize], true) || marked[from as usize] {
                continue;
            }
            if matches!(insn, Insn::AtomicLoad { .. }) {
                marked[from as usize] = true;
            } else if !insn.is_atomic() && !insn.is_call() {
                work.push(from);
            }
        }
    }
}

fn marked(code: &Code, cycles: &[Vec<Pc>]) -> Vec<bool> {
    let mut marked = vec![false; if cycles.is_empty() { 0 } else { code.insns.len() }];
    cycles.iter().flatten().for_each(|&pc| marked[pc as usize] = true);
    marked
}

/// Whether an instruction cannot be executed without a change that others see.
fn surely_changes(code: &Code, pc: usize, changes: &[bool]) -> bool {
    match code.insns[pc] {
        Insn::AtomicStore { .. } => true,
        Insn::AtomicRmw { op: RmwOp::Add | RmwOp::Sub | RmwOp::Xor, s, .. } => {
            constant(code, pc, s).is_some_and(|value| value != 0)
        }
        Insn::Call { function, .. } => changes.get(function as usize).is_some_and(|&changes| changes),
        _ => false,
    }
}

/// The constant that is in a register where an instruction uses it.
fn constant(code: &Code, pc: usize, of: Reg) -> Option<u64> {
    let before = pc.checked_sub(1).map(|before| code.insns[before]);
    match before {
        Some(Insn::Const { d, value }) if d == of => Some(value),
        _ => code.constants.iter().find(|(register, _)| *register == of).map(|constant| constant.1),
    }
}

/// Takes the steps of counters out of a cycle: registers that are only ever increased in it, or only decreased.
fn remove_counting(code: &mut Code, cycle: &[Pc], graph: &mut Graph, faint: &[bool]) -> bool {
    let mut step = vec![None; code.registers as usize];
    for &pc in cycle {
        let by = match code.insns[pc as usize] {
            Insn::AddImm32 { d, a, imm } if d == a => (imm as i64).signum(),
            Insn::AddImm64 { d, a, imm } if d == a => imm.signum(),
            _ => 0,
        };
        let mut insn = code.insns[pc as usize];
        insn.operands(&mut code.sites, &mut |operand| {
            if operand.role == Role::Write {
                for register in *operand.first..*operand.first + operand.count {
                    let step = &mut step[register as usize];
                    *step = Some(if step.is_none_or(|known| known == by) { by } else { 0 });
                }
            }
        });
    }
    let counts = |insn: &Insn| match insn {
        Insn::AddImm32 { d, .. } | Insn::AddImm64 { d, .. } => step[*d as usize].is_some_and(|by| by != 0),
        _ => false,
    };
    let is_faint = |pc: Pc| faint.get(pc as usize) == Some(&true);
    let is_counting = |&pc: &Pc| counts(&code.insns[pc as usize]) && !is_faint(pc);
    let counting: Vec<Pc> = cycle.iter().copied().filter(is_counting).collect();
    counting.iter().for_each(|&pc| graph.remove(pc));
    !counting.is_empty()
}

/// What is called in an iteration belongs to it.
struct Called {
    functions: Vec<bool>,
    /// Some call of an iteration goes through a pointer.
    indirectly: bool,
}

impl Called {
    fn by_polling(&mut self, code: &Code) {
        for (insn, _) in code.insns.iter().zip(&code.polls).filter(|(_, polls)| **polls) {
            match *insn {
                Insn::Call { function, .. } => self.functions[function as usize] = true,
                Insn::CallIndirect { .. } => self.indirectly = true,
                _ => {}
            }
        }
    }
}

/// Marks functions that iterations call, and what they call in turn.
fn mark_called(functions: &mut [Function], changes: &[bool], mut called: Called) {
    let mut marked = vec![false; functions.len()];
    while let Some(id) = (0..functions.len()).find(|&id| called.functions[id] && !marked[id]) {
        marked[id] = true;
        let FunctionKind::Code(code) = &mut functions[id].kind else { continue };
        code.polls = (0..code.insns.len()).map(|pc| !surely_changes(code, pc, changes)).collect();
        called.by_polling(code);
    }
}

/// Functions whose address is taken: possible targets of an indirect call.
pub(super) fn address_taken(functions: &[Function], globals: &[Global]) -> Vec<FunctionId> {
    let number = |word: u64| {
        let id = word.checked_sub(address::CODE)? / address::FUNCTION_STEP;
        (id < functions.len() as u64).then_some(id as FunctionId)
    };
    let in_code = functions.iter().flat_map(|function| match &function.kind {
        FunctionKind::Code(code) => constants_of(code),
        _ => Vec::new(),
    });
    let in_memory = globals
        .iter()
        .flat_map(|global| global.image.chunks_exact(8))
        .map(|bytes| u64::from_le_bytes(bytes.try_into().expect("a chunk of 8 bytes")));
    in_code.chain(in_memory).filter_map(number).collect()
}

fn constants_of(code: &Code) -> Vec<u64> {
    let loaded = code.insns.iter().filter_map(|insn| match insn {
        Insn::Const { value, .. } => Some(*value),
        _ => None,
    });
    code.constants.iter().map(|constant| constant.1).chain(loaded).collect()
}
