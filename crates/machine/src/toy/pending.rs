//! What a thread is about to do: its operation, whether it is ready, and how many choices it has.

use super::{Instruction, Rwlock, Sleep, Thing, Toy};
use crate::{Access, Operation, Order, Round, ThreadId, Update, Urgency, Verb};

/// A try that fails is that of a timed lock which gives up.
pub(super) fn urgency(instruction: &Instruction, operation: &Operation) -> Urgency {
    match (instruction, operation) {
        (Instruction::Yield, _) => Urgency::Yielded,
        (Instruction::TryLock { .. }, Operation::Sync(Verb::Inspect, _)) => Urgency::Timeout,
        _ => Urgency::Normal,
    }
}

impl Toy<'_> {
    pub(super) fn blocked_or_ready(
        &self,
        thread: usize,
        instruction: &Instruction,
    ) -> (Operation, bool, u32) {
        use Instruction::*;
        let ready = |operation| (operation, true, 1);
        match *instruction {
            Spin { .. } | SpinSwap { .. } | SpinSet { .. } => {
                let (operation, ready) = self.spin(thread, instruction);
                (operation, ready, 1)
            }
            Exit => ready(Operation::ExitProcess),
            Spawn { .. } => ready(Operation::Spawn),
            Join { thread: other } => (Operation::Join(ThreadId(other as u16)), self.finished(other), 1),
            Choose { choices, .. } => (Operation::Choose, true, choices),
            Yield | Assert { .. } | Assume { .. } | Bound { .. } => ready(Operation::Local),
            WriteAny { .. } => (self.access(thread, instruction), true, 2),
            Read { .. }
            | Write { .. }
            | Add { .. }
            | FetchAdd { .. }
            | Release { .. }
            | CompareAndSwap { .. }
            | Exchange { .. }
            | WriteIf { .. } => ready(self.access(thread, instruction)),
            _ => self.synchronization(thread, instruction),
        }
    }

    /// The operation of an instruction on variables, which is always ready.
    fn access(&self, thread: usize, instruction: &Instruction) -> Operation {
        use Instruction::*;
        let at = &self.state.threads[thread];
        let place = |variable| self.program.range(Thing::Variable(variable));
        let access = |variable, writes| Access { range: place(variable), writes };
        let order = Order::ACQ_REL;
        match *instruction {
            Read { variable, .. } => Operation::Read(place(variable), order),
            Write { variable, .. } | WriteAny { variable } => Operation::Write(place(variable), order),
            Add { variable, .. } => Operation::Update(place(variable), Update::Add, order),
            FetchAdd { variable, .. } => Operation::Update(place(variable), Update::Opaque, order),
            Release { variable, .. } if self.program.commuting_releases => {
                let count = self.value(variable).try_into().unwrap_or(0);
                Operation::Update(place(variable), Update::Decrement(count), order)
            }
            Release { variable, .. } => Operation::Update(place(variable), Update::Opaque, order),
            CompareAndSwap { variable, expected, .. } => {
                let succeeds = self.value(variable) == expected.of(&at.registers);
                Operation::CompareExchange { range: place(variable), succeeds, order }
            }
            Exchange { told: false, .. } => Operation::Anything,
            Exchange { variables, told: true } => {
                Operation::Block(variables.map(|variable| access(variable, true)).into())
            }
            WriteIf { condition, variable, .. } => {
                let write = (self.value(condition) != 0).then(|| access(variable, true));
                Operation::Block([access(condition, false)].into_iter().chain(write).collect())
            }
            _ => unreachable!("all others are not operations on variables"),
        }
    }

    fn meeting(&self, sleep: Sleep, barrier: usize) -> Verb {
        let is_odd = self.state.barriers[barrier].is_odd;
        let round = |is_odd| if is_odd { Round::Odd } else { Round::Even };
        match sleep {
            Sleep::No if !self.program.meets_in_rounds(barrier) => Verb::Arrive,
            _ if !self.program.meets_in_rounds(barrier) => Verb::Depart,
            Sleep::No => Verb::ArriveIn { round: round(is_odd), observed: false },
            Sleep::Arrived => Verb::DepartFrom(round(is_odd)),
            // The next round does not end before this thread has left.
            _ => Verb::DepartFrom(round(!is_odd)),
        }
    }

    /// Operations on objects.
    fn synchronization(&self, thread: usize, instruction: &Instruction) -> (Operation, bool, u32) {
        use Instruction::*;
        let at = &self.state.threads[thread];
        let free = |mutex: usize| self.is_free(mutex);
        let ready = |operation| (operation, true, 1);
        let place = |thing| self.program.object(thing);
        match *instruction {
            Lock { mutex } => (Operation::Sync(Verb::Lock, place(Thing::Mutex(mutex))), free(mutex), 1),
            TryLock { mutex, .. } => {
                let verb = if free(mutex) { Verb::TryLock } else { Verb::Inspect };
                ready(Operation::Sync(verb, place(Thing::Mutex(mutex))))
            }
            Unlock { mutex } => {
                let is_owner = self.state.owners[mutex] == Some(ThreadId(thread as u16));
                let verb = if is_owner { Verb::Unlock } else { Verb::Inspect };
                ready(Operation::Sync(verb, place(Thing::Mutex(mutex))))
            }
            Wait { condition, mutex } => {
                let (condition, object) = (place(Thing::Condition(condition)), place(Thing::Mutex(mutex)));
                match at.sleep {
                    Sleep::No => ready(Operation::Wait { condition, mutex: object }),
                    Sleep::On(_) | Sleep::Arrived | Sleep::Polling { .. } => {
                        (Operation::Sync(Verb::Sleep, condition), false, 1)
                    }
                    Sleep::Woken => (Operation::Sync(Verb::Lock, object), free(mutex), 1),
                }
            }
            Signal { condition } => {
                let waiters = self.sleepers(condition).len() as u32;
                (Operation::Sync(Verb::Signal, place(Thing::Condition(condition))), true, waiters.max(1))
            }
            Broadcast { condition } => {
                ready(Operation::Sync(Verb::Broadcast, place(Thing::Condition(condition))))
            }
            Post { semaphore } => ready(Operation::Sync(Verb::Post, place(Thing::Semaphore(semaphore)))),
            Acquire { semaphore } => {
                let operation = Operation::Sync(Verb::Acquire, place(Thing::Semaphore(semaphore)));
                (operation, self.state.semaphores[semaphore] > 0, 1)
            }
            ReadLock { rwlock } => {
                let free = self.state.rwlocks[rwlock].writer.is_none();
                (Operation::Sync(Verb::ReadLock, place(Thing::Rwlock(rwlock))), free, 1)
            }
            ReadUnlock { rwlock } => ready(Operation::Sync(Verb::ReadUnlock, place(Thing::Rwlock(rwlock)))),
            WriteLock { rwlock } => {
                let Rwlock { writer, readers } = &self.state.rwlocks[rwlock];
                let free = writer.is_none() && readers.is_empty();
                (Operation::Sync(Verb::Lock, place(Thing::Rwlock(rwlock))), free, 1)
            }
            WriteUnlock { rwlock } => ready(Operation::Sync(Verb::Unlock, place(Thing::Rwlock(rwlock)))),
            Meet { barrier } => {
                let verb = self.meeting(at.sleep, barrier);
                (Operation::Sync(verb, place(Thing::Barrier(barrier))), at.sleep != Sleep::Arrived, 1)
            }
            _ => unreachable!("skipped as local, or no operation on an object"),
        }
    }
}
