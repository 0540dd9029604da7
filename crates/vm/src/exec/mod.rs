//! From bytecode to effects, for one thread at a time.
//!
//! [`burst`] holds the interpreter's loop, which stays within one frame and touches nothing but registers and memory.
//! Instructions that need more of the machine (calls, returns, the stack, library functions) leave the loop with a
//! [`burst::Leave`] and are executed by [`run`], which then returns to the loop.

mod arithmetic;
mod atomics;
mod burst;
pub(crate) mod call;
pub(crate) mod contexts;
mod float;
mod jumps;
mod natives;
mod rare;
mod run;
mod stack;
mod unwind;
mod visible;
mod wide;
mod word_rules;

pub(crate) use arithmetic::compare;
pub(crate) use call::jump_in;
pub(crate) use natives::end_call;
pub(crate) use run::{Free, Halt, InBlock, Stepping, perform, run, single};
pub(crate) use stack::GAP as STACK_GAP;
pub(crate) use visible::{
    about_to_call, call_reads_memory, called, describe, describe_instruction, is_at_plain_access,
    is_plain_block, native_at,
};
