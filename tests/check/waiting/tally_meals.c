// Two threads take a lock and give it back, for ever, and count how often: they do not wait for anything, and what they count they do not look at.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t fork = PTHREAD_MUTEX_INITIALIZER;
static long meals;
static atomic_long thoughts;

static void *eat(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&fork);
        meals++;
        pthread_mutex_unlock(&fork);
        atomic_fetch_add(&thoughts, 1);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, eat, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
