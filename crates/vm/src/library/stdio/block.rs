//! `fread` and `fwrite`.

use super::stream::{self, Need};
use crate::context::{Context, Stop, View};
use crate::library::memory::{at_most_one_too_many, check_object};
use crate::library::{Args, Intent, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("fread", reads_blocks, fread),
    Native::visible("fread_unlocked", reads_blocks, fread),
    Native::visible("__fread_chk", reads_blocks_checked, fread_chk),
    Native::visible("fwrite", stream::writes_fourth, fwrite),
    Native::visible("fwrite_unlocked", stream::writes_fourth, fwrite),
];

fn reads_blocks(view: &View, args: &Args) -> Result<Intent, Stop> {
    stream::reads(view, args.word(3), Need::Bytes(args.word(1).saturating_mul(args.word(2))))
}

fn reads_blocks_checked(view: &View, args: &Args) -> Result<Intent, Stop> {
    reads_blocks(view, &Args::new(&without_size(args)))
}

/// `__fread_chk` has the target's size as its second argument.
fn without_size(args: &Args) -> [u64; 4] {
    [0, 2, 3, 4].map(|index| args.word(index))
}

fn fread(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (to, size, count) = (args.word(0), args.word(1), args.word(2));
    let wanted = size.saturating_mul(count);
    if wanted == 0 {
        return Ok(Return::Word(0));
    }
    let wanted = at_most_one_too_many(context, to, wanted);
    let bytes = stream::with(context, args.word(3), |context, stream| stream.read(context, wanted))?;
    context.memory().write(to, &bytes)?;
    Ok(Return::Word(bytes.len() as u64 / size))
}

fn fread_chk(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    check_object(args.word(2).saturating_mul(args.word(3)), args.word(1))?;
    fread(context, &Args::new(&without_size(args)), choice)
}

fn fwrite(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let (from, size, count) = (args.word(0), args.word(1), args.word(2));
    let bytes = context.memory().read(from, size.saturating_mul(count))?.to_vec();
    if bytes.is_empty() {
        return Ok(Return::Word(0));
    }
    let written = stream::write(context, args.word(3), &bytes)?;
    Ok(Return::Word(if written { count } else { 0 }))
}
