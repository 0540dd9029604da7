//! Trace files: written when a bug is found, read by `mazurka replay`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use mazurka_report::{Finding, Trace};

use crate::args;
use crate::failure::Failure;
use crate::invocation::Invocation;
use crate::subject::Subject;

/// Writes the execution of every bug to a file of its own, and notes which in the bug. A failure to write must not
/// lose the report.
pub(crate) fn save(subject: &Subject, options: &args::Check, invocation: &Invocation, bugs: &mut [Finding]) {
    if options.traces.no_trace {
        return;
    }
    if let Some(folder) = options.traces.trace_dir.as_ref().filter(|_| !bugs.is_empty()) {
        // Writing the files says what is wrong with it.
        let _ = fs::create_dir_all(folder);
    }
    for (index, bug) in bugs.iter_mut().enumerate() {
        let path = path(subject, options, index);
        bug.trace_file = Some(path.to_string_lossy().into_owned());
        if let Err(reason) = write(subject, invocation, bug, &path) {
            eprintln!("warning: cannot write the trace to {}: {reason}", path.display());
            bug.trace_file = None;
        }
    }
}

/// Fails with a sentence about the file.
pub(crate) fn load(path: &Path) -> Result<Trace, Failure> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
    Trace::read(&String::from_utf8_lossy(&bytes)).map_err(|reason| {
        Failure::new(format!("cannot read {shown}: {reason}"))
            .help("traces are written by `mazurka check` when it finds a bug")
    })
}

fn write(subject: &Subject, invocation: &Invocation, bug: &Finding, path: &Path) -> Result<(), String> {
    let utf8 = |text: &OsString| text.clone().into_string().map_err(|_| "the command line is not UTF-8");
    let trace = Trace {
        mazurka: env!("CARGO_PKG_VERSION").to_owned(),
        directory: invocation.directory.to_string_lossy().into_owned(),
        arguments: invocation.arguments.iter().map(utf8).collect::<Result<_, _>>()?,
        stdin: subject.stdin().map(<[u8]>::to_vec),
        program: subject.hash.clone(),
        threads: subject.births(),
        finding: bug.clone(),
    };
    fs::write(path, format!("{}\n", trace.to_json())).map_err(|error| error.to_string())
}

/// `NAME.mztrace`, `NAME-2.mztrace` …
fn path(subject: &Subject, options: &args::Check, index: usize) -> PathBuf {
    let first = match &options.traces.trace {
        Some(file) => file.clone(),
        None => {
            let folder = options.traces.trace_dir.clone().unwrap_or_default();
            folder.join(format!("{}.mztrace", subject.name))
        }
    };
    numbered(&first, index + 1)
}

/// The number goes in front of the extension.
fn numbered(file: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return file.to_owned();
    }
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_traces_are_numbered() {
        let name = |file: &str, number| numbered(Path::new(file), number).display().to_string();
        assert_eq!(name("a.b.mztrace", 1), "a.b.mztrace");
        assert_eq!(name("a.b.mztrace", 2), "a.b-2.mztrace");
        assert_eq!(name("/tmp/x", 3), "/tmp/x-3");
    }
}
