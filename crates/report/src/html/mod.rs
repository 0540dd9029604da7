//! Findings as a page for a browser: one file, with the program's source text in it, that loads nothing from anywhere.
//!
//! What the program's author wrote and what the program printed is data to us. It reaches the page as JSON that can end
//! no element, the page's script makes text nodes of it and never markup, and the page's policy lets the browser run
//! that one script and nothing else.

mod data;
pub(crate) mod policy;

use crate::check::{Check, Verdict};
use crate::choices::Choices;
use crate::finding::Finding;
use crate::origin::Origin;
use crate::text::Sources;

/// The script, in the order in which its parts build on each other.
const SCRIPT: &str = concat!(
    include_str!("viewer/elements.js"),
    include_str!("viewer/execution.js"),
    include_str!("viewer/minimap.js"),
    include_str!("viewer/arrows.js"),
    include_str!("viewer/timeline.js"),
    include_str!("viewer/highlight.js"),
    include_str!("viewer/source.js"),
    include_str!("viewer/inspector.js"),
    include_str!("viewer/main.js"),
);

const STYLE: &str = include_str!("viewer/style.css");

impl Check {
    pub fn to_html(&self, origin: &Origin, sources: &Sources) -> String {
        let nothing = match self.verdict {
            Verdict::Ok | Verdict::Bug => "No bug: everything was explored.",
            Verdict::Incomplete if self.error.is_some() => {
                "An error has ended the search; no bug was found before it."
            }
            Verdict::Incomplete => "No bug was found, but not everything was explored.",
        };
        page_with_choices(&origin.program(), &self.bugs, nothing, &self.choices, sources)
    }
}

/// The page that shows these findings of a program, or says why there are none.
pub fn page(program: &str, findings: &[Finding], nothing: &str, sources: &Sources) -> String {
    page_with_choices(program, findings, nothing, &[], sources)
}

/// The same, with the choices of the search at the steps where it has made them.
pub fn page_with_choices(
    program: &str,
    findings: &[Finding],
    nothing: &str,
    choices: &[Choices],
    sources: &Sources,
) -> String {
    format!(
        include_str!("viewer/page.html"),
        policy = policy::policy(SCRIPT, STYLE),
        style = STYLE,
        data = inert(&data::of(program, findings, nothing, choices, sources).to_string()),
        script = SCRIPT,
    )
}

/// JSON that is safe inside a `script` element: the characters that HTML and JavaScript could take for something else
/// occur only within JSON's strings, and are escaped there.
fn inert(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => text += &format!("\\u{:04x}", u32::from(character)),
            _ => text.push(character),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{FaultKind, Location, Place, StackFrame, ThreadId, Verb};
    use serde_json::Value;

    use super::*;
    use crate::action::Action;
    use crate::execution::Execution;
    use crate::finding::{Change, Related, Role, TraceStep};

    /// What would become part of the page if it were not escaped.
    const HOSTILE: &str =
        "</script><script>alert(1)</script><!-- <script> &lt; \u{2028}\u{2029}\0\"'`${}{data}";

    fn stack(file: &str, line: u32) -> Vec<StackFrame> {
        let location = Some(Location { file: file.into(), line, column: 5 });
        vec![StackFrame { function: HOSTILE.into(), location }]
    }

    fn step(thread: u16, stack: Vec<StackFrame>) -> TraceStep {
        TraceStep {
            number: 0,
            thread: ThreadId(thread),
            choice: None,
            chance: None,
            action: Action::Sync(Verb::Lock),
            object: Some(HOSTILE.to_owned()),
            stack,
            value: Some(Change {
                variable: HOSTILE.to_owned(),
                before: "1".to_owned(),
                after: HOSTILE.to_owned(),
            }),
            changes: Vec::new(),
            holds: vec![HOSTILE.to_owned()],
            happens_after: Vec::new(),
            output: HOSTILE.to_owned(),
            transaction: None,
        }
    }

    fn finding() -> Finding {
        let place = Place { thread: ThreadId(1), stack: stack("/home/me/b.c", 3) };
        let holder = Place { thread: ThreadId(0), stack: stack("/home/me/a.c", 1) };
        let waits = Related {
            role: Role::Waiter,
            activity: HOSTILE.to_owned(),
            place: place.clone(),
            object: Some(HOSTILE.to_owned()),
            holders: vec![holder],
        };
        Finding {
            kind: FaultKind::Deadlock,
            message: HOSTILE.to_owned(),
            place,
            related: vec![waits],
            race: None,
            cycle: None,
            executions: 1,
            trace: Execution::complete(vec![
                step(0, stack("/home/me/a.c", 1)),
                step(1, stack("/home/me/b.c", 2)),
            ]),
            confirmed: true,
            trace_file: None,
        }
    }

    fn sources() -> Sources<'static> {
        let text: &dyn Fn(&str) -> Option<String> =
            &|file| (file == "/home/me/a.c").then(|| HOSTILE.to_owned());
        Sources { folder: "/home/me".to_owned(), text }
    }

    /// Between the one place where an element starts and the first place where a browser would end it.
    fn inside<'p>(page: &'p str, start: &str) -> &'p str {
        let [_, rest] = page.split(start).collect::<Vec<_>>()[..] else {
            panic!("{start} is not there once")
        };
        rest.split_once("</script").unwrap().0
    }

    const DATA: &str = "<script type=\"application/json\" id=\"data\">";

    fn data(page: &str) -> Value {
        serde_json::from_str(inside(page, DATA)).unwrap()
    }

    #[test]
    fn what_the_program_says_cannot_leave_its_element() {
        let page = page(HOSTILE, &[finding()], "", &sources());
        let json = inside(&page, DATA);
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}', '\0']), "{json}");
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        assert_eq!(inside(&page, "<script type=\"module\">"), SCRIPT);
    }

    #[test]
    fn what_the_program_says_arrives_unchanged() {
        let data = data(&page(HOSTILE, &[finding()], "", &sources()));
        assert_eq!(data["program"], HOSTILE);
        let finding = &data["findings"][0];
        assert_eq!(finding["message"], HOSTILE);
        let step = &finding["steps"][1];
        let (object, output, holds) = (&step["object"], &step["output"], &step["holds"][0]);
        assert_eq!([object, output, holds], [HOSTILE; 3]);
        assert_eq!(step["value"], serde_json::json!([HOSTILE, "1", HOSTILE]));
    }

    #[test]
    fn files_and_stacks_are_told_once() {
        let data = data(&page("prog.c", &[finding(), finding()], "", &sources()));
        let files = serde_json::json!([{ "name": "a.c", "text": HOSTILE }, { "name": "b.c", "text": null }]);
        assert_eq!(data["files"], files);
        let stacks = serde_json::json!([[[HOSTILE, 0, 1, 5]], [[HOSTILE, 1, 2, 5]], [[HOSTILE, 1, 3, 5]]]);
        assert_eq!(data["stacks"], stacks);
        let outcome = &data["findings"][1]["outcome"][0];
        assert_eq!([&outcome["stack"], &outcome["holders"][0]["stack"]], [2, 0]);
    }

    #[test]
    fn the_outcome_is_the_threads_that_wait_race_or_fail() {
        let outcome = |kind, roles: &[Role]| {
            let finding = finding();
            let related = |role: &Role| Related { role: *role, ..finding.related[0].clone() };
            let related = roles.iter().map(related).collect();
            let finding = Finding { kind, related, message: "fails".to_owned(), ..finding };
            let finding = data(&page("prog.c", &[finding], "", &sources()))["findings"][0].take();
            let messages = |what: &str| finding[what].as_array().unwrap().len();
            (messages("outcome"), messages("notes"), finding["opposed"] == true)
        };
        assert_eq!(outcome(FaultKind::Deadlock, &[Role::Waiter, Role::Waiter, Role::Joiner]), (3, 0, false));
        let race = [Role::Access, Role::EarlierAccess, Role::Allocation];
        assert_eq!(outcome(FaultKind::DataRace, &race), (2, 1, true));
        assert_eq!(outcome(FaultKind::DataRace, &[]), (1, 0, false));
        assert_eq!(outcome(FaultKind::Assertion, &[]), (1, 0, false));
    }

    #[test]
    fn the_policy_names_what_the_page_contains() {
        let page = page("prog.c", &[], "", &sources());
        assert!(page.contains(&format!("content=\"{}\"", policy::policy(SCRIPT, STYLE))));
        assert!(page.contains(&format!("<style>{STYLE}</style>")));
    }
}
