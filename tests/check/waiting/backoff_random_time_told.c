// The same with one more look at the clock, which shows how long the thread has slept: it expects that this is less than it was told to.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    time_t start = time(NULL);
    srand(start);
    pthread_create(&thread, NULL, set, NULL);
    if (!atomic_load(&ready)) {
        sleep(2 + rand() % 2);
        assert(time(NULL) - start < 2); //~ assertion
    }
    pthread_join(thread, NULL);
    return 0;
}
