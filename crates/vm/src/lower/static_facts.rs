//! What is known of the program before it runs: see `mazurka_analysis`.

use mazurka_analysis::{
    CallGraph, Effect, FreshAccesses, Library, Protection, ReachableStacks, Time, Unread, clock, fresh,
    future, locksets, unread,
};
use mazurka_ir::link::Program;

use super::program::plain_name;
use super::{Options, unwinding};
use crate::library::analysis::LIBRARY;
use crate::library::{self, Draws, Generators};
use crate::program::Function;

#[derive(Default)]
pub(crate) struct StaticFacts {
    pub fresh: FreshAccesses,
    pub protections: Vec<Protection>,
    /// What the text says about instructions.
    pub text: future::Text,
    pub unread: Unread,
}

impl StaticFacts {
    /// As far as it is asked for.
    pub(crate) fn find(linked: &Program, options: &Options) -> StaticFacts {
        let mut facts = StaticFacts::default();
        let analyze = options.analyze && !has_other_flow(linked);
        if analyze || options.future || options.clear_unread {
            let graph = CallGraph::new(linked, &LIBRARY);
            if analyze {
                (facts.fresh, facts.protections) = (fresh::find(&graph), locksets::find(&graph));
            }
            if options.future {
                facts.text = future::read(&graph);
            }
            if options.clear_unread {
                facts.unread = unread::find(&graph);
            }
        }
        facts
    }
}

/// Whether control may leave a function by other ways than calls and returns: what it has done before is not in what analyses say
/// about it. It unwinds, or switches contexts.
fn has_other_flow(linked: &Program) -> bool {
    let own = linked.modules.iter().filter(|module| !LIBRARY.is_own(&module.path));
    let mut names = own.flat_map(|module| module.symbols.iter().map(|symbol| plain_name(&symbol.name)));
    unwinding::may_unwind(linked) || names.any(|name| matches!(name, "setcontext" | "swapcontext"))
}

/// Whether what clocks show reaches more than deadlines, in a program that reads them.
pub(super) fn clocks_matter(linked: &Program, program: &crate::program::Program) -> bool {
    // An instruction or an operation of the operating system may be lowered to a call that the text does not show.
    let natives = program.functions.iter().filter_map(Function::native);
    let mut times = natives.map(|native| native.facts.effect.time);
    times.any(|time| time == Time::Depends)
        || has_other_flow(linked)
        || !clock::shows_only_in_deadlines(&CallGraph::new(linked, &Seeded(program.idle_generators)))
}

/// The library of a program in which it does not matter how some generators of random numbers are seeded. That may depend on clocks that stand still: what these
/// generators decide, which is how long threads sleep, is then seen by no clock.
struct Seeded(Generators);

impl Library for Seeded {
    fn effect(&self, name: &str) -> Option<Effect> {
        let effect = LIBRARY.effect(name)?;
        match library::find(name)?.facts.draws {
            Some(Draws::From(generator)) if self.0.contains(generator) => {
                Some(Effect { time: Time::Ignores, ..effect })
            }
            _ => Some(effect),
        }
    }

    fn entry_points(&self) -> &[&str] {
        LIBRARY.entry_points()
    }

    fn runs_handlers(&self) -> &str {
        LIBRARY.runs_handlers()
    }

    fn sends_signals(&self, name: &str) -> bool {
        LIBRARY.sends_signals(name)
    }

    fn makes_locks_fail(&self, name: &str) -> bool {
        LIBRARY.makes_locks_fail(name)
    }

    fn is_own(&self, path: &str) -> bool {
        LIBRARY.is_own(path)
    }
}

pub(super) fn reachable_stacks(linked: &Program) -> ReachableStacks {
    if has_other_flow(linked) {
        return ReachableStacks::All;
    }
    fresh::reachable_stacks(&CallGraph::new(linked, &LIBRARY))
}
