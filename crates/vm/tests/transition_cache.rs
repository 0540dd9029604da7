//! Steps that are made again without executing them, beside a machine that executes every step: random walks over random
//! programs and over C programs, step by step the same.

use std::path::Path;
use std::sync::Arc;

use mazurka_machine::{Fingerprinted, Machine, Step, Stepped};
use mazurka_vm::Program;
use mazurka_vm::{Config, Record, Vm};

use crate::support::compiled::{compile, compile_text, programs, sources};
use crate::support::random::*;
use crate::support::*;

/// A machine with a transition cache, and one without.
fn both(program: &Arc<Program>, config: &Config) -> [Vm; 2] {
    [true, false].map(|transition_cache| {
        machine(program.clone(), Config { transition_cache, main_return_exits: false, ..config.clone() })
    })
}

/// For searches through traces, and for stateful ones.
fn configs() -> [Config; 3] {
    let stateless = Config { record: Record::Changes, ..Config::default() };
    let stateful =
        Config { record: Record::ChangesAndFingerprint, reuse_addresses: true, ..Config::default() };
    [stateless, Config { block_spinners_together: true, ..stateful.clone() }, stateful]
}

/// Walks on both machines of every kind, again and again from the same few states; returns the number of cache hits.
fn walk_side_by_side(program: &Arc<Program>, seed: u64, steps: usize, which: &str) -> u64 {
    configs().iter().map(|config| walk(program, config, &mut Random::new(seed), steps, which)).sum()
}

fn walk(program: &Arc<Program>, config: &Config, random: &mut Random, steps: usize, which: &str) -> u64 {
    let hashes = config.record == Record::ChangesAndFingerprint;
    let mut vms = both(program, config);
    let mut marks = vec![vms.each_mut().map(|vm| vm.mark())];
    for _ in 0..steps {
        let moves = few_moves(&vms[1]);
        let predicts = hashes && random.below(2) == 0;
        if predicts && !moves.is_empty() {
            // The step that was predicted need not be made.
            let (thread, choice) = random.one_of(&moves);
            vms[0].predict(thread, choice);
        }
        if moves.is_empty() || random.below(12) == 0 {
            marks.truncate(1 + random.below(marks.len()));
            let back = marks[marks.len() - 1];
            vms.iter_mut().zip(back).for_each(|(vm, mark)| vm.rewind(mark));
            continue;
        }
        if random.below(4) == 0 {
            marks.push(vms.each_mut().map(|vm| vm.mark()));
        }
        let (thread, choice) = random.one_of(&moves);
        let prediction = if predicts { vms[0].predict(thread, choice) } else { None };
        let predicted = prediction.map(|known| (known.fingerprint, known.footprint.to_vec(), known.code));
        let [caching, executing] = &mut vms;
        let (cached, executed) = (caching.step(thread, choice), executing.step(thread, choice));
        assert_eq!(cached, executed, "{which}: the result of a step");
        let runs = matches!(cached, Ok(Stepped { outcome: Step::Ran | Step::Finished, .. }));
        if let (Some((_, footprint, code)), Ok(stepped)) = (&predicted, &cached) {
            assert_eq!(
                (&footprint[..], *code),
                (stepped.footprint, stepped.code),
                "{which}: what was predicted"
            );
        }
        assert_eq!(pending(caching), pending(executing), "{which}: what follows a step");
        let afresh = caching.fingerprint_afresh();
        assert_eq!(afresh, executing.fingerprint_afresh(), "{which}: where a step leads");
        if hashes {
            assert_eq!(caching.fingerprint(), afresh, "{which}: the fingerprint of a cached step");
            let predicted = predicted.map_or(afresh, |(fingerprint, ..)| fingerprint);
            assert_eq!(predicted, afresh, "{which}: what was predicted of a step");
            assert_eq!(executing.fingerprint(), afresh, "{which}: the fingerprint of an executed step");
        }
        if !runs {
            marks.truncate(1);
            let [start] = marks[..] else { unreachable!("the first one stays") };
            vms.iter_mut().zip(start).for_each(|(vm, mark)| vm.rewind(mark));
        }
    }
    vms[0].cache_hits()
}

#[test]
fn random_programs_do_the_same() {
    let mut hits = 0;
    for seed in 0..300 {
        let program = random_program(&mut Random::new(seed));
        hits += walk_side_by_side(&program, seed, 300, &format!("program {seed}"));
    }
    assert!(hits > 12_000, "only {hits} cache hits");
}

#[test]
fn c_programs_do_the_same() {
    let mut hits = 0;
    let mut walk = |source: &Path| {
        let which = source.display().to_string();
        hits += walk_side_by_side(&compile(&[source.to_owned()]), 1, 400, &which);
    };
    for folder in ["threads", "../check/bugs", "../check/fixed", "../states"] {
        sources(&programs().join(folder)).iter().for_each(|source| walk(source));
    }
    assert!(hits > 30_000, "only {hits} cache hits");
}

/// A program whose two threads run the same function, which may or may not have done something before it comes to the same
/// place with the same registers.
fn walk_from_the_same_place(declarations: &str, before: &str, after: &str) -> u64 {
    let program = compile_text(&format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n
        static atomic_int flag, done; {declarations}
        static __attribute__((noinline)) void perhaps(void) {{ if (atomic_load(&flag)) {{ {before} }} }}
        static void *run(void *unused) {{ perhaps(); atomic_store(&done, 1); {after}; return unused; }}
        static void *raise(void *unused) {{ atomic_store(&flag, 1); return unused; }}
        int main(void) {{
            pthread_t first, second;
            pthread_create(&first, 0, run, 0);
            pthread_create(&second, 0, raise, 0);
            pthread_join(first, 0);
            pthread_join(second, 0);
        }}"
    ));
    walk_side_by_side(&program, 7, 3_000, before)
}

/// Whether a lock is an operation depends on the kind of the mutex, and on whether it is held already.
#[test]
fn a_mutex_may_have_become_recursive() {
    let declarations = "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;";
    let become_recursive = "pthread_mutexattr_t kind;
        pthread_mutexattr_init(&kind);
        pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
        pthread_mutex_destroy(&mutex);
        pthread_mutex_init(&mutex, &kind);
        pthread_mutex_lock(&mutex);";
    let lock_again = "pthread_mutex_lock(&mutex); atomic_load(&done)";
    let hits = walk_from_the_same_place(declarations, become_recursive, lock_again);
    assert!(hits > 100, "only {hits} cache hits");
}

/// A thread that has a value for a key does not end without its destructor.
#[test]
fn a_thread_may_have_values_of_keys() {
    let declarations = "static pthread_key_t key; static atomic_int freed;
        static void release(void *unused) { atomic_store(&freed, unused != 0); }
        __attribute__((constructor)) static void make(void) { pthread_key_create(&key, release); }";
    walk_from_the_same_place(declarations, "pthread_setspecific(key, &done);", "atomic_load(&done)");
}

/// Nor can it be joined twice, which is a fault.
#[test]
fn a_thread_may_be_joined_already() {
    let program = compile_text(
        "#include <pthread.h>\n#include <stdatomic.h>\n
        static pthread_t first; static atomic_int ready, flag;
        static void *nothing(void *unused) { return unused; }
        static __attribute__((noinline)) void perhaps(void) { if (atomic_load(&flag)) pthread_join(first, 0); }
        static void *raise(void *unused) { atomic_store(&flag, 1); return unused; }
        int main(void) {
            pthread_t second;
            pthread_create(&first, 0, nothing, 0);
            pthread_create(&second, 0, raise, 0);
            perhaps();
            atomic_store(&ready, 1);
            pthread_join(first, 0);
        }",
    );
    let hits = walk_side_by_side(&program, 7, 3_000, "joined twice");
    assert!(hits > 100, "only {hits} cache hits");
}

/// Where a condition variable was overwritten, only the state of the sleepers says that they sleep.
#[test]
fn a_thread_may_sleep_where_a_signal_woke_none() {
    let program = compile_text(
        "#include <pthread.h>\n#include <stdatomic.h>\n
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t condition = PTHREAD_COND_INITIALIZER; static atomic_int flag, ready;
        static __attribute__((noinline)) void perhaps(void) {
            if (atomic_load(&flag)) pthread_cond_init(&condition, 0);
        }
        static void *sleep_there(void *unused) {
            pthread_mutex_lock(&mutex);
            atomic_store(&flag, 1);
            pthread_cond_wait(&condition, &mutex);
            pthread_mutex_unlock(&mutex);
            return unused;
        }
        int main(void) {
            pthread_t sleeper;
            pthread_create(&sleeper, 0, sleep_there, 0);
            perhaps();
            atomic_store(&ready, 1);
            pthread_cond_signal(&condition);
            pthread_join(sleeper, 0);
        }",
    );
    let hits = walk_side_by_side(&program, 7, 3_000, "a signal");
    assert!(hits > 100, "only {hits} cache hits");
}

/// Whether the last pointer to a freed block goes away shows only in the whole state.
#[test]
fn a_block_may_be_forgotten() {
    let free_it = "pointer = malloc(8); free(pointer);";
    let declarations = "\n#include <stdlib.h>\nstatic char *volatile pointer;";
    let hits = walk_from_the_same_place(declarations, free_it, "pointer = 0; atomic_load(&done)");
    assert!(hits > 100, "only {hits} cache hits");
}
