// A producer and a consumer of a circular buffer, both under one mutex, N critical sections each. Neither
// waits: one that finds that it is not its turn does nothing. A trace is a merge of N and N critical sections:
// the binomial coefficient (2N over N). Main only joins.
// verdict: ok
// check: --no-commute
// traces N=1: 2
// traces N=2: 6
// traces N=3: 20
// traces N=4: 70
// traces N=6: 924
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif

#define SIZE 10

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE];
static int first, next, count;
static bool may_send = true, may_receive;

static void insert(int value)
{
    assert(count < SIZE);
    buffer[next] = value;
    next = (next + 1) % SIZE;
    count++;
}

static int take(void)
{
    assert(count > 0);
    int value = buffer[first];
    first = (first + 1) % SIZE;
    count--;
    return value;
}

static void *produce(void *arg)
{
    int value = 0;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        if (may_send) {
            insert(value++);
            may_send = false;
            may_receive = true;
        }
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *consume(void *arg)
{
    int expected = 0;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        if (may_receive) {
            assert(take() == expected++);
            may_receive = false;
            may_send = true;
        }
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    return 0;
}
