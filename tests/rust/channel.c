// The twin of channel.rs: a queue, a waker behind a lock, and counts of senders and receivers, with the same atomic accesses.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MARK = 1, SHIFT = 1, WRITTEN = 1, READ = 2 };
enum { WAITING, ABORTED, DISCONNECTED, OPERATION };

typedef struct { int message; atomic_ulong state; } slot_t;
typedef struct { atomic_ulong references, select; sem_t token; } context_t;

static struct {
    _Atomic(slot_t *) head_slot, tail_slot;
    atomic_ulong head, tail, senders, receivers;
    atomic_bool is_destroyed, is_empty;
    pthread_mutex_t lock;
    context_t *waiter; // behind the lock
} channel = {.senders = 1, .receivers = 1, .is_empty = true, .lock = PTHREAD_MUTEX_INITIALIZER};

static void drop_context(context_t *context)
{
    if (atomic_fetch_sub_explicit(&context->references, 1, memory_order_release) != 1) return;
    atomic_thread_fence(memory_order_acquire);
    free(context);
}

static void wake(unsigned long selected)
{
    context_t *waiter = channel.waiter;
    unsigned long waiting = WAITING;
    if (waiter && atomic_compare_exchange_strong(&waiter->select, &waiting, selected)) {
        sem_post(&waiter->token);
        if (selected == OPERATION) {
            channel.waiter = NULL;
            drop_context(waiter);
        }
    }
    atomic_store(&channel.is_empty, channel.waiter == NULL);
}

static void send_message(int message)
{
    unsigned long tail = atomic_load_explicit(&channel.tail, memory_order_acquire);
    slot_t *slot = atomic_load_explicit(&channel.tail_slot, memory_order_acquire);
    assert(!(tail & MARK) && !slot);
    slot_t *new = calloc(1, sizeof *new);
    if (!atomic_compare_exchange_strong(&channel.tail_slot, &slot, new)) abort();
    atomic_store_explicit(&channel.head_slot, new, memory_order_release);
    if (!atomic_compare_exchange_strong(&channel.tail, &tail, tail + (1 << SHIFT))) abort();
    new->message = message;
    atomic_fetch_or_explicit(&new->state, WRITTEN, memory_order_release);
    if (atomic_load(&channel.is_empty)) return;
    pthread_mutex_lock(&channel.lock);
    if (!atomic_load(&channel.is_empty)) wake(OPERATION);
    pthread_mutex_unlock(&channel.lock);
}

static void drop_sender(void)
{
    if (atomic_fetch_sub(&channel.senders, 1) != 1) return;
    if (!(atomic_fetch_or(&channel.tail, MARK) & MARK)) {
        pthread_mutex_lock(&channel.lock);
        wake(DISCONNECTED);
        pthread_mutex_unlock(&channel.lock);
    }
    if (atomic_exchange(&channel.is_destroyed, true)) pthread_mutex_destroy(&channel.lock);
}

// The slot that is taken, or NULL if there is none yet.
static slot_t *start_receive(void)
{
    unsigned long head = atomic_load_explicit(&channel.head, memory_order_acquire);
    slot_t *slot = atomic_load_explicit(&channel.head_slot, memory_order_acquire);
    for (;;) {
        unsigned long tail = atomic_load_explicit(&channel.tail, memory_order_relaxed);
        if (head >> SHIFT == tail >> SHIFT) return NULL;
        if (slot && atomic_compare_exchange_strong(&channel.head, &head, head + (1 << SHIFT))) return slot;
        head = atomic_load_explicit(&channel.head, memory_order_acquire);
        slot = atomic_load_explicit(&channel.head_slot, memory_order_acquire);
    }
}

static bool is_ready(void)
{
    unsigned long head = atomic_load(&channel.head), tail = atomic_load(&channel.tail);
    return head >> SHIFT != tail >> SHIFT || atomic_load(&channel.tail) & MARK;
}

static void wait_for_message(context_t *context)
{
    atomic_store_explicit(&context->select, WAITING, memory_order_release);
    pthread_mutex_lock(&channel.lock);
    atomic_fetch_add_explicit(&context->references, 1, memory_order_relaxed);
    channel.waiter = context;
    atomic_store(&channel.is_empty, false);
    pthread_mutex_unlock(&channel.lock);
    unsigned long selected = WAITING;
    if (is_ready()) atomic_compare_exchange_strong(&context->select, &selected, ABORTED);
    while ((selected = atomic_load_explicit(&context->select, memory_order_acquire)) == WAITING)
        sem_wait(&context->token);
    if (selected == OPERATION) return;
    pthread_mutex_lock(&channel.lock);
    channel.waiter = NULL;
    atomic_store(&channel.is_empty, true);
    pthread_mutex_unlock(&channel.lock);
    drop_context(context);
}

static int receive(void)
{
    context_t *context = calloc(1, sizeof *context);
    slot_t *slot;
    context->references = 1;
    sem_init(&context->token, 0, 0);
    while (!(slot = start_receive())) wait_for_message(context);
    while (!(atomic_load_explicit(&slot->state, memory_order_acquire) & WRITTEN)) {}
    int message = slot->message;
    atomic_fetch_or(&slot->state, READ);
    drop_context(context);
    return message;
}

static void drop_receiver(void)
{
    if (atomic_fetch_sub(&channel.receivers, 1) != 1) return;
    if (!(atomic_fetch_or(&channel.tail, MARK) & MARK)) {
        unsigned long tail = atomic_load(&channel.tail), head = atomic_load(&channel.head);
        assert(tail >> SHIFT == head >> SHIFT);
        free(atomic_exchange(&channel.head_slot, NULL));
        atomic_store_explicit(&channel.head, head, memory_order_release);
    }
    if (atomic_exchange(&channel.is_destroyed, true)) pthread_mutex_destroy(&channel.lock);
}

static void *sender(void *argument)
{
    send_message(1);
    drop_sender();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sender, NULL);
    assert(receive() == 1);
    pthread_join(thread, NULL);
    drop_receiver();
    return 0;
}
