// Two threads look for a number in a ring of four places, under a lock. They give up after one round.
// verdict: ok
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const int ring[4] = {3, 1, 4, 2};
static int place, wanted[2] = {4, 7};

static void *search(void *arg)
{
    int number = *(int *)arg;
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < 4 && ring[place] != number; i++) place = (place + 1) % 4;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, search, &wanted[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
