// A thread waits for a condition inside two nested locks; waiting releases only the inner one. The thread that could
// make it true needs the outer lock first.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_inside(void *arg)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    while (!ready) pthread_cond_wait(&condition, &inner);
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return arg;
}

static void *announce(void *arg)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_inside, NULL);
    pthread_create(&threads[1], NULL, announce, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
