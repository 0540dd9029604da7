//! A heap of cells: every thread allocates in its own part of it, whichever thread frees. Cells are used again, or not.

use super::program::{Instruction, Program, Value};
use super::random::Random;
use super::{Toy, plain};
use crate::{Fault, FaultKind, Range, ThreadId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cell {
    Unused,
    Live(i64),
    Freed,
}

/// Pointers are numbers from here on, which nothing else is.
const FIRST_POINTER: i64 = 1 << 20;

/// Where a cell is: far from all else.
fn range_of(cell: usize) -> Range {
    Range { start: (6 << 32) + 8 * cell as u64, length: 8 }
}

pub(super) fn empty(program: &Program) -> Vec<Cell> {
    vec![Cell::Unused; program.cells * program.threads.len()]
}

pub(super) fn is_of_heap(instruction: &Instruction) -> bool {
    use Instruction::*;
    matches!(instruction, Allocate { .. } | Free { .. } | ReadAt { .. } | WriteAt { .. })
}

impl<'p> Toy<'p> {
    /// [`Toy::new`] with cells that are used again once they are freed and nothing points to them.
    pub fn reusing_cells(program: &'p Program) -> Toy<'p> {
        Toy { reuse: true, ..Toy::new(program) }
    }
}

impl Toy<'_> {
    pub(super) fn use_heap(&mut self, thread: usize, instruction: &Instruction) -> Result<(), Box<Fault>> {
        let registers = self.state.threads[thread].registers;
        match *instruction {
            Instruction::Allocate { register } => {
                let own = thread * self.program.cells..(thread + 1) * self.program.cells;
                let cell = own.into_iter().find(|cell| self.state.heap[*cell] == Cell::Unused);
                let cell = cell.expect("a program has as many cells as it allocates");
                self.state.heap[cell] = Cell::Live(0);
                self.state.threads[thread].registers[register] = FIRST_POINTER + cell as i64;
            }
            Instruction::Free { pointer } => {
                *self.cell(thread, registers[pointer], true, instruction)? = Cell::Freed;
            }
            Instruction::ReadAt { register, pointer } => {
                let cell = *self.cell(thread, registers[pointer], false, instruction)?;
                let Cell::Live(value) = cell else { unreachable!("other cells are not given") };
                self.state.threads[thread].registers[register] = value;
            }
            Instruction::WriteAt { pointer, value } => {
                let value = value.of(&registers);
                *self.cell(thread, registers[pointer], true, instruction)? = Cell::Live(value);
            }
            _ => unreachable!("an instruction that does not use the heap"),
        }
        Ok(())
    }

    /// The live cell that a pointer points to; using any other is a fault.
    fn cell(
        &mut self,
        thread: usize,
        pointer: i64,
        writes: bool,
        instruction: &Instruction,
    ) -> Result<&mut Cell, Box<Fault>> {
        let index = usize::try_from(pointer - FIRST_POINTER).ok();
        let live = index.filter(|index| matches!(self.state.heap.get(*index), Some(Cell::Live(_))));
        let Some(index) = live else {
            let id = ThreadId(thread as u16);
            let (kind, message) = (FaultKind::UseAfterFree, format!("{id} stopped: {instruction}"));
            return Err(Box::new(Fault { kind, message, thread: id, stack: Vec::new() }));
        };
        plain::note(&mut self.footprint, range_of(index), writes);
        Ok(&mut self.state.heap[index])
    }

    /// Makes cells that are freed, and that no thread can use any more, as good as new.
    pub(super) fn release_cells(&mut self) {
        for cell in (0..self.state.heap.len()).filter(|_| self.reuse) {
            if self.state.heap[cell] == Cell::Freed && !self.is_pointed_to(FIRST_POINTER + cell as i64) {
                self.state.heap[cell] = Cell::Unused;
                self.released.push(range_of(cell));
            }
        }
    }

    fn is_pointed_to(&self, pointer: i64) -> bool {
        let in_use = |thread: &usize| !self.state.threads[*thread].stopped && !self.finished(*thread);
        let mut threads = (0..self.state.threads.len()).filter(in_use);
        (0..self.program.variables).any(|variable| self.value(variable) == pointer)
            || self.state.heap.contains(&Cell::Live(pointer))
            || threads.any(|thread| self.state.threads[thread].registers.contains(&pointer))
    }
}

/// A random program whose threads allocate cells, publish them in variables, take them from there and free them; some of
/// them under a lock, some with mistakes.
pub fn random_heap_program(seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0x4ea9);
    let (slots, locked) = (1 + random.below(2), random.below(4));
    let mut program =
        Program { variables: slots + 1, mutexes: 1, all_started: true, cells: 4, ..Program::default() };
    for _ in 0..2 + random.below(2) {
        // What a thread does before its first operation belongs to no step.
        let mut code = vec![Instruction::Read { register: 2, variable: slots }];
        for _ in 0..1 + random.below(3) {
            let mutex = (random.below(3) < locked).then_some(0);
            code.extend(mutex.map(|mutex| Instruction::Lock { mutex }));
            act(&mut random, slots, &mut code);
            code.extend(mutex.map(|mutex| Instruction::Unlock { mutex }));
        }
        program.threads.push(code);
    }
    program
}

/// Adds something to do with a cell, whose address is in register 0.
fn act(random: &mut Random, slots: usize, code: &mut Vec<Instruction>) {
    use Instruction::*;
    let (none, variable) = (Value::Constant(0), random.below(slots));
    let operation = Write { variable: slots, value: Value::Constant(random.below(2) as i64) };
    let write = WriteAt { pointer: 0, value: Value::Constant(1) };
    let (read, free) = (ReadAt { register: 1, pointer: 0 }, Free { pointer: 0 });
    let skip_if_none = |register: usize, code: &mut Vec<Instruction>, skipped: usize| {
        code.push(JumpIfEqual { register, value: none, to: code.len() + 1 + skipped });
    };
    match random.below(12) {
        // Uses it alone.
        0..2 => code.extend([operation.clone(), Allocate { register: 0 }, write, operation, free]),
        // Publishes it if there is none, and frees it otherwise.
        2..4 => {
            let new = Value::Register(0);
            code.extend([Allocate { register: 0 }, write]);
            code.push(CompareAndSwap { register: 1, variable, expected: none, new });
            let to = code.len() + 2;
            code.extend([JumpIfEqual { register: 1, value: Value::Constant(1), to }, free]);
        }
        // Publishes it in place of another one, which is lost.
        4 => code.extend([Allocate { register: 0 }, write, Write { variable, value: Value::Register(0) }]),
        // Takes it away from the others, uses and frees it.
        5..8 => {
            code.push(Read { register: 0, variable });
            skip_if_none(0, code, 4);
            code.push(CompareAndSwap { register: 1, variable, expected: Value::Register(0), new: none });
            skip_if_none(1, code, 2);
            code.extend([write, free]);
        }
        // Uses what others may free.
        8..10 => {
            code.push(Read { register: 0, variable });
            skip_if_none(0, code, 1);
            code.push(read);
        }
        // Frees it and leaves it to others.
        10 => {
            code.push(Read { register: 0, variable });
            skip_if_none(0, code, 1);
            code.push(free);
        }
        _ => code.push(operation),
    }
    if random.below(3) > 0 {
        code.push(Set { register: 0, value: none });
    }
}
