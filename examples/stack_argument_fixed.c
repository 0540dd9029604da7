// stack_argument.c fixed: every worker has a number of its own, which lives until the worker has been joined.
#include <pthread.h>
#include <stdio.h>

#define WORKERS 2

static void *work(void *arg)
{
    printf("worker %d\n", *(int *)arg);
    return NULL;
}

int main(void)
{
    pthread_t workers[WORKERS];
    int numbers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        numbers[i] = i;
        pthread_create(&workers[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    return 0;
}
