// part of main.c
#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "deque.h"
#include "heap.h"

struct task {
    enum priority priority;
    task_function *function;
    void *argument;
    struct cancel_token *token;
    struct future *future;
};

struct worker {
    struct pool *pool;
    pthread_t thread;
    struct deque deque;
    unsigned random;
};

struct pool {
    int worker_count;
    struct worker *workers;

    /* Protects the members up to `stopping`. */
    pthread_mutex_t mutex;
    pthread_cond_t work_available, all_settled;
    struct heap shared;
    /* Tasks that were submitted and are not settled. */
    unsigned long unsettled;
    bool stopping;

    /* Tasks in the deques and in `shared`. May be negative for a moment: a task can be taken before it is counted. */
    atomic_long queued;
    /* Tasks of high priority in `shared`. */
    atomic_int urgent;
    atomic_ulong submitted, executed, cancelled, stolen;
};

static _Thread_local struct worker *this_worker;

/* Finding a task. */

static struct task *take_shared(struct pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    struct task *task = heap_pop(&pool->shared);
    pthread_mutex_unlock(&pool->mutex);
    return task;
}

static struct task *steal(struct worker *thief)
{
    struct pool *pool = thief->pool;
    thief->random = thief->random * 1103515245 + 12345;
    int start = (int)(thief->random >> 16) % pool->worker_count;
    for (int i = 0; i < pool->worker_count; i++) {
        struct worker *victim = &pool->workers[(start + i) % pool->worker_count];
        struct task *task = victim == thief ? NULL : deque_steal(&victim->deque);
        if (task) {
            atomic_fetch_add(&pool->stolen, 1);
            return task;
        }
    }
    return NULL;
}

/* Urgent tasks first, then the worker's own latest one, then the shared ones, then those of others. */
static struct task *find_task(struct worker *worker)
{
    struct pool *pool = worker->pool;
    struct task *task = NULL;
    if (atomic_load(&pool->urgent) > 0)
        task = take_shared(pool);
    if (!task)
        task = deque_pop(&worker->deque);
    if (!task)
        task = take_shared(pool);
    if (!task)
        task = steal(worker);
    if (task) {
        atomic_fetch_sub(&pool->queued, 1);
        if (task->priority == PRIORITY_HIGH)
            atomic_fetch_sub(&pool->urgent, 1);
    }
    return task;
}

/* Running it. */

static void settled(struct pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    if (--pool->unsettled == 0)
        pthread_cond_broadcast(&pool->all_settled);
    pthread_mutex_unlock(&pool->mutex);
}

static void run_task(struct pool *pool, struct task *task)
{
    struct task_context context = { pool, task->token };
    if (task_cancelled(&context))
        future_cancel(task->future);
    if (future_start(task->future)) {
        future_finish(task->future, task->function(task->argument, &context));
        atomic_fetch_add(&pool->executed, 1);
    } else {
        atomic_fetch_add(&pool->cancelled, 1);
    }
    future_release(task->future);
    free(task);
    settled(pool);
}

/* False when the pool is stopping. */
static bool sleep_until_work(struct pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->queued) <= 0 && !pool->stopping)
        pthread_cond_wait(&pool->work_available, &pool->mutex);
    bool stopping = pool->stopping;
    pthread_mutex_unlock(&pool->mutex);
    return !stopping;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    this_worker = worker;
    do {
        struct task *task = find_task(worker);
        if (task)
            run_task(worker->pool, task);
        else
            sched_yield();
    } while (sleep_until_work(worker->pool));
    return NULL;
}

/* Public functions. */

struct pool *pool_create(int workers)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool || !(pool->workers = calloc((size_t)workers, sizeof *pool->workers)))
        abort();
    pool->worker_count = workers;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work_available, NULL);
    pthread_cond_init(&pool->all_settled, NULL);
    for (int i = 0; i < workers; i++) {
        pool->workers[i].pool = pool;
        pool->workers[i].random = (unsigned)i + 1;
        deque_init(&pool->workers[i].deque);
    }
    for (int i = 0; i < workers; i++)
        if (pthread_create(&pool->workers[i].thread, NULL, work, &pool->workers[i]) != 0)
            abort();
    return pool;
}

struct pool_statistics pool_destroy(struct pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->unsettled > 0)
        pthread_cond_wait(&pool->all_settled, &pool->mutex);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work_available);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->worker_count; i++)
        pthread_join(pool->workers[i].thread, NULL);
    struct pool_statistics statistics = { pool->submitted, pool->executed, pool->cancelled, pool->stolen };
    heap_free(&pool->shared);
    pthread_cond_destroy(&pool->all_settled);
    pthread_cond_destroy(&pool->work_available);
    pthread_mutex_destroy(&pool->mutex);
    free(pool->workers);
    free(pool);
    return statistics;
}

/* Normal tasks of a worker go to its own deque, everything else to the shared queue. */
static void enqueue(struct pool *pool, struct task *task)
{
    enum priority priority = task->priority;
    if (priority == PRIORITY_HIGH)
        atomic_fetch_add(&pool->urgent, 1);
    bool own = this_worker && this_worker->pool == pool && priority == PRIORITY_NORMAL && deque_push(&this_worker->deque, task);
    pthread_mutex_lock(&pool->mutex);
    if (!own)
        heap_push(&pool->shared, priority, task);
    atomic_fetch_add(&pool->queued, 1);
    pthread_cond_signal(&pool->work_available);
    pthread_mutex_unlock(&pool->mutex);
}

static struct task *create_task(struct pool *pool, enum priority priority, struct cancel_token *token,
                                task_function *function, void *argument, struct future *future)
{
    struct task *task = malloc(sizeof *task);
    if (!task)
        abort();
    *task = (struct task){ priority, function, argument, token, future };
    atomic_fetch_add(&pool->submitted, 1);
    pthread_mutex_lock(&pool->mutex);
    pool->unsettled++;
    pthread_mutex_unlock(&pool->mutex);
    return task;
}

struct future *pool_submit(struct pool *pool, enum priority priority, struct cancel_token *token,
                           task_function *function, void *argument)
{
    struct future *future = future_create(2);
    enqueue(pool, create_task(pool, priority, token, function, argument, future));
    return future;
}

struct continuation {
    struct settlement settlement;
    struct pool *pool;
    struct task *task;
};

static void continue_with(struct settlement *settlement, enum future_state state, void *value)
{
    struct continuation *continuation = (struct continuation *)settlement;
    continuation->task->argument = value;
    if (state == FUTURE_CANCELLED)
        future_cancel(continuation->task->future);
    enqueue(continuation->pool, continuation->task);
    free(continuation);
}

struct future *pool_then(struct pool *pool, struct future *future, task_function *function)
{
    struct continuation *continuation = malloc(sizeof *continuation);
    if (!continuation)
        abort();
    struct future *result = future_create(2);
    *continuation = (struct continuation){ { NULL, continue_with }, pool, create_task(pool, PRIORITY_NORMAL, NULL, function, NULL, result) };
    future_on_settled(future, &continuation->settlement);
    return result;
}

void *pool_wait(struct pool *pool, struct future *future)
{
    /* When no task is to be found, the one that is waited for runs elsewhere, and blocking is safe. */
    if (this_worker && this_worker->pool == pool)
        for (struct task *task; !future_is_settled(future) && (task = find_task(this_worker));)
            run_task(pool, task);
    void *value = future_block(future);
    future_release(future);
    return value;
}

void cancel_all(struct cancel_token *token)
{
    atomic_store(&token->cancelled, true);
}

bool task_cancelled(const struct task_context *context)
{
    return context->token && atomic_load(&context->token->cancelled);
}
