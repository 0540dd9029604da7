// A detached thread writes its result to the address that its creator passed, if the result is wanted by then. That is
// a local variable of a function that has returned when the result is wanted.
// verdict: bug
// bug: stack-use-after-return
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int wanted;

static void *compute(void *arg)
{
    int *result = arg;
    if (atomic_load(&wanted)) *result = 42; //~ stack-use-after-return
    return NULL;
}

static void start(void)
{
    pthread_t thread;
    int result = 0;
    pthread_create(&thread, NULL, compute, &result);
    pthread_detach(thread);
}

int main(void)
{
    start();
    atomic_store(&wanted, 1);
    pthread_exit(NULL);
}
