// A pipe is read without waiting until there is something. A read that finds nothing changes nothing, so the thread waits for a write.
// verdict: ok
// traces: 2
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int ends[2];

static void *receive(void *arg)
{
    char byte;
    while (read(ends[0], &byte, 1) != 1) sched_yield();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pipe2(ends, O_NONBLOCK);
    pthread_create(&thread, NULL, receive, NULL);
    write(ends[1], "x", 1);
    pthread_join(thread, NULL);
    return 0;
}
