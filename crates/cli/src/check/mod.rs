//! `mazurka check`: all executions, from the inputs to the verdict.

mod auto;
mod checkpoint;
mod choices;
mod endless;
mod findings;
mod movers;
mod outcome;
mod progress;
mod reports;
mod rounds;
mod samples;
mod states;
mod turns;
mod watch;

use std::io;
use std::path;
use std::sync::atomic::AtomicBool;

use mazurka_report::text::{Detail, Diagnostic};
use mazurka_report::{Check, Guarantee, Problem, Verdict};

use crate::args::{self, Arguments, Command};
use crate::exit;
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::invocation::Invocation;
use crate::presets::{Preset, Run};
use crate::program::Locals;
use crate::run::list_undefined;
use crate::stream::SavedSearch;
use crate::subject::Subject;
use crate::{interrupt, terminal, world};
use checkpoint::{Checkpoints, Interrupted};
use findings::Findings;
use rounds::{Searched, not_this_search};
use watch::Watch;

pub(crate) fn run(options: &args::Check, flags: &CompilerFlags) -> Result<u8, Failure> {
    report(options, check(options, flags, None, Attended::Yes))
}

/// What is printed with `--format json`, and the exit code.
pub(crate) fn unattended(options: &args::Check, flags: &CompilerFlags) -> Result<(String, u8), Failure> {
    let check = check(options, flags, None, Attended::No)?;
    Ok((check.to_json().to_string(), exit_code(&check)))
}

/// Whether a user may look at the terminal of this process, and press Ctrl-C there.
#[derive(Clone, Copy)]
enum Attended {
    Yes,
    No,
}

/// `mazurka resume`: the same from where a search was saved.
pub(crate) fn resume(options: &args::Resume) -> Result<u8, Failure> {
    let file = path::absolute(&options.file).unwrap_or_else(|_| options.file.clone());
    let interrupted = checkpoint::read(&file)?;
    interrupted.invocation().go_there();
    let arguments = Arguments::parse(interrupted.invocation().arguments.iter().cloned())?;
    let Command::Check(mut check) = arguments.command else {
        return Err(Failure::new("the checkpoint is not one of `mazurka check`"));
    };
    (check.limits.timeout, check.limits.max_executions) = (options.timeout, options.max_executions);
    if options.max_memory.is_some() && check.states.bitstate.is_some() {
        return Err(Failure::new("--bitstate has its own limit: --max-memory does not apply to it"));
    }
    check.states.max_memory = options.max_memory.or(check.states.max_memory);
    check.checkpoints.checkpoint = Some(file);
    check.checkpoints.checkpoint_every =
        options.checkpoint_every.unwrap_or(check.checkpoints.checkpoint_every);
    let outcome = self::check(&check, &arguments.compiler_flags, Some(interrupted), Attended::Yes);
    report(&check, outcome)
}

/// Writes the reports. Returns the exit code.
fn report(options: &args::Check, outcome: Result<Check, Failure>) -> Result<u8, Failure> {
    // An error comes before what was explored until then.
    if let Ok(Check { error: Some(Problem { message, thread, stack }), .. }) = &outcome {
        let diagnostic = Diagnostic::of_error(message, *thread, stack);
        eprint!(
            "{}",
            diagnostic.render(terminal::style(&options.display, &io::stderr()), &terminal::sources())
        );
    }
    // The report on stdout is not lost where a file cannot be written.
    let written = reports::show(options, &outcome);
    // A failure also appears on stderr, as always.
    let check = outcome?;
    written?;
    Ok(exit_code(&check))
}

fn exit_code(check: &Check) -> u8 {
    match check.verdict {
        Verdict::Ok => exit::OK,
        Verdict::Bug => exit::BUG,
        Verdict::Incomplete if check.error.is_some() => exit::FAILURE,
        Verdict::Incomplete => exit::INCOMPLETE,
    }
}

/// Explores, from where it was interrupted if it was, and says what was found.
fn check(
    options: &args::Check,
    flags: &CompilerFlags,
    mut interrupted: Option<Interrupted>,
    attended: Attended,
) -> Result<Check, Failure> {
    if interrupted.as_ref().map_or_else(|| auto::is_chosen(options), Interrupted::take_turns) {
        return auto::check(options, flags, interrupted, attended);
    }
    let preset = options.search.preset()?;
    let promised = match options.sharing.unsound() {
        Some(_) => Guarantee::Nothing,
        None => preset.guarantee_after(None, true, options.transactions.also_deadlocks()),
    };
    options.search.check_options(Some((preset, promised)))?;
    states::check_options(options, preset)?;
    let mut subject = match &interrupted {
        None => Subject::load(options, flags)?,
        Some(interrupted) => same_subject(options, flags, interrupted)?,
    };
    let checkpoints = Checkpoints::new(&options.checkpoints, preset.name, interrupted.as_mut())?;
    let invocation =
        interrupted.as_ref().map_or_else(Invocation::current, |saved| saved.invocation().clone());
    let mut saved = None;
    if let Some(mut interrupted) = interrupted {
        let one = interrupted.take(|saved| saved.reduction == preset.name).ok_or_else(not_this_search)?;
        subject = subject.with_births(&one.checkpoint.threads).ok_or_else(not_this_search)?;
        saved = Some(one);
    }
    // Until here Ctrl-C simply ends the process: there is nothing to report.
    let (ctrl_c, show_progress) = attendance(options, attended)?;
    if show_progress {
        list_undefined(&subject.undefined());
    }
    let watch = Watch::new(&options.limits, ctrl_c, show_progress);
    let mut findings = Findings::of_check(&subject, options, preset, watch);
    checkpoints.into_iter().for_each(|checkpoints| findings.save_to(checkpoints));
    let from = saved.map(|saved| findings.continue_from(saved)).transpose()?;
    let searched = search(options, &subject, preset, from, &mut findings)?;
    outcome::of(options, &subject, preset, &invocation, searched, findings)
}

/// What becomes true at Ctrl-C, and whether progress is shown.
fn attendance(options: &args::Check, attended: Attended) -> Result<(&'static AtomicBool, bool), Failure> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Ok(match attended {
        Attended::Yes => (interrupt::flag()?, options.display.detail() != Detail::Verdict),
        Attended::No => (&NEVER, false),
    })
}

fn search(
    options: &args::Check,
    subject: &Subject,
    preset: &Preset,
    from: Option<SavedSearch>,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    match (&preset.run, options.search.bound) {
        (Run::Traces { all: Some(search), .. }, None) => {
            rounds::all(*search, options, subject, from, findings)
        }
        (Run::Traces { within_bound: Some(search), .. }, Some(bounds)) => {
            rounds::within(bounds, *search, options, subject, from, findings)
        }
        (Run::States(searches), None) => states::search(options, subject, searches, from, findings),
        (Run::Samples(search), None) => {
            let sampling = options.search.sampling.expect("a strategy is not chosen otherwise");
            samples::make((*search, sampling), options, subject, from, findings)
        }
        (Run::Traces { .. } | Run::States(_) | Run::Samples(_), _) => {
            unreachable!("the preset fits the options")
        }
    }
}

/// The program of a checkpoint, if it is still the same.
fn same_subject(
    options: &args::Check,
    flags: &CompilerFlags,
    interrupted: &Interrupted,
) -> Result<Subject, Failure> {
    let input = interrupted.stdin().map_or_else(world::stdin, Into::into);
    let subject = Subject::with_input(options, flags, input, Locals::needed_for(&options.bugs.checks))?;
    match interrupted.searches.iter().all(|saved| saved.checkpoint.program == subject.hash) {
        true => Ok(subject),
        false => Err(Failure::new(
            "this is not the program of the checkpoint: its source, what it includes, the files it sees, or the compiler \
             has changed",
        )
        .help("check the program again, from the beginning")),
    }
}
