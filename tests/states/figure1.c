// Figure 1 of the SDPOR paper: two threads add to and take from a shared number what they count locally. Millions of
// traces, few states: at any time what matters is how far each of them has come.
// states: 258
#include <mazurka.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 64
#endif

static int d;

static void *add(void *arg)
{
    for (int i = 0; i < N; i += 5) {
        mz_atomic_begin();
        d = d + i;
        mz_assert(d % 5 != 4);
        mz_atomic_end();
    }
    return arg;
}

static void *subtract(void *arg)
{
    for (int j = 0; j < N; j += 5) {
        mz_atomic_begin();
        d = d - j;
        mz_assert(d % 5 != 4);
        mz_atomic_end();
    }
    return arg;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&other, NULL, subtract, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
