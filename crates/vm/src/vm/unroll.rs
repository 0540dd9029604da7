//! `--unroll`: how often a thread comes to the same place in one call of a function, be it a visible operation or a call that
//! leads to one, with undo. So every loop with visible operations is bounded, wherever in it they are made: by the
//! loop itself, by a function of the program or by a library function that is written in C.

use mazurka_machine::{CutOff, Operation, ThreadId};

use super::Vm;
use crate::code::Pc;
use crate::threads::Frame;

#[derive(Default)]
pub(super) struct Unrolled {
    /// By thread.
    counts: Vec<Vec<Count>>,
    past: Vec<(ThreadId, Vec<Count>)>,
}

#[derive(Clone, Copy)]
struct Count {
    activation: u32,
    pc: Pc,
    /// The call from here that was counted last.
    callee: Option<u32>,
    executed: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct UnrolledMark(usize);

impl Unrolled {
    pub(crate) fn mark(&self) -> UnrolledMark {
        UnrolledMark(self.past.len())
    }

    pub(crate) fn rewind(&mut self, to: UnrolledMark) {
        for (thread, counts) in self.past.drain(to.0..).rev() {
            self.counts[thread.index()] = counts;
        }
    }
}

impl Count {
    /// Counts what a frame does: an operation, or a call that leads to one, `callee` being the frame that was called. One
    /// call counts once.
    fn execute(counts: &mut Vec<Count>, frame: &Frame, callee: Option<&Frame>) -> u32 {
        let callee = callee.map(|callee| callee.activation);
        let Frame { activation, pc, .. } = *frame;
        let known = counts.iter_mut().find(|count| (count.activation, count.pc) == (activation, pc));
        let Some(count) = known else {
            counts.push(Count { activation, pc, callee, executed: 1 });
            return 1;
        };
        if callee.is_none() || count.callee != callee {
            count.callee = callee;
            count.executed += 1;
        }
        count.executed
    }
}

impl Vm {
    /// Counts the operation that a thread is about to do. `Some`: that was once too often.
    pub(super) fn unroll(&mut self, thread: ThreadId) -> Option<Box<CutOff>> {
        let most = self.config.unroll?;
        let at = self.state.threads.get(thread);
        // In another phase, it continues a call that was counted.
        if !at.state.started || at.state.phase != 0 || is_exempt(&self.intent(thread).operation) {
            return None;
        }
        if self.unrolled.counts.len() <= thread.index() {
            self.unrolled.counts.resize_with(thread.index() + 1, Vec::new);
        }
        let counts = &mut self.unrolled.counts[thread.index()];
        self.unrolled.past.push((thread, counts.clone()));
        counts.retain(|count| at.frames.iter().any(|frame| frame.activation == count.activation));
        let execute = |(index, frame)| Count::execute(counts, frame, at.frames.get(index + 1));
        let executed = at.frames.iter().enumerate().map(execute).max()?;
        (executed > most).then(|| {
            let message = format!("this was executed {most} times in one call, as often as --unroll allows");
            Box::new(CutOff { message, thread, stack: self.stack(thread) })
        })
    }
}

/// Loops that only create and join threads end by themselves.
fn is_exempt(operation: &Operation) -> bool {
    matches!(operation, Operation::Spawn | Operation::Join(_))
}
