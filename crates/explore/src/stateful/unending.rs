//! Executions that cannot end any more: from some state on, threads run in cycles, whatever they do there.
//!
//! In the graph of a search, an end is a state in which no thread can run, or main has returned. Where no end can be reached from a state,
//! though others can reach one, something that was to end a loop has not come, or was missed. Where no state can reach one, the program
//! may be meant to run for ever.

use super::livelock::{Recorded, Recording, components};
use crate::transition::Transition;

/// A state from which no execution ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unending {
    /// From the initial state to the first one of a cycle.
    pub stem: Vec<Transition>,
    /// From there back to it.
    pub cycle: Vec<Transition>,
    /// Other executions end.
    pub others_end: bool,
}

impl<E> Recorded<E> {
    /// What is repeated where executions cannot end any more, if there are any. To be asked when all is recorded.
    pub fn unending(&self) -> Option<Unending> {
        self.recording.unending()
    }
}

impl Recording {
    fn unending(&self) -> Option<Unending> {
        let can_end = self.which_can_end();
        let is_unending = |state: usize| !can_end[state];
        // From such a state, only others lead on: the first component has no way out.
        let members = components(self.states.len(), is_unending, |state| {
            self.states[state].steps.iter().map(|(_, to)| *to)
        });
        let last = members.first()?;
        let inside = |state: usize| last.contains(&state);
        let (start, stem) = self.way(0, |_| true, |state, _| inside(state))?;
        Some(Unending { stem, cycle: self.cycle(start, last, inside), others_end: can_end[0] })
    }

    fn which_can_end(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, state) in self.states.iter().enumerate() {
            state.steps.iter().for_each(|(_, to)| before[*to].push(from));
        }
        let mut can_end = vec![false; self.states.len()];
        let mut work: Vec<usize> = (0..self.states.len()).filter(|state| self.states[*state].ends).collect();
        while let Some(state) = work.pop() {
            if !std::mem::replace(&mut can_end[state], true) {
                work.extend(&before[state]);
            }
        }
        can_end
    }
}
