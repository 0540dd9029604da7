// A lock whose waiters sleep on its word for a millisecond at most, and then try again. A wake-up that comes too early is made up for by the
// timeout.
// verdict: ok
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word;
static int x;

static void lock(void)
{
    struct timespec timeout = {0, 1000000};
    while (atomic_exchange(&word, 1)) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, &timeout, NULL, 0);
}

static void unlock(void)
{
    atomic_store(&word, 0);
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *work(void *arg)
{
    lock();
    x++;
    unlock();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
