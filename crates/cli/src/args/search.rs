//! How a check searches: with which reduction, or which of them it may choose from.

use std::num::NonZero;
use std::thread;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use mazurka_explore::Order;
use mazurka_report::Guarantee;

use super::bound::{Bounds, bounds};
use crate::failure::Failure;
use crate::presets::{PRESETS, Preset, Sampling};

#[derive(Args, Clone)]
pub(crate) struct Search {
    #[arg(long, value_name = "NAME", value_parser = reductions_or_auto(), help = reduction_help())]
    reduction: Option<Reduction>,

    /// What is to be promised: --reduction auto chooses nothing weaker [default: all-errors, every data race included]
    #[arg(long, value_name = "GUARANTEE")]
    need: Option<Need>,

    /// How many searches run at the same time, with --reduction auto. What is found does not depend on it [default: one
    /// for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Explore only executions with at most K preemptions (switches away from a thread that could run), or K delays
    /// (threads passed over by a round-robin scheduler). The bounds of a range are tried in turn: the bug that is found
    /// first needs the fewest
    #[arg(long, value_name = "preemptions|delays=K[..K]", value_parser = bounds)]
    pub bound: Option<Bounds>,

    /// Treat two updates of one variable, and two arrivals at a barrier, as dependent even where no thread can observe their
    /// order
    #[arg(long)]
    pub no_commute: bool,

    /// Let threads run on that come back to where they were and have left nothing behind, instead of leaving such executions out; how long
    /// they pause, yield and sleep, and what is in variables that nothing reads, is then part of the state
    #[arg(long)]
    pub keep_vain_iterations: bool,

    /// Let clocks run even where what they show reaches nothing but deadlines of timed waits
    #[arg(long)]
    pub keep_clocks_running: bool,

    /// Treat critical sections of one mutex as dependent only where they access the same memory: threads that use different
    /// parts of what the mutex protects are one trace [default: with --reduction auto, unless all traces are needed]
    #[arg(long)]
    coarse_locks: bool,

    /// Treat all critical sections of one mutex as dependent
    #[arg(long, conflicts_with = "coarse_locks")]
    no_coarse_locks: bool,

    /// Try the threads in an order shuffled by this seed; no verdict depends on it [default: not shuffled]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Executions at random instead of a search.
    #[arg(skip)]
    pub sampling: Option<Sampling>,
}

/// What a search has to promise; see docs/guarantees.md.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Need {
    /// An execution of every trace: every final state
    AllTraces,
    /// Every deadlock, assertion failure and other fault, and every data race
    AllErrors,
    /// Every assertion failure and other fault of a thread; deadlocks, and data races that only relaxed atomics leave open, may be
    /// missed
    Assertions,
}

impl Need {
    /// Whether a search that comes to its end with this guarantee suffices.
    pub(crate) fn is_met_by(self, guarantee: Guarantee) -> bool {
        match guarantee {
            Guarantee::AllTraces => true,
            Guarantee::AllErrors => self != Need::AllTraces,
            Guarantee::AssertionsOnly => self == Need::Assertions,
            Guarantee::Within(..) | Guarantee::Nothing => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Need::AllTraces => "all-traces",
            Need::AllErrors => "all-errors",
            Need::Assertions => "assertions",
        }
    }
}

impl Search {
    /// The reduction that was named, or the default; fails if it does not fit the other options.
    pub(crate) fn preset(&self) -> Result<&'static Preset, Failure> {
        match self.sampling {
            Some(Sampling { strategy, .. }) => Ok(strategy),
            None => Preset::choose(self.named(), self.bound.is_some()).map_err(Failure::new),
        }
    }

    pub(super) fn named(&self) -> Option<&'static Preset> {
        match self.reduction {
            Some(Reduction::Named(preset)) => Some(preset),
            Some(Reduction::Auto) | None => None,
        }
    }

    pub(crate) fn coarse_locks(&self) -> bool {
        self.coarse_locks
    }

    /// With coarse locks, unless something is said against that: by name, or because the order of sections is a part of what is wanted.
    pub(crate) fn with_coarse_locks(&self) -> Search {
        let is_unwanted = self.no_coarse_locks || self.no_commute || self.need() == Need::AllTraces;
        Search { coarse_locks: self.coarse_locks || !is_unwanted, ..self.clone() }
    }

    /// Whether several searches are asked for by name.
    pub(crate) fn is_auto(&self) -> bool {
        matches!(self.reduction, Some(Reduction::Auto))
    }

    /// Whether nothing is said about which search it should be.
    pub(crate) fn is_open(&self) -> bool {
        self.reduction.is_none() && self.bound.is_none() && self.sampling.is_none()
    }

    /// Refuses what makes no sense together. `promised`: by one reduction, with the other options.
    pub(crate) fn check_options(&self, promised: Option<(&Preset, Guarantee)>) -> Result<(), Failure> {
        let auto = if self.is_auto() { Some("--reduction auto") } else { None };
        let need = self.need.map(|_| "--need");
        if let (Some(option), Some(_)) = (auto.or(need), &self.bound) {
            return Err(Failure::new(format!(
                "{option} chooses among searches through all executions, and --bound leaves some out"
            ))
            .help("leave out one of the two"));
        }
        let Some((preset, guarantee)) = promised else { return Ok(()) };
        if self.jobs.is_some() {
            return Err(Failure::new(format!(
                "--jobs is for several searches, and --reduction {} is one",
                preset.name
            ))
            .help("--reduction auto makes several"));
        }
        match self.need {
            Some(need) if !need.is_met_by(guarantee) => Err(Failure::new(format!(
                "--reduction {} promises less than --need {}: {}",
                preset.name,
                need.name(),
                guarantee.name()
            ))),
            _ => Ok(()),
        }
    }

    /// The same by one reduction, without the options that choose it.
    pub(crate) fn with_reduction(&self, preset: &'static Preset) -> Search {
        Search { reduction: Some(Reduction::Named(preset)), need: None, jobs: None, ..self.clone() }
    }

    pub(crate) fn need(&self) -> Need {
        self.need.unwrap_or(Need::AllErrors)
    }

    /// How many searches run at the same time.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    pub(crate) fn order(&self) -> Order {
        self.seed.map_or(Order::ByNumber, Order::Shuffled)
    }
}

#[derive(Clone, Copy)]
enum Reduction {
    /// Several, until one has decided.
    Auto,
    Named(&'static Preset),
}

/// The names of all reductions, these others before them.
fn names(others: impl Iterator<Item = PossibleValue>) -> PossibleValuesParser {
    let value = |preset: &Preset| PossibleValue::new(preset.name).help(preset.summary());
    PossibleValuesParser::new(others.chain(PRESETS.iter().map(value)))
}

fn named(name: &str) -> Result<&'static Preset, String> {
    Preset::named(name).ok_or_else(|| format!("unknown reduction `{name}`"))
}

fn reductions_or_auto() -> impl TypedValueParser<Value = Reduction> {
    const AUTO: &str = "auto";
    let help = "optimal and sdpor by turns, and a few executions at random: the first that decides does";
    names([PossibleValue::new(AUTO).help(help)].into_iter()).try_map(|name| match name.as_str() {
        AUTO => Ok(Reduction::Auto),
        name => named(name).map(Reduction::Named),
    })
}

pub(super) fn reductions() -> impl TypedValueParser<Value = &'static Preset> {
    names([].into_iter()).try_map(|name| named(&name))
}

fn reduction_help() -> String {
    let [one, bounded] =
        [false, true].map(|is_bounded| Preset::choose(None, is_bounded).map_or("", |preset| preset.name));
    format!(
        "How to avoid exploring equivalent executions [default: auto; with --max-executions: {one}; with --bound: \
         {bounded}]"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_weaker_than_needed_is_enough() {
        let guarantees =
            [Guarantee::AllTraces, Guarantee::AllErrors, Guarantee::AssertionsOnly, Guarantee::Nothing];
        let enough = |need: Need| guarantees.map(|guarantee| need.is_met_by(guarantee));
        assert_eq!(enough(Need::AllTraces), [true, false, false, false]);
        assert_eq!(enough(Need::AllErrors), [true, true, false, false]);
        assert_eq!(enough(Need::Assertions), [true, true, true, false]);
    }
}
