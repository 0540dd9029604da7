// Two threads look with poll whether there is a byte, then read it without waiting: one of them may find that it is gone.
// verdict: ok
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *take(void *arg)
{
    struct pollfd entry = {.fd = ends[0], .events = POLLIN};
    char byte;
    if (poll(&entry, 1, 0) == 1)
        read(ends[0], &byte, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pipe2(ends, O_NONBLOCK);
    write(ends[1], "x", 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
