// A timer is set when the work is done that its handler needs.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int work;
static volatile sig_atomic_t reported;

static void report(int number)
{
    (void)number;
    assert(atomic_load(&work) == 2);
    reported = 1;
}

int main(void)
{
    sigset_t set, old;
    signal(SIGALRM, report);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &old);
    atomic_store(&work, 1);
    atomic_store(&work, 2);
    alarm(10);
    while (!reported)
        sigsuspend(&old);
    return 0;
}
