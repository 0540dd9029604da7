//! `<string.h>` and `<strings.h>` on strings of bytes, in the C locale.

pub(crate) mod compare;
pub(crate) mod copy;
pub(crate) mod message;
pub(crate) mod search;
pub(crate) mod token;

use crate::context::{Context, Stop};

/// The index of the first byte that `wanted` accepts, or of the terminating zero; and that byte. Reads no further:
/// programs search long texts piece by piece.
fn first(context: &mut Context, text: u64, wanted: impl Fn(u8) -> bool) -> Result<(usize, u8), Stop> {
    const CHUNK: u64 = 64;
    let mut done = 0;
    loop {
        let at = text.wrapping_add(done);
        let chunk = context.memory().addressable(at, CHUNK).max(1);
        let bytes = context.memory().peek(at, chunk)?;
        if let Some(found) = bytes.iter().position(|&byte| byte == 0 || wanted(byte)) {
            let byte = bytes[found];
            context.memory().note_read(text, done + found as u64 + 1);
            return Ok((done as usize + found, byte));
        }
        done += chunk;
    }
}
