//! What stateful searches find: the same as the others, but for the differences listed here. What these mean for
//! people is in `docs/guarantees.md`.

use std::env;

use mazurka::presets::{PRESETS, Preset};

use super::expectation::Expectation;

pub(super) fn reductions() -> impl Iterator<Item = &'static str> {
    let finds_races = |preset: &&Preset| preset.finds_all_errors() && !preset.allows_races();
    PRESETS.iter().filter(finds_races).map(|preset| preset.name)
}

/// If it is set, every program is explored by every reduction.
const EVERY: &str = "MAZURKA_EVERY_REDUCTION";

/// To save time, only one of several reductions explores a program: whether it is this one.
pub(super) fn is_chosen(row: &str, index: usize, several: usize) -> bool {
    env::var_os(EVERY).is_some() || row.bytes().map(usize::from).sum::<usize>() % several == index
}

/// Those that explore what comes of data races instead. Of the relatives of `hybrid`, a program is explored by one.
pub(super) fn that_allow_races(row: &str) -> impl Iterator<Item = &'static str> {
    let is_left_out = move |name: &&str| {
        let index = RELATIVES.iter().position(|relative| relative == name);
        index.is_some_and(|index| !is_chosen(row, index, RELATIVES.len()))
    };
    let names = PRESETS.iter().filter(|preset| preset.allows_races()).map(|preset| preset.name);
    names.filter(move |name| !is_left_out(name))
}

const RELATIVES: [&str; 3] = ["heap-reach", "heap-reach-fields", "dpor-states"];

/// Promises assertions and other faults, and with `--also deadlocks` all errors.
pub(super) const TRANSACTIONS: &str = "transactions";
pub(super) const ALSO_DEADLOCKS: &str = "transactions --also=deadlocks";

/// What has no test of its own here: those within a bound, and relatives of `transactions`. To save time, a quarter of the programs are
/// explored by one of them.
pub(super) fn others(row: &str) -> impl Iterator<Item = &'static Preset> {
    let is_other = |preset: &&Preset| {
        let is_relative = preset.is_of_transactions() && preset.name != TRANSACTIONS;
        is_relative || preset.explores_within_bound()
    };
    let others: Vec<&Preset> = PRESETS.iter().filter(is_other).collect();
    let several = 4 * others.len();
    let chosen = others.into_iter().enumerate().filter(move |(index, _)| is_chosen(row, *index, several));
    chosen.map(|(_, preset)| preset)
}

/// The memory for states where plain accesses are visible; programs that need more are not compared.
pub(super) const FEW_STATES: &str = "--max-memory=512K";

/// Programs whose data race cannot be seen by state.
const UNSEEN_RACES: [&str; 17] = [
    // Between two states every operation orders: what only relaxed atomics leave open is in order.
    "bugs/message_passing.c",
    "bugs/message_passing_fences.c",
    "bugs/publication.c",
    "bugs/refcount_relaxed.c",
    "bugs/spinlock_relaxed.c",
    "bugs/spsc_ring.c",
    "waiting/cas_relaxed_failure.c",
    "waiting/cas_relaxed_success.c",
    "waiting/count_overwritten.c",
    "waiting/lock_given_relaxed.c",
    "waiting/lock_relaxed.c",
    "waiting/store_between.c",
    "waiting/store_seen.c",
    "waiting/race_before_exit.c",
    // One of two racing accesses is a plain one there. That an object is destroyed while another thread uses it is found
    // as misuse, where the destruction comes first, and not a second time as a race.
    "bugs/barrier_destroyed_in_use.c",
    "bugs/mutex_destroyed_in_use.c",
    "bugs/semaphore_destroyed_in_use.c",
];

/// Programs with few traces and millions of states, too many to wait for: where threads have little to do with each
/// other, each may be anywhere while the others are anywhere. A reduction helps where they have nothing to do with each other.
const TOO_LARGE: [(&str, &[&str]); 2] = [
    ("counts/indexer.c N=1", &["stateful", TRANSACTIONS, ALSO_DEADLOCKS]),
    ("counts/philosophers.c N=10", &["stateful", "sdpor", ALSO_DEADLOCKS]),
];

/// Whether a program can be explored by a reduction.
pub(super) fn is_small(row: &str, reduction: &str) -> bool {
    !TOO_LARGE.iter().any(|(rows, by)| row.starts_with(rows) && by.contains(&reduction))
}

/// What a program must show by state.
pub(super) fn expectation(row: &str, said: &Expectation) -> Expectation {
    let seen = |group: &&Vec<String>| !(UNSEEN_RACES.contains(&row) && group[..] == ["data-race"]);
    let bugs: Vec<Vec<String>> = said.bugs.iter().filter(seen).cloned().collect();
    let verdict = if bugs.is_empty() { "ok" } else { "bug" };
    Expectation { verdict: verdict.to_owned(), bugs, ..said.clone() }
}
