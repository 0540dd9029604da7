//! Runs a search over a program, with what the options of `mazurka check` make of it.

use std::iter;
use std::ops::ControlFlow;
use std::sync::Arc;

use mazurka::presets::{
    Explore, ExploreStates, ExploreWithin, Needs, PlainAccesses, Preset, Run, StateKey, StateSearch,
    StateSearches,
};
use mazurka_explore::{
    Bound, Finish, LearningRound, MachineOnly, Movers, Options, Order, StateOptions, Unfinished, to_fixpoint,
};
use mazurka_machine::Machine;
use mazurka_vm::Program;
use mazurka_vm::{Config, FreshAccesses, ObjectIds, Record, Sharing, SharingRule, Visibility, Vm};

use crate::compare::named;
use crate::seen::Seen;
use crate::stuck::may_be_stuck;

type Mark = <Vm as Machine>::Mark;

/// The options of `mazurka check` that a program is explored with.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub seed: u64,
    pub races_allowed: bool,
    pub order: Order,
    pub no_commute: bool,
    pub spurious_wakeups: bool,
    pub malloc_may_fail: bool,
    pub leaks: bool,
    /// Whether reductions by sharing use the addresses of freed blocks again, as on the command line. If not, final states can be
    /// compared: how soon an address is used again depends on what is a step.
    pub reuses_addresses: bool,
    pub bound: Bound,
    /// Whether searches through traces leave out vain iterations.
    pub stops_vain_threads: bool,
}

impl Setting {
    /// Options follow from the seed, in different proportions.
    pub(crate) fn of(seed: u64, races_allowed: bool) -> Setting {
        let limit = (seed / 2 % 3) as u32;
        Setting {
            seed,
            races_allowed,
            order: if seed.is_multiple_of(2) { Order::ByNumber } else { Order::Shuffled(seed) },
            no_commute: seed % 4 == 1,
            spurious_wakeups: seed % 8 == 3,
            malloc_may_fail: seed % 16 == 5,
            leaks: seed % 4 == 2,
            reuses_addresses: seed.is_multiple_of(3),
            stops_vain_threads: false,
            bound: if seed % 5 < 3 { Bound::Preemptions(limit) } else { Bound::Delays(limit) },
        }
    }

    /// The same on the command line.
    pub(crate) fn flags(&self) -> Vec<String> {
        let mut flags = vec![format!("--races={}", if self.races_allowed { "allow" } else { "error" })];
        if let Order::Shuffled(seed) = self.order {
            flags.push(format!("--seed={seed}"));
        }
        let options = [
            (self.no_commute, "--no-commute"),
            (self.spurious_wakeups, "--spurious-wakeups"),
            (self.malloc_may_fail, "--malloc-may-fail"),
            (self.leaks, "--leaks"),
        ];
        flags.extend(options.iter().filter(|(given, _)| *given).map(|(_, flag)| (*flag).to_owned()));
        flags
    }

    fn config(&self) -> Config {
        Config {
            visibility: match self.races_allowed {
                true => Visibility::EveryAccess,
                false => Visibility::SynchronizationOnly,
            },
            commuting_updates: !self.no_commute,
            main_return_exits: false,
            spurious_wakeups: u8::from(self.spurious_wakeups),
            malloc_may_fail: self.malloc_may_fail,
            check_leaks: self.leaks,
            stop_vain_threads: self.stops_vain_threads,
            local_limit: 100_000_000,
            // Searches through traces need no fingerprint: the comparison of final states does.
            record: Record::ChangesAndFingerprint,
            ..Config::default()
        }
    }

    /// Before the first step.
    fn seen(&self, has_fingerprints: bool, limit: u64) -> Seen {
        Seen { has_fingerprints, plain_is_visible: self.races_allowed, limit, ..Seen::default() }
    }
}

/// A program and how it is explored.
pub(crate) struct Subject {
    program: Arc<Program>,
    setting: Setting,
    config: Config,
    /// All searches through traces use this machine: what it calls threads that are created by others, it calls so in all of
    /// them, and traces can be compared.
    machine: Vm,
    start: Mark,
    /// Transitions after which a search is given up.
    pub limit: u64,
    /// Whether searches through transactions find all deadlocks, too.
    pub also_deadlocks: bool,
}

impl Subject {
    pub(crate) fn new(program: Arc<Program>, setting: Setting, limit: u64) -> Result<Subject, String> {
        let config = setting.config();
        let mut machine = machine(&program, config.clone())?;
        let start = machine.mark();
        Ok(Subject { program, setting, config, machine, start, limit, also_deadlocks: false })
    }

    /// Whether it is the turn of something with this number, which has its turn with one program in `many`.
    pub(crate) fn is_one_in(&self, many: usize, number: usize) -> bool {
        (self.setting.seed as usize + number).is_multiple_of(many)
    }

    pub(crate) fn are_races_allowed(&self) -> bool {
        self.setting.races_allowed
    }

    /// Whether there is memory that nothing reads, and that is left as it was.
    pub(crate) fn leaves_memory_out(&self) -> bool {
        self.program.has_unread
    }

    pub(crate) fn reads_clock(&self) -> bool {
        self.program.reads_clock
    }

    pub(crate) fn bound(&self) -> Bound {
        self.setting.bound
    }

    /// Traces are explored to their end, joins and all, so that they can be compared.
    pub(crate) fn traces(&mut self, preset: &Preset, bound: Option<Bound>) -> Result<Seen, String> {
        let options = Options { order: self.setting.order, short_tails: false, ..Options::default() };
        let seen = self.setting.seen(true, self.limit);
        let seen = search_traces(&mut self.machine, preset, bound, options, seen);
        self.machine.rewind(self.start);
        seen
    }

    /// The same on a machine of its own, on which threads have the same names.
    fn traces_with(&self, preset: &Preset, config: Config) -> Result<Seen, String> {
        let options = Options { order: self.setting.order, short_tails: false, ..Options::default() };
        let seen = self.setting.seen(true, self.limit);
        search_traces(&mut machine(&self.program, config)?, preset, None, options, seen)
    }

    /// With vain iterations.
    pub(crate) fn with_vain_iterations(&self, preset: &Preset) -> Result<Seen, String> {
        self.traces_with(preset, Config { stop_vain_threads: false, ..self.config.clone() })
    }

    /// Whether threads may go on for ever. `None`: there are too many states.
    pub(crate) fn may_be_stuck(&self) -> Result<Option<bool>, String> {
        let config = Config { stop_vain_threads: false, ..self.config.clone() };
        may_be_stuck(&mut machine(&self.program, config)?, self.limit as usize)
    }

    /// Where threads give up timed waits this often at most.
    pub(crate) fn within_timeouts(&self, preset: &Preset, most: u32) -> Result<Seen, String> {
        self.traces_with(preset, Config { timeouts: Some(most), ..self.config.clone() })
    }

    /// With joined sections, and decrements that commute, as in `mazurka check`.
    pub(crate) fn joined_traces(&self, preset: &Preset) -> Result<Seen, String> {
        let config = Config { join_sections: true, commuting_decrements: true, ..self.config.clone() };
        self.traces_with(preset, config)
    }

    /// Where decrements commute that do not take the last one of a count.
    pub(crate) fn counted_traces(&self, preset: &Preset) -> Result<Seen, String> {
        self.traces_with(preset, Config { commuting_decrements: true, ..self.config.clone() })
    }

    /// With joined sections as `mazurka check` does it.
    pub(crate) fn joined_as_checked(&self, preset: &Preset) -> Result<Seen, String> {
        let config = Config { join_sections: true, ..self.config.clone() };
        self.checked_with(preset, config)
    }

    /// As `mazurka check` does it: on a machine of its own, without what only the comparison needs.
    pub(crate) fn as_checked(&self, preset: &Preset) -> Result<Seen, String> {
        self.checked_with(preset, self.setting.config())
    }

    fn checked_with(&self, preset: &Preset, config: Config) -> Result<Seen, String> {
        let options = Options { order: self.setting.order, ..Options::default() };
        let config = Config { record: Record::Changes, commuting_decrements: true, ..config };
        let seen = self.setting.seen(false, self.limit);
        search_traces(&mut machine(&self.program, config)?, preset, None, options, seen)
    }

    /// Where only accesses to objects that several threads access are visible. The traces have fewer events.
    pub(crate) fn sharing_traces(&self, preset: &Preset) -> Result<Seen, String> {
        let options = Options { order: self.setting.order, short_tails: false, ..Options::default() };
        let config = sharing(SharingRule::Accessed, self.config.clone());
        self.to_fixpoint(config, |machine, _, _| {
            let seen = search_traces(machine, preset, None, options, self.setting.seen(true, self.limit))?;
            Ok((seen, Finish::Complete))
        })
        .map(|(seen, _)| seen)
    }

    /// The same by state.
    pub(crate) fn sharing_states(&self, preset: &Preset) -> Result<Seen, String> {
        let search = state_searches(preset)?.usual;
        let on_states = |machine: &mut Vm, movers: &mut Movers, round: &mut LearningRound| {
            self.on_states((machine, movers, round), search, StateKey::Exact)
        };
        self.to_fixpoint(self.by_sharing(preset), on_states).map(|(seen, _)| seen)
    }

    /// All states where every access is visible, for a comparison with the same of [`Self::sharing_states`].
    pub(crate) fn all_states(&self) -> Result<Seen, String> {
        let stateful = named("stateful");
        let machine = &mut machine(&self.program, self.by_sharing(stateful))?;
        let parts = (machine, &mut Movers::default(), &mut LearningRound::default());
        self.on_states(parts, state_searches(stateful)?.usual, StateKey::Exact).map(|(seen, _)| seen)
    }

    /// Threads have the same names on all of these machines.
    fn by_sharing(&self, preset: &Preset) -> Config {
        let config = with_needs(preset.needs, self.config.clone());
        Config { reuse_addresses: self.setting.reuses_addresses, ..config }
    }

    /// Whether the final states of [`Self::all_states`] and [`Self::sharing_states`] are the same.
    pub(crate) fn has_same_states(&self) -> bool {
        // When operations took place is a part of the state where the program reads a clock.
        !self.setting.reuses_addresses && !self.program.reads_clock
    }

    /// Repeats a search until the machine and the monitor of movers learn nothing, and samples executions, as `mazurka check` does.
    fn to_fixpoint(
        &self,
        config: Config,
        mut search: impl FnMut(&mut Vm, &mut Movers, &mut LearningRound) -> Result<(Seen, Finish), String>,
    ) -> Result<(Seen, Finish), String> {
        let samples = matches!(config.visibility, Visibility::SharedObjects(_));
        let machine = &mut machine(&self.program, config)?;
        let mut movers = Movers::new(!self.setting.races_allowed);
        if self.setting.leaks {
            movers = movers.with_checks_at_exit();
        }
        let search =
            |machine: &mut Vm, learners: &mut (MachineOnly, &mut Movers), round: &mut LearningRound| {
                if samples {
                    round.sample(machine, learners, &mut self.setting.seen(true, self.limit));
                }
                match search(machine, learners.1, round) {
                    Ok((seen, finish)) if seen.complete => ControlFlow::Continue(Ok((seen, finish))),
                    stopped => ControlFlow::Break(stopped),
                }
            };
        to_fixpoint(machine, &mut (MachineOnly, &mut movers), search).0
    }

    /// Through states; once more where the first search cannot decide whether there are races.
    pub(crate) fn states(&self, preset: &Preset, key: StateKey) -> Result<Seen, String> {
        let searches = state_searches(preset)?;
        let config = with_needs(preset.needs, self.setting.config());
        let config = Config { local_changes: key == StateKey::Light, ..config };
        for (number, search) in iter::once(searches.usual).chain(searches.undecided).enumerate() {
            let (mut seen, finish) = self.to_fixpoint(config.clone(), |machine, movers, round| {
                self.on_states((machine, movers, round), search, key)
            })?;
            if finish != Finish::Undecided {
                // The first of two has found a reason why there are none.
                seen.may_miss_races &= number > 0 || searches.undecided.is_none();
                return Ok(seen);
            }
        }
        Err("cannot decide about races".to_owned())
    }

    fn on_states(
        &self,
        (machine, movers, round): (&mut Vm, &mut Movers, &mut LearningRound),
        search: StateSearch,
        key: StateKey,
    ) -> Result<(Seen, Finish), String> {
        let mut seen = Seen { by_state: true, ..self.setting.seen(true, self.limit) };
        let options = StateOptions { order: self.setting.order, ..StateOptions::default() };
        let races = seen.races_option();
        let explored = search(ExploreStates {
            machine,
            key,
            races,
            movers,
            also_deadlocks: self.also_deadlocks,
            options,
            observer: &mut round.watch(&mut seen),
            from: None,
        });
        let explored = explored.expect("nothing is resumed");
        let finish = explored.finish.map_err(|error| error.to_string())?;
        seen.complete = finish == Finish::Complete;
        seen.transitions = explored.statistics.transitions;
        seen.states = explored.statistics.states;
        seen.may_miss_races = explored.statistics.unordered.any();
        Ok((seen, finish))
    }
}

fn state_searches(preset: &Preset) -> Result<&StateSearches, String> {
    match &preset.run {
        Run::States(searches) => Ok(searches),
        Run::Traces { .. } | Run::Samples(_) => Err("remembers no states".to_owned()),
    }
}

fn with_needs(needs: Needs, config: Config) -> Config {
    let Needs {
        fingerprints: _,
        reuse_addresses,
        block_spinners_together,
        block_vain_threads_together,
        hides_fresh_accesses,
        plain_accesses,
    } = needs;
    let fresh_accesses = if hides_fresh_accesses { FreshAccesses::Hidden } else { FreshAccesses::Shown };
    let stop_vain_threads = false;
    let config = Config {
        reuse_addresses,
        block_spinners_together,
        block_vain_threads_together,
        stop_vain_threads,
        fresh_accesses,
        ..config
    };
    match plain_accesses {
        PlainAccesses::AsRaces => config,
        PlainAccesses::All => Config { visibility: Visibility::EveryAccess, ..config },
        PlainAccesses::Shared(rule) => sharing(rule, config),
        PlainAccesses::Interfering(rule) => Config { visibility: Visibility::Interfering(rule), ..config },
    }
}

/// Only accesses to objects that are shared by this rule are visible.
fn sharing(rule: SharingRule, config: Config) -> Config {
    let sharing = Sharing { rule, at_once: false, ids: ObjectIds::Global };
    Config { visibility: Visibility::SharedObjects(sharing), ..config }
}

fn search_traces(
    machine: &mut Vm,
    preset: &Preset,
    bound: Option<Bound>,
    options: Options,
    mut seen: Seen,
) -> Result<Seen, String> {
    let explore = Explore { machine, races: seen.races_option(), options, observer: &mut seen, from: None };
    let explored = match (&preset.run, bound) {
        (Run::Traces { all: Some(search), .. }, None) => search(explore),
        (Run::Traces { within_bound: Some(search), .. }, Some(bound)) => {
            search(ExploreWithin { explore, bound, unfinished: &mut Unfinished::default() })
        }
        _ => return Err("does not explore traces, or not within a bound".to_owned()),
    };
    let (statistics, finish) = explored.expect("nothing is resumed");
    seen.complete = finish.map_err(|error| error.to_string())? == Finish::Complete;
    seen.transitions = statistics.transitions;
    seen.executions = statistics.executions + statistics.cut_off;
    seen.redundant = statistics.redundant;
    Ok(seen)
}

fn machine(program: &Arc<Program>, config: Config) -> Result<Vm, String> {
    Vm::new(program.clone(), config).map_err(|error| error.to_string())
}
