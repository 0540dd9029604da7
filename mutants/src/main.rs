//! Breaks Mazurka in known ways, one at a time, and sees whether its tests notice.
//!
//! `make mutants`, or `cargo run -p mazurka-mutants -- sleep bounded` for those with `sleep` in their name and those of the list
//! `bounded`. The mutants are in `mutants/list` (`list.rs` says how they are written). They are applied to a copy of the
//! repository in the target folder.
//! A mutant that no test notices, that does not compile, or whose text is no longer there, is an error.

mod list;
mod tree;

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::process::ExitCode;

use list::Mutant;
use tree::{Ending, Tree};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mutants = wanted(list::read()?, &env::args().skip(1).collect::<Vec<_>>());
    let tree = Tree::copy()?;
    let mut passing = BTreeSet::new();
    let mut alive = 0;
    for mutant in &mutants {
        for test in mutant.tests.iter().filter(|test| !passing.contains(*test)).collect::<Vec<_>>() {
            match tree.test(test)? {
                Ending::Passed => passing.insert(test),
                ending => return Err(format!("without a mutant, cargo test {test}: {ending}").into()),
            };
        }
        let verdict = match tree.with(mutant, |tree| first_failure(tree, &mutant.tests)) {
            Ok(Ending::Failed(test)) => format!("noticed by {test}"),
            Ok(Ending::Endless) => "noticed: the tests do not end".to_owned(),
            Ok(ending) => {
                alive += 1;
                format!("NOT NOTICED: {ending}")
            }
            Err(error) => {
                alive += 1;
                format!("NOT TRIED: {error}")
            }
        };
        println!("{:60} {verdict}", mutant.name);
    }
    println!("{} mutants, {alive} of them not noticed", mutants.len());
    Ok(if alive == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The mutants that were asked for, in the order of the arguments.
fn wanted(mutants: Vec<Mutant>, parts: &[String]) -> Vec<Mutant> {
    let rank =
        |mutant: &Mutant| parts.iter().position(|part| mutant.list == *part || mutant.name.contains(part));
    let mut wanted: Vec<Mutant> =
        mutants.into_iter().filter(|mutant| parts.is_empty() || rank(mutant).is_some()).collect();
    wanted.sort_by_key(rank);
    wanted
}

/// How the first of the tests ends that does not pass; the later ones are not even built then.
fn first_failure(tree: &Tree, tests: &[String]) -> Result<Ending, Box<dyn Error>> {
    for test in tests {
        match tree.test(test)? {
            Ending::Passed => {}
            ending => return Ok(ending),
        }
    }
    Ok(Ending::Passed)
}
