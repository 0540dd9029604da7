// A thread polls two flags, and under a lock, and counts how often it does; nothing depends on the counts. Both loops wait. What it expects
// behind them is there only if the other thread writes before it tells.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int first, second, result;
static int ready;

static void *tell(void *arg)
{
#ifdef FIXED
    atomic_store(&result, 1);
#endif
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    atomic_store(&result, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    __attribute__((unused)) int looks = 0;
    int retries = 0, seen = 0;
    pthread_create(&thread, NULL, tell, NULL);
    while (!(atomic_load(&first) && atomic_load(&second))) looks++;
    while (!seen) {
        pthread_mutex_lock(&mutex);
        seen = ready;
        pthread_mutex_unlock(&mutex);
        retries += 2;
        looks += retries;
        sched_yield();
    }
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
