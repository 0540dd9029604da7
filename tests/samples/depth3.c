// Five threads. The bug takes two switches at the right moments, and then the right thread: while the first one is between its two
// stores, the second one comes between its own, and the third one looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STEPS 5

static atomic_int opened, closed, begun, ended, noise[4];

static void spend_time(int thread)
{
    for (int i = 0; i < STEPS; i++) atomic_fetch_add(&noise[thread], 1);
}

static void *first(void *arg)
{
    spend_time(0);
    atomic_store(&opened, 1);
    spend_time(0);
    atomic_store(&closed, 1);
    return arg;
}

static void *second(void *arg)
{
    if (atomic_load(&opened) && !atomic_load(&closed)) {
        atomic_store(&begun, 1);
        spend_time(1);
        atomic_store(&ended, 1);
    }
    return arg;
}

static void *third(void *arg)
{
    assert(!atomic_load(&begun) || atomic_load(&ended));
    return arg;
}

static void *busy(void *arg)
{
    spend_time(2);
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    pthread_create(&threads[3], 0, busy, 0);
    spend_time(3);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
    return 0;
}
