// A thread sleeps on a word until it changes. But it passes the kernel the value that it has just read, not the one
// on which it has decided: a change in between is lost, and so is the wake-up.
// verdict: bug
// bug: deadlock
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
    if (events == 0) {
        int seen = events;
        syscall(SYS_futex, &events, FUTEX_WAIT_PRIVATE, seen, NULL);
    }
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
