// The alternating bit protocol over two channels that may lose what is sent: messages one way, acknowledgements the other.
// Each side repeats itself until it hears that the other one has understood.
// states: 2607
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef CAPACITY
#define CAPACITY 2
#endif
// Messages are numbers modulo this.
#define NUMBERS 4

// What is under way, two bits for data and one for the protocol's bit, behind a leading one; the oldest comes first.
typedef struct {
    atomic_ulong messages;
} channel;

static channel forth, back;

static int length(unsigned long messages)
{
    int length = 0;
    while (messages > 1) {
        messages >>= 3;
        length++;
    }
    return length;
}

// It may be lost; it is if the channel is full.
static void send(channel *to, unsigned message)
{
    if (mz_choose(2)) return;
    unsigned long messages = atomic_load(&to->messages), longer;
    do {
        int before = length(messages);
        if (before == CAPACITY) return;
        unsigned long end = 1UL << (3 * before);
        longer = messages + 7 * end + message * end;
    } while (!atomic_compare_exchange_strong(&to->messages, &messages, longer));
}

// -1 if there is nothing.
static int receive(channel *from)
{
    unsigned long messages = atomic_load(&from->messages);
    if (messages <= 1) return -1;
    while (!atomic_compare_exchange_strong(&from->messages, &messages, messages >> 3)) {
    }
    return messages & 7;
}

static void *receive_all(void *arg)
{
    unsigned expected = 0, bit = 0;
    while (1) {
        int message = receive(&forth);
        if (message >= 0 && (message & 1) == (int)bit) {
            mz_assert((unsigned)message >> 1 == expected);
            expected = (expected + 1) % NUMBERS;
            bit = !bit;
        }
        if (message >= 0) send(&back, message & 1);
    }
    return arg;
}

int main(void)
{
    atomic_store(&forth.messages, 1);
    atomic_store(&back.messages, 1);
    pthread_t receiver;
    pthread_create(&receiver, NULL, receive_all, NULL);
    unsigned number = 0, bit = 0;
    while (1) {
        send(&forth, number << 1 | bit);
        int acknowledged = receive(&back);
        if (acknowledged == (int)bit) {
            number = (number + 1) % NUMBERS;
            bit = !bit;
        }
    }
    return 0;
}
