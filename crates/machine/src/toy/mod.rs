//! A machine of a few hundred lines: threads of tiny instructions over shared variables.
//!
//! It exists so that every algorithm can be tested on thousands of random programs, and by people who want to see what
//! a [`Machine`] must do. Rewinding is by snapshots: slow, and too simple to be wrong.

mod counting;
mod heap;
mod layout;
mod local;
mod locking;
mod pending;
mod plain;
mod program;
mod random;
mod spin;
mod spinning;

pub use counting::counting_program;
pub use heap::random_heap_program;
pub use layout::Thing;
pub use locking::locking_program;
pub use program::{Instruction, Program, Value};
pub use random::{Random, Shape, program_from_bytes, random_program};
pub use spinning::spinning_program;

use crate::{
    Choice, CutOff, Delta, Fault, FaultKind, Fingerprinted, Footprint, Machine, Next, Pending, Prediction,
    Range, Step, Stepped, ThreadId, ThreadSet,
};

pub const REGISTERS: usize = 4;

/// A running toy program.
pub struct Toy<'p> {
    program: &'p Program,
    state: State,
    /// The first `marks` of them; the others are memory to use again.
    snapshots: Vec<State>,
    marks: usize,
    /// The plain accesses of the transition under way, or the last one.
    footprint: Vec<Footprint>,
    /// Whether cells of the heap are used again.
    reuse: bool,
    /// The cells that it has released.
    released: Vec<Range>,
}

#[derive(PartialEq, Eq, Debug)]
struct State {
    memory: Vec<u8>,
    semaphores: Vec<u32>,
    owners: Vec<Option<ThreadId>>,
    rwlocks: Vec<Rwlock>,
    barriers: Vec<Barrier>,
    threads: Vec<Thread>,
    started: ThreadSet,
    heap: Vec<heap::Cell>,
}

impl Clone for State {
    fn clone(&self) -> State {
        let State { memory, semaphores, owners, rwlocks, barriers, threads, started, heap } = self;
        State {
            memory: memory.clone(),
            semaphores: semaphores.clone(),
            owners: owners.clone(),
            rwlocks: rwlocks.clone(),
            barriers: barriers.clone(),
            threads: threads.clone(),
            started: started.clone(),
            heap: heap.clone(),
        }
    }

    /// In the memory that there is: searches take a snapshot for every step.
    fn clone_from(&mut self, other: &State) {
        let State { memory, semaphores, owners, rwlocks, barriers, threads, started, heap } = other;
        self.memory.clone_from(memory);
        self.semaphores.clone_from(semaphores);
        self.owners.clone_from(owners);
        self.rwlocks.clone_from(rwlocks);
        self.barriers.clone_from(barriers);
        self.threads.clone_from(threads);
        self.started.clone_from(started);
        self.heap.clone_from(heap);
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Thread {
    at: usize,
    registers: [i64; REGISTERS],
    sleep: Sleep,
    /// It has failed, ended the process or been cut off: it does not run any more, and no thread can join it.
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
    /// Whether the next round to end is an odd one.
    is_odd: bool,
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
    /// Woken: about to take the mutex again, or to continue behind the barrier.
    Woken,
}

impl<'p> Toy<'p> {
    pub fn new(program: &'p Program) -> Toy<'p> {
        let thread = Thread { at: 0, registers: [0; REGISTERS], sleep: Sleep::No, stopped: false };
        let started = if program.all_started { program.threads.len() } else { 1 };
        let state = State {
            memory: program.memory(),
            semaphores: vec![0; program.semaphores],
            owners: vec![None; program.mutexes],
            rwlocks: vec![Rwlock::default(); program.rwlocks],
            barriers: vec![Barrier::default(); program.barriers.len()],
            threads: vec![thread; program.threads.len()],
            started: (0..started).map(|index| ThreadId(index as u16)).collect(),
            heap: heap::empty(program),
        };
        let (snapshots, marks, footprint, released) = Default::default();
        let mut toy = Toy { program, state, snapshots, marks, footprint, reuse: false, released };
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

    fn finished(&self, thread: usize) -> bool {
        self.state.started.contains(ThreadId(thread as u16)) && self.instruction(thread).is_none()
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
            Release { register, variable } => {
                result = Some((register, i64::from(self.add(variable, -1) == 1)));
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
            Spawn { thread: other } => self.state.started.set(ThreadId(other as u16), true),
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

    /// The last to arrive wakes all.
    fn arrive(&mut self, thread: usize, barrier: usize) {
        let arrived = &mut self.state.barriers[barrier].arrived;
        arrived.insert(ThreadId(thread as u16));
        self.state.threads[thread].sleep = Sleep::Arrived;
        if arrived.len() >= self.program.barriers[barrier] {
            let arrived = std::mem::take(arrived);
            self.state.barriers[barrier].is_odd ^= true;
            for other in arrived.iter() {
                self.state.threads[other.index()].sleep = Sleep::Woken;
            }
        }
    }

    /// Only the owner can unlock; another thread's attempt does nothing.
    fn unlock(&mut self, thread: usize, mutex: usize) {
        if self.state.owners[mutex] == Some(ThreadId(thread as u16)) {
            self.state.owners[mutex] = None;
        }
    }

    /// A thread's pending operation, and what follows it up to its next one.
    fn transition(&mut self, index: usize, choice: Choice) -> (Step, Delta) {
        self.footprint.clear();
        self.released.clear();
        let Some(instruction) = self.instruction(index) else { return (Step::Finished, Delta::Unchanged) };
        if let Some(stop) = self.stop(index, instruction) {
            self.state.threads[index].stopped = true;
            return (stop, Delta::Unchanged);
        }
        let before = self.state.threads[index].own();
        // An object that was not moved has no bytes in common with a variable.
        let has_moved = !self.program.moved.is_empty();
        let operation = has_moved.then(|| self.blocked_or_ready(index, instruction).0);
        self.execute(index, instruction, choice);
        operation.inspect(|operation| self.mark_objects(operation));
        let fault = self.skip_local(index);
        self.state.threads[index].stopped = fault.is_some();
        self.release_cells();
        let delta = local::delta(instruction, before, self.state.threads[index].own());
        let outcome = match fault {
            Some(fault) => Step::Fault(fault),
            None if self.instruction(index).is_some() => Step::Ran,
            None => Step::Finished,
        };
        (outcome, delta)
    }
}

impl Machine for Toy<'_> {
    type Mark = usize;
    type Error = std::convert::Infallible;

    fn threads(&self) -> ThreadSet {
        self.state.started.clone()
    }

    fn next(&self, thread: ThreadId) -> Next {
        let Some(instruction) = self.instruction(thread.index()) else { return Next::Finished };
        if self.state.threads[thread.index()].stopped {
            return Next::Finished;
        }
        let (operation, ready, choices) = self.blocked_or_ready(thread.index(), instruction);
        if ready {
            let urgency = pending::urgency(instruction, &operation);
            Next::Ready(Pending { operation, choices, urgency })
        } else {
            Next::Blocked(operation)
        }
    }

    fn step(&mut self, thread: ThreadId, choice: Choice) -> Result<Stepped<'_>, Self::Error> {
        let (outcome, delta) = self.transition(thread.index(), choice);
        Ok(Stepped {
            outcome,
            footprint: &self.footprint,
            code: 0,
            // There is nothing but registers and variables, unless there is a heap.
            is_self_contained: self.program.cells == 0,
            released: &self.released,
            delta,
            threads: &self.state.started,
        })
    }

    fn mark(&mut self) -> usize {
        match self.snapshots.get_mut(self.marks) {
            Some(snapshot) => snapshot.clone_from(&self.state),
            None => self.snapshots.push(self.state.clone()),
        }
        self.marks += 1;
        self.marks - 1
    }

    fn rewind(&mut self, to: usize) {
        self.state.clone_from(&self.snapshots[..self.marks][to]);
        self.marks = to + 1;
    }
}

impl Fingerprinted for Toy<'_> {
    fn fingerprint(&mut self) -> u128 {
        local::hash(&self.state)
    }

    /// Of every second state, so that searches meet transitions that are predicted and others that are not.
    fn predict(&mut self, thread: ThreadId, choice: Choice) -> Option<Prediction<'_>> {
        let mark = self.mark();
        let (outcome, _) = self.transition(thread.index(), choice);
        let fingerprint = self.fingerprint();
        std::mem::swap(&mut self.state, &mut self.snapshots[mark]);
        self.marks = mark;
        let is_plain = matches!(outcome, Step::Ran | Step::Finished) && self.released.is_empty();
        let prediction = Prediction { fingerprint, footprint: &self.footprint, code: 0 };
        Some(prediction).filter(|_| is_plain && fingerprint.is_multiple_of(2))
    }
}

#[cfg(test)]
mod tests;
