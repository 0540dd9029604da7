// A thread sleeps on a word in turns of a millisecond until the word changes; who changes it forgets to wake the sleeper up. A sleep with a
// timeout finds out nevertheless.
// verdict: bug
// bug: deadlock
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef FIXED
#define TIMEOUT &(struct timespec){0, 1000000}
#else
#define TIMEOUT NULL
#endif

static atomic_int word;

static void *change(void *arg)
{
    atomic_store(&word, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    while (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, TIMEOUT);
    pthread_join(thread, NULL);
    return 0;
}
