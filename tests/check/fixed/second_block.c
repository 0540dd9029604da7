// A thread frees the block that it was given while main allocates another one, which may be at the same address.
// verdict: ok
// traces: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn;

static void *work(void *arg)
{
    turn = 1;
    free(arg);
    return NULL;
}

int main(void)
{
    int *given = malloc(sizeof *given);
    if (given == NULL) return 1;
    *given = 1;
    pthread_t worker;
    pthread_create(&worker, NULL, work, given);
    turn = 2;
    int *own = malloc(sizeof *own);
    if (own == NULL) return 1;
    *own = 2;
    free(own);
    pthread_join(worker, NULL);
    return 0;
}
