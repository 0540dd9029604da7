// Replicated workers: a pool of work that workers take out, split, and put back in parts; each has its own results, which main puts
// together. All end when the pool is empty and none is busy. With BUG, a worker says that it is not busy any more before it puts the
// parts back, so that the others may declare the end too early.
// check: ok
// check -DBUG: assertion
#include "objects.h"

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef SIZE
#define SIZE 2
#endif
#ifndef CALCULATIONS
#define CALCULATIONS 2
#endif

// A range of numbers to be summed up.
struct work {
    int from, to;
    struct work *next;
};

struct worker;

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct work *available;
    struct worker *workers[WORKERS];
    int busy, count, sum;
    bool is_done;
};

struct worker {
    struct pool *pool;
    int count, sum;
    int scratch[CALCULATIONS];
};

static struct work *new_work(int from, int to)
{
    struct work *work = new_object(sizeof *work);
    work->from = from;
    work->to = to;
    return work;
}

static struct pool *new_pool(struct work *first)
{
    struct pool *pool = new_object(sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->available = first;
    return pool;
}

// The lock is held.
static void add(struct pool *pool, struct work *work)
{
    work->next = pool->available;
    pool->available = work;
    pthread_cond_signal(&pool->changed);
}

// None where all work is done.
static struct work *take(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->available == NULL && pool->busy > 0 && !pool->is_done) {
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
    struct work *work = NULL;
    if (pool->available == NULL || pool->is_done) {
        pool->is_done = true;
        pthread_cond_broadcast(&pool->changed);
    } else {
        work = pool->available;
        pool->available = work->next;
        pool->busy++;
    }
    pthread_mutex_unlock(&pool->lock);
    return work;
}

static void finish(struct pool *pool, struct work *left, struct work *right)
{
    pthread_mutex_lock(&pool->lock);
    pool->busy--;
#ifdef BUG
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_lock(&pool->lock);
#endif
    if (left != NULL) add(pool, left);
    if (right != NULL) add(pool, right);
    if (pool->busy == 0) pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

static void calculate(struct worker *worker, int number)
{
    for (int i = 0; i < CALCULATIONS; i++) worker->scratch[i] = number + i;
    worker->sum += worker->scratch[CALCULATIONS - 1] - (CALCULATIONS - 1);
    worker->count++;
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct work *work;
    while ((work = take(worker->pool)) != NULL) {
        struct work *left = NULL, *right = NULL;
        int middle = (work->from + work->to) / 2;
        if (work->to - work->from == 1) {
            calculate(worker, work->from);
        } else {
            left = new_work(work->from, middle);
            right = new_work(middle, work->to);
        }
        free(work);
        finish(worker->pool, left, right);
    }
    pthread_mutex_lock(&worker->pool->lock);
    worker->pool->count += worker->count;
    worker->pool->sum += worker->sum;
    pthread_mutex_unlock(&worker->pool->lock);
    return worker;
}

int main(void)
{
    struct pool *pool = new_pool(new_work(0, SIZE));
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        struct worker *worker = new_object(sizeof *worker);
        worker->pool = pool;
        pool->workers[i] = worker;
    }
    for (int i = 0; i < WORKERS; i++) threads[i] = start(run_worker, pool->workers[i]);
    for (int i = 0; i < WORKERS; i++) result_of(threads[i]);
    mz_assert(pool->available == NULL && pool->count == SIZE);
    mz_assert(pool->sum == SIZE * (SIZE - 1) / 2);
    return 0;
}
