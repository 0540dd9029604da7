//! Futexes (futex(2)), reached through `syscall`.
//!
//! The threads' states hold which thread sleeps on which word; a wake chooses among the sleepers.
//!
//! The kernel accesses the word only where it compares or changes it. Otherwise its address is only a key
//! ([`address::futex_key`]): a thread may wake others on a word that is already freed, or whose frame is gone.
//!
//! A sleeper's `phase` is the bit set that it waits with (`FUTEX_WAIT_BITSET`), which is never zero.

mod owned;
mod wake;

use mazurka_machine::Access;

use super::*;
use crate::errno::{EAGAIN, EINVAL, ETIMEDOUT};

const SIZE: u64 = 4;

const WAIT: u32 = 0;
const WAKE: u32 = 1;
const REQUEUE: u32 = 3;
const CMP_REQUEUE: u32 = 4;
const WAKE_OP: u32 = 5;
const LOCK_PI: u32 = 6;
const UNLOCK_PI: u32 = 7;
const TRYLOCK_PI: u32 = 8;
const WAIT_BITSET: u32 = 9;
const WAKE_BITSET: u32 = 10;
/// [`LOCK_PI`] with a choice of the clock.
const LOCK_PI2: u32 = 13;
/// `FUTEX_PRIVATE_FLAG` and `FUTEX_CLOCK_REALTIME`: no difference here.
const FLAGS: u32 = 128 | 256;
/// `FUTEX_BITSET_MATCH_ANY`
const MATCH_ANY: u32 = u32::MAX;

const BEGIN: u32 = 0;

/// `syscall(SYS_futex, word, operation, value, timeout, second word, third value)`.
#[derive(Clone, Copy)]
struct Call {
    word: u64,
    command: u32,
    value: u32,
    /// For wakes with a second word: how many sleepers move there, or wake there.
    timeout: u64,
    second: u64,
    third: u32,
}

impl Call {
    fn of(args: &Args) -> Call {
        Call {
            word: args.word(1),
            command: args.word(2) as u32 & !FLAGS,
            value: args.word(3) as u32,
            timeout: args.word(4),
            second: args.word(5),
            third: args.word(6) as u32,
        }
    }

    fn sleeps(self) -> bool {
        matches!(self.command, WAIT | WAIT_BITSET | LOCK_PI | LOCK_PI2)
    }

    /// The bits that a wait and a wake must have in common.
    fn bits(self) -> u32 {
        match self.command {
            WAIT_BITSET | WAKE_BITSET => self.third,
            _ => MATCH_ANY,
        }
    }

    /// What a thread does before it falls asleep, if it does.
    fn first_operation(self, memory: &Memory) -> Operation {
        match self.command {
            // Wakes do not concern a thread that does not fall asleep.
            WAIT | WAIT_BITSET if Field(self.word).get(memory).is_ok_and(|word| word != self.value) => {
                touching(&[(self.word, false)])
            }
            // It only looks at the word; wakes and writes are not indifferent to that.
            WAIT | WAIT_BITSET => touching(&[(self.word, false), (key(self.word), false)]),
            _ => owned::operation(self),
        }
    }
}

fn key(word: u64) -> u64 {
    address::futex_key(word)
}

fn operation(verb: Verb, key: u64) -> Operation {
    Operation::Sync(verb, ObjectKind::Futex.at(key, SIZE))
}

/// These words in one go, and whether each is written.
fn touching(words: &[(u64, bool)]) -> Operation {
    let access = |&(start, writes): &(u64, bool)| Access { range: Range { start, length: SIZE }, writes };
    Operation::Block(words.iter().map(access).collect())
}

pub(super) fn describe(view: &View, args: &Args) -> Result<Intent, Stop> {
    let call = Call::of(args);
    if !call.sleeps() {
        return Ok(match call.command {
            UNLOCK_PI | TRYLOCK_PI => owned::describe(view, call),
            _ => wake::describe(view, call),
        });
    }
    let state = &view.this().state;
    match (state.phase, state.wait) {
        (BEGIN, _) => Ok(Intent::ready(call.first_operation(&view.state.memory))),
        (_, Wait::On(at)) => {
            let timed = call.timeout != 0;
            let verb = if timed { Verb::Inspect } else { Verb::Sleep };
            Ok(Intent {
                urgency: Urgency::of_timeout(timed),
                ..Intent::when(timed, operation(verb, key(owned::word_of(at))))
            })
        }
        // It might have timed out before it was woken: for that race, it inspects the object in this case, too.
        (_, Wait::Woken(at)) if call.timeout != 0 => {
            Ok(Intent::ready(operation(Verb::Inspect, key(owned::word_of(at)))))
        }
        _ => Ok(Intent::ready(Operation::Local)),
    }
}

pub(super) fn run(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let call = Call::of(args);
    if !call.word.is_multiple_of(SIZE) {
        return failed(context, EINVAL);
    }
    match call.command {
        WAIT | WAIT_BITSET | LOCK_PI | LOCK_PI2 => sleep(context, call),
        WAKE | WAKE_BITSET | REQUEUE | CMP_REQUEUE | WAKE_OP => wake::run(context, call, choice),
        TRYLOCK_PI => owned::lock(context, call),
        UNLOCK_PI => owned::unlock(context, call, choice),
        other => Err(Stop::Unsupported(format!("futex operation {other}"))),
    }
}

fn failed(context: &mut Context, errno: i32) -> Result<Return, Stop> {
    context.set_errno(errno);
    done(context, Return::long(-1))
}

/// A call that may sleep: before, in and after its sleep.
fn sleep(context: &mut Context, call: Call) -> Result<Return, Stop> {
    let state = context.this().state;
    match (state.phase, state.wait) {
        (BEGIN, _) if matches!(call.command, WAIT | WAIT_BITSET) => wait(context, call),
        (BEGIN, _) => owned::lock(context, call),
        (_, Wait::On(_)) => {
            if call.command == WAIT {
                let length = clock::timespec(&context.state.memory, call.timeout)?;
                clock::pass(context, length.unwrap_or(0));
            } else {
                clock::pass_until(context, call.timeout)?;
            }
            failed(context, ETIMEDOUT)
        }
        _ => done(context, Return::long(0)),
    }
}

fn wait(context: &mut Context, call: Call) -> Result<Return, Stop> {
    if call.bits() == 0 {
        return failed(context, EINVAL);
    }
    if Field(call.word).get(&context.state.memory)? != call.value {
        return failed(context, EAGAIN);
    }
    fall_asleep(context, call, call.word)
}

fn fall_asleep(context: &mut Context, call: Call, at: u64) -> Result<Return, Stop> {
    if call.timeout != 0 && clock::timespec(&context.state.memory, call.timeout)?.is_none() {
        return failed(context, EINVAL);
    }
    check_awake(context)?;
    let state = context.this_state();
    state.phase = call.bits();
    state.wait = Wait::On(at);
    Ok(Return::Again)
}
