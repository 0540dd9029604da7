//! Functions of one and two numbers, on `double`.

use super::note_error;
use crate::context::{Context, Stop};
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("acos", |context, args| unary(context, args, f64::acos)),
    Native::local("acosh", |context, args| unary(context, args, f64::acosh)),
    Native::local("asin", |context, args| unary(context, args, f64::asin)),
    Native::local("asinh", |context, args| unary(context, args, f64::asinh)),
    Native::local("atan", |context, args| unary(context, args, f64::atan)),
    Native::local("atanh", |context, args| unary(context, args, f64::atanh)),
    Native::local("cbrt", |context, args| unary(context, args, f64::cbrt)),
    Native::local("ceil", |context, args| unary(context, args, f64::ceil)),
    Native::local("cos", |context, args| unary(context, args, f64::cos)),
    Native::local("cosh", |context, args| unary(context, args, f64::cosh)),
    Native::local("exp", |context, args| unary(context, args, f64::exp)),
    Native::local("exp2", |context, args| unary(context, args, f64::exp2)),
    Native::local("expm1", |context, args| unary(context, args, f64::exp_m1)),
    Native::local("fabs", |context, args| unary(context, args, f64::abs)),
    Native::local("floor", |context, args| unary(context, args, f64::floor)),
    Native::local("log", |context, args| unary(context, args, f64::ln)),
    Native::local("log10", |context, args| unary(context, args, f64::log10)),
    Native::local("log1p", |context, args| unary(context, args, f64::ln_1p)),
    Native::local("log2", |context, args| unary(context, args, f64::log2)),
    Native::local("nearbyint", |context, args| unary(context, args, f64::round_ties_even)),
    Native::local("rint", |context, args| unary(context, args, f64::round_ties_even)),
    Native::local("round", |context, args| unary(context, args, f64::round)),
    Native::local("roundeven", |context, args| unary(context, args, f64::round_ties_even)),
    Native::local("sin", |context, args| unary(context, args, f64::sin)),
    Native::local("sinh", |context, args| unary(context, args, f64::sinh)),
    Native::local("sqrt", |context, args| unary(context, args, f64::sqrt)),
    Native::local("tan", |context, args| unary(context, args, f64::tan)),
    Native::local("tanh", |context, args| unary(context, args, f64::tanh)),
    Native::local("trunc", |context, args| unary(context, args, f64::trunc)),
    Native::local("erf", |context, args| unary(context, args, libm::erf)),
    Native::local("erfc", |context, args| unary(context, args, libm::erfc)),
    Native::local("exp10", |context, args| unary(context, args, libm::exp10)),
    Native::local("pow10", |context, args| unary(context, args, libm::exp10)),
    Native::local("j0", |context, args| unary(context, args, libm::j0)),
    Native::local("j1", |context, args| unary(context, args, libm::j1)),
    Native::local("lgamma", |context, args| unary(context, args, libm::lgamma)),
    Native::local("gamma", |context, args| unary(context, args, libm::lgamma)),
    Native::local("tgamma", |context, args| unary(context, args, libm::tgamma)),
    Native::local("y0", |context, args| unary(context, args, libm::y0)),
    Native::local("y1", |context, args| unary(context, args, libm::y1)),
    Native::local("atan2", |context, args| binary(context, args, f64::atan2)),
    Native::local("copysign", |context, args| binary(context, args, f64::copysign)),
    Native::local("hypot", |context, args| binary(context, args, f64::hypot)),
    Native::local("pow", |context, args| binary(context, args, f64::powf)),
    Native::local("fdim", |context, args| binary(context, args, libm::fdim)),
    Native::local("fmax", |context, args| binary(context, args, libm::fmax)),
    Native::local("fmin", |context, args| binary(context, args, libm::fmin)),
    Native::local("fmod", |context, args| binary(context, args, libm::fmod)),
    Native::local("nextafter", |context, args| binary(context, args, libm::nextafter)),
    Native::local("remainder", |context, args| binary(context, args, libm::remainder)),
    Native::local("drem", |context, args| binary(context, args, libm::remainder)),
    Native::local("fma", fma),
    Native::local("lrint", |_, args| Ok(Return::long(args.double(0).round_ties_even() as i64))),
    Native::local("llrint", |_, args| Ok(Return::long(args.double(0).round_ties_even() as i64))),
    Native::local("lround", |_, args| Ok(Return::long(args.double(0).round() as i64))),
    Native::local("llround", |_, args| Ok(Return::long(args.double(0).round() as i64))),
];

fn unary(context: &mut Context, args: &Args, function: fn(f64) -> f64) -> Result<Return, Stop> {
    let x = args.double(0);
    let result = function(x);
    note_error(context, x.is_finite(), !x.is_nan(), result);
    Ok(Return::double(result))
}

fn binary(context: &mut Context, args: &Args, function: fn(f64, f64) -> f64) -> Result<Return, Stop> {
    let (x, y) = (args.double(0), args.double(1));
    let result = function(x, y);
    note_error(context, x.is_finite() && y.is_finite(), !x.is_nan() && !y.is_nan(), result);
    Ok(Return::double(result))
}

fn fma(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    let result = args.double(0).mul_add(args.double(1), args.double(2));
    Ok(Return::double(result))
}
