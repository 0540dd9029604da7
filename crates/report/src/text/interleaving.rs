//! The execution that leads to a bug: columns where they fit, else one line a step.

use std::collections::BTreeMap;

use mazurka_machine::{StackFrame, ThreadId};

use super::line::{counted, hang, width};
use super::steps::{Story, file_name};
use super::{Detail, Diagnostic, Sources, Style, columns, list};
use crate::execution::Execution;
use crate::finding::Finding;

const HEAD: &str = "how it happens";

impl Finding {
    /// A bug and how it happens.
    pub fn render(&self, style: Style, sources: &Sources) -> String {
        match style.detail {
            Detail::Verdict => format!("{}: {}\n", style.paint.error(self.kind), self.message),
            Detail::Essential | Detail::Everything => {
                Diagnostic::of_finding(self).render(style, sources) + &of_finding(self, style, sources)
            }
        }
    }
}

/// How a bug comes about.
pub(super) fn of_finding(finding: &Finding, style: Style, sources: &Sources) -> String {
    match finding.confirmed {
        true => render(&finding.trace, Some(finding), style, sources),
        false => unconfirmed(&finding.trace, style),
    }
}

/// An execution, with or without a bug.
pub fn of_trace(trace: &Execution, style: Style, sources: &Sources) -> String {
    render(trace, None, style, sources)
}

fn render(trace: &Execution, finding: Option<&Finding>, style: Style, sources: &Sources) -> String {
    let story = Story::new(trace, finding, style.detail, sources);
    if story.shown == 0 {
        // The diagnostic has said where the threads are.
        return String::new();
    }
    let titles = titles(&story, trace, finding);
    let body = columns::render(&story, &titles, style).unwrap_or_else(|| list::render(&story, style));
    head(&story, trace, style) + &body
}

/// `how it happens in prog.c: 4 of 9 steps, 2 context switches`; where there are transactions, how many.
fn head(story: &Story, trace: &Execution, style: Style) -> String {
    let all = story.shown == trace.len();
    let within = story.file.as_ref().map_or(String::new(), |file| format!(" in {}", file_name(file)));
    let steps = counted(trace.len() as u64, "step");
    let steps = if all { steps } else { format!("{} of {steps}", story.shown) };
    let switches = match trace.context_switches() {
        1 => "1 context switch".to_owned(),
        switches => format!("{switches} context switches"),
    };
    let transactions = match trace.transactions() {
        0 => String::new(),
        number => format!(" in {} (◆ commits)", counted(number as u64, "transaction")),
    };
    let said = format!("{within}: {steps}{transactions}, {switches}");
    let described = story.shown == trace.steps.len();
    let hint = match trace.omitted() {
        0 if all => String::new(),
        0 => " (--verbose shows all)".to_owned(),
        _ if described => " (the others are omitted: only the trace file has all)".to_owned(),
        _ => format!(" (--verbose shows {}, only the trace file has all)", trace.steps.len()),
    };
    // That steps are missing can be seen without the hint, unless they are missing in --verbose, too.
    let room = trace.omitted() > 0 || width(HEAD) + width(&said) + width(&hint) <= style.width;
    let hint = if room { hint.as_str() } else { "" };
    let text = hang(&format!("{HEAD}{said}{hint}"), style.width, 2);
    format!("\n{}{}\n", style.paint.strong(HEAD), &text[HEAD.len()..])
}

/// What is said instead where the replay was stopped.
fn unconfirmed(trace: &Execution, style: Style) -> String {
    let text = format!(
        "not confirmed: the replay of its {} was stopped; `mazurka replay` shows them, and whether they lead there again",
        counted(trace.len() as u64, "step")
    );
    let head = "not confirmed";
    format!("\n{}{}\n", style.paint.strong(head), &hang(&text, style.width, 2)[head.len()..])
}

/// The threads that are shown, each with the function that it runs.
fn titles(story: &Story, trace: &Execution, finding: Option<&Finding>) -> BTreeMap<ThreadId, String> {
    let mut titles = BTreeMap::new();
    let bug = finding.iter().flat_map(|finding| {
        let related = finding.related.iter().map(|related| &related.place);
        related.chain([&finding.place]).map(|place| (place.thread, &*place.stack))
    });
    let steps = trace.steps.iter().map(|step| (step.thread, &*step.stack));
    let stacks: Vec<(ThreadId, &[StackFrame])> = steps.chain(bug).collect();
    for thread in story.rows().map(|row| row.thread) {
        titles.entry(thread).or_insert_with(|| {
            let of_thread = stacks.iter().filter(|(other, _)| *other == thread);
            let entry = of_thread.filter_map(|(_, stack)| stack.last()).next();
            match entry {
                Some(entry) if *entry.function != *thread.to_string() => {
                    format!("{thread}: {}", entry.function)
                }
                _ => thread.to_string(),
            }
        });
    }
    titles
}

#[cfg(test)]
mod tests {
    use mazurka_machine::Location;

    use super::*;
    use crate::action::Action;
    use crate::finding::{Change, TraceStep};
    use crate::text::{Detail, Paint};
    use crate::transaction::Transaction;

    const SOURCE: &str = "int balance = 100;\nvoid *pay(void *sum)\n{\n    lock(&m); // a comment\n    balance -= *sum;\n    unlock(&m);\n}\n";

    fn step(thread: u16, line: u32, operation: &str, object: Option<&str>) -> TraceStep {
        let location = Some(Location { file: "/home/me/prog.c".into(), line, column: 1 });
        TraceStep {
            number: 0,
            thread: ThreadId(thread),
            choice: None,
            chance: None,
            action: Action::from_words(operation).unwrap(),
            object: object.map(str::to_owned),
            stack: vec![StackFrame { function: "pay".into(), location }],
            value: None,
            changes: Vec::new(),
            holds: Vec::new(),
            happens_after: Vec::new(),
            output: String::new(),
            transaction: None,
        }
    }

    fn change(variable: &str, before: &str, after: &str) -> Change {
        Change { variable: variable.to_owned(), before: before.to_owned(), after: after.to_owned() }
    }

    /// Two threads that pay, one after the other.
    fn payments() -> Vec<TraceStep> {
        let mut trace = vec![
            step(0, 1, "write", Some("m")),
            step(0, 9, "create thread 1", None),
            step(0, 9, "create thread 2", None),
        ];
        for (thread, before, after) in [(2, "100", "20"), (1, "20", "-60")] {
            trace.push(step(thread, 4, "lock", Some("m")));
            let lock = trace.last_mut().unwrap();
            lock.holds = vec!["m".to_owned()];
            lock.changes = vec![change("balance", before, after)];
            trace.push(step(thread, 6, "unlock", Some("m")));
        }
        trace.last_mut().unwrap().output = "paid\n".to_owned();
        trace
    }

    fn render(trace: &[TraceStep], width: usize, detail: Detail) -> String {
        let sources = Sources { folder: "/home/me".to_owned(), text: &|_| Some(SOURCE.to_owned()) };
        of_trace(&Execution::complete(trace.to_vec()), Style { paint: Paint::PLAIN, width, detail }, &sources)
    }

    #[test]
    fn a_column_shows_lines_changes_locks_and_output() {
        let expected = "
how it happens in prog.c: 4 of 7 steps, 2 context switches (--verbose shows all)
       thread 1: pay                    │    thread 2: pay
  4                                     │ ┏  4 lock(&m);    balance: 100 → 20
  5                                     │ ┗  6 unlock(&m);
  6 ┏ ▸4 lock(&m);    balance: 20 → -60 │
  7 ┗  6 unlock(&m);  prints \"paid\\n\"   │
";
        assert_eq!(render(&payments(), 80, Detail::Essential), expected);
    }

    #[test]
    fn a_narrow_page_gets_one_line_a_step() {
        let expected = "
how it happens in prog.c: 4 of 7 steps, 2
  context switches
  4 thread 2  4  lock m, balance: 100 → 20
  5           6  unlock m
  6 thread 1  4  lock m, balance: 20 → -60
  7           6  unlock m, prints \"paid\\n\"
";
        assert_eq!(render(&payments(), 44, Detail::Essential), expected);
    }

    /// Each payment is a transaction, and so is the creation of threads; `commits` are the numbers of commit points.
    fn with_transactions(commits: &[usize]) -> Vec<TraceStep> {
        let of = [0, 0, 0, 1, 1, 2, 2].into_iter().enumerate();
        let mark = |(step, number)| Transaction { number, commits: commits.contains(&step) };
        let steps = payments().into_iter().zip(of.map(mark));
        steps.map(|(step, of)| TraceStep { transaction: Some(of), ..step }).collect()
    }

    #[test]
    fn brackets_group_the_steps_of_a_transaction() {
        let expected = "
how it happens in prog.c: 4 of 7 steps in 3 transactions (◆ commits), 2 context
  switches
          thread 1: pay                    │    thread 2: pay
  4 ╭                                      │ ┏  4 lock(&m);    balance: 100 → 20
  5 ╰◆                                     │ ┗  6 unlock(&m);
  6 ╭◆ ┏ ▸4 lock(&m);    balance: 20 → -60 │
  7 ╰  ┗  6 unlock(&m);  prints \"paid\\n\"   │
";
        assert_eq!(render(&with_transactions(&[1, 4, 5]), 80, Detail::Essential), expected);
    }

    #[test]
    fn a_bracket_continues_beside_the_further_lines_of_a_step() {
        let text = render(&with_transactions(&[4]), 66, Detail::Essential);
        let expected = "
  6 ╭  ┏ ▸4 lock m            │
    │  ┃    balance: 20 → -60 │
  7 ╰  ┗  6 unlock m          │
            prints";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn brackets_are_in_lists_too() {
        let expected = "
how it happens in prog.c: 4 of 7 steps in 3
  transactions (◆ commits), 2 context
  switches
  4 ╭  thread 2  4  lock m, balance: 100 → …
  5 ╰◆           6  unlock m
  6 ╭◆ thread 1  4  lock m, balance: 20 → -…
  7 ╰            6  unlock m, prints \"paid\\…
";
        assert_eq!(render(&with_transactions(&[1, 4, 5]), 44, Detail::Essential), expected);
    }

    #[test]
    fn hidden_steps_are_inside_of_their_transaction() {
        let transaction = |number| Some(Transaction { number, commits: number == 1 });
        let read = |transaction| TraceStep { transaction, ..step(1, 4, "read", Some("x")) };
        let mut run: Vec<TraceStep> = (0..20).map(|_| read(transaction(0))).collect();
        run.push(read(transaction(1)));
        run.push(read(None));
        let expected = "
how it happens in prog.c: 6 of 22 steps in 2 transactions (◆ commits), 0 context
  switches
         thread 1: pay
   1 ╭   4 lock(&m);  read x
   2 │   4 lock(&m);  read x
   3 │   4 lock(&m);  read x
   … │    16 more steps
  20 ╰   4 lock(&m);  read x
  21 ╶◆  4 lock(&m);  read x
  22     4 lock(&m);  read x
";
        assert_eq!(render(&run, 80, Detail::Essential), expected);
    }

    #[test]
    fn everything_is_shown_on_request() {
        let text = render(&payments(), 80, Detail::Everything);
        assert!(text.contains(": 7 steps, 2 context switches\n"), "{text}");
        assert!(text.contains("create thread 2"), "{text}");
    }

    #[test]
    fn files_are_named_where_there_are_several() {
        let mut trace = payments();
        let location = Some(Location { file: "/home/me/b.c".into(), line: 7, column: 1 });
        trace[4].stack[0].location = location;
        let text = render(&trace, 80, Detail::Essential);
        assert!(text.contains("how it happens: ") && text.contains(" b.c:7 ") && text.contains("prog.c:4 "));
    }

    #[test]
    fn long_runs_and_long_executions_are_folded() {
        let run: Vec<TraceStep> = (0..100).map(|_| step(1, 4, "read", Some("x"))).collect();
        let text = render(&run, 80, Detail::Essential);
        assert!(text.contains("94 more steps") && text.contains("6 of 100 steps"), "{text}");
        let turns: Vec<TraceStep> = (0..1000).map(|n| step(n % 2, 4, "read", Some("x"))).collect();
        let text = render(&turns, 80, Detail::Essential);
        assert!(text.contains("920 more steps") && text.contains("80 of 1000 steps"), "{text}");
        assert!(!render(&turns, 80, Detail::Everything).contains("more steps"));
    }
}
