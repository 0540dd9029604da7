// The thread pool: jobs of two adders, a queue that fills up, a pool that is resized and joined.
#include <assert.h>
#include <pthread.h>
#include "pool.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void job(void *argument)
{
    pthread_mutex_lock(&lock);
    done += *(int *)argument;
    pthread_mutex_unlock(&lock);
}

static POOL_ctx *pool;
static int one = 1, two = 2;

static void *add(void *argument)
{
    POOL_add(pool, job, &two);
    return argument;
}

int main(void)
{
    pool = POOL_create(THREADS, 1);
    assert(pool);
    pthread_t adder;
    pthread_create(&adder, NULL, add, NULL);
    POOL_add(pool, job, &one);
    pthread_join(adder, NULL);
    POOL_joinJobs(pool);
    assert(done == 3);
    POOL_free(pool);
    return 0;
}
