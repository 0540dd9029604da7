//! What a library function sees of the machine.

use mazurka_machine::{FaultKind, Range, ThreadId};

use crate::address;
use crate::arrivals::Arrivals;
use crate::clocks::Clocks;
use crate::config::Config;
use crate::files::Files;
use crate::memory::{Memory, Violation};
use crate::output::Output;
use crate::panics::Panics;
use crate::program::Program;
use crate::sections::Sections;
use crate::sites::Sites;
use crate::threads::{Frame, Thread, ThreadState, Threads};
use crate::visibility::{AnyPolicy, PlainAccess, Site};
use crate::vm::roots;

/// All of the machine that changes. Everything in it is undone by its own component.
pub struct State {
    pub memory: Memory,
    pub threads: Threads,
    pub files: Files,
    pub output: Output,
    pub clocks: Clocks,
    /// Not undone: it is not about this state, but about all executions.
    pub arrivals: Arrivals,
    /// The same.
    pub sections: Sections,
    /// Not undone: only machines that cannot rewind have it.
    pub sites: Sites,
    /// Not undone: what panics say that threads have ended with, whether they have in this state or not.
    pub panics: Panics,
}

/// The running thread and its surroundings.
pub struct Context<'a> {
    pub program: &'a Program,
    pub config: &'a Config,
    pub visibility: &'a dyn AnyPolicy,
    pub state: &'a mut State,
    pub thread: ThreadId,
}

/// The same, read only: for describing a thread's next operation.
pub struct View<'a> {
    pub program: &'a Program,
    pub config: &'a Config,
    pub visibility: &'a dyn AnyPolicy,
    pub state: &'a State,
    pub thread: ThreadId,
}

impl<'a> View<'a> {
    pub fn this(&self) -> &Thread {
        self.state.threads.get(self.thread)
    }

    /// The instruction that the thread is at.
    pub fn site(&self) -> Site {
        self.site_of(self.this().frames.last())
    }

    /// The same, in the program rather than in the library's own code, if it can be.
    pub fn shown_site(&self) -> Site {
        let frames = &self.this().frames;
        let is_program = |frame: &&Frame| !self.program.code(frame.function).internal;
        self.site_of(frames.iter().rev().find(is_program).or(frames.last()))
    }

    fn site_of(&self, frame: Option<&Frame>) -> Site {
        frame.map_or(Site { function: self.program.main, pc: 0 }, |frame| Site {
            function: frame.function,
            pc: frame.pc,
        })
    }

    /// An access that the thread makes where it is.
    pub fn plain_access(&self, range: Range, writes: bool) -> PlainAccess<'a> {
        let View { program, thread, state: State { memory, threads, .. }, .. } = *self;
        let others = threads.others(thread);
        roots::sync(program, memory, others);
        PlainAccess {
            program,
            memory,
            thread,
            others,
            range,
            writes,
            site: self.site(),
            shown_site: self.shown_site(),
            is_alone: threads.is_main_alone(),
        }
    }

    /// Whether taking memory away from the program is a visible operation: to other threads, it writes to all of it.
    pub fn is_release_visible(&self, range: Range) -> bool {
        self.visibility.is_visible(&self.plain_access(range, true))
    }
}

impl Context<'_> {
    pub fn view(&self) -> View<'_> {
        let Context { program, config, visibility, ref state, thread } = *self;
        View { program, config, visibility, state, thread }
    }

    pub fn memory(&mut self) -> &mut Memory {
        &mut self.state.memory
    }

    pub fn this(&self) -> &Thread {
        self.state.threads.get(self.thread)
    }

    /// The running thread's state, for changing.
    pub fn this_state(&mut self) -> &mut ThreadState {
        &mut self.state.threads.change(self.thread).state
    }

    /// The running thread's `errno`.
    pub fn errno(&self) -> i32 {
        i32::from_le_bytes(self.state.memory.peek_raw(address::errno_of(self.thread)))
    }

    pub fn set_errno(&mut self, errno: i32) {
        let address = address::errno_of(self.thread);
        self.state.memory.write_raw(address, &errno.to_le_bytes());
        self.this_state().has_errno = true;
    }
}

/// Why a thread does not continue after a library function, or another instruction.
#[derive(Debug)]
pub enum Stop {
    /// A fault of the program; the executor adds the stack.
    Fault(FaultKind, String),
    Violation(Box<Violation>),
    /// Something we cannot do: what, and what to do about it.
    Unsupported(String),
    /// The process ends with this code; nothing of the program runs any more.
    Exit(i32),
    /// The thread ends with this result.
    FinishThread(u64),
    /// `assume(false)`.
    Pruned,
}

impl From<Box<Violation>> for Stop {
    fn from(violation: Box<Violation>) -> Stop {
        Stop::Violation(violation)
    }
}
