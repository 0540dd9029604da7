// Two threads increment a plain counter without any protection.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *arg)
{
    counter++; //~ data-race
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
