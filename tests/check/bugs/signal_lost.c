// A thread waits with pause for a signal whose handler sets a flag. If the signal comes between the look at the flag and
// pause, it waits for ever.
// verdict: bug
// bug: deadlock
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

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
    waiter = pthread_self();
    signal(SIGUSR1, set_flag);
    pthread_create(&sender, NULL, send, NULL);
    while (!flag)
        pause();
    pthread_join(sender, NULL);
    return 0;
}
