// Futexes through syscall(): the three-state mutex, wait on a changed value, wake counts, and a timeout.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long futex(atomic_int *word, int operation, int value, const struct timespec *timeout)
{
    return syscall(SYS_futex, word, operation, value, timeout, NULL, 0);
}

/* 0: free, 1: locked, 2: locked with waiters. */
static atomic_int word;
static int counter;

static void lock(void)
{
    int state = 0;
    if (atomic_compare_exchange_strong(&word, &state, 1))
        return;
    if (state != 2)
        state = atomic_exchange(&word, 2);
    while (state != 0) {
        futex(&word, FUTEX_WAIT_PRIVATE, 2, NULL);
        state = atomic_exchange(&word, 2);
    }
}

static void unlock(void)
{
    if (atomic_fetch_sub(&word, 1) != 1) {
        atomic_store(&word, 0);
        futex(&word, FUTEX_WAKE_PRIVATE, 1, NULL);
    }
}

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 25; i++) {
        lock();
        counter++;
        unlock();
    }
    return NULL;
}

static atomic_int event;

static void *wait_for_event(void *unused)
{
    (void)unused;
    while (atomic_load(&event) == 0)
        futex(&event, FUTEX_WAIT, 0, NULL);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d\n", counter, atomic_load(&word));

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, wait_for_event, NULL);
    atomic_store(&event, 1);
    futex(&event, FUTEX_WAKE, 100, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);

    errno = 0;
    long r = futex(&event, FUTEX_WAIT, 0, NULL);
    printf("%ld %d\n", r, errno == EAGAIN);
    printf("%ld\n", futex(&event, FUTEX_WAKE, 1, NULL));
    struct timespec brief = { 0, 1000000 };
    do {
        errno = 0;
        r = futex(&event, FUTEX_WAIT, 1, &brief);
    } while (r == 0);
    printf("%ld %d\n", r, errno == ETIMEDOUT);
    return 0;
}
