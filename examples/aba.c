// A pool of two buffers, kept as a lock-free stack. `take` reads the top and its successor, and swaps the top for the
// successor if the top is still the same. It may be the same *again*: another thread has taken A, taken B, and given A
// back. The swap succeeds with a successor that is out of date, and buffer B, which is in use, is handed out once more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct buffer {
    struct buffer *_Atomic next;
    atomic_int users;
};

static struct buffer a, b;
static struct buffer *_Atomic top = &a;

static struct buffer *take(void)
{
    struct buffer *buffer = top;
    while (buffer) {
        struct buffer *next = buffer->next;
        if (atomic_compare_exchange_strong(&top, &buffer, next)) break;
    }
    if (buffer) assert(atomic_fetch_add(&buffer->users, 1) == 0);
    return buffer;
}

static void give_back(struct buffer *buffer)
{
    atomic_fetch_sub(&buffer->users, 1);
    struct buffer *old = top;
    do buffer->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, buffer));
}

static void *one(void *arg)
{
    take();
    take();
    return arg;
}

static void *two(void *arg)
{
    struct buffer *first = take();
    take();
    if (first) give_back(first);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    a.next = &b;
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
