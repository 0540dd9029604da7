//! What saving a search needs.
//!
//! [`crate::Position::save`] writes the transitions of the path, what was decided about each of its states, and what the
//! parts of the search keep. The rest follows from making the transitions again: pending operations, clocks and histories,
//! the machine's marks. A file has a checksum, so what is read was written by the same search, or made by hand: wherever that
//! is cheap, each part looks at what it has read before it works with it (`restored`), and refuses what cannot be.

pub(crate) mod packed;

use std::io;

use serde::Serialize;

/// Writes all of it, without copies of what is large.
pub(crate) fn write(data: &impl Serialize, to: &mut dyn io::Write) -> io::Result<()> {
    postcard::to_io(data, to).map(drop).map_err(io::Error::other)
}

/// Whether a search can have counted that far. What is added to it does not overflow.
pub fn is_a_count(number: u64) -> bool {
    number < 1 << 60
}
