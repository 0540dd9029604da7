//! Arithmetic of `<stdlib.h>` and `<inttypes.h>`.

use mazurka_machine::FaultKind;

use super::{Args, Native, Return};
use crate::context::{Context, Stop};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("abs", |_, args| Ok(Return::int(args.int(0).wrapping_abs()))),
    Native::local("labs", labs),
    Native::local("llabs", labs),
    Native::local("imaxabs", labs),
    Native::local("div", div),
    Native::local("ldiv", ldiv),
    Native::local("lldiv", ldiv),
    Native::local("imaxdiv", ldiv),
];

fn labs(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::long((args.word(0) as i64).wrapping_abs()))
}

/// `div_t` fits into one register: the quotient is its lower half.
fn div(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (x, y) = (args.int(0), args.int(1));
    if y == 0 {
        return Err(division_by_zero("div"));
    }
    let (quotient, remainder) = (x.wrapping_div(y) as u32, x.wrapping_rem(y) as u32);
    Ok(Return::Word((remainder as u64) << 32 | quotient as u64))
}

fn ldiv(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (x, y) = (args.word(0) as i64, args.word(1) as i64);
    if y == 0 {
        return Err(division_by_zero("ldiv"));
    }
    Ok(Return::Pair(x.wrapping_div(y) as u64, x.wrapping_rem(y) as u64))
}

fn division_by_zero(name: &str) -> Stop {
    Stop::Fault(FaultKind::DivisionByZero, format!("{name} divides by zero"))
}
