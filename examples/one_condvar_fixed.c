// one_condvar.c fixed: producers wait for room and consumers for a message, on different condition variables, so a
// signal wakes a thread that can use it.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER;
static pthread_cond_t has_message = PTHREAD_COND_INITIALIZER;
static bool full;

static void put(void)
{
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&has_room, &lock);
    full = true;
    pthread_cond_signal(&has_message);
    pthread_mutex_unlock(&lock);
}

static void get(void)
{
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&has_message, &lock);
    full = false;
    pthread_cond_signal(&has_room);
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
