// A sequence lock: the writer makes the sequence number odd while it writes; the reader wants the same even
// number before and after. The reader does not look again.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *write_both(void *arg)
{
    atomic_fetch_add(&sequence, 1);
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    atomic_fetch_add(&sequence, 1);
    return arg;
}

static void *read_both(void *arg)
{
    unsigned before;
    int seen_first, seen_second;
    while ((before = atomic_load(&sequence)) % 2 != 0) {
    }
    seen_first = atomic_load(&first);
    seen_second = atomic_load(&second);
    assert(seen_first == seen_second); //~ assertion
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
