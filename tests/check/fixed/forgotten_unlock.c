// Two threads fill a slot of which there is only one. A thread that finds it taken unlocks. A trace is
// an order of the two critical sections.
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool taken;

static void *take_place(void *arg)
{
    pthread_mutex_lock(&lock);
    if (taken) {
        pthread_mutex_unlock(&lock);
        return arg;
    }
    taken = true;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, take_place, NULL);
    pthread_create(&threads[1], NULL, take_place, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    pthread_mutex_lock(&lock);
    assert(taken);
    pthread_mutex_unlock(&lock);
    return 0;
}
