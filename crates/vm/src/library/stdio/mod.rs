//! `<stdio.h>`: streams over the descriptors of the virtual file system. Nothing is buffered: what is written is
//! written at once, so flushing has nothing to do.

pub(crate) mod block;
pub(crate) mod character;
mod format;
pub(crate) mod memory_streams;
pub(crate) mod open;
pub(crate) mod position;
pub(crate) mod printf;
mod scan;
pub(crate) mod scanf;
mod stream;
#[cfg(test)]
mod tests;

use self::stream::Stream;
use super::{VarArgs, hidden};
use crate::context::{Context, Stop};
use crate::memory::Memory;

/// The three standard streams.
pub(crate) fn set_up(memory: &mut Memory) {
    for (fd, address) in [hidden::STDIN, hidden::STDOUT, hidden::STDERR].into_iter().enumerate() {
        memory.open(address, stream::SIZE);
        Stream::new(fd as i32).store(memory, address);
    }
}

/// For `swprintf`: the first `limit` characters, or `None` if the call fails.
pub(super) fn format_wide(
    context: &mut Context,
    format: &[u8],
    args: VarArgs,
    limit: u64,
) -> Result<Option<Vec<u8>>, Stop> {
    const LONGEST: u64 = 1 << 28;
    let formatted = format::format_text(context, format, args, limit.min(LONGEST))?;
    Ok(formatted.map(|formatted| formatted.bytes))
}
