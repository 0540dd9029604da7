//! How much time the program has used: all of its virtual time.

use crate::context::{Context, Stop};
use crate::library::threads::clock::SECOND;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] =
    &[Native::local("times", times).reads_clock(), Native::local("getrusage", getrusage).reads_clock()];

/// A hundred ticks a second.
fn times(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    const SIZE: u64 = 32;
    let ticks = context.this().state.clock / (SECOND / 100);
    if args.word(0) != 0 {
        context.memory().fill(args.word(0), 0, SIZE)?;
        context.memory().store::<8>(args.word(0), ticks)?;
    }
    Ok(Return::Word(ticks))
}

/// `struct rusage`: user time in seconds and microseconds, and zeros.
fn getrusage(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    const SIZE: u64 = 144;
    let time = context.this().state.clock;
    context.memory().fill(args.word(1), 0, SIZE)?;
    context.memory().store::<8>(args.word(1), time / SECOND)?;
    context.memory().store::<8>(args.word(1) + 8, time % SECOND / 1000)?;
    Ok(Return::int(0))
}
