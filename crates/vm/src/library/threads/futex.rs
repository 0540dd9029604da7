//! Futexes (futex(2)), reached through `syscall`.
//!
//! The threads' states hold which thread sleeps on which word; a wake chooses among the sleepers.
//!
//! The kernel reads the word only where it compares it with a value. Otherwise its address is only a key
//! ([`address::futex_key`]): a thread may wake others on a word that is already freed, or whose frame is gone.

use mazurka_machine::Access;

use super::*;
use crate::errno::{EAGAIN, EINVAL, ETIMEDOUT};

const SIZE: u64 = 4;

const WAIT: u32 = 0;
const WAKE: u32 = 1;
const REQUEUE: u32 = 3;
const CMP_REQUEUE: u32 = 4;
const WAIT_BITSET: u32 = 9;
const WAKE_BITSET: u32 = 10;
/// `FUTEX_PRIVATE_FLAG` and `FUTEX_CLOCK_REALTIME`: no difference here.
const FLAGS: u32 = 128 | 256;
const MATCH_ANY: u32 = u32::MAX;

const BEGIN: u32 = 0;
const ASLEEP: u32 = 1;

/// `syscall(SYS_futex, word, operation, value, timeout, second word, third value)`.
#[derive(Clone, Copy)]
struct Call {
    word: u64,
    command: u32,
    value: u32,
    /// For wakes with a second word: how many sleepers move there.
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

    fn waits(self) -> bool {
        matches!(self.command, WAIT | WAIT_BITSET)
    }

    /// What a call does that wakes others, or moves them to another word.
    fn wake_operation(self) -> Operation {
        let moves = [(key(self.word), true), (key(self.second), true), (self.word, false)];
        match self.command {
            REQUEUE => touching(&moves[..2]),
            CMP_REQUEUE => touching(&moves),
            _ => operation(Verb::Signal, key(self.word)),
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
    if !call.waits() {
        let sleeping = sleepers(view, call.word).count() as u32;
        let choices = combinations(sleeping, call.value.min(sleeping));
        return Ok(Intent { choices, ..Intent::ready(call.wake_operation()) });
    }
    let state = &view.this().state;
    match (state.phase, state.wait) {
        // Whether it falls asleep or not, it only looks at the word; wakes and writes are not indifferent to that.
        (BEGIN, _) => Ok(Intent::ready(touching(&[(call.word, false), (key(call.word), false)]))),
        (_, Wait::On(word)) => {
            let timed = call.timeout != 0;
            let verb = if timed { Verb::Inspect } else { Verb::Sleep };
            Ok(Intent {
                urgency: Urgency::of_timeout(timed),
                ..Intent::when(timed, operation(verb, key(word)))
            })
        }
        // It might have timed out before it was woken: for that race, it inspects the object in this case, too.
        (_, Wait::Woken(word)) if call.timeout != 0 => Ok(Intent::ready(operation(Verb::Inspect, key(word)))),
        _ => Ok(Intent::ready(Operation::Local)),
    }
}

pub(super) fn run(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let call = Call::of(args);
    match call.command {
        WAIT | WAIT_BITSET => wait(context, call),
        WAKE | WAKE_BITSET => wake_some(context, call, choice),
        REQUEUE => requeue(context, call, choice),
        CMP_REQUEUE if Field(call.word).get(&context.state.memory)? != call.third => failed(context, EAGAIN),
        CMP_REQUEUE => requeue(context, call, choice),
        other => Err(Stop::Unsupported(format!("futex operation {other}"))),
    }
}

fn failed(context: &mut Context, errno: i32) -> Result<Return, Stop> {
    context.set_errno(errno);
    done(context, Return::long(-1))
}

fn wait(context: &mut Context, call: Call) -> Result<Return, Stop> {
    let state = context.this().state;
    match (state.phase, state.wait) {
        (BEGIN, _) => fall_asleep(context, call),
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

fn fall_asleep(context: &mut Context, call: Call) -> Result<Return, Stop> {
    if call.command == WAIT_BITSET && call.third != MATCH_ANY {
        return Err(Stop::Unsupported(
            "a futex wait with a bit set other than FUTEX_BITSET_MATCH_ANY".into(),
        ));
    }
    if Field(call.word).get(&context.state.memory)? != call.value {
        return failed(context, EAGAIN);
    }
    if call.timeout != 0 && clock::timespec(&context.state.memory, call.timeout)?.is_none() {
        return failed(context, EINVAL);
    }
    check_awake(context)?;
    let state = context.this_state();
    state.phase = ASLEEP;
    state.wait = Wait::On(call.word);
    Ok(Return::Again)
}

fn wake_some(context: &mut Context, call: Call, choice: Choice) -> Result<Return, Stop> {
    if call.command == WAKE_BITSET && call.third == 0 {
        return failed(context, EINVAL);
    }
    let sleeping: Vec<ThreadId> = sleepers(&context.view(), call.word).collect();
    let chosen = combination(&sleeping, call.value.min(sleeping.len() as u32), choice);
    for &thread in &chosen {
        wake(context, thread);
    }
    Ok(Return::long(chosen.len() as i64))
}

fn requeue(context: &mut Context, call: Call, choice: Choice) -> Result<Return, Stop> {
    let Return::Word(woken) = wake_some(context, call, choice)? else { return Ok(Return::long(0)) };
    let most = call.timeout as u32 as usize;
    let moved: Vec<ThreadId> = sleepers(&context.view(), call.word).take(most).collect();
    for &thread in &moved {
        context.state.threads.change(thread).state.wait = Wait::On(call.second);
    }
    Ok(Return::long(woken as i64 + moved.len() as i64))
}

/// How many ways there are to choose `k` of `n`.
fn combinations(n: u32, k: u32) -> u32 {
    let Some(rest) = n.checked_sub(k) else { return 0 };
    let k = k.min(rest);
    (0..k as u64).fold(1u64, |ways, i| ways * (n as u64 - i) / (i + 1)).min(u32::MAX as u64) as u32
}

/// The `index`-th way to choose `k` threads, in lexical order.
fn combination(threads: &[ThreadId], k: u32, index: u32) -> Vec<ThreadId> {
    let (mut chosen, mut k, mut index) = (Vec::new(), k, index);
    for (at, &thread) in threads.iter().enumerate() {
        if k == 0 {
            break;
        }
        let with_this = combinations((threads.len() - at - 1) as u32, k - 1);
        if index < with_this {
            chosen.push(thread);
            k -= 1;
        } else {
            index -= with_this;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_choose_comes_once() {
        let threads: Vec<ThreadId> = (0..5).map(ThreadId).collect();
        for k in 0..=5 {
            let all: std::collections::BTreeSet<_> =
                (0..combinations(5, k)).map(|index| combination(&threads, k, index)).collect();
            assert_eq!(all.len() as u32, combinations(5, k));
            assert!(all.iter().all(|chosen| chosen.len() as u32 == k));
        }
        assert_eq!((combinations(5, 2), combinations(2, 3)), (10, 0));
        assert_eq!(combination(&threads, 2, 10), [], "there is no such combination");
    }
}
