// Two threads wait for one signal each, but signals do not queue: if both are sent before one is taken, there is only one, and a
// thread waits for ever.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void *wait_for_one(void *arg)
{
    int number;
    sigwait(&set, &number);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait_for_one, NULL);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
