// A sense-reversing barrier, twice. The last thread to arrive resets the counter and turns the sense around: if it does so in the wrong order, a fast
// thread counts itself in, and is forgotten.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define N 2

static atomic_int missing = N, sense;

static void meet(int *mine)
{
    *mine = !*mine;
    if (atomic_fetch_sub(&missing, 1) == 1) {
#ifdef FIXED
        atomic_store(&missing, N);
        atomic_store(&sense, *mine);
#else
        atomic_store(&sense, *mine);
        atomic_store(&missing, N);
#endif
    } else {
        while (atomic_load(&sense) != *mine) {
        }
    }
}

static void *work(void *arg)
{
    int mine = 0;
    meet(&mine);
    meet(&mine);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return 0;
}
