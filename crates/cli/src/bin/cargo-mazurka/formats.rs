//! Reports about all tests in one document, for machines.

use std::time::SystemTime;

use mazurka_report::junit::{self, Case};
use serde_json::{Value, json};

use crate::request::Format;
use crate::tests::{Outcome, Test};

/// The version of the JSON document; docs/json.md describes it.
const SCHEMA: u32 = 1;

/// `None` for text, which is printed as the tests end.
pub(crate) fn document(format: Format, tests: &[Test]) -> Option<String> {
    match format {
        Format::Text => None,
        Format::Json => Some(format!("{:#}", to_json(tests))),
        Format::Junit => Some(to_junit(tests)),
        Format::Sarif => Some(format!("{:#}", to_sarif(tests))),
    }
}

fn to_json(tests: &[Test]) -> Value {
    let test = |test: &Test| {
        let error = (test.outcome == Outcome::Error).then_some(&test.text);
        json!({
            "binary": test.binary,
            "name": test.name,
            "outcome": test.outcome.name(),
            "error": error,
            "report": test.report,
        })
    };
    json!({
        "schema": SCHEMA,
        "outcome": Outcome::worst(tests).name(),
        "ok": Outcome::Ok.count(tests),
        "bug": Outcome::Bug.count(tests),
        "incomplete": Outcome::Incomplete.count(tests),
        "error": Outcome::Error.count(tests),
        "ignored": Outcome::Ignored.count(tests),
        "tests": tests.iter().map(test).collect::<Vec<_>>(),
    })
}

/// A suite for each test binary.
fn to_junit(tests: &[Test]) -> String {
    let case = |test: &Test| {
        let report = test.report.as_ref().unwrap_or(&Value::Null);
        let of_first = |list: &str, key: &str| report[list][0][key].as_str().map(str::to_owned);
        let result = match test.outcome {
            Outcome::Ok => junit::Outcome::Passed,
            Outcome::Ignored => junit::Outcome::Skipped,
            Outcome::Bug => junit::Outcome::Failure {
                kind: of_first("bugs", "kind").unwrap_or_default(),
                message: of_first("bugs", "message").unwrap_or_default(),
                text: test.text.clone(),
            },
            Outcome::Incomplete => junit::Outcome::Error {
                kind: of_first("incomplete", "reason").unwrap_or("incomplete".to_owned()),
                message: of_first("incomplete", "message").unwrap_or_default(),
                text: test.text.clone(),
            },
            Outcome::Error => junit::Outcome::Error {
                kind: "failure".to_owned(),
                message: report["error"]["message"].as_str().unwrap_or_default().to_owned(),
                text: test.text.clone(),
            },
        };
        let seconds = report["seconds"].as_f64().unwrap_or(0.0);
        Case { suite: test.binary.clone(), name: test.name.clone(), seconds, outcome: result }
    };
    let created = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    junit::document("cargo mazurka test", &tests.iter().map(case).collect::<Vec<_>>(), &created)
}

/// The logs of all tests as one run: a reader of SARIF expects one for each tool.
fn to_sarif(tests: &[Test]) -> Value {
    let logs = || tests.iter().filter_map(|test| Some((test, test.report.as_ref()?)));
    let (mut rules, mut results, mut invocations) = (Vec::<Value>::new(), Vec::new(), Vec::new());
    for (test, log) in logs() {
        let run = &log["runs"][0];
        for rule in run["tool"]["driver"]["rules"].as_array().into_iter().flatten() {
            if !rules.iter().any(|known| known["id"] == rule["id"]) {
                rules.push(rule.clone());
            }
        }
        for result in run["results"].as_array().into_iter().flatten() {
            let mut result = result.clone();
            result["ruleIndex"] = json!(rules.iter().position(|rule| rule["id"] == result["ruleId"]));
            result["properties"]["test"] = json!(test.name);
            results.push(result);
        }
        invocations.extend(run["invocations"].as_array().into_iter().flatten().cloned());
    }
    let without = tests.iter().filter(|test| test.report.is_none() && test.outcome == Outcome::Error);
    invocations.extend(without.map(|test| {
        json!({
            "executionSuccessful": false,
            "toolExecutionNotifications": [{ "level": "error", "message": { "text": test.text } }],
        })
    }));
    let first = logs().next().map_or(Value::Null, |(_, log)| log.clone());
    let mut driver = first["runs"][0]["tool"]["driver"].clone();
    if driver.is_null() {
        driver = json!({ "name": "Mazurka", "semanticVersion": env!("CARGO_PKG_VERSION") });
    }
    driver["rules"] = json!(rules);
    json!({
        "$schema": mazurka_report::sarif::SCHEMA,
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "invocations": invocations, "results": results }],
    })
}
