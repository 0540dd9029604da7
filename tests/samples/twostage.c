// Threads change two variables, each under its own lock: between the two critical sections they do not belong together.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 100
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *change(void *arg)
{
    pthread_mutex_lock(&first_lock);
    int one = first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = one + 1;
    pthread_mutex_unlock(&second_lock);
    return arg;
}

static void *read_both(void *arg)
{
    pthread_mutex_lock(&first_lock);
    int one = first;
    pthread_mutex_unlock(&first_lock);
    if (one == 0) return arg;
    pthread_mutex_lock(&second_lock);
    int two = second;
    pthread_mutex_unlock(&second_lock);
    assert(two == one + 1);
    return arg;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS - 1; i++) pthread_create(&threads[i], 0, change, 0);
    pthread_create(&threads[THREADS - 1], 0, read_both, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    return 0;
}
