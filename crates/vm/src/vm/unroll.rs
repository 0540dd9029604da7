//! `--unroll`: how often a visible operation is executed in one call of its function, with undo.

use mazurka_machine::{CutOff, ThreadId};

use super::Vm;
use crate::code::Pc;
use crate::{exec, lower};

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
    executed: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct UnrolledMark(usize);

impl Unrolled {
    pub fn mark(&self) -> UnrolledMark {
        UnrolledMark(self.past.len())
    }

    pub fn rewind(&mut self, to: UnrolledMark) {
        for (thread, counts) in self.past.drain(to.0..).rev() {
            self.counts[thread.index()] = counts;
        }
    }
}

impl Vm {
    /// Counts the operation that a thread is about to do. `Some`: that was once too often.
    pub(super) fn unroll(&mut self, thread: ThreadId) -> Option<Box<CutOff>> {
        let most = self.config.unroll?;
        let at = self.state.threads.get(thread);
        let frame = at.frames.last().filter(|_| at.state.started)?;
        // It would be in a call of its own, which makes it once.
        if exec::about_to_call(&self.view(thread), frame).is_some_and(lower::is_called_straight) {
            return None;
        }
        if self.unrolled.counts.len() <= thread.index() {
            self.unrolled.counts.resize_with(thread.index() + 1, Vec::new);
        }
        let counts = &mut self.unrolled.counts[thread.index()];
        self.unrolled.past.push((thread, counts.clone()));
        counts.retain(|count| at.frames.iter().any(|frame| frame.activation == count.activation));
        let known =
            counts.iter_mut().find(|count| (count.activation, count.pc) == (frame.activation, frame.pc));
        let executed = match known {
            Some(count) => {
                count.executed += 1;
                count.executed
            }
            None => {
                counts.push(Count { activation: frame.activation, pc: frame.pc, executed: 1 });
                1
            }
        };
        (executed > most).then(|| {
            let message = format!("this was executed {most} times in one call, as often as --unroll allows");
            Box::new(CutOff { message, thread, stack: self.stack(thread) })
        })
    }
}
