// Mutexes of each kind: mutual exclusion, trylock, recursion depth, and the codes that error-checking mutexes return.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER, recursive, checking;
static int counter;

static void make(pthread_mutex_t *mutex, int type)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type);
    pthread_mutex_init(mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

static void *increment(void *argument)
{
    pthread_mutex_t *mutex = argument;
    for (int i = 0; i < 30; i++) {
        pthread_mutex_lock(mutex);
        counter++;
        pthread_mutex_unlock(mutex);
    }
    return NULL;
}

static void exclusion(const char *name, pthread_mutex_t *mutex)
{
    pthread_t threads[3];
    counter = 0;
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, increment, mutex);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%s %d\n", name, counter);
}

struct attempt { pthread_mutex_t *mutex; int trylock, unlock; };

static void *try_foreign(void *argument)
{
    struct attempt *attempt = argument;
    attempt->trylock = pthread_mutex_trylock(attempt->mutex);
    if (attempt->trylock == 0)
        pthread_mutex_unlock(attempt->mutex);
    return NULL;
}

static void *unlock_foreign(void *argument)
{
    struct attempt *attempt = argument;
    attempt->unlock = pthread_mutex_unlock(attempt->mutex);
    return NULL;
}

static struct attempt run(void *(*function)(void *), pthread_mutex_t *mutex)
{
    struct attempt attempt = { mutex, -1, -1 };
    pthread_t thread;
    pthread_create(&thread, NULL, function, &attempt);
    pthread_join(thread, NULL);
    return attempt;
}

static void trying(void)
{
    pthread_mutex_lock(&normal);
    printf("%d ", run(try_foreign, &normal).trylock == EBUSY);
    printf("%d ", pthread_mutex_trylock(&normal) == EBUSY);
    pthread_mutex_unlock(&normal);
    printf("%d ", run(try_foreign, &normal).trylock);
    printf("%d\n", pthread_mutex_trylock(&normal));
    pthread_mutex_unlock(&normal);
}

static void recursion(void)
{
    for (int depth = 0; depth < 3; depth++)
        printf("%d", pthread_mutex_lock(&recursive));
    printf(" %d ", pthread_mutex_trylock(&recursive));
    for (int depth = 0; depth < 4; depth++) {
        printf("%d", run(try_foreign, &recursive).trylock == EBUSY);
        printf("%d ", pthread_mutex_unlock(&recursive));
    }
    printf("%d %d\n", run(try_foreign, &recursive).trylock, pthread_mutex_unlock(&recursive) == EPERM);
}

static void checks(void)
{
    printf("%d ", pthread_mutex_unlock(&checking) == EPERM);
    printf("%d ", pthread_mutex_lock(&checking));
    printf("%d ", pthread_mutex_lock(&checking) == EDEADLK);
    printf("%d ", pthread_mutex_trylock(&checking) == EBUSY);
    printf("%d ", run(unlock_foreign, &checking).unlock == EPERM);
    printf("%d ", run(try_foreign, &checking).trylock == EBUSY);
    printf("%d ", pthread_mutex_unlock(&checking));
    printf("%d\n", pthread_mutex_unlock(&checking) == EPERM);
}

int main(void)
{
    make(&recursive, PTHREAD_MUTEX_RECURSIVE);
    make(&checking, PTHREAD_MUTEX_ERRORCHECK);
    exclusion("normal", &normal);
    exclusion("recursive", &recursive);
    exclusion("checking", &checking);
    trying();
    recursion();
    checks();
    printf("%d ", pthread_mutex_destroy(&normal));
    printf("%d ", pthread_mutex_destroy(&recursive));
    printf("%d\n", pthread_mutex_destroy(&checking));
    return 0;
}
