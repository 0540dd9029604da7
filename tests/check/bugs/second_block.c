// A thread frees the block that it was given while main allocates another one, and writes to the first once more.
// verdict: bug
// bug: data-race | use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn;

static void *work(void *arg)
{
    turn = 1;
    free(arg); //~ data-race
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
    *given = 2; //~ data-race | use-after-free
    free(own);
    pthread_join(worker, NULL);
    return 0;
}
