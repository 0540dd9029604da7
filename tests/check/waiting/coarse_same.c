// N threads append to one log under a lock, after each has changed a counter of its own under the same lock. The order of the entries
// counts, N!, that of the other sections does not.
// verdict: ok
// check: --coarse-locks
// traces N=2: 2
// traces N=3: 6
// traces N=4: 24
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counts[N], entries[N], length;

static void *work(void *count)
{
    pthread_mutex_lock(&mutex);
    ++*(int *)count;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    entries[length++] = (int)((int *)count - counts);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, &counts[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(length == N);
}
