//! The one place that knows the reductions by name.

use clap::ValueEnum;
use mazurka_explore::{
    All, Bound, Classic, ClassicBounded, Deepening, Enumeration, Exact, Exhaustive, Finish, Light, Monitor,
    NaiveBounded, NidhuggBounded, Observer, Optimal, Options, Sdpor, SegmentMonitor, Source, SourceBounded,
    StateObserver, StateOptions, StateStatistics, Statistics, Unfinished, search, search_states,
};
use mazurka_machine::{Fingerprinted, Local, Machine};
use mazurka_report::{Bounded, Guarantee};

use crate::args::Capture;

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
    /// No reduction, but no state twice: every state rather than every trace
    Stateful,
    /// No state twice, and persistent sets (Yang, Chen, Gopalakrishnan, Kirby 2008)
    Sdpor,
    /// Source sets cut off at the bound: misses things that the bound allows
    NaiveBpor,
    /// Within a bound: bound persistent sets (Coons, Musuvathi, McKinley 2013)
    ClassicBpor,
    /// Within a bound: source sets as Nidhugg chooses them
    NidhuggBpor,
    /// Within a bound: source sets, and conservative branches
    SourceBpor,
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
            Reduction::Stateful => "stateful",
            Reduction::Sdpor => "sdpor",
            Reduction::NaiveBpor => "naive-bpor",
            Reduction::ClassicBpor => "classic-bpor",
            Reduction::NidhuggBpor => "nidhugg-bpor",
            Reduction::SourceBpor => "source-bpor",
        }
    }

    /// What it promises when it comes to its end: all traces, unless a bound leaves something out. Whether it does is known
    /// only at the end.
    pub fn guarantee(self, bounded: Option<&Bounded>, complete: bool) -> Guarantee {
        let last = bounded.and_then(|bounded| Some((bounded.kind, bounded.rounds.last()?)));
        match last {
            _ if self == Reduction::NaiveBpor => Guarantee::Nothing,
            _ if Reduction::is_stateful(Some(self)) => Guarantee::AllErrors,
            Some((kind, round)) if round.cut_off > 0 || !complete => Guarantee::Within(kind, round.bound),
            _ => Guarantee::AllTraces,
        }
    }

    /// Whether it remembers states.
    pub fn is_stateful(named: Option<Reduction>) -> bool {
        matches!(named, Some(Reduction::Stateful | Reduction::Sdpor))
    }

    /// Which reduction to use where the user has named none, or why the named one does not do.
    pub fn choose(named: Option<Reduction>, is_bounded: bool) -> Result<Reduction, String> {
        use Reduction::*;
        match (named, is_bounded) {
            (None, false) => Ok(Optimal),
            (None, true) => Ok(SourceBpor),
            (Some(Exhaustive), _) => Ok(Exhaustive),
            (Some(reduction @ (NaiveBpor | ClassicBpor | NidhuggBpor | SourceBpor)), true) => Ok(reduction),
            (Some(reduction @ (NaiveBpor | ClassicBpor | NidhuggBpor | SourceBpor)), false) => Err(format!(
                "--reduction {} needs a --bound, such as --bound preemptions=2",
                reduction.name()
            )),
            (Some(reduction), false) => Ok(reduction),
            (Some(reduction), true) => Err(format!(
                "--reduction {} knows no bound; source-bpor, nidhugg-bpor, classic-bpor and exhaustive do",
                reduction.name()
            )),
        }
    }

    /// A search through states.
    pub fn search_states<M, W>(
        self,
        capture: Capture,
        machine: &mut M,
        monitor: &mut W,
        options: StateOptions,
        observer: &mut dyn StateObserver<M>,
    ) -> (StateStatistics, Result<Finish, M::Error>)
    where
        M: Machine + Fingerprinted + Local,
        W: SegmentMonitor<M>,
    {
        let (mut all, mut sdpor, mut light) = (All, Sdpor::default(), Light::default());
        match (self, capture) {
            (Reduction::Sdpor, Capture::Exact) => {
                search_states(machine, (&mut Exact, &mut sdpor, monitor), options, observer)
            }
            (Reduction::Sdpor, Capture::Light) => {
                search_states(machine, (&mut light, &mut sdpor, monitor), options, observer)
            }
            (_, Capture::Exact) => search_states(machine, (&mut Exact, &mut all, monitor), options, observer),
            (_, Capture::Light) => search_states(machine, (&mut light, &mut all, monitor), options, observer),
        }
    }

    pub fn search<M: Machine, W: Monitor<M>>(
        self,
        bound: Option<(Bound, &mut Unfinished)>,
        machine: &mut M,
        monitor: &mut W,
        options: Options,
        observer: &mut dyn Observer<M>,
    ) -> (Statistics, Result<bool, M::Error>) {
        if let Some((bound, unfinished)) = bound {
            let explore = Within { machine, monitor, options, observer, unfinished };
            return self.search_within(bound, explore);
        }
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
            _ => search(machine, &mut Optimal::default(), monitor, options, observer),
        }
    }

    fn search_within<M: Machine, W: Monitor<M>>(
        self,
        bound: Bound,
        explore: Within<'_, M, W>,
    ) -> (Statistics, Result<bool, M::Error>) {
        match self {
            Reduction::Exhaustive => explore.by(Enumeration::new(bound)),
            Reduction::NaiveBpor => explore.by(NaiveBounded::new(bound)),
            Reduction::ClassicBpor => explore.by(ClassicBounded::new(bound)),
            Reduction::NidhuggBpor => explore.by(NidhuggBounded::new(bound)),
            _ => explore.by(SourceBounded::new(bound)),
        }
    }
}

/// A search within a bound that goes on where the one before it has stopped.
struct Within<'s, M: Machine, W> {
    machine: &'s mut M,
    monitor: &'s mut W,
    options: Options,
    observer: &'s mut dyn Observer<M>,
    unfinished: &'s mut Unfinished,
}

impl<M: Machine, W: Monitor<M>> Within<'_, M, W> {
    fn by<R>(self, mut reduction: R) -> (Statistics, Result<bool, M::Error>)
    where
        R: mazurka_explore::Reduction<M> + Deepening,
    {
        std::mem::swap(reduction.unfinished(), self.unfinished);
        let searched = search(self.machine, &mut reduction, self.monitor, self.options, self.observer);
        std::mem::swap(reduction.unfinished(), self.unfinished);
        searched
    }
}
