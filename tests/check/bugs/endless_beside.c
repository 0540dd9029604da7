// A thread that has seen that there is nothing to do loops for ever beside the other one, and touches nothing while it does.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stddef.h>

static int work;

static void *loop(void *arg)
{
    if (work == 0) {
        for (;;) {
        }
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, loop, NULL);
    pthread_join(thread, NULL);
    return 0;
}
