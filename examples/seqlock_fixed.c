// seqlock.c fixed: a reader takes what it has read only if the number is even and has not changed meanwhile.
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
    unsigned before;
    do {
        while ((before = sequence) % 2 != 0) {}
        *h = hours;
        *m = minutes;
    } while (sequence != before);
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
