//! What the histories rest on: operations that depend on each other share a cell, or one of them is a barrier.

use super::random::Random;
use super::*;

/// Whatever order they are met in: an object may be met after memory accesses to parts of it, or before.
#[test]
fn dependent_operations_share_a_cell_unless_one_is_a_barrier() {
    let mut pairs = 0;
    for seed in 0..4_000 {
        let mut random = Random(seed);
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
