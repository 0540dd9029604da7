// Two threads wait on one word for different events, each with a bit of its own. Every event wakes those that wait for
// it.
// verdict: ok
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint events;

static void *wait(void *arg)
{
    unsigned bit = (uintptr_t)arg, seen;
    while (!((seen = events) & bit))
        syscall(SYS_futex, &events, FUTEX_WAIT_BITSET_PRIVATE, seen, NULL, NULL, bit);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, wait, (void *)1);
    pthread_create(&two, NULL, wait, (void *)2);
    events |= 1;
    syscall(SYS_futex, &events, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 1);
    events |= 2;
    syscall(SYS_futex, &events, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 2);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
