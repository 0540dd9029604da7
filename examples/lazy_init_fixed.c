// lazy_init.c fixed: the pointer is set only if it is still null, in one step, and who comes too late frees its own.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic buffer;

static void *need(void *arg)
{
    if (!buffer) {
        char *none = NULL, *mine = malloc(64);
        if (!atomic_compare_exchange_strong(&buffer, &none, mine)) free(mine);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, need, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    free(buffer);
    return 0;
}
