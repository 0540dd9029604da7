use super::*;
use crate::dependent;

/// Ready threads with their operations and number of choices.
fn ready(toy: &Toy) -> Vec<(ThreadId, Operation, u32)> {
    let pending = |thread| match toy.next(thread) {
        Next::Ready(pending) => Some((thread, pending.operation, pending.choices)),
        _ => None,
    };
    toy.threads().iter().filter_map(pending).collect()
}

/// What a state looks like from outside.
fn appearance(toy: &mut Toy) -> (u128, Vec<Next>) {
    let threads: Vec<_> = toy.threads().iter().collect();
    (toy.fingerprint(), threads.into_iter().map(|thread| toy.next(thread)).collect())
}

struct Walk(u64);

impl Walk {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    /// One random step; `false` at the end.
    fn step(&mut self, toy: &mut Toy) -> bool {
        let ready = ready(toy);
        if ready.is_empty() {
            return false;
        }
        let (thread, _, choices) = ready[self.below(ready.len())];
        let choice = self.below(choices as usize) as u32;
        toy.step(thread, choice).unwrap();
        true
    }
}

#[test]
fn rewinding_restores_what_was_there() {
    for seed in 0..500 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let (mut toy, mut walk) = (Toy::new(&program), Walk(seed));
        let mut marks = Vec::new();
        loop {
            let mark = toy.mark();
            marks.push((mark, appearance(&mut toy)));
            if !walk.step(&mut toy) {
                break;
            }
        }
        while !marks.is_empty() {
            let at = walk.below(marks.len());
            let (mark, expected) = marks[at].clone();
            toy.rewind(mark);
            assert_eq!(appearance(&mut toy), expected, "seed {seed}\n{program}");
            marks.truncate(at);
        }
    }
}

#[test]
fn independent_operations_commute() {
    let mut pairs = 0;
    for seed in 0..3000 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let (mut toy, mut walk) = (Toy::new(&program), Walk(seed));
        loop {
            let ready = ready(&toy);
            for (i, &(a, ref op_a, choices_a)) in ready.iter().enumerate() {
                for &(b, ref op_b, choices_b) in &ready[i + 1..] {
                    if !dependent(op_a, op_b) {
                        pairs += 1;
                        for choice_a in 0..choices_a {
                            for choice_b in 0..choices_b {
                                check_commutes(&mut toy, (a, choice_a), (b, choice_b), &program);
                            }
                        }
                    }
                }
            }
            if !walk.step(&mut toy) {
                break;
            }
        }
    }
    assert!(pairs > 5_000, "only {pairs} pairs were tried");
}

fn check_commutes(toy: &mut Toy, a: (ThreadId, Choice), b: (ThreadId, Choice), program: &Program) {
    let start = toy.mark();
    let mut run = |first: (ThreadId, Choice), second: (ThreadId, Choice)| {
        let mut faults = Vec::new();
        for (thread, choice) in [first, second] {
            if let Step::Fault(fault) = toy.step(thread, choice).unwrap() {
                faults.push(fault.message);
            }
        }
        faults.sort();
        let outcome = (faults, appearance(toy));
        toy.rewind(start);
        outcome
    };
    assert_eq!(run(a, b), run(b, a), "{a:?} and {b:?} in\n{program}");
}

#[test]
fn a_lost_wake_up_blocks_for_ever() {
    use Instruction::*;
    let waiter = vec![Lock { mutex: 0 }, Wait { condition: 0, mutex: 0 }, Unlock { mutex: 0 }];
    let program = Program {
        threads: vec![waiter, vec![Signal { condition: 0 }]],
        mutexes: 1,
        conditions: 1,
        all_started: true,
        ..Program::default()
    };
    let mut toy = Toy::new(&program);
    for thread in [1, 0, 0] {
        toy.step(ThreadId(thread), 0).unwrap();
    }
    assert!(matches!(toy.next(ThreadId(0)), Next::Blocked(Operation::Sync(Verb::Sleep, _))));
    assert_eq!(toy.next(ThreadId(1)), Next::Finished);
}
