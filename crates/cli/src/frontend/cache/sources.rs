//! What a compiled text depends on besides its key: headers, and that others are absent.

use std::collections::BTreeSet;
use std::fs;

use serde::{Deserialize, Serialize};

use super::super::header::DIRECTORY;
use super::files::Files;
use crate::hash;

#[derive(Default, Serialize, Deserialize)]
pub(in super::super) struct Sources {
    /// Every file that clang has read, and the hash of its contents.
    files: Vec<(String, String)>,
    /// Where clang looks for headers.
    folders: Vec<String>,
    /// Names whose existence the program asks for with `__has_include`.
    asked: BTreeSet<String>,
    /// A hash of which files exist that clang would read, if another header of the same name did not come first.
    existing: String,
}

impl Sources {
    /// From the list that clang has written.
    pub(in super::super) fn new(depfile: &str, folders: Vec<String>) -> Option<Sources> {
        // Our own header is part of the key.
        let is_ours = |name: &String| name.starts_with(DIRECTORY) || name.starts_with("/dev/fd/");
        let names = parse_depfile(depfile)?.into_iter().filter(|name| !is_ours(name));
        let files = names.map(|name| (name, String::new())).collect();
        Some(Sources { files, folders, ..Sources::default() })
    }

    /// Notes the state of the files; `false` if the text depends on more than that, or if a file may have changed while clang
    /// read it.
    pub(super) fn record(&mut self, files: &Files) -> bool {
        for (name, hash) in &mut self.files {
            let Some(asked) = fs::read(&*name).ok().and_then(|text| asked(&String::from_utf8_lossy(&text)))
            else {
                return false;
            };
            self.asked.extend(asked);
            match files.hash(name) {
                Some(computed) if !files.has_changed(name) => *hash = computed,
                _ => return false,
            }
        }
        self.existing = self.existing(files);
        true
    }

    pub(super) fn are_unchanged(&self, files: &Files) -> bool {
        self.files.iter().all(|(name, hash)| files.hash(name).as_ref() == Some(hash))
            && self.existing(files) == self.existing
    }

    /// Clang joins a folder and the name of an `#include`. So every name that leads from a folder to one of the files may have
    /// been looked up in every folder: those for headers, and those of the files that include something.
    fn existing(&self, files: &Files) -> String {
        let own = self.files.iter().map(|(name, _)| name.rsplit_once('/').map_or(".", |(folder, _)| folder));
        let folders: BTreeSet<&str> = self.folders.iter().map(String::as_str).chain(own).collect();
        let mut names: BTreeSet<&str> = self.asked.iter().map(String::as_str).collect();
        for (file, _) in &self.files {
            names.extend(folders.iter().filter_map(|folder| name_from(folder, file)));
        }
        let existing = folders.iter().flat_map(|folder| {
            let names = files.existing(folder, names.iter().copied());
            names.into_iter().flat_map(move |name| [folder, "\0", name, "\0"])
        });
        hash::sha256(existing)
    }
}

/// What follows the folder in a file's name.
fn name_from<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    match file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
        None if folder == "." && !file.starts_with('/') => Some(file),
        name => name,
    }
}

/// The prerequisites of the only rule. See "make" in POSIX, and the quoting of `DependencyFile.cpp` in clang.
fn parse_depfile(text: &str) -> Option<Vec<String>> {
    let (_, prerequisites) = text.split_once(':')?;
    let mut names = vec![String::new()];
    let mut characters = prerequisites.chars().peekable();
    while let Some(character) = characters.next() {
        let quoted = match (character, characters.peek()) {
            ('\\', Some('\n')) => None,
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => characters.next(),
            _ => Some(character).filter(|character| !character.is_whitespace()),
        };
        match quoted {
            Some(quoted) => names.last_mut()?.push(quoted),
            // A quoted blank is part of a name, and any other ends it.
            None => names.push(String::new()),
        }
    }
    names.retain(|name| !name.is_empty());
    Some(names)
}

/// The names that a text asks for; `None` if it cannot be said which, or if it knows the time.
fn asked(text: &str) -> Option<Vec<String>> {
    const CLOCKS: [&str; 3] = ["__DATE__", "__TIME__", "__TIMESTAMP__"];
    if CLOCKS.iter().any(|clock| text.contains(clock)) {
        return None;
    }
    let mut names = Vec::new();
    for question in ["__has_include", "__has_embed"] {
        for (at, _) in text.match_indices(question) {
            let rest =
                text[at + question.len()..].trim_start_matches("_next").trim_start_matches([' ', '\t']);
            let Some(argument) = rest.strip_prefix('(') else {
                let line = text[..at].rsplit('\n').next().unwrap_or_default().trim_start();
                let is_alias =
                    line.strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("define"));
                if is_alias {
                    return None;
                }
                continue;
            };
            let argument = argument.trim_start();
            let end = match argument.chars().next()? {
                '<' => '>',
                '"' => '"',
                _ => return None,
            };
            names.push(argument[1..].split(end).next()?.to_owned());
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depfiles_quote_blanks_and_dollars() {
        let text = "text: a.c b\\ c.h \\\n  d/../e.h \\\n  f$$g.h h\\#.h\n";
        assert_eq!(parse_depfile(text).unwrap(), ["a.c", "b c.h", "d/../e.h", "f$g.h", "h#.h"]);
        assert_eq!(parse_depfile(""), None);
    }

    #[test]
    fn names_lead_from_folders_to_files() {
        assert_eq!(name_from("/usr/include", "/usr/include/sys/a.h"), Some("sys/a.h"));
        assert_eq!(name_from("src", "src/../b.h"), Some("../b.h"));
        assert_eq!(name_from("src", "srcs/b.h"), None);
        assert_eq!(name_from(".", "a.c"), Some("a.c"));
        assert_eq!(name_from(".", "/a.c"), None);
    }

    #[test]
    fn texts_ask_for_names() {
        let all = "#ifdef __has_include\n# if __has_include (\"a.h\") || __has_include_next(<b/c.h>)\n// see __has_include";
        assert_eq!(asked(all).unwrap(), ["a.h", "b/c.h"]);
        for unknown in
            ["#if __has_include(NAME)", "# define EXISTS __has_include\n", "char *built = __DATE__;"]
        {
            assert_eq!(asked(unknown), None, "{unknown}");
        }
    }
}
