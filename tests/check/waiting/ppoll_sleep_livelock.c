// A thread looks at a flag, and sleeps by ppoll without descriptors in between. Nothing sets the flag.
// verdict: bug
// bug: livelock
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go;

static void *work(void *arg)
{
    while (!atomic_load(&go)) ppoll(NULL, 0, &(struct timespec){0, 1000000}, NULL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
#ifdef FIXED
    atomic_store(&go, 1);
#endif
    pthread_join(thread, NULL);
    return 0;
}
