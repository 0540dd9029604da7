// A thread polls a flag, and sleeps at its third look: there a signal may wake it, which it takes for the end of its wait.
// verdict: bug
// bug: assertion
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int ready;

static void ignore(int signal)
{
    (void)signal;
}

static void *poll(void *arg)
{
    errno = 0;
    for (int looks = 0; !atomic_load(&ready); looks = (looks + 1) % 3) {
        if (looks == 2) usleep(1);
        if (errno == EINTR) break;
    }
    assert(atomic_load(&ready)); //~ assertion
    return arg;
}

int main(void)
{
    struct sigaction action = {0};
    action.sa_handler = ignore;
    sigaction(SIGUSR1, &action, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    pthread_kill(thread, SIGUSR1);
    atomic_store(&ready, 1);
    pthread_join(thread, NULL);
    return 0;
}
