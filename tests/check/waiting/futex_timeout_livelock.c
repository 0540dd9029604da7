// Two threads sleep on a word for a millisecond, again and again, until it changes. Nothing changes it.
// verdict: bug
// bug: livelock
#define _GNU_SOURCE
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
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
#ifdef FIXED
    atomic_store(&word, 1);
#endif
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
