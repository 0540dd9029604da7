// A thread sleeps on a word for a millisecond, again and again. Another one asks, without waking it, whether it is asleep: it is, it is not, it
// is again. So what the thread did in between has been noticed, and it must be able to continue afterwards.
// verdict: bug
// bug: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word;

static void *work(void *arg)
{
    struct timespec timeout = {0, 1000000};
    while (!atomic_load(&word)) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &timeout, NULL, 0);
    assert(atomic_load(&word) != 2); //~ assertion
    return arg;
}

// Moves a sleeper from the word to the same word: how many there are, one at most.
static long sleepers(void)
{
    return syscall(SYS_futex, &word, FUTEX_REQUEUE_PRIVATE, 0, 1L, &word, 0);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int noticed = sleepers() == 1 && sleepers() == 0 && sleepers() == 1;
    atomic_store(&word, noticed ? 2 : 1);
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    pthread_join(thread, NULL);
    return 0;
}
