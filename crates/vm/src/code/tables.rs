//! Operands that do not fit into an instruction, in tables beside the code.

use super::{Pc, Reg};

/// What a call passes and where its result goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallSite {
    /// The registers of the fixed arguments, flattened; the callee finds them in its registers 0 ….
    pub args: Box<[Reg]>,
    /// Structs passed by value: the callee's pointer argument (index into `args`) is to point to a copy.
    pub copies: Box<[ByValue]>,
    /// What follows the fixed arguments of a variadic call, in order.
    pub varargs: Box<[VarArg]>,
    /// Where the result goes.
    pub d: Reg,
    /// How many registers the caller expects; 0: none, or it ignores the result. With a landing pad, the last of them is the exception:
    /// 0 if the callee returns.
    pub results: u16,
    /// It has a landing pad: it is entered if the callee unwinds.
    pub lands: bool,
}

impl CallSite {
    /// How many registers of the callee's result the caller expects.
    pub fn returned(&self) -> u16 {
        self.results - u16::from(self.lands)
    }

    /// The register that tells whether the callee has unwound.
    pub fn exception(&self) -> Option<Reg> {
        self.lands.then(|| self.d + self.returned())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByValue {
    pub arg: u16,
    pub size: u32,
    pub align: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarArg {
    /// One 8-byte slot.
    Word(Reg),
    /// An `i128`: two slots, 16-byte aligned.
    Wide(Reg),
    /// The bytes behind a pointer, in as many slots as they need.
    Bytes { address: Reg, size: u32, align: u32 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTable {
    /// Sorted by value.
    pub cases: Box<[(u64, Pc)]>,
    /// When the cases are dense: targets of `base`, `base + 1`, …
    pub dense: Option<(u64, Box<[Pc]>)>,
    pub default: Pc,
}

/// What is known of an atomic instruction of a lock, besides what it does: see [`crate::lower::std_rules`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordRule {
    /// A compare-and-swap that takes a lock.
    Lock,
    /// The same for a lock that readers may have.
    Write,
    /// The load before a compare-and-swap that takes a lock together with other readers.
    Read,
    /// The load before a compare-and-swap that begins what is done only once.
    Once,
    /// The compare-and-swap behind a load: in one step with that.
    TakeOver,
    /// Waits for a token and takes it.
    Park,
    /// A load of which only matters whether it finds the thread itself: not an access.
    Owner,
}
