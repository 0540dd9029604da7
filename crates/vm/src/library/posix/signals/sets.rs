//! `sigset_t`.

use super::*;

pub(super) fn empty(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().fill(args.word(0), 0, SET_SIZE)?;
    Ok(Return::int(0))
}

pub(super) fn fill(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().fill(args.word(0), 0xff, SET_SIZE)?;
    Ok(Return::int(0))
}

pub(super) fn add(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    change(context, args, |set, bit| set | bit)
}

pub(super) fn delete(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    change(context, args, |set, bit| set & !bit)
}

fn change(context: &mut Context, args: &Args, change: fn(u64, u64) -> u64) -> Result<Return, Stop> {
    if !is_signal(args.int(1)) {
        return fail(context);
    }
    let set = context.memory().load::<8>(args.word(0))?;
    context.memory().store::<8>(args.word(0), change(set, bit(args.int(1))))?;
    Ok(Return::int(0))
}

pub(super) fn is_member(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if !is_signal(args.int(1)) {
        return fail(context);
    }
    let set = context.memory().load::<8>(args.word(0))?;
    Ok(Return::int((set >> (args.int(1) - 1) & 1) as i32))
}
