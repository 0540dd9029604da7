//! `<string.h>` and `<strings.h>` on strings of bytes, in the C locale.

pub mod compare;
pub mod copy;
pub mod message;
pub mod search;
pub mod token;
