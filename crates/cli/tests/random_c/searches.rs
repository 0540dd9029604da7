//! Runs a search over a program, with what the options of `mazurka check` make of it.

use std::ops::ControlFlow;
use std::sync::Arc;

use mazurka_explore::*;
use mazurka_machine::Machine;
use mazurka_vm::program::Program;
use mazurka_vm::{Config, Record, Visibility, Vm};

use crate::seen::Seen;

type Mark = <Vm as Machine>::Mark;

/// The options of `mazurka check` that a program is explored with.
#[derive(Clone, Debug)]
pub struct Setting {
    pub races_allowed: bool,
    pub order: Order,
    pub no_commute: bool,
    pub spurious_wakeups: bool,
    pub malloc_may_fail: bool,
    pub leaks: bool,
    pub bound: Bound,
}

impl Setting {
    /// Options follow from the seed, in different proportions.
    pub fn of(seed: u64, races_allowed: bool) -> Setting {
        let limit = (seed / 2 % 3) as u32;
        Setting {
            races_allowed,
            order: if seed.is_multiple_of(2) { Order::ByNumber } else { Order::Shuffled(seed) },
            no_commute: seed % 4 == 1,
            spurious_wakeups: seed % 8 == 3,
            malloc_may_fail: seed % 16 == 5,
            leaks: seed % 4 == 2,
            bound: if seed % 5 < 3 { Bound::Preemptions(limit) } else { Bound::Delays(limit) },
        }
    }

    /// The same on the command line.
    pub fn flags(&self) -> Vec<String> {
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
            local_limit: 100_000_000,
            // Searches through traces need no fingerprint: the comparison of final states does.
            record: Record::ChangesAndFingerprint,
            ..Config::default()
        }
    }
}

/// How states are known again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum States {
    Exact,
    Light,
}

/// A program and how it is explored.
pub struct Subject {
    program: Arc<Program>,
    setting: Setting,
    config: Config,
    /// All searches through traces use this machine: what it calls threads that are created by others, it calls so in all of
    /// them, and traces can be compared.
    machine: Vm,
    start: Mark,
    /// Transitions after which a search is given up.
    pub limit: u64,
}

impl Subject {
    pub fn new(program: Arc<Program>, setting: Setting, limit: u64) -> Result<Subject, String> {
        let config = setting.config();
        let mut machine = machine(&program, config.clone())?;
        let start = machine.mark();
        Ok(Subject { program, setting, config, machine, start, limit })
    }

    pub fn are_races_allowed(&self) -> bool {
        self.setting.races_allowed
    }

    pub fn reads_clock(&self) -> bool {
        self.program.reads_clock
    }

    pub fn bound(&self) -> Bound {
        self.setting.bound
    }

    /// Traces are explored to their end, joins and all, so that they can be compared.
    pub fn traces(&mut self, mut reduction: impl Reduction<Vm>) -> Result<Seen, String> {
        let options = Options { order: self.setting.order, short_tails: false, ..Options::default() };
        let seen =
            search_traces(&mut self.machine, &mut reduction, options, true, (&self.setting, self.limit));
        self.machine.rewind(self.start);
        seen
    }

    /// As `mazurka check` does it: on a machine of its own, without what only the comparison needs.
    pub fn as_checked(&self, mut reduction: impl Reduction<Vm>) -> Result<Seen, String> {
        let options = Options { order: self.setting.order, ..Options::default() };
        let config = Config { record: Record::Changes, ..self.setting.config() };
        let mut machine = machine(&self.program, config)?;
        search_traces(&mut machine, &mut reduction, options, false, (&self.setting, self.limit))
    }

    /// Where only accesses to objects that several threads access are visible. The traces have fewer events.
    pub fn sharing_traces<R: Reduction<Vm>>(&self, reduction: impl Fn() -> R) -> Result<Seen, String> {
        let options = Options { order: self.setting.order, short_tails: false, ..Options::default() };
        self.sharing(self.config.clone(), |machine| {
            search_traces(machine, &mut reduction(), options, true, (&self.setting, self.limit))
        })
    }

    /// The same by state.
    pub fn sharing_states(&self) -> Result<Seen, String> {
        let config = Config { reuse_addresses: true, wait_together: true, ..self.config.clone() };
        self.sharing(config, |machine| {
            self.on_states(machine, (&mut Exact, &mut All, &mut ())).map(|(seen, _)| seen)
        })
    }

    fn sharing(
        &self,
        config: Config,
        mut search: impl FnMut(&mut Vm) -> Result<Seen, String>,
    ) -> Result<Seen, String> {
        let config = Config { visibility: Visibility::SharedObjects, ..config };
        let machine = &mut machine(&self.program, config)?;
        let search = |machine: &mut Vm| match search(machine) {
            Ok(seen) if seen.complete => ControlFlow::Continue(Ok(seen)),
            stopped => ControlFlow::Break(stopped),
        };
        to_fixpoint(machine, search).0
    }

    /// `--reduction stateful`.
    pub fn all_states(&self, states: States) -> Result<Seen, String> {
        let seen = self.states(states, true, &mut All, &mut Segments::default())?;
        seen.ok_or_else(|| "cannot decide about races".to_owned())
    }

    /// `--reduction sdpor`, which starts again where it cannot decide whether there are races.
    pub fn sdpor(&self, states: States) -> Result<Seen, String> {
        if let Some(seen) = self.states(states, false, &mut Sdpor::default(), &mut Discipline::default())? {
            return Ok(seen);
        }
        let seen = self.states(states, false, &mut All, &mut Segments::default())?;
        seen.ok_or_else(|| "cannot decide about races".to_owned())
    }

    /// `None` if the monitor cannot decide whether there are races.
    fn states<E, W>(
        &self,
        states: States,
        wait_together: bool,
        expansion: &mut E,
        monitor: &mut W,
    ) -> Result<Option<Seen>, String>
    where
        E: Expansion<Mark>,
        W: SegmentMonitor<Vm>,
    {
        let local_changes = states == States::Light;
        let config = Config { reuse_addresses: true, wait_together, local_changes, ..self.setting.config() };
        let machine = &mut machine(&self.program, config)?;
        let (seen, finish) = match (states, self.setting.races_allowed) {
            (States::Exact, true) => self.on_states(machine, (&mut Exact, expansion, &mut ()))?,
            (States::Exact, false) => self.on_states(machine, (&mut Exact, expansion, monitor))?,
            (States::Light, true) => self.on_states(machine, (&mut Light::default(), expansion, &mut ()))?,
            (States::Light, false) => self.on_states(machine, (&mut Light::default(), expansion, monitor))?,
        };
        Ok((finish != Finish::Undecided).then_some(seen))
    }

    fn on_states<C, E, W>(
        &self,
        machine: &mut Vm,
        parts: (&mut C, &mut E, &mut W),
    ) -> Result<(Seen, Finish), String>
    where
        C: Capture<Vm>,
        E: Expansion<Mark>,
        W: SegmentMonitor<Vm>,
    {
        let options = StateOptions { order: self.setting.order, ..StateOptions::default() };
        let (limit, plain_is_visible) = (self.limit, self.setting.races_allowed);
        let mut seen = Seen { limit, plain_is_visible, has_fingerprints: true, ..Seen::default() };
        let (statistics, finish) = search_states(machine, parts, options, &mut seen);
        let finish = finish.map_err(|error| error.to_string())?;
        seen.complete = finish == Finish::Complete;
        seen.transitions = statistics.transitions;
        Ok((seen, finish))
    }
}

fn search_traces(
    machine: &mut Vm,
    reduction: &mut impl Reduction<Vm>,
    options: Options,
    has_fingerprints: bool,
    (setting, limit): (&Setting, u64),
) -> Result<Seen, String> {
    let plain_is_visible = setting.races_allowed;
    let mut seen = Seen { has_fingerprints, plain_is_visible, limit, ..Seen::default() };
    let (statistics, end) = match setting.races_allowed {
        true => search(machine, reduction, &mut (), options, &mut seen),
        false => search(machine, reduction, &mut DataRaces::default(), options, &mut seen),
    };
    seen.complete = end.map_err(|error| error.to_string())?;
    seen.transitions = statistics.transitions;
    seen.executions = statistics.executions + statistics.cut_off;
    seen.redundant = statistics.redundant;
    Ok(seen)
}

fn machine(program: &Arc<Program>, config: Config) -> Result<Vm, String> {
    Vm::new(program.clone(), config).map_err(|error| error.to_string())
}
