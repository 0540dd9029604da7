//! The parts of docs/results.md that are made and not written: each is between `<!-- made by NAME -->` and `<!-- end -->`. With
//! `MAZURKA_BLESS=1`, as `make results` sets it, a part is replaced where it is; it is printed in any case.

// Not everyone needs all of it.
#![allow(dead_code)]

use std::env;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::SystemTime;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results.md");

const END: &str = "<!-- end -->\n";

fn begin(name: &str) -> String {
    format!("<!-- made by {name} -->\n")
}

/// Prints a part, and puts it into the document if that is asked for. What was measured of some programs only is not put there.
pub(crate) fn publish(name: &str, text: &str, is_whole: bool) -> Result<(), Box<dyn Error>> {
    println!("{text}");
    if is_whole && env::var_os("MAZURKA_BLESS").is_some() {
        let document = fs::read_to_string(DOCUMENT)?;
        let replaced =
            replace(&document, name, text).ok_or_else(|| format!("{DOCUMENT} has no part {name}"))?;
        fs::write(DOCUMENT, replaced)?;
    }
    Ok(())
}

/// The document with this part instead of the one of that name, if it has one.
pub(crate) fn replace(document: &str, name: &str, text: &str) -> Option<String> {
    let begin = begin(name);
    let (before, rest) = document.split_once(&begin)?;
    let (_, after) = rest.split_once(END)?;
    Some([before, &begin, text, END, after].concat())
}

/// A table in Markdown.
pub(crate) struct Table(String);

impl Table {
    /// The first columns, as many as `words`, are on the left, and numbers on the right.
    pub(crate) fn new(headings: &[impl Display], words: usize) -> Table {
        let mut table = Table(String::new());
        table.row(headings);
        let is_word = |column: usize| if column < words { " --- |" } else { " ---: |" };
        table.0 += &format!("|{}\n", (0..headings.len()).map(is_word).collect::<String>());
        table
    }

    pub(crate) fn row(&mut self, cells: &[impl Display]) {
        self.0 += "|";
        for cell in cells {
            let cell = cell.to_string();
            self.0 += &if cell.is_empty() { " |".to_owned() } else { format!(" {cell} |") };
        }
        self.0 += "\n";
    }

    pub(crate) fn text(self) -> String {
        self.0
    }
}

/// What times depend on, and when they were measured.
pub(crate) fn machine() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let today = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let day = today.split('T').next().unwrap_or_default();
    let loads = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    // Over the last fifteen minutes: the benchmark itself is one.
    let load = loads.split(' ').nth(2).unwrap_or("unknown");
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!("\nTimes: {model}, {cores}, load average {load}, {day}.\n")
}

/// Where the document is, for tests.
pub(crate) fn document() -> &'static Path {
    Path::new(DOCUMENT)
}

/// Of what is positive.
pub(crate) fn geometric_mean(of: impl IntoIterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = of.into_iter().map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
}

/// `1,234.5`, without what is behind the point where it is nothing.
pub(crate) fn thousands(number: f64) -> String {
    let digits = format!("{number:.1}");
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, "0"));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if fraction == "0" { grouped } else { format!("{grouped}.{fraction}") }
}

/// The same of a search, after `>` where it was stopped.
pub(crate) fn at_least(number: f64, is_complete: bool) -> String {
    format!("{}{}", if is_complete { "" } else { ">" }, thousands(number))
}

/// Seconds in two decimals, after `>` where the search was stopped.
pub(crate) fn seconds(seconds: f64, is_complete: bool) -> String {
    format!("{}{seconds:.2}", if is_complete { "" } else { ">" })
}
