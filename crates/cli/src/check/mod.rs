//! `mazurka check`: all executions, from the inputs to the verdict.

mod findings;
mod reduction;
mod replay;
mod subject;
mod watch;

use std::io;
use std::process::ExitCode;

use mazurka_explore::{DataRaces, Options, Order};
use mazurka_report::text::Diagnostic;
use mazurka_report::{Check, Figures, Verdict};
use mazurka_vm::VmError;

use crate::args::{self, Format, Races};
use crate::exit;
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::{interrupt, terminal};
use findings::Findings;
pub use reduction::Reduction;
use subject::Subject;
use watch::Watch;

pub fn run(options: &args::Check, flags: &CompilerFlags) -> Result<ExitCode, Failure> {
    let subject = Subject::load(options, flags)?;
    // Until here Ctrl-C simply ends the process: there is nothing to report.
    let watch = Watch::new(&options.limits, interrupt::flag()?);
    let (check, error) = explore(options, &subject, watch)?;
    match options.format {
        Format::Json => println!("{:#}", check.to_json()),
        Format::Text => print!("{}", check.render(terminal::paint(&io::stdout()), &terminal::sources())),
    }
    if let Some(error) = error {
        let diagnostic = Diagnostic::of_error(&error.message, error.thread, &error.stack);
        eprint!("{}", diagnostic.render(terminal::paint(&io::stderr()), &terminal::sources()));
        return Ok(ExitCode::from(exit::FAILURE));
    }
    Ok(ExitCode::from(match check.verdict {
        Verdict::Ok => exit::OK,
        Verdict::Bug => exit::BUG,
        Verdict::Incomplete => exit::INCOMPLETE,
    }))
}

/// Searches, and says what was found; also what the machine could not do, if that is what ended the search.
fn explore(
    options: &args::Check,
    subject: &Subject,
    watch: Watch,
) -> Result<(Check, Option<VmError>), Failure> {
    let mut machine = subject.machine().map_err(|error| Failure::new(error.to_string()))?;
    let mut findings = Findings::new(subject, options.limits.keep_going, watch);
    let reduction = options.search.reduction;
    let order = options.search.seed.map_or(Order::ByNumber, Order::Shuffled);
    let search = Options { max_depth: options.limits.max_depth, order };
    let (statistics, end) = match options.bugs.races {
        Races::Error => reduction.search(&mut machine, &mut DataRaces::default(), search, &mut findings),
        Races::Allow => reduction.search(&mut machine, &mut (), search, &mut findings),
    };
    if let Some(error) = findings.internal_error {
        return Err(Failure::new(format!("internal error: a finding is not confirmed by a replay: {error}")));
    }
    findings.incomplete.extend(findings.watch.reason().map(str::to_owned));
    let figures = Figures {
        executions: statistics.executions,
        redundant: statistics.redundant,
        cut_off: statistics.cut_off,
        transitions: statistics.transitions,
        threads: findings.threads,
        max_depth: statistics.max_depth,
        seconds: findings.watch.seconds(),
    };
    let incomplete: Vec<String> = findings.incomplete.iter().cloned().collect();
    let notes = findings.notes.iter().cloned().collect();
    let bugs = findings.into_bugs();
    let verdict = match () {
        _ if !bugs.is_empty() => Verdict::Bug,
        _ if !incomplete.is_empty() || end.is_err() => Verdict::Incomplete,
        _ => Verdict::Ok,
    };
    let check = Check {
        verdict,
        guarantee: reduction.guarantee(),
        reduction: reduction.name().to_owned(),
        races: options.bugs.races.name().to_owned(),
        figures,
        incomplete,
        bugs,
        notes,
    };
    Ok((check, end.err()))
}
