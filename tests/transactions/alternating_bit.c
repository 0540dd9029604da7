// The alternating bit protocol over two channels that may lose what is sent, each behind a lock: messages one way,
// acknowledgements the other. Both sides loop forever. With BUG, the receiver ignores
// the bit.
// check: ok
// check -DBUG: assertion
#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef CAPACITY
#define CAPACITY 2
#endif
// Messages are numbered modulo this.
#define NUMBERS 4

typedef struct {
    unsigned char number;
    bool bit;
} message;

typedef struct {
    pthread_mutex_t lock;
    int length;
    message messages[CAPACITY];
} channel;

static channel forth = {.lock = PTHREAD_MUTEX_INITIALIZER}, back = {.lock = PTHREAD_MUTEX_INITIALIZER};

// It may be lost; it is if the channel is full.
static void send(channel *to, message sent)
{
    if (mz_choose(2)) return;
    pthread_mutex_lock(&to->lock);
    if (to->length < CAPACITY) to->messages[to->length++] = sent;
    pthread_mutex_unlock(&to->lock);
}

static bool receive(channel *from, message *received)
{
    pthread_mutex_lock(&from->lock);
    bool is_any = from->length > 0;
    if (is_any) {
        *received = from->messages[0];
        from->length--;
        for (int i = 0; i < from->length; i++) from->messages[i] = from->messages[i + 1];
        // Unused entries are zero, so that states do not differ in them.
        from->messages[from->length] = (message){0};
    }
    pthread_mutex_unlock(&from->lock);
    return is_any;
}

static void *receive_all(void *arg)
{
    unsigned char expected = 0;
    bool bit = false;
    while (true) {
        message received = {0};
        if (!receive(&forth, &received)) continue;
#ifdef BUG
        bit = received.bit;
#endif
        if (received.bit == bit) {
            mz_assert(received.number == expected);
            expected = (expected + 1) % NUMBERS;
            bit = !bit;
        }
        send(&back, (message){.bit = received.bit});
    }
    return arg;
}

int main(void)
{
    pthread_t receiver;
    pthread_create(&receiver, NULL, receive_all, NULL);
    message next = {0};
    while (true) {
        send(&forth, next);
        message acknowledged = {0};
        if (receive(&back, &acknowledged) && acknowledged.bit == next.bit) {
            next.number = (next.number + 1) % NUMBERS;
            next.bit = !next.bit;
        }
    }
    return 0;
}
