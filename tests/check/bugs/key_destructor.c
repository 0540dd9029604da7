// Every thread has memory of its own under a key whose destructor frees it. They free it themselves as well.
// verdict: bug
// bug: double-free
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *arg)
{
    int *own = malloc(sizeof *own);
    pthread_setspecific(key, own);
    *own = 1;
    free(own);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_key_create(&key, free);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    pthread_key_delete(key);
    return 0;
}
