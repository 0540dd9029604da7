//! What a program for the explorer says about itself; `tests/check/README.md` explains it.

/// The comments at the top, and the marks at the lines of bugs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Expectation {
    pub verdict: String,
    /// Of each group, some kind is found.
    pub bugs: Vec<Vec<String>>,
    pub flags: Vec<String>,
    pub traces: Option<u64>,
    /// The number of traces for `N=5` and the like.
    pub sizes: Vec<(String, u64)>,
    /// Line numbers with the kinds of bug that may be reported there.
    pub marks: Vec<(u64, Vec<String>)>,
}

pub(super) fn parse(source: &str) -> Result<Expectation, String> {
    let mut expectation = Expectation::default();
    let marks =
        (1..).zip(source.lines()).filter_map(|(number, line)| Some((number, line.split_once("//~")?.1)));
    expectation.marks = marks.map(|(number, kinds)| (number, alternatives(kinds))).collect();
    for line in source.lines().take_while(|line| line.starts_with("//")) {
        let Some((name, value)) = line.trim_start_matches("// ").split_once(": ") else { continue };
        match name.split_once(' ').unwrap_or((name, "")) {
            ("verdict", "") => expectation.verdict = value.to_owned(),
            ("bug", "") => expectation.bugs.push(alternatives(value)),
            ("check", "") => expectation.flags.extend(value.split_whitespace().map(str::to_owned)),
            ("traces", "") => expectation.traces = Some(number(value)?),
            ("traces", size) if size.contains('=') => {
                expectation.sizes.push((size.to_owned(), number(value)?))
            }
            // A sentence with a colon in it.
            _ => {}
        }
    }
    match (expectation.verdict.as_str(), expectation.bugs.is_empty()) {
        ("ok", true) | ("bug", false) => Ok(expectation),
        _ => Err("it must say `// verdict: ok`, or `// verdict: bug` and which".into()),
    }
}

fn alternatives(kinds: &str) -> Vec<String> {
    kinds.split('|').map(|kind| kind.trim().to_owned()).collect()
}

fn number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a number of traces"))
}
