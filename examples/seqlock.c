// A sequence lock lets readers go without a lock: the writer makes the number odd, writes, and makes it even again. A
// reader has to look at the number before and after, and begin again if it has changed. This one looks only before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int hours, minutes;

static void set_time(int h, int m)
{
    sequence++;
    hours = h;
    minutes = m;
    sequence++;
}

static void get_time(int *h, int *m)
{
    while (sequence % 2 != 0) {}
    *h = hours;
    *m = minutes;
}

static void *tick(void *arg)
{
    set_time(1, 0);
    return arg;
}

int main(void)
{
    pthread_t clock;
    int h, m;
    hours = 0;
    minutes = 59;
    pthread_create(&clock, NULL, tick, NULL);
    get_time(&h, &m);
    assert((h == 0 && m == 59) || (h == 1 && m == 0));
    pthread_join(clock, NULL);
    return 0;
}
