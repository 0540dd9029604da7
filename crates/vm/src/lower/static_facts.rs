//! What is known of the program before it runs: see `mazurka_analysis`.

use mazurka_analysis::{CallGraph, FreshAccesses, Protection, ReachableStacks, fresh, future, locksets};
use mazurka_ir::link::Program;

use super::{Options, unwinding};
use crate::library::analysis::LIBRARY;

#[derive(Default)]
pub(crate) struct StaticFacts {
    pub fresh: FreshAccesses,
    pub protections: Vec<Protection>,
    /// What the text says about instructions.
    pub text: future::Text,
}

impl StaticFacts {
    /// As far as it is asked for.
    pub(crate) fn find(linked: &Program, options: &Options) -> StaticFacts {
        let mut facts = StaticFacts::default();
        // What a function does before it unwinds is not in what these say about it.
        let analyze = options.analyze && !unwinding::may_unwind(linked);
        if analyze || options.future {
            let graph = CallGraph::new(linked, &LIBRARY);
            if analyze {
                (facts.fresh, facts.protections) = (fresh::find(&graph), locksets::find(&graph));
            }
            if options.future {
                facts.text = future::read(&graph);
            }
        }
        facts
    }
}

pub(super) fn reachable_stacks(linked: &Program) -> ReachableStacks {
    if unwinding::may_unwind(linked) {
        return ReachableStacks::All;
    }
    fresh::reachable_stacks(&CallGraph::new(linked, &LIBRARY))
}
