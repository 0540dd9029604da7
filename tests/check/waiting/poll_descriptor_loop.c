// A thread polls a timer between two looks at a flag that nothing sets: the loop ends when the timer has expired, so the thread does not wait
// for ever. Poll with a descriptor is more than a sleep.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/timerfd.h>
#include <time.h>

static atomic_int go;
static int timer;

static void *work(void *arg)
{
    struct pollfd entry = {timer, POLLIN, 0};
    while (!atomic_load(&go) && poll(&entry, 1, 10) == 0) {}
    assert(atomic_load(&go)); //~ assertion
    return arg;
}

int main(void)
{
    struct itimerspec in_a_while = {{0, 0}, {0, 25000000}};
    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &in_a_while, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
