// Read-write locks: shared readers, exclusive writers, try and timed variants, static initialisation.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;
static atomic_int torn;

static void *writer(void *unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        pthread_rwlock_wrlock(&lock);
        first++;
        second--;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        pthread_rwlock_rdlock(&lock);
        if (first + second != 0)
            atomic_fetch_add(&torn, 1);
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

/* Which of the four ways to take the lock succeed in another thread, as bits. */
static void *probe(void *argument)
{
    int *result = argument;
    struct timespec past = { 1, 0 };
    *result = 0;
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        *result |= 1;
        pthread_rwlock_unlock(&lock);
    }
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        *result |= 2;
        pthread_rwlock_unlock(&lock);
    }
    if (pthread_rwlock_timedrdlock(&lock, &past) == 0) {
        *result |= 4;
        pthread_rwlock_unlock(&lock);
    }
    if (pthread_rwlock_timedwrlock(&lock, &past) == 0) {
        *result |= 8;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

static int probe_from_outside(void)
{
    pthread_t thread;
    int result = -1;
    pthread_create(&thread, NULL, probe, &result);
    pthread_join(thread, NULL);
    return result;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i % 2 ? reader : writer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d %d\n", first, second, atomic_load(&torn));

    printf("free %d\n", probe_from_outside());
    pthread_rwlock_rdlock(&lock);
    printf("read-locked %d\n", probe_from_outside());
    printf("%d ", pthread_rwlock_rdlock(&lock));
    printf("%d ", pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    printf("write-locked %d\n", probe_from_outside());
    printf("%d %d\n", pthread_rwlock_tryrdlock(&lock) == EBUSY, pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_rwlock_unlock(&lock);
    printf("%d ", pthread_rwlock_destroy(&lock));
    printf("%d ", pthread_rwlock_init(&lock, NULL));
    printf("%d\n", pthread_rwlock_destroy(&lock));
    return 0;
}
