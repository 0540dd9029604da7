//! `<fenv.h>`: rounding is to nearest, always, and exceptions are not recorded.

use crate::context::{Context, Stop};
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("fegetround", |_, _| Ok(Return::int(TO_NEAREST))),
    Native::local("fesetround", |_, args| Ok(Return::int((args.int(0) != TO_NEAREST) as i32))),
    Native::local("feclearexcept", |_, _| Ok(Return::int(0))),
    Native::local("fetestexcept", fetestexcept),
];

/// `FE_TONEAREST`
const TO_NEAREST: i32 = 0;

fn fetestexcept(_: &mut Context, _: &Args) -> Result<Return, Stop> {
    Err(Stop::Unsupported("fetestexcept: floating-point exceptions are not recorded".into()))
}
