// One writer and N readers of one variable. Reads commute with each other, so a trace says for each reader
// whether it came before or after the write: 2^N. Main only joins, which adds no traces.
// verdict: ok
// check: --no-commute
// traces N=1: 2
// traces N=6: 64
// traces N=13: 8192
// traces N=18: 262144
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif

static atomic_int x;

static void *writer(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}

static void *reader(void *arg)
{
    (void)atomic_load(&x);
    return arg;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[0], NULL, writer, NULL);
    for (int i = 1; i <= N; i++) pthread_create(&threads[i], NULL, reader, NULL);
    for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
    return 0;
}
