// A handler increments a counter that the thread it interrupts increments, too, while the signal is blocked.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int counter;
static pthread_t main_thread;

static void increment(void)
{
    atomic_store(&counter, atomic_load(&counter) + 1);
}

static void handle(int number)
{
    (void)number;
    increment();
}

static void *send(void *unused)
{
    pthread_kill(main_thread, SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t sender;
    main_thread = pthread_self();
    signal(SIGUSR1, handle);
    pthread_create(&sender, NULL, send, NULL);
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    increment();
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_join(sender, NULL);
    assert(counter == 2);
    return 0;
}
