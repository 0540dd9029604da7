//! Blocks: what happens in one go and is found out by running it.

use mazurka_machine::{Choice, Next, Operation, Pending, ThreadId};

use super::seen::Seen;
use super::{NextOp, Vm};
use crate::context::Stop;
use crate::exec::{self, Halt, InBlock};
use crate::visibility::SynchronizationOnly;

/// Choices inside of a block become one choice of its way through. More ways than this are refused.
const MOST_WAYS: usize = 4096;

/// How far a thread came in a block.
enum Inside {
    Through,
    /// It has to wait for another thread.
    Waits,
    /// It is at a choice with this many alternatives.
    Chooses(u32),
    OutOfFuel,
}

impl Vm {
    /// Tries all paths through the block that a thread is at.
    ///
    /// A path that blocks does not count yet. One that fails does so when it is executed.
    pub(super) fn peek_block(&mut self, thread: ThreadId) -> NextOp {
        let intent = self.intent(thread);
        // Of a function on an object, one operation is known without running it. What it does besides depends on the
        // object, which may be no memory.
        let is_on_object = intent.operation != Operation::Anything;
        if is_on_object && !intent.enabled {
            return NextOp { relies_on_threads: true, ..NextOp::plain(intent) };
        }
        let mark = mazurka_machine::Machine::mark(self);
        let (mut seen, mut ways, mut refused) = (Seen::default(), Vec::new(), None);
        if is_on_object {
            seen.operation(&intent.operation);
        }
        let mut open: Vec<Vec<Choice>> = vec![Vec::new()];
        while let Some(way) = open.pop() {
            self.state.memory.clear_notes();
            self.state.memory.set_noting(true);
            let inside = self.inside_block(thread, &way, Some(&mut seen));
            self.state.memory.set_noting(false);
            seen.notes(self.state.memory.notes());
            mazurka_machine::Machine::rewind(self, mark);
            match inside {
                Ok(Inside::Waits) => {}
                Ok(Inside::Chooses(choices)) if choices as usize + ways.len() + open.len() <= MOST_WAYS => {
                    open.extend((0..choices).rev().map(|choice| [&way[..], &[choice]].concat()));
                }
                Ok(Inside::Chooses(_)) => {
                    refused = Some(format!("an atomic block with more than {MOST_WAYS} ways through it"));
                    open.clear();
                }
                Ok(Inside::Through | Inside::OutOfFuel) | Err(_) => ways.push(way),
            }
        }
        let operation = match seen.threads {
            true => Operation::Anything,
            false => Operation::Block(seen.accesses()),
        };
        let next = match ways.len() as u32 {
            0 if refused.is_none() => Next::Blocked(operation),
            choices => Next::Ready(Pending { choices: choices.max(1), ..Pending::new(operation) }),
        };
        let relies_on_threads = seen.threads || is_on_object;
        NextOp { next, relies_on: seen.ranges(), relies_on_threads, ways, refused, is_lock: false }
    }

    /// Executes the block that a thread is at; `false` if that took too long. None of its accesses is a plain one: they
    /// belong to the operation.
    pub(in crate::vm) fn through_block(&mut self, thread: ThreadId, way: &[Choice]) -> Result<bool, Stop> {
        self.state.memory.hide(true);
        let inside = self.inside_block(thread, way, None);
        self.state.memory.hide(false);
        match inside? {
            Inside::Through => Ok(true),
            Inside::OutOfFuel => Ok(false),
            Inside::Waits | Inside::Chooses(_) => Err(Stop::Unsupported("a block was left half-way".into())),
        }
    }

    /// Runs to the block's end, making the choices of `way`.
    fn inside_block(
        &mut self,
        thread: ThreadId,
        way: &[Choice],
        mut seen: Option<&mut Seen>,
    ) -> Result<Inside, Stop> {
        let mut fuel = self.config.local_limit;
        let mut choices = way.iter().copied();
        exec::perform(&mut self.context(thread), 0)?;
        while self.state.threads.get(thread).state.atomic > 0 {
            match exec::run::<InBlock>(&SynchronizationOnly, &mut self.context(thread), &mut fuel)? {
                Halt::OutOfFuel => return Ok(Inside::OutOfFuel),
                Halt::LeftBlock => break,
                Halt::Visible | Halt::Waiting | Halt::Yielded | Halt::Cycling => {}
            }
            let intent = exec::describe(&self.view(thread))?;
            if let Some(seen) = seen.as_deref_mut().filter(|_| !intent.unknown) {
                seen.operation(&intent.operation);
            }
            if !intent.enabled {
                return Ok(Inside::Waits);
            }
            let choice = match intent.choices {
                ..=1 => 0,
                several => match choices.next() {
                    Some(choice) => choice,
                    None => return Ok(Inside::Chooses(several)),
                },
            };
            exec::perform(&mut self.context(thread), choice)?;
        }
        Ok(Inside::Through)
    }
}
