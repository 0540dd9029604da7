// A thread chooses a position in an array while another one shrinks it. What is assumed about the position is
// not what the array needs: one position too many.
// verdict: bug
// bug: out-of-bounds
#include <mazurka.h>
#include <pthread.h>
#include <stddef.h>

#define SIZE 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[SIZE];
static int length = SIZE;

static void *store(void *arg)
{
    int position = (int)mz_choose(6);
    pthread_mutex_lock(&lock);
    mz_assume(position <= length);
    elements[position] = 1; //~ out-of-bounds
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *shrink(void *arg)
{
    pthread_mutex_lock(&lock);
    length--;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, store, NULL);
    pthread_create(&threads[1], NULL, shrink, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
