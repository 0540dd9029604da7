//! Where heap blocks were allocated, for reports of leaks by machines that only run: others replay the execution.

use mazurka_machine::Place;
use rustc_hash::FxHashMap;

use crate::config::{Config, Record};
use crate::context::Context;
use crate::diagnose;

#[derive(Default)]
pub struct Sites {
    /// By address; `None` where they are not asked for.
    places: Option<FxHashMap<u64, Place>>,
}

impl Sites {
    pub(crate) fn new(config: &Config) -> Sites {
        let is_asked_for = config.check_leaks && config.record == Record::Nothing;
        Sites { places: is_asked_for.then(FxHashMap::default) }
    }

    pub(crate) fn of(&self, block: u64) -> Option<&Place> {
        self.places.as_ref()?.get(&block)
    }
}

/// The running thread has allocated a block.
pub(crate) fn note(context: &mut Context, block: u64) {
    if context.state.sites.places.is_some() {
        let place = Place { thread: context.thread, stack: diagnose::stack(&context.view()) };
        context.state.sites.places.get_or_insert_default().insert(block, place);
    }
}
