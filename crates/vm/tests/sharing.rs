//! Which accesses are visible where only those to shared objects are, and what is learnt of that.

use std::sync::Arc;

use mazurka_machine::{Choice, Fingerprinted, Learning, Machine, Next, Operation, Step, ThreadId};
use mazurka_vm::{
    Config, MemoryKind, ObjectIds, Program, Record, Sharing, SharingRule, ThreadNumbers, Visibility, Vm,
};

use crate::support::compiled::{compile, compile_text, programs, sources};
use crate::support::random::*;

const MAIN: ThreadId = ThreadId::MAIN;
const FIRST: ThreadId = ThreadId(1);
const SECOND: ThreadId = ThreadId(2);

const ACCESSED: Sharing = Sharing { rule: SharingRule::Accessed, at_once: false, ids: ObjectIds::Global };
const ALIVE: Sharing = Sharing { rule: SharingRule::Alive, ..ACCESSED };
const ENABLED_AT_ONCE: Sharing = Sharing { rule: SharingRule::Enabled, at_once: true, ..ACCESSED };

fn machine(program: &Arc<Program>, visibility: Visibility) -> Vm {
    machine_with(program, visibility, ThreadNumbers::default())
}

fn machine_with(program: &Arc<Program>, visibility: Visibility, thread_numbers: ThreadNumbers) -> Vm {
    let config = Config {
        visibility,
        thread_numbers,
        record: Record::ChangesAndFingerprint,
        main_return_exits: false,
        block_spinners_together: true,
        local_limit: 10_000_000,
        ..Config::default()
    };
    Vm::new(program.clone(), config).expect("the program starts")
}

fn sharing(program: &Arc<Program>, sharing: Sharing) -> Vm {
    machine(program, Visibility::SharedObjects(sharing))
}

fn step(vm: &mut Vm, thread: ThreadId) -> Step {
    vm.step(thread, 0).expect("nothing unsupported").outcome
}

fn is_ready(vm: &Vm, thread: ThreadId) -> bool {
    vm.threads().contains(thread) && matches!(vm.next(thread), Next::Ready(_))
}

/// Lets one thread after the other run as far as it can, in this order, again and again. Returns the operations.
fn run(vm: &mut Vm, order: &[ThreadId]) -> Vec<(ThreadId, Operation)> {
    let mut operations = Vec::new();
    while let Some(&thread) = order.iter().find(|thread| is_ready(vm, **thread)) {
        let Next::Ready(pending) = vm.next(thread) else { unreachable!("it is ready") };
        operations.push((thread, pending.operation));
        step(vm, thread);
    }
    operations
}

/// The plain accesses among them, by thread.
fn plain(operations: &[(ThreadId, Operation)], thread: ThreadId) -> usize {
    let is_plain = |operation: &Operation| match operation {
        Operation::Read(_, order) | Operation::Write(_, order) => *order == mazurka_machine::Order::PLAIN,
        _ => false,
    };
    operations.iter().filter(|(by, operation)| *by == thread && is_plain(operation)).count()
}

/// Two threads write `x`, each its own variable besides.
const TWO_WRITERS: &str = "
    #include <pthread.h>
    int x, own[64];
    void *first(void *arg) { own[0] = 1; x = 1; return 0; }
    int second_own;
    void *second(void *arg) {
        second_own = 1;
        x = 2;
        return 0;
    }
    int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, first, 0);
        pthread_create(&b, 0, second, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        return 0;
    }";

#[test]
fn what_is_learnt_is_in_force_after_it_was_adopted() {
    let mut vm = sharing(&compile_text(TWO_WRITERS), ACCESSED);
    let start = vm.mark();
    let order = [MAIN, FIRST, SECOND];
    let operations = run(&mut vm, &order);
    assert_eq!([0, 0], [plain(&operations, FIRST), plain(&operations, SECOND)]);
    assert!(vm.has_learnt());
    vm.rewind(start);
    assert!(vm.adopt());
    assert!(!vm.has_learnt());
    let operations = run(&mut vm, &order);
    assert_eq!([1, 1], [plain(&operations, FIRST), plain(&operations, SECOND)]);
    assert!(!vm.has_learnt(), "the second run is the same");
    vm.rewind(start);
    assert!(!vm.adopt());
}

/// Whether a run of this order would be another one if what it learns were in force.
fn learns(text: &str, order: &[ThreadId]) -> bool {
    let mut vm = sharing(&compile_text(text), ACCESSED);
    run(&mut vm, order);
    vm.has_learnt()
}

/// An atomic access is visible whatever is known; a plain one becomes so, whether it comes before the atomic one or after it.
#[test]
fn only_what_would_change_an_answer_is_learnt() {
    let program = |first: &str, second: &str| {
        format!(
            "#include <pthread.h>
            int x;
            void *first(void *arg) {{ {first}; return 0; }}
            void *second(void *arg) {{ {second}; return 0; }}
            int main(void) {{
                pthread_t a, b;
                pthread_create(&a, 0, first, 0);
                pthread_create(&b, 0, second, 0);
                return 0;
            }}"
        )
    };
    let (plain, atomic) = ("x = 1", "__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST)");
    for order in [[MAIN, FIRST, SECOND], [MAIN, SECOND, FIRST]] {
        assert!(learns(&program(plain, atomic), &order));
        assert!(learns(&program(plain, plain), &order));
        assert!(!learns(&program(atomic, atomic), &order));
    }
}

#[test]
fn shared_objects_have_names_and_the_accesses_that_made_them_shared() {
    let mut vm = sharing(&compile_text(TWO_WRITERS), ACCESSED);
    run(&mut vm, &[MAIN, SECOND, FIRST]);
    let shared = vm.shared_objects();
    let x = shared.iter().find(|object| object.name == "x").expect("x is shared");
    assert_eq!((x.size, x.kind), (4, MemoryKind::Global));
    let accesses: Vec<_> = x
        .accesses
        .iter()
        .map(|access| {
            let line = access.place.location.as_ref().expect("there is debug info").line;
            (access.thread, access.writes, line, &*access.place.function)
        })
        .collect();
    assert_eq!(accesses, [(SECOND, true, 8, "second"), (FIRST, true, 4, "first")]);
    let names: Vec<&str> = shared.iter().map(|object| &*object.name).collect();
    assert!(!names.contains(&"own") && !names.contains(&"second_own"), "{names:?}");
}

#[test]
fn knowledge_can_be_handed_on() {
    let program = compile_text(TWO_WRITERS);
    let mut vm = sharing(&program, ACCESSED);
    let start = vm.mark();
    run(&mut vm, &[MAIN, FIRST, SECOND]);
    vm.rewind(start);
    let mut unfinished = sharing(&program, ACCESSED);
    assert!(unfinished.set_knowledge(vm.knowledge()));
    assert!(unfinished.has_learnt(), "nothing was adopted");
    assert!(vm.adopt());
    let mut other = sharing(&program, ACCESSED);
    assert!(other.set_knowledge(vm.knowledge()));
    assert_eq!(other.knowledge(), vm.knowledge());
    assert_eq!(other.shared_objects(), vm.shared_objects());
    let order = [MAIN, FIRST, SECOND];
    assert_eq!(run(&mut other, &order), run(&mut vm, &order));
    assert!(!other.set_knowledge(vm.knowledge()), "it is not fresh");
    assert!(!machine(&program, Visibility::EveryAccess).set_knowledge(vm.knowledge()));
    let shorter = compile_text("int main(void) { return 0; }");
    assert!(!sharing(&shorter, ACCESSED).set_knowledge(vm.knowledge()), "it is about other code");
}

/// After the first run, `x` is known to be accessed by both threads. Where the second has finished, the first thread's
/// access conflicts with nothing that is still to come.
#[test]
fn finished_threads_count_only_where_all_do() {
    let program = compile_text(TWO_WRITERS);
    for (rule, visible) in [(ACCESSED, 1), (ALIVE, 0)] {
        let mut vm = sharing(&program, rule);
        let start = vm.mark();
        let order = [MAIN, SECOND, FIRST];
        run(&mut vm, &order);
        vm.rewind(start);
        assert!(vm.adopt());
        let operations = run(&mut vm, &order);
        assert_eq!(plain(&operations, SECOND), 1, "{rule:?}: main and the first thread are alive");
        assert_eq!(plain(&operations, FIRST), visible, "{rule:?}: the second thread has finished");
    }
}

/// The second thread is created by the first one while main is before its access: main must not run on beyond that.
#[test]
fn threads_that_are_not_created_yet_count() {
    let text = "
        #include <pthread.h>
        int x;
        void *second(void *arg) { x = 2; return 0; }
        void *first(void *arg) {
            pthread_t b;
            pthread_create(&b, 0, second, 0);
            return 0;
        }
        int main(void) {
            pthread_t a;
            pthread_create(&a, 0, first, 0);
            x = 1;
            return 0;
        }";
    let mut vm = sharing(&compile_text(text), ALIVE);
    let start = vm.mark();
    run(&mut vm, &[MAIN, FIRST, SECOND]);
    vm.rewind(start);
    assert!(vm.adopt());
    let operations = run(&mut vm, &[MAIN, FIRST, SECOND]);
    assert_eq!(plain(&operations, MAIN), 1, "{operations:?}");
}

/// What a thread does while it is the only one alive comes before all that threads do that it creates afterwards; and what it does
/// after it has joined others comes after all that they have done.
#[test]
fn the_only_thread_alive_makes_no_visible_access() {
    let text = "
        #include <pthread.h>
        int x;
        void *thread(void *arg) { x++; return 0; }
        int main(void) {
            pthread_t a;
            for (int i = 0; i < 2; i++) {
                pthread_create(&a, 0, thread, 0);
                pthread_join(a, 0);
                x++;
            }
            return 0;
        }";
    // By the first rule, what the second thread does may come before main's first accesses.
    for (rule, visible) in [(ACCESSED, 2), (ALIVE, 0)] {
        let mut vm = sharing(&compile_text(text), rule);
        let start = vm.mark();
        run(&mut vm, &[MAIN, FIRST, SECOND]);
        vm.rewind(start);
        assert!(vm.adopt());
        let operations = run(&mut vm, &[MAIN, FIRST, SECOND]);
        assert_eq!(plain(&operations, MAIN), visible, "{rule:?}");
    }
}

/// What is learnt in a step is used in the next one.
#[test]
fn knowledge_can_be_used_at_once() {
    let mut vm = sharing(&compile_text(TWO_WRITERS), ENABLED_AT_ONCE);
    let start = vm.mark();
    let order = [MAIN, FIRST, SECOND];
    let first = run(&mut vm, &order);
    assert_eq!([0, 0], [plain(&first, FIRST), plain(&first, SECOND)], "one of them is finished");
    vm.rewind(start);
    assert!(!vm.has_learnt() && !vm.adopt());
    while is_ready(&vm, MAIN) {
        step(&mut vm, MAIN);
    }
    step(&mut vm, FIRST);
    assert!(matches!(vm.next(FIRST), Next::Ready(p) if plain(&[(FIRST, p.operation.clone())], FIRST) == 1));
}

/// Two threads allocate a block each, in either order; a third one writes to one of them.
#[test]
fn ids_per_path_confuse_blocks() {
    let text = "
        #include <pthread.h>
        #include <stdlib.h>
        void *thread(void *arg) { int *p = malloc(4); *p = 1; return 0; }
        int main(void) {
            pthread_t a, b;
            pthread_create(&a, 0, thread, 0);
            pthread_create(&b, 0, thread, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            return 0;
        }";
    let program = compile_text(text);
    for (ids, shared) in [(ObjectIds::Global, 0), (ObjectIds::PerPath, 2)] {
        let mut vm = sharing(&program, Sharing { ids, ..ACCESSED });
        let start = vm.mark();
        run(&mut vm, &[MAIN, FIRST, SECOND]);
        vm.rewind(start);
        run(&mut vm, &[MAIN, SECOND, FIRST]);
        let heap = vm.shared_objects().into_iter().filter(|object| object.kind == MemoryKind::Heap).count();
        assert_eq!(heap, shared, "{ids:?}");
    }
}

/// A thread that waits for ever has accessed what it waits for: where main's write comes first, it may not have to wait.
#[test]
fn a_thread_accesses_what_it_waits_for() {
    let text = "
        #include <pthread.h>
        #include <semaphore.h>
        struct { sem_t semaphore; int data; } shared;
        void *thread(void *arg) { sem_wait(&shared.semaphore); return 0; }
        int main(void) {
            pthread_t a;
            pthread_create(&a, 0, thread, 0);
            shared.data = 1;
            return 0;
        }";
    let mut vm = sharing(&compile_text(text), ACCESSED);
    let start = vm.mark();
    run(&mut vm, &[MAIN, FIRST]);
    assert!(matches!(vm.next(FIRST), Next::Blocked(_)));
    vm.rewind(start);
    assert!(vm.adopt());
    let operations = run(&mut vm, &[MAIN, FIRST]);
    assert_eq!(plain(&operations, MAIN), 1, "{operations:?}");
}

/// What a library function accesses is asked about like any other access.
#[test]
fn library_functions_on_private_memory_are_invisible() {
    let text = "
        #include <pthread.h>
        #include <string.h>
        char shared[8], own[8];
        void *thread(void *arg) {
            memset(own, 1, sizeof own - 1);
            strlen(own);
            strlen(shared);
            return 0;
        }
        int main(void) {
            pthread_t a;
            pthread_create(&a, 0, thread, 0);
            memset(shared, 2, sizeof shared - 1);
            pthread_join(a, 0);
            return 0;
        }";
    let mut vm = sharing(&compile_text(text), ACCESSED);
    let start = vm.mark();
    run(&mut vm, &[MAIN, FIRST]);
    vm.rewind(start);
    assert!(vm.adopt());
    let operations = run(&mut vm, &[MAIN, FIRST]);
    let accesses = |thread: ThreadId| {
        let by_thread = operations.iter().filter(|(by, _)| *by == thread);
        by_thread
            .filter(|(_, operation)| matches!(operation, Operation::Block(_) | Operation::Write(..)))
            .count()
    };
    assert_eq!([accesses(MAIN), accesses(FIRST)], [1, 1], "{operations:?}");
}

/// A loop that waits for what another thread writes is not endless: it only looks so until that is known.
#[test]
fn a_loop_that_waits_is_not_endless() {
    let text = "
        #include <pthread.h>
        int flag;
        void *thread(void *arg) { flag = 1; return 0; }
        int main(void) {
            pthread_t a;
            pthread_create(&a, 0, thread, 0);
            while (!flag) {}
            return 0;
        }";
    for rule in [ACCESSED, ALIVE] {
        let mut vm = sharing(&compile_text(text), rule);
        let operations: Vec<Step> =
            (0..6).map(|_| if is_ready(&vm, MAIN) { step(&mut vm, MAIN) } else { Step::Ran }).collect();
        assert!(operations.iter().all(|step| *step == Step::Ran), "{operations:?}");
        run(&mut vm, &[FIRST, MAIN]);
        assert!([MAIN, FIRST].iter().all(|&thread| vm.next(thread) == Next::Finished));
        assert!(vm.has_learnt());
    }
}

/// Random walks, and the same on a machine on which every access is visible.
#[test]
fn finer_schedules_lead_to_the_same_state() {
    let mut longer = 0;
    for source in sources(&programs().join("threads")) {
        let program = compile(std::slice::from_ref(&source));
        for (seed, rule) in [ACCESSED, ALIVE, ENABLED_AT_ONCE].into_iter().enumerate() {
            let numbers = ThreadNumbers::default();
            let mut vm = machine_with(&program, Visibility::SharedObjects(rule), numbers.clone());
            let mut random = Random::new(seed as u64);
            let start = vm.mark();
            for _ in 0..3 {
                let schedule = walk(&mut vm, &mut random);
                let fingerprint = vm.fingerprint();
                let finer = vm.finer_schedule(&schedule).expect("the walk can be repeated");
                longer += usize::from(finer.len() > schedule.len());
                let mut every = machine_with(&program, Visibility::EveryAccess, numbers.clone());
                for (at, &(thread, choice)) in finer.iter().enumerate() {
                    let can = is_ready(&every, thread);
                    assert!(can, "{}: step {at} of {thread}, {rule:?}", source.display());
                    every.step(thread, choice).expect("nothing unsupported");
                }
                // Where there are clocks, operations leave their time behind, and here there are more of them.
                let is_comparable = !program.reads_clock;
                assert!(
                    !is_comparable || every.fingerprint() == fingerprint,
                    "{}, {rule:?}",
                    source.display()
                );
                let stacks = |vm: &Vm| vm.threads().iter().map(|thread| vm.stack(thread)).collect::<Vec<_>>();
                assert_eq!(stacks(&every), stacks(&vm), "{}, {rule:?}", source.display());
                vm.rewind(start);
                vm.adopt();
            }
        }
    }
    assert!(longer > 100, "{longer}");
}

fn walk(vm: &mut Vm, random: &mut Random) -> Vec<(ThreadId, Choice)> {
    let mut schedule = Vec::new();
    for _ in 0..200 {
        let moves = few_moves(vm);
        if moves.is_empty() {
            break;
        }
        let (thread, choice) = random.one_of(&moves);
        let mark = vm.mark();
        match vm.step(thread, choice).map(|stepped| stepped.outcome) {
            Ok(Step::CutOff(_)) | Err(_) => {
                vm.rewind(mark);
                break;
            }
            Ok(_) => schedule.push((thread, choice)),
        }
    }
    schedule
}
