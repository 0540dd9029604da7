// A bounded queue with two condition variables; producers and consumers; every item arrives exactly once.
// native: same
#include <pthread.h>
#include <stdio.h>

enum { CAPACITY = 3, PRODUCERS = 2, CONSUMERS = 2, ITEMS = 15, STOP = -1 };

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t not_empty, not_full;
    int items[CAPACITY], head, count;
} queue = { .mutex = PTHREAD_MUTEX_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER };

static void put(int item)
{
    pthread_mutex_lock(&queue.mutex);
    while (queue.count == CAPACITY)
        pthread_cond_wait(&queue.not_full, &queue.mutex);
    queue.items[(queue.head + queue.count++) % CAPACITY] = item;
    pthread_cond_signal(&queue.not_empty);
    pthread_mutex_unlock(&queue.mutex);
}

static int take(void)
{
    pthread_mutex_lock(&queue.mutex);
    while (queue.count == 0)
        pthread_cond_wait(&queue.not_empty, &queue.mutex);
    int item = queue.items[queue.head];
    queue.head = (queue.head + 1) % CAPACITY;
    queue.count--;
    pthread_cond_signal(&queue.not_full);
    pthread_mutex_unlock(&queue.mutex);
    return item;
}

static void *produce(void *argument)
{
    int base = *(int *)argument;
    for (int i = 0; i < ITEMS; i++)
        put(base + i);
    return NULL;
}

static int seen[PRODUCERS * ITEMS];
static pthread_mutex_t seen_mutex = PTHREAD_MUTEX_INITIALIZER;

static void *consume(void *unused)
{
    (void)unused;
    for (int item; (item = take()) != STOP;) {
        pthread_mutex_lock(&seen_mutex);
        seen[item]++;
        pthread_mutex_unlock(&seen_mutex);
    }
    return NULL;
}

int main(void)
{
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    int bases[PRODUCERS];
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consume, NULL);
    for (int i = 0; i < PRODUCERS; i++) {
        bases[i] = i * ITEMS;
        pthread_create(&producers[i], NULL, produce, &bases[i]);
    }
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        put(STOP);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    for (int i = 0; i < PRODUCERS * ITEMS; i++)
        printf("%d", seen[i]);
    printf(" left %d\n", queue.count);
    return 0;
}
