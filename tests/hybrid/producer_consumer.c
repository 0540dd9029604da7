// Producer and consumer: items are made by one thread, handed over through a bounded buffer, and used up and freed by another one.
// check: ok
// check -DCAPACITY=1: ok
#include "objects.h"

#ifndef CAPACITY
#define CAPACITY 2
#endif
#ifndef ITEMS
#define ITEMS 3
#endif
#ifndef PRODUCERS
#define PRODUCERS 1
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#ifndef PARTS
#define PARTS 2
#endif

struct item {
    int number, producer;
    int parts[PARTS];
};

struct side;

struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t has_item, has_room;
    int first, length;
    struct item *items[CAPACITY];
    struct side *sides[PRODUCERS + CONSUMERS];
    // What was produced and not consumed.
    int balance;
};

struct side {
    struct buffer *buffer;
    int number, count, sum;
};

static struct buffer *new_buffer(void)
{
    struct buffer *buffer = new_object(sizeof *buffer);
    pthread_mutex_init(&buffer->lock, NULL);
    pthread_cond_init(&buffer->has_item, NULL);
    pthread_cond_init(&buffer->has_room, NULL);
    return buffer;
}

static void put(struct buffer *buffer, struct item *item)
{
    pthread_mutex_lock(&buffer->lock);
    while (buffer->length == CAPACITY) pthread_cond_wait(&buffer->has_room, &buffer->lock);
    buffer->items[(buffer->first + buffer->length) % CAPACITY] = item;
    buffer->length++;
    pthread_cond_signal(&buffer->has_item);
    pthread_mutex_unlock(&buffer->lock);
}

static struct item *take(struct buffer *buffer)
{
    pthread_mutex_lock(&buffer->lock);
    while (buffer->length == 0) pthread_cond_wait(&buffer->has_item, &buffer->lock);
    struct item *item = buffer->items[buffer->first];
    buffer->items[buffer->first] = NULL;
    buffer->first = (buffer->first + 1) % CAPACITY;
    buffer->length--;
    pthread_cond_signal(&buffer->has_room);
    pthread_mutex_unlock(&buffer->lock);
    return item;
}

static struct item *new_item(struct side *side, int number)
{
    struct item *item = new_object(sizeof *item);
    item->number = number;
    item->producer = side->number;
    for (int i = 0; i < PARTS; i++) {
        item->parts[i] = number + i;
        side->sum += item->parts[i];
    }
    return item;
}

static void report(struct side *side, int sum)
{
    pthread_mutex_lock(&side->buffer->lock);
    side->buffer->balance += sum;
    pthread_mutex_unlock(&side->buffer->lock);
}

static void *produce(void *argument)
{
    struct side *side = argument;
    for (; side->count < ITEMS; side->count++) put(side->buffer, new_item(side, side->count));
    report(side, side->sum);
    return side;
}

static void *consume(void *argument)
{
    struct side *side = argument;
    for (; side->count < ITEMS * PRODUCERS / CONSUMERS; side->count++) {
        struct item *item = take(side->buffer);
#if PRODUCERS == 1 && CONSUMERS == 1
        mz_assert(item->number == side->count && item->producer == 0);
#endif
        for (int i = 0; i < PARTS; i++) side->sum += item->parts[i];
        free(item);
    }
    report(side, -side->sum);
    return side;
}

static void add_side(struct buffer *buffer, int index, int number)
{
    buffer->sides[index] = new_object(sizeof *buffer->sides[index]);
    buffer->sides[index]->buffer = buffer;
    buffer->sides[index]->number = number;
}

int main(void)
{
    struct buffer *buffer = new_buffer();
    for (int i = 0; i < PRODUCERS; i++) add_side(buffer, i, i);
    for (int i = 0; i < CONSUMERS; i++) add_side(buffer, PRODUCERS + i, i);
    pthread_t threads[PRODUCERS + CONSUMERS];
    for (int i = 0; i < PRODUCERS; i++) threads[i] = start(produce, buffer->sides[i]);
    for (int i = PRODUCERS; i < PRODUCERS + CONSUMERS; i++) threads[i] = start(consume, buffer->sides[i]);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++) result_of(threads[i]);
    mz_assert(buffer->balance == 0 && buffer->length == 0);
    return 0;
}
