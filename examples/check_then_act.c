// Two counters sell the last seat of a train. Every access takes the lock, so there is no data race. But between looking
// for a free seat and taking it the lock is free: both customers get the seat.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int free_seats = 1;

static int seats_left(void)
{
    pthread_mutex_lock(&lock);
    int left = free_seats;
    pthread_mutex_unlock(&lock);
    return left;
}

static void take_seat(void)
{
    pthread_mutex_lock(&lock);
    free_seats--;
    assert(free_seats >= 0);
    pthread_mutex_unlock(&lock);
}

static void *sell(void *arg)
{
    if (seats_left() > 0) take_seat();
    return arg;
}

int main(void)
{
    pthread_t counters[2];
    for (int i = 0; i < 2; i++) pthread_create(&counters[i], NULL, sell, NULL);
    for (int i = 0; i < 2; i++) pthread_join(counters[i], NULL);
    return 0;
}
