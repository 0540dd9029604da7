//! Whether what clocks show reaches only deadlines.

use mazurka_analysis::{CallGraph, clock};
use mazurka_vm::LIBRARY;

use crate::support::compile;

/// The text of functions, and of a thread that waits.
fn reaches_only_deadlines(functions: &str, thread: &str) -> bool {
    let text = format!(
        "#include <time.h>
        #include <sys/time.h>
        #include <semaphore.h>
        pthread_mutex_t m; pthread_cond_t c; sem_t s; struct timespec shared; long number; int ready;
        {functions}
        void *worker(void *arg) {{ struct timespec d; {thread} return arg; }}
        int main(void) {{ pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); }}"
    );
    let at = |level| clock::shows_only_in_deadlines(&CallGraph::new(&compile(level, &text), &LIBRARY));
    let unoptimised = at("-O0");
    assert_eq!(unoptimised, at("-O1"), "{text}");
    unoptimised
}

const WAIT: &str = "pthread_cond_timedwait(&c, &m, &d);";
const LOOK: &str = "clock_gettime(CLOCK_REALTIME, &d);";

fn waits(functions: &str, before: &str) -> bool {
    reaches_only_deadlines(functions, &format!("{before} {WAIT}"))
}

#[test]
fn arithmetic_leads_to_a_deadline() {
    assert!(waits("", &format!("{LOOK} d.tv_sec += 10;")));
    assert!(waits(
        "",
        "if (clock_gettime(CLOCK_REALTIME, &d)) return 0; d.tv_nsec = (d.tv_nsec + 5) % 1000000000;"
    ));
    assert!(waits(
        "",
        "struct timeval v; gettimeofday(&v, 0); d.tv_sec = v.tv_sec; d.tv_nsec = v.tv_usec * 1000;"
    ));
    assert!(waits("", "d.tv_sec = time(0) + 5; d.tv_nsec = 0;"));
    assert!(reaches_only_deadlines("", &format!("{LOOK} while (sem_timedwait(&s, &d)) {LOOK}")));
    assert!(reaches_only_deadlines("", &format!("{LOOK} pthread_mutex_timedlock(&m, &d);")));
}

#[test]
fn a_carry_is_a_branch_on_which_only_deadlines_depend() {
    let carry = "if (d.tv_nsec >= 1000000000) { d.tv_sec++; d.tv_nsec -= 1000000000; }";
    assert!(waits("", &format!("{LOOK} d.tv_nsec += 500000000; {carry}")));
}

#[test]
fn functions_of_the_program_are_followed() {
    let functions = "static void later(struct timespec *d, long ms) {
            clock_gettime(CLOCK_REALTIME, d); d->tv_sec += ms / 1000; d->tv_nsec += ms % 1000 * 1000000;
            if (d->tv_nsec >= 1000000000) { d->tv_sec++; d->tv_nsec -= 1000000000; } }
        static struct timespec soon(void) { struct timespec d; later(&d, 5); return d; }
        static int wait_until(struct timespec *d) { return pthread_cond_timedwait(&c, &m, d); }";
    assert!(waits(functions, "later(&d, 100);"));
    assert!(waits(functions, "d = soon();"));
    assert!(reaches_only_deadlines(functions, "later(&d, 100); while (!ready) wait_until(&d);"));
}

#[test]
fn a_branch_is_more_than_a_deadline() {
    assert!(!waits("", &format!("{LOOK} if (d.tv_sec > 5) ready = 1;")));
    assert!(!waits("", &format!("{LOOK} if (d.tv_sec > 5) return 0;")));
    assert!(!waits("", &format!("{LOOK} if (d.tv_sec > 5) {WAIT}")));
    assert!(!waits("", &format!("{LOOK} while (d.tv_nsec > 5) d.tv_nsec /= 2;")));
    assert!(!waits(
        "",
        &format!("{LOOK} long n = 0; if (d.tv_sec > 5) n = *(volatile long *)&number; d.tv_sec += n;")
    ));
    assert!(!waits("", &format!("{LOOK} int later = 0; if (d.tv_sec > 5) later = 1; {WAIT} ready = later;")));
    assert!(!waits("", &format!("{LOOK} switch (d.tv_sec) {{ case 1: ready = 1; }}")));
}

#[test]
fn what_is_stored_elsewhere_is_more_than_a_deadline() {
    assert!(!waits("", &format!("{LOOK} number = d.tv_sec;")));
    assert!(!waits("", "clock_gettime(CLOCK_REALTIME, &shared);"));
    assert!(!waits("", &format!("{LOOK} shared = d;")));
    assert!(!waits("", &format!("{LOOK} memcpy(&shared, &d, sizeof d);")));
    assert!(!waits("struct timespec *kept;", &format!("{LOOK} kept = &d;")));
    assert!(!waits("struct timespec **kept;", &format!("struct timespec *p = &d; kept = &p; {LOOK}")));
    assert!(!waits("", &format!("{LOOK} int a[2] = {{1, 2}}; ready = a[d.tv_sec & 1];")));
    assert!(!waits("", &format!("{LOOK} ready = 5 / d.tv_sec;")));
}

#[test]
fn what_functions_get_is_more_than_a_deadline() {
    assert!(!waits("", &format!("{LOOK} printf(\"%ld\", d.tv_sec);")));
    assert!(!waits("", &format!("{LOOK} fwrite(&d, sizeof d, 1, stdout);")));
    assert!(!waits("void (*f)(long);", &format!("{LOOK} f(d.tv_sec);")));
    assert!(!waits(
        "void *g(void *p) { ready = *(long *)p; return 0; }",
        &format!("pthread_t t; {LOOK} pthread_create(&t, 0, g, &d); pthread_join(t, 0);")
    ));
    assert!(!reaches_only_deadlines("", "return (void *)time(0);"));
    assert!(!waits(
        "static long now(void) { return time(0); }",
        &format!("{LOOK} if (now() > 5) ready = 1;")
    ));
}

#[test]
fn clocks_that_are_read_in_other_ways_are_not_followed() {
    assert!(!waits("int (*look)(clockid_t, struct timespec *) = clock_gettime;", "look(0, &d);"));
    assert!(!waits("#include <sys/times.h>\n", &format!("{LOOK} struct tms t; d.tv_sec += times(&t);")));
    assert!(!waits("long syscall(long, ...);", &format!("{LOOK} syscall(228, 0, &d);")));
}
