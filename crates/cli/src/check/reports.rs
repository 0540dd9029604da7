//! The reports of a check: one on stdout, and others in files.

use std::env;
use std::fs;
use std::io;
use std::iter;
use std::path::Path;
use std::time::{Duration, SystemTime};

use mazurka_report::{Check, Input, Origin, junit, sarif};

use crate::args::{self, Format};
use crate::failure::Failure;
use crate::hash;
use crate::terminal;

/// Years have four digits in ISO 8601.
const YEAR_10000: u64 = 253_402_300_800;

/// Prints the report, and writes every other one that was asked for. Fails, in the end, where something could not be
/// written.
pub(super) fn show(options: &args::Check, outcome: &Result<Check, Failure>) -> Result<(), Failure> {
    let origin = origin(options);
    let render = |format| render(options, format, outcome, &origin);
    let printed = render(options.format).map_or(Ok(()), |report| terminal::print(&report));
    let written = options.reports.each().map(|(format, file)| match render(format) {
        Some(report) => fs::write(file, report)
            .map_err(|error| Failure::new(format!("cannot write {}: {error}", file.display()))),
        None => Ok(()),
    });
    // All are tried before the first failure is reported.
    written.fold(printed, Result::and)
}

/// Where there was nothing to explore, the formats that have words for it say why.
fn render(
    options: &args::Check,
    format: Format,
    outcome: &Result<Check, Failure>,
    origin: &Origin,
) -> Option<String> {
    let sources = &terminal::sources();
    Some(match (format, outcome) {
        (Format::Text, Ok(check)) => check.render(terminal::style(&options.display, &io::stdout()), sources),
        (Format::Html, Ok(check)) => check.to_html(origin, sources),
        (Format::Json, Ok(check)) => format!("{:#}\n", check.to_json()),
        (Format::Json, Err(failure)) => format!("{:#}\n", failure.to_json()),
        (Format::Sarif, Ok(check)) => format!("{:#}\n", check.to_sarif(origin, sources)),
        (Format::Sarif, Err(failure)) => format!("{:#}\n", sarif::failure(&failure.to_string(), origin)),
        (Format::Junit, Ok(check)) => check.to_junit(origin, sources),
        (Format::Junit, Err(failure)) => junit::failure(&failure.to_string(), origin),
        (Format::Dot, Ok(check)) => check.to_dot(),
        (Format::Witness, Ok(check)) => check.to_witness(origin, sources),
        (Format::Text | Format::Html | Format::Dot | Format::Witness, Err(_)) => return None,
    })
}

fn origin(options: &args::Check) -> Origin {
    let input = |path: &Path| Input {
        name: path.to_string_lossy().into_owned(),
        sha256: fs::read(path).map(|bytes| hash::sha256([bytes])).unwrap_or_default(),
    };
    Origin {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        inputs: options.inputs.iter().map(|path| input(path)).collect(),
        command_line: command_line(),
        created: humantime::format_rfc3339_seconds(now()).to_string(),
    }
}

/// Without the path of the binary, which does not matter to a reader of the report.
fn command_line() -> String {
    let arguments = env::args_os().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    iter::once("mazurka".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// The clock, or what `SOURCE_DATE_EPOCH` says for builds that can be repeated (see reproducible-builds.org).
fn now() -> SystemTime {
    let fixed = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let fixed = fixed.filter(|seconds| *seconds < YEAR_10000);
    fixed.map_or_else(SystemTime::now, |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

/// In quotes where a shell would not take it as it is.
fn shell_word(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(&byte);
    match !word.is_empty() && word.bytes().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(shell_word("-DN=4"), "-DN=4");
        assert_eq!(shell_word("a b"), "'a b'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(""), "''");
    }
}
