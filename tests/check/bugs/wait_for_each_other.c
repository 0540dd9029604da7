// Two threads wait for each other's flag before they set their own: both wait forever. There is one execution.
// verdict: bug
// bug: livelock
// traces: 1
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int here[2];

static void *meet(void *arg)
{
    intptr_t me = (intptr_t)arg;
    while (!atomic_load(&here[1 - me])) sched_yield();
    atomic_store(&here[me], 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, meet, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
