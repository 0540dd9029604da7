// Robust mutexes: the next thread learns that the holder has ended, and makes the mutex consistent or loses it. Ceilings of
// priorities are numbers.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex, other, third;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int asleep;

static void init(pthread_mutex_t *mutex, int kind)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, kind);
    int robust = -1;
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_getrobust(&attributes, &robust);
    printf("robust %d, init %d\n", robust == PTHREAD_MUTEX_ROBUST, pthread_mutex_init(mutex, &attributes));
    pthread_mutexattr_destroy(&attributes);
}

static void run(void *(*function)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, function, NULL);
    pthread_join(thread, NULL);
}

static void *keep(void *unused)
{
    pthread_mutex_lock(&third);
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&other);
    return NULL;
}

static void *keep_recursively(void *unused)
{
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&other);
    pthread_exit(NULL);
}

static void *try(void *unused)
{
    printf("try %d\n", pthread_mutex_trylock(&mutex) == EBUSY);
    return NULL;
}

static void *sleep_until_it_is_lost(void *unused)
{
    pthread_mutex_lock(&mutex);
    asleep = 1;
    printf("wait %d\n", pthread_cond_wait(&condition, &mutex) == EOWNERDEAD);
    printf("unlock %d\n", pthread_mutex_unlock(&mutex));
    return NULL;
}

static void *wake_and_keep(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    return NULL;
}

static void lose(void)
{
    pthread_t sleeper;
    pthread_create(&sleeper, NULL, sleep_until_it_is_lost, NULL);
    for (int slept = 0; !slept;) {
        pthread_mutex_lock(&mutex);
        slept = asleep;
        pthread_mutex_unlock(&mutex);
    }
    run(wake_and_keep);
    pthread_join(sleeper, NULL);
    printf("lost %d", pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
    printf(" %d\n", pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
    printf("consistent %d\n", pthread_mutex_consistent(&mutex) == EINVAL);
    printf("destroy %d\n", pthread_mutex_destroy(&mutex));
}

static void ceilings(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    int ceiling = -1, old = -1;
    pthread_mutexattr_getprioceiling(&attributes, &ceiling);
    printf("ceiling %d", ceiling);
    printf(" %d", pthread_mutexattr_setprioceiling(&attributes, 1000) == EINVAL);
    printf(" %d", pthread_mutexattr_setprioceiling(&attributes, 7));
    pthread_mutex_t plain, protected;
    pthread_mutex_init(&plain, &attributes);
    printf(" %d", pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL);
    printf(" %d", pthread_mutex_setprioceiling(&plain, 3, &old) == EINVAL);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutex_init(&protected, &attributes);
    printf(" %d", pthread_mutex_getprioceiling(&protected, &ceiling));
    printf(" %d\n", ceiling);
}

int main(void)
{
    init(&mutex, PTHREAD_MUTEX_NORMAL);
    init(&other, PTHREAD_MUTEX_RECURSIVE);
    init(&third, PTHREAD_MUTEX_ERRORCHECK);
    run(keep);
    printf("other %d\n", pthread_mutex_lock(&other));
    pthread_mutex_unlock(&other);
    printf("lock %d\n", pthread_mutex_lock(&mutex) == EOWNERDEAD);
    run(try);
    printf("consistent %d", pthread_mutex_consistent(&mutex));
    printf(" %d\n", pthread_mutex_consistent(&mutex) == EINVAL);
    printf("unlock %d", pthread_mutex_unlock(&mutex));
    printf(" %d\n", pthread_mutex_unlock(&mutex) == EPERM);
    printf("lock %d", pthread_mutex_lock(&mutex));
    printf(" %d\n", pthread_mutex_unlock(&mutex));
    printf("third %d", pthread_mutex_trylock(&third) == EOWNERDEAD);
    printf(" %d", pthread_mutex_lock(&third) == EDEADLK);
    printf(" %d", pthread_mutex_consistent(&third));
    printf(" %d\n", pthread_mutex_unlock(&third));
    run(keep_recursively);
    printf("recursive %d", pthread_mutex_lock(&other) == EOWNERDEAD);
    printf(" %d", pthread_mutex_lock(&other));
    printf(" %d", pthread_mutex_consistent(&other));
    pthread_mutex_unlock(&other);
    printf(" %d\n", pthread_mutex_unlock(&other));
    lose();
    ceilings();
    return 0;
}
