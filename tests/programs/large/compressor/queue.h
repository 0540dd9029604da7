/* A bounded queue of pointers between threads. */
#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t not_empty, not_full;
    void **items;
    size_t capacity, head, count;
    bool closed;
};

void queue_init(struct queue *queue, size_t capacity);
void queue_destroy(struct queue *queue);

/* Waits while the queue is full. */
void queue_push(struct queue *queue, void *item);

/* Waits while the queue is empty; NULL when it is closed and empty. */
void *queue_pop(struct queue *queue);

/* Nothing is pushed after this. */
void queue_close(struct queue *queue);

#endif
