//! `mazurka replay`: from a trace file to the bug that it leads to.

use std::env;
use std::io;
use std::process::ExitCode;

use mazurka_report::text::interleaving;
use mazurka_report::{Trace, TraceStep};

use super::{Replay, confirm, file};
use crate::args::{self, Arguments, Command};
use crate::exit;
use crate::failure::Failure;
use crate::show;
use crate::subject::Subject;
use crate::terminal;

pub fn run(options: &args::Replay) -> Result<ExitCode, Failure> {
    let trace = file::load(&options.trace)?;
    // Names are relative to where the check was started; who has moved everything elsewhere starts us there.
    let _ = env::set_current_dir(&trace.directory);
    let subject = subject(&trace)?;
    let (style, sources) = (terminal::style(&options.display, &io::stdout()), terminal::sources());
    if let Some(until) = options.until.filter(|until| *until < trace.finding.trace.len()) {
        let replay =
            Replay::new(&subject, &trace.schedule()[..until]).map_err(|what| differs(&trace, &what))?;
        terminal::print(&output(&replay.trace))?;
        terminal::print(&interleaving::of_trace(&replay.trace, style, &sources))?;
        return Ok(ExitCode::from(exit::OK));
    }
    let finding = confirm::again(&subject, &trace.finding).map_err(|what| differs(&trace, &what))?;
    terminal::print(&output(&finding.trace))?;
    terminal::print(&show::report(&finding, style, &sources))?;
    Ok(ExitCode::from(exit::BUG))
}

/// The program that the trace is of, as it was checked.
fn subject(trace: &Trace) -> Result<Subject, Failure> {
    let arguments = Arguments::parse(trace.arguments.iter().map(Into::into))?;
    let Command::Check(options) = &arguments.command else {
        return Err(Failure::new("the trace is not one of `mazurka check`"));
    };
    let stdin = trace.stdin.clone().unwrap_or_default();
    let subject = Subject::with_input(options, &arguments.compiler_flags, stdin.into())?;
    if subject.hash != trace.program {
        let inputs: Vec<_> = options.inputs.iter().map(|input| input.display().to_string()).collect();
        return Err(Failure::new(format!(
            "this is not the program that the trace is of: {}, what it includes, the files it sees, or the compiler has \
             changed",
            inputs.join(", ")
        ))
        .help("check the program again to get a trace of it as it is now"));
    }
    Ok(subject)
}

fn differs(trace: &Trace, difference: &str) -> Failure {
    let failure = Failure::new(format!("the trace does not lead to the bug any more: {difference}"));
    match trace.mazurka == env!("CARGO_PKG_VERSION") {
        true => failure,
        false => failure.help(format!("it was written by Mazurka {}", trace.mazurka)),
    }
}

/// What the program prints, in whole lines.
fn output(trace: &[TraceStep]) -> String {
    let mut text: String = trace.iter().map(|step| step.output.as_str()).collect();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
