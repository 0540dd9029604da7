// A thread looks at a flag, and sleeps by select without descriptors in between. Nothing sets the flag.
// verdict: bug
// bug: livelock
#define _GNU_SOURCE
#include <sys/select.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go;

static void *work(void *arg)
{
    while (!atomic_load(&go)) select(0, NULL, NULL, NULL, &(struct timeval){0, 1000});
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
