//! What is known of a linked program before it runs.
//!
//! Reading order: [`call_graph`] (which functions can run, and who calls them), [`dataflow`] (a solver over the blocks of a
//! function), then one folder per analysis:
//! - [`clock`]: whether what clocks show reaches only deadlines;
//! - [`fresh`]: accesses to memory that the executing thread has allocated itself and that no other thread can reach yet;
//! - [`future`]: what threads may still execute and access from where they are;
//! - [`locksets`]: global variables that one mutex protects, or that are only read once threads run;
//! - [`points_to`]: what values point to, and what they are computed from;
//! - [`unread`]: memory whose contents reach nothing but such memory.
//!
//! What is promised: a claim holds in every execution of the program in which no access is out of the bounds of the block that
//! its pointer was made for, and no address is printed and read back. Whatever is not understood (inline assembly, `setjmp`,
//! pointers in integers or single bytes, variable arguments, calls through pointers, functions without a body) makes claims
//! fewer, never wrong. No claim is a promise that the code is reached.
//!
//! The library's functions are known by the [`Library`] that the caller passes: nothing here knows them by name, but for the
//! intrinsics of LLVM.

pub mod bits;
pub mod call_graph;
pub mod clock;
mod components;
pub mod dataflow;
pub mod fresh;
pub mod future;
mod gep;
pub mod library;
pub mod locksets;
pub mod points_to;
pub mod unread;

pub use call_graph::CallGraph;
pub use fresh::{FreshAccesses, ReachableStacks};
pub use library::{Effect, Library, Locking, Memory, Output, ThreadResult, Time};
pub use locksets::{Class, LockPlace, Protection};
pub use unread::Unread;
