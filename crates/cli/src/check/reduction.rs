//! The one place that knows the reductions by name.

use clap::ValueEnum;
use mazurka_explore::{
    All, Bound, Classic, ClassicBounded, Deepening, Enumeration, Exact, Exhaustive, Finish, Light, Monitor,
    NaiveBounded, NidhuggBounded, Observer, Optimal, Options, Saved, Sdpor, SegmentMonitor, Source,
    SourceBounded, StateObserver, StateOptions, StateStatistics, Statistics, Unfinished, resume, search,
    search_states,
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

    /// A search through traces. `None` if it cannot go on from where it should.
    pub fn search<M: Machine, W: Monitor<M>>(
        self,
        bound: Option<(Bound, &mut Unfinished)>,
        explore: Explore<'_, M, W>,
    ) -> Option<Explored<M>> {
        if let Some((bound, unfinished)) = bound {
            return self.search_within(bound, unfinished, explore);
        }
        match self {
            Reduction::Exhaustive => explore.by(&mut Exhaustive { sleep_sets: false }),
            Reduction::Sleep => explore.by(&mut Exhaustive { sleep_sets: true }),
            Reduction::Classic => explore.by(&mut Classic { sleep_sets: true }),
            Reduction::ClassicNoSleep => explore.by(&mut Classic { sleep_sets: false }),
            Reduction::Nidhugg => explore.by(&mut Source { nidhugg: true }),
            Reduction::Source => explore.by(&mut Source { nidhugg: false }),
            _ => explore.by(&mut Optimal::default()),
        }
    }

    fn search_within<M: Machine, W: Monitor<M>>(
        self,
        bound: Bound,
        unfinished: &mut Unfinished,
        explore: Explore<'_, M, W>,
    ) -> Option<Explored<M>> {
        match self {
            Reduction::Exhaustive => explore.further_by(Enumeration::new(bound), unfinished),
            Reduction::NaiveBpor => explore.further_by(NaiveBounded::new(bound), unfinished),
            Reduction::ClassicBpor => explore.further_by(ClassicBounded::new(bound), unfinished),
            Reduction::NidhuggBpor => explore.further_by(NidhuggBounded::new(bound), unfinished),
            _ => explore.further_by(SourceBounded::new(bound), unfinished),
        }
    }
}

/// What has come of a search.
type Explored<M> = (Statistics, Result<bool, <M as Machine>::Error>);

/// A search that lacks only its reduction.
pub struct Explore<'s, M: Machine, W> {
    pub machine: &'s mut M,
    pub monitor: &'s mut W,
    pub options: Options,
    pub observer: &'s mut dyn Observer<M>,
    /// Where it was interrupted.
    pub from: Option<Saved>,
}

impl<M: Machine, W: Monitor<M>> Explore<'_, M, W> {
    fn by(self, reduction: &mut impl mazurka_explore::Reduction<M>) -> Option<Explored<M>> {
        let Explore { machine, monitor, options, observer, from } = self;
        match from {
            Some(saved) => resume(saved, machine, reduction, monitor, options, observer),
            None => Some(search(machine, reduction, monitor, options, observer)),
        }
    }

    /// Goes on where a search with a smaller bound has stopped.
    fn further_by<R>(self, mut reduction: R, unfinished: &mut Unfinished) -> Option<Explored<M>>
    where
        R: mazurka_explore::Reduction<M> + Deepening,
    {
        std::mem::swap(reduction.unfinished(), unfinished);
        let explored = self.by(&mut reduction);
        std::mem::swap(reduction.unfinished(), unfinished);
        explored
    }
}
