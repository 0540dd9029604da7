//! Programs that say at their top what is found in them: `// check FLAGS: KINDS`, or `ok` for none.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::Value;

use crate::compiled;

const BLESS: &str = "MAZURKA_BLESS";

/// A program with some flags.
pub(crate) struct Row {
    path: PathBuf,
    pub flags: Vec<String>,
    /// The kinds of its bugs.
    pub bugs: BTreeSet<String>,
    /// Behind the kinds, after a comma.
    pub remark: Option<String>,
}

impl Row {
    /// ` FLAGS: KINDS`, and perhaps a remark.
    fn parse(path: &Path, line: &str) -> Row {
        let (flags, found) = line.split_once(':').unwrap_or_else(|| panic!("{}: {line}", path.display()));
        let (kinds, remark) = match found.split_once(", ") {
            Some((kinds, remark)) => (kinds, Some(remark.to_owned())),
            None => (found, None),
        };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
        let bugs = words(kinds).into_iter().filter(|kind| kind != "ok").collect();
        Row { path: path.to_owned(), flags: words(flags), bugs, remark }
    }

    pub(crate) fn name(&self) -> String {
        let program = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        [vec![program], self.flags.clone()].concat().join(" ")
    }

    /// A program is compiled once for all searches. Options with one dash are clang's.
    pub(crate) fn compile(&self) -> PathBuf {
        let subject = self.path.parent().and_then(Path::file_name).unwrap_or_default();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(subject);
        let text = folder.join(self.name().replace([' ', '='], "_") + ".ll");
        compiled::compile(&self.path, self.flags.iter().filter(|flag| !flag.starts_with("--")), &text);
        text
    }

    /// What a search reports.
    pub(crate) fn check<'a>(
        &self,
        text: &Path,
        reduction: &str,
        flags: impl Iterator<Item = &'a String>,
    ) -> Value {
        let always = ["--no-trace", "--keep-going", "--max-depth=1000000", "--reduction", reduction];
        let arguments = always.map(OsString::from).into_iter().chain(flags.map(OsString::from));
        report(arguments.chain([text.into()])).unwrap_or_else(|problem| panic!("{}: {problem}", self.name()))
    }
}

/// What `mazurka check` reports, by the library: most of the time of a small search goes into starting a process.
pub(crate) fn report(arguments: impl Iterator<Item = OsString>) -> Result<Value, String> {
    const STACK_OF_A_PROCESS: usize = 8 << 20;
    let arguments: Vec<OsString> = ["--format=json".into()].into_iter().chain(arguments).collect();
    let check = || mazurka::check_to_json(arguments.iter().cloned());
    let (json, _) = thread::scope(|scope| {
        let checker = thread::Builder::new().stack_size(STACK_OF_A_PROCESS).spawn_scoped(scope, check);
        checker.expect("a thread can be started").join().unwrap_or_else(|_| Err("it panics".to_owned()))
    })?;
    serde_json::from_str(&json).map_err(|error| error.to_string())
}

/// The rows of all programs in a folder, by name.
pub(crate) fn rows(folder: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "c")) {
        let source = fs::read_to_string(path).expect("the program can be read");
        let said: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("// check")).collect();
        assert!(!said.is_empty(), "{} says nothing of its bugs", path.display());
        rows.extend(said.into_iter().map(|line| Row::parse(path, line)));
    }
    rows
}

/// The kinds of all bugs.
pub(crate) fn kinds(report: &Value) -> BTreeSet<String> {
    let bugs = report["bugs"].as_array().expect("bugs are a list").iter();
    bugs.map(|bug| bug["kind"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Compares a table with the one in a file, which `MAZURKA_BLESS=1` records.
pub(crate) fn compare_with_recorded(lines: &[String], path: &Path) {
    let found = lines.join("\n") + "\n";
    if std::env::var_os(BLESS).is_some() {
        fs::write(path, &found).expect("the table can be written");
    }
    let recorded = fs::read_to_string(path).unwrap_or_default();
    let differences: Vec<(&str, &str)> =
        recorded.lines().zip(found.lines()).filter(|(old, new)| old != new).collect();
    assert!(recorded == found, "{BLESS}=1 records what was found: {differences:#?}");
}
