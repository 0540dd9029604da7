// Both threads hold locks at most accesses, and yet one sees the moment.
// check -DOTHER: assertion
// check -DREADERS: assertion
// check -DBEFORE: assertion
// check -DWAIT: assertion
// check -DTRY: assertion
// check -DBLOCK: assertion
#include "moment.h"
#include <time.h>
#ifdef BLOCK
#include <mazurka.h>
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static struct object *shared;

static void *looker(void *argument)
{
#ifdef BEFORE
    look(shared);
#endif
#if defined OTHER
    pthread_mutex_lock(&other);
    look(shared);
    pthread_mutex_unlock(&other);
#elif defined READERS
    pthread_rwlock_rdlock(&lock);
    look(shared);
    pthread_rwlock_unlock(&lock);
#elif defined TRY
    // Whether it succeeds or not.
    int failed = pthread_mutex_trylock(&mutex);
    look(shared);
    if (!failed) pthread_mutex_unlock(&mutex);
#else
    pthread_mutex_lock(&mutex);
    look(shared);
    pthread_mutex_unlock(&mutex);
#endif
    return 0;
}

int main(void)
{
    shared = new_object();
    start(looker, 0);
#if defined READERS
    pthread_rwlock_rdlock(&lock);
    change(shared);
    pthread_rwlock_unlock(&lock);
#elif defined WAIT
    pthread_mutex_lock(&mutex);
    shared->value = 1;
    struct timespec now = {0, 0};
    pthread_cond_timedwait(&never, &mutex, &now);
    shared->value = 0;
    pthread_mutex_unlock(&mutex);
#elif defined BLOCK
    pthread_mutex_lock(&mutex);
    mz_atomic_begin();
    pthread_mutex_unlock(&mutex);
    mz_atomic_end();
    change(shared);
#else
    pthread_mutex_lock(&mutex);
    change(shared);
    pthread_mutex_unlock(&mutex);
#endif
    return 0;
}
