//! Rules for the synchronisation of Rust's standard library: atomic instructions of its locks that are known by the file and the function
//! that they come from, as debug information has them, however deeply they are inlined.
//!
//! A rule never changes what an instruction does. It says when a thread may execute it, and which accesses are one step; every execution with
//! rules is one without them, too. What has to be shown is that no other execution leads anywhere else.
//!
//! - *Wait* ([`WordRule::Lock`], [`WordRule::Write`], [`WordRule::Park`]): a thread is blocked at the first access of a loop that waits, until
//!   that access takes what the loop waits for. `Mutex::lock` is a compare-and-swap of "free" by "taken", and a loop behind it that spins,
//!   marks the word as contended, sleeps, and swaps. The loop ends with a swap that finds "free"; let the thread wait before its
//!   compare-and-swap, and make that where the last swap was. What it leaves out has no effect that a program can see: the mark only makes
//!   the next `unlock` wake a sleeper, and there is none. A thread that sleeps for ever is blocked for ever. `RwLock::write` and `park` are the
//!   same. Threads that sleep in the loops because a rule did not apply to them have left a mark; where there is one, the rules say
//!   nothing, but for the mutex, whose mark goes away with every unlock.
//! - *Wait and take over* ([`WordRule::Read`], [`WordRule::Once`], [`WordRule::TakeOver`]): `RwLock::read` and `Once::call` load the word, and swap
//!   it if it is still the same. Load and compare-and-swap are one step. Where they are not, either nothing happened in between, or the
//!   compare-and-swap fails and what follows is a loop that waits, as above.
//! - *Patience* ([`Lowering::counts_patience`]): channels count how often they have tried, and pause the longer. A loop that counts never comes
//!   back to the same state, so it would not be seen that it waits. Nothing but the length of pauses depends on the count, and it stays 0.
//! - *Known* ([`Compared`]): a load whose value changes nothing. `futex_wait` returns early if the word has changed; the system call behind it
//!   looks again. `Once::is_completed` saves a call of `Once::call`, which looks again. `panic_count::count_is_zero` saves a look at the
//!   thread's own count, which is zero if the global one is.
//! - *Own* ([`WordRule::Owner`]): a lock that its owner may take again (stdout's) compares its owner with the thread that looks. No other thread
//!   writes the thread's own number, and only the thread itself makes it go away: whether it is there follows from what the thread has done, and
//!   all other values are the same to it. So the load is not an access, and stays within the step before it.
//!
//! The unlock and the sleep of `Condvar::wait` stay two steps, and so do the addition and the wake of `notify_one`; in
//! `pthread_cond_wait` and `pthread_cond_signal` they are one. A thread that finds the word changed returns, and the wake that follows
//! the addition is left for another one: for a second thread that sleeps, or for the same one when it waits again. So one notification may end two waits, and a
//! program that does not expect it has a bug that a step of both would hide. It costs an execution: a handshake has 3, and 2 in C.
//!
//! The rules were read off the sources of the versions in [`VERSIONS`], and are used with no others.

use mazurka_ir::TypeId;
use mazurka_ir::debug::DebugType;
use mazurka_ir::instruction::{Block, DebugRecord, IntPredicate, LocalId, Op, Value};
use mazurka_ir::operands::values;

use super::function::{Arg, Lowered, Lowering};
use crate::code::{AtomicOrder, Insn, RmwOp, WordRule};
use crate::program::SourcePosition;
use crate::rust;

/// The minor versions of Rust 1 whose sources were looked at.
pub const VERSIONS: [u32; 1] = [95];

const MUTEX: &str = "std/src/sys/sync/mutex/futex.rs";
const RWLOCK: &str = "std/src/sys/sync/rwlock/futex.rs";
const ONCE: &str = "std/src/sys/sync/once/futex.rs";
const PARKER: &str = "std/src/sys/sync/thread_parking/futex.rs";
const REENTRANT: &str = "std/src/sync/reentrant_lock.rs";
const FUTEX: &str = "std/src/sys/pal/unix/futex.rs";
const BACKOFF: &str = "std/src/sync/mpmc/utils.rs";
/// Where what uses [`BACKOFF`] is.
const CHANNELS: &str = "std/src/sync/mpmc/";
const PANICKING: &str = "std/src/panicking.rs";
/// The methods of atomic types, and what they call.
const ATOMIC: &str = "core/src/sync/atomic.rs";

/// The interface of [`ONCE`], and what is made of it.
const ONCE_API: &str = "std/src/sync/once.rs";
const ONCE_LOCK: &str = "std/src/sync/once_lock.rs";

/// What is known of the value of a load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compared {
    /// It is equal to what it is compared with.
    Equal,
    Different,
    /// It may as well be this.
    Constant(u64),
}

/// A call of the source: the file of the standard library that it is in, and the name of the function.
type Call<'p> = (&'p str, &'p str);

/// The calls around an atomic instruction, innermost first, without the methods of atomic types.
fn calls(position: &SourcePosition) -> impl Iterator<Item = Call<'_>> {
    let innermost = (&*position.location.file, &*position.function);
    let outer = position.inlined_at.iter().map(|(location, function)| (&*location.file, &**function));
    let calls = std::iter::once(innermost).chain(outer).map(|(file, function)| {
        (rust::library_file(file).unwrap_or_default(), function.split('<').next().unwrap_or_default())
    });
    calls.skip_while(|(file, _)| *file == ATOMIC)
}

/// The rule for an atomic instruction at a position.
pub(super) fn of(insn: &Insn, position: &SourcePosition) -> Option<WordRule> {
    use AtomicOrder::Acquire;
    Some(match (calls(position).next()?, insn) {
        ((MUTEX, "lock"), Insn::CompareExchange { .. }) => WordRule::Lock,
        ((RWLOCK, "write"), Insn::CompareExchange { .. }) => WordRule::Write,
        ((RWLOCK, "read"), Insn::AtomicLoad { .. }) => WordRule::Read,
        ((RWLOCK, "read"), Insn::CompareExchange { .. }) => WordRule::TakeOver,
        ((ONCE, "call"), Insn::AtomicLoad { .. }) => WordRule::Once,
        ((ONCE, "call"), Insn::CompareExchange { success: Acquire, .. }) => WordRule::TakeOver,
        ((REENTRANT, "contains"), Insn::AtomicLoad { .. }) => WordRule::Owner,
        ((PARKER, "park"), Insn::AtomicRmw { op: RmwOp::Sub, .. }) => WordRule::Park,
        _ => return None,
    })
}

/// How an atomic load at a position compares, if it is known.
fn comparison(position: &SourcePosition) -> Option<Compared> {
    let mut calls = calls(position);
    match calls.next()? {
        (FUTEX, "futex_wait") => Some(Compared::Equal),
        (PANICKING, "count_is_zero") => Some(Compared::Constant(1)),
        (ONCE, "is_completed") => looks_again(calls).then_some(Compared::Different),
        _ => None,
    }
}

/// Whether who asks if something was done once calls [`ONCE`]'s `call` if it was not.
fn looks_again<'p>(mut callers: impl Iterator<Item = Call<'p>>) -> bool {
    match callers.next() {
        Some((ONCE_API, "call_once" | "call_once_force")) => true,
        Some((ONCE_API, "is_completed")) => {
            let way = [(ONCE_LOCK, "initialized"), (ONCE_LOCK, "get"), (ONCE_LOCK, "get_or_try_init")];
            way.into_iter().all(|call| callers.next() == Some(call))
        }
        _ => false,
    }
}

impl<'p> Lowering<'_, 'p> {
    fn position(&self) -> Option<&SourcePosition> {
        self.lines.positions.get((self.lines.current() as usize).checked_sub(1)?)
    }

    /// Whether an addition, of which this is the result, counts how often a loop has tried.
    pub(super) fn counts_patience(&self, result: LocalId) -> bool {
        let Some(at) = self.position().filter(|_| self.builder.options.std_rules) else { return false };
        match calls(at).next() {
            Some((BACKOFF, "spin_light" | "spin_heavy")) => true,
            // Of several functions that end with it, the compiler makes one addition, which is at no line.
            Some((file, _)) => at.location.line == 0 && file.starts_with(CHANNELS) && self.is_backoff(result),
            None => false,
        }
    }

    /// Whether a local is the value of a variable that a loop keeps its patience in.
    fn is_backoff(&self, local: LocalId) -> bool {
        let is_its_value = |record: &&DebugRecord| {
            record.value.as_ref().is_some_and(|typed| typed.value == Value::Local(local))
        };
        self.body.debug_records.iter().filter(is_its_value).any(|record| {
            let ty = self.m.debug.variable(record.variable).and_then(|variable| variable.ty);
            let described = ty.and_then(|ty| self.m.debug.debug_type(ty));
            matches!(described.as_deref(), Some(DebugType::Record { name: Some(name), .. }) if **name == *"Backoff")
        })
    }

    /// The rule for an instruction that is emitted now.
    pub(super) fn word_rule(&self, insn: &Insn) -> Option<WordRule> {
        if !self.builder.options.std_rules || !insn.is_atomic() {
            return None;
        }
        of(insn, self.position()?)
    }

    /// Emits a load whose value is known as far as it matters; `false` if it is not.
    pub(super) fn compared_load(&mut self, result: LocalId) -> Lowered<bool> {
        let compared = match self.position() {
            Some(position) if self.builder.options.std_rules => comparison(position),
            _ => None,
        };
        let Some(compared) = compared else { return Ok(false) };
        let value = match (compared, self.compared_with(result)) {
            (Compared::Constant(value), _) => Arg::Bits(value),
            (_, None) => return Ok(false),
            (Compared::Equal, Some((other, ty))) => self.arg(other, ty)?,
            (Compared::Different, Some((other, ty))) => match self.arg(other, ty)? {
                Arg::Bits(bits) => Arg::Bits(bits ^ 1),
                Arg::Reg(_) => return Ok(false),
            },
        };
        let d = self.result(result, 1)?;
        self.mov(d, value);
        Ok(true)
    }

    /// What a local is tested against for equality, if that is all that is done with it, and the other value is known before it: a
    /// constant, a parameter, or a value that was loaded before.
    pub(super) fn compared_with(&self, result: LocalId) -> Option<(&'p Value, TypeId)> {
        let mut found = None;
        let body = self.body;
        for (block, instruction) in
            body.blocks.iter().flat_map(|block| block.instructions.iter().map(move |i| (block, i)))
        {
            let mut uses = 0;
            values(&instruction.op, &mut |value| {
                uses += usize::from(*value == Value::Local(result));
            });
            match &instruction.op {
                _ if uses == 0 => {}
                Op::ICmp { predicate: IntPredicate::Eq | IntPredicate::Ne, ty, lhs, rhs }
                    if uses == 1 && found.is_none() =>
                {
                    let other = if *lhs == Value::Local(result) { rhs } else { lhs };
                    found = Some((block, other, *ty));
                }
                _ => return None,
            }
        }
        let (block, other, ty) = found?;
        let is_known = match other {
            Value::Constant(_) => true,
            Value::Local(local) => match self.definition(other) {
                None => (local.0 as usize) < self.params,
                Some(Op::Load { .. }) => comes_before(block, *local, result),
                Some(_) => false,
            },
        };
        is_known.then_some((other, ty))
    }
}

/// Of two locals that an instruction of this block uses: whether one has its value where the other, of the same block, gets its own. What is not
/// of this block comes before all of it, because a definition dominates its uses.
fn comes_before(block: &Block, one: LocalId, other: LocalId) -> bool {
    let position =
        |local| block.instructions.iter().position(|instruction| instruction.result == Some(local));
    position(other).is_some_and(|at| position(one).is_none_or(|before| before < at))
}
