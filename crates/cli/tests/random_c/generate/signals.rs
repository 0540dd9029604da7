//! Condition variables, semaphores, barriers and `pthread_once`.

use super::Generator;
use crate::program::Statement;

pub(super) fn condition(generator: &mut Generator, depth: usize) -> Statement {
    let around =
        |construct, open: &str, body| Statement::around(construct, open, body, "pthread_mutex_unlock(&$m);");
    match generator.below(9) {
        0..2 => around(
            "condition wait",
            "pthread_mutex_lock(&$m); while (!$state) pthread_cond_wait(&$c, &$m);",
            generator.critical("$x", depth),
        ),
        2 => around(
            "timed condition wait",
            "pthread_mutex_lock(&$m); if (!$state) r = pthread_cond_timedwait(&$c, &$m, &(struct timespec[]){$soon()}[0]);",
            generator.critical("$x", depth),
        ),
        3 => Statement::new(
            "condition wait that consumes",
            "pthread_mutex_lock(&$m); while (!$state) pthread_cond_wait(&$c, &$m); $state = 0; pthread_mutex_unlock(&$m);",
        ),
        4..6 => Statement::new(
            "signal under the lock",
            "pthread_mutex_lock(&$m); $state = 1; pthread_cond_signal(&$c); pthread_mutex_unlock(&$m);",
        ),
        6 => Statement::new(
            "signal after the lock",
            "pthread_mutex_lock(&$m); $state = 1; pthread_mutex_unlock(&$m); pthread_cond_signal(&$c);",
        ),
        7 => Statement::new(
            "broadcast",
            "pthread_mutex_lock(&$m); $state = 1; pthread_cond_broadcast(&$c); pthread_mutex_unlock(&$m);",
        ),
        _ => Statement::new("signal alone", "pthread_cond_signal(&$c);"),
    }
}

pub(super) fn semaphore(generator: &mut Generator, depth: usize) -> Statement {
    match generator.below(8) {
        0..2 => Statement::around(
            "semaphore as a lock",
            "sem_wait(&$s);",
            vec![generator.access()],
            "sem_post(&$s);",
        ),
        2 => Statement::around(
            "semaphore trywait",
            "if (!sem_trywait(&$s)) {",
            generator.nested(depth),
            "sem_post(&$s); }",
        ),
        3 => Statement::new("semaphore wait", "sem_wait(&$s);"),
        4 => {
            Statement::new("semaphore timedwait", "r = sem_timedwait(&$s, &(struct timespec[]){$soon()}[0]);")
        }
        5 => Statement::new("semaphore value", "sem_getvalue(&$s, &r);"),
        _ => Statement::new("semaphore post", "sem_post(&$s);"),
    }
}

pub(super) fn barrier(generator: &mut Generator, depth: usize) -> Statement {
    if generator.below(2) == 0 {
        return generator.control(depth);
    }
    if generator.below(2) == 0 {
        return Statement::new("barrier", "pthread_barrier_wait(&$bar);");
    }
    Statement::new("barrier", "r = pthread_barrier_wait(&$bar) == PTHREAD_BARRIER_SERIAL_THREAD;")
}

pub(super) fn once(_: &mut Generator, _: usize) -> Statement {
    Statement::new("once", "pthread_once(&$once, $init); r = $data;")
}
