// A signal to the process is meant for main: the other thread is created where it is blocked.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static _Thread_local volatile sig_atomic_t is_main;
static atomic_int taken_by_main, started;

static void handle(int number)
{
    (void)number;
    atomic_store(&taken_by_main, is_main);
}

static void *work(void *unused)
{
    atomic_store(&started, 1);
    return unused;
}

int main(void)
{
    pthread_t worker;
    is_main = 1;
    signal(SIGUSR1, handle);
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    pthread_create(&worker, NULL, work, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(worker, NULL);
    assert(atomic_load(&taken_by_main));
    return 0;
}
