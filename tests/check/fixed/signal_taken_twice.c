// Two threads wait for a signal each, of its own kind: none is lost.
// verdict: ok
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set, each[2];

static void *wait_for_one(void *arg)
{
    int number;
    sigwait(arg, &number);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    for (int i = 0; i < 2; i++) {
        sigemptyset(&each[i]);
        sigaddset(&each[i], i ? SIGUSR2 : SIGUSR1);
    }
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait_for_one, &each[i]);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR2);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
