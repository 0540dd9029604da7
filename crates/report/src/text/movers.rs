//! A table of variables: whether accesses to them are movers, and why.
//!
//! ```text
//! movers:
//!   balance  protected     by m
//!   limit    read-only     (static)
//!   total    demoted       thread 2 writes it at prog.c:20:5, holding no lock; thread 1 writes it at prog.c:9:5, holding m
//! ```

use super::line::{hang, widest, width};
use super::{Sources, Style};
use crate::movers::{Class, Decided, Demoting, Variable};

/// Longer names push the rest of their line to the right.
const WIDEST_NAME: usize = 28;

pub(super) fn render(variables: &[Variable], style: Style, sources: &Sources) -> String {
    if variables.is_empty() {
        return String::new();
    }
    let names = widest(variables.iter().map(|variable| variable.name.as_str())).min(WIDEST_NAME);
    let classes = widest(variables.iter().map(|variable| variable.class.name()));
    let mut text = format!("{}:\n", style.paint.strong("movers"));
    for variable in variables {
        let start = format!("  {:names$}  {:classes$}", variable.name, variable.class.name());
        let detail = detail(variable, sources);
        let indent = (width(&start) + 2).min(style.width / 2);
        let line = format!("{start}  {detail}");
        text += hang_behind(&line, style.width, indent).trim_end();
        text.push('\n');
    }
    text + "\n"
}

/// Wrapped; what is before `indent` may have several blanks in a row.
fn hang_behind(line: &str, room: usize, indent: usize) -> String {
    let at = line.char_indices().nth(indent).map_or(line.len(), |(at, _)| at);
    let (start, rest) = line.split_at(at);
    let rest = hang(rest, room.saturating_sub(indent), 0).replace('\n', &format!("\n{:indent$}", ""));
    format!("{start}{rest}")
}

fn detail(Variable { class, decided, .. }: &Variable, sources: &Sources) -> String {
    let why = match class {
        Class::ThreadLocal(thread) => format!("of {thread}"),
        Class::ReadOnly => String::new(),
        Class::Protected(locks) => format!("by {}", locks.join(" and ")),
        Class::Ordered => "by the creation and the end of threads, or by several locks".to_owned(),
        Class::Object => "for synchronisation".to_owned(),
        Class::Demoted(accesses) => {
            let accesses: Vec<String> = accesses.iter().rev().map(|access| access.words(sources)).collect();
            accesses.join("; ")
        }
    };
    match decided {
        Decided::Statically if why.is_empty() => "(static)".to_owned(),
        Decided::Statically => format!("{why} (static)"),
        Decided::ByObservation => why,
    }
}

impl Demoting {
    /// `thread 2 writes it at prog.c:20:5, holding m`
    fn words(&self, sources: &Sources) -> String {
        let Demoting { activity, place, holds, .. } = self;
        let at =
            place.location().map_or(String::new(), |location| format!(" at {}", sources.shown(location)));
        let holding = if holds.is_empty() { "no lock".to_owned() } else { holds.join(" and ") };
        format!("{} {activity}{at}, holding {holding}", place.thread)
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{Location, Place, StackFrame, ThreadId};

    use super::*;
    use crate::text::{Detail, Paint};

    fn variable(name: &str, class: Class) -> Variable {
        Variable { name: name.to_owned(), bytes: 4, class, decided: Decided::ByObservation }
    }

    fn demoting(thread: u16, activity: &str, line: Option<u32>, holds: &[&str]) -> Demoting {
        let location = |line| Location { file: "/home/me/prog.c".into(), line, column: 5 };
        let stack = line.map(|line| StackFrame { function: "f".into(), location: Some(location(line)) });
        Demoting {
            activity: activity.to_owned(),
            place: Place { thread: ThreadId(thread), stack: stack.into_iter().collect() },
            writes: true,
            holds: holds.iter().map(|lock| (*lock).to_owned()).collect(),
        }
    }

    fn shown(variables: &[Variable], width: usize) -> String {
        let style = Style { paint: Paint::PLAIN, width, detail: Detail::Essential };
        render(variables, style, &Sources { folder: "/home/me".to_owned(), text: &|_| None })
    }

    #[test]
    fn a_row_has_a_class_and_a_reason() {
        let accesses =
            vec![demoting(1, "writes it", None, &["m", "n"]), demoting(2, "reads it", Some(20), &[])];
        let variables = [
            variable("balance", Class::Protected(vec!["m".to_owned()])),
            Variable { decided: Decided::Statically, ..variable("limit", Class::ReadOnly) },
            variable("log[0].text", Class::ThreadLocal(ThreadId(0))),
            variable("m", Class::Object),
            variable("total", Class::Demoted(accesses)),
        ];
        let expected = "\
movers:
  balance      protected     by m
  limit        read-only     (static)
  log[0].text  thread-local  of main
  m            object        for synchronisation
  total        demoted       thread 2 reads it at prog.c:20:5, holding no lock;
                             thread 1 writes it, holding m and n

";
        assert_eq!(shown(&variables, 80), expected);
        assert_eq!(shown(&[], 80), "");
        for line in shown(&variables, 40).lines() {
            assert!(width(line) <= 40, "{line}");
        }
    }
}
