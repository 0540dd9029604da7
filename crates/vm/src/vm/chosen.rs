//! The values that choices select: for reports.

use mazurka_machine::{Choice, ThreadId};

use super::Vm;
use crate::exec;
use crate::library::posix::signals::delivery;
use crate::threads::Wait;

/// What the names of functions begin with that programs do not call.
const OWN: &str = "__mazurka_";

impl Vm {
    /// The threads that sleep on an object until another thread wakes them.
    pub fn sleepers(&self) -> Vec<ThreadId> {
        let threads = &self.state.threads;
        let sleeps = |thread: &ThreadId| matches!(threads.get(*thread).state.wait, Wait::On(_));
        threads.created().iter().filter(sleeps).collect()
    }

    /// The signal that a thread takes next, if that is what it does.
    pub fn due_signal(&self, thread: ThreadId) -> Option<String> {
        delivery::due_signal(&self.view(thread))
    }

    /// The library function that a thread calls next, as programs call it: some of them are C on top of our own.
    pub fn called(&self, thread: ThreadId) -> Option<&str> {
        let native = exec::called(&self.view(thread))?;
        let frames = self.state.threads.get(thread).frames.iter().rev();
        let own = frames.take_while(|frame| self.program.code(frame.function).internal);
        let function = own.last().map(|frame| &*self.program.functions[frame.function as usize].name);
        let name = native.facts.public_name.unwrap_or(native.name);
        [function.unwrap_or(name), name].into_iter().find(|name| !name.starts_with(OWN))
    }

    /// The function with several possible results that a thread calls next, and its result with this choice:
    /// `__VERIFIER_nondet_int` and `-3`.
    pub fn chosen(&self, thread: ThreadId, choice: Choice) -> Option<(&'static str, String)> {
        let native = exec::called(&self.view(thread))?;
        let value = native.facts.value_of_choice?(&self.config, choice)?;
        Some((native.facts.public_name.unwrap_or(native.name), value))
    }
}
