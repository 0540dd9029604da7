// A thread waits for a signal whose handler sets a flag. It is blocked but for while the thread is in sigsuspend.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t flag;
static pthread_t waiter;

static void set_flag(int number)
{
    (void)number;
    flag = 1;
}

static void *send(void *unused)
{
    pthread_kill(waiter, SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t sender;
    sigset_t set, old;
    waiter = pthread_self();
    signal(SIGUSR1, set_flag);
    pthread_create(&sender, NULL, send, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    while (!flag)
        sigsuspend(&old);
    assert(flag == 1);
    pthread_join(sender, NULL);
    return 0;
}
