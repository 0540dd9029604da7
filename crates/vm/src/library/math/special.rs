//! Functions with integers or pointers among their arguments or results.

use super::note_error;
use crate::context::{Context, Stop};
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("frexp", frexp),
    Native::local("frexpf", frexpf),
    Native::local("ldexp", scale),
    Native::local("scalbn", scale),
    Native::local("scalbln", scale),
    Native::local("ldexpf", scalef),
    Native::local("scalbnf", scalef),
    Native::local("scalblnf", scalef),
    Native::local("modf", modf),
    Native::local("modff", modff),
    Native::local("remquo", remquo),
    Native::local("remquof", remquof),
    Native::local("ilogb", |_, args| Ok(Return::int(integer_logarithm(args.double(0))))),
    Native::local("ilogbf", |_, args| Ok(Return::int(integer_logarithm(args.float(0) as f64)))),
    Native::local("logb", |_, args| Ok(Return::double(logarithm(args.double(0))))),
    Native::local("logbf", |_, args| Ok(float(logarithm(args.float(0) as f64) as f32))),
    Native::local("sincos", sincos),
    Native::local("sincosf", sincosf),
    Native::local("lgamma_r", lgamma_r),
    Native::local("nan", |_, _| Ok(Return::double(f64::NAN))),
    Native::local("nanf", |_, _| Ok(float(f32::NAN))),
    Native::local("jn", |_, args| Ok(Return::double(libm::jn(args.int(0), args.double(1))))),
    Native::local("yn", |_, args| Ok(Return::double(libm::yn(args.int(0), args.double(1))))),
];

fn float(value: f32) -> Return {
    Return::Word(value.to_bits() as u64)
}

/// The floating-point arguments come first, the pointer is the argument after them.
fn frexp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (fraction, exponent) = libm::frexp(args.double(0));
    context.memory().store::<4>(args.word(1), exponent as u64)?;
    Ok(Return::double(fraction))
}

fn frexpf(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (fraction, exponent) = libm::frexpf(args.float(0));
    context.memory().store::<4>(args.word(1), exponent as u64)?;
    Ok(float(fraction))
}

/// `long` exponents beyond `int` are as good as its limits.
fn exponent(args: &Args) -> i32 {
    (args.word(1) as i32).clamp(-5000, 5000)
}

fn scale(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let x = args.double(0);
    let result = libm::scalbn(x, exponent(args));
    note_error(context, x.is_finite(), !x.is_nan(), result);
    Ok(Return::double(result))
}

fn scalef(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let x = args.float(0);
    let result = libm::scalbnf(x, exponent(args));
    note_error(context, x.is_finite(), !x.is_nan(), result as f64);
    Ok(float(result))
}

fn modf(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let x = args.double(0);
    context.memory().store::<8>(args.word(1), x.trunc().to_bits())?;
    let fraction = if x.is_infinite() { 0.0 } else { x - x.trunc() };
    Ok(Return::double(fraction.copysign(x)))
}

fn modff(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let x = args.float(0);
    context.memory().store::<4>(args.word(1), x.trunc().to_bits() as u64)?;
    let fraction = if x.is_infinite() { 0.0 } else { x - x.trunc() };
    Ok(float(fraction.copysign(x)))
}

fn remquo(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (remainder, quotient) = libm::remquo(args.double(0), args.double(1));
    context.memory().store::<4>(args.word(2), low_bits(quotient) as u64)?;
    Ok(Return::double(remainder))
}

fn remquof(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (remainder, quotient) = libm::remquof(args.float(0), args.float(1));
    context.memory().store::<4>(args.word(2), low_bits(quotient) as u64)?;
    Ok(float(remainder))
}

/// glibc keeps three bits of the quotient, and its sign.
fn low_bits(quotient: i32) -> i32 {
    quotient % 8
}

/// `FP_ILOGB0` and `FP_ILOGBNAN` are both the least `int`.
fn integer_logarithm(x: f64) -> i32 {
    if x == 0.0 || x.is_nan() {
        i32::MIN
    } else if x.is_infinite() {
        i32::MAX
    } else {
        libm::ilogb(x)
    }
}

fn logarithm(x: f64) -> f64 {
    match x {
        _ if x == 0.0 => f64::NEG_INFINITY,
        _ if x.is_infinite() => f64::INFINITY,
        _ if x.is_nan() => x,
        _ => libm::ilogb(x) as f64,
    }
}

fn sincos(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let x = args.double(0);
    context.memory().store::<8>(args.word(1), x.sin().to_bits())?;
    context.memory().store::<8>(args.word(2), x.cos().to_bits())?;
    Ok(Return::Void)
}

fn sincosf(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let x = args.float(0);
    context.memory().store::<4>(args.word(1), x.sin().to_bits() as u64)?;
    context.memory().store::<4>(args.word(2), x.cos().to_bits() as u64)?;
    Ok(Return::Void)
}

fn lgamma_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (value, sign) = libm::lgamma_r(args.double(0));
    context.memory().store::<4>(args.word(1), sign as u64)?;
    Ok(Return::double(value))
}
