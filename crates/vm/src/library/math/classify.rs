//! What kind of number it is: the functions behind the macros.

use std::num::FpCategory;

use crate::library::{Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("__fpclassify", |_, args| Ok(Return::int(class(args.double(0).classify())))),
    Native::local("__fpclassifyf", |_, args| Ok(Return::int(class(args.float(0).classify())))),
    Native::local("__isnan", |_, args| Ok(Return::int(args.double(0).is_nan() as i32))),
    Native::local("__isnanf", |_, args| Ok(Return::int(args.float(0).is_nan() as i32))),
    Native::local("isnan", |_, args| Ok(Return::int(args.double(0).is_nan() as i32))),
    Native::local("isnanf", |_, args| Ok(Return::int(args.float(0).is_nan() as i32))),
    Native::local("__isinf", |_, args| Ok(Return::int(infinity(args.double(0))))),
    Native::local("__isinff", |_, args| Ok(Return::int(infinity(args.float(0) as f64)))),
    Native::local("isinf", |_, args| Ok(Return::int(infinity(args.double(0))))),
    Native::local("isinff", |_, args| Ok(Return::int(infinity(args.float(0) as f64)))),
    Native::local("__finite", |_, args| Ok(Return::int(args.double(0).is_finite() as i32))),
    Native::local("__finitef", |_, args| Ok(Return::int(args.float(0).is_finite() as i32))),
    Native::local("finite", |_, args| Ok(Return::int(args.double(0).is_finite() as i32))),
    Native::local("finitef", |_, args| Ok(Return::int(args.float(0).is_finite() as i32))),
    Native::local("__signbit", |_, args| Ok(Return::int(args.double(0).is_sign_negative() as i32))),
    Native::local("__signbitf", |_, args| Ok(Return::int(args.float(0).is_sign_negative() as i32))),
];

/// `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL`, `FP_NORMAL`
fn class(category: FpCategory) -> i32 {
    match category {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Zero => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Normal => 4,
    }
}

/// As glibc: -1 for negative infinity.
fn infinity(x: f64) -> i32 {
    if x.is_infinite() { x.signum() as i32 } else { 0 }
}
