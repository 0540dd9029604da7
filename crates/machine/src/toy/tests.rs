use std::collections::HashMap;

use super::*;
use crate::{Local, Operation, Verb, dependent_in_state};

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

struct Walk(Random);

impl Walk {
    fn new(seed: u64) -> Walk {
        Walk(Random::new(seed))
    }

    /// One random transition, whose it was, and what it changed in its thread; `None` at the end.
    fn step(&mut self, toy: &mut Toy) -> Option<(ThreadId, Delta)> {
        let ready = ready(toy);
        if ready.is_empty() {
            return None;
        }
        let (thread, _, choices) = ready[self.0.below(ready.len())];
        let choice = self.0.below(choices as usize) as u32;
        Some((thread, toy.step(thread, choice).unwrap().delta))
    }
}

#[test]
fn rewinding_restores_what_was_there() {
    for seed in 0..500 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let (mut toy, mut walk) = (Toy::new(&program), Walk::new(seed));
        let mut marks = Vec::new();
        loop {
            let mark = toy.mark();
            marks.push((mark, appearance(&mut toy)));
            if walk.step(&mut toy).is_none() {
                break;
            }
        }
        while !marks.is_empty() {
            let at = walk.0.below(marks.len());
            let (mark, expected) = marks[at].clone();
            toy.rewind(mark);
            assert_eq!(appearance(&mut toy), expected, "seed {seed}\n{program}");
            marks.truncate(at);
        }
    }
}

/// A state is what is shared and what is each thread's own; a step changes what is its thread's own, as its delta says.
#[test]
fn states_come_apart_into_shared_and_local_ones() {
    let mut deltas = 0;
    for seed in 0..500 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let threads = || (0..program.threads.len()).map(|index| ThreadId(index as u16));
        let (mut wholes, mut parts) = (HashMap::new(), HashMap::new());
        let mut outcomes = HashMap::new();
        for walk in 0..4 {
            let (mut toy, mut walk) = (Toy::new(&program), Walk::new(4 * seed + walk));
            loop {
                let locals: Vec<u128> = threads().map(|thread| toy.local_fingerprint(thread)).collect();
                let (whole, part) = (toy.fingerprint(), (toy.shared_fingerprint(), locals.clone()));
                assert_eq!(*wholes.entry(whole).or_insert(part.clone()), part, "seed {seed}\n{program}");
                assert_eq!(*parts.entry(part).or_insert(whole), whole, "seed {seed}\n{program}");
                let Some((stepped, delta)) = walk.step(&mut toy) else { break };
                for thread in threads().filter(|thread| *thread != stepped) {
                    assert_eq!(toy.local_fingerprint(thread), locals[thread.index()]);
                }
                let (before, after) = (locals[stepped.index()], toy.local_fingerprint(stepped));
                match delta {
                    Delta::Unknown => {}
                    Delta::Unchanged => assert_eq!(before, after, "seed {seed}\n{program}"),
                    Delta::Changed(delta) => {
                        deltas += 1;
                        let known = *outcomes.entry((before, delta)).or_insert(after);
                        assert_eq!(known, after, "seed {seed}\n{program}");
                    }
                }
            }
        }
    }
    assert!(deltas > 5_000, "only {deltas} changes were looked at");
}

#[test]
fn independent_operations_commute() {
    let mut pairs = 0;
    for seed in 0..4000 {
        let program = match seed {
            ..3000 => random_program(seed, &Shape::from_seed(seed)),
            _ => counting_program(seed),
        };
        let (mut toy, mut walk) = (Toy::new(&program), Walk::new(seed));
        loop {
            let ready = ready(&toy);
            for (i, &(a, ref op_a, choices_a)) in ready.iter().enumerate() {
                for &(b, ref op_b, choices_b) in &ready[i + 1..] {
                    if !dependent_in_state(op_a, op_b) {
                        pairs += 1;
                        for choice_a in 0..choices_a {
                            for choice_b in 0..choices_b {
                                check_commutes(&mut toy, (a, choice_a), (b, choice_b), &program);
                            }
                        }
                    }
                }
            }
            if walk.step(&mut toy).is_none() {
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
            if let Step::Fault(fault) = toy.step(thread, choice).unwrap().outcome {
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

/// Bytes decide about a program one after the other: what is late among them leaves the beginning as it was.
#[test]
fn bytes_describe_programs() {
    let text = |bytes: &[u8]| program_from_bytes(bytes).to_string();
    let bytes: Vec<u8> = (0..120_u16).map(|i| (i * 37 % 251) as u8).collect();
    let with_change = |at: usize| {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        text(&changed)
    };
    let differs = |at: &usize| with_change(*at) != text(&bytes);
    assert!((0..bytes.len()).filter(differs).count() > 20);
    let beginning = |text: String| text.lines().take(3).collect::<String>();
    assert!((60..bytes.len()).all(|at| beginning(with_change(at)) == beginning(text(&bytes))));
    let program = program_from_bytes(&bytes);
    let (mut toy, mut walk) = (Toy::new(&program), Walk::new(1));
    while walk.step(&mut toy).is_some() {}
}
