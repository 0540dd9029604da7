// A handler increments a counter that the thread it interrupts increments, too. It may run between the load and the store.
// verdict: bug
// bug: assertion
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
    increment();
    pthread_join(sender, NULL);
    assert(counter == 2); //~ assertion
    return 0;
}
