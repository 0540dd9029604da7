//! Which registers decide only how long a thread pauses, and which bytes of local variables: `spins` in `while (!ready) if (++spins % 16 == 0) sched_yield();`,
//! `b.n` in `while (!ready) back_off(&b);`.
//!
//! They are not part of the state ([`crate::program::Code::deciding`], [`FaintBytes`]), so the loop can be seen to wait, and searches through states end. The code stays
//! as it is, since a schedule names every yield: it must lead to the same steps in code that was compiled in another way, and what is explored
//! first depends on where threads yield.
//!
//! *Idle* are instructions that only write registers, jumps and branches, yields, sleeps where no clock shows how long they take, and calls of
//! functions that consist of nothing else. A branch *only pauses* if all ways from it meet again, over idle instructions that write no
//! register that is needed where they meet, and without a loop but such that end for certain, whose branches only pause, too: loops of one path that
//! count (`optimize::counting`). Such a loop's own branch meets its ways where the loop is left. What is *needed* is what is live, if neither such branches, nor arguments of idle calls, nor
//! computations of what is not needed count as reads: a faint-variable analysis (Giegerich, Möncke, Wilhelm 1981). Both are found together,
//! as the greatest solution.
//!
//! **What follows.** Let two states of a thread differ only in registers that are not needed where its frames are. Then it makes the same operations from
//! both, but for yields and sleeps in idle calls and between such branches and where their ways meet (*detours*), and comes to such states again: at a
//! branch that only pauses, the two may take different ways, which end for certain and meet with the same values in all needed
//! registers, because no way writes these; any other instruction reads the same, or writes only what is not needed. Yields and sleeps
//! are local to the thread, and detours access no memory that others can reach, so no other thread notices a difference.
//!
//! **Memory.** A back-off often has its state in a struct, and helper functions are given its address. Private memory ([`cells`]) is accessed by one thread, and all
//! its accesses are known: so its cells are registers of the functions that access it, as far as this analysis is concerned. A load of cells reads them, a
//! store to cells at a known place writes them, and both are idle: other threads do not notice them, they cannot race, and they do not fault, as they are
//! within the bounds of a variable whose frame exists. So detours may contain them, and what was said of registers holds for cells, too.
//! A call of a function that is involved reads the arguments and cells that this needs at its beginning, and writes the cells that it may write; what is needed
//! where it is left is what some call needs afterwards ([`joint`]). So two states of a thread whose frames need the same are followed by the
//! same in each frame: a frame that returns leaves its caller with the same in all that is needed there.
//! A loop may count up to a limit that is loaded from cells that it does not write: that limit does not move. Between two yields of such a loop, all cells are
//! part of the state. It is not asked who calls: where any call of a function needs a cell, all do.
//!
//! **Numbers at random.** What `rand_r` returns depends on the bytes at its argument, which it changes: it reads and writes a cell. `rand`, `random` and `drand48` have a
//! generator of the process in their place, which nothing but their results depends on. If no result is needed at any call of the program, all these calls are by
//! name, and none of them is in a function that is not looked at, then the generator is *idle*: a call is a step that depends on nothing, and returns 0. Any other
//! number would be as good: it decides only about pauses, and if it is always the same, the thread makes the same steps whatever other
//! threads have drawn. Where some number is needed, all calls draw from the generator, and depend on each other.
//!
//! **In a loop.** Where a thread is in such a loop, all live registers are part of the state, the counter and the limit among them: else it would seem
//! to have come back between two yields of the same loop, and be stopped there, though the loop has an end behind which nothing was explored. So states in
//! a loop are equal only with as many iterations to come; in an idle function that accesses no memory, nothing is left out anyway. Before the loop and behind it, the limit is not part of the state, so that it does not
//! matter how long an iteration pauses.
//!
//! **Why vain iterations may be compared like this.** If such an iteration is left out, the thread executes the same instructions afterwards, up to
//! those in detours. In a detour, no state comes again: outside of its loops it has no cycle, and in a loop the counter differs. So the iteration has
//! instructions outside of detours: each time there are fewer of these, and the induction in `vm::vain` ends. Waits (`vm::lookahead::wait`) are compared in the same way: a thread that comes back alone does so for ever, and
//! where it could be in a detour that this iteration does not take, it could as well be at the end of it, since it reads nothing there that another thread writes. For the same
//! reason, lookahead that follows such an iteration leaves loops at once (`vm::lookahead::way_out`): the next iteration may have any number of yields more than
//! the one that was made.
//!
//! **Why states may be compared like this.** Let a bug be reachable from a state, and an equal one be explored. The bug is reachable from there with
//! the same instructions, up to those in detours, so a search that stops at states that it has seen comes closer to it with every other
//! instruction, and detours end: in a loop, equal states have as many iterations to come; elsewhere in a detour, the next state, or one that is equal
//! to it, is closer to the detour's end. A cycle of states is one that a thread can repeat for ever.
//!
//! **Where it does not hold.** A thread may be cancelled while it sleeps, so sleeps are not idle in programs that cancel threads. A handler of a
//! signal may interrupt a sleep, and may leave any operation by `longjmp`, so nothing is looked for in programs that run handlers, or in
//! functions with `setjmp`. A handler runs only if the program uses a function that sends signals or runs handlers: none comes from outside, and what the
//! processor would report by a signal is a fault, which ends the execution. A write sends SIGPIPE where there is no reader, which only a pipe or a
//! socket can lack, so it counts only where the program uses a function that makes one ([`crate::library::Facts`]). Divisions by what may be zero are not idle: they may fault. If the result is not
//! needed, the divisor is, as far as a fault depends on nothing else ([`divisions`]).
//! No memory is looked at in programs that unwind or switch contexts: there, functions are left at other places, and control comes to frames that did not call.
//! A function with `setjmp` is not involved, so the address of what is private is not passed through one: a `longjmp` that leaves out the return of a function that
//! has the address also leaves the frame of the variable, or comes to a frame above all those that have it. Where leaks are looked for, a pointer counts wherever it is, and where reads of
//! what was never written are reported, so does each byte: then all bytes are part of the state, which is more than is needed (`Vm::dead_bytes`,
//! `vm::faint`). In searches through states, words that look like pointers are, too, because freed blocks are kept for them. As everywhere in what follows from the program's text, no access is
//! out of the bounds of the variable that its pointer was made for.

mod bytes;
mod cells;
mod detours;
mod divisions;
mod involved;
mod joint;
mod loops;
mod needed;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::optimize::is_pure;
use super::polling::graph::Graph;
use crate::code::{CallSite, Insn, Pc, Reg, Role};
use crate::library::Generators;
use crate::program::{Code, Function, FunctionId, FunctionKind, Global, Live, PauseLoop};
pub(crate) use bytes::FaintBytes;
use cells::Private;
use detours::Detour;
use needed::{Needed, Set};

/// A longer function is not idle.
const MOST_INSTRUCTIONS: usize = 64;

/// Functions with more sets of registers, in words, are not looked at.
const MOST_WORDS: usize = 1 << 20;

/// At most this many yields are idle in a row: a thread that iterates in vain is followed once more, yields included.
const MOST_YIELDS: u32 = 16;

/// Of each instruction, whether it computes only what is not needed; of the functions that have some.
pub(crate) type Faint = FxHashMap<FunctionId, Vec<bool>>;

/// What was found out about a program.
#[derive(Default)]
pub(crate) struct Found {
    pub faint: Faint,
    /// What is in the memory of local variables.
    pub bytes: FaintBytes,
    /// Generators of which no number decides anything.
    pub idle_generators: Generators,
}

/// Fills in [`Code::deciding`] of all functions.
pub(crate) fn mark(program: &mut Parts) -> Found {
    let idle = Idle::of(program.functions, program.cancels_threads);
    let mut found = joint::mark(program, &idle);
    let labels = program.labels;
    for (id, function) in (0..).zip(program.functions.iter_mut()) {
        let FunctionKind::Code(code) = &mut function.kind else { continue };
        let is_done = idle.yields[id as usize].is_some() || found.bytes.knows(id);
        if code.internal || is_done || !idle.has_call(code) {
            continue;
        }
        let labels: Vec<Pc> = labels.iter().filter(|label| label.0 == id).map(|label| label.1).collect();
        let Some(mut body) = Body::of(code, &labels, &idle, &Private::default()) else { continue };
        let needed = body.needed();
        body.mark(id, code, &needed, &mut found.faint);
    }
    found
}

/// A program that is almost complete.
pub(crate) struct Parts<'p> {
    pub functions: &'p mut [Function],
    pub globals: &'p [Global],
    pub thread_locals: &'p [Global],
    pub labels: &'p [(FunctionId, Pc)],
    /// Functions that the machine calls by itself.
    pub called: Vec<FunctionId>,
    pub cancels_threads: bool,
    pub may_unwind: bool,
}

/// What is idle to call.
#[derive(Clone)]
struct Idle {
    /// Of each function, how often it yields at most, if it does nothing else.
    yields: Vec<Option<u32>>,
    sleeps: bool,
}

impl Idle {
    fn of(functions: &mut [Function], cancels_threads: bool) -> Idle {
        let of_native =
            |function: &Function| function.native().filter(|native| native.facts.only_yields).map(|_| 1);
        let yields = functions.iter().map(of_native).collect();
        let mut idle = Idle { yields, sleeps: !cancels_threads };
        let mut has_changed = true;
        // A function that calls itself never becomes idle.
        while std::mem::take(&mut has_changed) {
            for (id, function) in functions.iter_mut().enumerate() {
                let FunctionKind::Code(code) = &mut function.kind else { continue };
                if idle.yields[id].is_none() && code.insns.len() <= MOST_INSTRUCTIONS {
                    idle.yields[id] = idle.of_code(code);
                    has_changed |= idle.yields[id].is_some();
                }
            }
        }
        idle
    }

    fn of_code(&self, code: &mut Code) -> Option<u32> {
        let yields = (0..code.insns.len()).try_fold(0u32, |sum, pc| match code.insns[pc] {
            Insn::Return { .. } => Some(sum),
            _ => Some(sum + self.yields_at(code, pc)?),
        })?;
        let is_idle = code.frame_size == 0 && yields <= MOST_YIELDS && self.ends(code);
        is_idle.then_some(yields)
    }

    /// Whether a function of idle instructions comes to its end: all its loops end for certain, and decide nothing.
    fn ends(&self, code: &mut Code) -> bool {
        if Graph::of(code, &[]).cycles().is_empty() {
            return true;
        }
        let Some(mut body) = Body::of(code, &[], self, &Private::default()) else { return false };
        body.needed();
        code.pause_loops = body.pause_loops();
        body.ends_without(&code.pause_loops)
    }

    /// How often an instruction yields at most, if it is idle.
    fn yields_at(&self, code: &Code, pc: usize) -> Option<u32> {
        match code.insns[pc] {
            Insn::Jump { .. } => Some(0),
            insn if is_branch(insn) => Some(0),
            Insn::Call { site, .. } if does_more(&code.sites[site as usize]) => None,
            Insn::Call { site, .. } if self.sleeps && code.sleeps.contains(&site) => Some(1),
            Insn::Call { function, .. } => self.yields[function as usize],
            insn => {
                let constant = |register: Reg| code.constants.iter().find(|known| known.0 == register);
                is_pure(&insn, &|register| constant(register).map(|known| known.1)).then_some(0)
            }
        }
    }

    fn has_call(&self, code: &Code) -> bool {
        (0..code.insns.len()).any(|pc| code.insns[pc].is_call() && self.yields_at(code, pc).is_some())
    }
}

fn is_too_large(instructions: usize, registers: usize) -> bool {
    instructions * registers.div_ceil(64) > MOST_WORDS || registers > usize::from(Reg::MAX)
}

/// Whether control comes to it, or leaves it, otherwise than by calls and returns.
fn leaves_otherwise(code: &Code) -> bool {
    let is_jump = |insn: &Insn| {
        matches!(insn, Insn::SetJump { .. } | Insn::LongJump { .. } | Insn::SwitchContext { .. })
    };
    code.insns.iter().any(is_jump)
}

/// Whether a call accesses memory for its arguments.
fn does_more(site: &CallSite) -> bool {
    !site.copies.is_empty() || !site.varargs.is_empty()
}

/// The flow of control, without that of exceptions of idle calls: they raise none.
fn flow(code: &mut Code, labels: &[Pc], yields: &[Option<u32>]) -> Graph {
    let mut graph = Graph::of(code, labels);
    for (pc, pair) in (0..).zip(code.insns.windows(2)) {
        let &[Insn::Call { site, .. }, Insn::Branch { c, then, .. }] = pair else { continue };
        let site = &code.sites[site as usize];
        if site.lands && yields[pc as usize].is_some() && site.d + site.results == c + 1 {
            graph.remove_edge(pc + 1, then);
        }
    }
    graph
}

fn is_branch(insn: Insn) -> bool {
    matches!(
        insn,
        Insn::Branch { .. }
            | Insn::CompareBranch { .. }
            | Insn::CompareImmBranch { .. }
            | Insn::Switch { .. }
    )
}

/// A function, with what the analysis asks about its instructions.
struct Body {
    insns: Vec<Insn>,
    graph: Graph,
    reads: Vec<Vec<Reg>>,
    writes: Vec<Vec<Reg>>,
    /// How often each yields at most, if it is idle.
    yields: Vec<Option<u32>>,
    /// How many there are, those of memory included ([`cells`]).
    registers: usize,
    /// Of divisions that may fault: what that depends on.
    divisors: FxHashMap<usize, Reg>,
    /// What is needed where the function is left.
    at_end: Set,
    /// Those that end for certain.
    loops: Vec<PauseLoop>,
    /// Branches that only pause, as far as is known.
    detours: Vec<Detour>,
}

impl Body {
    fn of(code: &mut Code, labels: &[Pc], idle: &Idle, private: &Private) -> Option<Body> {
        let (count, registers) = (code.insns.len(), usize::from(code.registers) + private.cells);
        if is_too_large(count, registers) || leaves_otherwise(code) {
            return None;
        }
        let yields_at = |pc| idle.yields_at(code, pc).or_else(|| private.yields.get(&(pc as Pc)).copied());
        let yields: Vec<Option<u32>> = (0..count).map(yields_at).collect();
        let (mut reads, mut writes) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for pc in 0..count {
            let mut insn = code.insns[pc];
            insn.operands(&mut code.sites, &mut |operand| {
                let list = if operand.role == Role::Write { &mut writes[pc] } else { &mut reads[pc] };
                list.extend(*operand.first..*operand.first + operand.count);
            });
        }
        private.reads.iter().for_each(|(&pc, cells)| reads[pc as usize].extend(cells));
        private.writes.iter().for_each(|(&pc, cells)| writes[pc as usize].extend(cells));
        let (insns, graph) = (code.insns.clone(), flow(code, labels, &yields));
        let loops = loops::all(code, &graph, &yields, |one| private.is_moved_in(one));
        let divisors = divisions::find(&insns, &graph, &private.drawn);
        let at_end = Set::new(registers);
        let detours = Vec::new();
        let mut body =
            Body { insns, graph, reads, writes, yields, registers, divisors, at_end, loops, detours };
        body.detours = (0..count).filter_map(|pc| Detour::from(&body, pc as Pc)).collect();
        Some(body)
    }

    /// The greatest solution: a branch on which something depends is one that does more than to pause.
    fn needed(&mut self) -> Needed {
        loop {
            let needed = Needed::of(self);
            let count = self.detours.len();
            let mut detours = std::mem::take(&mut self.detours);
            detours.retain(|detour| !detour.decides(self, &needed));
            let pausing: Vec<Pc> = detours.iter().map(|detour| detour.branch).collect();
            detours.retain(|detour| detour.loops_are_among(self, &pausing));
            self.detours = detours;
            if self.detours.len() == count {
                return needed;
            }
        }
    }

    /// Whether all cycles are those of these loops.
    fn ends_without(&mut self, loops: &[PauseLoop]) -> bool {
        loops.iter().for_each(|one| self.graph.remove(one.branch));
        self.graph.cycles().is_empty()
    }

    /// Tells what was found out to those who ask while the program runs.
    fn mark(&self, id: FunctionId, code: &mut Code, needed: &Needed, faint: &mut Faint) {
        let deciding = self.deciding(code, needed);
        code.pause_loops = self.pause_loops();
        if deciding.is_some() {
            faint.insert(id, (0..code.insns.len()).map(|pc| self.is_faint(pc, needed)).collect());
        }
        code.deciding = deciding;
    }

    fn loop_of(&self, branch: Pc) -> Option<&PauseLoop> {
        self.loops.iter().find(|one| one.branch == branch)
    }

    /// The loops of which nothing is needed behind them.
    fn pause_loops(&self) -> Vec<PauseLoop> {
        self.loops.iter().filter(|one| self.only_pauses(one.branch as usize)).cloned().collect()
    }

    fn only_pauses(&self, branch: usize) -> bool {
        self.detours.iter().any(|detour| detour.branch as usize == branch)
    }

    /// Whether an instruction does nothing but to write registers, to pause, or to decide how long.
    fn is_without_effect(&self, pc: usize) -> bool {
        if is_branch(self.insns[pc]) { self.only_pauses(pc) } else { self.yields[pc].is_some() }
    }

    fn is_faint(&self, pc: usize, needed: &Needed) -> bool {
        self.is_without_effect(pc) && !needed.needs_result(self, pc)
    }

    /// The registers that count at each place, if these are not just those that are live.
    fn deciding(&self, code: &Code, needed: &Needed) -> Option<Box<Live>> {
        let mut deciding = Live::new(self.insns.len(), code.registers);
        let (mut known, mut has_fewer) = (FxHashMap::default(), false);
        for pc in (0..self.insns.len()).filter(|&pc| code.live.knows(pc as Pc)) {
            let counts = if self.insns[pc].is_call() { needed.after(pc) } else { needed.before(pc) };
            let mut set = Set::new(code.registers.into());
            let is_in_loop = self.loops.iter().any(|one| one.contains(pc as Pc));
            for register in code.live.at(pc as Pc) {
                match is_in_loop || counts.contains(register) {
                    true => set.insert(register),
                    false => has_fewer = true,
                }
            }
            deciding.set(pc as Pc, set.words(), &mut known);
        }
        has_fewer.then(|| Box::new(deciding))
    }
}
