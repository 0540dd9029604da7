// A pipe is read without waiting until there is something, which nobody writes.
// verdict: bug
// bug: livelock
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *receive(void *arg)
{
    char byte;
    while (read(ends[0], &byte, 1) != 1) {
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pipe2(ends, O_NONBLOCK);
    pthread_create(&thread, NULL, receive, NULL);
    pthread_join(thread, NULL);
    return 0;
}
