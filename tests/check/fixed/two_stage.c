// A writer sets one value and derives a second one from it; a reader that sees the first expects the second.
// One critical section covers both stages. A trace is an order of the two critical sections.
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *write_both(void *arg)
{
    pthread_mutex_lock(&lock);
    first = 1;
    second = first + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *read_both(void *arg)
{
    pthread_mutex_lock(&lock);
    int seen_first = first;
    int seen_second = second;
    pthread_mutex_unlock(&lock);
    if (seen_first != 0) assert(seen_second == seen_first + 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, write_both, NULL);
    pthread_create(&threads[1], NULL, read_both, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
