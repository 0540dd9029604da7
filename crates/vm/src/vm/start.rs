//! The machine's first state: the initial memory, the arguments, the main thread.

use mazurka_machine::ThreadId;

use crate::address;
use crate::arrivals::Arrivals;
use crate::clocks::Clocks;
use crate::config::{Config, Record};
use crate::context::{Context, State, Stop};
use crate::exec;
use crate::files::Files;
use crate::library::hidden;
use crate::memory::Memory;
use crate::output::Output;
use crate::program::{Global, Program};
use crate::sections::Sections;
use crate::sites::Sites;
use crate::threads::Threads;
use crate::visibility::{ObjectIds, Sharing, Visibility};

/// The address of `argv`, `envp` and their strings.
const ARGUMENTS: u64 = hidden::END;

/// What the program's variables take, if that is too much.
pub(super) fn too_large(program: &Program, config: &Config) -> Option<u64> {
    let sizes = program.globals.iter().map(|global| global.size);
    let total = sizes.fold(program.thread_local_size, u64::saturating_add);
    (total > config.memory_limit).then_some(total)
}

pub(super) fn initial(program: &Program, config: &Config) -> State {
    let mut memory = Memory::new(config.check_uninitialized);
    memory.set_limit(config.memory_limit);
    memory.set_reuse(config.reuse_addresses);
    if let Visibility::SharedObjects(Sharing { ids: ObjectIds::PerPath, .. }) = config.visibility {
        memory.count_allocations();
    }
    for global in &program.globals {
        place(&mut memory, global);
    }
    memory.protect(address::CONSTANTS);
    hidden::set_up(&mut memory);
    let (threads, files, output) =
        (Threads::new(config.thread_numbers.clone()), Files::new(config), Output::default());
    // A machine that only runs has other means: see `run`.
    let clocks = Clocks::new(program.reads_clock && config.record != Record::Nothing);
    let arrivals = Arrivals::new(config.commuting_arrivals);
    let sections = Sections::new(config.join_sections && can_join_sections(program, config), false);
    let (sites, panics) = (Sites::new(config), Default::default());
    State { memory, threads, files, output, clocks, arrivals, sections, sites, panics }
}

/// Whether no thread can tell that another one is between a lock and the unlock, but by waiting for the mutex: not by trying it, by a
/// signal or a cancellation that comes there, by the clock, or by what is lost at the end of the process.
fn can_join_sections(program: &Program, config: &Config) -> bool {
    let Config { record, unroll, check_leaks, reuse_addresses, visibility, .. } = config;
    *record != Record::Nothing
        && unroll.is_none()
        && !check_leaks
        && !reuse_addresses
        && *visibility == Visibility::SynchronizationOnly
        && program.takes_locks
        && !program.asks_for_mutexes
        && !program.makes_locks_fail
        && !program.interrupts_threads()
        && !program.cancels_threads
        && !program.reads_clock
        && !program.atomic_blocks
}

/// The main thread, at the first instruction of the program.
pub(super) fn start_main(context: &mut Context) -> Result<(), Stop> {
    let Context { program, config, ref mut state, .. } = *context;
    let (argv, envp) = place_arguments(&mut state.memory, config);
    let main = state.threads.create(None);
    debug_assert_eq!(main, ThreadId::MAIN);
    let function = program.start.unwrap_or(program.main);
    let args = [config.args.len() as u64, argv, envp];
    exec::call::enter(program, config, state, main, function, &args)
}

fn place(memory: &mut Memory, global: &Global) {
    memory.open(global.address, global.size);
    if global.size > 0 {
        // Cannot fail: it was just opened. What has no image is zero, and that is a value.
        let _ = memory.fill(global.address, 0, global.size);
        memory.write_raw(global.address, &global.image);
    }
}

/// Writes `argv` and `envp`, each ended by a null pointer, and the strings; returns the addresses of both.
fn place_arguments(memory: &mut Memory, config: &Config) -> (u64, u64) {
    let envp = ARGUMENTS + 8 * (config.args.len() as u64 + 1);
    let mut string = envp + 8 * (config.environment.len() as u64 + 1);
    let mut pointers = Vec::new();
    for list in [&config.args, &config.environment] {
        for text in list {
            pointers.extend(string.to_le_bytes());
            memory.open(string, text.len() as u64 + 1);
            memory.write_raw(string, text);
            memory.write_raw(string + text.len() as u64, &[0]);
            // A gap, so that running over the end of a string is noticed.
            string += (text.len() as u64 + 2).next_multiple_of(8);
        }
        pointers.extend([0; 8]);
    }
    memory.open(ARGUMENTS, pointers.len() as u64);
    memory.write_raw(ARGUMENTS, &pointers);
    (ARGUMENTS, envp)
}
