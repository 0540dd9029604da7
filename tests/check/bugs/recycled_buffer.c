// A producer hands a buffer over to a worker, which frees it, and writes to it once more.
// verdict: bug
// bug: data-race | use-after-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int *buffer;
static int accepted;

static void *work(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        while (buffer == NULL) pthread_cond_wait(&changed, &mutex);
        int *mine = buffer;
        buffer = NULL;
        accepted = 1;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
        free(mine); //~ data-race
    }
    return arg;
}

static void produce(int value)
{
    int *mine = malloc(sizeof *mine);
    if (mine == NULL) abort();
    *mine = value;
    pthread_mutex_lock(&mutex);
    buffer = mine;
    pthread_cond_broadcast(&changed);
    while (!accepted) pthread_cond_wait(&changed, &mutex);
    accepted = 0;
    pthread_mutex_unlock(&mutex);
    *mine = 0; //~ data-race | use-after-free
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    produce(1);
    produce(2);
    pthread_join(worker, NULL);
    return 0;
}
