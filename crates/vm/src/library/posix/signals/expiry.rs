//! Timers that expire: the waiting of the threads that `support/timers.c` has for them.

use mazurka_machine::Urgency;

use super::*;
use crate::library::threads::clock;

/// Whether the timer is set as it was when its thread began to wait: the first field says that.
fn is_set(memory: &Memory, args: &Args) -> Result<bool, Stop> {
    Ok(memory.peek_sized(args.word(0), 4)? == args.word(2) & u32::MAX as u64)
}

/// `int __mazurka_expire(struct timer *, size_t, unsigned setting, const uint64_t *time)`: 1, at the beginning of a change of the
/// timer, or 0 if it was set again.
pub(super) fn describe(view: &View, args: &Args) -> Result<Intent, Stop> {
    let urgency = Urgency::of_timeout(is_set(&view.state.memory, args)?);
    Ok(Intent { urgency, ..hidden::change(args.word(0), args.word(1)) })
}

pub(super) fn expire(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    if !is_set(&context.state.memory, args)? {
        return Ok(Return::int(0));
    }
    let time = context.state.memory.peek_sized(args.word(3), 8)?;
    clock::pass(context, time);
    context.memory().hide(true);
    Ok(Return::int(1))
}
