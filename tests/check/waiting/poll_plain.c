// A queue of one producer and one consumer, with plain indices, where races are allowed. Both poll, and pass the address of a local
// variable on.
// verdict: ok
// check: --races allow
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile unsigned head, tail;
static int ring[2];

static int enqueue(const int *value)
{
    unsigned h = head, t = tail;
    if (t - h >= 1) return 0;
    ring[t % 2] = *value;
    tail = t + 1;
    return 1;
}

static int dequeue(int *value)
{
    unsigned h = head;
    if (h == tail) return 0;
    *value = ring[h % 2];
    head = h + 1;
    return 1;
}

static void *produce(void *arg)
{
    for (int i = 1; i <= 2; i++) {
        while (!enqueue(&i)) {
        }
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    for (int i = 1; i <= 2; i++) {
        int value = 0;
        while (!dequeue(&value)) {
        }
        assert(value == i);
    }
    pthread_join(thread, NULL);
    return 0;
}
