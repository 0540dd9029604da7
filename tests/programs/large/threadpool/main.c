// A thread pool with futures, priorities, continuations, cancellation and work stealing, and a driver that tests it.
// with: algorithms.c deque.c future.c heap.c pool.c
// native: same
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"
#include "pool.h"

/* Who stole from whom depends on the schedule, so only the sums are printed. */
static void finish(const char *name, struct pool *pool)
{
    struct pool_statistics statistics = pool_destroy(pool);
    printf("%s: %lu tasks, %lu cancelled, %s\n", name, statistics.submitted, statistics.cancelled,
           statistics.executed + statistics.cancelled == statistics.submitted ? "all settled" : "SOME LOST");
}

static void *square(void *argument, struct task_context *context)
{
    (void)context;
    intptr_t n = (intptr_t)argument;
    return (void *)(n * n);
}

static void test_futures(void)
{
    struct pool *pool = pool_create(3);
    struct future *futures[20];
    intptr_t sum = 0;
    for (intptr_t i = 0; i < 20; i++)
        futures[i] = pool_submit(pool, PRIORITY_NORMAL, NULL, square, (void *)i);
    for (int i = 19; i >= 0; i--)
        sum = sum * 3 % 1000003 + (intptr_t)pool_wait(pool, futures[i]);
    printf("squares %ld\n", (long)sum);
    finish("futures", pool);
}

/* A task that occupies a worker until the gate is opened. */
struct gate {
    sem_t entered, opened;
};

static void gate_init(struct gate *gate)
{
    sem_init(&gate->entered, 0, 0);
    sem_init(&gate->opened, 0, 0);
}

static void gate_destroy(struct gate *gate)
{
    sem_destroy(&gate->entered);
    sem_destroy(&gate->opened);
}

static void *wait_at_gate(void *argument, struct task_context *context)
{
    (void)context;
    struct gate *gate = argument;
    sem_post(&gate->entered);
    sem_wait(&gate->opened);
    return NULL;
}

static char order[32];
static int order_length;

static void *note(void *argument, struct task_context *context)
{
    (void)context;
    order[order_length++] = *(const char *)argument;
    return argument;
}

/* With one worker, which is kept busy meanwhile, the order of execution is the order of priority. */
static void test_priorities(void)
{
    struct pool *pool = pool_create(1);
    struct gate gate;
    gate_init(&gate);
    struct future *blocker = pool_submit(pool, PRIORITY_NORMAL, NULL, wait_at_gate, &gate), *futures[9];
    sem_wait(&gate.entered);
    static const char names[] = "abcdefghi";
    for (int i = 0; i < 9; i++)
        futures[i] = pool_submit(pool, (enum priority)(i % 3), NULL, note, (void *)&names[i]);
    sem_post(&gate.opened);
    pool_wait(pool, blocker);
    for (int i = 0; i < 9; i++)
        pool_wait(pool, futures[i]);
    printf("order %.*s\n", order_length, order);
    gate_destroy(&gate);
    finish("priorities", pool);
}

struct polling {
    sem_t started;
    long rounds;
};

static void *poll_token(void *argument, struct task_context *context)
{
    struct polling *polling = argument;
    sem_post(&polling->started);
    while (!task_cancelled(context))
        sched_yield();
    polling->rounds = 1;
    return "stopped when asked";
}

static void test_cancellation(void)
{
    struct pool *pool = pool_create(1);
    struct gate gate;
    struct cancel_token token = { 0 };
    gate_init(&gate);
    struct future *blocker = pool_submit(pool, PRIORITY_HIGH, NULL, wait_at_gate, &gate), *futures[6];
    sem_wait(&gate.entered);
    for (intptr_t i = 0; i < 6; i++)
        futures[i] = pool_submit(pool, PRIORITY_NORMAL, i % 2 ? &token : NULL, square, (void *)(i + 10));
    printf("cancelled one: %d", future_cancel(futures[4]));
    printf(", again: %d\n", future_cancel(futures[4]));
    cancel_all(&token);
    sem_post(&gate.opened);
    pool_wait(pool, blocker);
    for (int i = 0; i < 6; i++)
        printf("%ld ", (long)(intptr_t)pool_wait(pool, futures[i]));
    putchar('\n');
    gate_destroy(&gate);

    struct cancel_token second = { 0 };
    struct polling polling = { .rounds = 0 };
    sem_init(&polling.started, 0, 0);
    struct future *running = pool_submit(pool, PRIORITY_NORMAL, &second, poll_token, &polling);
    sem_wait(&polling.started);
    printf("cancel a running task: %d\n", future_cancel(running));
    cancel_all(&second);
    printf("%s\n", (char *)pool_wait(pool, running));
    sem_destroy(&polling.started);
    finish("cancellation", pool);
}

static void *increment(void *argument, struct task_context *context)
{
    (void)context;
    return (void *)((intptr_t)argument + 1);
}

static void test_continuations(void)
{
    struct pool *pool = pool_create(2);
    struct future *first = pool_submit(pool, PRIORITY_NORMAL, NULL, square, (void *)(intptr_t)7);
    struct future *left = pool_then(pool, first, increment), *right = pool_then(pool, first, square);
    struct future *last = pool_then(pool, left, square);
    long values[] = { (long)(intptr_t)pool_wait(pool, first), (long)(intptr_t)pool_wait(pool, right),
                      (long)(intptr_t)pool_wait(pool, last) };
    printf("continuations %ld %ld %ld\n", values[0], values[1], values[2]);
    future_release(left);

    struct gate gate;
    gate_init(&gate);
    struct future *blockers[2];
    for (int i = 0; i < 2; i++)
        blockers[i] = pool_submit(pool, PRIORITY_NORMAL, NULL, wait_at_gate, &gate);
    for (int i = 0; i < 2; i++)
        sem_wait(&gate.entered);
    struct future *doomed = pool_submit(pool, PRIORITY_NORMAL, NULL, square, NULL);
    struct future *after = pool_then(pool, doomed, increment);
    future_cancel(doomed);
    for (int i = 0; i < 2; i++)
        sem_post(&gate.opened);
    for (int i = 0; i < 2; i++)
        pool_wait(pool, blockers[i]);
    future_block(after);
    printf("continuation of a cancelled task: %s\n", future_state(after) == FUTURE_CANCELLED ? "cancelled" : "ran");
    future_release(doomed);
    future_release(after);
    gate_destroy(&gate);
    finish("continuations", pool);
}

static void *fibonacci(void *argument, struct task_context *context)
{
    intptr_t n = (intptr_t)argument;
    if (n < 2)
        return argument;
    struct future *smaller = pool_submit(context->pool, PRIORITY_NORMAL, NULL, fibonacci, (void *)(n - 2));
    intptr_t larger = (intptr_t)fibonacci((void *)(n - 1), context);
    return (void *)(larger + (intptr_t)pool_wait(context->pool, smaller));
}

static void test_sorting(void)
{
    struct pool *pool = pool_create(3);
    enum { COUNT = 400 };
    int values[COUNT], sorted = 1;
    unsigned seed = 2024;
    long before = 0, after = 0;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525 + 1013904223;
        values[i] = (int)(seed >> 12) % 1000;
        before += values[i];
    }
    parallel_sort(pool, values, COUNT);
    for (int i = 0; i < COUNT; i++) {
        after += values[i];
        sorted &= i == 0 || values[i - 1] <= values[i];
    }
    printf("sorted %d, same sum %d, median %d\n", sorted, before == after, values[COUNT / 2]);
    printf("fibonacci %ld\n",
           (long)(intptr_t)pool_wait(pool, pool_submit(pool, PRIORITY_HIGH, NULL, fibonacci, (void *)(intptr_t)10)));
    finish("divide and conquer", pool);
}

static void test_matrices(void)
{
    enum { SIZE = 10 };
    static double a[SIZE * SIZE], b[SIZE * SIZE], c[SIZE * SIZE];
    struct pool *pool = pool_create(2);
    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 5 * 0.5;
    }
    parallel_multiply(pool, a, b, c, SIZE);
    double trace = 0, largest_error = 0;
    for (int i = 0; i < SIZE; i++) {
        trace += c[i * SIZE + i];
        for (int j = 0; j < SIZE; j++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += a[i * SIZE + k] * b[k * SIZE + j];
            double error = sum > c[i * SIZE + j] ? sum - c[i * SIZE + j] : c[i * SIZE + j] - sum;
            largest_error = error > largest_error ? error : largest_error;
        }
    }
    printf("trace %g, error %g\n", trace, largest_error);
    finish("matrices", pool);
}

static const char text[] =
    "The pool has threads, the threads have tasks, and the tasks have other tasks. A thread without a task takes one from "
    "another thread: it steals it, as they say, though nobody is the poorer for it. The thread that was stolen from has less "
    "to do; the thread that stole has something to do at last; and the task, which would have waited, is done. So the pool "
    "is never idle while there is work, and never works while there is none, which is more than can be said of most pools.";

static void test_words(void)
{
    struct pool *pool = pool_create(3);
    struct word_count counts[8];
    size_t different = parallel_count_words(pool, text, counts, 8);
    printf("%zu different words:", different);
    for (int i = 0; i < 8; i++)
        printf(" %s %u", counts[i].word, counts[i].count);
    putchar('\n');
    finish("words", pool);
}

static void mark(void *context, int index)
{
    ((char *)context)[index]++;
}

struct client {
    struct pool *pool;
    pthread_t thread;
    char marks[20];
    intptr_t sum;
};

static void *run_client(void *argument)
{
    struct client *client = argument;
    parallel_for(client->pool, 20, mark, client->marks);
    for (intptr_t i = 0; i < 10; i++)
        client->sum += (intptr_t)pool_wait(client->pool,
                                           pool_submit(client->pool, PRIORITY_NORMAL, NULL, square, (void *)i));
    return NULL;
}

/* Several threads outside of the pool use it at the same time. */
static void test_clients(void)
{
    struct client clients[3];
    struct pool *pool = pool_create(2);
    for (int i = 0; i < 3; i++) {
        clients[i] = (struct client){ .pool = pool };
        if (pthread_create(&clients[i].thread, NULL, run_client, &clients[i]) != 0)
            abort();
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(clients[i].thread, NULL);
        int once = 1;
        for (int j = 0; j < 20; j++)
            once &= clients[i].marks[j] == 1;
        printf("client %d: each index once %d, sum %ld\n", i, once, (long)clients[i].sum);
    }
    finish("clients", pool);
}

int main(void)
{
    test_futures();
    test_priorities();
    test_cancellation();
    test_continuations();
    test_sorting();
    test_matrices();
    test_words();
    test_clients();
    return 0;
}
