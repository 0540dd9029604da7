// Two threads leave a message in one place, and main takes it away. The second message replaces the first one,
// which is never freed.
// verdict: bug
// bug: leak
// check: --leaks
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Atomic(char *) message;

static void *send(void *arg)
{
    char *text = malloc(8);
    atomic_store(&message, text);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, send, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    free(atomic_exchange(&message, NULL));
    return 0;
}
