// Main has a thread wait at a barrier, twice, with a new barrier each time. Main does not come to the barrier, but
// destroys it: too early, or while the thread waits there.
// verdict: bug
// bug: barrier-misuse
// bug: data-race
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *meet(void *arg)
{
    pthread_barrier_wait(&barrier); //~ barrier-misuse | data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (int round = 0; round < 2; round++) {
        pthread_barrier_init(&barrier, NULL, 2);
        pthread_create(&thread, NULL, meet, NULL);
        pthread_barrier_destroy(&barrier); //~ barrier-misuse | data-race
        pthread_join(thread, NULL);
    }
    return 0;
}
