//! What is known of the program before it runs: see `mazurka_analysis`.

use mazurka_analysis::{CallGraph, FreshAccesses, Protection, fresh, locksets};
use mazurka_ir::link::Program;

use crate::library::analysis::LIBRARY;

pub(crate) struct StaticFacts {
    pub fresh: FreshAccesses,
    pub protections: Vec<Protection>,
}

impl StaticFacts {
    pub(crate) fn find(linked: &Program) -> StaticFacts {
        let graph = CallGraph::new(linked, &LIBRARY);
        StaticFacts { fresh: fresh::find(&graph), protections: locksets::find(&graph) }
    }
}
