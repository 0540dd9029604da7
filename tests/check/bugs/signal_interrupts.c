// A wait for a semaphore that a handler interrupts has not taken it; nobody looks at the result.
// verdict: bug
// bug: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

static sem_t done;
static atomic_int result;
static pthread_t main_thread;

static void ignore(int number)
{
    (void)number;
}

static void *work(void *unused)
{
    pthread_kill(main_thread, SIGUSR1);
    atomic_store(&result, 42);
    sem_post(&done);
    return unused;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ignore;
    main_thread = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    sem_init(&done, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    sem_wait(&done);
    assert(atomic_load(&result) == 42); //~ assertion
    pthread_join(worker, NULL);
    return 0;
}
