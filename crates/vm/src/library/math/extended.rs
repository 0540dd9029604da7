//! `long double`: the operations of the language, and those of `<math.h>` that have one correct result. Functions whose result
//! no simple algorithm rounds correctly (`sinl`, `expl`, `powl` …) are not here: those of `double` would be wrong in the last bits.

use std::cmp::Ordering;

use crate::context::{Context, Stop};
use crate::extended::Extended;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("__mazurka_extended_add", |_, args| binary(args, Extended::add)),
    Native::local("__mazurka_extended_subtract", |_, args| binary(args, Extended::subtract)),
    Native::local("__mazurka_extended_multiply", |_, args| binary(args, Extended::multiply)),
    Native::local("__mazurka_extended_divide", |_, args| binary(args, Extended::divide)),
    Native::local("__mazurka_extended_negate", |_, args| unary(args, Extended::negate)),
    Native::local("__mazurka_extended_compare", compare),
    Native::local("__mazurka_extended_is_class", is_class),
    Native::local("__mazurka_extended_from_double", |_, args| number(Extended::from_double(args.double(0)))),
    Native::local("__mazurka_extended_from_float", |_, args| number(Extended::from_float(args.float(0)))),
    Native::local("__mazurka_extended_to_double", |_, args| {
        Ok(Return::double(argument(args, 0).to_double()))
    }),
    Native::local("__mazurka_extended_to_float", |_, args| {
        Ok(Return::Word(argument(args, 0).to_float().to_bits().into()))
    }),
    Native::local("__mazurka_extended_from_signed", from_signed),
    Native::local("__mazurka_extended_from_unsigned", from_unsigned),
    Native::local("__mazurka_extended_to_signed", to_signed),
    Native::local("__mazurka_extended_to_unsigned", to_unsigned),
    Native::local("fabsl", |_, args| unary(args, Extended::absolute)),
    Native::local("sqrtl", |_, args| unary(args, Extended::square_root)),
    Native::local("floorl", |_, args| unary(args, Extended::floor)),
    Native::local("ceill", |_, args| unary(args, Extended::ceil)),
    Native::local("truncl", |_, args| unary(args, Extended::truncate)),
    Native::local("roundl", |_, args| unary(args, Extended::round)),
    Native::local("rintl", |_, args| unary(args, Extended::round_to_even)),
    Native::local("nearbyintl", |_, args| unary(args, Extended::round_to_even)),
    Native::local("roundevenl", |_, args| unary(args, Extended::round_to_even)),
    Native::local("fmodl", |_, args| binary(args, Extended::modulo)),
    Native::local("remainderl", |_, args| binary(args, Extended::remainder)),
    Native::local("copysignl", |_, args| binary(args, Extended::with_sign_of)),
    Native::local("fminl", |_, args| binary(args, |a, b| choose(a, b, Ordering::Less))),
    Native::local("fmaxl", |_, args| binary(args, |a, b| choose(a, b, Ordering::Greater))),
    Native::local("fdiml", |_, args| binary(args, positive_difference)),
    Native::local("fmal", |_, args| {
        number(argument(args, 0).multiply_add(argument(args, 2), argument(args, 4)))
    }),
    Native::local("ldexpl", |_, args| number(argument(args, 0).scaled(args.int(2)))),
    Native::local("scalbnl", |_, args| number(argument(args, 0).scaled(args.int(2)))),
    Native::local("scalblnl", |_, args| {
        let power = (args.word(2) as i64).clamp(i32::MIN.into(), i32::MAX.into());
        number(argument(args, 0).scaled(power as i32))
    }),
    Native::local("frexpl", frexp),
    Native::local("modfl", modf),
    Native::local("nextafterl", |_, args| binary(args, next_after)),
    Native::local("lrintl", |_, args| to_long(argument(args, 0).round_to_even())),
    Native::local("llrintl", |_, args| to_long(argument(args, 0).round_to_even())),
    Native::local("lroundl", |_, args| to_long(argument(args, 0).round())),
    Native::local("llroundl", |_, args| to_long(argument(args, 0).round())),
    Native::local("nanl", |_, _| Ok(Return::Pair(Extended::nan().0, Extended::nan().1))),
    Native::local("isnanl", |_, args| Ok(Return::int(argument(args, 0).is_nan() as i32))),
    Native::local("__isnanl", |_, args| Ok(Return::int(argument(args, 0).is_nan() as i32))),
    Native::local("isinfl", |_, args| Ok(Return::int(infinite_sign(argument(args, 0))))),
    Native::local("__isinfl", |_, args| Ok(Return::int(infinite_sign(argument(args, 0))))),
    Native::local("finitel", |_, args| Ok(Return::int(is_finite(argument(args, 0)) as i32))),
    Native::local("__finitel", |_, args| Ok(Return::int(is_finite(argument(args, 0)) as i32))),
    Native::local("__signbitl", |_, args| Ok(Return::int(argument(args, 0).is_negative() as i32))),
    Native::local("__fpclassifyl", classify),
];

/// The number in the arguments from this word on.
fn argument(args: &Args, word: usize) -> Extended {
    Extended::from_words(args.word(word), args.word(word + 1))
}

fn number(value: Extended) -> Result<Return, Stop> {
    let (low, high) = value.words();
    Ok(Return::Pair(low, high))
}

fn unary(args: &Args, compute: impl Fn(Extended) -> Extended) -> Result<Return, Stop> {
    number(compute(argument(args, 0)))
}

fn binary(args: &Args, compute: impl Fn(Extended, Extended) -> Extended) -> Result<Return, Stop> {
    number(compute(argument(args, 0), argument(args, 2)))
}

/// `int compare(outcomes that count, a, b)`: the same bits as in [`crate::code::Insn::CompareFloat`].
fn compare(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let outcome = match argument(args, 1).compare(argument(args, 3)) {
        None => 1,
        Some(Ordering::Less) => 2,
        Some(Ordering::Equal) => 4,
        Some(Ordering::Greater) => 8,
    };
    Ok(Return::int((args.word(0) & outcome != 0) as i32))
}

/// The bits of `llvm.is.fpclass`: quiet NaN, and the others from negative infinity up to positive infinity.
fn is_class(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let value = argument(args, 1);
    let bit = match () {
        _ if value.is_nan() => 1,
        _ if value.is_zero() => 6,
        _ if value.is_subnormal() => 7,
        _ if value.is_infinite() => 9,
        _ => 8,
    };
    let bit = if bit > 1 && value.is_negative() { 11 - bit } else { bit };
    // A NaN of either kind is taken for a quiet one: operations make no others.
    let wanted = if bit == 1 { args.word(0) & 3 != 0 } else { args.word(0) >> bit & 1 != 0 };
    Ok(Return::int(wanted as i32))
}

fn mask(bits: u64) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// An integer of two words and its width.
fn integer(args: &Args) -> (u128, u32) {
    let bits = args.word(2).clamp(1, 128);
    ((u128::from(args.word(1)) << 64 | u128::from(args.word(0))) & mask(bits), bits as u32)
}

fn from_signed(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (value, bits) = integer(args);
    number(Extended::from_integer((value << (128 - bits)) as i128 >> (128 - bits)))
}

fn from_unsigned(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    number(Extended::from_unsigned(integer(args).0))
}

fn to_signed(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let bits = args.word(2).clamp(1, 128);
    let value = argument(args, 0).to_integer(bits as u8) as u128 & mask(bits);
    Ok(Return::Pair(value as u64, (value >> 64) as u64))
}

fn to_unsigned(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let bits = args.word(2).clamp(1, 128);
    let value = argument(args, 0).to_unsigned(bits as u8) & mask(bits);
    Ok(Return::Pair(value as u64, (value >> 64) as u64))
}

fn to_long(value: Extended) -> Result<Return, Stop> {
    Ok(Return::long(value.to_integer(64) as i64))
}

/// `fmin` and `fmax`: a NaN loses.
fn choose(a: Extended, b: Extended, wanted: Ordering) -> Extended {
    match a.compare(b) {
        None if a.is_nan() => b,
        None => a,
        Some(order) if order == wanted.reverse() => b,
        Some(_) => a,
    }
}

fn positive_difference(a: Extended, b: Extended) -> Extended {
    match a.compare(b) {
        Some(Ordering::Less | Ordering::Equal) => Extended::from_integer(0),
        _ => a.subtract(b),
    }
}

fn is_finite(value: Extended) -> bool {
    !value.is_nan() && !value.is_infinite()
}

fn infinite_sign(value: Extended) -> i32 {
    match (value.is_infinite(), value.is_negative()) {
        (false, _) => 0,
        (true, negative) => {
            if negative {
                -1
            } else {
                1
            }
        }
    }
}

fn frexp(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let value = argument(args, 0);
    let (fraction, power) = if is_finite(value) && !value.is_zero() { value.split() } else { (value, 0) };
    context.memory().store::<4>(args.word(2), power as u32 as u64)?;
    number(fraction)
}

fn modf(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let value = argument(args, 0);
    let whole = value.truncate();
    let fraction = if value.is_infinite() { Extended::from_integer(0) } else { value.subtract(whole) };
    let (low, high) = whole.words();
    context.memory().store::<8>(args.word(2), low)?;
    context.memory().store::<2>(args.word(2).wrapping_add(8), high)?;
    number(fraction.with_sign_of(value))
}

fn next_after(from: Extended, to: Extended) -> Extended {
    match from.compare(to) {
        None if from.is_nan() => from,
        None | Some(Ordering::Equal) => to,
        Some(_) if from.is_zero() => Extended::from_words(1, 0).with_sign_of(to),
        Some(order) => from.next((order == Ordering::Less) != from.is_negative()),
    }
}

/// `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL`, `FP_NORMAL`.
fn classify(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let value = argument(args, 0);
    Ok(Return::int(match () {
        _ if value.is_nan() => 0,
        _ if value.is_infinite() => 1,
        _ if value.is_zero() => 2,
        _ if value.is_subnormal() => 3,
        _ => 4,
    }))
}
