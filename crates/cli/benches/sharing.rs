//! Reductions that interleave plain accesses only where objects are shared: the table of the paper on clock vectors in JPF for our
//! programs, beside its figures, and all programs of `tests/states`.
//!
//! Makes the tables of docs/results.md. States are those of the last round, time is user and system CPU time of all of them, loading
//! included; both are means over the orders that `--seed 1` to `10` choose. `cargo bench --bench sharing -- reorder` measures the
//! programs with `reorder` in their name.

// Memory is not told.
#[allow(dead_code)]
mod measure;
mod results;

use std::error::Error;
use std::fs;
use std::path::Path;

use measure::{Cost, ROOT, compile, stem};
use results::{Table, at_least, geometric_mean, machine, publish, seconds, thousands};

/// At most this long for one search.
const TIMEOUT: &str = "--timeout=30";
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
    /// Whether no search was stopped.
    complete: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let table = rebuild_table(is_wanted)?;
    publish("sharing", &table, wanted.is_empty())?;
    let table = all_programs(is_wanted)?;
    publish("sharing-programs", &table, wanted.is_empty())
}

fn rebuild_table(is_wanted: impl Fn(&str) -> bool) -> Result<String, Box<dyn Error>> {
    let ours = SEARCHES.iter().map(|(name, _)| format!("`{name}`"));
    let papers = ["the paper's JPF", "its clock vectors"].map(str::to_owned);
    let figures = ours.chain(papers).flat_map(|name| [name, "s".to_owned()]);
    let mut table = Table::new(&["program".to_owned()].into_iter().chain(figures).collect::<Vec<_>>(), 1);
    let mut rows = Vec::new();
    for Row { program, flags, name, paper } in TABLE.iter().filter(|row| is_wanted(row.name)) {
        let text = compile(program, flags)?;
        let mut cells = vec![(*name).to_owned()];
        let mut means = Vec::new();
        for (_, options) in SEARCHES {
            let mean = mean(&text, options, SEEDS)?;
            cells.extend([at_least(mean.states, mean.complete), seconds(mean.seconds, mean.complete)]);
            means.push(mean);
        }
        cells.extend(paper.iter().flat_map(|(states, seconds)| [thousands(*states), seconds.to_string()]));
        table.row(&cells);
        rows.push(means);
    }
    Ok([table.text(), ratios(&rows), machine()].concat())
}

/// Programs of `tests/states` as they are, in one order.
fn all_programs(is_wanted: impl Fn(&str) -> bool) -> Result<String, Box<dyn Error>> {
    let folder = Path::new("tests/states");
    let mut programs: Vec<String> = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".c") && is_wanted(&name) {
            programs.push(folder.join(name).display().to_string());
        }
    }
    programs.sort();
    let names = SEARCHES.iter().map(|(name, _)| format!("`{name}`"));
    let mut table = Table::new(&["program".to_owned()].into_iter().chain(names).collect::<Vec<_>>(), 1);
    for program in &programs {
        let text = compile(program, "")?;
        let mut cells = vec![stem(program)];
        for (_, options) in SEARCHES {
            let mean = mean(&text, options, 1)?;
            cells.push(at_least(mean.states, mean.complete));
        }
        table.row(&cells);
    }
    Ok(table.text())
}

fn mean(text: &Path, options: &[&str], seeds: u32) -> Result<Mean, Box<dyn Error>> {
    let mut costs = Vec::new();
    let mut complete = true;
    for seed in 1..=seeds {
        let always = ["--keep-going", "--max-depth=1000000000", TIMEOUT, &format!("--seed={seed}")];
        let cost = measure::check(text, &always, options)?;
        complete = cost.report["complete"] == true;
        costs.push(cost);
        if !complete {
            // The others would be stopped, too.
            break;
        }
    }
    let mean = |figure: fn(&Cost) -> f64| costs.iter().map(figure).sum::<f64>() / costs.len() as f64;
    Ok(Mean {
        states: mean(|cost| cost.report["states"].as_f64().unwrap_or(f64::NAN)),
        seconds: mean(|cost| cost.seconds),
        complete,
    })
}

/// How many times as many states the last search visits, over the rows that it completes.
fn ratios(rows: &[Vec<Mean>]) -> String {
    let last = SEARCHES.len() - 1;
    let complete: Vec<&Vec<Mean>> = rows.iter().filter(|row| row[last].complete).collect();
    let fewer =
        |column: usize| geometric_mean(complete.iter().map(|row| row[last].states / row[column].states));
    format!(
        "\nOver the {} rows that `{}` completes, `{}` visits {:.1} times as few states and `{}` {:.1} times as few, in the geometric mean.\n",
        complete.len(),
        SEARCHES[last].0,
        SEARCHES[0].0,
        fewer(0),
        SEARCHES[1].0,
        fewer(1)
    )
}
