// part of main.c
#include "future.h"

#include <stdlib.h>

struct future *future_create(int references)
{
    struct future *future = calloc(1, sizeof *future);
    if (!future)
        abort();
    atomic_init(&future->references, references);
    pthread_mutex_init(&future->mutex, NULL);
    pthread_cond_init(&future->settled, NULL);
    return future;
}

void future_release(struct future *future)
{
    if (atomic_fetch_sub_explicit(&future->references, 1, memory_order_acq_rel) > 1)
        return;
    pthread_cond_destroy(&future->settled);
    pthread_mutex_destroy(&future->mutex);
    free(future);
}

static bool settled(enum future_state state)
{
    return state == FUTURE_DONE || state == FUTURE_CANCELLED;
}

bool future_start(struct future *future)
{
    pthread_mutex_lock(&future->mutex);
    bool pending = future->state == FUTURE_PENDING;
    if (pending)
        future->state = FUTURE_RUNNING;
    pthread_mutex_unlock(&future->mutex);
    return pending;
}

/* The notifications are made outside of the lock, because they may submit tasks. */
static bool settle(struct future *future, enum future_state from, enum future_state to, void *value)
{
    pthread_mutex_lock(&future->mutex);
    bool possible = future->state == from;
    struct settlement *settlements = NULL;
    if (possible) {
        future->state = to;
        future->value = value;
        settlements = future->settlements;
        future->settlements = NULL;
        pthread_cond_broadcast(&future->settled);
    }
    pthread_mutex_unlock(&future->mutex);
    while (settlements) {
        struct settlement *next = settlements->next;
        settlements->notify(settlements, to, value);
        settlements = next;
    }
    return possible;
}

bool future_cancel(struct future *future)
{
    return settle(future, FUTURE_PENDING, FUTURE_CANCELLED, NULL);
}

void future_finish(struct future *future, void *value)
{
    settle(future, FUTURE_RUNNING, FUTURE_DONE, value);
}

enum future_state future_state(struct future *future)
{
    pthread_mutex_lock(&future->mutex);
    enum future_state state = future->state;
    pthread_mutex_unlock(&future->mutex);
    return state;
}

bool future_is_settled(struct future *future)
{
    return settled(future_state(future));
}

void *future_block(struct future *future)
{
    pthread_mutex_lock(&future->mutex);
    while (!settled(future->state))
        pthread_cond_wait(&future->settled, &future->mutex);
    void *value = future->value;
    pthread_mutex_unlock(&future->mutex);
    return value;
}

void future_on_settled(struct future *future, struct settlement *settlement)
{
    pthread_mutex_lock(&future->mutex);
    enum future_state state = future->state;
    void *value = future->value;
    if (!settled(state)) {
        settlement->next = future->settlements;
        future->settlements = settlement;
    }
    pthread_mutex_unlock(&future->mutex);
    if (settled(state))
        settlement->notify(settlement, state, value);
}
