// A queue with room for one message. Producer and consumers wait on the same condition variable, and every change wakes one
// of them: perhaps the wrong one. A consumer that takes a message may wake the other consumer, who finds nothing and
// goes back to sleep, while the producer that was meant sleeps on.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;

static void put(void)
{
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&changed, &lock);
    full = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void get(void)
{
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&changed, &lock);
    full = false;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void *consume(void *arg)
{
    get();
    return arg;
}

int main(void)
{
    pthread_t consumers[2];
    for (int i = 0; i < 2; i++) pthread_create(&consumers[i], NULL, consume, NULL);
    for (int i = 0; i < 2; i++) put();
    for (int i = 0; i < 2; i++) pthread_join(consumers[i], NULL);
    return 0;
}
