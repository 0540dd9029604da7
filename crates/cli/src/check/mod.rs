//! `mazurka check`: all executions, from the inputs to the verdict.

mod checkpoint;
mod endless;
mod findings;
mod progress;
mod reduction;
mod reports;
mod rounds;
mod states;
mod watch;

use std::io;
use std::path;
use std::process::ExitCode;

use mazurka_explore::{Options, Order};
use mazurka_report::text::{Detail, Diagnostic};
use mazurka_report::{Check, Figures, Guarantee, Incomplete, Problem, Reason, Verdict};

use crate::args::{self, Arguments, Command};
use crate::exit;
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::invocation::Invocation;
use crate::program::Locals;
use crate::replay::{file, simplify};
use crate::subject::Subject;
use crate::{interrupt, terminal, world};
use checkpoint::{Checkpoint, Checkpoints};
use findings::Findings;
pub use reduction::Reduction;
use rounds::Searched;
use watch::Watch;

pub fn run(options: &args::Check, flags: &CompilerFlags) -> Result<ExitCode, Failure> {
    report(options, check(options, flags, None))
}

/// `mazurka resume`: the same from where a search was saved.
pub fn resume(options: &args::Resume) -> Result<ExitCode, Failure> {
    let file = path::absolute(&options.file).unwrap_or_else(|_| options.file.clone());
    let saved = checkpoint::read(&file)?;
    saved.invocation.go_there();
    let arguments = Arguments::parse(saved.invocation.arguments.iter().cloned())?;
    let Command::Check(mut check) = arguments.command else {
        return Err(Failure::new("the checkpoint is not one of `mazurka check`"));
    };
    (check.limits.timeout, check.limits.max_executions) = (options.timeout, options.max_executions);
    if options.max_memory.is_some() && check.states.bitstate.is_some() {
        return Err(Failure::new("--bitstate has its own limit: --max-memory has no meaning for it"));
    }
    check.states.max_memory = options.max_memory.or(check.states.max_memory);
    check.checkpoints.checkpoint = Some(file);
    check.checkpoints.checkpoint_every =
        options.checkpoint_every.unwrap_or(check.checkpoints.checkpoint_every);
    report(&check, self::check(&check, &arguments.compiler_flags, Some(saved)))
}

/// Tells what has come of it, and makes an exit code of that.
fn report(options: &args::Check, outcome: Result<Check, Failure>) -> Result<ExitCode, Failure> {
    // An error comes before what was explored until then.
    if let Ok(Check { error: Some(Problem { message, thread, stack }), .. }) = &outcome {
        let diagnostic = Diagnostic::of_error(message, *thread, stack);
        eprint!(
            "{}",
            diagnostic.render(terminal::style(&options.display, &io::stderr()), &terminal::sources())
        );
    }
    // Whatever becomes of the files, the report on stdout is not lost.
    let written = reports::show(options, &outcome);
    // A failure is also told on stderr, as always.
    let check = outcome?;
    written?;
    Ok(ExitCode::from(match check.verdict {
        Verdict::Ok => exit::OK,
        Verdict::Bug => exit::BUG,
        Verdict::Incomplete if check.error.is_some() => exit::FAILURE,
        Verdict::Incomplete => exit::INCOMPLETE,
    }))
}

/// Explores, from where it was interrupted if it was, and says what was found.
fn check(
    options: &args::Check,
    flags: &CompilerFlags,
    interrupted: Option<Checkpoint<'static>>,
) -> Result<Check, Failure> {
    let subject = match &interrupted {
        None => Subject::load(options, flags)?,
        Some(checkpoint) => same_subject(options, flags, checkpoint)?,
    };
    let reduction = Reduction::choose(options.search.reduction, options.search.bound.is_some());
    let reduction = reduction.map_err(Failure::new)?;
    states::check_options(options, reduction)?;
    let invocation = interrupted.as_ref().map_or_else(Invocation::current, |saved| saved.invocation.clone());
    let checkpoints = Checkpoints::new(&options.checkpoints, &invocation)?;
    // Until here Ctrl-C simply ends the process: there is nothing to report.
    let show_progress = options.display.detail() != Detail::Verdict;
    let watch = Watch::new(&options.limits, interrupt::flag()?, show_progress);
    let mut findings = Findings::new(&subject, options.limits.keep_going, watch);
    checkpoints.into_iter().for_each(|checkpoints| findings.save_to(checkpoints));
    let mut from = None;
    if let Some(checkpoint) = interrupted {
        findings.watch.goes_on_after(checkpoint.elapsed);
        findings.restore(checkpoint.findings)?;
        from = Some(checkpoint.search);
    }
    let order = options.search.seed.map_or(Order::ByNumber, Order::Shuffled);
    let search = Options { max_depth: options.limits.max_depth, order, ..Options::default() };
    let Searched { statistics, end, bounded, states } = if Reduction::is_stateful(Some(reduction)) {
        states::search(options, &subject, reduction, order, from, &mut findings)?
    } else {
        rounds::search(options, &subject, reduction, search, from, &mut findings)?
    };
    let complete = matches!(end, Ok(true)) && findings.incomplete.is_empty();
    let mut bugs = findings.take_bugs();
    let Findings { watch, mut threads, mut cut_off, notes, mut incomplete, unconfirmed, endless, .. } =
        findings;
    cut_off.beyond_bound = statistics.refused;
    let patience = watch.patience();
    let (seconds, stopped) = watch.finish();
    if let Some(difference) = unconfirmed {
        return Err(Failure::new(format!(
            "internal error: a replay does not confirm a finding: {difference}"
        ))
        .help("this is a bug of Mazurka, not of your program; please report it"));
    }
    if !options.traces.no_minimize {
        bugs = bugs.into_iter().map(|bug| simplify(&subject, bug, patience)).collect();
    }
    file::save(&subject, options, &invocation, &mut bugs);
    // A search that has found what it was looking for need not say why it went no further.
    let endless = endless.filter(|_| bugs.is_empty());
    threads = threads.max(endless::explain(&subject, endless, stopped, &mut incomplete, patience));
    let guarantee = reduction.guarantee(bounded.as_ref(), complete);
    if guarantee == Guarantee::Nothing {
        let message = "naive-bpor misses things that the bound allows; source-bpor does not".to_owned();
        incomplete.push(Incomplete { reason: Reason::Unsound, message, place: None });
    }
    let error =
        end.err().map(|error| Problem { message: error.message, thread: error.thread, stack: error.stack });
    incomplete.extend(error.as_ref().map(|error| Incomplete {
        reason: Reason::Error,
        message: error.message.clone(),
        place: Some(error.place()),
    }));
    let verdict = match () {
        _ if !bugs.is_empty() => Verdict::Bug,
        _ if !incomplete.is_empty() => Verdict::Incomplete,
        _ => Verdict::Ok,
    };
    let figures = Figures {
        executions: statistics.executions,
        redundant: statistics.redundant,
        cut_off,
        transitions: statistics.transitions,
        threads,
        max_depth: statistics.max_depth,
        seconds,
        states,
    };
    Ok(Check {
        verdict,
        guarantee,
        reduction: reduction.name().to_owned(),
        bounded,
        races: options.bugs.races.into(),
        figures,
        complete,
        incomplete,
        bugs,
        notes,
        error,
    })
}

/// The program of a checkpoint, if it is still the same.
fn same_subject(
    options: &args::Check,
    flags: &CompilerFlags,
    checkpoint: &Checkpoint<'_>,
) -> Result<Subject, Failure> {
    let input = checkpoint.stdin.clone().map_or_else(world::stdin, Into::into);
    let subject = Subject::with_input(options, flags, input, Locals::needed_for(&options.bugs.checks))?;
    match subject.hash == checkpoint.program {
        true => Ok(subject),
        false => Err(Failure::new(
            "this is not the program that the checkpoint is of: its source, what it includes, the files it sees, or the \
             compiler has changed",
        )
        .help("check the program again, from the beginning")),
    }
}
