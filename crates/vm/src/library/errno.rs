//! `errno`, of which every thread has its own.

use super::{Args, Native, Return};
use crate::address;
use crate::context::{Context, Stop};

pub(super) static FAMILY: &[Native] = &[Native::local("__errno_location", errno_location)];

fn errno_location(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(address::errno_of(context.thread)))
}
