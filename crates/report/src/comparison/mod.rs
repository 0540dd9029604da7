//! Several reductions on one program, side by side: what `mazurka compare` shows.

mod html;
mod table;

use serde_json::{Value, json};

use crate::json::SCHEMA;

pub struct Comparison {
    /// The program's name.
    pub program: String,
    /// Seconds that each reduction had.
    pub timeout: f64,
    pub rows: Vec<Row>,
}

/// One reduction.
pub struct Row {
    pub reduction: String,
    pub result: Result<Figures, String>,
}

/// What a reduction has found, and what that took; `None` where it does not apply.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    pub verdict: String,
    pub guarantee: String,
    /// Whether data races count as bugs.
    pub races: String,
    /// The kinds of bugs, each once.
    pub bugs: Vec<String>,
    pub executions: Option<u64>,
    pub redundant: Option<u64>,
    pub states: Option<u64>,
    pub transitions: u64,
    pub choices: Option<u64>,
    /// Of the processor, loading included.
    pub seconds: f64,
    pub peak_bytes: u64,
    /// Of the processor, up to the first bug.
    pub seconds_to_bug: Option<f64>,
}

impl Figures {
    /// From the report of a check in JSON, and what its process took. `None` if that is not such a report.
    pub fn of_report(report: &Value, seconds: f64, peak_bytes: u64) -> Option<Figures> {
        let text = |name: &str| Some(report[name].as_str()?.to_owned());
        let is_stateful = !report["states"].is_null();
        let number = |name: &str, counts: bool| report[name].as_u64().filter(|_| counts);
        let mut bugs: Vec<String> = report["bugs"]
            .as_array()?
            .iter()
            .filter_map(|bug| Some(bug["kind"].as_str()?.to_owned()))
            .collect();
        bugs.sort();
        bugs.dedup();
        Some(Figures {
            verdict: text("verdict")?,
            guarantee: text("guarantee")?,
            races: text("races")?,
            bugs,
            executions: number("executions", !is_stateful),
            redundant: number("redundant", !is_stateful),
            states: number("states", true),
            transitions: report["transitions"].as_u64()?,
            choices: number("choice_points", true),
            seconds,
            peak_bytes,
            seconds_to_bug: None,
        })
    }

    /// The verdict, and the kinds of bugs.
    fn in_words(&self) -> String {
        match self.bugs.is_empty() {
            true => self.verdict.clone(),
            false => format!("{}: {}", self.verdict, self.bugs.join(", ")),
        }
    }
}

impl Comparison {
    pub fn to_json(&self) -> Value {
        let row = |row: &Row| match &row.result {
            Err(message) => json!({ "reduction": row.reduction, "error": message }),
            Ok(figures) => json!({
                "reduction": row.reduction,
                "verdict": figures.verdict,
                "guarantee": figures.guarantee,
                "races": figures.races,
                "bugs": figures.bugs,
                "executions": figures.executions,
                "redundant": figures.redundant,
                "states": figures.states,
                "transitions": figures.transitions,
                "choice_points": figures.choices,
                "cpu_seconds": figures.seconds,
                "peak_bytes": figures.peak_bytes,
                "cpu_seconds_to_bug": figures.seconds_to_bug,
                "error": null,
            }),
        };
        json!({
            "schema": SCHEMA,
            "program": self.program,
            "timeout": self.timeout,
            "reductions": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}
