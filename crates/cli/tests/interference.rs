//! Reductions by interference, and those by sharing, find what all states show in the programs of `tests/interference`, each about one
//! thing that they must not overlook.

use mazurka::presets::{PRESETS, PlainAccesses, Preset};
use serde_json::Value;

use crate::rows::{Row, kinds, rows};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interference");

fn by_interference() -> impl Iterator<Item = &'static Preset> {
    let interferes = |preset: &&Preset| matches!(preset.needs.plain_accesses, PlainAccesses::Interfering(_));
    PRESETS.iter().filter(interferes)
}

fn by_sharing() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.needs.plain_accesses.sharing().is_some())
}

/// Reductions that follow dependent operations, whatever is visible.
const BY_DEPENDENCE: [&str; 4] = ["optimal", "source", "sdpor", "dpor-states"];

/// What a search reports, with every access visible or as the reduction has it.
fn check(row: &Row, reduction: &str) -> Value {
    let allow = "--races=allow".to_owned();
    let options = row.flags.iter().filter(|flag| flag.starts_with("--"));
    row.check(&row.compile(), reduction, options.chain([&allow]))
}

#[test]
fn nothing_is_overlooked() {
    let rows = rows(ROOT);
    assert!(rows.len() >= 25, "programs are missing");
    for row in rows {
        let all = check(&row, "stateful");
        assert_eq!(kinds(&all), row.bugs, "{} with every access visible", row.name());
        for name in BY_DEPENDENCE {
            let found = check(&row, name);
            assert_eq!(
                (found["complete"].as_bool(), kinds(&found)),
                (Some(true), row.bugs.clone()),
                "{} {name}",
                row.name()
            );
        }
        for Preset { name, .. } in by_interference().chain(by_sharing()) {
            let found = check(&row, name);
            assert_eq!(found["complete"], true, "{} {name}", row.name());
            assert_eq!(kinds(&found), row.bugs, "{} {name}", row.name());
            assert!(found["states"].as_u64() <= all["states"].as_u64(), "{} {name}", row.name());
        }
    }
}

/// What only one thread can reach makes no states.
#[test]
fn private_memory_makes_no_choices() {
    let states = |row: &Row, name: &str| check(row, name)["states"].as_u64().expect("states are counted");
    for row in rows(ROOT).iter().filter(|row| row.bugs.is_empty()) {
        let all = states(row, "stateful");
        for Preset { name, .. } in by_interference() {
            let fewer = states(row, name);
            assert!(2 * fewer < all, "{} {name}: {fewer} of {all} states", row.name());
        }
    }
}
