// Two threads increment a plain counter, in the world where plain accesses interleave instead of being races.
// Traces: one thread after the other, in two orders, or both read before they write, and write in two orders.
// verdict: bug
// bug: assertion
// check: --races allow
// traces: 4
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *arg)
{
    counter++;
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2); //~ assertion
    return 0;
}
