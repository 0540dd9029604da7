// A thread polls a flag and sleeps twice as long after each look. How long decides nothing.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int ready;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    for (unsigned pause = 1; !atomic_load(&ready); pause *= 2) usleep(pause);
    pthread_join(thread, NULL);
    return 0;
}
