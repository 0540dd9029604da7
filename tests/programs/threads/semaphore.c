// Unnamed semaphores: counting, ping-pong, limits on concurrency, trywait, timedwait, getvalue.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static sem_t ping, pong, slots;
static char trace[64];
static int length;
static atomic_int inside, most;

static void *pinger(void *unused)
{
    (void)unused;
    for (int i = 0; i < 8; i++) {
        sem_wait(&ping);
        trace[length++] = 'i';
        sem_post(&pong);
    }
    return NULL;
}

static void *ponger(void *unused)
{
    (void)unused;
    for (int i = 0; i < 8; i++) {
        sem_wait(&pong);
        trace[length++] = 'o';
        sem_post(&ping);
    }
    return NULL;
}

static void *limited(void *unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++) {
        sem_wait(&slots);
        int now = atomic_fetch_add(&inside, 1) + 1, seen = atomic_load(&most);
        while (now > seen && !atomic_compare_exchange_weak(&most, &seen, now))
            ;
        atomic_fetch_sub(&inside, 1);
        sem_post(&slots);
    }
    return NULL;
}

static void run(int count, void *(*functions[])(void *))
{
    pthread_t threads[4];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, functions[i], NULL);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static int value(sem_t *semaphore)
{
    int v = -1;
    sem_getvalue(semaphore, &v);
    return v;
}

static void without_waiting(void)
{
    sem_t s;
    sem_init(&s, 0, 2);
    printf("%d ", sem_trywait(&s));
    printf("%d ", sem_trywait(&s));
    errno = 0;
    int r = sem_trywait(&s);
    printf("%d %d ", r, errno == EAGAIN);
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    errno = 0;
    r = sem_timedwait(&s, &deadline);
    printf("%d %d ", r, errno == ETIMEDOUT);
    sem_post(&s);
    printf("%d ", sem_timedwait(&s, &deadline));
    printf("%d\n", value(&s));
    sem_destroy(&s);
}

int main(void)
{
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    sem_init(&slots, 0, 2);
    run(2, (void *(*[])(void *)){ pinger, ponger });
    printf("%s %d %d\n", trace, value(&ping), value(&pong));
    run(4, (void *(*[])(void *)){ limited, limited, limited, limited });
    printf("%d %d\n", atomic_load(&most) <= 2, value(&slots));
    without_waiting();
    printf("%d\n", sem_destroy(&ping) | sem_destroy(&pong) | sem_destroy(&slots));
    return 0;
}
