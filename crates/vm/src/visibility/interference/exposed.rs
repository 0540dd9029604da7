//! Pointers that are hidden from a conservative view of memory.
//!
//! What a thread can reach is computed from the aligned words that look like addresses. A thread that makes a number of a pointer, or
//! takes it apart, may keep it where it is not recognised, and hand it to other threads like that. So a thread that reads or writes a
//! part of a pointer, copies or stores it to where it is not aligned, or loads it as something else than a pointer, *exposes* what
//! it points to: that counts as reached by every thread. So does a library function that reads a pointer: it may put it into a
//! file. This is learnt like other facts: an execution without an access that exposes
//! a pointer for the first time hides none.
//!
//! Where the program's text makes numbers of pointers to compute with them, everything is exposed.
//!
//! Ways to hide a pointer that remain: to keep it outside of its object (more than just behind its end), to write it as text, and to let a
//! library function that is not a visible operation take it apart before there is a second thread.

use mazurka_machine::Range;
use rustc_hash::FxHashSet;

use crate::address::{self, Place};
use crate::code::Insn;
use crate::memory::Memory;
use crate::program::Program;
use crate::visibility::{PlainAccess, Site, WORD};

pub(super) struct Exposed {
    /// In the order in which they were exposed.
    pointers: Vec<u64>,
    in_force: usize,
    known: FxHashSet<u64>,
    everything: bool,
}

impl Exposed {
    pub(super) fn new(program: &Program) -> Exposed {
        let everything = program.future.as_ref().is_none_or(|future| future.hides_pointers());
        Exposed { pointers: Vec::new(), in_force: 0, known: FxHashSet::default(), everything }
    }

    pub(super) fn is_everything(&self) -> bool {
        self.everything
    }

    pub(super) fn all(&self) -> &[u64] {
        &self.pointers
    }

    pub(super) fn in_force(&self) -> &[u64] {
        &self.pointers[..self.in_force]
    }

    pub(super) fn has_learnt(&self) -> bool {
        self.in_force < self.pointers.len()
    }

    pub(super) fn adopt(&mut self) {
        self.in_force = self.pointers.len();
    }

    pub(super) fn restore(&mut self, pointers: Vec<u64>, in_force: usize) {
        self.known = pointers.iter().copied().collect();
        (self.pointers, self.in_force) = (pointers, in_force);
    }

    /// A thread is about to make an access.
    #[inline]
    pub(super) fn see(&mut self, access: &PlainAccess) {
        let Range { start, length } = access.range;
        let is_whole = start.is_multiple_of(WORD) && length.is_multiple_of(WORD);
        if self.everything || access.writes && is_whole || length == 0 || !access.may_be_shared() {
            return;
        }
        if !is_whole || !loads_pointer(access.program, access.site) {
            self.see_parts(access);
        }
    }

    fn see_parts(&mut self, access: &PlainAccess) {
        let PlainAccess { program, memory, range, writes, site, .. } = *access;
        let reads_whole = match insn(program, site) {
            // What is taken away from the program is not read.
            Some(Insn::Return { .. } | Insn::Raise { .. }) => return,
            // These leave whole words whole: see [`Exposed::see_copy`].
            Some(Insn::MemCopy { .. } | Insn::VaCopy { .. }) => false,
            _ => !writes,
        };
        let end = range.start.saturating_add(range.length);
        let first = range.start & !(WORD - 1);
        let last = (end - 1) & !(WORD - 1);
        if reads_whole {
            let length = memory.addressable(range.start, range.length);
            let words = (first..range.start.saturating_add(length)).step_by(WORD as usize);
            words.for_each(|word| self.expose(memory, word));
        } else {
            let is_part = |word: &u64| *word < range.start || word.saturating_add(WORD) > end;
            [first, last].into_iter().filter(is_part).for_each(|word| self.expose(memory, word));
        }
        if !range.start.is_multiple_of(WORD) && range.length == WORD && !writes {
            self.expose(memory, range.start);
        }
    }

    /// Memory is about to be copied.
    pub(super) fn see_copy(&mut self, memory: &Memory, from: Range, to: u64) {
        if self.everything || from.start % WORD == to % WORD {
            return;
        }
        let length = memory.addressable(from.start, from.length);
        let words = from.start.next_multiple_of(WORD)..from.start.saturating_add(length);
        words.step_by(WORD as usize).for_each(|word| self.expose(memory, word));
    }

    /// A word is about to be stored where it is not aligned.
    pub(super) fn see_unaligned(&mut self, memory: &Memory, word: u64) {
        if !self.everything {
            self.expose_word(memory, word);
        }
    }

    /// What the word at an address points to, if it may be a pointer.
    fn expose(&mut self, memory: &Memory, address: u64) {
        self.expose_word(memory, u64::from_le_bytes(memory.peek_raw(address)));
    }

    fn expose_word(&mut self, memory: &Memory, word: u64) {
        if is_pointer(memory, word) && self.known.insert(word) {
            self.pointers.push(word);
        }
    }
}

/// Whether a word may be the address of an object, live or dead, that is not reached by all threads anyhow. What programs call a
/// thread is the address of its stack region, where no object is.
fn is_pointer(memory: &Memory, word: u64) -> bool {
    match address::place(word) {
        Place::Heap(_) => memory.exists(word - 1),
        Place::Stack(thread) => word != address::stack_of(thread) && memory.exists(word - 1),
        _ => false,
    }
}

fn loads_pointer(program: &Program, site: Site) -> bool {
    program.future.as_ref().is_some_and(|future| future.loads_pointer(site))
}

fn insn(program: &Program, site: Site) -> Option<Insn> {
    program.code(site.function).insns.get(site.pc as usize).copied()
}
