//! The analyses on C programs, as clang compiles them.

mod clock;
mod fresh;
mod future;
mod locksets;
mod points_to;
mod speed;
mod support;
mod unread;
