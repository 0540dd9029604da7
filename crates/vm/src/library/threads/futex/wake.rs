//! Calls that wake sleepers, or move them to another word.

use super::*;
use crate::errno::ENOSYS;

/// How many of which sleepers wake up, and how many of which sleepers then move or wake.
struct Plan {
    first: Pick,
    then: Pick,
}

/// The kernel takes this many of them: which ones is a choice.
struct Pick {
    among: u32,
    count: u32,
}

impl Pick {
    fn new(among: usize, most: u32) -> Pick {
        let among = among as u32;
        Pick { among, count: most.min(among) }
    }

    fn ways(&self) -> u32 {
        combinations(self.among, self.count)
    }
}

impl Plan {
    fn of(view: &View, call: Call) -> Plan {
        let sleeping = sleepers_with(view, call.word, call.bits()).count();
        let first = Pick::new(sleeping, call.value);
        let rest = sleeping - first.count as usize;
        let most = call.timeout as u32;
        let then = match call.command {
            REQUEUE | CMP_REQUEUE => Pick::new(rest, most),
            WAKE_OP if Change::of(call).is_some_and(|change| change.holds(view, call)) => {
                let there = if call.second == call.word { rest } else { sleepers(view, call.second).count() };
                Pick::new(there, most)
            }
            _ => Pick::new(0, 0),
        };
        Plan { first, then }
    }
}

pub(super) fn describe(view: &View, call: Call) -> Intent {
    let changed = [(key(call.word), true), (key(call.second), true), (call.second, true)];
    let compared = [(key(call.word), true), (key(call.second), true), (call.word, false)];
    let operation = match call.command {
        REQUEUE => touching(&changed[..2]),
        CMP_REQUEUE => touching(&compared),
        WAKE_OP => touching(&changed),
        _ => operation(Verb::Signal, key(call.word)),
    };
    let choices = match is_refused(view, call) {
        true => 1,
        false => {
            let plan = Plan::of(view, call);
            plan.first.ways().saturating_mul(plan.then.ways())
        }
    };
    Intent { choices, ..Intent::ready(operation) }
}

/// Whether the kernel would wake none, because the word has another value.
fn is_refused(view: &View, call: Call) -> bool {
    call.command == CMP_REQUEUE
        && Field(call.word).get(&view.state.memory).is_ok_and(|value| value != call.third)
}

pub(super) fn run(context: &mut Context, call: Call, choice: Choice) -> Result<Return, Stop> {
    if owned::has_sleepers(&context.view(), call.word) || call.command == WAKE_BITSET && call.third == 0 {
        return failed(context, EINVAL);
    }
    if call.command == CMP_REQUEUE && Field(call.word).get(&context.state.memory)? != call.third {
        return failed(context, EAGAIN);
    }
    let Plan { first, then } = Plan::of(&context.view(), call);
    if call.command == WAKE_OP {
        let Some(change) = Change::of(call) else { return failed(context, ENOSYS) };
        let word = Field(call.second);
        let old = word.get(&context.state.memory)?;
        word.set(&mut context.state.memory, change.apply(old))?;
    }
    let sleeping: Vec<ThreadId> = sleepers_with(&context.view(), call.word, call.bits()).collect();
    let woken = combination(&sleeping, first.count, choice / then.ways());
    woken.iter().for_each(|&thread| wake(context, thread));
    let there = if call.command == WAKE_OP { call.second } else { call.word };
    let sleeping: Vec<ThreadId> = sleepers(&context.view(), there).collect();
    let others = combination(&sleeping, then.count, choice % then.ways());
    for &thread in &others {
        match call.command {
            WAKE_OP => wake(context, thread),
            _ => context.state.threads.change(thread).state.wait = Wait::On(call.second),
        }
    }
    Ok(Return::long((woken.len() + others.len()) as i64))
}

/// Threads that are asleep on a word and wait for one of these bits.
fn sleepers_with(view: &View, word: u64, bits: u32) -> impl Iterator<Item = ThreadId> {
    sleepers(view, word).filter(move |&thread| view.state.threads.get(thread).state.phase & bits != 0)
}

/// What `FUTEX_WAKE_OP` does to the second word, and what it compares the old value with: futex(2).
#[derive(Clone, Copy)]
struct Change {
    operation: u32,
    operand: u32,
    comparison: u32,
    compared: i32,
}

impl Change {
    /// `None` if there is no such change.
    fn of(call: Call) -> Option<Change> {
        const SHIFTS: u32 = 8;
        let code = call.third;
        let (operation, comparison) = (code >> 28, code >> 24 & 15);
        // Twelve bits each, with a sign.
        let (operand, compared) = ((code << 8) as i32 >> 20, (code << 20) as i32 >> 20);
        let operand = if operation & SHIFTS != 0 { 1 << (operand & 31) } else { operand as u32 };
        let operation = operation & !SHIFTS;
        (operation <= 4 && comparison <= 5).then_some(Change { operation, operand, comparison, compared })
    }

    fn apply(self, old: u32) -> u32 {
        match self.operation {
            0 => self.operand,
            1 => old.wrapping_add(self.operand),
            2 => old | self.operand,
            3 => old & !self.operand,
            _ => old ^ self.operand,
        }
    }

    /// Whether sleepers on the second word wake, too.
    fn holds(self, view: &View, call: Call) -> bool {
        let Ok(old) = Field(call.second).get(&view.state.memory) else { return false };
        let old = old as i32;
        match self.comparison {
            0 => old == self.compared,
            1 => old != self.compared,
            2 => old < self.compared,
            3 => old <= self.compared,
            4 => old > self.compared,
            _ => old >= self.compared,
        }
    }
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
