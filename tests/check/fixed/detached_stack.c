// A detached thread writes its result to the address that its creator passed, if the result is wanted by then. That is
// memory on the heap, which the thread frees itself. The thread looks whether the result is wanted before or
// after main wants it.
// verdict: ok
// traces: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int wanted;

static void *compute(void *arg)
{
    int *result = arg;
    if (atomic_load(&wanted)) *result = 42;
    free(result);
    return NULL;
}

static void start(void)
{
    pthread_t thread;
    int *result = malloc(sizeof *result);
    if (result == NULL) return;
    pthread_create(&thread, NULL, compute, result);
    pthread_detach(thread);
}

int main(void)
{
    start();
    atomic_store(&wanted, 1);
    pthread_exit(NULL);
}
