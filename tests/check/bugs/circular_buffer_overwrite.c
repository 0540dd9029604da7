// A circular buffer of two slots under a mutex; a producer of three values, a consumer that takes two of them
// if it can. The producer does not look whether the buffer is full: the third value can overwrite the first.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define SIZE 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int slots[SIZE];
static int produced, consumed;

static void *produce(void *arg)
{
    for (int value = 0; value < 3; value++) {
        pthread_mutex_lock(&mutex);
        slots[produced++ % SIZE] = value;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *consume(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        if (consumed < produced) {
            int value = slots[consumed % SIZE];
            assert(value == consumed); //~ assertion
            consumed++;
        }
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, produce, NULL);
    pthread_create(&threads[1], NULL, consume, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
