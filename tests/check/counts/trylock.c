// N threads try to lock a mutex until they succeed, and let others run in between. N! traces, as with a lock that waits.
// verdict: ok
// traces N=2: 2
// traces N=3: 6
// traces N=4: 24
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <unistd.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *enter(void *arg)
{
    while (pthread_mutex_trylock(&mutex) != 0) {
        sched_yield();
        usleep(1000);
    }
    inside++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return inside - N;
}
