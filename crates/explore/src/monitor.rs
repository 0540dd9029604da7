//! Monitors of a search through traces: data races along its path.

use mazurka_machine::{DataRace, Footprint, Footprinted, Machine, Stepped, ThreadId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::data_race::DataRaces;
use crate::execution::Execution;

/// Watches every transition along the current path, and backtracks with it. What it has learnt besides is saved with the
/// search.
pub trait Monitor<M: Machine>: Serialize + DeserializeOwned {
    /// The last event was executed; returns its races with earlier ones.
    fn stepped(&mut self, stepped: &Stepped, execution: &Execution) -> &[DataRace];

    /// The last event is undone.
    fn taken_back(&mut self);

    /// Adds what a transition that is not an event has touched that is not its thread's own. Returns whether what it did
    /// follows from its thread's state and the memory it touched.
    fn look_at(&mut self, stepped: &Stepped, thread: ThreadId, foreign: &mut Vec<Footprint>) -> bool;

    /// A fingerprint of what is in the bytes that these footprints read.
    fn content(&self, machine: &M, footprints: &[Footprint]) -> u128;

    /// Changes when memory turns out not to be private that was thought to be.
    fn version(&self) -> u64;
}

/// Data races are of no interest.
impl<M: Machine> Monitor<M> for () {
    fn stepped(&mut self, _: &Stepped, _: &Execution) -> &[DataRace] {
        &[]
    }

    fn taken_back(&mut self) {}

    fn look_at(&mut self, _: &Stepped, _: ThreadId, _: &mut Vec<Footprint>) -> bool {
        false
    }

    fn content(&self, _: &M, _: &[Footprint]) -> u128 {
        0
    }

    fn version(&self) -> u64 {
        0
    }
}

impl<M: Machine + Footprinted> Monitor<M> for DataRaces {
    fn stepped(&mut self, stepped: &Stepped, execution: &Execution) -> &[DataRace] {
        self.push(execution, stepped.footprint, stepped.code)
    }

    fn taken_back(&mut self) {
        self.pop();
    }

    fn look_at(&mut self, stepped: &Stepped, thread: ThreadId, foreign: &mut Vec<Footprint>) -> bool {
        foreign.extend(stepped.footprint.iter().filter(|part| !self.claim(part.line, thread)));
        stepped.is_self_contained
    }

    fn content(&self, machine: &M, footprints: &[Footprint]) -> u128 {
        machine.content(footprints)
    }

    fn version(&self) -> u64 {
        self.lines_shared()
    }
}
