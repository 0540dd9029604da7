//! `mazurka compare`: a check for each reduction, each in a process of its own that tells what it took.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Read};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use mazurka_report::comparison::{Comparison, Figures, Row};
use mazurka_report::json::parse;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::args::{self, Compare, Table};
use crate::check;
use crate::exit;
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags};
use crate::interrupt;
use crate::presets::{PRESETS, Preset};
use crate::terminal;

/// What is said of a reduction that Ctrl-C has stopped, or did not let begin.
const INTERRUPTED: &str = "interrupted";

/// Between two looks at a check, and at whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(5);

pub(crate) fn run(options: &Compare, flags: &CompilerFlags) -> Result<u8, Failure> {
    // What does not compile is said once. The checks find the result in the cache.
    frontend::load(&options.inputs, flags, &options.compiling)?;
    let mut reductions = options.reductions.clone();
    if reductions.is_empty() {
        let needs_no_bound = |preset: &Preset| preset.explores_all_traces() || preset.is_stateful();
        let is_compared = |preset: &&Preset| preset.is_sound() && needs_no_bound(preset);
        reductions = PRESETS.iter().filter(is_compared).collect();
    }
    let interrupted = interrupt::flag()?;
    let mut rows = Vec::new();
    for (index, Preset { name, .. }) in reductions.iter().enumerate() {
        show_progress(&format!("{name}, {} of {}", index + 1, reductions.len()));
        rows.push(Row { reduction: (*name).to_owned(), result: compared(name, options, interrupted)? });
    }
    show_progress("");
    let is_interrupted = interrupted.load(Ordering::Relaxed);
    // What no reduction can do is said once.
    if let Some(Row { result: Err(message), .. }) = rows.first()
        && !is_interrupted
        && rows.iter().all(|row| row.result.as_ref().err() == Some(message))
    {
        return Err(Failure::new(message));
    }
    let program = options.inputs.iter().map(|input| input.to_string_lossy()).collect::<Vec<_>>().join(" ");
    let comparison = Comparison { program, timeout: options.timeout.as_secs_f64(), rows };
    terminal::print(&match options.format {
        Table::Text => comparison.to_text(),
        Table::Json => format!("{:#}\n", comparison.to_json()),
        Table::Csv => comparison.to_csv(),
        Table::Markdown => comparison.to_markdown(),
    })?;
    if let Some(file) = &options.html {
        let written = fs::write(file, comparison.to_html());
        written.map_err(|error| Failure::new(format!("cannot write {}: {error}", file.display())))?;
    }
    Ok(if is_interrupted { exit::INCOMPLETE } else { exit::OK })
}

/// The hidden command of the processes: a check, and what it took. Prints one JSON object.
pub(crate) fn measure(options: &args::Check, flags: &CompilerFlags) -> Result<u8, Failure> {
    let (report, code) = check::unattended(options, flags)?;
    let usage =
        getrusage(UsageWho::RUSAGE_SELF).map_err(|error| Failure::new(format!("cannot measure: {error}")))?;
    let seconds = [usage.user_time(), usage.system_time()].map(|time| time.num_microseconds() as f64 / 1e6);
    let (seconds, bytes) = (seconds[0] + seconds[1], usage.max_rss() * 1024);
    terminal::print(&format!("{{\"report\":{report},\"cpu_seconds\":{seconds},\"peak_bytes\":{bytes}}}\n"))?;
    Ok(code)
}

/// What a reduction takes. An error if nothing can be checked; a message if this reduction cannot.
fn compared(
    reduction: &str,
    options: &Compare,
    interrupted: &AtomicBool,
) -> Result<Result<Figures, String>, Failure> {
    let first = match measured(reduction, options, None, interrupted)? {
        Ok(figures) if !figures.bugs.is_empty() => figures,
        other => return Ok(other),
    };
    let seconds_to_bug = Some(first.seconds);
    let all = measured(reduction, options, Some("--keep-going"), interrupted)?;
    Ok(all.map(|all| Figures { seconds_to_bug, ..all }))
}

fn measured(
    reduction: &str,
    options: &Compare,
    more: Option<&str>,
    interrupted: &AtomicBool,
) -> Result<Result<Figures, String>, Failure> {
    let cannot = |error: io::Error| Failure::new(format!("cannot start a check: {error}"));
    let mut command = Command::new(env::current_exe().map_err(cannot)?);
    command.args(["measure", "--no-trace", "--no-minimize", "--reduction", reduction]);
    command.arg(format!("--timeout={}", options.timeout.as_secs_f64())).args(more);
    command.args(for_checks(env::args_os().skip(2)));
    let Some(output) = output_unless(interrupted, &mut command).map_err(cannot)? else {
        return Ok(Err(INTERRUPTED.to_owned()));
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    let figures = parse(&printed).and_then(|measured| {
        let (seconds, bytes) = (measured["cpu_seconds"].as_f64()?, measured["peak_bytes"].as_u64()?);
        Figures::of_report(&measured["report"], seconds, bytes)
    });
    Ok(figures.ok_or_else(|| {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or("").trim_start_matches("error: ").to_owned();
        if said.is_empty() { format!("ended by {}", output.status) } else { said }
    }))
}

/// What a command prints; `None` if Ctrl-C comes first, which ends it. Its input is empty: the first check would read that of all.
fn output_unless(interrupted: &AtomicBool, command: &mut Command) -> io::Result<Option<Output>> {
    if interrupted.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (mut stdout, mut stderr) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let stdout = scope.spawn(|| read(&mut stdout));
        let stderr = scope.spawn(|| read(&mut stderr));
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if interrupted.load(Ordering::Relaxed) {
                child.kill()?;
            }
            thread::sleep(LOOK);
        };
        let [stdout, stderr] = [stdout, stderr].map(|reader| reader.join().unwrap_or_default());
        // At a terminal, Ctrl-C ends the check, too.
        Ok((!interrupted.load(Ordering::Relaxed)).then_some(Output { status, stdout, stderr }))
    })
}

/// All that there is to read.
fn read(pipe: &mut Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read is not a report.
    let _ = pipe.as_mut().map(|pipe| pipe.read_to_end(&mut bytes));
    bytes
}

/// What was typed after `compare`, without what concerns the comparison alone.
fn for_checks(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut left = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            left.push(argument);
            break;
        }
        let text = argument.to_string_lossy();
        match text.split_once('=') {
            _ if args::OWN_OPTIONS.contains(&&*text) => drop(arguments.next()),
            Some((name, _)) if args::OWN_OPTIONS.contains(&name) => {}
            _ => left.push(argument),
        }
    }
    left.extend(arguments);
    left
}

/// On the terminal, which of the reductions is running.
fn show_progress(line: &str) {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[2K{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_given_what_is_meant_for_them() {
        let typed = "--timeout 5 -DN=2 --races allow --format=csv prog.c -- --timeout 7";
        let left = for_checks(typed.split(' ').map(OsString::from));
        let expected: Vec<OsString> =
            "-DN=2 --races allow prog.c -- --timeout 7".split(' ').map(OsString::from).collect();
        assert_eq!(left, expected);
    }
}
