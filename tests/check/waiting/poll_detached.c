// A thread polls under a lock, and is detached while it does: it does not notice that, so the iteration is in vain as before.
// verdict: ok
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_ready, is_done;

static int look(int *flag)
{
    pthread_mutex_lock(&mutex);
    int value = *flag;
    pthread_mutex_unlock(&mutex);
    return value;
}

static void set(int *flag)
{
    pthread_mutex_lock(&mutex);
    *flag = 1;
    pthread_mutex_unlock(&mutex);
}

static void *poll(void *arg)
{
    while (!look(&is_ready)) sched_yield();
    set(&is_done);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    pthread_detach(thread);
    set(&is_ready);
    while (!look(&is_done)) sched_yield();
    return 0;
}
