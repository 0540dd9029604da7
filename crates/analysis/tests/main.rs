//! The analyses on C programs, as clang compiles them.

mod clock;
mod fresh;
mod future;
mod locksets;
mod speed;
mod support;
mod unread;
