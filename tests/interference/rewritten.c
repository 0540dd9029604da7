// A loop that rewrites what it reads, for ever. Once the only other thread that uses the variable has ended, none of the loop's accesses
// makes a state, and still it waits in vain.
// check: livelock
// check -O2: livelock
#include <pthread.h>

static volatile int flag = 1;

static void *rewrite(void *argument)
{
    while (flag) flag = 1;
    return argument;
}

static void *clear(void *argument)
{
    flag = 0;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, rewrite, 0);
    pthread_create(&threads[1], 0, clear, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
