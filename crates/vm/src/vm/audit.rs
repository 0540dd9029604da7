//! A step one instruction at a time, for tests that compare what is claimed of a program with what it does.

use mazurka_machine::{Choice, Footprint, Machine, Range, ThreadId};

use super::leaks::{Objects, live_blocks};
use super::{Vm, roots};
use crate::address;
use crate::context::State;
use crate::program::future::{FramePoint, Point, points};

/// What an instruction has done: the machine after it, the accesses that are shown, and those that are hidden as fresh.
pub(super) type Visit<'v> = dyn FnMut(&Vm, &[Footprint], &[Footprint]) + 'v;

#[doc(hidden)]
impl Vm {
    /// Calls `visit` after every instruction of a step. Leaves the machine as it is.
    pub fn audit_step(&mut self, thread: ThreadId, choice: Choice, visit: &mut Visit) {
        let mark = self.mark();
        for done in 0..self.config.local_limit {
            self.state.memory.clear_notes();
            let runs = self.single_step(thread, choice, done == 0);
            let memory = &self.state.memory;
            visit(self, memory.notes(), memory.fresh_notes());
            if !matches!(runs, Ok(true)) {
                break;
            }
        }
        self.state.memory.set_noting(false);
        self.rewind(mark);
    }

    /// The heap blocks and variables on this thread's stack that other threads can reach: from global variables, and from their
    /// own stacks and registers. Conservative, as in [`super::leaks`].
    pub fn reached_by_others(&self, thread: ThreadId) -> Vec<Range> {
        let state = &self.state;
        let variables = state.threads.get(thread).frames.iter().flat_map(|frame| {
            let slots = &self.program.code(frame.function).allocas;
            let at = |offset: u32| frame.memory + u64::from(offset);
            slots.iter().map(move |slot| Range { start: at(slot.offset), length: slot.size.into() })
        });
        let mut objects = Objects::new(live_blocks(state).chain(variables));
        for base in [address::GLOBALS, address::LIBRARY] {
            objects.reach_all(state.memory.words_of_region(base));
        }
        for other in state.threads.created().iter().filter(|other| *other != thread) {
            objects.reach_thread(state, other);
        }
        objects.reach_on(state);
        objects.reached().collect()
    }

    /// Where the frames of a thread are, each with what distinguishes the call from others.
    pub fn frame_points(&self, thread: ThreadId) -> Vec<(u32, Point)> {
        let frames = &self.state.threads.get(thread).frames;
        frames.iter().map(|frame| frame.activation).zip(points(&self.program, frames)).collect()
    }

    /// From now on [`Vm::is_reached_by_another`] can be asked, whatever the policy.
    pub fn track_reach(&mut self) {
        self.state.memory.track_reach();
    }

    /// Whether another thread can reach the object at an address, by its live registers and what is kept of memory.
    pub fn is_reached_by_another(&self, thread: ThreadId, address: u64) -> bool {
        let State { memory, threads, .. } = &self.state;
        roots::sync(&self.program, memory, threads.others(thread));
        memory.is_reached_by_another(thread, Range { start: address, length: 1 })
    }

    /// Compares what is kept of what others than this thread can reach with what can be reached from scratch.
    pub fn is_reach_right(&self, thread: ThreadId) -> bool {
        let State { memory, threads, .. } = &self.state;
        let others = threads.others(thread);
        roots::sync(&self.program, memory, others);
        roots::are_right(&self.program, memory, others) && memory.is_reach_right()
    }

    /// What the future of a thread is asked for at.
    pub fn future_points(&self, thread: ThreadId) -> Vec<FramePoint> {
        let table = self.program.future.as_ref();
        table.map_or_else(Vec::new, |table| table.points(&self.program, self.state.threads.get(thread)))
    }

    /// The thread that holds the mutex or spin lock at an address.
    pub fn lock_holder(&self, lock: u64) -> Option<ThreadId> {
        let holder = u32::from_le_bytes(self.state.memory.peek_raw(lock));
        holder.checked_sub(1).map(|number| ThreadId(number as u16))
    }
}
