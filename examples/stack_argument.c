// Two workers get their numbers. Both get the address of the same loop variable, and read it when they run:
// by then it may have changed.
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
    for (int number = 0; number < WORKERS; number++) pthread_create(&workers[number], NULL, work, &number);
    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    return 0;
}
