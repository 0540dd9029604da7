//! Where choices were made, and why.
//!
//! ```text
//! choices:
//!   340  prog.c:12:9 (worker): write counter
//!        200: thread 2 may access it at prog.c:20:5
//!        140: thread 1 may access it at prog.c:31:3
//!    12  prog.c:15:3 (worker): lock m
//!        a scheduling point
//! ```

use mazurka_machine::StackFrame;

use super::line::{counted, hang};
use super::{Sources, Style};
use crate::choices::{Choices, LaterAccess, Step, Why};

/// More places, and more reasons of one place, are only counted.
const MOST_PLACES: usize = 20;
const MOST_REASONS: usize = 5;

pub(super) fn render(choices: &[Choices], style: Style, sources: &Sources) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let (_, all) = sum(choices.iter().map(|place| place.count));
    let digits = all.to_string().len();
    let indent = digits + 4;
    let hung = |text: &str| {
        // Several blanks in a row would be lost where a line is wrapped.
        hang(text, style.width.saturating_sub(indent), 4).replace('\n', &format!("\n{:indent$}", ""))
    };
    let mut text = format!("{}:\n", style.paint.strong("choices"));
    for Choices { at, count, reasons } in choices.iter().take(MOST_PLACES) {
        text += &format!("  {count:digits$}  {}\n", hung(&at.words(sources)));
        for reason in reasons_in_words(reasons, sources) {
            text += &format!("{:indent$}{}\n", "", hung(&reason));
        }
    }
    let (places, count) = sum(choices.iter().skip(MOST_PLACES).map(|place| place.count));
    if places > 0 {
        let line = format!("in {}; JSON has all of them", counted(places, "other place"));
        text += &format!("  {count:digits$}  {}\n", hung(&line));
    }
    text + "\n"
}

/// How many there are, and their sum.
fn sum(counts: impl Iterator<Item = u64>) -> (u64, u64) {
    counts.fold((0, 0), |(number, sum), count| (number + 1, sum.saturating_add(count)))
}

/// A line each; with how often, where there are several.
fn reasons_in_words(reasons: &[(Why, u64)], sources: &Sources) -> Vec<String> {
    if let [(why, _)] = reasons {
        return vec![why.words(sources)];
    }
    let mut lines: Vec<String> = reasons
        .iter()
        .take(MOST_REASONS)
        .map(|(why, count)| format!("{count}: {}", why.words(sources)))
        .collect();
    let (others, count) = sum(reasons.iter().skip(MOST_REASONS).map(|(_, count)| *count));
    if others > 0 {
        lines.push(format!("{count}: {}", counted(others, "other reason")));
    }
    lines
}

impl Step {
    /// `prog.c:12:9 (worker): write counter`
    fn words(&self, sources: &Sources) -> String {
        match &self.frame {
            Some(frame) => {
                let function = &frame.function;
                let place = frame.location.as_ref().map(|location| sources.shown(location));
                let place =
                    place.map_or_else(|| function.to_string(), |place| format!("{place} ({function})"));
                format!("{place}: {}", self.action_in_words())
            }
            None => self.action_in_words(),
        }
    }

    fn action_in_words(&self) -> String {
        match &self.object {
            Some(object) => format!("{} {object}", self.action.words()),
            None => self.action.words(),
        }
    }

    /// `write counter at prog.c:12:9`
    fn words_with_place(&self, sources: &Sources) -> String {
        let location = self.frame.as_ref().and_then(|frame| frame.location.as_ref());
        let at = location.map_or(String::new(), |location| format!(" at {}", sources.shown(location)));
        format!("{}{at}", self.action_in_words())
    }
}

impl Why {
    pub(crate) fn words(&self, sources: &Sources) -> String {
        match self {
            Why::Interference(access) => access.words(sources),
            Why::Race(thread, step) => {
                format!("race with {thread}: {}", step.words_with_place(sources))
            }
            Why::SchedulingPoint => "a scheduling point".to_owned(),
            Why::Blocked => "the thread cannot continue".to_owned(),
            Why::Ended => "the thread has ended".to_owned(),
            Why::Cycle => "the state is on a cycle".to_owned(),
            Why::Values => "one of several values".to_owned(),
        }
    }
}

impl LaterAccess {
    fn words(&self, sources: &Sources) -> String {
        let LaterAccess { thread, frame, field } = self;
        let thread = thread.map_or_else(|| "another thread".to_owned(), |thread| thread.to_string());
        match frame {
            Some(StackFrame { location: Some(location), .. }) => {
                format!("{thread} may access it at {}", sources.shown(location))
            }
            Some(StackFrame { function, .. }) => format!("{thread} may access it in {function}"),
            None if field.is_some() => format!("{thread} may access it"),
            None => format!("{thread} can reach it"),
        }
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{Location, ThreadId, Verb};

    use super::super::line::width;
    use super::*;
    use crate::action::Action;
    use crate::text::{Detail, Paint};

    fn frame(function: &str, line: u32) -> Option<StackFrame> {
        let location = Location { file: "/home/me/prog.c".into(), line, column: 5 };
        Some(StackFrame { function: function.into(), location: Some(location) })
    }

    fn shown(choices: &[Choices], width: usize) -> String {
        let style = Style { paint: Paint::PLAIN, width, detail: Detail::Essential };
        render(choices, style, &Sources { folder: "/home/me".to_owned(), text: &|_| None })
    }

    #[test]
    fn places_have_reasons() {
        let interference = |thread, frame, field: Option<&str>| {
            let field = field.map(str::to_owned);
            Why::Interference(LaterAccess { thread, frame, field })
        };
        let other = Some(ThreadId(2));
        let write = Step { frame: frame("work", 9), action: Action::Write, object: Some("x".to_owned()) };
        let lock = Step { frame: None, action: Action::Sync(Verb::Lock), object: Some("m".to_owned()) };
        let reasons = vec![
            (interference(other, frame("f", 20), None), 70),
            (interference(other, frame("f", 21), Some("node.next")), 20),
            (interference(other, None, None), 4),
            (interference(None, None, Some("node.next")), 3),
            (Why::Race(ThreadId(2), lock.clone()), 2),
            (Why::Cycle, 1),
            (Why::Values, 1),
        ];
        let choices = [
            Choices { at: write.clone(), count: 101, reasons },
            Choices { at: lock, count: 7, reasons: vec![(Why::Race(ThreadId(0), write), 7)] },
            Choices {
                at: Step { frame: None, action: Action::End, object: None },
                count: 1,
                reasons: vec![(Why::Ended, 1)],
            },
        ];
        let expected = "\
choices:
  101  prog.c:9:5 (work): write x
       70: thread 2 may access it at prog.c:20:5
       20: thread 2 may access it at prog.c:21:5
       4: thread 2 can reach it
       3: another thread may access it
       2: race with thread 2: lock m
       2: 2 other reasons
    7  lock m
       race with main: write x at prog.c:9:5
    1  end
       the thread has ended

";
        assert_eq!(shown(&choices, 80), expected);
        let many = shown(&vec![choices[1].clone(); 23], 80);
        assert!(many.ends_with("\n   21  in 3 other places; JSON has all of them\n\n"), "{many}");
        assert_eq!(shown(&[], 80), "");
        for line in shown(&choices, 30).lines() {
            assert!(width(line) <= 30, "{line}");
        }
    }
}
