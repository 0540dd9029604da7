//! The reductions by name, one row each.
//!
//! The command line and its help, the tables of `docs/guarantees.md` and the tests are made from these rows. What a
//! reduction is not made for is refused because its row has no function for it.

mod explore;
mod samples;

use mazurka_explore::{
    All, Classic, ClassicBounded, ClockVector, Completion, Discipline, DporStates, Enumeration, Exhaustive,
    NaiveBounded, NidhuggBounded, Optimal, Sdpor, Segments, Source, SourceBounded, TableTwo,
};
use mazurka_report::{Bounded, Guarantee};
use mazurka_vm::{Interference, SharingRule};

pub use explore::{
    BoundedSearch, Explore, ExploreSamples, ExploreStates, ExploreWithin, Explored, ExploredStates,
    SampleSearch, StateKey, StateSearch, TraceSearch,
};
pub use samples::{STRATEGIES, Sampling};

pub struct Preset {
    /// As in `--reduction NAME`.
    pub name: &'static str,
    /// What it explores, for people who choose one.
    pub explores: &'static str,
    /// Where it was published, if it was.
    pub paper: &'static str,
    /// What it promises when it is complete and no bound has left anything out.
    pub guarantee: Guarantee,
    pub needs: Needs,
    pub run: Run,
}

/// What a reduction needs of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// Every state has a fingerprint.
    pub fingerprints: bool,
    /// Freed addresses are used again, so that loops which allocate have finitely many states.
    pub reuse_addresses: bool,
    /// Threads in loops that only wait are blocked only where all threads are: another iteration is not a new state.
    pub block_spinners_together: bool,
    /// The same for threads whose iterations leave nothing behind.
    pub block_vain_threads_together: bool,
    /// Accesses to memory that no other thread can reach yet, as far as that is known before the program runs, are hidden.
    pub hides_fresh_accesses: bool,
    pub plain_accesses: PlainAccesses,
}

/// Which plain accesses are scheduling points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainAccesses {
    /// None where data races are bugs, and all where they are allowed.
    AsRaces,
    /// All. Races are allowed.
    All,
    /// Those to shared objects. Races are allowed.
    Shared(SharingRule),
    /// Those with which another thread may interfere. Races are allowed.
    Interfering(Interference),
}

impl PlainAccesses {
    pub fn sharing(self) -> Option<SharingRule> {
        match self {
            PlainAccesses::Shared(rule) => Some(rule),
            PlainAccesses::AsRaces | PlainAccesses::All | PlainAccesses::Interfering(_) => None,
        }
    }
}

/// How to run it.
pub enum Run {
    /// Through traces: all of them, those within a bound, or as the user likes.
    Traces {
        all: Option<TraceSearch>,
        within_bound: Option<BoundedSearch>,
    },
    States(StateSearches),
    /// Executions at random.
    Samples(SampleSearch),
}

/// Searches through states.
pub struct StateSearches {
    pub usual: StateSearch,
    /// Runs instead where the usual one cannot decide whether there are data races.
    pub undecided: Option<StateSearch>,
    /// Also looks for livelocks.
    pub livelocks: Option<StateSearch>,
    /// Also looks for executions that cannot end.
    pub unending: Option<StateSearch>,
    /// As the paper has it, which misses bugs.
    pub faithful: Option<StateSearch>,
    /// They explore transactions, and learn which transitions are movers.
    pub transactions: bool,
}

const TRACES: Needs = Needs {
    fingerprints: false,
    reuse_addresses: false,
    block_spinners_together: false,
    block_vain_threads_together: false,
    hides_fresh_accesses: false,
    plain_accesses: PlainAccesses::AsRaces,
};
const STATES: Needs =
    Needs { fingerprints: true, reuse_addresses: true, block_vain_threads_together: true, ..TRACES };

const fn with_plain_accesses(plain_accesses: PlainAccesses) -> Needs {
    Needs { block_spinners_together: true, plain_accesses, ..STATES }
}

const fn all(search: TraceSearch) -> Run {
    Run::Traces { all: Some(search), within_bound: None }
}

const fn within_bound(search: BoundedSearch) -> Run {
    Run::Traces { all: None, within_bound: Some(search) }
}

const IN_TRANSACTIONS: Needs = Needs { block_spinners_together: true, hides_fresh_accesses: true, ..STATES };

const fn in_transactions(search: StateSearch) -> Run {
    Run::States(StateSearches {
        usual: search,
        undecided: None,
        livelocks: None,
        unending: None,
        faithful: None,
        transactions: true,
    })
}

const ALL_STATES: StateSearch = |explore| explore.by::<Segments>(&mut All);

/// Every transition from every state: what is a scheduling point makes the difference.
const fn all_states() -> Run {
    Run::States(StateSearches {
        usual: ALL_STATES,
        undecided: None,
        livelocks: None,
        unending: None,
        faithful: None,
        transactions: false,
    })
}

/// The first row that fits the other options is the default. A constant: a static is compiled, with all searches, even into unit
/// tests that do not use it.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "optimal",
        explores: "Wakeup trees: each trace exactly once, and no execution is abandoned",
        paper: "Abdulla, Aronis, Jonsson, Sagonas 2014",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: all(|explore| explore.by(&mut Optimal::default())),
    },
    Preset {
        name: "source",
        explores: "Source sets: each trace once, and few executions are abandoned",
        paper: "Abdulla, Aronis, Jonsson, Sagonas 2014",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: all(|explore| explore.by(&mut Source { nidhugg: false })),
    },
    Preset {
        name: "nidhugg",
        explores: "Source sets as Nidhugg chooses them",
        paper: "Abdulla, Aronis, Jonsson, Sagonas 2014",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: all(|explore| explore.by(&mut Source { nidhugg: true })),
    },
    Preset {
        name: "classic",
        explores: "Persistent sets and sleep sets: each trace once, and some executions are abandoned",
        paper: "Flanagan, Godefroid 2005",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: all(|explore| explore.by(&mut Classic { sleep_sets: true })),
    },
    Preset {
        name: "classic-no-sleep",
        explores: "Persistent sets without sleep sets: many traces several times",
        paper: "Flanagan, Godefroid 2005",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: all(|explore| explore.by(&mut Classic { sleep_sets: false })),
    },
    Preset {
        name: "sleep",
        explores: "Sleep sets alone: each trace once, and many executions are abandoned",
        paper: "Godefroid 1996",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: all(|explore| explore.by(&mut Exhaustive { sleep_sets: true })),
    },
    Preset {
        name: "source-bpor",
        explores: "Source sets and conservative branches, within a bound",
        paper: "Sachinoglou, Algorithm 9",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: within_bound(|explore| explore.by(SourceBounded::new)),
    },
    Preset {
        name: "nidhugg-bpor",
        explores: "Initials that lead to the race and conservative branches, within a bound",
        paper: "Sachinoglou, Algorithm 8",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: within_bound(|explore| explore.by(NidhuggBounded::new)),
    },
    Preset {
        name: "classic-bpor",
        explores: "Bound persistent sets",
        paper: "Coons, Musuvathi, McKinley 2013; Sachinoglou, Algorithm 7",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: within_bound(|explore| explore.by(ClassicBounded::new)),
    },
    Preset {
        name: "naive-bpor",
        explores: "Source sets cut off at a bound: misses bugs, and is never `ok`",
        paper: "Sachinoglou, Algorithm 6",
        guarantee: Guarantee::Nothing,
        needs: TRACES,
        run: within_bound(|explore| explore.by(NaiveBounded::new)),
    },
    Preset {
        name: "exhaustive",
        explores: "Every interleaving, all or within a bound: the oracle for the others",
        paper: "",
        guarantee: Guarantee::AllTraces,
        needs: TRACES,
        run: Run::Traces {
            all: Some(|explore| explore.by(&mut Exhaustive { sleep_sets: false })),
            within_bound: Some(|explore| explore.by(Enumeration::new)),
        },
    },
    Preset {
        name: "stateful",
        explores: "Every step from every state, once: also for programs that never end",
        paper: "",
        guarantee: Guarantee::AllErrors,
        needs: Needs { block_spinners_together: true, ..STATES },
        run: Run::States(StateSearches {
            usual: ALL_STATES,
            undecided: None,
            livelocks: Some(|explore| explore.with_livelocks::<Segments>(All)),
            unending: Some(|explore| explore.with_unending::<Segments>(All)),
            faithful: None,
            transactions: false,
        }),
    },
    Preset {
        name: "sdpor",
        explores: "The same with persistent sets; a graph sums up what may follow a visited state",
        paper: "Yang, Chen, Gopalakrishnan, Kirby 2008",
        guarantee: Guarantee::AllErrors,
        needs: STATES,
        run: Run::States(StateSearches {
            usual: |explore| explore.by::<Discipline>(&mut Sdpor::default()),
            undecided: Some(ALL_STATES),
            livelocks: None,
            unending: None,
            faithful: None,
            transactions: false,
        }),
    },
    Preset {
        name: "jpf",
        explores: "Every step from every state, where plain accesses are steps only on objects that live threads share",
        paper: "Noonan, Mercer, Rungta 2014, Table 1",
        guarantee: Guarantee::AllErrors,
        needs: with_plain_accesses(PlainAccesses::Shared(SharingRule::Alive)),
        run: Run::States(StateSearches {
            usual: ALL_STATES,
            undecided: None,
            livelocks: None,
            unending: None,
            faithful: Some(ALL_STATES),
            transactions: false,
        }),
    },
    Preset {
        name: "clock-vector",
        explores: "Persistent sets by clock vectors, with visited states, where plain accesses are steps only on shared objects",
        paper: "Noonan, Mercer, Rungta 2014, Table 2",
        guarantee: Guarantee::AllErrors,
        needs: with_plain_accesses(PlainAccesses::Shared(SharingRule::Accessed)),
        run: Run::States(StateSearches {
            usual: |explore| explore.by::<Segments>(&mut ClockVector::default()),
            undecided: None,
            livelocks: None,
            unending: None,
            faithful: Some(|explore| explore.by::<Segments>(&mut TableTwo::default())),
            transactions: false,
        }),
    },
    Preset {
        name: "heap-reach",
        explores: "Every step from every state, where plain accesses are steps only to memory that another thread can reach",
        paper: "Parízek 2016, section IV",
        guarantee: Guarantee::AllErrors,
        needs: with_plain_accesses(PlainAccesses::Interfering(Interference::Reachable)),
        run: all_states(),
    },
    Preset {
        name: "heap-reach-fields",
        explores: "The same, and only to fields that another thread may still access",
        paper: "Parízek 2016, section IV; Parízek, Lhoták 2011",
        guarantee: Guarantee::AllErrors,
        needs: with_plain_accesses(PlainAccesses::Interfering(Interference::Fields)),
        run: all_states(),
    },
    Preset {
        name: "hybrid",
        explores: "The same, and only to bytes that another thread was seen to access where it may still do so",
        paper: "Parízek 2016",
        guarantee: Guarantee::AllErrors,
        needs: with_plain_accesses(PlainAccesses::Interfering(Interference::Hybrid)),
        run: all_states(),
    },
    Preset {
        name: "dpor-states",
        explores: "One thread until a race asks for a choice before one of its accesses, and then all threads there",
        paper: "Parízek 2016, sections IV and V",
        guarantee: Guarantee::AllErrors,
        needs: with_plain_accesses(PlainAccesses::All),
        run: Run::States(StateSearches {
            usual: |explore| explore.by::<Segments>(&mut DporStates::default()),
            undecided: None,
            livelocks: None,
            unending: None,
            faithful: None,
            transactions: false,
        }),
    },
    Preset {
        name: "transactions",
        explores: "Transactions, uninterrupted; where one has committed and cannot end, all threads at its commit point",
        paper: "Levin, Palmer, Qadeer, Rajamani 2005, with line L19",
        guarantee: Guarantee::AssertionsOnly,
        needs: IN_TRANSACTIONS,
        run: in_transactions(|explore| explore.in_transactions(Completion::CommitPoints)),
    },
    Preset {
        name: "cpc-full",
        explores: "The same, and all threads at every state behind the commit from which a transaction cannot end",
        paper: "Levin, Palmer, Qadeer, Rajamani 2005, without line L19",
        guarantee: Guarantee::AssertionsOnly,
        needs: IN_TRANSACTIONS,
        run: in_transactions(|explore| explore.in_transactions(Completion::Always)),
    },
    Preset {
        name: "cycle-detection",
        explores: "Transactions that end where they close a cycle behind the commit",
        paper: "Levin, Palmer, Qadeer, Rajamani 2005, section 5",
        guarantee: Guarantee::AssertionsOnly,
        needs: IN_TRANSACTIONS,
        run: in_transactions(|explore| explore.in_transactions(Completion::Cycles)),
    },
    Preset {
        name: "unsound-transactions",
        explores: "Transactions, of which some never end: misses bugs, and is never `ok`",
        paper: "Levin, Palmer, Qadeer, Rajamani 2005, Figure 5",
        guarantee: Guarantee::Nothing,
        needs: IN_TRANSACTIONS,
        run: in_transactions(|explore| explore.in_transactions(Completion::Never)),
    },
];

impl Preset {
    pub fn named(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// The reduction to use where the user has named none, or why the named one does not fit.
    pub fn choose(named: Option<&'static Preset>, is_bounded: bool) -> Result<&'static Preset, String> {
        let mut candidates = PRESETS.iter().filter(|preset| preset.fits(is_bounded));
        match named {
            None => Ok(candidates.next().expect("each kind of search has a row")),
            Some(preset) if preset.fits(is_bounded) => Ok(preset),
            Some(Preset { name, .. }) if is_bounded => {
                let sound = candidates.filter(|preset| preset.is_sound());
                Err(format!("--reduction {name} knows no bound; {} do", list(sound, "and")))
            }
            Some(Preset { name, .. }) => {
                Err(format!("--reduction {name} needs a --bound, such as --bound preemptions=2"))
            }
        }
    }

    fn fits(&self, is_bounded: bool) -> bool {
        match is_bounded {
            true => self.explores_within_bound(),
            false => self.explores_all_traces() || self.is_stateful(),
        }
    }

    pub fn explores_all_traces(&self) -> bool {
        matches!(self.run, Run::Traces { all: Some(_), .. })
    }

    pub fn explores_within_bound(&self) -> bool {
        matches!(self.run, Run::Traces { within_bound: Some(_), .. })
    }

    /// One line of help.
    pub fn summary(&self) -> String {
        match self.paper {
            "" => self.explores.to_owned(),
            paper => format!("{} ({paper})", self.explores),
        }
    }

    pub fn is_stateful(&self) -> bool {
        matches!(self.run, Run::States(_))
    }

    pub fn is_of_samples(&self) -> bool {
        matches!(self.run, Run::Samples(_))
    }

    pub fn is_of_transactions(&self) -> bool {
        matches!(self.run, Run::States(StateSearches { transactions: true, .. }))
    }

    /// Whether it always explores what data races lead to, and never reports them.
    pub fn allows_races(&self) -> bool {
        self.needs.plain_accesses != PlainAccesses::AsRaces
    }

    pub fn looks_for_shared_objects(&self) -> bool {
        self.needs.plain_accesses.sharing().is_some()
    }

    /// Whether it finds deadlocks and all other bugs, by state.
    pub fn finds_all_errors(&self) -> bool {
        self.is_stateful() && self.guarantee == Guarantee::AllErrors
    }

    pub fn is_sound(&self) -> bool {
        self.guarantee != Guarantee::Nothing
    }

    pub fn finds_livelocks(&self) -> bool {
        matches!(self.run, Run::States(StateSearches { livelocks: Some(_), .. }))
    }

    /// What it promises after this search: less where a bound has left something out, or may have; more where deadlocks were
    /// looked for, too.
    pub fn guarantee_after(
        &self,
        bounded: Option<&Bounded>,
        complete: bool,
        also_deadlocks: bool,
    ) -> Guarantee {
        let last = bounded.and_then(|bounded| Some((bounded.kind, bounded.rounds.last()?)));
        match (self.guarantee, last) {
            (Guarantee::AssertionsOnly, _) if also_deadlocks => Guarantee::AllErrors,
            (Guarantee::AllTraces, Some((kind, round))) if round.cut_off > 0 || !complete => {
                Guarantee::Within(kind, round.bound)
            }
            (guarantee, _) => guarantee,
        }
    }
}

/// `a, b and c`
pub fn list<'p>(presets: impl Iterator<Item = &'p Preset>, conjunction: &str) -> String {
    let names: Vec<&str> = presets.map(|preset| preset.name).collect();
    match &names[..] {
        [names @ .., last] if !names.is_empty() => format!("{} {conjunction} {last}", names.join(", ")),
        _ => names.concat(),
    }
}
