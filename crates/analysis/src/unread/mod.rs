//! Memory that nothing reads: global and thread-local variables, or parts of them, whose values reach nothing but such memory.
//!
//! `static long retries; while (!ready) retries++;` reads `retries` only to write it again. If all of memory but this is the same at
//! the end of an iteration, the iteration has left nothing behind. So the machine keeps zeros there: variables begin with zeros, every write of
//! the text writes zero ([`Unread::writes`]), and every atomic update is one of zero by zero that yields zero.
//!
//! *Cells* are the bytes of variables that are accessed together ([`cells`]), as long as the text only loads, stores and updates
//! them directly: a variable whose address is used for anything else, compared with, passed to a function, or found in an initialiser, has none. A cell
//! is *unread* if
//! - what is loaded from it is *faint* ([`faint`]): it reaches, through computations that do nothing but compute, only values that are
//!   written to unread cells. It decides no branch, is part of no address, is no argument, result or divisor.
//! - what is written to it is a *number* ([`numbers`]): no pointer, nor a piece of one.
//!
//! Variables of a function whose address is not taken are cells, too, but remain as they are: compilers keep intermediate results there. The
//! greatest solution is found by striking out cells.
//!
//! **Why nothing is lost.** Let two states differ only in unread cells and in faint values, and let a thread make the same step from
//! both. It executes the same instructions, because no faint value decides a branch, an address or a call. It makes the same accesses to the same
//! bytes with the same memory order, because instructions stay; a compare-and-swap, which may write or not, makes a variable
//! have no cells. It fails in both or in neither: computations of faint values cannot fail. Again the states differ only in unread cells and
//! faint values. So by induction the program with zeros has the same executions as the one that is written: the same operations with the same
//! synchronisation, data races on unread cells included, the same choices, faults, output and blocked threads; and what searches claim of the
//! one, such as that an iteration is vain, is true of the other, up to what is in unread cells.
//!
//! - *What is shared, and what is lost* (leaks) follows from which words of memory could be addresses. Unread cells hold numbers
//!   instead of zeros: neither is the address of a block. (A number that happens to be one, without having been computed from it, keeps
//!   a block from being reported as lost otherwise.)
//! - *Updates that commute*: that the result of an update is not used holds for every update of an unread cell.
//! - *A state that is repeated for ever* is one that is repeated but for unread cells: a loop that only counts is endless. Whether it waits
//!   depends on whether it looks at anything; loading from unread cells only to write there again is not looking.
//! - *Addresses that are computed*, and lead from one variable into another, are out of the bounds of what they were made for.

mod cells;
mod faint;
mod numbers;

use std::ops::Range;

use mazurka_ir::instruction::{BlockId, Op, Operand};
use mazurka_ir::link::SymbolRef;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call_graph::{CallGraph, Node};
use cells::{Cells, Function};
use faint::Faint;
use numbers::Numbers;

/// Memory that nothing reads.
#[derive(Debug, Default)]
pub struct Unread {
    variables: FxHashMap<SymbolRef, Vec<Range<u64>>>,
    writes: FxHashMap<SymbolRef, FxHashSet<(BlockId, usize)>>,
}

impl Unread {
    /// The bytes of a variable that nothing reads.
    pub fn bytes(&self, variable: SymbolRef) -> &[Range<u64>] {
        self.variables.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The instructions of a function that write such bytes, by block and place in it.
    pub fn writes(&self, function: SymbolRef) -> Option<&FxHashSet<(BlockId, usize)>> {
        self.writes.get(&function)
    }
}

pub fn find(graph: &CallGraph) -> Unread {
    let (mut cells, functions) = cells::find(graph);
    let mut due = vec![true; functions.len()];
    let mut work: Vec<usize> = (0..functions.len()).collect();
    while let Some(number) = work.pop() {
        due[number] = false;
        let function = &functions[number];
        for cell in read_cells(&graph.functions[function.id], function, &cells) {
            cells.strike(cell);
            for &user in &cells.users[cell] {
                if !std::mem::replace(&mut due[user], true) {
                    work.push(user);
                }
            }
        }
    }
    result(graph, &cells, &functions)
}

/// The cells that this function keeps from being unread, as far as others are.
fn read_cells(node: &Node, function: &Function, cells: &Cells) -> Vec<usize> {
    let faint = Faint::of(node, function, cells);
    let numbers = Numbers::of(node, function, cells);
    let mut read = Vec::new();
    for (place, instruction) in places(node) {
        let Some(cell) = function.unread_cell(place, cells) else { continue };
        let is_written_well =
            |value: &Operand| cells.is_too_small_for_pointers(cell) || numbers.contains(&value.value);
        let is_unread = match &instruction.op {
            Op::Store { value, .. } => is_written_well(value),
            Op::AtomicRmw { value, .. } => {
                is_written_well(value) && instruction.result.is_none_or(|result| faint.contains(result))
            }
            _ => instruction.result.is_none_or(|result| faint.contains(result)),
        };
        if !is_unread {
            read.push(cell);
        }
    }
    read
}

fn result(graph: &CallGraph, cells: &Cells, functions: &[Function]) -> Unread {
    let mut unread = Unread::default();
    for (variable, bytes) in cells.unread_variables() {
        unread.variables.entry(variable).or_default().push(bytes);
    }
    for function in functions {
        let node = &graph.functions[function.id];
        let writes = |op: &Op| matches!(op, Op::Store { .. } | Op::AtomicRmw { .. });
        let is_zeroed =
            |place| function.unread_cell(place, cells).is_some_and(|cell| cells.is_of_variable(cell));
        let zeroed = places(node).filter(|(place, instruction)| writes(&instruction.op) && is_zeroed(*place));
        let zeroed: FxHashSet<_> = zeroed.map(|(place, _)| place).collect();
        if !zeroed.is_empty() {
            unread.writes.insert(node.at, zeroed);
        }
    }
    unread
}

/// The instructions of a function, and where they are.
fn places<'n>(
    node: &Node<'n>,
) -> impl Iterator<Item = ((BlockId, usize), &'n mazurka_ir::instruction::Instruction)> + use<'n> {
    (0..).map(BlockId).zip(&node.body.blocks).flat_map(|(id, block)| {
        block.instructions.iter().enumerate().map(move |(index, instruction)| ((id, index), instruction))
    })
}
