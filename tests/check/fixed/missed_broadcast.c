// Two threads wait for a gate to open. A third thread opens it and broadcasts, which wakes both.
// verdict: ok
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static bool gate_is_open;

static void *enter(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!gate_is_open) pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *open_gate(void *arg)
{
    pthread_mutex_lock(&mutex);
    gate_is_open = true;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, enter, NULL);
    pthread_create(&threads[1], NULL, enter, NULL);
    pthread_create(&threads[2], NULL, open_gate, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
