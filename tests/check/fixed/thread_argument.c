// Main starts two threads and passes each its number. It passes the number itself. The threads touch nothing
// in common: one trace.
// verdict: ok
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int started[2];

static void *note_start(void *arg)
{
    intptr_t number = (intptr_t)arg;
    started[number] = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, note_start, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(started[0] && started[1]);
    return 0;
}
