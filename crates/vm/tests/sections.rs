//! Critical sections as one step: where the machine looks ahead for their end, and where the text says that it would find something else.

use mazurka_machine::{Machine, Next, Operation, Pending, Step, ThreadId, Verb};
use mazurka_vm::{Config, Record};

use crate::support::compiled::compile_text;
use crate::support::machine;

const CHILD: ThreadId = ThreadId(1);

#[derive(PartialEq, Eq, Debug)]
enum Found {
    Whole,
    /// It has looked ahead, in vain.
    NotWhole,
    /// It has not looked.
    Lock,
}

/// What a thread that does this is about to do first, which is to lock.
fn first(child: &str) -> Found {
    let text = format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n\
         static atomic_int a; static int plain; static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;\n\
         static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n\
         static void lock(void) {{ pthread_mutex_lock(&m); }}\n\
         static void unlock(void) {{ pthread_mutex_unlock(&m); }}\n\
         static void notify(void) {{ pthread_cond_signal(&condition); }}\n\
         static void note(void) {{ plain++; }}\n\
         static void (*by_pointer)(void) = notify;\n\
         static void *child(void *arg) {{ {child} return arg; }}\n\
         int main(void) {{ pthread_t t; pthread_create(&t, 0, child, 0); by_pointer(); note(); unlock(); lock(); return a; }}"
    );
    let config = Config {
        record: Record::Changes,
        main_return_exits: false,
        join_sections: true,
        ..Config::default()
    };
    let mut vm = machine(compile_text(&text), config);
    while vm.threads().len() == 1 {
        vm.step(ThreadId::MAIN, 0).expect("nothing unsupported");
    }
    assert_eq!(vm.step(CHILD, 0).expect("nothing unsupported").outcome, Step::Ran);
    match vm.next(CHILD) {
        Next::Ready(Pending { operation: Operation::Section(section), .. }) => match section.is_whole {
            true => Found::Whole,
            false => Found::NotWhole,
        },
        Next::Ready(Pending { operation: Operation::Sync(Verb::Lock, _), .. }) => Found::Lock,
        other => panic!("it does not lock: {other:?}"),
    }
}

#[test]
fn sections_of_plain_code_are_whole() {
    assert_eq!(first("pthread_mutex_lock(&m); plain++; pthread_mutex_unlock(&m);"), Found::Whole);
    assert_eq!(first("pthread_mutex_lock(&m); note(); unlock();"), Found::Whole);
    assert_eq!(first("lock(); plain++; unlock();"), Found::Whole);
    assert_eq!(first("pthread_mutex_lock(&m); while (plain) by_pointer(); unlock();"), Found::Whole);
}

#[test]
fn what_may_be_whole_is_looked_into() {
    let waits =
        "pthread_mutex_lock(&m); while (!plain) pthread_cond_wait(&condition, &m); pthread_mutex_unlock(&m);";
    assert_eq!(first(waits), Found::NotWhole);
    assert_eq!(first("pthread_mutex_lock(&m); by_pointer(); unlock();"), Found::NotWhole);
    assert_eq!(first("pthread_mutex_lock(&m); if (!plain) notify(); unlock();"), Found::NotWhole);
    assert_eq!(first("lock(); notify(); unlock();"), Found::NotWhole);
}

#[test]
fn what_is_never_whole_is_a_lock() {
    let nested = "pthread_mutex_lock(&m); pthread_mutex_lock(&n); plain++; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);";
    assert_eq!(first(nested), Found::Lock);
    assert_eq!(first("pthread_mutex_lock(&m); plain++; notify(); unlock();"), Found::Lock);
    assert_eq!(first("pthread_mutex_lock(&m); a++; unlock();"), Found::Lock);
    let waits = "pthread_mutex_lock(&m); while (!plain) pthread_cond_wait(&condition, &m); plain--; notify(); unlock();";
    assert_eq!(first(waits), Found::Lock);
}
