//! What signals do: `sigaction` and its relatives.

use super::*;
use mazurka_machine::FaultKind;

/// `SIG_DFL`, `SIG_IGN`
const DEFAULT: u64 = 0;
const IGNORE: u64 = 1;

/// `SA_SIGINFO`, `SA_RESTART`, `SA_NODEFER`, `SA_RESETHAND`
pub(super) const WITH_INFORMATION: u32 = 4;
const RESTART: u32 = 0x1000_0000;
const NO_DEFER: u32 = 0x4000_0000;
const RESET: u32 = 0x8000_0000;

/// Offsets in `struct sigaction`.
const HANDLER: u64 = 0;
const MASK: u64 = 8;
const FLAGS: u64 = 136;
const RESTORER: u64 = 144;

/// What a signal does.
#[derive(Clone, Copy, Default)]
pub(super) struct Action {
    /// The address of a function, or one of the constants.
    pub handler: u64,
    /// The signals that are blocked while it runs, the signal itself aside.
    pub mask: u64,
    pub flags: u32,
}

/// Handlers are in the object itself, masks and flags elsewhere.
fn slot(signal: i32) -> u64 {
    hidden::SIGNALS + 8 * signal as u64
}

fn mask_and_flags(signal: i32) -> u64 {
    hidden::SIGNAL_ACTIONS + 16 * signal as u64
}

impl Action {
    pub(super) fn of(memory: &Memory, signal: i32) -> Action {
        Action {
            handler: hidden::word(memory, slot(signal)),
            mask: hidden::word(memory, mask_and_flags(signal)),
            flags: hidden::word(memory, mask_and_flags(signal) + 8) as u32,
        }
    }

    fn set(self, memory: &mut Memory, signal: i32) {
        hidden::set_word(memory, slot(signal), self.handler);
        hidden::set_word(memory, mask_and_flags(signal), self.mask);
        hidden::set_word(memory, mask_and_flags(signal) + 8, self.flags.into());
    }

    pub(super) fn is_default(self) -> bool {
        self.handler == DEFAULT
    }

    pub(super) fn has_handler(self) -> bool {
        !matches!(self.handler, DEFAULT | IGNORE)
    }

    /// Whether the signal has no effect on a thread that does not block it.
    pub(super) fn is_nothing(self, signal: i32) -> bool {
        const SIGCHLD: i32 = 17;
        const SIGCONT: i32 = 18;
        const SIGURG: i32 = 23;
        const SIGWINCH: i32 = 28;
        let is_ignored_by_default = matches!(signal, SIGCHLD | SIGCONT | SIGURG | SIGWINCH);
        self.handler == IGNORE || self.is_default() && is_ignored_by_default
    }

    pub(super) fn is_ignored(self) -> bool {
        self.handler == IGNORE
    }

    /// How a process ends by a signal.
    pub(super) fn end(signal: i32) -> Stop {
        match signal {
            SIGABRT => Stop::Fault(FaultKind::Abort, "the program raised SIGABRT".into()),
            _ => Stop::Exit(128 + signal),
        }
    }

    /// Whether calls that the handler interrupts are begun again.
    pub(super) fn restarts(self) -> bool {
        self.flags & RESTART != 0
    }

    /// What a thread blocks while the handler runs.
    pub(super) fn blocked(self, signal: i32) -> u64 {
        let own = if self.flags & NO_DEFER == 0 { bit(signal) } else { 0 };
        blockable(self.mask | own)
    }

    /// The handler begins to run.
    pub(super) fn begin(self, memory: &mut Memory, signal: i32) {
        if self.flags & RESET != 0 {
            Action { handler: DEFAULT, flags: self.flags & !WITH_INFORMATION, ..self }.set(memory, signal);
        }
    }
}

fn can_be_caught(signal: i32) -> bool {
    is_signal(signal) && blockable(bit(signal)) != 0
}

/// `handler __mazurka_signal(take, signal, handler, flags)`: `signal`. The first argument is there to be referred to.
pub(super) fn signal(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (number, handler, flags) = (args.int(1), args.word(2), args.word(3) as u32);
    if !can_be_caught(number) {
        context.set_errno(errno::EINVAL);
        return Ok(Return::long(-1));
    }
    let old = Action::of(&context.state.memory, number).handler;
    Action { handler, mask: 0, flags }.set(context.memory(), number);
    Ok(Return::Word(old))
}

/// `int __mazurka_sigaction(take, signal, new, old)`: `sigaction`.
pub(super) fn sigaction(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (number, new, old) = (args.int(1), args.word(2), args.word(3));
    if !is_signal(number) || new != 0 && !can_be_caught(number) {
        return fail(context);
    }
    // Both may be the same.
    let installed = match new {
        0 => None,
        _ => Some(Action {
            handler: context.memory().load::<8>(new + HANDLER)?,
            mask: context.memory().load::<8>(new + MASK)?,
            flags: context.memory().load::<4>(new + FLAGS)? as u32,
        }),
    };
    if old != 0 {
        let action = Action::of(&context.state.memory, number);
        let memory = context.memory();
        memory.store::<8>(old + HANDLER, action.handler)?;
        memory.fill(old + MASK, 0, SET_SIZE)?;
        memory.store::<8>(old + MASK, action.mask)?;
        memory.store::<4>(old + FLAGS, action.flags.into())?;
        memory.store::<8>(old + RESTORER, 0)?;
    }
    if let Some(action) = installed {
        action.set(context.memory(), number);
    }
    Ok(Return::int(0))
}

/// `int siginterrupt(int signal, int flag)`
pub(super) fn siginterrupt(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (number, interrupts) = (args.int(0), args.int(1) != 0);
    if !can_be_caught(number) {
        return fail(context);
    }
    let action = Action::of(&context.state.memory, number);
    let flags = if interrupts { action.flags & !RESTART } else { action.flags | RESTART };
    Action { flags, ..action }.set(context.memory(), number);
    Ok(Return::int(0))
}
