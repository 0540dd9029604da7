// The same where both threads take the two locks in one order.
// verdict: ok
// check: --coarse-locks
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int first, second, third;

static void *change(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&outer);
    first++;
    pthread_mutex_unlock(&outer);
    return NULL;
}

static void *look(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&outer);
    if (first) {
        pthread_mutex_lock(&inner);
        second++;
        pthread_mutex_unlock(&inner);
    }
    pthread_mutex_unlock(&outer);
    return NULL;
}

static void *reverse(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    third++;
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return NULL;
}

int main(void)
{
    void *(*const bodies[])(void *) = {change, look, reverse};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, bodies[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
