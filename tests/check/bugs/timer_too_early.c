// A timer is set before the work is done that its handler needs.
// verdict: bug
// bug: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int work;

static void report(int number)
{
    (void)number;
    assert(atomic_load(&work) == 2); //~ assertion
}

int main(void)
{
    signal(SIGALRM, report);
    alarm(10);
    atomic_store(&work, 1);
    atomic_store(&work, 2);
    alarm(0);
    return 0;
}
