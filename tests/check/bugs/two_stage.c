// A writer sets one value and derives a second one from it; a reader that sees the first expects the second.
// Each value has a lock of its own, and the reader can come between the two stages.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *write_both(void *arg)
{
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
    return arg;
}

static void *read_both(void *arg)
{
    pthread_mutex_lock(&first_lock);
    int seen_first = first;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    int seen_second = second;
    pthread_mutex_unlock(&second_lock);
    if (seen_first != 0) assert(seen_second == seen_first + 1); //~ assertion
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
