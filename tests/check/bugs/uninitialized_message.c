// A thread allocates a message and another one reads it, both under the mutex. The message can be seen in one
// critical section, and is filled in the next one.
// verdict: bug
// bug: uninitialized
// check: --uninit
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *message;
static int replies;

static void *send(void *arg)
{
    pthread_mutex_lock(&lock);
    message = malloc(sizeof *message);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (message != NULL) *message = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *receive(void *arg)
{
    pthread_mutex_lock(&lock);
    if (message != NULL && *message == 1) replies++; //~ uninitialized
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, send, NULL);
    pthread_create(&threads[1], NULL, receive, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    free(message);
    return replies > 1;
}
