//! Whether threads may go on for ever: an oracle that knows nothing of iterations and of what they leave behind.
//!
//! Every step of every thread is made from every state. A state is stuck if from there main cannot end, nothing can fail, and some thread can always
//! run. Whatever a search leaves out, it must see then that threads wait for ever, unless it comes to no end itself.

use std::collections::HashMap;

use mazurka_machine::{Choice, Fingerprinted, Machine, Next, Step, ThreadId};
use mazurka_vm::Vm;

type Mark = <Vm as Machine>::Mark;

/// States, and which of them lead to which.
#[derive(Default)]
struct Graph {
    numbers: HashMap<u128, usize>,
    before: Vec<Vec<usize>>,
    /// Where something comes to its end.
    ends: Vec<usize>,
}

/// A state whose steps have not all been made.
struct Place {
    mark: Mark,
    state: usize,
    steps: Vec<(ThreadId, Choice)>,
}

/// `None`: there are more states than this.
pub(crate) fn may_be_stuck(machine: &mut Vm, most_states: usize) -> Result<Option<bool>, String> {
    let mut graph = Graph::default();
    let (state, _) = graph.number(machine.fingerprint());
    let mut path = vec![graph.place(machine, state)];
    while let Some(place) = path.last_mut() {
        let Some((thread, choice)) = place.steps.pop() else {
            path.pop();
            continue;
        };
        let from = place.state;
        machine.rewind(place.mark);
        let outcome = machine.step(thread, choice).map_err(|error| error.to_string())?.outcome;
        if !matches!(outcome, Step::Ran | Step::Finished) {
            graph.ends.push(from);
            continue;
        }
        let (state, is_new) = graph.number(machine.fingerprint());
        graph.before[state].push(from);
        if is_new {
            path.push(graph.place(machine, state));
        }
        if graph.before.len() > most_states {
            return Ok(None);
        }
    }
    Ok(Some(graph.has_stuck_states()))
}

impl Graph {
    fn number(&mut self, fingerprint: u128) -> (usize, bool) {
        let next = self.before.len();
        let state = *self.numbers.entry(fingerprint).or_insert(next);
        if state == next {
            self.before.push(Vec::new());
        }
        (state, state == next)
    }

    /// A state that the machine is in for the first time.
    fn place(&mut self, machine: &mut Vm, state: usize) -> Place {
        let mut steps = Vec::new();
        for thread in machine.threads().iter() {
            if let Next::Ready(pending) = machine.next(thread) {
                steps.extend((0..pending.choices).map(|choice| (thread, choice)));
            }
        }
        if steps.is_empty() || machine.next(ThreadId::MAIN) == Next::Finished {
            self.ends.push(state);
        }
        Place { mark: machine.mark(), state, steps }
    }

    fn has_stuck_states(&self) -> bool {
        let mut ends = vec![false; self.before.len()];
        let mut work = self.ends.clone();
        while let Some(state) = work.pop() {
            if !std::mem::replace(&mut ends[state], true) {
                work.extend(&self.before[state]);
            }
        }
        ends.contains(&false)
    }
}
