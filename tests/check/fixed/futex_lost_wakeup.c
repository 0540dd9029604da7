// A thread sleeps on a word until it changes. The kernel compares it with what the thread has seen, so that no change is
// lost.
// verdict: ok
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int events;

static void *wait(void *arg)
{
    while (events == 0) syscall(SYS_futex, &events, FUTEX_WAIT_PRIVATE, 0, NULL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    events++;
    syscall(SYS_futex, &events, FUTEX_WAKE_PRIVATE, 1);
    pthread_join(thread, NULL);
    return 0;
}
