//! Searches within a bound: how many executions each reduction makes, and what it costs to deepen. Makes parts of docs/results.md.
//!
//! `cargo bench --bench bounded -- lastzero` measures the programs with `lastzero` in their name.

mod measure;
mod results;

use std::error::Error;
use std::path::Path;

use measure::{Cost, compile, stem};
use results::{Table, machine, publish, thousands};
use serde_json::Value;

/// A search of more executions than these is not counted; so that it does not depend on the machine.
const MOST: u64 = 4_000_000;

/// What is counted: a name, and what a search is asked for.
const ENUMERATION: (&str, &str) = ("every interleaving", "exhaustive");
const WITHIN_PREEMPTIONS: [(&str, &str); 5] = [
    ENUMERATION,
    ("`naive-bpor` (misses things)", "naive-bpor"),
    ("`classic-bpor`", "classic-bpor"),
    ("`nidhugg-bpor`", "nidhugg-bpor"),
    ("`source-bpor`", "source-bpor"),
];
/// With delays, these make the same executions; a difference is an error.
const WITHIN_DELAYS: [(&str, &str); 4] = [
    ENUMERATION,
    ("`classic-bpor`, `nidhugg-bpor` and `source-bpor`", "classic-bpor"),
    ("", "nidhugg-bpor"),
    ("", "source-bpor"),
];

const BOUNDS: std::ops::RangeInclusive<u32> = 0..=4;

const READERS_3: (&str, &str) = ("tests/check/counts/readers.c", "-DN=3");
const READERS_6: (&str, &str) = ("tests/check/counts/readers.c", "-DN=6");
const LASTZERO: (&str, &str) = ("tests/check/counts/lastzero.c", "-DN=5");
const INDEXER: (&str, &str) = ("tests/check/counts/indexer.c", "-DN=12");
const CASW: (&str, &str) = ("tests/check/counts/casw.c", "-DN=4");

/// What is deepened up to a number of preemptions.
const DEEPENED: [(&str, &str, u32); 4] = [
    ("tests/check/counts/casw.c", "-DN=5", 4),
    ("tests/check/counts/lastzero.c", "-DN=6", 3),
    ("tests/check/counts/lockinc.c", "-DN=5", 3),
    ("tests/check/counts/readers.c", "-DN=7", 4),
];

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let is_wanted =
        |program: &str| wanted.is_empty() || wanted.iter().any(|part| program.contains(part.as_str()));
    let programs = [READERS_3, READERS_6, LASTZERO, INDEXER, CASW];
    let of = |programs: &[(&'static str, &'static str)]| -> Vec<(&'static str, &'static str)> {
        programs.iter().copied().filter(|(program, _)| is_wanted(program)).collect()
    };
    let preemptions = counts("preemptions", &of(&programs), &WITHIN_PREEMPTIONS)?;
    publish("preemptions", &preemptions, wanted.is_empty())?;
    let delays = counts("delays", &of(&programs[1..]), &WITHIN_DELAYS)?;
    publish("delays", &delays, wanted.is_empty())?;
    publish("deepening", &deepening(is_wanted)?, wanted.is_empty())
}

/// `readers(6)`
fn call((program, flags): (&str, &str)) -> String {
    format!("{}({})", stem(program), flags.trim_start_matches("-DN="))
}

/// Executions per bound of this kind. A reduction without a name has to make the same as the one before.
fn counts(
    kind: &str,
    programs: &[(&str, &str)],
    searches: &[(&str, &str)],
) -> Result<String, Box<dyn Error>> {
    let headings = ["program".to_owned(), format!("{kind} ≤")].into_iter();
    let mut table = Table::new(&headings.chain(BOUNDS.map(|bound| bound.to_string())).collect::<Vec<_>>(), 2);
    for &(program, flags) in programs {
        let text = compile(program, flags)?;
        let mut name = call((program, flags));
        let mut before = Vec::new();
        for (label, reduction) in searches {
            let counted = count_all(&text, kind, reduction)?;
            if label.is_empty() {
                if counted != before {
                    return Err(format!("{reduction} and another one differ on {name}, {kind}").into());
                }
                continue;
            }
            let cells = [std::mem::take(&mut name), (*label).to_owned()];
            table.row(&cells.into_iter().chain(counted.iter().cloned()).collect::<Vec<_>>());
            before = counted;
        }
    }
    Ok(table.text())
}

/// Within each bound, `–` from where there are too many on.
fn count_all(text: &Path, kind: &str, reduction: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut counted = Vec::new();
    let mut is_too_many = false;
    for bound in BOUNDS {
        let count = if is_too_many { None } else { count(text, &format!("{kind}={bound}"), reduction)? };
        is_too_many = count.is_none();
        counted.push(count.unwrap_or_else(|| "–".to_owned()));
    }
    Ok(counted)
}

/// `12+3`: complete executions, and those that were given up. `None` if there are too many.
fn count(text: &Path, bound: &str, reduction: &str) -> Result<Option<String>, Box<dyn Error>> {
    let most = format!("--max-executions={MOST}");
    let always = ["--keep-going", "--no-commute", "--bound", bound, most.as_str()];
    let Cost { report, .. } = measure::check(text, &always, &["--reduction", reduction])?;
    let is_stopped = report["incomplete"]
        .as_array()
        .is_some_and(|reasons| reasons.iter().any(|reason| reason["reason"] == "max-executions"));
    let (executions, given_up) = (number(&report, "executions")?, number(&report, "redundant")?);
    Ok((!is_stopped).then(|| match given_up {
        0 => thousands(executions as f64),
        _ => format!("{}+{}", thousands(executions as f64), thousands(given_up as f64)),
    }))
}

fn number(report: &Value, name: &str) -> Result<u64, String> {
    report[name].as_u64().ok_or_else(|| format!("no {name} in {report}"))
}

/// All bounds up to one, beside that one alone.
fn deepening(is_wanted: impl Fn(&str) -> bool) -> Result<String, Box<dyn Error>> {
    let head =
        ["program", "new executions in each round", "K", "K alone", "CPU s", "K alone", "MB", "K alone"];
    let mut table = Table::new(&head, 2);
    for (program, flags, bound) in DEEPENED.into_iter().filter(|(program, ..)| is_wanted(program)) {
        let text = compile(program, flags)?;
        let search = |range: String| {
            let always = ["--keep-going", "--no-commute", "--bound", range.as_str()];
            measure::check(&text, &always, &["--reduction=source-bpor"])
        };
        let (deepened, alone) =
            (search(format!("preemptions=0..{bound}"))?, search(format!("preemptions={bound}"))?);
        let rounds = deepened.report["rounds"].as_array().ok_or("there are rounds")?;
        let rounds = rounds.iter().map(|round| Ok(thousands(number(round, "executions")? as f64)));
        let rounds: Vec<String> = rounds.collect::<Result<_, String>>()?;
        table.row(&[
            call((program, flags)),
            rounds.join(", "),
            bound.to_string(),
            thousands(number(&alone.report, "executions")? as f64),
            format!("{:.1}", deepened.seconds),
            format!("{:.1}", alone.seconds),
            format!("{:.0}", deepened.megabytes),
            format!("{:.0}", alone.megabytes),
        ]);
    }
    Ok([table.text(), machine()].concat())
}
