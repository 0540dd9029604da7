// A reader of a sequence lock reads again where the number is odd or has changed: only a reading that no writer has disturbed counts. A writer
// that counts up only once is not noticed.
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
#ifdef FIXED
    atomic_fetch_add(&sequence, 1);
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    atomic_fetch_add(&sequence, 1);
#else
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    atomic_fetch_add(&sequence, 2);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    unsigned before;
    int seen_first, seen_second;
    pthread_create(&thread, NULL, write_both, NULL);
    do {
        before = atomic_load(&sequence);
        seen_first = atomic_load(&first);
        seen_second = atomic_load(&second);
    } while (before % 2 != 0 || atomic_load(&sequence) != before);
    assert(seen_first == seen_second); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
