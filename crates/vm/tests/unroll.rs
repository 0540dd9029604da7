//! `--unroll` bounds the iterations of every loop with visible operations, wherever in it they are made.

use mazurka_machine::{Machine, Step, ThreadId};
use mazurka_vm::{Config, Record, Vm};

use crate::support::compiled::compile_text;
use crate::support::outcomes::outcomes;

const DECLARATIONS: &str = "
    #include <pthread.h>
    #include <semaphore.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <time.h>
    #include <unistd.h>
    static atomic_int x;
    static sem_t semaphore;
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    static struct timespec deadline;
    __attribute__((noinline)) void touch(void) { x++; }
    __attribute__((noinline)) void touch_thrice(void) { for (int i = 0; i < 3; i++) touch(); }
    __attribute__((noinline)) void touch_twice(void) { touch(); touch(); }
    __attribute__((noinline)) void wait_a_little(void)
    {
        pthread_mutex_lock(&mutex);
        pthread_cond_timedwait(&condition, &mutex, &deadline);
        pthread_mutex_unlock(&mutex);
    }
    void *nothing(void *arg) { return arg; }";

/// How often main goes round before it is cut off.
fn rounds(body: &str, unroll: u32) -> usize {
    let text = format!("{DECLARATIONS}\nint main(void) {{ for (;;) {{ putchar('.'); {body} }} }}");
    let config = Config { record: Record::Changes, unroll: Some(unroll), ..Config::default() };
    let mut vm = Vm::new(compile_text(&text), config).expect("the program starts");
    for _ in 0..200 {
        match vm.step(ThreadId::MAIN, 0).expect("nothing unsupported").outcome {
            Step::Ran => {}
            Step::CutOff(_) => {
                let dots: usize = vm.output().chunks().map(|(_, bytes)| bytes.len()).sum();
                return dots - 1;
            }
            other => panic!("{body}: {other:?}"),
        }
    }
    panic!("{body}: not cut off");
}

#[test]
fn every_loop_ends_after_as_many_iterations_as_asked_for() {
    let bodies = [
        "x++;",
        "touch();",
        "touch_twice(); touch();",
        "wait_a_little();",
        "sem_timedwait(&semaphore, &deadline);",
        "nanosleep(&deadline, 0);",
        "pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex);",
        "sched_yield();",
    ];
    for body in bodies {
        for unroll in 1..=6 {
            assert_eq!(rounds(body, unroll), unroll as usize, "{body}");
        }
    }
}

#[test]
fn an_inner_loop_counts_anew_in_every_call() {
    assert_eq!(rounds("touch_thrice(); touch_thrice();", 2), 0);
    assert_eq!(rounds("touch_thrice(); touch_thrice();", 3), 3);
}

#[test]
fn creating_and_joining_threads_does_not_count() {
    let body = "pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, nothing, 0); x++;";
    assert_eq!(rounds(body, 2), 2);
}

/// A timed wait in a loop, as in a thread pool.
const TIMED_WAIT: &str = "
    #include <assert.h>
    #include <pthread.h>
    #include <time.h>
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    static int ready;
    static void *work(void *arg)
    {
        pthread_mutex_lock(&mutex);
        ready = 1;
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
        return arg;
    }
    int main(void)
    {
        pthread_t thread;
        int timeouts = 0;
        pthread_create(&thread, 0, work, 0);
        pthread_mutex_lock(&mutex);
        while (!ready) {
            struct timespec deadline;
            clock_gettime(CLOCK_REALTIME, &deadline);
            deadline.tv_sec++;
            timeouts += pthread_cond_timedwait(&condition, &mutex, &deadline) != 0;
        }
        pthread_mutex_unlock(&mutex);
        assert(timeouts < 3);
        pthread_join(thread, 0);
        return 0;
    }";

#[test]
fn a_timed_wait_in_a_loop_times_out_as_often_as_asked_for() {
    let program = compile_text(TIMED_WAIT);
    let ends = |unroll| {
        let config = Config { record: Record::Changes, main_return_exits: false, ..Config::default() };
        let found = outcomes(program.clone(), Config { unroll: Some(unroll), ..config }).unwrap();
        let count = |name| found.iter().find(|(end, _)| *end == name).map_or(0, |(_, count)| *count);
        (count("done"), count("cut-off"), count("assertion"))
    };
    let all: Vec<_> = (1..=5).map(ends).collect();
    for (before, after) in all.iter().zip(&all[1..]) {
        assert!(before.1 > 0 && before.0 + before.2 < after.0 + after.2, "{all:?}");
    }
    assert!(all.iter().map(|(_, _, failed)| *failed > 0).eq([false, false, true, true, true]), "{all:?}");
}

#[test]
fn a_thread_gives_up_as_often_as_timeouts_allow() {
    let program = compile_text(TIMED_WAIT);
    let ends = |timeouts| {
        let config = Config { record: Record::Changes, main_return_exits: false, ..Config::default() };
        let found = outcomes(program.clone(), Config { timeouts: Some(timeouts), ..config }).unwrap();
        let count = |name| found.iter().find(|(end, _)| *end == name).map_or(0, |(_, count)| *count);
        (count("done"), count("cut-off"), count("assertion"))
    };
    let all: Vec<_> = (0..=4).map(ends).collect();
    for (before, after) in all.iter().zip(&all[1..]) {
        assert!(before.0 > 0 && before.1 > 0 && before.0 + before.2 < after.0 + after.2, "{all:?}");
    }
    assert!(all.iter().map(|(_, _, failed)| *failed > 0).eq([false, false, false, true, true]), "{all:?}");
}
