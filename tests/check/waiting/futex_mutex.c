// A mutex in one word (0 free, 1 taken, 2 taken and waited for) that puts threads to sleep. Unlocking a word that is 1 wakes no thread: a thread that
// goes to sleep must have said 2.
// verdict: bug
// bug: deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif

static atomic_int word;
static int entered;

static void lock(void)
{
    int seen = 0;
    if (atomic_compare_exchange_strong(&word, &seen, 1)) return;
#ifdef FIXED
    while (atomic_exchange(&word, 2) != 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL);
#else
    do {
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, NULL);
        seen = 0;
    } while (!atomic_compare_exchange_strong(&word, &seen, 2));
#endif
}

static void unlock(void)
{
    if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
}

static void *enter(void *arg)
{
    lock();
    entered++;
    unlock();
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
