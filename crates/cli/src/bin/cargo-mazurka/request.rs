//! The command line.

use std::collections::VecDeque;
use std::ffi::OsString;

pub(crate) const USAGE: &str = "\
usage: cargo mazurka test [FILTER] [--format FORMAT] [CARGO OPTIONS] [-- OPTIONS OF `mazurka check`]
       cargo mazurka run [CARGO OPTIONS] [-- OPTIONS OF `mazurka check`]

Checks each #[test] whose name contains FILTER, or a binary or example. Options of cargo choose what is built:
-p, --package, --lib, --bin, --test, --example, --features, --all-features, --no-default-features, --manifest-path,
--config.
Each test has 60 seconds, unless the options say otherwise (--timeout SECONDS).
The report on stdout is text; with --format json, junit or sarif it is one document about all tests.
Exit code: 0 all tests are ok, 1 a test has a bug, 2 an error, 3 a test was not explored completely.";

/// Options of cargo that are followed by a value.
const WITH_VALUE: [&str; 9] =
    ["-p", "--package", "--bin", "--test", "--example", "--features", "-F", "--manifest-path", "--config"];

#[derive(Default, Debug, PartialEq)]
pub(crate) struct Request {
    /// `run` rather than `test`.
    pub runs: bool,
    pub filter: Option<String>,
    pub format: Format,
    pub cargo: Vec<String>,
    pub check: Vec<String>,
}

/// What is printed about tests.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
    Junit,
    Sarif,
}

impl Format {
    fn named(name: &str) -> Result<Format, String> {
        match name {
            "text" => Ok(Format::Text),
            "json" => Ok(Format::Json),
            "junit" => Ok(Format::Junit),
            "sarif" => Ok(Format::Sarif),
            _ => Err(format!("--format {name}: the formats are text, json, junit and sarif")),
        }
    }
}

impl Request {
    pub(crate) fn parse(arguments: &[OsString]) -> Result<Request, String> {
        let texts = arguments.iter().map(|argument| argument.to_str().ok_or("an argument is not UTF-8"));
        let mut texts = texts.collect::<Result<VecDeque<_>, _>>()?;
        let runs = match texts.pop_front() {
            Some("test") => false,
            Some("run") => true,
            _ => return Err(USAGE.to_owned()),
        };
        let mut request = Request { runs, ..Request::default() };
        while let Some(text) = texts.pop_front() {
            match text {
                "--" => {
                    request.check.extend(texts.drain(..).map(str::to_owned));
                }
                _ if !runs && text == "--format" => {
                    request.format = Format::named(texts.pop_front().ok_or("--format needs a value")?)?;
                }
                _ if !runs && text.starts_with("--format=") => {
                    request.format = Format::named(&text["--format=".len()..])?;
                }
                _ if text.starts_with('-') => {
                    request.cargo.push(text.to_owned());
                    if WITH_VALUE.contains(&text) {
                        let value = texts.pop_front().ok_or_else(|| format!("{text} needs a value"))?;
                        request.cargo.push(value.to_owned());
                    }
                }
                _ if !runs && request.filter.is_none() => request.filter = Some(text.to_owned()),
                _ => return Err(format!("{text}: not expected here\n\n{USAGE}")),
            }
        }
        if !runs && !request.check.iter().any(|option| option.starts_with("--timeout")) {
            request.check.extend(["--timeout".to_owned(), "60".to_owned()]);
        }
        Ok(request)
    }
}
