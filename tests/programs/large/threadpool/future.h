/* The result of a task, before and after it is known. */
#ifndef FUTURE_H
#define FUTURE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum future_state { FUTURE_PENDING, FUTURE_RUNNING, FUTURE_DONE, FUTURE_CANCELLED };

/* What happens when a future is settled: a singly linked list. */
struct settlement {
    struct settlement *next;
    void (*notify)(struct settlement *settlement, enum future_state state, void *value);
};

struct future {
    atomic_int references;
    pthread_mutex_t mutex;
    pthread_cond_t settled;
    enum future_state state;
    void *value;
    struct settlement *settlements;
};

/* The new future has `references` owners. */
struct future *future_create(int references);
void future_release(struct future *future);

/* Each returns whether the future was in the state from which this is possible. */
bool future_start(struct future *future);
bool future_cancel(struct future *future);

void future_finish(struct future *future, void *value);
enum future_state future_state(struct future *future);
bool future_is_settled(struct future *future);

/* Blocks until the future is settled; NULL if it was cancelled. */
void *future_block(struct future *future);

/* Notified once, at once if the future is settled already. */
void future_on_settled(struct future *future, struct settlement *settlement);

#endif
