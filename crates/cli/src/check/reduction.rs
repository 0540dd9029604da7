//! The one place that knows the reductions by name.

use clap::ValueEnum;
use mazurka_explore::{Classic, Exhaustive, Monitor, Observer, Optimal, Options, Source, Statistics, search};
use mazurka_machine::Machine;
use mazurka_report::Guarantee;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Reduction {
    /// None: every interleaving
    Exhaustive,
    /// Sleep sets alone (Godefroid 1996)
    Sleep,
    /// Persistent sets with clock vectors, and sleep sets (Flanagan, Godefroid 2005)
    Classic,
    /// The same without sleep sets
    ClassicNoSleep,
    /// Source sets as Nidhugg chooses them
    Nidhugg,
    /// Source sets (Abdulla et al. 2014)
    Source,
    /// Wakeup trees: exactly one execution of each trace (Abdulla et al. 2014)
    Optimal,
}

impl Reduction {
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Exhaustive => "exhaustive",
            Reduction::Sleep => "sleep",
            Reduction::Classic => "classic",
            Reduction::ClassicNoSleep => "classic-no-sleep",
            Reduction::Nidhugg => "nidhugg",
            Reduction::Source => "source",
            Reduction::Optimal => "optimal",
        }
    }

    pub fn guarantee(self) -> Guarantee {
        Guarantee::AllTraces
    }

    pub fn search<M: Machine, W: Monitor<M>>(
        self,
        machine: &mut M,
        monitor: &mut W,
        options: Options,
        observer: &mut dyn Observer<M>,
    ) -> (Statistics, Result<bool, M::Error>) {
        match self {
            Reduction::Exhaustive => {
                search(machine, &mut Exhaustive { sleep_sets: false }, monitor, options, observer)
            }
            Reduction::Sleep => {
                search(machine, &mut Exhaustive { sleep_sets: true }, monitor, options, observer)
            }
            Reduction::Classic => {
                search(machine, &mut Classic { sleep_sets: true }, monitor, options, observer)
            }
            Reduction::ClassicNoSleep => {
                search(machine, &mut Classic { sleep_sets: false }, monitor, options, observer)
            }
            Reduction::Nidhugg => search(machine, &mut Source { nidhugg: true }, monitor, options, observer),
            Reduction::Source => search(machine, &mut Source { nidhugg: false }, monitor, options, observer),
            Reduction::Optimal => search(machine, &mut Optimal::default(), monitor, options, observer),
        }
    }
}
