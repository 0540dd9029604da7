/* A pool of threads that run tasks: by priority, with work stealing, futures, continuations and cancellation. */
#ifndef POOL_H
#define POOL_H

#include <stdatomic.h>
#include <stdbool.h>

#include "future.h"

struct pool;

enum priority { PRIORITY_LOW, PRIORITY_NORMAL, PRIORITY_HIGH };

/* Shared by tasks that are to be cancelled together; outlives them. */
struct cancel_token {
    atomic_bool cancelled;
};

/* What a running task knows about itself. */
struct task_context {
    struct pool *pool;
    struct cancel_token *token;
};

typedef void *task_function(void *argument, struct task_context *context);

struct pool_statistics {
    unsigned long submitted, executed, cancelled, stolen;
};

struct pool *pool_create(int workers);

/* Waits until all tasks are settled, and ends the threads. */
struct pool_statistics pool_destroy(struct pool *pool);

/* `token` may be NULL. The caller releases the future. */
struct future *pool_submit(struct pool *pool, enum priority priority, struct cancel_token *token,
                           task_function *function, void *argument);

/* Runs `function` with the value of `future` as its argument; is cancelled when `future` is. */
struct future *pool_then(struct pool *pool, struct future *future, task_function *function);

/* Waits for the value; a worker runs other tasks meanwhile. NULL if the task was cancelled. Releases the future. */
void *pool_wait(struct pool *pool, struct future *future);

void cancel_all(struct cancel_token *token);
bool task_cancelled(const struct task_context *context);

#endif
