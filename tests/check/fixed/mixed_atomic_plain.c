// A flag that one thread sets atomically. The other thread reads it atomically. The load comes before or
// after the store.
// verdict: ok
// traces: 2
#include <pthread.h>
#include <stddef.h>

static int flag, seen;

static void *set(void *arg)
{
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}

static void *look(void *arg)
{
    seen = __atomic_load_n(&flag, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, set, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return seen > 1;
}
