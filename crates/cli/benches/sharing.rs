//! Reductions that interleave plain accesses only where objects are shared: the table of the paper on clock vectors in JPF for our
//! programs, beside its figures, and all programs of `tests/states`.
//!
//! Prints the tables of docs/results.md. States are those of the last round, time is user and system CPU time of all of them, loading
//! included; both are means over the orders that `--seed 1` to `10` choose. `cargo bench --bench sharing -- reorder` measures the
//! programs with `reorder` in their name.

mod figures;
mod measure;

use std::error::Error;
use std::fs;
use std::path::Path;

use figures::thousands;
use measure::{Cost, ROOT, compile, stem};

/// At most a minute for one figure.
const TIMEOUT: &str = "--timeout=120";
const SEEDS: u32 = 10;

/// Every access is visible to the last two.
const SEARCHES: [(&str, &[&str]); 4] = [
    ("jpf", &["--reduction=jpf"]),
    ("clock-vector", &["--reduction=clock-vector"]),
    ("sdpor", &["--reduction=sdpor", "--races=allow"]),
    ("stateful", &["--reduction=stateful", "--races=allow"]),
];

/// A row of the paper's Table 3.
struct Row {
    program: &'static str,
    flags: &'static str,
    /// What it is called.
    name: &'static str,
    /// States and seconds of JPF's reduction, and of clock vectors.
    paper: [(f64, f64); 2],
}

const fn row(program: &'static str, flags: &'static str, name: &'static str, paper: [(f64, f64); 2]) -> Row {
    Row { program, flags, name, paper }
}

const AIRLINE: &str = "tests/states/airline.c";
const REORDER: &str = "tests/states/reorder.c";

const TABLE: [Row; 8] = [
    row(AIRLINE, "-DTHREADS=3 -DCUSHION=4", "airline, 3 threads, cushion 4", [(9025.0, 6.0), (2786.7, 3.0)]),
    row(AIRLINE, "-DTHREADS=4 -DCUSHION=2", "airline, 4, 2", [(307_561.0, 69.3), (107_112.0, 28.0)]),
    row(AIRLINE, "-DTHREADS=4 -DCUSHION=4", "airline, 4, 4", [(281_105.0, 75.7), (87_214.0, 28.3)]),
    row(AIRLINE, "-DTHREADS=5 -DCUSHION=1", "airline, 5, 1", [(3_966_210.0, 587.7), (1_050_418.0, 154.0)]),
    row(REORDER, "-DSETTERS=1", "reorder, 1 setter", [(285.0, 1.0), (181.33, 1.0)]),
    row(REORDER, "-DSETTERS=2", "reorder, 2 setters", [(3859.0, 2.0), (2222.7, 2.0)]),
    row(REORDER, "-DSETTERS=3", "reorder, 3 setters", [(54_555.0, 13.7), (26_576.0, 8.7)]),
    row(REORDER, "-DSETTERS=4", "reorder, 4 setters", [(532_101.0, 100.0), (228_874.0, 49.0)]),
];

/// Of one search over all seeds.
struct Mean {
    states: f64,
    seconds: f64,
    /// The most that one of them took.
    megabytes: f64,
    /// Whether some search was stopped.
    incomplete: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    rebuild_table(is_wanted)?;
    all_programs(is_wanted)
}

fn rebuild_table(is_wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    print!("| program |");
    SEARCHES.iter().for_each(|(name, _)| print!(" `{name}`: states | s | MB |"));
    println!("\n| --- |{}", " ---: |".repeat(3 * SEARCHES.len()));
    let mut ratios = Vec::new();
    for Row { program, flags, name, paper } in TABLE.iter().filter(|row| is_wanted(row.name)) {
        let text = compile(program, flags)?;
        let mut means = Vec::new();
        for (_, options) in SEARCHES {
            means.push(mean(&text, options, SEEDS)?);
        }
        print!("| {name} |");
        means.iter().for_each(|mean| print!(" {} |", cells(mean)));
        print!("\n| *the paper* |");
        paper.iter().for_each(|(states, seconds)| print!(" {} | {seconds} | |", thousands(*states)));
        println!(" | | | | | |");
        ratios.push(means.iter().map(|mean| mean.states).collect());
    }
    print_ratios(&ratios);
    Ok(())
}

/// Programs of `tests/states` as they are, in one order.
fn all_programs(is_wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    let folder = Path::new("tests/states");
    let mut programs: Vec<String> = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".c") && is_wanted(&name) {
            programs.push(folder.join(name).display().to_string());
        }
    }
    programs.sort();
    print!("\n| program |");
    SEARCHES.iter().for_each(|(name, _)| print!(" `{name}` |"));
    println!("\n| --- |{}", " ---: |".repeat(SEARCHES.len()));
    let mut ratios = Vec::new();
    for program in &programs {
        let text = compile(program, "")?;
        let mut means = Vec::new();
        print!("| {} |", stem(program));
        for (_, options) in SEARCHES {
            let mean = mean(&text, options, 1)?;
            print!(" {} |", states(&mean));
            means.push(mean.states);
        }
        println!();
        ratios.push(means);
    }
    print_ratios(&ratios);
    Ok(())
}

fn mean(text: &Path, options: &[&str], seeds: u32) -> Result<Mean, Box<dyn Error>> {
    let mut costs = Vec::new();
    let mut incomplete = false;
    for seed in 1..=seeds {
        let always = ["--keep-going", "--max-depth=1000000000", TIMEOUT, &format!("--seed={seed}")];
        let cost = measure::check(text, &always, options)?;
        incomplete = cost.report["complete"] != true;
        costs.push(cost);
        if incomplete {
            // The others would be stopped, too.
            break;
        }
    }
    let mean = |figure: fn(&Cost) -> f64| costs.iter().map(figure).sum::<f64>() / costs.len() as f64;
    Ok(Mean {
        states: mean(|cost| cost.report["states"].as_f64().unwrap_or(f64::NAN)),
        seconds: mean(|cost| cost.seconds),
        megabytes: costs.iter().map(|cost| cost.megabytes).fold(0.0, f64::max),
        incomplete,
    })
}

/// How many times as many states as each search the last one visits, in the geometric mean.
fn print_ratios(rows: &[Vec<f64>]) {
    let Some(first) = rows.first() else { return };
    let mean = |column: usize| {
        let logarithms = rows.iter().map(|row| (row[row.len() - 1] / row[column]).ln());
        (logarithms.sum::<f64>() / rows.len() as f64).exp()
    };
    println!("\ntimes as few states as {}, in the geometric mean:", SEARCHES[first.len() - 1].0);
    for (column, (name, _)) in SEARCHES.iter().enumerate().take(first.len() - 1) {
        println!("  {name} {:.1}", mean(column));
    }
}

fn cells(mean: &Mean) -> String {
    let more = if mean.incomplete { ">" } else { "" };
    format!("{} | {more}{:.2} | {more}{:.0}", states(mean), mean.seconds, mean.megabytes)
}

fn states(mean: &Mean) -> String {
    format!("{}{}", if mean.incomplete { ">" } else { "" }, thousands(mean.states))
}
