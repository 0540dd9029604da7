// A thread polls under a lock for what does not come, and yields now and then. What it finds is kept in a variable that a library function has filled
// before: states that differ only in that are one, and the thread waits in each of them.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t semaphore;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int noted;
static int is_there;

static void *poll(void *arg)
{
    int found = 0, rounds = 0;
    sem_getvalue(&semaphore, &found);
    atomic_store(&noted, found);
    do {
        pthread_mutex_lock(&lock);
        found = is_there;
        pthread_mutex_unlock(&lock);
        rounds = (rounds + 1) % 3;
        if (rounds == 0) sched_yield();
    } while (!found);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, poll, NULL);
    pthread_join(thread, NULL);
    return 0;
}
