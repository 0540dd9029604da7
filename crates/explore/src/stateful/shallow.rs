//! States that are looked at again when there is a shorter way to them, for searches for short paths.
//!
//! A depth-first search within a bound may come to a state first on a long way, and leave out what follows it because of the
//! bound. Here such a state is a new one when it is reached with fewer steps. So a search within a bound finds whatever can be
//! reached within the bound; a monitor's part of the state aside, for which other ways to the same state of the machine count.

use mazurka_machine::{Delta, Fingerprinted, Machine, ThreadId, mix};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::capture::Capture;

#[derive(Default, Serialize, Deserialize)]
pub struct Shallow {
    /// The smallest depth at which every state was reached.
    depths: FxHashMap<u128, usize>,
}

impl<M: Machine + Fingerprinted> Capture<M> for Shallow {
    fn fingerprint(&mut self, machine: &mut M, depth: usize, _: Option<(ThreadId, Delta)>) -> u128 {
        let state = machine.fingerprint();
        let least = self.depths.entry(state).or_insert(depth);
        *least = depth.min(*least);
        state.wrapping_add(mix(1 << 102 | *least as u128))
    }

    /// Such searches are not saved.
    fn known(&mut self, _: &mut M, _: usize) -> Option<u128> {
        None
    }

    fn bytes(&self) -> usize {
        self.depths.capacity() * size_of::<(u128, usize)>()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use mazurka_machine::Fault;
    use mazurka_machine::toy::Instruction::{Assert, Choose, JumpIfEqual, Read, Write};
    use mazurka_machine::toy::{Program, Toy, Value};

    use super::*;
    use crate::observer::Observer;
    use crate::path::Path;
    use crate::stateful::{All, Exact, StateOptions, search_states};

    #[derive(Default)]
    struct Faults(Vec<usize>);

    impl<'p> Observer<Toy<'p>> for Faults {
        fn fault(&mut self, _: &mut Toy<'p>, path: &dyn Path, _: &Fault) -> ControlFlow<()> {
            self.0.push(path.transitions().len());
            ControlFlow::Continue(())
        }
    }

    /// One choice leads by way of three writes to where the other one leads at once; a fault follows.
    #[test]
    fn a_state_is_looked_at_again_on_a_shorter_way() {
        let (zero, write) = (Value::Constant(0), Write { variable: 0, value: Value::Constant(1) });
        let thread = vec![
            Choose { register: 0, choices: 2 },
            JumpIfEqual { register: 0, value: Value::Constant(1), to: 5 },
            write.clone(),
            write.clone(),
            write.clone(),
            write,
            Choose { register: 0, choices: 1 },
            Read { register: 1, variable: 0 },
            Assert { register: 1, value: zero },
        ];
        let program =
            Program { threads: vec![thread], variables: 1, all_started: true, ..Program::default() };
        let faults = |capture: &mut dyn FnMut(&mut Faults, StateOptions)| {
            let mut faults = Faults::default();
            capture(&mut faults, StateOptions { max_depth: 6, ..StateOptions::default() });
            faults.0
        };
        let exact = faults(&mut |faults, options| {
            let _ = search_states(&mut Toy::new(&program), (&mut Exact, &mut All, &mut ()), options, faults);
        });
        let shallow = faults(&mut |faults, options| {
            let parts = (&mut Shallow::default(), &mut All, &mut ());
            let _ = search_states(&mut Toy::new(&program), parts, options, faults);
        });
        assert_eq!((exact, shallow), (vec![], vec![5]));
    }
}
