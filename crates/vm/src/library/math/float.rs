//! Functions of one and two numbers, on `float`.

use super::note_error;
use crate::context::{Context, Stop};
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("acosf", |context, args| unary(context, args, f32::acos)),
    Native::local("acoshf", |context, args| unary(context, args, f32::acosh)),
    Native::local("asinf", |context, args| unary(context, args, f32::asin)),
    Native::local("asinhf", |context, args| unary(context, args, f32::asinh)),
    Native::local("atanf", |context, args| unary(context, args, f32::atan)),
    Native::local("atanhf", |context, args| unary(context, args, f32::atanh)),
    Native::local("cbrtf", |context, args| unary(context, args, f32::cbrt)),
    Native::local("ceilf", |context, args| unary(context, args, f32::ceil)),
    Native::local("cosf", |context, args| unary(context, args, f32::cos)),
    Native::local("coshf", |context, args| unary(context, args, f32::cosh)),
    Native::local("expf", |context, args| unary(context, args, f32::exp)),
    Native::local("exp2f", |context, args| unary(context, args, f32::exp2)),
    Native::local("expm1f", |context, args| unary(context, args, f32::exp_m1)),
    Native::local("fabsf", |context, args| unary(context, args, f32::abs)),
    Native::local("floorf", |context, args| unary(context, args, f32::floor)),
    Native::local("logf", |context, args| unary(context, args, f32::ln)),
    Native::local("log10f", |context, args| unary(context, args, f32::log10)),
    Native::local("log1pf", |context, args| unary(context, args, f32::ln_1p)),
    Native::local("log2f", |context, args| unary(context, args, f32::log2)),
    Native::local("nearbyintf", |context, args| unary(context, args, f32::round_ties_even)),
    Native::local("rintf", |context, args| unary(context, args, f32::round_ties_even)),
    Native::local("roundf", |context, args| unary(context, args, f32::round)),
    Native::local("roundevenf", |context, args| unary(context, args, f32::round_ties_even)),
    Native::local("sinf", |context, args| unary(context, args, f32::sin)),
    Native::local("sinhf", |context, args| unary(context, args, f32::sinh)),
    Native::local("sqrtf", |context, args| unary(context, args, f32::sqrt)),
    Native::local("tanf", |context, args| unary(context, args, f32::tan)),
    Native::local("tanhf", |context, args| unary(context, args, f32::tanh)),
    Native::local("truncf", |context, args| unary(context, args, f32::trunc)),
    Native::local("erff", |context, args| unary(context, args, libm::erff)),
    Native::local("erfcf", |context, args| unary(context, args, libm::erfcf)),
    Native::local("exp10f", |context, args| unary(context, args, libm::exp10f)),
    Native::local("pow10f", |context, args| unary(context, args, libm::exp10f)),
    Native::local("j0f", |context, args| unary(context, args, libm::j0f)),
    Native::local("j1f", |context, args| unary(context, args, libm::j1f)),
    Native::local("lgammaf", |context, args| unary(context, args, libm::lgammaf)),
    Native::local("gammaf", |context, args| unary(context, args, libm::lgammaf)),
    Native::local("tgammaf", |context, args| unary(context, args, libm::tgammaf)),
    Native::local("y0f", |context, args| unary(context, args, libm::y0f)),
    Native::local("y1f", |context, args| unary(context, args, libm::y1f)),
    Native::local("atan2f", |context, args| binary(context, args, f32::atan2)),
    Native::local("copysignf", |context, args| binary(context, args, f32::copysign)),
    Native::local("hypotf", |context, args| binary(context, args, f32::hypot)),
    Native::local("powf", |context, args| binary(context, args, f32::powf)),
    Native::local("fdimf", |context, args| binary(context, args, libm::fdimf)),
    Native::local("fmaxf", |context, args| binary(context, args, libm::fmaxf)),
    Native::local("fminf", |context, args| binary(context, args, libm::fminf)),
    Native::local("fmodf", |context, args| binary(context, args, libm::fmodf)),
    Native::local("nextafterf", |context, args| binary(context, args, libm::nextafterf)),
    Native::local("remainderf", |context, args| binary(context, args, libm::remainderf)),
    Native::local("dremf", |context, args| binary(context, args, libm::remainderf)),
    Native::local("fmaf", fma),
    Native::local("lrintf", |_, args| Ok(Return::long(args.float(0).round_ties_even() as i64))),
    Native::local("llrintf", |_, args| Ok(Return::long(args.float(0).round_ties_even() as i64))),
    Native::local("lroundf", |_, args| Ok(Return::long(args.float(0).round() as i64))),
    Native::local("llroundf", |_, args| Ok(Return::long(args.float(0).round() as i64))),
];

fn unary(context: &mut Context, args: &Args, function: fn(f32) -> f32) -> Result<Return, Stop> {
    let x = args.float(0);
    let result = function(x);
    note_error(context, x.is_finite(), !x.is_nan(), result as f64);
    Ok(Return::Word(result.to_bits() as u64))
}

fn binary(context: &mut Context, args: &Args, function: fn(f32, f32) -> f32) -> Result<Return, Stop> {
    let (x, y) = (args.float(0), args.float(1));
    let result = function(x, y);
    note_error(context, x.is_finite() && y.is_finite(), !x.is_nan() && !y.is_nan(), result as f64);
    Ok(Return::Word(result.to_bits() as u64))
}

fn fma(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let result = args.float(0).mul_add(args.float(1), args.float(2));
    Ok(Return::Word(result.to_bits() as u64))
}
