// Two threads wait with poll until there is a byte, then read it: both may see the same one, and one of them waits for ever.
// verdict: bug
// bug: deadlock
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
    pipe(ends);
    write(ends[1], "x", 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
