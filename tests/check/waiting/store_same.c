// Two threads store the same value until they are told to stop, which nobody does: a livelock. They need not do so in turns for ever.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word, stop;

static void *keep(void *arg)
{
    while (!stop) word = 1;
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, keep, NULL);
#ifdef FIXED
    stop = 1;
#endif
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return word > 1;
}
