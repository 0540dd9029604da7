//! What is checked: a program, and the world that every execution of it sees.

use std::env;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use mazurka_vm::Input;
use mazurka_vm::{
    Birth, Config, FreshAccesses, ObjectIds, OpenNumbers, Record, Sharing, SharingRule, ThreadNumbers,
    Visibility, Vm, VmError,
};
use mazurka_vm::{Program, ProtectedVariable};

use crate::args::{self, Check, Races, Surprises, Undefined};
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags, IrText};
use crate::presets::{Needs, PlainAccesses, Preset, StateKey};
use crate::program::{self, Analysis, Locals, Meaning};
use crate::{hash, world};

#[derive(Clone)]
pub(crate) struct Subject {
    program: Arc<Program>,
    /// What it was made of, if its values are not all those of the text.
    source: Option<Arc<Source>>,
    /// What is known of it.
    analysis: Analysis,
    config: Config,
    undefined: Undefined,
    /// Which plain accesses are visible in searches, if they learn that. In replays all are.
    pub learning: Option<Visibility>,
    /// Whether searches join critical sections to one step each. In replays they are two.
    pub joins_sections: bool,
    /// That of the file that defines `main`, without its extension.
    pub name: String,
    /// Identifies this program and the files that it sees.
    pub hash: String,
    /// What the program has read from its standard input, if it has.
    stdin: Arc<OnceLock<Vec<u8>>>,
}

/// What a program is made of.
struct Source {
    modules: Vec<IrText>,
    locals: Locals,
    meaning: Meaning,
}

impl Subject {
    pub(crate) fn load(options: &Check, flags: &CompilerFlags) -> Result<Subject, Failure> {
        Subject::with_input(options, flags, world::stdin(), Locals::needed_for(&options.bugs.checks))
    }

    /// With another standard input than the host's.
    pub(crate) fn with_input(
        options: &Check,
        flags: &CompilerFlags,
        input: Input,
        locals: Locals,
    ) -> Result<Subject, Failure> {
        let stdin = Arc::new(OnceLock::new());
        let seen = stdin.clone();
        let input = Input::fetched_by(move || seen.get_or_init(|| input.bytes().to_vec()).clone());
        let preset = options.search.preset()?;
        let config = Config { stdin: input, ..config(options, preset)? };
        let modules = frontend::load(&options.inputs, flags, &options.compiling)?;
        let hash = hash_of(&modules, &config);
        let name = name_of(&options.inputs, &modules);
        let undefined = options.world.undefined;
        let meaning = Meaning {
            undefined,
            volatile: options.bugs.volatile.into(),
            stop_clocks: !options.search.keep_clocks_running,
            shorten_pauses: !options.search.keep_vain_iterations,
            clear_unread: !options.search.keep_vain_iterations,
        };
        let analysis = analysis(preset);
        let program = Arc::new(program::link(&modules, locals, analysis, meaning)?);
        let source = program.has_unread.then(|| Arc::new(Source { modules, locals, meaning }));
        let (learning, joins_sections) = (learning(options, preset), joins_sections(options, preset));
        Ok(Subject {
            program,
            source,
            analysis,
            config,
            undefined,
            learning,
            joins_sections,
            name,
            hash,
            stdin,
        })
    }

    /// The same program with the values that its text gives to variables that nothing reads, if there are such. It makes the same steps, but a
    /// thread that only counts is not seen to wait.
    pub(crate) fn with_all_values(&self) -> Option<Subject> {
        let Source { modules, locals, meaning } = self.source.as_deref()?;
        let meaning = Meaning { clear_unread: false, ..*meaning };
        let mut program = program::link(modules, *locals, self.analysis, meaning).ok()?;
        program.draw_like(&self.program);
        Some(Subject { program: Arc::new(program), source: None, ..self.clone() })
    }

    /// The same program and world for a search with these options, which differ in the reduction alone.
    pub(crate) fn for_search(&self, options: &Check, flags: &CompilerFlags) -> Result<Subject, Failure> {
        let preset = options.search.preset()?;
        let input = self.config.stdin.clone();
        if analysis(preset) != self.analysis {
            return Subject::with_input(options, flags, input, Locals::needed_for(&options.bugs.checks));
        }
        Ok(Subject {
            config: Config { stdin: input, ..config(options, preset)? },
            learning: learning(options, preset),
            joins_sections: joins_sections(options, preset),
            ..self.clone()
        })
    }

    pub(crate) fn undefined(&self) -> mazurka_report::UndefinedFunctions {
        program::undefined(&self.program, self.undefined)
    }

    /// What the program has read from its standard input, if it has.
    pub(crate) fn stdin(&self) -> Option<&[u8]> {
        self.stdin.get().map(Vec::as_slice)
    }

    /// A program of LLVM IR text, in an empty world.
    #[cfg(test)]
    pub(crate) fn of_text(text: &str) -> Subject {
        let module =
            IrText { name: "test.ll".to_owned(), text: text.to_owned(), is_library: false, std_rules: false };
        let (undefined, stop_clocks, shorten_pauses) = (Undefined::Error, false, true);
        let volatile = mazurka_ir::Volatile::Plain;
        let meaning = Meaning { undefined, volatile, stop_clocks, shorten_pauses, clear_unread: false };
        let program = program::link(&[module], Locals::InRegisters, Analysis::Nothing, meaning).unwrap();
        let config = Config { main_return_exits: false, record: Record::Changes, ..Config::default() };
        let (name, hash, stdin) = Default::default();
        Subject {
            program: Arc::new(program),
            source: None,
            analysis: Analysis::Nothing,
            config,
            undefined: Undefined::Error,
            learning: None,
            joins_sections: false,
            name,
            hash,
            stdin,
        }
    }

    /// Variables that are known to be protected by a lock, or only read once there are several threads. Empty for reductions that
    /// do not hide fresh accesses.
    pub(crate) fn protected_variables(&self) -> &[ProtectedVariable] {
        &self.program.protected
    }

    /// How the threads 1, 2 … of all machines so far were created, if that is needed to number them in the same way.
    pub(crate) fn births(&self) -> Vec<Birth> {
        self.config.thread_numbers.births()
    }

    /// The same program with threads that are created like this; `None` if that is impossible.
    pub(crate) fn with_births(self, births: &[Birth]) -> Option<Subject> {
        let thread_numbers = ThreadNumbers::of_births(births)?;
        Some(Subject { config: Config { thread_numbers, ..self.config }, ..self })
    }

    /// A machine for searches, whose main thread is about to start.
    pub(crate) fn search_machine(&self) -> Result<Vm, Failure> {
        let visibility = self.learning.unwrap_or(self.config.visibility);
        let config = Config { visibility, ..self.config.clone() };
        Vm::new(self.program.clone(), config).map_err(|error| Failure::new(error.to_string()))
    }

    /// A machine for searches through all traces, whose main thread is about to start.
    pub(crate) fn trace_machine(&self) -> Result<Vm, VmError> {
        let config = Config { join_sections: self.joins_sections, ..self.config.clone() };
        Vm::new(self.program.clone(), config)
    }

    /// A machine for replays, whose main thread is about to start.
    pub(crate) fn machine(&self) -> Result<Vm, VmError> {
        Vm::new(self.program.clone(), self.config.clone())
    }
}

/// Which plain accesses are visible in searches, where they learn that.
fn learning(options: &Check, preset: &Preset) -> Option<Visibility> {
    match preset.needs.plain_accesses {
        PlainAccesses::AsRaces | PlainAccesses::All => None,
        PlainAccesses::Shared(rule) => Some(Visibility::SharedObjects(sharing(rule, &options.sharing))),
        PlainAccesses::Interfering(rule) => Some(Visibility::Interfering(rule)),
    }
}

/// Whether critical sections are joined: not where the number of steps matters, as within a bound.
fn joins_sections(options: &Check, preset: &Preset) -> bool {
    options.search.coarse_locks()
        && preset.explores_all_traces()
        && options.search.bound.is_none()
        && options.search.sampling.is_none()
}

/// What is to be known before the program runs.
fn analysis(preset: &Preset) -> Analysis {
    match preset.needs {
        Needs { hides_fresh_accesses: true, .. } => Analysis::FreshAndProtected,
        Needs { plain_accesses: PlainAccesses::Interfering(_), .. } => Analysis::Future,
        Needs { block_spinners_together: false, .. } => Analysis::Stacks,
        _ => Analysis::Nothing,
    }
}

/// What the program is called: as the file with `main`, which need not be the first one.
fn name_of(inputs: &[PathBuf], modules: &[IrText]) -> String {
    let defines_main = |text: &str| {
        let mut uses = text.match_indices(" @main(");
        uses.any(|(at, _)| text[..at].rsplit('\n').next().is_some_and(|line| line.starts_with("define ")))
    };
    let with_main = modules.iter().position(|module| defines_main(&module.text)).unwrap_or(0);
    let stem = inputs.get(with_main).and_then(|input| input.file_stem());
    stem.unwrap_or_default().to_string_lossy().into_owned()
}

/// The folder of the program does not count, though debug info names it.
fn hash_of(modules: &[IrText], config: &Config) -> String {
    let here = env::current_dir().unwrap_or_default().to_string_lossy().into_owned();
    let text = |module: &IrText| match here.as_str() {
        // It is large, and its name says which one it is.
        _ if module.is_library => module.name.clone(),
        "" | "/" => module.text.clone(),
        here => module.text.replace(here, "."),
    };
    let modules = modules.iter().map(|module| text(module).into_bytes());
    let files = config.files.iter().flat_map(|(name, bytes)| [name.clone().into_bytes(), bytes.clone()]);
    // Lengths separate the parts.
    let parts = modules.chain(files).flat_map(|part| [part.len().to_le_bytes().to_vec(), part]);
    hash::sha256(parts)
}

/// Options that concern the program arrive here.
fn config(options: &Check, preset: &Preset) -> Result<Config, Failure> {
    let Needs {
        fingerprints,
        reuse_addresses,
        block_spinners_together,
        block_vain_threads_together,
        hides_fresh_accesses,
        ..
    } = preset.needs;
    Ok(Config {
        visibility: match options.races() {
            Races::Error => Visibility::SynchronizationOnly,
            Races::Allow => Visibility::EveryAccess,
        },
        fresh_accesses: if hides_fresh_accesses { FreshAccesses::Hidden } else { FreshAccesses::Shown },
        commuting_updates: !options.search.no_commute,
        commuting_decrements: preset.explores_all_traces() && options.search.bound.is_none(),
        // Searches through states need no order to find both arrivals lead to the same one, and those within a bound do not
        // begin again.
        commuting_arrivals: !options.search.no_commute
            && preset.explores_all_traces()
            && options.search.bound.is_none(),
        // Searches through states see that they were there before. Executions at random take a way out by themselves, and within a bound
        // what is left out would have to cost nothing.
        stop_vain_threads: !options.search.keep_vain_iterations
            && preset.explores_all_traces()
            && options.search.bound.is_none()
            && options.search.sampling.is_none(),
        // Main's return ends main's thread and lets the others run on: the traces of the literature.
        main_return_exits: false,
        open_numbers: open_numbers(&options.surprises),
        spurious_wakeups: options.surprises.spurious_wakeups.unwrap_or(0),
        malloc_may_fail: options.surprises.malloc_may_fail,
        thread_create_may_fail: options.surprises.thread_create_may_fail,
        local_limit: options.limits.max_steps,
        unroll: options.limits.unroll,
        timeouts: options.limits.timeouts,
        record: if fingerprints { Record::ChangesAndFingerprint } else { Record::Changes },
        reuse_addresses,
        // A livelock is recognised by the thread that is blocked.
        block_spinners_together: block_spinners_together && !options.states.livelock,
        block_vain_threads_together,
        local_changes: options.states.states == Some(StateKey::Light),
        ..program::config(&options.inputs, &options.arguments, &options.world, &options.bugs.checks)?
    })
}

fn sharing(rule: SharingRule, options: &args::Sharing) -> Sharing {
    Sharing {
        rule: if options.faithful { rule.as_published() } else { rule },
        at_once: options.faithful,
        ids: match options.object_ids {
            Some(args::ObjectIds::PerPath) => ObjectIds::PerPath,
            Some(args::ObjectIds::Global) | None => ObjectIds::Global,
        },
    }
}

fn open_numbers(surprises: &Surprises) -> OpenNumbers {
    let mut open = OpenNumbers::default();
    for range in &surprises.nondet_range {
        match &range.function {
            Some(function) => open.of_function.push((function.clone(), range.values.clone())),
            None => open.of_all = Some(range.values.clone()),
        }
    }
    open
}
