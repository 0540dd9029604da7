// A thread that has seen that there is nothing to do ends.
// verdict: ok
#include <pthread.h>
#include <stddef.h>

static int work;

static void *loop(void *arg)
{
    if (work == 0) {
        return NULL;
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
