//! A share of the programs by the binary: what a search finds is what `mazurka check` reports, after a replay has confirmed it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use mazurka::presets::{PRESETS, Preset};
use serde_json::Value;

use crate::compare::{Comparison, Difference};
use crate::process;
use crate::searches::Setting;
use crate::seen::LIFETIMES;

const LIMIT: Duration = Duration::from_secs(120);

/// Compares the findings of `mazurka check` with those of the oracle.
pub(crate) fn differences(
    ir: &Path,
    comparison: &Comparison,
    setting: &Setting,
    is_ordered_by_state: bool,
) -> Vec<Difference> {
    let is_checked = |preset: &&Preset| match preset.name {
        "exhaustive" => !comparison.by_sleep,
        // Others are refused.
        _ if preset.allows_races() => setting.races_allowed,
        name => name == "optimal" || preset.finds_all_errors(),
    };
    let racy = comparison.oracle.is_racy();
    let expected: BTreeSet<Bug> =
        comparison.oracle.bugs().map(|finding| bug(finding.kind, finding.line)).collect();
    let mut differences = Vec::new();
    for preset in PRESETS.iter().filter(is_checked) {
        // See `same_errors` in `compare.rs`.
        let may_miss_races = !is_ordered_by_state && preset.is_stateful();
        let problem = match check(ir, preset.name, setting) {
            Err(error) => Some(error),
            Ok(found) if racy => {
                let finds =
                    found.iter().any(|(kind, _)| kind == "data-race" || LIFETIMES.contains(&kind.as_str()));
                (!finds && !may_miss_races).then(|| format!("no data race in {found:?}"))
            }
            Ok(found) => (found != expected).then(|| format!("reports {found:?} instead of {expected:?}")),
        };
        differences.extend(problem.map(|problem| (format!("--reduction {}", preset.name), problem)));
    }
    differences
}

/// Kind and line.
type Bug = (String, Option<u32>);

/// Deadlocks and livelocks are at no single line.
fn bug(kind: &str, line: Option<u32>) -> Bug {
    (kind.to_owned(), line.filter(|_| !["deadlock", "livelock"].contains(&kind)))
}

fn check(ir: &Path, reduction: &str, setting: &Setting) -> Result<BTreeSet<Bug>, String> {
    let mut mazurka = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    mazurka.args(["check", "--format", "json", "--no-trace", "--keep-going", "--reduction", reduction]);
    mazurka.args(setting.flags()).arg(ir);
    let ended = process::run(&mut mazurka, "", LIMIT)?.ok_or_else(|| format!("{mazurka:?} does not end"))?;
    let parsed: Result<Value, _> = serde_json::from_str(&ended.stdout);
    let bugs = parsed.ok().as_ref().and_then(|report| report["bugs"].as_array()).map(|bugs| {
        let read = |found: &Value| {
            let line = found["location"]["line"].as_u64();
            bug(found["kind"].as_str().unwrap_or_default(), line.map(|line| line as u32))
        };
        bugs.iter().map(read).collect::<BTreeSet<Bug>>()
    });
    match (bugs, ended.exit) {
        (Some(bugs), Some(exit)) if exit == i32::from(!bugs.is_empty()) => Ok(bugs),
        (bugs, exit) => Err(format!("exit code {exit:?}, bugs {bugs:?}: {}", ended.stderr)),
    }
}

/// Writes LLVM IR where the binary can read it.
pub(crate) fn with_ir<T>(text: &str, seed: u64, use_it: impl FnOnce(&Path) -> T) -> Result<T, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random_c");
    let path = folder.join(format!("{seed}.ll"));
    fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text)).map_err(|error| error.to_string())?;
    let result = use_it(&path);
    fs::remove_file(&path).map_err(|error| error.to_string())?;
    Ok(result)
}
