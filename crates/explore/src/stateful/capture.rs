//! How a state becomes a fingerprint.

use mazurka_machine::{Delta, Fingerprinted, Local, Machine, Prediction, ThreadId, mix};
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::saved::is_a_count;
use crate::transition::Transition;

/// Fingerprints of the states on the current path: equal only for equal states. What it keeps is saved with the search.
pub trait Capture<M: Machine>: Serialize + DeserializeOwned {
    /// That of the state that the machine is in: transition `depth` - 1 of the path, with this thread and delta, has led to
    /// it; none has led to the initial state, which has depth 0.
    fn fingerprint(&mut self, machine: &mut M, depth: usize, step: Option<(ThreadId, Delta)>) -> u128;

    /// What a transition from here would lead to, with the fingerprint of the state, if that is known without
    /// making it.
    fn predict<'m>(&mut self, machine: &'m mut M, transition: Transition) -> Option<Prediction<'m>> {
        let _ = (machine, transition);
        None
    }

    /// That of a state of a path that was restored; `None` if the machine is in no such state.
    fn known(&mut self, machine: &mut M, depth: usize) -> Option<u128>;

    /// How many bytes it needs for that.
    fn bytes(&self) -> usize {
        0
    }

    /// About how many bytes it keeps for the states on the path.
    fn path_bytes(&self) -> usize {
        0
    }

    /// It was restored; `false` if it cannot have been saved.
    fn restored(&mut self) -> bool {
        true
    }
}

/// The machine's own fingerprint.
#[derive(Default, Serialize, Deserialize)]
pub struct Exact;

impl<M: Machine + Fingerprinted> Capture<M> for Exact {
    fn predict<'m>(&mut self, machine: &'m mut M, transition: Transition) -> Option<Prediction<'m>> {
        machine.predict(transition.thread, transition.choice)
    }

    fn fingerprint(&mut self, machine: &mut M, _: usize, _: Option<(ThreadId, Delta)>) -> u128 {
        machine.fingerprint()
    }

    fn known(&mut self, machine: &mut M, _: usize) -> Option<u128> {
        Some(machine.fingerprint())
    }
}

/// Light-weight states (Yang, Chen, Gopalakrishnan, Kirby: *Efficient Stateful Dynamic Partial Order Reduction*, SPIN 2008,
/// Figures 3 and 4): a thread's local state is known by an id, which follows from the id before a step and from what the step
/// has changed. Equal ids mean equal local states, though equal local states may have several ids.
///
/// Deviations:
/// 1. Threads are created while the program runs. The first id of one follows from the state in which it was created, as if
///    that were a change of no state.
/// 2. Ids are shared by all threads' tables; a state's fingerprint is made of them and of the fingerprint of what is shared.
#[derive(Default, Serialize, Deserialize)]
pub struct Light {
    /// L_τ, by thread.
    tables: Vec<FxHashMap<(Id, u128), Id>>,
    /// How many ids were given.
    given: Id,
    /// The ids of the threads in the states on the path.
    path: Vec<Vec<Option<Id>>>,
}

type Id = u64;

/// What a thread's local state was before it was created.
const UNBORN: Id = 0;

impl Light {
    /// NEXTLOCAL(L_τ, i, δ_τ)
    fn next_local(&mut self, thread: ThreadId, id: Id, delta: Delta) -> Id {
        match delta {
            Delta::Unknown => self.new_id(),
            Delta::Unchanged => id,
            Delta::Changed(delta) => {
                if self.tables.len() <= thread.index() {
                    self.tables.resize_with(thread.index() + 1, FxHashMap::default);
                }
                if let Some(known) = self.tables[thread.index()].get(&(id, delta)) {
                    return *known;
                }
                let new = self.new_id();
                self.tables[thread.index()].insert((id, delta), new);
                new
            }
        }
    }

    fn new_id(&mut self) -> Id {
        self.given += 1;
        self.given
    }
}

impl<M: Machine + Local> Capture<M> for Light {
    fn fingerprint(&mut self, machine: &mut M, depth: usize, step: Option<(ThreadId, Delta)>) -> u128 {
        if self.path.len() <= depth {
            self.path.push(Vec::new());
        }
        let mut ids = std::mem::take(&mut self.path[depth]);
        ids.clear();
        if let Some((thread, delta)) = step {
            ids.extend_from_slice(&self.path[depth - 1]);
            let before = ids[thread.index()].unwrap_or(UNBORN);
            ids[thread.index()] = Some(self.next_local(thread, before, delta));
        }
        for thread in machine.threads().iter() {
            if ids.len() <= thread.index() {
                ids.resize(thread.index() + 1, None);
            }
            if ids[thread.index()].is_none() {
                let birth = Delta::Changed(machine.local_fingerprint(thread));
                ids[thread.index()] = Some(self.next_local(thread, UNBORN, birth));
            }
        }
        let fingerprint = of_ids(machine, &ids);
        self.path[depth] = ids;
        fingerprint
    }

    fn known(&mut self, machine: &mut M, depth: usize) -> Option<u128> {
        let ids = self.path.get(depth)?;
        let has_id = |thread: ThreadId| ids.get(thread.index()).is_some_and(Option::is_some);
        machine.threads().iter().all(has_id).then(|| of_ids(machine, ids))
    }

    fn bytes(&self) -> usize {
        let entry = size_of::<((Id, u128), Id)>() + 1;
        self.tables.iter().map(|table| table.capacity() * entry).sum()
    }

    fn path_bytes(&self) -> usize {
        let threads = self.path.last().map_or(0, Vec::capacity);
        self.path.capacity() * size_of::<Vec<Option<Id>>>()
            + self.path.len() * threads * size_of::<Option<Id>>()
    }

    fn restored(&mut self) -> bool {
        let was_given = |id: &Id| *id <= self.given;
        is_a_count(self.given)
            && self.path.iter().flatten().flatten().all(was_given)
            && self.tables.iter().flat_map(FxHashMap::values).all(was_given)
    }
}

/// The fingerprint of the state that the machine is in, of whose threads these are the ids.
fn of_ids(machine: &mut impl Local, ids: &[Option<Id>]) -> u128 {
    let threads = ids.iter().enumerate().filter_map(|(index, id)| Some((index as u128, (*id)?)));
    threads.fold(machine.shared_fingerprint(), |sum, (index, id)| {
        sum.wrapping_add(mix(index << 64 | u128::from(id)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    use mazurka_machine::toy::{Shape, Toy, random_program};

    use super::*;
    use crate::observer::{Observer, Position, continue_if};
    use crate::stateful::{All, StateOptions, search_states};

    /// Compares ids with exact local states.
    #[derive(Default, Serialize, Deserialize)]
    struct Checked {
        light: Light,
        locals: HashMap<(ThreadId, Id), u128>,
        known_again: u64,
    }

    impl<'p> Capture<Toy<'p>> for Checked {
        fn fingerprint(&mut self, toy: &mut Toy<'p>, depth: usize, step: Option<(ThreadId, Delta)>) -> u128 {
            let fingerprint = self.light.fingerprint(toy, depth, step);
            for thread in toy.threads().iter() {
                let id = self.light.path[depth][thread.index()].expect("every thread has an id");
                let local = toy.local_fingerprint(thread);
                let known = self.locals.insert((thread, id), local);
                assert!(known.is_none_or(|known| known == local), "id {id} is two states of {thread}");
                self.known_again += u64::from(known.is_some());
            }
            fingerprint
        }

        fn known(&mut self, toy: &mut Toy<'p>, depth: usize) -> Option<u128> {
            self.light.known(toy, depth)
        }
    }

    struct Steps(u64);

    impl<'p> Observer<Toy<'p>> for Steps {
        fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
            continue_if(position.progress().transitions() < self.0)
        }
    }

    /// Theorem 1 of the paper.
    #[test]
    fn equal_ids_are_equal_local_states() {
        let mut known_again = 0;
        for seed in 0..1000 {
            let shape = if seed % 2 == 0 { Shape::from_seed(seed) } else { Shape::endless(seed) };
            let program = random_program(seed, &shape);
            let mut checked = Checked::default();
            let parts = (&mut checked, &mut All, &mut ());
            let _ = search_states(&mut Toy::new(&program), parts, StateOptions::default(), &mut Steps(1000));
            known_again += checked.known_again;
        }
        assert!(known_again > 100_000, "only {known_again} ids were met again");
    }
}
