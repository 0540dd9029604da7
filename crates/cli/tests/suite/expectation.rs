//! What a test program says about itself in the comments at its top, below a first line that describes it:
//!
//! ```c
//! // Locks are released in the order they were taken.
//! // args: a "b c"        arguments of the program
//! // flags: -DX --leaks   flags of mazurka run, before the file; those with one dash go to a native compiler too
//! // levels: 0 1          optimisation levels to run at (default: 0 1 2)
//! // with: other.c        further inputs, which are not tests by themselves
//! // stdin: text\n        standard input; \n, \t and \\ are escapes
//! // file: data:/data     a --file option, relative to the program's folder
//! // exit: 3              exit code of mazurka (default: 0, or 1 where a fault is expected)
//! // stdout: line         one line of output, repeated in order: all of the output
//! // native: same         stdout and exit code are those of the natively compiled program
//! // stderr~ text         stderr contains this text
//! ```
//!
//! `//~ KIND` at the end of a line of code: a fault of this kind is reported at this line.

use std::fmt::Write;

#[derive(Debug, Default)]
pub(crate) struct Expectation {
    pub arguments: Vec<String>,
    pub flags: Vec<String>,
    pub levels: Vec<String>,
    pub with: Vec<String>,
    pub stdin: String,
    pub files: Vec<String>,
    /// `None`: 0, or 1 where a fault is expected, or whatever the native program does.
    pub exit: Option<i32>,
    pub output: Output,
    pub stderr: Vec<String>,
    pub fault: Option<ExpectedFault>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// Exactly this text, but for a newline at its end.
    Text(String),
    LikeNative,
}

impl Default for Output {
    fn default() -> Output {
        Output::Text(String::new())
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExpectedFault {
    pub kind: String,
    pub line: usize,
}

pub(crate) fn parse(source: &str) -> Result<Expectation, String> {
    let mut expectation = Expectation { fault: fault(source)?, ..Expectation::default() };
    let mut stdout = Vec::new();
    for (line, directive, value) in directives(source) {
        let words = || value.split_whitespace().map(str::to_owned);
        match directive {
            "args:" => expectation.arguments.extend(quoted_words(value)),
            "flags:" => expectation.flags.extend(words()),
            "levels:" => expectation.levels.extend(words()),
            "with:" => expectation.with.extend(words()),
            "stdin:" => expectation.stdin.push_str(&unescape(value)),
            "file:" => expectation.files.push(value.to_owned()),
            "exit:" => {
                expectation.exit =
                    Some(value.parse().map_err(|_| format!("line {line}: `{value}` is not an exit code"))?)
            }
            "stdout:" => stdout.push(value),
            "native:" if value == "same" => expectation.output = Output::LikeNative,
            "stderr~" => expectation.stderr.push(value.to_owned()),
            _ => return Err(format!("line {line}: unknown directive `// {directive} {value}`")),
        }
    }
    if expectation.levels.is_empty() {
        expectation.levels = ["0", "1", "2"].map(String::from).into();
    }
    match expectation.output {
        Output::LikeNative if !stdout.is_empty() => {
            return Err("both `native:` and `stdout:` are given".into());
        }
        Output::LikeNative => {}
        Output::Text(_) => expectation.output = Output::Text(stdout.join("\n")),
    }
    Ok(expectation)
}

/// The source with its `// stdout:` lines replaced by this output.
pub(crate) fn bless(source: &str, stdout: &str) -> String {
    let is_stdout = |line: &str| line.starts_with("// stdout:");
    let head = 1 + source.lines().skip(1).take_while(|line| line.starts_with("//")).count();
    let place = source.lines().position(is_stdout).unwrap_or(head);
    let mut blessed = String::new();
    for (index, line) in source.lines().chain([""]).enumerate() {
        if index == place {
            stdout.lines().for_each(|line| {
                let _ = writeln!(blessed, "// stdout:{}{line}", if line.is_empty() { "" } else { " " });
            });
        }
        if index < source.lines().count() && !(index < head && is_stdout(line)) {
            let _ = writeln!(blessed, "{line}");
        }
    }
    blessed
}

/// `(line number, "name:", value)` for each comment of the top block, but for its first line, that looks like
/// `// name: value`.
fn directives(source: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let top = source.lines().enumerate().skip(1).take_while(|(_, line)| line.starts_with("//"));
    top.filter_map(|(index, line)| {
        let text = line.strip_prefix("// ")?;
        let name = text.find(|c: char| !c.is_ascii_lowercase()).filter(|end| *end > 0)?;
        let (directive, value) = text.split_at(name + text[name..].chars().next()?.len_utf8());
        directive
            .ends_with([':', '~'])
            .then(|| (index + 1, directive, value.strip_prefix(' ').unwrap_or(value)))
    })
}

fn fault(source: &str) -> Result<Option<ExpectedFault>, String> {
    let mut marks = source.lines().enumerate().filter_map(|(index, line)| {
        let (_, kind) = line.split_once("//~")?;
        Some(ExpectedFault { kind: kind.trim().to_owned(), line: index + 1 })
    });
    let first = marks.next();
    match marks.next() {
        Some(second) => {
            Err(format!("line {}: a run ends at its first fault, so only one can be expected", second.line))
        }
        None => Ok(first),
    }
}

/// Words between blanks; double quotes hold several together.
fn quoted_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn unescape(text: &str) -> String {
    let mut result = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        result.push(match c {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        });
    }
    result
}
