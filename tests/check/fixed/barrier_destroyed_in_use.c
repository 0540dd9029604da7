// Main meets a thread at a barrier, twice, with a new barrier each time.
// verdict: ok
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *meet(void *arg)
{
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (int round = 0; round < 2; round++) {
        pthread_barrier_init(&barrier, NULL, 2);
        pthread_create(&thread, NULL, meet, NULL);
        pthread_barrier_wait(&barrier);
        pthread_join(thread, NULL);
        pthread_barrier_destroy(&barrier);
    }
    return 0;
}
