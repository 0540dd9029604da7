// A program installs a handler for a signal that is never sent, and prints. A thread polls a flag, and yields at every 16th look: how often it looks
// decides nothing, so it waits. What it expects behind that is there only if it is written before the flag.
// verdict: bug
// bug: assertion
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int ready, result;

static void note(int signal)
{
    (void)signal;
}

static void *tell(void *arg)
{
#ifdef FIXED
    atomic_store(&result, 1);
#endif
    atomic_store(&ready, 1);
    atomic_store(&result, 1);
    return arg;
}

int main(void)
{
    struct sigaction action = {0};
    action.sa_handler = note;
    sigaction(SIGSEGV, &action, NULL);
    if (write(1, "begin\n", 6) != 6) return 1;
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
    for (unsigned looks = 1; !atomic_load(&ready); looks++) {
        if (looks % 16 == 0) sched_yield();
    }
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
