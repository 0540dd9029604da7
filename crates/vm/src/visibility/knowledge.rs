//! What searches have learnt about which threads access which objects.

use std::collections::BTreeMap;

use mazurka_machine::{Range, StackFrame, ThreadId};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::counted::CountedOnce;
use super::interference::AccessKnowledge;
use crate::code::Pc;
use crate::program::{Code, FunctionId, FunctionKind, Program};

/// What searches on a machine have learnt.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Knowledge {
    /// The machine's policy does not learn.
    #[default]
    Nothing,
    Objects(ObjectKnowledge),
    Accesses(AccessKnowledge),
}

/// The facts so far, in the order in which they were learnt.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ObjectKnowledge {
    pub(super) facts: Vec<Fact>,
    /// How many of them decide what is visible.
    pub(super) in_force: usize,
    /// How many of them were in force at each step of the current path, where they are used at once.
    pub(super) path: Vec<usize>,
    /// What shared objects are called, by their ids.
    pub(super) names: BTreeMap<ObjectId, String>,
    /// Threads that would have made accesses of the current search visible, by object, in the order of the first facts.
    pub(super) missed: Vec<CountedOnce>,
}

/// A number for an object that is the same in all executions.
pub(super) type ObjectId = u64;

/// A thread's first access to an object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Fact {
    pub object: ObjectId,
    pub thread: ThreadId,
    /// The memory of the object.
    pub memory: Range,
    pub writes: bool,
    pub site: Site,
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Site {
    pub function: FunctionId,
    pub pc: Pc,
}

/// An object that several threads have accessed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedObject {
    /// What the program calls it, or else where it is.
    pub name: String,
    /// In bytes.
    pub size: u64,
    pub kind: MemoryKind,
    /// The accesses that made it shared: two, or one to a variable on another thread's stack.
    pub accesses: Vec<SharingAccess>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryKind {
    Global,
    Heap,
    Stack,
    Other,
}

/// A thread's first access to an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharingAccess {
    pub thread: ThreadId,
    pub writes: bool,
    pub place: StackFrame,
}

impl ObjectKnowledge {
    /// Whether a search of this program can have learnt it.
    pub(super) fn is_possible(&self, program: &Program) -> bool {
        let mut seen = FxHashSet::default();
        let objects: FxHashSet<ObjectId> = self.facts.iter().map(|fact| fact.object).collect();
        self.missed.len() == objects.len()
            && self.in_force <= self.facts.len()
            && self.path.iter().all(|&in_force| in_force <= self.facts.len())
            && self
                .facts
                .iter()
                .all(|fact| fact.site.is_in(program) && seen.insert((fact.object, fact.thread)))
    }
}

impl Site {
    pub(super) fn is_in(self, program: &Program) -> bool {
        self.code(program).is_some_and(|code| (self.pc as usize) < code.insns.len())
    }

    fn code(self, program: &Program) -> Option<&Code> {
        match &program.functions.get(self.function as usize)?.kind {
            FunctionKind::Code(code) => Some(code),
            _ => None,
        }
    }

    /// The position in the source.
    pub(super) fn place(self, program: &Program) -> StackFrame {
        match self.code(program).and_then(|code| code.position(self.pc)) {
            Some(at) => StackFrame { function: at.function.clone(), location: Some(at.location.clone()) },
            None => {
                let function = program.functions[self.function as usize].name.clone();
                StackFrame { function, location: None }
            }
        }
    }
}
