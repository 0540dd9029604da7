//! A machine of a few hundred lines: threads of tiny instructions over shared variables.
//!
//! It exists so that every algorithm can be tested on thousands of random programs, and by people who want to see what
//! a [`Machine`] must do. Rewinding is by snapshots: slow, and too simple to be wrong.

mod heap;
mod layout;
mod local;
mod plain;
mod program;
mod random;
mod spin;
mod spinning;

pub use heap::random_heap_program;
pub use layout::Thing;
pub use program::{Instruction, Program, Value};
pub use random::{Random, Shape, program_from_bytes, random_program};
pub use spinning::spinning_program;

use crate::{
    Access, Choice, CutOff, Delta, Fault, FaultKind, Fingerprinted, Footprint, Machine, Next, Operation,
    Order, Pending, Range, Step, ThreadId, ThreadSet, Update, Verb,
};

pub const REGISTERS: usize = 4;

/// A running toy program.
pub struct Toy<'p> {
    program: &'p Program,
    state: State,
    snapshots: Vec<State>,
    /// What the last step has changed in its thread's own state.
    delta: Delta,
    /// The plain accesses of the last step.
    footprint: Vec<Footprint>,
    /// Whether cells of the heap are used again.
    reuse: bool,
    /// The cells that the last step has released.
    released: Vec<Range>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    memory: Vec<u8>,
    semaphores: Vec<u32>,
    owners: Vec<Option<ThreadId>>,
    rwlocks: Vec<Rwlock>,
    barriers: Vec<Barrier>,
    threads: Vec<Thread>,
    heap: Vec<heap::Cell>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Thread {
    started: bool,
    at: usize,
    registers: [i64; REGISTERS],
    sleep: Sleep,
    /// It has failed, ended the process or been cut off: it runs no more, and nobody can join it.
    stopped: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
struct Rwlock {
    writer: Option<ThreadId>,
    readers: ThreadSet,
}

#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
struct Barrier {
    /// Who has arrived and waits for the others.
    arrived: ThreadSet,
}

/// Where a thread is in an instruction of two operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sleep {
    No,
    /// On this condition.
    On(usize),
    /// At a barrier.
    Arrived,
    /// In a loop that waits, with conditions before this one found to hold.
    Polling {
        condition: usize,
    },
    /// Woken: about to take the mutex again, or to go on behind the barrier.
    Woken,
}

impl<'p> Toy<'p> {
    pub fn new(program: &'p Program) -> Toy<'p> {
        let threads = (0..program.threads.len()).map(|index| Thread {
            started: index == 0 || program.all_started,
            at: 0,
            registers: [0; REGISTERS],
            sleep: Sleep::No,
            stopped: false,
        });
        let state = State {
            memory: program.memory(),
            semaphores: vec![0; program.semaphores],
            owners: vec![None; program.mutexes],
            rwlocks: vec![Rwlock::default(); program.rwlocks],
            barriers: vec![Barrier::default(); program.barriers.len()],
            threads: threads.collect(),
            heap: heap::empty(program),
        };
        let (snapshots, footprint, released) = Default::default();
        let delta = Delta::Unchanged;
        let mut toy = Toy { program, state, snapshots, delta, footprint, reuse: false, released };
        for thread in 0..program.threads.len() {
            let fault = toy.skip_local(thread);
            debug_assert_eq!(fault, None, "a thread fails before its first operation");
        }
        toy
    }

    fn instruction(&self, thread: usize) -> Option<&'p Instruction> {
        self.program.threads[thread].get(self.state.threads[thread].at)
    }

    /// Runs what only the thread itself can see, up to the next visible instruction, or to where it fails.
    fn skip_local(&mut self, thread: usize) -> Option<Box<Fault>> {
        loop {
            let at = &self.state.threads[thread];
            let (mut next, mut registers) = (at.at + 1, at.registers);
            match self.program.threads[thread].get(at.at) {
                Some(Instruction::Set { register, value }) => {
                    registers[*register] = self.program.wrap(value.of(&registers));
                }
                Some(Instruction::PlainRead { register, variable }) => {
                    registers[*register] = self.value(*variable);
                    plain::note(&mut self.footprint, self.program.range(Thing::Variable(*variable)), false);
                }
                Some(Instruction::PlainWrite { variable, value }) => {
                    self.set(*variable, value.of(&registers));
                    plain::note(&mut self.footprint, self.program.range(Thing::Variable(*variable)), true);
                }
                Some(Instruction::Jump { to }) => next = *to,
                Some(Instruction::JumpIfEqual { register, value, to }) => {
                    if registers[*register] == value.of(&registers) {
                        next = *to;
                    }
                }
                Some(instruction) if heap::is_of_heap(instruction) => {
                    if let Err(fault) = self.use_heap(thread, instruction) {
                        return Some(fault);
                    }
                    registers = self.state.threads[thread].registers;
                }
                _ => return None,
            }
            let at = &mut self.state.threads[thread];
            (at.at, at.registers) = (next, registers);
        }
    }

    fn blocked_or_ready(&self, thread: usize, instruction: &Instruction) -> (Operation, bool, u32) {
        use Instruction::*;
        let at = &self.state.threads[thread];
        let ready = |operation| (operation, true, 1);
        let place = |thing| self.program.range(thing);
        let access = |variable, writes| Access { range: place(Thing::Variable(variable)), writes };
        let order = Order::ACQ_REL;
        match *instruction {
            Read { variable, .. } => ready(Operation::Read(place(Thing::Variable(variable)), order)),
            Write { variable, .. } => ready(Operation::Write(place(Thing::Variable(variable)), order)),
            Add { variable, .. } => {
                ready(Operation::Update(place(Thing::Variable(variable)), Update::Add, order))
            }
            FetchAdd { variable, .. } => {
                ready(Operation::Update(place(Thing::Variable(variable)), Update::Opaque, order))
            }
            CompareAndSwap { variable, expected, .. } => {
                let succeeds = self.value(variable) == expected.of(&at.registers);
                ready(Operation::CompareExchange { range: place(Thing::Variable(variable)), succeeds, order })
            }
            Spin { .. } | SpinSwap { .. } | SpinSet { .. } => {
                let (operation, ready) = self.spin(thread, instruction);
                (operation, ready, 1)
            }
            Exchange { told: false, .. } => ready(Operation::Anything),
            Exchange { variables, told: true } => {
                ready(Operation::Block(variables.map(|variable| access(variable, true)).into()))
            }
            WriteIf { condition, variable, .. } => {
                let write = (self.value(condition) != 0).then(|| access(variable, true));
                ready(Operation::Block([access(condition, false)].into_iter().chain(write).collect()))
            }
            Exit => ready(Operation::ExitProcess),
            Spawn { .. } => ready(Operation::Spawn),
            Join { thread: other } => (Operation::Join(ThreadId(other as u16)), self.finished(other), 1),
            Choose { choices, .. } => (Operation::Choose, true, choices),
            WriteAny { variable } => (Operation::Write(place(Thing::Variable(variable)), order), true, 2),
            Yield | Assert { .. } | Assume { .. } | Bound { .. } => ready(Operation::Local),
            _ => self.synchronization(thread, instruction),
        }
    }

    /// The same for operations on objects.
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
                let verb = if at.sleep == Sleep::No { Verb::Arrive } else { Verb::Depart };
                (Operation::Sync(verb, place(Thing::Barrier(barrier))), at.sleep != Sleep::Arrived, 1)
            }
            _ => unreachable!("skipped as local, or no operation on an object"),
        }
    }

    fn finished(&self, thread: usize) -> bool {
        self.state.threads[thread].started && self.instruction(thread).is_none()
    }

    fn sleepers(&self, condition: usize) -> Vec<usize> {
        let asleep = |thread: &usize| self.state.threads[*thread].sleep == Sleep::On(condition);
        (0..self.state.threads.len()).filter(asleep).collect()
    }

    fn execute(&mut self, thread: usize, instruction: &Instruction, choice: Choice) {
        use Instruction::*;
        let registers = self.state.threads[thread].registers;
        let mut result = None;
        match *instruction {
            Read { register, variable } => result = Some((register, self.value(variable))),
            Write { variable, value } => self.set(variable, value.of(&registers)),
            Add { variable, value } => {
                self.add(variable, value.of(&registers));
            }
            FetchAdd { register, variable, value } => {
                result = Some((register, self.add(variable, value.of(&registers))));
            }
            CompareAndSwap { register, variable, expected, new } => {
                let success = self.value(variable) == expected.of(&registers);
                if success {
                    self.set(variable, new.of(&registers));
                }
                result = Some((register, success as i64));
            }
            TryLock { register, mutex } => {
                let success = self.is_free(mutex);
                result = Some((register, if success { 1 } else { self.found_in(mutex) }));
                if success {
                    self.state.owners[mutex] = Some(ThreadId(thread as u16));
                }
            }
            Wait { condition, mutex } => {
                if self.state.threads[thread].sleep == Sleep::No {
                    self.unlock(thread, mutex);
                    self.state.threads[thread].sleep = Sleep::On(condition);
                    return;
                }
                self.state.threads[thread].sleep = Sleep::No;
                self.state.owners[mutex] = Some(ThreadId(thread as u16));
            }
            Meet { barrier } => {
                if self.state.threads[thread].sleep == Sleep::No {
                    self.arrive(thread, barrier);
                    return;
                }
                self.state.threads[thread].sleep = Sleep::No;
            }
            Spin { ref conditions } => {
                if !self.look(thread, conditions) {
                    return;
                }
            }
            SpinSwap { variable, new, .. } => self.set(variable, new.of(&registers)),
            SpinSet { variable } => self.set(variable, 1),
            Exchange { variables: [a, b], .. } => self.exchange(a, b),
            WriteIf { condition, variable, value } => {
                if self.value(condition) != 0 {
                    self.set(variable, value.of(&registers));
                }
            }
            Spawn { thread: other } => self.state.threads[other].started = true,
            Join { .. } | Yield | Assert { .. } | Assume { .. } | Bound { .. } => {}
            Choose { register, .. } => result = Some((register, choice as i64)),
            WriteAny { variable } => self.set(variable, choice as i64),
            _ => self.synchronize(thread, instruction, choice),
        }
        let at = &mut self.state.threads[thread];
        if let Some((register, value)) = result {
            at.registers[register] = value;
        }
        at.at += 1;
    }

    /// Returns the old value.
    fn add(&mut self, variable: usize, value: i64) -> i64 {
        let old = self.value(variable);
        self.set(variable, old.wrapping_add(value));
        old
    }

    fn exchange(&mut self, a: usize, b: usize) {
        let (old_a, old_b) = (self.value(a), self.value(b));
        self.set(a, old_b);
        self.set(b, old_a);
    }

    /// How the thread ends here, if it does so before its time.
    fn stop(&self, thread: usize, instruction: &Instruction) -> Option<Step> {
        use Instruction::*;
        let registers = &self.state.threads[thread].registers;
        let holds = |register: usize, value: Value| registers[register] == value.of(registers);
        let (id, stack) = (ThreadId(thread as u16), Vec::new());
        let message = || format!("{id} stopped: {instruction}");
        match *instruction {
            Assert { register, value } if !holds(register, value) => {
                let (kind, message) = (FaultKind::Assertion, message());
                Some(Step::Fault(Box::new(Fault { kind, message, thread: id, stack })))
            }
            Assume { register, value } if !holds(register, value) => Some(Step::Pruned),
            Bound { register, value } if !holds(register, value) => {
                Some(Step::CutOff(Box::new(CutOff { message: message(), thread: id, stack })))
            }
            Exit => Some(Step::Exited(0)),
            _ => None,
        }
    }

    /// Operations on locks, conditions and semaphores that take one step and give no result.
    fn synchronize(&mut self, thread: usize, instruction: &Instruction, choice: Choice) {
        use Instruction::*;
        match *instruction {
            Lock { mutex } => self.state.owners[mutex] = Some(ThreadId(thread as u16)),
            Unlock { mutex } => self.unlock(thread, mutex),
            Signal { condition } => {
                if let Some(&woken) = self.sleepers(condition).get(choice as usize) {
                    self.state.threads[woken].sleep = Sleep::Woken;
                }
            }
            Broadcast { condition } => {
                for woken in self.sleepers(condition) {
                    self.state.threads[woken].sleep = Sleep::Woken;
                }
            }
            Post { semaphore } => self.state.semaphores[semaphore] += 1,
            Acquire { semaphore } => self.state.semaphores[semaphore] -= 1,
            ReadLock { rwlock } => {
                self.state.rwlocks[rwlock].readers.insert(ThreadId(thread as u16));
            }
            ReadUnlock { rwlock } => {
                self.state.rwlocks[rwlock].readers.remove(ThreadId(thread as u16));
            }
            WriteLock { rwlock } => self.state.rwlocks[rwlock].writer = Some(ThreadId(thread as u16)),
            WriteUnlock { rwlock } => self.state.rwlocks[rwlock].writer = None,
            _ => unreachable!("skipped as local, or done by `execute`"),
        }
    }

    /// The last to arrive lets all go on.
    fn arrive(&mut self, thread: usize, barrier: usize) {
        let arrived = &mut self.state.barriers[barrier].arrived;
        arrived.insert(ThreadId(thread as u16));
        self.state.threads[thread].sleep = Sleep::Arrived;
        if arrived.len() >= self.program.barriers[barrier] {
            for other in std::mem::take(arrived).iter() {
                self.state.threads[other.index()].sleep = Sleep::Woken;
            }
        }
    }

    /// Only the owner can unlock; anybody else's attempt does nothing.
    fn unlock(&mut self, thread: usize, mutex: usize) {
        if self.state.owners[mutex] == Some(ThreadId(thread as u16)) {
            self.state.owners[mutex] = None;
        }
    }
}

impl Machine for Toy<'_> {
    type Mark = usize;
    type Error = std::convert::Infallible;

    fn threads(&self) -> ThreadSet {
        let started = |(index, thread): (usize, &Thread)| thread.started.then_some(ThreadId(index as u16));
        self.state.threads.iter().enumerate().filter_map(started).collect()
    }

    fn next(&self, thread: ThreadId) -> Next {
        let Some(instruction) = self.instruction(thread.index()) else { return Next::Finished };
        if self.state.threads[thread.index()].stopped {
            return Next::Finished;
        }
        let (operation, ready, choices) = self.blocked_or_ready(thread.index(), instruction);
        if ready {
            Next::Ready(Pending { choices, ..Pending::new(operation) })
        } else {
            Next::Blocked(operation)
        }
    }

    fn step(&mut self, thread: ThreadId, choice: Choice) -> Result<Step, Self::Error> {
        let index = thread.index();
        self.footprint.clear();
        self.released.clear();
        let Some(instruction) = self.instruction(index) else { return Ok(Step::Finished) };
        if let Some(stop) = self.stop(index, instruction) {
            self.state.threads[index].stopped = true;
            self.delta = Delta::Unchanged;
            return Ok(stop);
        }
        let before = self.state.threads[index].own();
        let (operation, ..) = self.blocked_or_ready(index, instruction);
        self.execute(index, instruction, choice);
        self.mark_objects(&operation);
        let fault = self.skip_local(index);
        self.state.threads[index].stopped = fault.is_some();
        self.release_cells();
        self.delta = local::delta(instruction, before, self.state.threads[index].own());
        Ok(match fault {
            Some(fault) => Step::Fault(fault),
            None if self.instruction(index).is_some() => Step::Ran,
            None => Step::Finished,
        })
    }

    fn mark(&mut self) -> usize {
        self.snapshots.push(self.state.clone());
        self.snapshots.len() - 1
    }

    fn rewind(&mut self, to: usize) {
        self.state = self.snapshots[to].clone();
        self.snapshots.truncate(to + 1);
    }
}

impl Fingerprinted for Toy<'_> {
    fn fingerprint(&mut self) -> u128 {
        local::hash(&self.state)
    }

    /// Of every second state, so that searches meet steps that are foretold and steps that are not.
    fn foretell(&mut self, thread: ThreadId, choice: Choice) -> Option<u128> {
        let mark = self.mark();
        let step = self.step(thread, choice);
        let (fingerprint, footprint) = (self.fingerprint(), std::mem::take(&mut self.footprint));
        self.rewind(mark);
        self.footprint = footprint;
        let is_plain = matches!(step, Ok(Step::Ran | Step::Finished));
        Some(fingerprint).filter(|fingerprint| is_plain && fingerprint.is_multiple_of(2))
    }
}

#[cfg(test)]
mod tests;
