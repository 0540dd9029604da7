//! Breaks Mazurka in known ways, one at a time, and sees whether its tests notice.
//!
//! `make mutants`, or `cargo run -p mazurka-mutants -- sleep` for those with `sleep` in their name. The mutants are in
//! `mutants/list` (`list.rs` says how they are written). They are applied to a copy of the repository in the target folder.
//! A mutant that no test notices, that does not compile, or whose text is no longer there, is an error.

mod list;
mod tree;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use list::Mutant;
use tree::{Ending, Tree};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let wanted: Vec<String> = env::args().skip(1).collect();
    let is_wanted =
        |mutant: &Mutant| wanted.is_empty() || wanted.iter().any(|part| mutant.name.contains(part));
    let mutants: Vec<Mutant> = list::read()?.into_iter().filter(is_wanted).collect();
    let tree = Tree::copy()?;
    for test in tests_of(&mutants) {
        match tree.test(&test)? {
            Ending::Passed => {}
            ending => return Err(format!("without a mutant, cargo test {test}: {ending}").into()),
        }
    }
    let mut alive = 0;
    for mutant in &mutants {
        let verdict = match tree.with(mutant, |tree| tree.test(&mutant.test)) {
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

/// The different test commands, in order.
fn tests_of(mutants: &[Mutant]) -> Vec<String> {
    let mut tests: Vec<String> = mutants.iter().map(|mutant| mutant.test.clone()).collect();
    tests.sort();
    tests.dedup();
    tests
}
