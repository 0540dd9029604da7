// A thread looks at what a handler sets, and then waits for a file or a signal. A signal in between is lost: the call waits for
// ever.
// verdict: bug
// bug: deadlock
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
    main_thread = pthread_self();
    pthread_t thread;
    pthread_create(&thread, NULL, stop, NULL);
    while (!done)
        ppoll(NULL, 0, NULL, NULL);
    pthread_join(thread, NULL);
    return 0;
}
