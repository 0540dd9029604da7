//! The strategies of `mazurka sample` by name, one row each. They explore no more than they are told to, and prove nothing.

use mazurka_explore::{PartialOrderSampling, PriorityChanges, RandomWalk, SelectiveWalk};
use mazurka_report::Guarantee;

use super::{Preset, Run, SampleSearch, TRACES};

/// What `mazurka sample` is told.
#[derive(Clone, Copy)]
pub struct Sampling {
    pub strategy: &'static Preset,
    pub executions: u64,
    pub seed: u64,
    /// Of the bugs that `pct` looks for.
    pub depth: u32,
}

const fn strategy(
    name: &'static str,
    explores: &'static str,
    paper: &'static str,
    search: SampleSearch,
) -> Preset {
    Preset { name, explores, paper, guarantee: Guarantee::Nothing, needs: TRACES, run: Run::Samples(search) }
}

/// The first one is the default.
pub static STRATEGIES: &[Preset] = &[
    strategy(
        "pos",
        "Every pending operation has a random priority, and a new one when it races with what is executed",
        "Yuan, Yang, Gu 2018",
        |explore| explore.by(PartialOrderSampling::default()),
    ),
    strategy(
        "pct",
        "Threads have random priorities, which change at a few random steps",
        "Burckhardt, Kothari, Musuvathi, Nagarakatti 2010",
        |explore| {
            let depth = explore.sampling.depth;
            explore.by(PriorityChanges::new(depth))
        },
    ),
    strategy(
        "surw",
        "All orders of the accesses to one variable with about the same probability; each execution is about another variable",
        "Zhao, Wolff, Mathur, Roychoudhury 2025",
        |explore| explore.by(SelectiveWalk::default()),
    ),
    strategy("random", "Every thread that can run with the same probability", "", |explore| {
        explore.by(RandomWalk)
    }),
];
