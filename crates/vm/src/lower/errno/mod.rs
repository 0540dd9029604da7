//! Where a thread's `errno` makes a difference.
//!
//! A library function that fails sets `errno`. So the first failing iteration of `while (sem_trywait(&s) != 0) sched_yield();` would leave something
//! behind, though the program never reads `errno`, or only where the call has failed: `while (sem_trywait(&s) == -1 && errno == EAGAIN)`. Where `errno`
//! makes no difference, the machine makes it 0 at the end of a step (`Vm::forget_errno`), so that equal states are equal.
//!
//! **Which places read it?** Loads through what `__errno_location` returns, and `perror`. The address is followed through the registers of its function.
//! **Where may it be read before it is written?** The usual liveness, backwards over the instructions of a function, with two additions. A call
//! reads it if the function that is called may read it before anything else; a call through a pointer, if any function may. And no reader is reached over an edge
//! on which the call before is known to have failed ([`Failure`]): it has set `errno`.
//! **What does a thread need?** What its top frame may read where it is, and what each frame below may read behind its call. A function that
//! is called sets `errno` or leaves it as it is.
//!
//! **Why it makes no difference elsewhere.** Let two states be equal but for a thread's `errno`, which it may not read as said. No other thread accesses it, because its address is
//! only in registers of the thread, to load and store there. So the thread makes the same step from both; and where it comes to a place
//! where it may read `errno`, it has come over an edge behind a failure, where `errno` was set by the same call in both.
//!
//! **Where it is not used**, although it is true: if a thread may stop between a failure and where it reads `errno`, in an iteration that may leave nothing behind. There
//! `errno` would change in each iteration, to 0 and back, and the iteration would seem to leave something. Where plain accesses are operations, such places are everywhere.
//!
//! **Where nothing is claimed**: if the address is used for anything else; if a string has the conversion `%m` (a format that has it, but was put
//! together by the program, is refused when it is used); in programs that run handlers of signals, unwind or switch contexts, where frames are left
//! in other ways; and where it may be read behind a `setjmp`, to which a `longjmp` leads. Destructors of
//! thread-specific values are called, through pointers, by a frame at the bottom of each thread.

mod failures;

use rustc_hash::{FxHashMap, FxHashSet};

use super::polling::address_taken;
use super::polling::graph::Graph;
use crate::code::{Insn, Pc, Reg, Role};
use crate::library::Run;
use crate::library::errno::{self, Failure};
use crate::program::{Code, Function, FunctionId, FunctionKind, Global};
use crate::threads::Frame;

/// Of the functions that have some, the instructions before which `errno` may be read.
#[derive(Debug, Default)]
pub struct ErrnoReads(FxHashMap<FunctionId, Vec<bool>>);

impl ErrnoReads {
    /// Whether a thread with these frames may read its `errno` before it is set.
    pub(crate) fn may_follow(&self, frames: &[Frame]) -> bool {
        let Some((top, below)) = frames.split_last() else { return false };
        self.is_before(top.function, top.pc)
            || below.iter().any(|frame| self.is_before(frame.function, frame.pc + 1))
    }

    fn is_before(&self, function: FunctionId, pc: Pc) -> bool {
        self.0.get(&function).is_some_and(|reads| reads.get(pc as usize) == Some(&true))
    }
}

/// `None`: nothing is known.
pub(crate) fn find(
    functions: &mut [Function],
    globals: &[Global],
    labels: &[(FunctionId, Pc)],
) -> Option<ErrnoReads> {
    if globals.iter().any(|global| has_message_conversion(&global.image)) {
        return None;
    }
    let natives = Natives::of(functions);
    if natives.location.is_none() && !natives.read.contains(&true) {
        return Some(ErrnoReads::default());
    }
    let location = natives.location.unwrap_or(FunctionId::MAX);
    if address_taken(functions, globals).contains(&location) || functions.iter().any(switches_contexts) {
        return None;
    }
    let mut bodies = Vec::new();
    for (id, function) in (0..).zip(functions.iter_mut()) {
        let FunctionKind::Code(code) = &mut function.kind else { continue };
        let labels: Vec<Pc> = labels.iter().filter(|label| label.0 == id).map(|label| label.1).collect();
        bodies.push((id, Body::of(code, &labels, &natives)?));
    }
    let found = solve(&mut bodies);
    let is_left_out = |(id, body): &(FunctionId, Body)| match &functions[*id as usize].kind {
        FunctionKind::Code(code) => !body.reads_behind_jump() && !body.counts_in_loop(code, functions),
        _ => true,
    };
    bodies.iter().all(is_left_out).then_some(found)
}

/// Functions of the library that have to do with `errno`, by their ids.
struct Natives {
    location: Option<FunctionId>,
    read: Vec<bool>,
    fail: Vec<Option<Failure>>,
}

impl Natives {
    fn of(functions: &[Function]) -> Natives {
        let is_library = |function: &Function| match &function.kind {
            FunctionKind::Code(code) => code.internal,
            FunctionKind::Native(_) => true,
            FunctionKind::Unusable(_) => false,
        };
        let name = |function: &Function| is_library(function).then(|| function.name.to_string());
        let names: Vec<String> =
            functions.iter().map(|function| name(function).unwrap_or_default()).collect();
        let location = names.iter().position(|name| name == errno::LOCATION);
        Natives {
            location: location.map(|id| id as FunctionId),
            read: names.iter().map(|name| errno::reads(name)).collect(),
            fail: names.iter().map(|name| errno::failure(name)).collect(),
        }
    }
}

fn switches_contexts(function: &Function) -> bool {
    let switches = |insn: &Insn| matches!(insn, Insn::SwitchContext { .. });
    matches!(&function.kind, FunctionKind::Code(code) if code.insns.iter().any(switches))
}

/// Whether a text has a conversion that prints what `errno` means.
fn has_message_conversion(text: &[u8]) -> bool {
    let is_modifier = |byte: &&u8| b"-+ #0123456789.'*$hlLqjzt".contains(byte);
    text.split(|&byte| byte == b'%').skip(1).any(|part| {
        let conversion = part.iter().find(|byte| !is_modifier(byte));
        conversion == Some(&b'm')
    })
}

struct Body {
    graph: Graph,
    /// Instructions that read it themselves.
    reads: Vec<bool>,
    callees: Vec<(Pc, Option<FunctionId>)>,
    /// To which a `longjmp` may lead.
    jumps: Vec<Pc>,
    before: Vec<bool>,
}

impl Body {
    /// `None`: the address of `errno` is used for more than to load and store.
    fn of(code: &mut Code, labels: &[Pc], natives: &Natives) -> Option<Body> {
        let mut graph = Graph::of(code, labels);
        let mut reads = direct_reads(code, &graph, natives.location)?;
        let (mut callees, mut jumps) = (Vec::new(), Vec::new());
        for (pc, insn) in (0..).zip(&code.insns) {
            match *insn {
                Insn::Call { function, .. } if natives.read[function as usize] => reads[pc as usize] = true,
                Insn::Call { function, .. } => callees.push((pc, Some(function))),
                Insn::CallIndirect { .. } => callees.push((pc, None)),
                Insn::SetJump { .. } => jumps.push(pc + 1),
                _ => {}
            }
        }
        for (from, to) in failures::edges(code, &graph, &natives.fail) {
            graph.remove_edge(from, to);
        }
        let before = vec![false; reads.len()];
        Some(Body { graph, reads, callees, jumps, before })
    }

    /// Backwards until nothing changes.
    fn solve(&mut self) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for pc in (0..self.before.len()).rev() {
                let mut behind = self.graph.next(pc as Pc).iter().map(|&next| self.before[next as usize]);
                let is_read = self.reads[pc] || behind.any(|is_read| is_read);
                has_changed |= is_read && !std::mem::replace(&mut self.before[pc], is_read);
            }
        }
    }

    /// Whether it makes a difference where a thread may stop in an iteration that may leave nothing behind.
    fn counts_in_loop(&self, code: &Code, functions: &[Function]) -> bool {
        let is_in_loop = |pc: usize| code.polls.get(pc) == Some(&true) || code.retries.get(pc) == Some(&true);
        let may_stop = |insn: &Insn| match *insn {
            Insn::Call { function, .. } => {
                let native = functions[function as usize].native();
                !native.is_some_and(|native| matches!(native.run, Run::Local(_)))
            }
            insn => insn.is_call() || insn.is_atomic(),
        };
        let counts = |pc: usize| self.before[pc] || self.before.get(pc + 1) == Some(&true);
        (0..self.before.len()).any(|pc| counts(pc) && is_in_loop(pc) && may_stop(&code.insns[pc]))
    }

    fn reads_behind_jump(&self) -> bool {
        self.jumps.iter().any(|&pc| self.before[pc as usize])
    }

    /// Whether it may read what was there when it was called.
    fn reads_first(&self) -> bool {
        self.before.first() == Some(&true)
    }
}

/// The least solution for all functions.
fn solve(bodies: &mut [(FunctionId, Body)]) -> ErrnoReads {
    let mut readers: FxHashSet<FunctionId> = FxHashSet::default();
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for (id, body) in bodies.iter_mut() {
            for &(pc, callee) in &body.callees {
                body.reads[pc as usize] |=
                    callee.map_or(!readers.is_empty(), |callee| readers.contains(&callee));
            }
            body.solve();
            has_changed |= body.reads_first() && readers.insert(*id);
        }
    }
    let with_some = bodies.iter().filter(|(_, body)| body.before.contains(&true));
    ErrnoReads(with_some.map(|(id, body)| (*id, body.before.clone())).collect())
}

/// The instructions that load `errno`. `None`: its address is used in other ways.
fn direct_reads(code: &mut Code, graph: &Graph, location: Option<FunctionId>) -> Option<Vec<bool>> {
    let mut reads = vec![false; code.insns.len()];
    for (pc, held) in holders(code, graph, location).iter().enumerate().filter(|(_, held)| !held.is_empty()) {
        let mut insn = code.insns[pc];
        let mut is_used = false;
        insn.operands(&mut code.sites, &mut |operand| {
            let mut registers = *operand.first..*operand.first + operand.count;
            is_used |= operand.role == Role::Read && registers.any(|register| held.contains(&register));
        });
        match insn {
            _ if !is_used => {}
            Insn::Mov { .. } => {}
            Insn::Load32 { offset: 0, .. } => reads[pc] = true,
            Insn::Store32 { s, offset: 0, .. } if !held.contains(&s) => {}
            _ => return None,
        }
    }
    Some(reads)
}

/// The registers that may hold the address of `errno`, before each instruction.
fn holders(code: &mut Code, graph: &Graph, location: Option<FunctionId>) -> Vec<Vec<Reg>> {
    let count = code.insns.len();
    let is_location = |insn: Insn| matches!(insn, Insn::Call { function, .. } if Some(function) == location);
    let mut work: Vec<Pc> = (0..count as Pc).filter(|&pc| is_location(code.insns[pc as usize])).collect();
    let mut holders: Vec<Vec<Reg>> = vec![Vec::new(); count];
    while let Some(pc) = work.pop() {
        let mut insn = code.insns[pc as usize];
        let mut held = holders[pc as usize].clone();
        let is_copy = matches!(insn, Insn::Mov { s, .. } if held.contains(&s));
        insn.operands(&mut code.sites, &mut |operand| {
            let registers = *operand.first..*operand.first + operand.count;
            held.retain(|register| operand.role == Role::Read || !registers.contains(register));
        });
        match insn {
            Insn::Call { site, .. } if is_location(insn) => held.push(code.sites[site as usize].d),
            Insn::Mov { d, .. } if is_copy => held.push(d),
            _ => {}
        }
        for &next in graph.next(pc) {
            let known = &mut holders[next as usize];
            let new: Vec<Reg> = held.iter().copied().filter(|register| !known.contains(register)).collect();
            if !new.is_empty() {
                known.extend(new);
                work.push(next);
            }
        }
    }
    holders
}
