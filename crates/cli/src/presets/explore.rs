//! Searches that lack only their reduction: what a row of the table of presets completes.

use clap::ValueEnum;
use mazurka_explore::{
    Bound, Capture, Completion, DataRaces, Deepening, Exact, Expansion, Finish, Light, Livelock, Monitor,
    Movers, Observer, Options, Recorded, Reduction, Sampler, Samples, SegmentMonitor, StateOptions,
    StateStatistics, Statistics, Strategy, Transactions, Unending, Unfinished, resume, resume_states, search,
    search_states,
};
use mazurka_report::Races;
use mazurka_vm::{Vm, VmError};

use super::Sampling;
use crate::stream::SavedSearch;

/// Runs a search through traces. `None` if it cannot be resumed from where it should be.
pub type TraceSearch = fn(Explore<'_>) -> Option<Explored>;

/// The same within a bound.
pub type BoundedSearch = fn(ExploreWithin<'_>) -> Option<Explored>;

/// Runs a search through states. `None` if it cannot be resumed from where it should be.
pub type StateSearch = fn(ExploreStates<'_>) -> Option<ExploredStates>;

/// Makes executions at random. `None` if that cannot be resumed from where it should be.
pub type SampleSearch = fn(ExploreSamples<'_>) -> Option<(Explored, Samples)>;

/// Statistics, and how the search has ended.
pub type Explored = (Statistics, Result<Finish, VmError>);

pub struct Explore<'s> {
    pub machine: &'s mut Vm,
    pub races: Races,
    pub options: Options,
    pub observer: &'s mut dyn Observer<Vm>,
    /// Where the search was interrupted, if it was.
    pub from: Option<SavedSearch>,
}

impl Explore<'_> {
    pub(super) fn by(self, reduction: &mut impl Reduction) -> Option<Explored> {
        match self.races {
            Races::Error => self.monitored(reduction, &mut DataRaces::default()),
            Races::Allow => self.monitored(reduction, &mut ()),
        }
    }

    fn monitored(self, reduction: &mut impl Reduction, monitor: &mut impl Monitor<Vm>) -> Option<Explored> {
        let Explore { machine, options, observer, from, .. } = self;
        match from {
            Some(mut saved) => resume(&mut saved, machine, reduction, monitor, options, observer),
            None => Some(search(machine, reduction, monitor, options, observer)),
        }
    }
}

pub struct ExploreWithin<'s> {
    pub explore: Explore<'s>,
    pub bound: Bound,
    /// What a search with a smaller bound has left to explore; then what this one leaves.
    pub unfinished: &'s mut Unfinished,
}

impl ExploreWithin<'_> {
    pub(super) fn by<R>(self, reduction: impl FnOnce(Bound) -> R) -> Option<Explored>
    where
        R: Reduction + Deepening,
    {
        let ExploreWithin { explore, bound, unfinished } = self;
        let mut reduction = reduction(bound);
        std::mem::swap(reduction.unfinished(), unfinished);
        let explored = explore.by(&mut reduction);
        std::mem::swap(reduction.unfinished(), unfinished);
        explored
    }
}

pub struct ExploreSamples<'s> {
    pub explore: Explore<'s>,
    pub sampling: Sampling,
}

impl ExploreSamples<'_> {
    pub(super) fn by(self, strategy: impl Strategy) -> Option<(Explored, Samples)> {
        let ExploreSamples { explore, sampling: Sampling { executions, seed, .. } } = self;
        let mut sampler = Sampler::new(strategy, executions, seed);
        let explored = explore.by(&mut sampler)?;
        Some((explored, sampler.samples))
    }
}

/// How states are matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StateKey {
    /// By a fingerprint of everything that matters
    Exact,
    /// By ids of the threads' local states, which follow from what their steps change (Yang et al. 2008)
    Light,
}

pub struct ExploreStates<'s> {
    pub machine: &'s mut Vm,
    pub key: StateKey,
    pub races: Races,
    /// What is known of movers, for searches through transactions.
    pub movers: &'s mut Movers,
    /// Whether searches through transactions find all deadlocks, too.
    pub also_deadlocks: bool,
    pub options: StateOptions,
    pub observer: &'s mut dyn Observer<Vm>,
    /// Where the search was interrupted, if it was.
    pub from: Option<SavedSearch>,
}

pub struct ExploredStates {
    pub statistics: StateStatistics,
    pub finish: Result<Finish, VmError>,
    /// One for each thread that has any, where the search looks for them.
    pub livelocks: Vec<Livelock>,
    /// Where executions cannot end, where the search looks for that.
    pub unending: Option<Unending>,
}

impl ExploreStates<'_> {
    /// `W` finds data races, where they are bugs.
    pub(super) fn by<W>(self, expansion: &mut impl Expansion) -> Option<ExploredStates>
    where
        W: SegmentMonitor + Default,
    {
        match self.key {
            StateKey::Exact => self.keyed::<W>(&mut Exact, expansion),
            StateKey::Light => self.keyed::<W>(&mut Light::default(), expansion),
        }
    }

    /// Through transactions: `movers` also finds data races.
    pub(super) fn in_transactions(self, completion: Completion) -> Option<ExploredStates> {
        let mut expansion = Transactions::new(completion);
        if self.also_deadlocks {
            expansion = expansion.with_deadlocks();
        }
        let ExploreStates { machine, key, movers, options, observer, from, .. } = self;
        match key {
            StateKey::Exact => {
                explored(machine, (&mut Exact, &mut expansion, movers), options, observer, from)
            }
            StateKey::Light => {
                let parts = (&mut Light::default(), &mut expansion, movers);
                explored(machine, parts, options, observer, from)
            }
        }
    }

    /// Also looks for livelocks: the cycles of a graph of states that are matched exactly.
    pub(super) fn with_livelocks<W>(self, expansion: impl Expansion) -> Option<ExploredStates>
    where
        W: SegmentMonitor + Default,
    {
        let mut recorded = Recorded::new(expansion);
        let mut explored = self.keyed::<W>(&mut Exact, &mut recorded)?;
        if matches!(explored.finish, Ok(Finish::Complete | Finish::OutOfMemory)) {
            explored.livelocks = recorded.livelocks();
        }
        Some(explored)
    }

    /// Also looks for executions that cannot end.
    pub(super) fn with_unending<W>(self, expansion: impl Expansion) -> Option<ExploredStates>
    where
        W: SegmentMonitor + Default,
    {
        let mut recorded = Recorded::new(expansion);
        let mut explored = self.keyed::<W>(&mut Exact, &mut recorded)?;
        if matches!(explored.finish, Ok(Finish::Complete)) {
            explored.unending = recorded.unending();
        }
        Some(explored)
    }

    fn keyed<W>(self, key: &mut impl Capture<Vm>, expansion: &mut impl Expansion) -> Option<ExploredStates>
    where
        W: SegmentMonitor + Default,
    {
        match self.races {
            Races::Error => self.monitored((key, expansion, &mut W::default())),
            Races::Allow => self.monitored((key, expansion, &mut ())),
        }
    }

    fn monitored<C, E, W>(self, parts: (&mut C, &mut E, &mut W)) -> Option<ExploredStates>
    where
        C: Capture<Vm>,
        E: Expansion,
        W: SegmentMonitor,
    {
        let ExploreStates { machine, options, observer, from, .. } = self;
        explored(machine, parts, options, observer, from)
    }
}

/// Searches from the start, or from where it was interrupted.
fn explored<C, E, W>(
    machine: &mut Vm,
    parts: (&mut C, &mut E, &mut W),
    options: StateOptions,
    observer: &mut dyn Observer<Vm>,
    from: Option<SavedSearch>,
) -> Option<ExploredStates>
where
    C: Capture<Vm>,
    E: Expansion,
    W: SegmentMonitor,
{
    let (statistics, finish) = match from {
        Some(mut saved) => resume_states(&mut saved, machine, parts, options, observer)?,
        None => search_states(machine, parts, options, observer),
    };
    Some(ExploredStates { statistics, finish, livelocks: Vec::new(), unending: None })
}
