//! `mazurka replay`: from a trace file to the bug that it leads to.

use std::env;
use std::io;

use mazurka_report::Trace;
use mazurka_report::text::interleaving;

use super::stepper::Stepper;
use super::{Obstacle, Replay, block_names, confirm, dialogue, file, values};
use crate::args::{self, Arguments, Command};
use crate::exit;
use crate::failure::Failure;
use crate::patience::Patience;
use crate::program::Locals;
use crate::subject::Subject;
use crate::terminal;

pub(crate) fn run(options: &args::Replay) -> Result<u8, Failure> {
    let trace = file::load(&options.trace)?;
    // Names are relative to where the check was started; if that folder is gone, to the current one.
    let _ = env::set_current_dir(&trace.directory);
    if options.step {
        return step(&trace);
    }
    let subject = subject(&trace, None)?;
    let (style, sources) = (terminal::style(&options.display, &io::stdout()), terminal::sources());
    if let Some(until) = options.until.filter(|until| *until < trace.finding.trace.len()) {
        let subject = subject.with_all_values().unwrap_or(subject);
        let (schedule, patience) = (&trace.finding.trace.schedule, Patience::unlimited());
        let replay = block_names(&subject, schedule, patience)
            .and_then(|names| Replay::with_names(&subject, &schedule[..until], &names, &[], patience));
        let replay = replay.map_err(|what| differs(&trace, &what))?;
        terminal::print(&whole_lines(replay.output()))?;
        terminal::print(&interleaving::of_trace(&replay.trace, style, &sources))?;
        return Ok(exit::OK);
    }
    let again = confirm::again(&subject, &trace.finding, Patience::unlimited());
    let (mut finding, mut output) = again.map_err(|what| differs(&trace, &what))?;
    if let Some(subject) = subject.with_all_values() {
        output = values::fill_in(&subject, &mut finding, Patience::unlimited()).unwrap_or(output);
    }
    terminal::print(&whole_lines(output))?;
    terminal::print(&finding.render(style, &sources))?;
    Ok(exit::BUG)
}

/// Variables in registers are often gone before the user asks for them. In memory they stay; only where accesses to memory
/// are operations does that make other steps.
fn step(trace: &Trace) -> Result<u8, Failure> {
    let mut subject = self::subject(trace, Some(Locals::InMemory))?;
    let mut again = confirm::again(&subject, &trace.finding, Patience::unlimited());
    if again.is_err() {
        subject = self::subject(trace, None)?;
        again = confirm::again(&subject, &trace.finding, Patience::unlimited());
    }
    let (mut finding, _) = again.map_err(|what| differs(trace, &what))?;
    if let Some(with_values) = subject.with_all_values() {
        subject = with_values;
        values::fill_in(&subject, &mut finding, Patience::unlimited());
    }
    let stepper = Stepper::new(&subject, finding).map_err(|what| Failure::new(what.words()))?;
    dialogue::run(stepper)?;
    Ok(exit::OK)
}

/// The program that the trace is of, as it was checked, unless its locals are to live elsewhere.
fn subject(trace: &Trace, locals: Option<Locals>) -> Result<Subject, Failure> {
    let arguments = Arguments::parse(trace.arguments.iter().map(Into::into))?;
    let Command::Check(options) = &arguments.command else {
        return Err(Failure::new("the trace was not written by `mazurka check`"));
    };
    let stdin = trace.stdin.clone().unwrap_or_default();
    let locals = locals.unwrap_or(Locals::needed_for(&options.bugs.checks));
    let subject = Subject::with_input(options, &arguments.compiler_flags, stdin.into(), locals)?;
    if subject.hash != trace.program {
        let inputs: Vec<_> = options.inputs.iter().map(|input| input.display().to_string()).collect();
        return Err(Failure::new(format!(
            "this is not the program that the trace is of: {}, what it includes, the files it sees, or the compiler has \
             changed",
            inputs.join(", ")
        ))
        .help("check the program again to get a trace of it as it is now"));
    }
    subject.with_births(&trace.threads).ok_or_else(|| Failure::new("`threads` of the trace is wrong"))
}

fn differs(trace: &Trace, difference: &Obstacle) -> Failure {
    let difference = difference.words();
    let failure = Failure::new(format!("the trace does not lead to the bug any more: {difference}"));
    match trace.mazurka == env!("CARGO_PKG_VERSION") {
        true => failure,
        false => failure.help(format!("it was written by Mazurka {}", trace.mazurka)),
    }
}

/// What the program prints, with an end of its last line.
fn whole_lines(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
