//! Virtual time. Every thread has a clock of its own that moves only when it sleeps or waits in vain, so that no
//! interleaving shows in what it reads.

use super::*;

/// What the real-time clock shows when a thread's own clock is at zero: 2023-11-14 22:13:20 UTC.
pub const START_OF_TIME: u64 = 1_700_000_000 * SECOND;
pub const SECOND: u64 = 1_000_000_000;

/// A `struct timespec` as nanoseconds; `None` if it is not a valid one.
pub fn timespec(memory: &Memory, address: u64) -> Result<Option<u64>, Stop> {
    let seconds = memory.peek_sized(address, 8)? as i64;
    let nanoseconds = memory.peek_sized(address + 8, 8)?;
    if nanoseconds >= SECOND {
        return Ok(None);
    }
    Ok(Some((seconds.max(0) as u64).saturating_mul(SECOND).saturating_add(nanoseconds)))
}

/// Lets the running thread's time pass by `nanoseconds`.
pub fn pass(context: &mut Context, nanoseconds: u64) {
    let state = context.this_state();
    state.clock = state.clock.saturating_add(nanoseconds);
}

/// Lets the running thread's time pass up to the `struct timespec` at `deadline`. `false`: that is no valid time.
/// Deadlines before [`START_OF_TIME`] must be on a clock that started at zero.
pub fn pass_until(context: &mut Context, deadline: u64) -> Result<bool, Stop> {
    let Some(time) = timespec(&context.state.memory, deadline)? else { return Ok(false) };
    let time = time.checked_sub(START_OF_TIME).unwrap_or(time);
    let state = context.this_state();
    state.clock = state.clock.max(time);
    Ok(true)
}
