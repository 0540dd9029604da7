//! What exit codes mean. `mazurka run` passes on the program's own code where the program ends by itself.

/// Everything was explored, and there is no bug.
pub(crate) const OK: u8 = 0;

/// The program has a bug.
pub(crate) const BUG: u8 = 1;

/// Wrong usage, a program that does not compile, or input that is not supported.
pub(crate) const FAILURE: u8 = 2;

/// A limit was reached before the end, and no bug was found until then.
pub(crate) const INCOMPLETE: u8 = 3;

/// Ctrl-C, as shells number it: 128 + SIGINT.
pub(crate) const INTERRUPTED: u8 = 130;

/// The reader of the output has closed the pipe: 128 + SIGPIPE.
pub(crate) const BROKEN_PIPE: u8 = 141;
