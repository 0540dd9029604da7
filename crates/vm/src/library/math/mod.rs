//! `<math.h>` and `<fenv.h>`. What Rust's standard library offers is the host's C library; the rest is the `libm` crate.

pub(crate) mod classify;
pub(crate) mod double;
pub(crate) mod environment;
pub(crate) mod extended;
pub(crate) mod float;
pub(crate) mod special;

use crate::context::Context;
use crate::errno;

/// As glibc: NaN from numbers is a domain error, an infinity from finite numbers a range error.
fn note_error(context: &mut Context, arguments_finite: bool, arguments_numbers: bool, result: f64) {
    if result.is_nan() && arguments_numbers {
        context.set_errno(errno::EDOM);
    } else if result.is_infinite() && arguments_finite {
        context.set_errno(errno::ERANGE);
    }
}
