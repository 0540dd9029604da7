// Two threads, N times i += j and j += i, by loads and stores; no interleaving gets beyond the Fibonacci
// number F(2N + 2). Main reads i and then j while they run, and joins only afterwards: without these two
// concurrent reads the traces would be 3, 19, 141, 1107 for N = 1 ... 4.
// verdict: ok
// check: --no-commute
// traces N=1: 11
// traces N=2: 140
// traces N=3: 1698
// traces N=4: 19605
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int i = 1, j = 1;

static void *add_j_to_i(void *arg)
{
    for (int k = 0; k < N; k++) atomic_store(&i, atomic_load(&i) + atomic_load(&j));
    return arg;
}

static void *add_i_to_j(void *arg)
{
    for (int k = 0; k < N; k++) atomic_store(&j, atomic_load(&j) + atomic_load(&i));
    return arg;
}

static int fibonacci(int n)
{
    int a = 0, b = 1;
    while (n-- > 0) {
        int next = a + b;
        a = b;
        b = next;
    }
    return a;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add_j_to_i, NULL);
    pthread_create(&second, NULL, add_i_to_j, NULL);
    int seen_i = atomic_load(&i);
    int seen_j = atomic_load(&j);
    assert(seen_i <= fibonacci(2 * N + 2));
    assert(seen_j <= fibonacci(2 * N + 2));
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
