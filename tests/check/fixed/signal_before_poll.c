// A thread looks at what a handler sets, and then waits for a file or a signal, which it blocks until then.
// verdict: ok
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;
static pthread_t main_thread;

static void handle(int signal)
{
    (void)signal;
    done = 1;
}

static void *stop(void *arg)
{
    pthread_kill(main_thread, SIGUSR1);
    return arg;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handle };
    sigaction(SIGUSR1, &action, NULL);
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    main_thread = pthread_self();
    pthread_t thread;
    pthread_create(&thread, NULL, stop, NULL);
    while (!done)
        ppoll(NULL, 0, NULL, &before);
    pthread_join(thread, NULL);
    return 0;
}
