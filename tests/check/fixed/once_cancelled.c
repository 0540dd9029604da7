// Two threads use something that is initialised once, when there is a permission. One of them may be cancelled while it
// waits for the permission: then the other one starts anew.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t granted;
static int calls;

static void initialize(void)
{
    sem_wait(&granted);
    calls++;
}

static void *use(void *arg)
{
    pthread_once(&once, initialize);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&granted, 0, 1);
    pthread_create(&thread, NULL, use, NULL);
    pthread_cancel(thread);
    use(NULL);
    pthread_join(thread, NULL);
    assert(calls == 1);
    return 0;
}
