//! `<wchar.h>` and `<wctype.h>`: `wchar_t` has four bytes, and the C locale knows ASCII only.

pub(crate) mod characters;
pub(crate) mod convert;
pub(crate) mod strings;

use crate::context::{Context, Stop};

const SIZE: u64 = 4;

/// The characters up to a terminating zero, `limit` at most.
fn text_at_most(context: &mut Context, address: u64, limit: u64) -> Result<Vec<u32>, Stop> {
    let mut text = Vec::new();
    while (text.len() as u64) < limit {
        let character = context.memory().load::<4>(element(address, text.len() as u64))? as u32;
        if character == 0 {
            break;
        }
        text.push(character);
    }
    Ok(text)
}

fn text(context: &mut Context, address: u64) -> Result<Vec<u32>, Stop> {
    text_at_most(context, address, u64::MAX)
}

fn element(address: u64, index: u64) -> u64 {
    address.wrapping_add(SIZE.wrapping_mul(index))
}

fn write(context: &mut Context, to: u64, text: &[u32]) -> Result<(), Stop> {
    let bytes: Vec<u8> = text.iter().flat_map(|character| character.to_le_bytes()).collect();
    Ok(context.memory().write(to, &bytes)?)
}

fn write_terminated(context: &mut Context, to: u64, text: &[u32]) -> Result<(), Stop> {
    write(context, to, &[text, &[0]].concat())
}
