//! What the histories rest on: operations that depend on each other share a cell, or one of them is a barrier.

use mazurka_machine::reversible;

use super::naive;
use super::random::Random;
use super::*;

/// Both directions of every pair, a good part of which have something in common.
#[test]
fn what_follows_from_the_facts_is_what_is_said_of_every_pair() {
    let mut random = Random::new(1);
    let (mut dependent_pairs, mut outcomes) = (0, [0; 3]);
    for _ in 0..20_000 {
        let operations: Vec<Operation> = (0..6).map(|_| random.operation()).collect();
        for a in &operations {
            for b in &operations {
                assert_eq!(dependent(a, b), naive::dependent(a, b), "{a:?} and {b:?}");
                assert_eq!(reversible(a, b), naive::reversible(a, b), "{a:?} before {b:?}");
                dependent_pairs += u64::from(dependent(a, b));
                outcomes[reversible(a, b) as usize] += 1;
            }
        }
    }
    assert!(dependent_pairs > 100_000, "only {dependent_pairs} pairs depend on each other");
    assert!(outcomes.iter().all(|count| *count > 5_000), "{outcomes:?}");
}

/// In every order in which they are met: an object may be met after memory accesses to parts of it, or before.
#[test]
fn dependent_operations_share_a_cell_unless_one_is_a_barrier() {
    let mut pairs = 0;
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let mut operations = Operations::default();
        let mut met = vec![OperationId::LOCAL];
        for _ in 0..12 {
            met.push(operations.id(&random.operation()));
            met.iter().for_each(|id| operations.settle(*id));
            for (at, &a) in met.iter().enumerate() {
                for &b in &met[at..] {
                    let [x, y] = [a, b].map(|id| operations.get(id));
                    let (forth, back) = (dependent(x, y), dependent(y, x));
                    assert_eq!(forth, back, "seed {seed}: {x:?} and {y:?}");
                    assert_eq!(operations.dependent(a, b), forth, "seed {seed}: {x:?} and {y:?}");
                    let shared = operations.cells(a).iter().any(|cell| operations.cells(b).contains(cell));
                    let barrier = [a, b].iter().any(|id| operations.traits(*id).barrier);
                    assert!(!forth || shared || barrier, "seed {seed}: {x:?} and {y:?} share no cell");
                    pairs += u64::from(forth && !barrier && a != b);
                }
            }
        }
    }
    assert!(pairs > 50_000, "only {pairs} pairs depend on each other");
}
