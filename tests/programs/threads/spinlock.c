// Spin locks: mutual exclusion, trylock, and sched_yield while waiting.
// native: same
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static pthread_spinlock_t lock;
static int counter, tries;

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        pthread_spin_lock(&lock);
        counter++;
        pthread_spin_unlock(&lock);
        while (pthread_spin_trylock(&lock) != 0)
            sched_yield();
        tries++;
        pthread_spin_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    printf("%d\n", pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE));
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d\n", counter, tries);
    printf("%d ", pthread_spin_lock(&lock));
    printf("%d ", pthread_spin_trylock(&lock) == EBUSY);
    printf("%d ", pthread_spin_unlock(&lock));
    printf("%d ", sched_yield());
    printf("%d\n", pthread_spin_destroy(&lock));
    return 0;
}
