//! Where exactly a step accesses given bytes: for reports of data races. A step is repeated one instruction at a time until
//! it does.

use mazurka_machine::{
    self as machine, AccessKind, Choice, DataRace, LocatedAccess, LocatedRace, Machine, Next, Operation,
    Order, RacingAccess, Range, ThreadId, Touch,
};

use super::{Vm, VmError};
use crate::address::{self, Place};
use crate::context::Stop;
use crate::diagnose;
use crate::exec::{self, Halt};
use crate::visibility::{FreshAccesses, HidingFresh, SynchronizationOnly};

/// Steps between two marks: each of them costs memory, and the steps after it are made again.
const BETWEEN_MARKS: usize = 1024;

impl Vm {
    /// Replays a schedule on a fresh machine and locates both accesses of a race. `None` where the schedule does not lead
    /// to it, or `keep_going`, which is asked before every step, says no.
    pub fn locate_race(
        &mut self,
        schedule: &[(ThreadId, Choice)],
        &DataRace { first, second, bytes }: &DataRace,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<LocatedRace>, VmError> {
        let (mut allocated, mut found, mut memory) = (None, [None, None], String::new());
        let exists = |vm: &Vm| vm.state.memory.addressable(bytes.start, 1) == 1;
        let mut anchor = (0, self.mark());
        for (step, &(thread, choice)) in schedule.iter().enumerate() {
            let is_ready = || matches!(self.next(thread), Next::Ready(pending) if choice < pending.choices);
            if !keep_going() || !self.threads().contains(thread) || !is_ready() {
                return Ok(None);
            }
            // Steps are repeated one instruction at a time only where there is something to be found.
            let may_allocate =
                allocated.is_none() && address::place(bytes.start) == Place::Heap(thread) && !exists(self);
            if may_allocate && step - anchor.0 >= BETWEEN_MARKS {
                anchor = (step, self.mark());
            }
            for (access, found) in [first, second].iter().zip(&mut found) {
                if access.event == step {
                    if may_allocate && allocated.is_none() {
                        allocated = self.allocation_in(thread, choice, bytes.start)?;
                    }
                    *found = self.locate(thread, choice, bytes, access)?;
                    if let Some((_, name)) = found {
                        memory.clone_from(name);
                    }
                }
            }
            self.step(thread, choice)?;
            if may_allocate && allocated.is_none() && exists(self) {
                self.rewind(anchor.1);
                for &(thread, choice) in &schedule[anchor.0..step] {
                    self.step(thread, choice)?;
                }
                allocated = self.allocation_in(thread, choice, bytes.start)?;
                self.step(thread, choice)?;
            }
        }
        let [Some((first, _)), Some((second, _))] = found else { return Ok(None) };
        Ok(Some(LocatedRace { memory, allocated, first, second }))
    }

    /// Replays a schedule on a fresh machine and locates where the heap block at an address is allocated, the last time if its
    /// address is used several times. `None` where it is not, or `keep_going` says no.
    pub fn locate_allocation(
        &mut self,
        schedule: &[(ThreadId, Choice)],
        address: u64,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<machine::Place>, VmError> {
        let exists = |vm: &Vm| vm.state.memory.addressable(address, 1) == 1;
        let (mut allocated, mut anchor) = (None, (0, self.mark()));
        for (step, &(thread, choice)) in schedule.iter().enumerate() {
            if !keep_going() {
                return Ok(None);
            }
            let may_allocate = address::place(address) == Place::Heap(thread) && !exists(self);
            if may_allocate && step - anchor.0 >= BETWEEN_MARKS {
                anchor = (step, self.mark());
            }
            self.step(thread, choice)?;
            if may_allocate && exists(self) {
                self.rewind(anchor.1);
                for &(thread, choice) in &schedule[anchor.0..step] {
                    self.step(thread, choice)?;
                }
                allocated = self.allocation_in(thread, choice, address)?;
                self.step(thread, choice)?;
                anchor = (step + 1, self.mark());
            }
        }
        Ok(allocated)
    }

    /// The access to some bytes that a thread makes in the step it is about to do, if it makes one: by its operation, or
    /// else by the first instruction after it that does. Leaves the machine as it is.
    pub fn locate_access(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        bytes: Range,
        writes: bool,
    ) -> Result<Option<LocatedAccess>, VmError> {
        let touches = |touch: Touch| touch.range.overlaps(bytes);
        let atomic = self.pending(thread).is_some_and(|operation| operation.own_touches().any(touches));
        let access = RacingAccess { event: 0, atomic, writes, code: 0 };
        Ok(self.locate(thread, choice, bytes, &access)?.map(|(located, _)| located))
    }

    /// The access that a thread's pending operation makes to some bytes, if it does, whether it is enabled or not.
    pub fn locate_pending(&self, thread: ThreadId, bytes: Range) -> Option<LocatedAccess> {
        let operation = self.pending(thread)?;
        let range = operation.touches().map(|touch| touch.range).find(|range| range.overlaps(bytes))?;
        let function = exec::called(&self.view(thread)).map(|native| native.name);
        let kind = AccessKind::Operation { operation, function };
        Some(LocatedAccess { place: self.place(thread), kind, bytes: range })
    }

    fn pending(&self, thread: ThreadId) -> Option<Operation> {
        match self.next(thread) {
            Next::Ready(pending) => Some(pending.operation),
            Next::Blocked(operation) => Some(operation),
            Next::Finished => None,
        }
    }

    /// The access to some bytes that a thread makes in the step it is about to do, and the name of the memory. Leaves the
    /// machine as it is.
    fn locate(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        bytes: Range,
        access: &RacingAccess,
    ) -> Result<Option<(LocatedAccess, String)>, VmError> {
        if let Next::Ready(pending) = self.next(thread)
            && let Some(range) = own_range(&pending.operation, bytes, access)
        {
            let function = exec::called(&self.view(thread)).map(|native| native.name);
            let kind = AccessKind::Operation { operation: pending.operation, function };
            let located = LocatedAccess { place: self.place(thread), kind, bytes: range };
            return Ok(Some((located, self.memory_name(bytes.start))));
        }
        let touches = |vm: &Vm| vm.noted(bytes, access.writes);
        let Some(instructions) = self.instructions_until(thread, choice, &touches)? else { return Ok(None) };
        let mark = self.mark();
        self.single_steps(thread, choice, instructions - 1)?;
        let (place, name) = (self.place(thread), self.memory_name(bytes.start));
        self.state.memory.clear_notes();
        let ended = self.single_step(thread, choice, instructions == 1).is_err();
        let touched = self.noted(bytes, access.writes);
        let is_gone = ended || self.state.memory.addressable(bytes.start, 1) == 0;
        self.state.memory.set_noting(false);
        self.rewind(mark);
        let kind = match (access.writes, is_gone, address::place(bytes.start)) {
            (true, true, Place::Heap(_)) => AccessKind::Free,
            (true, true, Place::Stack(_)) => AccessKind::EndOfLifetime,
            (true, ..) => AccessKind::Write,
            (false, ..) => AccessKind::Read,
        };
        Ok(Some((LocatedAccess { place, kind, bytes: touched.unwrap_or(bytes) }, name)))
    }

    fn place(&self, thread: ThreadId) -> machine::Place {
        machine::Place { thread, stack: self.stack(thread) }
    }

    /// The memory at an address, in the program's own terms.
    pub fn memory_name(&self, address: u64) -> String {
        diagnose::memory(&self.view(ThreadId::MAIN), address)
    }

    /// Where the thread's next step makes the address available, if it does.
    fn allocation_in(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        address: u64,
    ) -> Result<Option<machine::Place>, VmError> {
        let exists = |vm: &Vm| vm.state.memory.addressable(address, 1) == 1;
        if address::place(address) != Place::Heap(thread) || exists(self) {
            return Ok(None);
        }
        let found = |vm: &Vm| exists(vm).then_some(Range { start: address, length: 1 });
        let Some(instructions) = self.instructions_until(thread, choice, &found)? else { return Ok(None) };
        let mark = self.mark();
        self.single_steps(thread, choice, instructions - 1)?;
        let place = self.place(thread);
        self.state.memory.set_noting(false);
        self.rewind(mark);
        Ok(Some(place))
    }

    /// How many instructions of a step it takes until something is the case. Leaves the machine as it is.
    fn instructions_until(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        is_so: &dyn Fn(&Vm) -> Option<Range>,
    ) -> Result<Option<u64>, VmError> {
        let mark = self.mark();
        self.state.memory.clear_notes();
        let mut done = 0;
        let found = loop {
            let result = self.single_step(thread, choice, done == 0);
            done += 1;
            if is_so(self).is_some() {
                break Some(done);
            }
            match result {
                Ok(true) if done < self.config.local_limit => {}
                Err(Stop::Unsupported(reason)) => return Err(self.error(thread, reason)),
                _ => break None,
            }
        };
        self.state.memory.set_noting(false);
        self.rewind(mark);
        Ok(found)
    }

    fn single_steps(&mut self, thread: ThreadId, choice: Choice, count: u64) -> Result<(), VmError> {
        for done in 0..count {
            if let Err(stop) = self.single_step(thread, choice, done == 0) {
                return Err(self.error(thread, format!("{stop:?} where there was none before")));
            }
        }
        Ok(())
    }

    /// The operation that a step begins with, or one of the instructions after it. `false` at the end of the step.
    pub(super) fn single_step(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        operation: bool,
    ) -> Result<bool, Stop> {
        self.state.memory.set_noting(true);
        let mut context = self.context(thread);
        let result = if operation {
            exec::perform(&mut context, choice).map(|()| true)
        } else {
            let halt = match context.config.fresh_accesses {
                FreshAccesses::Shown => exec::single(&SynchronizationOnly, &mut context),
                FreshAccesses::Hidden => exec::single(&HidingFresh(SynchronizationOnly), &mut context),
            };
            halt.map(|halt| halt != Some(Halt::Visible))
        };
        if let Err(Stop::FinishThread(value)) = result {
            exec::call::finish(&mut self.state, thread, value);
        }
        result
    }

    /// What was noted around some of the bytes: reads, or only writes.
    fn noted(&self, bytes: Range, writes: bool) -> Option<Range> {
        let is_noted = |at: u64| {
            let mut notes = self.state.memory.notes().iter();
            let note = notes.find(|note| note.line == at & !63);
            note.is_some_and(|note| if writes { note.writes } else { note.reads } >> (at & 63) & 1 == 1)
        };
        let hit = (bytes.start..bytes.start + bytes.length).find(|&at| is_noted(at))?;
        let mut start = hit;
        while is_noted(start - 1) {
            start -= 1;
        }
        let length = (hit..).take_while(|&at| is_noted(at)).count() as u64 + hit - start;
        Some(Range { start, length })
    }
}

/// What of the operation itself touches the bytes, where it is the operation that does. What happens in an atomic block
/// has places of its own.
fn own_range(operation: &Operation, bytes: Range, access: &RacingAccess) -> Option<Range> {
    let is_plain_write = matches!(operation, Operation::Write(_, Order::PLAIN));
    if !is_plain_write && !access.atomic || matches!(operation.in_loop(), Operation::Block(_)) {
        return None;
    }
    operation.own_touches().map(|touch| touch.range).find(|range| range.overlaps(bytes))
}
