//! Which objects other threads can reach: where their pointers are, and along random walks.

use std::path::Path;
use std::sync::Arc;

use mazurka_machine::{Fingerprinted, Machine, Next, Operation, Step, ThreadId};
use mazurka_vm::assembly::heap_of;
use mazurka_vm::{Config, Program, Record, Visibility, Vm};

use crate::support::compiled::{compile, compile_text, programs, sources};
use crate::support::random::*;

const MAIN: ThreadId = ThreadId::MAIN;
const FIRST: ThreadId = ThreadId(1);
const SECOND: ThreadId = ThreadId(2);

fn machine(program: &Arc<Program>, visibility: Visibility) -> Vm {
    let config = Config {
        visibility,
        record: Record::ChangesAndFingerprint,
        main_return_exits: false,
        reuse_addresses: true,
        local_limit: 10_000_000,
        ..Config::default()
    };
    let mut vm = Vm::new(program.clone(), config).expect("the program starts");
    vm.track_reach();
    vm
}

fn compiled(text: &str) -> Vm {
    machine(&compile_text(text), Visibility::SynchronizationOnly)
}

/// The first block that a thread allocates.
fn first_block(thread: ThreadId) -> u64 {
    heap_of(thread) + 64 + 16
}

/// Lets a thread run until it is at an operation of this kind, or has finished.
fn run_to(vm: &mut Vm, thread: ThreadId, is_there: impl Fn(&Operation) -> bool) {
    loop {
        match vm.next(thread) {
            Next::Ready(pending) if is_there(&pending.operation) => return,
            Next::Ready(_) => _ = vm.step(thread, 0).expect("nothing unsupported"),
            Next::Blocked(_) | Next::Finished => return,
        }
    }
}

fn nowhere(_: &Operation) -> bool {
    false
}

/// Asks on behalf of these threads whether another one reaches a block.
fn reached<const N: usize>(vm: &Vm, block: u64, by_others_than: [ThreadId; N]) -> [bool; N] {
    by_others_than.map(|thread| {
        assert!(vm.is_reach_right(thread));
        vm.is_reached_by_another(thread, block)
    })
}

#[test]
fn the_argument_of_a_thread_is_reached_by_it_before_it_starts() {
    let mut vm = compiled(
        "#include <pthread.h>
         #include <stdlib.h>
         static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
         static void *run(void *p) { pthread_mutex_lock(&lock); free(p); return NULL; }
         int main(void) {
             pthread_t thread;
             int *p = malloc(sizeof *p);
             *p = 0;
             pthread_create(&thread, NULL, run, p);
             pthread_join(thread, NULL);
         }",
    );
    let block = first_block(MAIN);
    run_to(&mut vm, MAIN, |operation| matches!(operation, Operation::Spawn));
    let mark = vm.mark();
    assert_eq!(reached(&vm, block, [MAIN]), [false]);
    vm.step(MAIN, 0).expect("nothing unsupported");
    assert_eq!(reached(&vm, block, [MAIN, FIRST]), [true, false], "main needs it no more");
    vm.step(FIRST, 0).expect("nothing unsupported");
    assert_eq!(reached(&vm, block, [MAIN]), [true]);
    vm.rewind(mark);
    assert_eq!(reached(&vm, block, [MAIN]), [false], "the thread is not created");
}

#[test]
fn a_result_is_reached_by_all_until_it_is_joined() {
    let mut vm = compiled(
        "#include <pthread.h>
         #include <stdlib.h>
         static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
         static void *run(void *p) { int *block = malloc(sizeof *block); *block = 1; return block; }
         int main(void) {
             pthread_t thread;
             void *result;
             pthread_create(&thread, NULL, run, NULL);
             pthread_join(thread, &result);
             pthread_mutex_lock(&lock);
             free(result);
         }",
    );
    run_to(&mut vm, MAIN, |operation| matches!(operation, Operation::Join(_)));
    let mark = vm.mark();
    run_to(&mut vm, FIRST, nowhere);
    let block = first_block(FIRST);
    assert_eq!(reached(&vm, block, [MAIN]), [true]);
    vm.step(MAIN, 0).expect("nothing unsupported");
    assert_eq!(reached(&vm, block, [MAIN]), [false]);
    vm.rewind(mark);
    vm.step(FIRST, 0).expect("nothing unsupported");
    assert_eq!(reached(&vm, block, [FIRST]), [false]);
}

#[test]
fn what_a_variable_on_a_stack_leads_to_is_reached_through_its_address() {
    let mut vm = compiled(
        "#include <pthread.h>
         #include <stdlib.h>
         static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
         struct pair { int *one; long unused; };
         static void *run(void *p) { pthread_mutex_lock(&lock); *((struct pair *)p)->one = 2; return NULL; }
         static void *idle(void *p) { return NULL; }
         int main(void) {
             pthread_t threads[2];
             struct pair pair = {malloc(sizeof(int)), 1};
             int *other = malloc(sizeof *other);
             pthread_create(&threads[0], NULL, run, &pair);
             pthread_create(&threads[1], NULL, idle, NULL);
             pthread_join(threads[0], NULL);
             *other = *pair.one;
             free(other);
         }",
    );
    let (one, other) = (first_block(MAIN), first_block(MAIN) + 48);
    run_to(&mut vm, MAIN, |operation| matches!(operation, Operation::Join(_)));
    assert_eq!(reached(&vm, one, [MAIN, FIRST, SECOND]), [true, true, true]);
    assert_eq!(reached(&vm, other, [MAIN, FIRST, SECOND]), [false, true, true]);
    run_to(&mut vm, FIRST, nowhere);
    assert_eq!(reached(&vm, one, [MAIN]), [false]);
}

/// A random step, if there is one and it asks for nothing unsupported.
fn step(vm: &mut Vm, random: &mut Random) -> bool {
    let moves = few_moves(vm);
    if moves.is_empty() {
        return false;
    }
    let (thread, choice) = random.one_of(&moves);
    let stepped = vm.step(thread, choice);
    stepped.is_ok_and(|stepped| matches!(stepped.outcome, Step::Ran | Step::Finished))
}

/// Compares along a random walk that goes back now and then; sometimes without the threads' fingerprints.
fn walk(source: &Path, vm: &mut Vm, steps: usize) {
    let mut random = Random::new(5);
    let mut marks = vec![vm.mark()];
    for _ in 0..steps {
        let action = random.below(8);
        if action == 0 || !step(vm, &mut random) {
            let keep = 1 + random.below(marks.len());
            marks.truncate(keep);
            vm.rewind(marks[keep - 1]);
        } else if action == 1 {
            marks.push(vm.mark());
        } else if action < 4 {
            vm.fingerprint();
        }
        if action.is_multiple_of(2) {
            let threads: Vec<ThreadId> = vm.threads().iter().collect();
            let thread = threads[random.below(threads.len())];
            assert!(vm.is_reach_right(thread), "{}: others than {thread}", source.display());
        }
    }
}

#[test]
fn along_random_walks_the_same_is_reached_as_from_scratch() {
    for folder in ["threads", "../hybrid"] {
        for source in sources(&programs().join(folder)) {
            let program = compile(std::slice::from_ref(&source));
            for visibility in [Visibility::SynchronizationOnly, Visibility::EveryAccess] {
                walk(&source, &mut machine(&program, visibility), 80);
            }
        }
    }
}
