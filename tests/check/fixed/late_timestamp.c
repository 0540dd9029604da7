// A message carries the time at which it was sent, and no thread receives it earlier: the clock is read while the lock is
// held. Each thread sleeps before it takes the lock, so threads that have slept less come later and have to catch up.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sent;

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void *receive(void *arg)
{
    pthread_mutex_lock(&lock);
    long received = now();
    assert(received >= sent);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t receiver;
    pthread_create(&receiver, NULL, receive, NULL);
    sleep(1);
    pthread_mutex_lock(&lock);
    sent = now();
    pthread_mutex_unlock(&lock);
    pthread_join(receiver, NULL);
    assert(now() >= sent);
    return 0;
}
