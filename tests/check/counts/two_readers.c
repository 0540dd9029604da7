// N threads store y and then z; one more stores x, loads y and loads x, and another stores x, loads z and loads
// x. The stores of y, and those of z, come in N! orders each, the loads of y and of z at any of N + 1 places
// among them, and the accesses to x in 4 orders. All of it goes together, unless the reader of z is done with x
// before the reader of y begins: then each store of z that the first one has seen follows a store of y that the
// second one has seen, too. For p stores of y and q stores of z that are seen, that leaves p! / (p - q)! (N - q)!
// orders of z: 3 N!^2 (N + 1)^2 + N! times the sum of these over 0 <= q <= p <= N.
// verdict: ok
// check: --no-commute
// traces N=1: 15
// traces N=2: 130
// traces N=3: 2028
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static atomic_int x, y, z;

static void *store_both(void *arg)
{
    int own = (int)(intptr_t)arg;
    atomic_store(&y, own);
    atomic_store(&z, own);
    return NULL;
}

static void *read_y(void *arg)
{
    atomic_store(&x, 1);
    (void)atomic_load(&y);
    (void)atomic_load(&x);
    return arg;
}

static void *read_z(void *arg)
{
    atomic_store(&x, 2);
    (void)atomic_load(&z);
    (void)atomic_load(&x);
    return arg;
}

int main(void)
{
    pthread_t threads[N + 2];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, store_both, (void *)(intptr_t)(i + 1));
    pthread_create(&threads[N], NULL, read_y, NULL);
    pthread_create(&threads[N + 1], NULL, read_z, NULL);
    for (int i = 0; i < N + 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
