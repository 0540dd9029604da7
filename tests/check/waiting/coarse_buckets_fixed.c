// A hash table with one lock: N threads insert into buckets of their own, and main looks into the first one.
// That insertion and the look have two orders; the other insertions commute.
// verdict: ok
// check: --coarse-locks
// traces N=2: 2
// traces N=4: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int buckets[N], sizes[N];

static void *insert(void *bucket)
{
    pthread_mutex_lock(&mutex);
    *(int *)bucket = 1;
    sizes[(int *)bucket - buckets]++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, insert, &buckets[i]);
    pthread_mutex_lock(&mutex);
    int found = buckets[0];
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(found == 0 || found == 1);
}
