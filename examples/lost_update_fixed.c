// lost_update.c fixed: an atomic variable is incremented in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int visitors;

static void *serve(void *arg)
{
    visitors++;
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, serve, NULL);
    pthread_create(&second, NULL, serve, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(visitors == 2);
    printf("%d visitors\n", visitors);
    return 0;
}
