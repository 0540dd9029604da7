// Main sets a flag and ends its own thread alone. The other one clears the flag first, and may so wait for ever: the process never ends.
// verdict: bug
// bug: livelock
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static atomic_int go;

static int wait(void *arg)
{
    (void)arg;
#ifndef FIXED
    atomic_store(&go, 0);
#endif
    while (!atomic_load(&go)) thrd_yield();
    return 0;
}

int main(void)
{
    thrd_t thread;
    thrd_create(&thread, wait, NULL);
    atomic_store(&go, 1);
    thrd_exit(0);
}
