//! The arguments of a library call.

use crate::context::{Context, Stop};

/// Arguments as registers: the fixed ones, then the variable ones (8-byte words).
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    words: &'a [u64],
}

impl<'a> Args<'a> {
    pub fn new(words: &'a [u64]) -> Args<'a> {
        Args { words }
    }

    pub fn words(&self) -> &'a [u64] {
        self.words
    }

    /// A pointer, `size_t` or `long`; 0 if the caller passed too few arguments.
    pub fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    pub fn int(&self, index: usize) -> i32 {
        self.word(index) as i32
    }

    pub fn double(&self, index: usize) -> f64 {
        f64::from_bits(self.word(index))
    }

    pub fn float(&self, index: usize) -> f32 {
        f32::from_bits(self.word(index) as u32)
    }

    /// What follows the first `fixed` arguments: `printf(format, …)`.
    pub fn rest(&self, fixed: usize) -> VarArgs<'a> {
        VarArgs::Words(self.words.get(fixed..).unwrap_or(&[]))
    }

    /// The `va_list` behind a pointer argument: `vprintf(format, list)`.
    pub fn list(&self, index: usize) -> VarArgs<'a> {
        VarArgs::List(self.word(index))
    }
}

/// A sequence of variable arguments that is read one by one.
#[derive(Clone, Copy, Debug)]
pub enum VarArgs<'a> {
    Words(&'a [u64]),
    /// Address of a `va_list`, whose overflow area holds all arguments (`va_start` puts them there).
    List(u64),
}

/// Offset of `overflow_arg_area` in a `va_list` (System V ABI for x86-64, 3.5.7).
const OVERFLOW_AREA: u64 = 8;

impl VarArgs<'_> {
    /// Whether the next word is the second one of a pair, after this many words.
    pub fn is_between_pairs(&self, context: &mut Context, taken: usize) -> Result<bool, Stop> {
        Ok(match self {
            VarArgs::Words(_) => taken % 2 == 1,
            VarArgs::List(list) => {
                !context.memory().load::<8>(list.wrapping_add(OVERFLOW_AREA))?.is_multiple_of(16)
            }
        })
    }

    pub fn next(&mut self, context: &mut Context) -> Result<u64, Stop> {
        match self {
            VarArgs::Words(words) => {
                let (first, rest) = words.split_first().ok_or_else(too_few)?;
                *words = rest;
                Ok(*first)
            }
            VarArgs::List(list) => {
                let memory = context.memory();
                let at = memory.load::<8>(list.wrapping_add(OVERFLOW_AREA))?;
                let word = memory.load::<8>(at)?;
                memory.store::<8>(list.wrapping_add(OVERFLOW_AREA), at + 8)?;
                Ok(word)
            }
        }
    }
}

fn too_few() -> Stop {
    let message = "the format asks for more arguments than were passed";
    Stop::Fault(mazurka_machine::FaultKind::LibraryMisuse, message.into())
}
