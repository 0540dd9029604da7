// part of main.c
#include "pipeline.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#include "queue.h"

/* Job number n lives in slot n modulo the number of slots, so at most that many jobs are under way. */
struct slot {
    struct job job;
    bool done;
};

struct pipeline {
    const struct stages *stages;
    struct slot *slots;
    size_t slot_count;
    sem_t free_slots;
    struct queue queue;
    /* Protects `done` of all slots, `ended` and `total`. */
    pthread_mutex_t mutex;
    pthread_cond_t progress;
    bool ended;
    size_t total;
};

static void *producer(void *argument)
{
    struct pipeline *pipeline = argument;
    size_t number = 0;
    for (;; number++) {
        sem_wait(&pipeline->free_slots);
        struct slot *slot = &pipeline->slots[number % pipeline->slot_count];
        slot->job.failed = false;
        if (!pipeline->stages->produce(pipeline->stages->context, &slot->job))
            break;
        queue_push(&pipeline->queue, slot);
    }
    queue_close(&pipeline->queue);
    pthread_mutex_lock(&pipeline->mutex);
    pipeline->ended = true;
    pipeline->total = number;
    pthread_cond_signal(&pipeline->progress);
    pthread_mutex_unlock(&pipeline->mutex);
    return NULL;
}

static void *worker(void *argument)
{
    struct pipeline *pipeline = argument;
    for (struct slot *slot; (slot = queue_pop(&pipeline->queue));) {
        pipeline->stages->work(&slot->job);
        pthread_mutex_lock(&pipeline->mutex);
        slot->done = true;
        pthread_cond_signal(&pipeline->progress);
        pthread_mutex_unlock(&pipeline->mutex);
    }
    return NULL;
}

/* Waits for job `number`; false when there is no such job. */
static bool wait_for(struct pipeline *pipeline, size_t number)
{
    struct slot *slot = &pipeline->slots[number % pipeline->slot_count];
    pthread_mutex_lock(&pipeline->mutex);
    while (!slot->done && !(pipeline->ended && number == pipeline->total))
        pthread_cond_wait(&pipeline->progress, &pipeline->mutex);
    bool done = slot->done;
    slot->done = false;
    pthread_mutex_unlock(&pipeline->mutex);
    return done;
}

static void init(struct pipeline *pipeline, const struct stages *stages, int workers)
{
    pipeline->stages = stages;
    pipeline->slot_count = 2 * (size_t)workers;
    pipeline->slots = calloc(pipeline->slot_count, sizeof *pipeline->slots);
    if (!pipeline->slots)
        abort();
    sem_init(&pipeline->free_slots, 0, (unsigned)pipeline->slot_count);
    queue_init(&pipeline->queue, (size_t)workers);
    pthread_mutex_init(&pipeline->mutex, NULL);
    pthread_cond_init(&pipeline->progress, NULL);
    pipeline->ended = false;
    pipeline->total = 0;
}

static void destroy(struct pipeline *pipeline)
{
    for (size_t i = 0; i < pipeline->slot_count; i++) {
        buffer_free(&pipeline->slots[i].job.input);
        buffer_free(&pipeline->slots[i].job.output);
    }
    free(pipeline->slots);
    pthread_cond_destroy(&pipeline->progress);
    pthread_mutex_destroy(&pipeline->mutex);
    queue_destroy(&pipeline->queue);
    sem_destroy(&pipeline->free_slots);
}

static pthread_t start(void *(*function)(void *), struct pipeline *pipeline)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, function, pipeline) != 0)
        abort();
    return thread;
}

size_t pipeline_run(const struct stages *stages, int workers)
{
    struct pipeline pipeline;
    init(&pipeline, stages, workers);
    pthread_t *threads = calloc((size_t)workers + 1, sizeof *threads);
    if (!threads)
        abort();
    threads[0] = start(producer, &pipeline);
    for (int i = 1; i <= workers; i++)
        threads[i] = start(worker, &pipeline);

    size_t number = 0;
    for (; wait_for(&pipeline, number); number++) {
        stages->consume(stages->context, &pipeline.slots[number % pipeline.slot_count].job);
        sem_post(&pipeline.free_slots);
    }
    for (int i = 0; i <= workers; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    destroy(&pipeline);
    return number;
}
