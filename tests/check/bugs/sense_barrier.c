// A barrier of spinning threads, used for two rounds. Threads wait until the count is zero again: a fast one
// can begin the next round before a slow one has seen that.
// verdict: bug
// bug: deadlock | livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2
#define ROUNDS 2

static atomic_int count;
static int progress[THREADS];

static void barrier(int round)
{
    (void)round;
    if (atomic_fetch_add(&count, 1) == THREADS - 1) {
        atomic_store(&count, 0);
    } else {
        while (atomic_load(&count) != 0) {
        }
    }
}

static void *run(void *arg)
{
    int self = (int)(intptr_t)arg;
    for (int round = 1; round <= ROUNDS; round++) {
        progress[self] = round;
        barrier(round);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, run, (void *)0);
    pthread_create(&threads[1], NULL, run, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(progress[0] == ROUNDS && progress[1] == ROUNDS);
    return 0;
}
