//! A lowered program: immutable, shared by all machines that run it.

pub(crate) mod future;
mod parts;

use std::fmt;
use std::sync::Arc;

use mazurka_analysis::ReachableStacks;
use mazurka_analysis::unread::Bytes;
use mazurka_machine::{Location, Range, ThreadId};
use rustc_hash::FxHashMap;

use crate::address::{self, Place};
use crate::code::{AtomicOrder, CallSite, Insn, Pc, Reg, SwitchTable, WordRule};
use crate::library::Generators;
use crate::library::{Native, Run};
use crate::lower::backoff::FaintBytes;
use crate::lower::dead_bytes::DeadBytes;
use crate::lower::errno::ErrnoReads;
use crate::threads::Frame;
pub(crate) use future::FutureTable;
pub use parts::Parts;
pub(crate) use parts::{Member, Part};

/// Index into [`Program::functions`]; its address is `address::CODE + address::FUNCTION_STEP * index`.
pub(crate) type FunctionId = u32;

#[derive(Debug, Default)]
pub struct Program {
    pub functions: Vec<Function>,
    /// Initial contents of variables and constants, by address.
    pub globals: Vec<Global>,
    /// The template of every thread's thread-locals, `thread_local_size` bytes from the start of its stack region on.
    pub thread_locals: Vec<Global>,
    pub thread_local_size: u64,
    /// What pointers lead to, as far as debug info says.
    pub types: Vec<Pointee>,
    /// Where label `i` of `blockaddress` (`address::LABELS + i`) leads.
    pub labels: Vec<(FunctionId, Pc)>,
    /// It has a standard library of Rust in it, or other code that unwinds.
    pub is_rust: bool,
    /// Its `main` is that of Rust's library for tests: the exit code says whether they fail.
    pub is_libtest: bool,
    pub main: FunctionId,
    /// `__mazurka_start`: support code that runs constructors, main and exit.
    pub start: Option<FunctionId>,
    /// In the order they run before main.
    pub constructors: Vec<FunctionId>,
    /// In the order they run at exit.
    pub destructors: Vec<FunctionId>,
    /// Whether some function has a fence that acquires: it makes earlier relaxed reads acquire, too.
    pub acquire_fences: bool,
    /// Whether some function begins an atomic block.
    pub atomic_blocks: bool,
    /// Whether a thread may learn from another what happens-before does not order: see
    /// [`mazurka_machine::Operation::informs_without_order`].
    pub informs_without_order: bool,
    /// Whether some function may do this: see [`crate::library::Facts`].
    pub cancels_threads: bool,
    pub polls_for_end: bool,
    /// And what it shows matters: else clocks stand still.
    pub reads_clock: bool,
    /// Some sleeps are shorter than in the text.
    pub has_shortened: crate::lower::Shortened,
    pub sets_thread_specific: bool,
    /// There may be robust mutexes: what a thread holds at its end is abandoned.
    pub makes_locks_fail: bool,
    pub asks_for_mutexes: bool,
    pub takes_locks: bool,
    pub sends_signals: bool,
    /// `__mazurka_take_signal`: support code that runs a handler, where the program has handlers and signals for them.
    pub take_signal: Option<FunctionId>,
    /// Variables that are accessed in an orderly way once there are several threads, as far as that was analyzed; by address.
    pub protected: Vec<ProtectedVariable>,
    /// What threads may still do, if that was asked for ([`crate::LoweringOptions::future`]).
    pub future: Option<FutureTable>,
    /// Whose stacks other threads may reach, if that was asked for ([`crate::LoweringOptions::reachable_stacks`]); else all.
    pub reachable_stacks: ReachableStacks,
    /// Bytes of local variables that are written before they are read.
    pub dead_bytes: DeadBytes,
    /// Where it makes a difference what a thread's `errno` is, if that is known.
    pub errno_reads: Option<ErrnoReads>,
    /// Bytes of local variables that decide only how long a thread pauses.
    pub faint_bytes: FaintBytes,
    /// Generators of random numbers of which no number decides more than that.
    pub idle_generators: Generators,
    /// Functions that neither the program nor the library defines.
    pub undefined: Vec<Undefined>,
    /// Bytes of blocks that nothing reads; blocks have the number of theirs, plus one.
    pub unread_blocks: Vec<Bytes>,
    /// Some values are not kept, because nothing reads them.
    pub has_unread: bool,
}

impl Program {
    /// Lets generators of random numbers be as idle as in another program, which is the same but for what it keeps in variables that nothing reads.
    pub fn draw_like(&mut self, other: &Program) {
        self.idle_generators = other.idle_generators;
    }

    /// Whether there are loops that may wait.
    pub(crate) fn has_polls(&self) -> bool {
        let polls = |function: &Function| match &function.kind {
            FunctionKind::Code(code) => code.polls.contains(&true) || code.retries.contains(&true),
            _ => false,
        };
        self.functions.iter().any(polls)
    }

    /// The part of a thread's stack region that no other thread accesses in any execution: its frames, or nothing.
    pub(crate) fn private_stack(&self, thread: ThreadId) -> Range {
        let is_private = match self.reachable_stacks {
            ReachableStacks::None => true,
            ReachableStacks::Main => thread != ThreadId::MAIN,
            ReachableStacks::All => false,
        };
        let start = self.first_frame(thread);
        let length = if is_private { address::heap_of(thread) - start } else { 0 };
        Range { start, length }
    }

    /// A thread's `errno`, if no other thread accesses it in any execution.
    pub(crate) fn private_errno(&self, thread: ThreadId) -> Range {
        let length = if self.errno_reads.is_some() { 4 } else { 0 };
        Range { start: address::errno_of(thread), length }
    }

    /// Where the frames of a thread begin: behind its thread-locals, which other threads may reach.
    pub(crate) fn first_frame(&self, thread: ThreadId) -> u64 {
        let size = self.thread_local_size.max(address::THREAD_LOCALS_OFFSET);
        address::stack_of(thread) + size.next_multiple_of(16)
    }

    /// Whether a variable has a value at an address that is not kept, because nothing reads it.
    pub(crate) fn is_unread(&self, address: u64) -> bool {
        self.is_among(|variable| &variable.unread, address)
    }

    /// Whether a variable has something at an address that decides only which memory is accessed.
    pub(crate) fn only_leads(&self, address: u64) -> bool {
        self.is_among(|variable| &variable.leading, address)
    }

    /// Whether an address is one of these bytes of a variable.
    fn is_among(&self, bytes: impl Fn(&Global) -> &[std::ops::Range<u64>], address: u64) -> bool {
        let (variables, offset) = match address::place(address) {
            Place::Global => (&self.globals, address),
            Place::Stack(thread) => (&self.thread_locals, address - address::stack_of(thread)),
            _ => return false,
        };
        variables.iter().any(|variable| {
            let within = offset.checked_sub(variable.address);
            within.is_some_and(|within| bytes(variable).iter().any(|range| range.contains(&within)))
        })
    }

    /// The bytecode that a frame runs.
    #[inline]
    pub(crate) fn code(&self, function: FunctionId) -> &Code {
        match &self.functions[function as usize].kind {
            FunctionKind::Code(code) => code,
            _ => unreachable!("only bytecode has frames"),
        }
    }

    /// The function whose address this is.
    pub(crate) fn function_at(&self, address: u64) -> Option<FunctionId> {
        let offset = address.checked_sub(address::CODE)?;
        let index = offset / address::FUNCTION_STEP;
        let exists = offset % address::FUNCTION_STEP == 0 && index < self.functions.len() as u64;
        exists.then_some(index as FunctionId)
    }

    /// The variable that an address is in, or else the next one below it.
    pub(crate) fn global_at(&self, address: u64) -> Option<&Global> {
        let after = self.globals.partition_point(|global| global.address <= address);
        self.globals[..after].last()
    }

    /// Whether threads may make others run handlers of signals.
    #[inline]
    pub(crate) fn interrupts_threads(&self) -> bool {
        self.sends_signals && self.take_signal.is_some()
    }

    /// Whether a frame is not at a call but at what it does next: a handler runs in between. `above` are the frames that are above
    /// it.
    #[inline]
    pub(crate) fn is_interrupted(&self, above: &[Frame]) -> bool {
        self.take_signal.is_some() && above.first().map(|frame| frame.function) == self.take_signal
    }

    /// What [`Program::acquire_fences`] must say.
    pub(crate) fn has_acquire_fence(functions: &[Function]) -> bool {
        let acquires = |insn: &Insn| matches!(insn, Insn::Fence { order } if !matches!(order, AtomicOrder::Relaxed | AtomicOrder::Release));
        functions.iter().any(|function| match &function.kind {
            FunctionKind::Code(code) => code.insns.iter().any(acquires),
            _ => false,
        })
    }
}

/// A function that neither the program nor the library defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undefined {
    pub name: Arc<str>,
    /// Its first call in the text, if it is called directly, and if that is known.
    pub call: Option<Location>,
}

/// A global variable that is protected by one lock, or only read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtectedVariable {
    pub memory: Range,
    /// The address of the lock that every access holds; `None`: it is only read.
    pub lock: Option<u64>,
}

#[derive(Debug)]
pub struct Global {
    /// In the address space, or the offset in the thread's block for thread-locals.
    pub address: u64,
    pub size: u64,
    /// May be shorter than `size`: the rest is zero.
    pub image: Vec<u8>,
    pub name: Arc<str>,
    pub constant: bool,
    /// A variable of the library's own.
    pub internal: bool,
    /// The bytes that nothing reads: they are always zero, whatever the program writes.
    pub unread: Vec<std::ops::Range<u64>>,
    /// The bytes of addresses that decide only which memory is accessed.
    pub leading: Vec<std::ops::Range<u64>>,
    pub parts: Parts,
}

impl Global {
    pub(crate) fn clear_unread(&mut self) {
        for bytes in &self.unread {
            let (start, end) = (bytes.start as usize, self.image.len().min(bytes.end as usize));
            if start < end {
                self.image[start..end].fill(0);
            }
        }
    }
}

/// Index into [`Program::types`].
pub(crate) type TypeNumber = u32;

/// A type that a pointer can lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointee {
    pub name: Arc<str>,
    pub size: u64,
    /// Whether it is a struct or a union.
    pub is_record: bool,
    pub parts: Parts,
}

#[derive(Debug)]
pub struct Function {
    pub name: Arc<str>,
    pub kind: FunctionKind,
}

impl Function {
    pub(crate) fn native(&self) -> Option<&'static Native> {
        match self.kind {
            FunctionKind::Native(native) => Some(native),
            _ => None,
        }
    }

    /// Whether threads may learn something by an operation of it that happens-before does not order.
    pub(crate) fn may_inform_without_order(&self) -> bool {
        use AtomicOrder::{AcqRel, Acquire, Release, SeqCst};
        let is_ordered = |insn: &Insn| match *insn {
            Insn::AtomicLoad { order, .. } => matches!(order, Acquire | SeqCst),
            Insn::AtomicStore { order, .. } => matches!(order, Release | SeqCst),
            Insn::AtomicRmw { order, .. } => matches!(order, AcqRel | SeqCst),
            Insn::CompareExchange { success, failure, .. } => {
                matches!(success, AcqRel | SeqCst) && matches!(failure, Acquire | SeqCst)
            }
            _ => true,
        };
        match &self.kind {
            FunctionKind::Code(code) => !code.insns.iter().all(is_ordered),
            FunctionKind::Native(native) => native.may_inform_without_order(),
            FunctionKind::Unusable(_) => false,
        }
    }

    /// Whether calling it begins an atomic block.
    pub fn is_block(&self) -> bool {
        self.native().is_some_and(|native| matches!(native.run, Run::Block(_)))
    }
}

#[derive(Debug)]
pub enum FunctionKind {
    Code(Box<Code>),
    Native(&'static Native),
    /// It is undefined, or its text could not be read: an error when called, with this reason.
    Unusable(String),
}

#[derive(Debug, Default)]
pub struct Code {
    pub insns: Vec<Insn>,
    /// Number of registers of a frame.
    pub registers: u16,
    /// Number of registers that arguments arrive in (0 …).
    pub params: u16,
    /// Registers that hold constants for the whole life of a frame: filled in on entry, not part of the state.
    pub constants: Vec<(Reg, u64)>,
    /// Bytes of fixed allocas, and the place of each one.
    pub frame_size: u32,
    pub frame_align: u32,
    pub allocas: Vec<FrameSlot>,
    /// Of these, by offset, what nothing reads.
    pub unread_locals: Vec<(u32, Bytes)>,
    /// Calls by their sites, in order, that allocate blocks of which nothing reads some bytes: see [`Program::unread_blocks`].
    pub unread_blocks: Vec<(u32, u32)>,
    pub varargs: bool,
    pub sites: Vec<CallSite>,
    pub switches: Vec<SwitchTable>,
    pub unsupported: Vec<String>,
    /// For every instruction, index into `locations` plus one; 0: unknown.
    pub lines: Vec<u32>,
    pub locations: Vec<SourcePosition>,
    pub live: Live,
    /// Where some live registers decide only how long a thread pauses: those that decide more, which are
    /// part of the state.
    pub deciding: Option<Box<Live>>,
    /// Of loops of one path that end for certain: the branch that leaves each, and what comes after it in the loop.
    pub counted_loops: Vec<(Pc, Pc)>,
    /// Loops that decide only how long a thread pauses, and end for certain.
    pub pause_loops: Vec<PauseLoop>,
    /// Calls of what only sleeps, no matter how long; sorted.
    pub sleeps: Vec<u32>,
    /// For every instruction, whether an iteration that changes nothing may contain it; may be shorter than the code.
    pub polls: Vec<bool>,
    /// The same for an iteration that leaves nothing behind.
    pub retries: Vec<bool>,
    /// For every instruction, whether it takes a lock for a critical section that is never whole; may be shorter than the code.
    pub never_whole: Vec<bool>,
    /// For every instruction, whether all plain accesses that it makes are to memory that no other thread can reach; empty where
    /// that was not analyzed.
    pub fresh: Vec<bool>,
    /// For every instruction, the number of the instruction of the text that it belongs to, plus one; empty where nothing asks.
    pub origins: Vec<u32>,
    /// For every instruction, what is known of it as one of a lock; empty where that is nothing.
    pub word_rules: Vec<Option<WordRule>>,
    /// A variable in a register has its value only where that register is live: others share it elsewhere.
    pub variables: Vec<SourceVariable>,
    /// `true` for code of the library's own: left out of stacks that people see.
    pub internal: bool,
}

/// A loop of one path, which only writes registers that are not needed behind it, and pauses.
#[derive(Clone, Debug)]
pub struct PauseLoop {
    /// Where it is left.
    pub branch: Pc,
    /// From the branch back to it.
    pub path: Vec<Pc>,
    pub exit: Pc,
}

impl PauseLoop {
    pub(crate) fn contains(&self, pc: Pc) -> bool {
        pc == self.branch || self.path.contains(&pc)
    }
}

impl Code {
    /// Where the loop that an instruction belongs to is left to, if it is one that only pauses.
    #[inline]
    pub(crate) fn way_out(&self, pc: Pc) -> Option<Pc> {
        self.pause_loops.iter().find(|one| one.contains(pc)).map(|one| one.exit)
    }

    /// What is known of an instruction as one of a lock.
    #[inline]
    pub(crate) fn word_rule(&self, pc: usize) -> Option<WordRule> {
        self.word_rules.get(pc).copied().flatten()
    }

    /// Whether an instruction accesses only memory that no other thread can reach.
    #[inline]
    pub(crate) fn is_fresh(&self, pc: usize) -> bool {
        self.fresh.get(pc) == Some(&true)
    }

    /// The position of an instruction in the source, if it has one.
    pub fn position(&self, pc: Pc) -> Option<&SourcePosition> {
        let index = self.lines.get(pc as usize)?.checked_sub(1)?;
        self.locations.get(index as usize)
    }

    /// Whether a variable of the source that is a pointer lives in this register, at least for a time.
    pub(crate) fn is_pointer(&self, register: Reg) -> bool {
        let is_pointer = |parts: &Parts| matches!(parts, Parts::Scalar(scalar) if scalar.is_pointer());
        let here = VariablePlace::Register(register);
        self.variables.iter().any(|variable| variable.place == here && is_pointer(&variable.parts))
    }
}

/// A listing, one instruction a line: for tests and debugging.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "registers {}, parameters {}, frame {}", self.registers, self.params, self.frame_size)?;
        for (register, value) in &self.constants {
            writeln!(f, "  r{register} = {value:#x}")?;
        }
        for (pc, insn) in self.insns.iter().enumerate() {
            write!(f, "{pc:4} {insn:?}")?;
            match insn {
                Insn::Call { site, .. } | Insn::CallIndirect { site, .. } => {
                    writeln!(f, " {:?}", self.sites[*site as usize])?;
                }
                Insn::Switch { table, .. } => writeln!(f, " {:?}", self.switches[*table as usize])?,
                Insn::Unsupported { reason } => writeln!(f, " {}", self.unsupported[*reason as usize])?,
                _ => writeln!(f)?,
            }
        }
        Ok(())
    }
}

/// For every instruction at which a thread can be between steps (visible operations, plain accesses and calls), the
/// registers that are live there, constants excluded. For a call: live after it returns, without those of its result; its
/// arguments are in its call site.
///
/// A set is a row of bits, and equal sets are stored once: most functions need one word per set and have few of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Live {
    /// For every instruction, which set; [`Live::NOWHERE`] where no thread can be between steps.
    index: Vec<u32>,
    sets: Vec<u64>,
    /// Words of a set.
    width: usize,
}

impl Live {
    const NOWHERE: u32 = u32::MAX;

    /// For `instructions` instructions on `registers` registers, without sets.
    pub fn new(instructions: usize, registers: u16) -> Live {
        let width = usize::from(registers).div_ceil(64).max(1);
        Live { index: vec![Live::NOWHERE; instructions], sets: Vec::new(), width }
    }

    /// A thread can be at `pc`, where these are live (a bit per register, in words of 64).
    pub fn set(&mut self, pc: Pc, words: &[u64], known: &mut FxHashMap<Box<[u64]>, u32>) {
        let set = *known.entry(words.into()).or_insert_with(|| {
            self.sets.extend((0..self.width).map(|i| words.get(i).copied().unwrap_or(0)));
            (self.sets.len() / self.width - 1) as u32
        });
        self.index[pc as usize] = set;
    }

    /// Whether a thread can be at `pc` between steps.
    pub fn knows(&self, pc: Pc) -> bool {
        self.index.get(pc as usize).is_some_and(|&set| set != Live::NOWHERE)
    }

    /// In ascending order; none where no thread can be between steps.
    pub fn at(&self, pc: Pc) -> impl Iterator<Item = Reg> + '_ {
        let set = self.index.get(pc as usize).copied().filter(|&set| set != Live::NOWHERE);
        let words = set.map_or(&[][..], |set| &self.sets[set as usize * self.width..][..self.width]);
        words
            .iter()
            .enumerate()
            .flat_map(|(i, &word)| Bits(word).map(move |bit| (i * 64) as Reg + bit as Reg))
    }
}

struct Bits(u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameSlot {
    pub offset: u32,
    pub size: u32,
}

/// A position, and the calls that were inlined around it, innermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePosition {
    pub location: Location,
    pub function: Arc<str>,
    pub inlined_at: Vec<(Location, Arc<str>)>,
    /// What the instruction touches, as far as a pointer of the source says.
    pub access: Option<Access>,
}

/// Memory as a pointer of the source sees it: something in an object of the type that it points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    pub to: TypeNumber,
    /// Bytes from the start of the object.
    pub offset: i64,
}

/// A local variable of the source and where it lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceVariable {
    pub name: Arc<str>,
    pub place: VariablePlace,
    pub line: u32,
    pub bits: u32,
    pub parts: Parts,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    Register(Reg),
    Frame(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_live_sets_are_stored_once() {
        let (mut live, mut known) = (Live::new(4, 70), FxHashMap::default());
        live.set(1, &[0b101, 1 << 5], &mut known);
        live.set(2, &[0b101, 1 << 5], &mut known);
        live.set(3, &[0, 0], &mut known);
        assert_eq!(live.at(1).collect::<Vec<_>>(), [0, 2, 69]);
        assert_eq!(live.at(2).collect::<Vec<_>>(), [0, 2, 69]);
        assert_eq!((live.at(0).count(), live.at(3).count(), live.at(9).count()), (0, 0, 0));
        assert_eq!(live.sets.len(), 4);
    }
}
