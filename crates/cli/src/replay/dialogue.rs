//! `mazurka replay --step`: commands, a line each, and what they answer.

use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write as _};

use mazurka_machine::{Location, ThreadId};
use mazurka_report::text::Sources;
use mazurka_report::{Change, TraceStep};
use mazurka_vm::VmError;

use super::stepper::Stepper;
use crate::failure::Failure;
use crate::terminal;

const PROMPT: &str = "(mazurka) ";

/// Lines of source before and after the current one.
const AROUND: u32 = 5;

const HELP: &str = "\
next [N]          do the next step, or the next N
back [N]          undo the last step, or the last N
run [N]           go forwards or backwards to where N steps are done; without N, to the end
print VARIABLE    its value, or the values of its parts: print list.head, print a[2]
threads           what every thread is about to do
thread N          show the variables and calls of another thread, up to the next step
backtrace         the calls that the thread is in
list              the source around where it is
help              this page
quit              end
Commands may be abbreviated: n, b, r, p, t, bt, l, h, q. An empty line repeats the last one.
";

/// Answers commands until there are no more.
pub(super) fn run(stepper: Stepper) -> Result<(), Failure> {
    let mut dialogue = Dialogue { stepper, sources: terminal::sources() };
    let prompt = io::stdin().is_terminal();
    terminal::print(&dialogue.welcome())?;
    let mut last = String::new();
    let mut lines = io::stdin().lock().lines();
    loop {
        if prompt {
            terminal::print(PROMPT)?;
            let _ = io::stdout().flush();
        }
        let Some(line) = lines.next() else { return Ok(()) };
        let line = line.map_err(|error| Failure::new(format!("cannot read commands: {error}")))?;
        if !line.trim().is_empty() {
            last = line;
        }
        match dialogue.answer(&last).map_err(Failure::new)? {
            Some(answer) => terminal::print(&answer)?,
            None => return Ok(()),
        }
    }
}

struct Dialogue {
    stepper: Stepper,
    sources: Sources<'static>,
}

impl Dialogue {
    fn welcome(&self) -> String {
        let finding = &self.stepper.finding;
        format!(
            "{}: {}\n{} steps lead there; `help` lists the commands\n",
            finding.kind,
            finding.message,
            self.stepper.length()
        )
    }

    /// `None` ends the dialogue.
    fn answer(&mut self, line: &str) -> Result<Option<String>, VmError> {
        let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let number = rest.parse::<usize>();
        let counted = if rest.is_empty() { Some(1) } else { number.clone().ok() };
        Ok(Some(match (command, counted) {
            ("", _) => String::new(),
            ("n" | "next", Some(count)) => self.next(count)?,
            ("b" | "back", Some(count)) => self.back(count)?,
            ("r" | "run", _) if rest.is_empty() => self.run_to(self.stepper.length())?,
            ("r" | "run", Some(step)) => self.run_to(step)?,
            ("p" | "print", _) if !rest.is_empty() => self.print(rest),
            ("t" | "threads", _) if rest.is_empty() => self.threads(),
            ("thread", Some(thread)) if !rest.is_empty() => self.select(thread),
            ("bt" | "backtrace", _) => self.backtrace(),
            ("l" | "list", _) => self.list(),
            ("h" | "help", _) => HELP.to_owned(),
            ("q" | "quit", _) => return Ok(None),
            _ => format!("unknown command `{}`; `help` lists the commands\n", line.trim()),
        }))
    }

    fn next(&mut self, count: usize) -> Result<String, VmError> {
        let mut text = String::new();
        for _ in 0..count {
            match self.stepper.next()? {
                true => text += &self.last_step()?,
                false => {
                    text += &self.end();
                    break;
                }
            }
        }
        Ok(text)
    }

    fn back(&mut self, count: usize) -> Result<String, VmError> {
        for _ in 0..count {
            if !self.stepper.back() {
                break;
            }
        }
        self.position()
    }

    fn run_to(&mut self, step: usize) -> Result<String, VmError> {
        while self.stepper.done() > step && self.stepper.back() {}
        while self.stepper.done() < step && self.stepper.next()? {}
        self.position()
    }

    /// The step that was done last, and whether it is the end.
    fn position(&mut self) -> Result<String, VmError> {
        let step = self.last_step()?;
        let is_end = self.stepper.done() == self.stepper.length() && self.stepper.done() > 0;
        Ok(if is_end { step + &self.end() } else { step })
    }

    fn last_step(&mut self) -> Result<String, VmError> {
        let step = self.stepper.last()?;
        Ok(step.map_or("at the start\n".to_owned(), |step| self.described(self.stepper.done(), &step)))
    }

    fn end(&self) -> String {
        let finding = &self.stepper.finding;
        format!("the end: {}: {}\n", finding.kind, finding.message)
    }

    /// A step, with what it changes, what it prints and its source line.
    fn described(&self, number: usize, step: &TraceStep) -> String {
        let place = step.location().map_or(String::new(), |location| format!("  {}", self.shown(location)));
        let value = step.value.as_ref().map_or(String::new(), |value| format!(", {}", change(value)));
        let mut text = format!("{number} {}: {}{value}{place}\n", step.thread, step.words());
        if let Some(line) = step.location().and_then(|location| self.line(location)) {
            let _ = writeln!(text, "    {}", line.trim());
        }
        for changed in &step.changes {
            let _ = writeln!(text, "    {}", change(changed));
        }
        for line in step.output.lines() {
            let _ = writeln!(text, "    prints {line}");
        }
        text
    }

    fn print(&self, expression: &str) -> String {
        match self.stepper.lookup(expression) {
            None => format!("no variable `{expression}` in {}\n", self.stepper.thread()),
            Some(values) if values.is_empty() => {
                format!("{expression} has no value that can be shown here\n")
            }
            Some(values) => values.iter().map(|(name, value)| format!("{name} = {value}\n")).collect(),
        }
    }

    fn threads(&self) -> String {
        let line = |(thread, intent): &(ThreadId, String)| {
            let mark = if *thread == self.stepper.thread() { '*' } else { ' ' };
            format!("{mark} {thread} {intent}{}\n", self.at(*thread))
        };
        self.stepper.threads().iter().map(line).collect()
    }

    fn select(&mut self, number: usize) -> String {
        let thread = u16::try_from(number).map(ThreadId);
        match thread.is_ok_and(|thread| self.stepper.select(thread)) {
            true => self.backtrace(),
            false => format!("there is no thread {number}\n"),
        }
    }

    fn backtrace(&self) -> String {
        let stack = self.stepper.stack(self.stepper.thread());
        if stack.is_empty() {
            return format!("{} is not in a function of the program\n", self.stepper.thread());
        }
        let mut text = format!("{}:\n", self.stepper.thread());
        for frame in &stack {
            let at = frame.location.as_ref().map_or(String::new(), |at| format!(" at {}", self.shown(at)));
            let _ = writeln!(text, "    {}{at}", frame.function);
        }
        text
    }

    fn list(&self) -> String {
        let Some(here) = self.location(self.stepper.thread()) else {
            return format!("{}: location unknown\n", self.stepper.thread());
        };
        let first = here.line.saturating_sub(AROUND).max(1);
        let lines = (first..=here.line + AROUND).filter_map(|line| {
            let text = self.line(&Location { line, ..here.clone() })?;
            let mark = if line == here.line { '>' } else { ' ' };
            Some(format!("{mark} {line:>4} {text}").trim_end().to_owned() + "\n")
        });
        let text: String = lines.collect();
        if text.is_empty() { format!("the source of {} is not available\n", here.file) } else { text }
    }

    fn at(&self, thread: ThreadId) -> String {
        self.location(thread).map_or(String::new(), |location| format!("  {}", self.shown(&location)))
    }

    fn location(&self, thread: ThreadId) -> Option<Location> {
        self.stepper.stack(thread).into_iter().find_map(|frame| frame.location)
    }

    fn shown(&self, location: &Location) -> String {
        format!("{}:{}", self.sources.file(location), location.line)
    }

    fn line(&self, location: &Location) -> Option<String> {
        let text = (self.sources.text)(&location.file)?;
        text.lines().nth(location.line.checked_sub(1)? as usize).map(str::to_owned)
    }
}

fn change(change: &Change) -> String {
    match change.before == change.after {
        true => format!("{} is {}", change.variable, change.after),
        false => format!("{}: {} → {}", change.variable, change.before, change.after),
    }
}
