//! Searches on machines that learn which operations are visible.
//!
//! What a search learns on its way may concern places that it has passed already, and its transitions must stay the same until
//! it ends. So nothing is used before the search is over; then it begins again, until one has nothing to learn. Only
//! the last search counts: in earlier ones a thread may seem to spin for ever, because it does not stop where another
//! one could change what it looks at.

use std::ops::ControlFlow;

use mazurka_machine::Learning;

/// Searches from the machine's state until nothing is learnt; returns the result of the last search, and the number of searches.
/// A search that was stopped breaks: it is the last one.
pub fn to_fixpoint<M: Learning, T>(
    machine: &mut M,
    mut search: impl FnMut(&mut M) -> ControlFlow<T, T>,
) -> (T, u64) {
    let start = machine.mark();
    let mut rounds = 1;
    loop {
        let result = search(machine);
        machine.rewind(start);
        match result {
            ControlFlow::Continue(_) if machine.adopt() => rounds += 1,
            ControlFlow::Continue(result) | ControlFlow::Break(result) => return (result, rounds),
        }
    }
}
