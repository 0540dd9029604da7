//! `mazurka show`: trace files as a report or as a page. Nothing is compiled and nothing is run.

use std::fs;
use std::io;
use std::path::Path;

use mazurka_report::html;
use mazurka_report::text::Sources;
use mazurka_report::{Finding, Trace};

use crate::args;
use crate::exit;
use crate::failure::Failure;
use crate::replay::file;
use crate::terminal;

pub(crate) fn run(options: &args::Show) -> Result<u8, Failure> {
    let traces = options.traces.iter().map(|path| file::load(path)).collect::<Result<Vec<Trace>, _>>()?;
    // Where the first check was started: names are shown, and relative ones found, as from there.
    let folder = traces.first().map(|trace| trace.directory.clone()).unwrap_or_default();
    let text = |file: &str| fs::read_to_string(Path::new(&folder).join(file)).ok();
    let sources = Sources { folder: folder.clone(), text: &text };
    let findings: Vec<Finding> = traces.into_iter().map(|trace| trace.finding).collect();
    match &options.html {
        Some(page) => {
            let names: Vec<_> = options.traces.iter().map(|path| path.display().to_string()).collect();
            fs::write(page, html::page(&names.join(" "), &findings, "", &sources))
                .map_err(|error| Failure::new(format!("cannot write {}: {error}", page.display())))?;
        }
        None => {
            let style = terminal::style(&options.display, &io::stdout());
            let reports = findings.iter().map(|finding| finding.render(style, &sources));
            terminal::print(&reports.collect::<Vec<_>>().join("\n"))?;
        }
    }
    Ok(exit::OK)
}
