//! Light-weight states: what follows from the changes that steps tell, against the local states as they are.

use std::collections::HashMap;
use std::path::PathBuf;

use mazurka_machine::{Delta, Fingerprinted, Local, Machine, Step, Stepped, ThreadId};
use mazurka_vm::{Config, Record, Visibility, Vm};

use crate::support::compiled::{compile, compile_text, programs, sources};
use crate::support::random::*;

/// Steps of a walk.
const STEPS: usize = 150;

fn config() -> Config {
    Config {
        record: Record::ChangesAndFingerprint,
        local_changes: true,
        local_limit: 10_000_000,
        ..Config::default()
    }
}

/// NEXTLOCAL of the paper, and what every id has turned out to stand for.
#[derive(Default)]
struct Ids {
    tables: HashMap<(ThreadId, usize, u128), usize>,
    given: usize,
    meaning: HashMap<(ThreadId, usize), u128>,
}

const UNBORN: usize = 0;

impl Ids {
    fn next(&mut self, thread: ThreadId, id: usize, delta: Delta) -> usize {
        let given = &mut self.given;
        let mut new = || {
            *given += 1;
            *given
        };
        match delta {
            Delta::Unknown => new(),
            Delta::Unchanged => id,
            Delta::Changed(change) => *self.tables.entry((thread, id, change)).or_insert_with(new),
        }
    }

    /// Theorem 1: equal ids imply equal local states.
    fn check(&mut self, vm: &mut Vm, ids: &HashMap<ThreadId, usize>, what: &str) {
        for (&thread, &id) in ids {
            let state = vm.local_fingerprint(thread);
            assert_eq!(*self.meaning.entry((thread, id)).or_insert(state), state, "{what}: {thread:?}");
        }
    }
}

#[derive(Default, PartialEq, Eq, Debug)]
struct Counts {
    unknown: usize,
    unchanged: usize,
    changed: usize,
    /// Visits of an id that was known before.
    again: usize,
}

/// Random walks with rewinds.
fn walk(mut vm: Vm, what: &str) -> Counts {
    let (mut random, mut ids, mut counts) = (Random::new(5), Ids::default(), Counts::default());
    let mut states = HashMap::new();
    let main = vm.local_fingerprint(ThreadId::MAIN);
    let first = HashMap::from([(ThreadId::MAIN, ids.next(ThreadId::MAIN, UNBORN, Delta::Changed(main)))]);
    let mut marks = vec![(vm.mark(), first.clone())];
    let mut now = first;
    for _ in 0..STEPS {
        let moves = few_moves(&vm);
        if moves.is_empty() || random.below(4) == 0 {
            let keep = 1 + random.below(marks.len());
            marks.truncate(keep);
            let (mark, then) = &marks[keep - 1];
            vm.rewind(*mark);
            now = then.clone();
            continue;
        }
        let (thread, choice) = random.one_of(&moves);
        let delta = match vm.step(thread, choice) {
            Ok(Stepped { outcome: Step::Ran | Step::Finished, delta, .. }) => Some(delta),
            _ => None,
        };
        let Some(delta) = delta else {
            let (mark, then) = &marks[0];
            vm.rewind(*mark);
            now = then.clone();
            marks.truncate(1);
            continue;
        };
        match delta {
            Delta::Unknown => counts.unknown += 1,
            Delta::Unchanged => counts.unchanged += 1,
            Delta::Changed(_) => counts.changed += 1,
        }
        let id = ids.next(thread, now[&thread], delta);
        counts.again += ids.meaning.contains_key(&(thread, id)) as usize;
        now.insert(thread, id);
        for child in vm.threads().iter() {
            now.entry(child).or_insert_with(|| {
                let birth = vm.local_fingerprint(child);
                ids.next(child, UNBORN, Delta::Changed(birth))
            });
        }
        ids.check(&mut vm, &now, what);
        check_parts(&mut vm, &mut states, what);
        marks.push((vm.mark(), now.clone()));
    }
    counts
}

/// What is shared and what is local together are the whole: they say as much as the fingerprint.
fn check_parts(vm: &mut Vm, states: &mut HashMap<u128, (u128, Vec<u128>)>, what: &str) {
    let threads: Vec<ThreadId> = vm.threads().iter().collect();
    let locals = threads.iter().map(|&thread| vm.local_fingerprint(thread)).collect();
    let parts = (vm.shared_fingerprint(), locals);
    let known = states.entry(vm.fingerprint()).or_insert_with(|| parts.clone());
    assert_eq!(*known, parts, "{what}");
    let same = states.values().filter(|other| **other == parts).count();
    assert_eq!(same, 1, "{what}: different states of the same parts");
}

fn each(mut check: impl FnMut(&str, Vm)) {
    let programs = programs();
    let mut all: Vec<PathBuf> = sources(&programs.join("threads"));
    for folder in ["bugs", "counts", "fixed"] {
        all.extend(sources(&programs.join("../check").join(folder)));
    }
    for source in all {
        let program = compile(std::slice::from_ref(&source));
        for visibility in [Visibility::SynchronizationOnly, Visibility::EveryAccess] {
            let config = Config { visibility, reuse_addresses: visibility.includes_plain(), ..config() };
            check(&source.to_string_lossy(), Vm::new(program.clone(), config).expect("the program starts"));
        }
    }
}

#[test]
fn equal_ids_mean_equal_local_states() {
    let (mut all, mut again) = (0, 0);
    each(|source, vm| {
        let counts = walk(vm, source);
        all += counts.unknown + counts.unchanged + counts.changed;
        again += counts.again;
    });
    assert!(all > 10_000 && again > all / 4, "{again} of {all} local states were known");
}

/// What a step of main tells, for each of its first ten steps, in a program with this body.
fn deltas(body: &str) -> Vec<Delta> {
    let text = format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
         atomic_int x; int y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         static int twice(int i) {{ return 2 * i; }}\n\
         static void *thread(void *a) {{ return a; }}\n\
         int main(void) {{ atomic_load(&x); {body} }}"
    );
    let mut vm = Vm::new(compile_text(&text), config()).expect("the program starts");
    let mut deltas = Vec::new();
    while !moves(&vm).is_empty() && deltas.len() < 10 {
        deltas.push(vm.step(ThreadId::MAIN, 0).expect("nothing unsupported").delta);
    }
    deltas
}

#[test]
fn calls_and_pointers_are_beyond_us() {
    // From the first look on, and not to the end: that returns from main.
    let unknown = |body, steps| {
        let deltas = deltas(body);
        deltas[1..=steps].iter().map(|delta| *delta == Delta::Unknown).collect::<Vec<_>>()
    };
    assert_eq!(unknown("for (int i = 0; i < 3; i++) atomic_fetch_add(&x, i);", 3), [false; 3]);
    assert_eq!(unknown("int i = twice(3); atomic_fetch_add(&x, i); atomic_load(&x);", 2), [true, false]);
    let pointer = "int *p = &y; for (int i = 0; i < 4; i++, p++) atomic_fetch_add(&x, p == 0);";
    assert_eq!(unknown(pointer, 3), [false, true, true]);
    assert_eq!(unknown("pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m);", 2), [false; 2]);
}

#[test]
fn a_loop_that_returns_to_its_state_changes_nothing() {
    let deltas = deltas("while (1) atomic_fetch_xor(&x, 1);");
    // It starts, looks, and goes round.
    assert!(deltas[..2].iter().all(|delta| matches!(delta, Delta::Changed(_))));
    assert_eq!(deltas[2..], [Delta::Unchanged; 8]);
}
