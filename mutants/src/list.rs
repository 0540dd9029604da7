//! The mutants as text: a file for each part of Mazurka, with lines such as
//!
//! ```text
//! file: crates/machine/src/operation.rs
//! test: -p mazurka-machine --lib
//!
//! == reads of one place depend on each other
//! - x_writes || y_writes
//! + true
//! ```
//!
//! `file:` and `test:` hold for all mutants below them, until the next. Several tests, with commas between them, are tried in
//! turn until one notices: the quick ones first. The lines after `-` must occur exactly once in
//! the file, and are replaced by those after `+`; blanks at their beginnings do not count.

use std::error::Error;
use std::fs;
use std::path::Path;

pub(crate) struct Mutant {
    pub name: String,
    /// The file in `mutants/list` that has it, without its ending.
    pub list: String,
    /// The file to change, relative to the repository.
    pub file: String,
    /// Arguments of `cargo test`, one of which should fail.
    pub tests: Vec<String>,
    find: Vec<String>,
    replace: Vec<String>,
}

pub(crate) fn read() -> Result<Vec<Mutant>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("list");
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    let mut mutants = Vec::new();
    for path in paths {
        let list = path.file_stem().unwrap_or_default().to_string_lossy();
        mutants.extend(
            parse(&list, &fs::read_to_string(&path)?)
                .map_err(|error| format!("{}: {error}", path.display()))?,
        );
    }
    Ok(mutants)
}

fn parse(list: &str, text: &str) -> Result<Vec<Mutant>, String> {
    let (mut file, mut tests) = (String::new(), Vec::new());
    let mut mutants: Vec<Mutant> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (mark, mutants.last_mut()) {
            ("" | "#", _) => {}
            ("file:", _) => file = rest.to_owned(),
            ("test:", _) => tests = rest.split(", ").map(str::to_owned).collect(),
            ("==", _) => {
                let (file, tests) = (file.clone(), tests.clone());
                mutants.push(Mutant {
                    name: rest.to_owned(),
                    list: list.to_owned(),
                    file,
                    tests,
                    find: Vec::new(),
                    replace: Vec::new(),
                });
            }
            ("-", Some(mutant)) => mutant.find.push(rest.trim().to_owned()),
            ("+", Some(mutant)) => mutant.replace.push(rest.trim().to_owned()),
            _ => return Err(format!("line {number} is not part of a mutant: {line}")),
        }
    }
    Ok(mutants)
}

impl Mutant {
    /// The text with the change made.
    pub(crate) fn apply(&self, text: &str) -> Result<String, String> {
        let places = self.places(text);
        let [(from, to)] = places[..] else {
            return Err(format!("{}: its text occurs {} times in {}", self.name, places.len(), self.file));
        };
        Ok([&text[..from], &self.replace.join("\n"), &text[to..]].concat())
    }

    /// Where the lines to be found occur one after the other, whatever their indentation.
    fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let Some((first, rest)) = self.find.split_first() else { return Vec::new() };
        let end_of = |from: usize| {
            rest.iter().try_fold(from + first.len(), |at, line| {
                let next = at + text[at..].find(|c: char| !c.is_whitespace())?;
                text[next..].starts_with(line.as_str()).then_some(next + line.len())
            })
        };
        text.match_indices(first.as_str()).filter_map(|(from, _)| Some((from, end_of(from)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_change_what_they_say() {
        let mutants =
            parse("x", "file: a.rs\ntest: -p x, -p y\n== one\n- if a {\n- b\n+ if b {\n== two\n- c\n+ d\n")
                .unwrap();
        assert_eq!(
            (mutants[1].file.as_str(), &mutants[1].tests[..]),
            ("a.rs", &["-p x".to_owned(), "-p y".to_owned()][..])
        );
        assert_eq!(mutants[0].apply("x if a {\n    b }").unwrap(), "x if b { }");
        assert!(mutants[0].apply("if a { c }").is_err(), "it is not there");
        assert!(mutants[1].apply("c c").is_err(), "it is there twice");
        assert!(parse("x", "stray").is_err());
    }

    /// A change of a line that a mutant quotes fails here at once.
    #[test]
    fn all_mutants_can_be_applied() {
        for mutant in read().unwrap() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&mutant.file);
            let text = fs::read_to_string(path).unwrap();
            assert_ne!(mutant.apply(&text).unwrap(), text, "{}", mutant.name);
        }
    }
}
