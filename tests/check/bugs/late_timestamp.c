// A message carries the time at which it was sent, and no thread receives it earlier. But the receiver reads the clock before
// it takes the lock, and the message may be sent in between.
// verdict: bug
// bug: assertion
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
    long received = now();
    pthread_mutex_lock(&lock);
    assert(received >= sent); //~ assertion
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
