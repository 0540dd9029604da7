//! The one place that knows the reductions by name.

use clap::ValueEnum;
use mazurka_explore::{
    All, Bound, Classic, ClassicBounded, Deepening, Enumeration, Exact, Exhaustive, Expansion, Finish, Light,
    Monitor, NaiveBounded, NidhuggBounded, Observer, Optimal, Options, Saved, Sdpor, SegmentMonitor, Source,
    SourceBounded, StateObserver, StateOptions, StateStatistics, Statistics, Unfinished, resume,
    resume_states, search, search_states,
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

    /// A search through states. `None` if it cannot go on from where it should.
    pub fn search_states<M, W>(
        self,
        capture: Capture,
        explore: ExploreStates<'_, M, W>,
    ) -> Option<ExploredStates<M>>
    where
        M: Machine + Fingerprinted + Local,
        W: SegmentMonitor<M>,
    {
        let mut light = Light::default();
        match (self, capture) {
            (Reduction::Sdpor, Capture::Exact) => explore.by(&mut Exact, &mut Sdpor::default()),
            (Reduction::Sdpor, Capture::Light) => explore.by(&mut light, &mut Sdpor::default()),
            (_, Capture::Exact) => explore.by(&mut Exact, &mut All),
            (_, Capture::Light) => explore.by(&mut light, &mut All),
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
    pub from: Option<Saved<'s>>,
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

/// What has come of a search through states.
pub type ExploredStates<M> = (StateStatistics, Result<Finish, <M as Machine>::Error>);

/// A search through states that lacks only its reduction, and how states are known again.
pub struct ExploreStates<'s, M: Machine, W> {
    pub machine: &'s mut M,
    pub monitor: &'s mut W,
    pub options: StateOptions,
    pub observer: &'s mut dyn StateObserver<M>,
    /// Where it was interrupted.
    pub from: Option<Saved<'s>>,
}

impl<M: Machine, W: SegmentMonitor<M>> ExploreStates<'_, M, W> {
    pub fn by(
        self,
        capture: &mut impl mazurka_explore::Capture<M>,
        expansion: &mut impl Expansion<M::Mark>,
    ) -> Option<ExploredStates<M>> {
        let ExploreStates { machine, monitor, options, observer, from } = self;
        let parts = (capture, expansion, monitor);
        match from {
            Some(saved) => resume_states(saved, machine, parts, options, observer),
            None => Some(search_states(machine, parts, options, observer)),
        }
    }
}
