//! How many executions a program has, roughly: an oracle that enumerates them all need not begin with a program that is too large
//! for it.

use mazurka_explore::Random;
use mazurka_machine::toy::{Program, Toy};
use mazurka_machine::{Machine, Next};

const WALKS: u32 = 10;

/// Whether there are probably more executions than this, by Knuth's estimate: the mean, over executions at random, of the product of the
/// numbers of transitions that were possible. The same answer on every run. Few estimates are too high by more than a factor of two.
pub(crate) fn is_probably_larger(program: &Program, executions: u64) -> bool {
    let mut toy = Toy::new(program);
    let start = toy.mark();
    let mut random = Random::new(1);
    let mut sum = 0.0;
    for _ in 0..WALKS {
        sum += walk(&mut toy, &mut random);
        toy.rewind(start);
    }
    sum > 2.0 * f64::from(WALKS) * executions as f64
}

/// One execution at random: the product of the numbers of transitions that were possible.
fn walk(toy: &mut Toy, random: &mut Random) -> f64 {
    let mut product = 1.0;
    loop {
        let mut possible = Vec::new();
        for thread in toy.threads().iter() {
            if let Next::Ready(pending) = toy.next(thread) {
                possible.extend((0..pending.choices).map(|choice| (thread, choice)));
            }
        }
        if possible.is_empty() {
            return product;
        }
        product *= possible.len() as f64;
        let (thread, choice) = possible[random.below(possible.len() as u64) as usize];
        let Ok(_) = toy.step(thread, choice);
    }
}
