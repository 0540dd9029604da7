//! Which memory a step touches besides its operation.

use mazurka_machine::{Footprint, Machine, Next, Operation, Order, Step, ThreadId};
use mazurka_vm::{Config, Record, Vm};

use crate::support::compiled::compile_text;

const MAIN: ThreadId = ThreadId::MAIN;
const CHILD: ThreadId = ThreadId(1);

fn recording() -> Config {
    Config { record: Record::Changes, main_return_exits: false, ..Config::default() }
}

/// A machine whose main has started a thread that is about to execute `body`. All of it can use `x`, which begins with a
/// line of its own.
fn before(declarations: &str, body: &str) -> Vm {
    let program = compile_text(&format!(
        "#include <pthread.h>
         #include <semaphore.h>
         #include <setjmp.h>
         #include <stdarg.h>
         #include <stdatomic.h>
         #include <stdio.h>
         #include <stdlib.h>
         #include <string.h>
         static _Alignas(64) char x[256];
         {declarations}
         static void *f(void *argument) {{ {body} return 0; }}
         int main(void) {{
             x[200] = 1;
             pthread_t t;
             pthread_create(&t, 0, f, 0);
             x[201] = 1;
             pthread_join(t, 0);
             return 0;
         }}"
    ));
    let mut vm = Vm::new(program, recording()).expect("the program starts");
    let mut footprint = Vec::new();
    while vm.threads().len() == 1 {
        assert_eq!(touched(&vm, &footprint), "", "there is no other thread yet");
        footprint = step(&mut vm, MAIN);
    }
    assert_eq!(touched(&vm, &footprint), "w201", "what comes after the creation");
    vm
}

/// The plain accesses of a thread's next step.
fn step(vm: &mut Vm, thread: ThreadId) -> Vec<Footprint> {
    vm.step(thread, 0).expect("nothing unsupported").footprint.to_vec()
}

/// What a step has touched of `x`: r or w and the first byte of every run, and its length unless it is 1.
fn touched(vm: &Vm, footprint: &[Footprint]) -> String {
    let x = vm.program().globals.iter().find(|global| &*global.name == "x").expect("x is used").address;
    let lines = (0..4).map(|line| {
        let mut notes = footprint.iter().filter(move |note| note.line == x + 64 * line);
        let note = notes.next().map_or((0, 0), |note| (note.reads, note.writes));
        assert_eq!(notes.next(), None, "a line comes once");
        note
    });
    let (reads, writes): (Vec<u64>, Vec<u64>) = lines.unzip();
    [("r", reads), ("w", writes)]
        .iter()
        .flat_map(|(kind, masks)| runs(kind, masks))
        .collect::<Vec<_>>()
        .join(" ")
}

fn runs(kind: &str, masks: &[u64]) -> Vec<String> {
    let bit = |at: usize| at < 256 && masks[at / 64] >> (at % 64) & 1 == 1;
    let starts = (0..256).filter(|&at| bit(at) && (at == 0 || !bit(at - 1)));
    starts
        .map(|start| match (start..).take_while(|&at| bit(at)).count() {
            1 => format!("{kind}{start}"),
            length => format!("{kind}{start}+{length}"),
        })
        .collect()
}

/// What a thread's first step touches of `x`.
fn first_step(body: &str) -> String {
    let mut vm = before("", body);
    let footprint = step(&mut vm, CHILD);
    touched(&vm, &footprint)
}

#[test]
fn loads_and_stores_by_their_bytes() {
    assert_eq!(first_step("x[3] = x[0];"), "r0 w3");
    assert_eq!(first_step("*(int *)&x[8] += *(short *)&x[2];"), "r2+2 r8+4 w8+4");
    assert_eq!(first_step("*(long *)&x[60] = 1;"), "w60+8", "over the end of a line");
    assert_eq!(first_step("for (int i = 0; i < 200; i++) x[i]++;"), "r0+200 w0+200");
    assert_eq!(first_step("*(double *)&x[8] = *(float *)&x[4];"), "r4+4 w8+8");
}

#[test]
fn structures_are_copied() {
    let structure = "struct s { char c[48]; };";
    let step = |declarations: &str, body: &str| {
        let mut vm = before(&format!("{structure} {declarations}"), body);
        let footprint = self::step(&mut vm, CHILD);
        touched(&vm, &footprint)
    };
    assert_eq!(step("", "*(struct s *)&x[64] = *(struct s *)x;"), "r0+48 w64+48");
    assert_eq!(step("static void g(struct s s) {}", "g(*(struct s *)&x[32]);"), "r32+48", "passed by value");
    assert_eq!(step("static void g(int n, ...) {}", "g(1, *(struct s *)&x[32]);"), "r32+48");
    assert_eq!(step("", "printf(\"\", *(struct s *)&x[32]);"), "r32+48");
}

#[test]
fn the_library_touches_what_it_has_to() {
    assert_eq!(first_step("memcpy(&x[70], x, 10);"), "r0+10 w70+10");
    assert_eq!(first_step("memset(x, 1, 130);"), "w0+130");
    assert_eq!(first_step("strcpy(&x[5], \"abc\");"), "w5+4");
    assert_eq!(first_step("strlen(x);"), "r0");
    assert_eq!(first_step("strcpy(x, \"abc\"); strlen(&x[1]);"), "r1+3 w0+4");
    assert_eq!(first_step("strcmp(x, &x[80]);"), "r0 r80", "no further than the difference");
    assert_eq!(first_step("strchr(x, 'a');"), "r0");
    assert_eq!(first_step("memchr(x, 0, 100);"), "r0");
    assert_eq!(first_step("memcmp(x, &x[100], 5);"), "r0+5 r100+5");
    assert_eq!(first_step("printf(\"%s\", &x[7]);"), "r7");
    assert_eq!(first_step("sprintf(&x[7], \"%d\", 123);"), "w7+4");
    assert_eq!(first_step("sscanf(\"17\", \"%d\", (int *)&x[4]);"), "w4+4");
    assert_eq!(first_step("strtol(\"17\", (char **)&x[8], 10);"), "w8+8");
    assert_eq!(first_step("setjmp(*(jmp_buf *)x);"), "w0+56");
    let sorted = first_step("qsort(x, 4, 1, (int (*)(const void *, const void *))strcmp);");
    assert!(sorted.starts_with("r0+4 w"), "{sorted}");
}

#[test]
fn freeing_writes_the_whole_block_and_allocating_touches_nothing() {
    let mut vm = before("static void *block;", "block = malloc(100); sched_yield(); free(block);");
    let mut of_heap = || -> Vec<(u32, u32)> {
        let heap = mazurka_vm::assembly::heap_of(CHILD);
        let mut footprint = step(&mut vm, CHILD);
        footprint.retain(|note| note.line & !0xffff_ffff == heap);
        footprint.iter().map(|note| (note.reads.count_ones(), note.writes.count_ones())).collect()
    };
    assert_eq!(of_heap(), []);
    let freed = of_heap();
    assert_eq!(freed.iter().map(|(_, writes)| writes).sum::<u32>(), 100);
    assert!(freed.iter().all(|(reads, _)| *reads == 0));
}

#[test]
fn a_function_that_returns_takes_its_variables_away() {
    let mut vm = before("static void g(void) { char local[64]; memset(local, 1, 64); }", "g();");
    let stack = mazurka_vm::assembly::stack_of(CHILD);
    let written: u32 = step(&mut vm, CHILD)
        .iter()
        .filter(|note| note.line & !0xffff_ffff == stack)
        .map(|note| note.writes.count_ones())
        .sum();
    assert!(written >= 64, "{written} bytes");
}

#[test]
fn operations_are_not_plain_accesses() {
    let mut vm = before(
        "",
        "*(atomic_int *)x = 1;
         atomic_fetch_add((atomic_int *)x, 1);
         int expected = 2; atomic_compare_exchange_strong((atomic_int *)x, &expected, 3);
         __atomic_store_n((__int128 *)&x[16], 1, 5);
         struct s { char c[24]; } a; __atomic_load((struct s *)&x[32], &a, 5);
         pthread_mutex_lock((pthread_mutex_t *)&x[64]);
         pthread_mutex_unlock((pthread_mutex_t *)&x[64]);
         pthread_rwlock_rdlock((pthread_rwlock_t *)&x[128]);
         sem_post((sem_t *)&x[200]);
         pthread_cond_broadcast((pthread_cond_t *)&x[200]);",
    );
    let mut operations = 0;
    while let Next::Ready(_) = vm.next(CHILD) {
        let footprint = step(&mut vm, CHILD);
        assert_eq!(touched(&vm, &footprint), "", "after {operations} operations");
        operations += 1;
    }
    assert!(operations > 10, "{operations} operations");
}

#[test]
fn initialising_and_destroying_an_object_is_a_plain_write() {
    for call in [
        "pthread_mutex_init((pthread_mutex_t *)x, 0)",
        "pthread_mutex_destroy((pthread_mutex_t *)x)",
        "pthread_cond_init((pthread_cond_t *)x, 0)",
        "pthread_rwlock_init((pthread_rwlock_t *)x, 0)",
        "pthread_barrier_init((pthread_barrier_t *)x, 0, 2)",
        "sem_init((sem_t *)x, 0, 1)",
        "sem_destroy((sem_t *)x)",
    ] {
        let mut vm = before("", &format!("{call};"));
        vm.step(CHILD, 0).expect("nothing unsupported");
        let Next::Ready(pending) = vm.next(CHILD) else { panic!("{call} does not wait") };
        assert!(matches!(pending.operation, Operation::Write(_, Order::PLAIN)), "{call}: {pending:?}");
    }
}

#[test]
fn the_hidden_state_of_the_library_is_none_of_the_programs() {
    let mut vm =
        before("static void g(void) {}", "atexit(g); x[1] = 1; sem_open(\"/s\", 0100, 0, 1); x[2] = 2;");
    for expected in ["", "w1", "w2"] {
        let footprint = step(&mut vm, CHILD);
        assert_eq!(touched(&vm, &footprint), expected);
        let globals = footprint.iter().filter(|note| note.line >> 32 == mazurka_vm::assembly::GLOBALS >> 32);
        assert_eq!(globals.count(), usize::from(!expected.is_empty()), "before {expected}");
    }
}

#[test]
fn a_block_touches_nothing_that_is_not_part_of_its_operation() {
    let mut vm = before(
        "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
        "x[0] = 1; __VERIFIER_atomic_begin(); x[1] = 1; memset(&x[2], 1, 2); __VERIFIER_atomic_end(); x[5] = 1;",
    );
    let footprint = step(&mut vm, CHILD);
    assert_eq!(touched(&vm, &footprint), "w0");
    let footprint = step(&mut vm, CHILD);
    assert_eq!(touched(&vm, &footprint), "w5");
}

#[test]
fn what_came_before_a_fault_counts() {
    let mut vm = before("", "x[1] = 1; *(volatile int *)0 = 1; x[2] = 2;");
    let stepped = vm.step(CHILD, 0).expect("nothing unsupported");
    assert!(matches!(stepped.outcome, Step::Fault(_)));
    let footprint = stepped.footprint.to_vec();
    assert_eq!(touched(&vm, &footprint), "w1");
}

#[test]
fn constants_are_not_worth_noting() {
    let mut vm = before("static const char c[64] = \"text\";", "x[0] = c[x[1]];");
    let footprint = step(&mut vm, CHILD);
    assert_eq!(touched(&vm, &footprint), "r1 w0");
    let constants = mazurka_vm::assembly::CONSTANTS >> 32;
    assert!(footprint.iter().all(|note| note.line >> 32 != constants));
}

#[test]
fn rewinding_leaves_the_next_step_alone() {
    let mut vm = before("", "x[0] = 1; sched_yield(); x[0]++; x[64]++;");
    vm.step(CHILD, 0).expect("nothing unsupported");
    let mark = vm.mark();
    for _ in 0..2 {
        let footprint = step(&mut vm, CHILD);
        assert_eq!(touched(&vm, &footprint), "r0 r64 w0 w64");
        vm.rewind(mark);
    }
}
