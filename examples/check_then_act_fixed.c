// check_then_act.c fixed: looking for a seat and taking it happen under one lock.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int free_seats = 1;

static bool take_seat_if_free(void)
{
    pthread_mutex_lock(&lock);
    bool taken = free_seats > 0;
    if (taken) free_seats--;
    assert(free_seats >= 0);
    pthread_mutex_unlock(&lock);
    return taken;
}

static void *sell(void *arg)
{
    take_seat_if_free();
    return arg;
}

int main(void)
{
    pthread_t counters[2];
    for (int i = 0; i < 2; i++) pthread_create(&counters[i], NULL, sell, NULL);
    for (int i = 0; i < 2; i++) pthread_join(counters[i], NULL);
    assert(free_seats == 0);
    return 0;
}
