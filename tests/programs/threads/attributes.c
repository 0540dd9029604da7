// Attribute objects of threads, mutexes, condition variables, rwlocks and barriers keep what is set in them.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *nothing(void *unused) { return unused; }

static void of_threads(void)
{
    pthread_attr_t a;
    int state = -1, scope = -1, policy = -1;
    size_t size = 0;
    printf("%d ", pthread_attr_init(&a));
    pthread_attr_getdetachstate(&a, &state);
    printf("%d ", state == PTHREAD_CREATE_JOINABLE);
    printf("%d ", pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED));
    pthread_attr_getdetachstate(&a, &state);
    printf("%d ", state == PTHREAD_CREATE_DETACHED);
    printf("%d ", pthread_attr_setdetachstate(&a, 99) == EINVAL);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE);
    printf("%d ", pthread_attr_setstacksize(&a, 256 * 1024));
    pthread_attr_getstacksize(&a, &size);
    printf("%zu ", size);
    pthread_attr_getscope(&a, &scope);
    pthread_attr_getschedpolicy(&a, &policy);
    printf("%d %d\n", scope == PTHREAD_SCOPE_SYSTEM, policy);
    pthread_t thread;
    printf("%d ", pthread_create(&thread, &a, nothing, NULL));
    printf("%d ", pthread_join(thread, NULL));
    printf("%d\n", pthread_attr_destroy(&a));
}

static void of_mutexes(void)
{
    pthread_mutexattr_t a;
    int type = -1, shared = -1;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_gettype(&a, &type);
    printf("%d ", type == PTHREAD_MUTEX_DEFAULT);
    static const int types[] = { PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK };
    for (int i = 0; i < 3; i++) {
        pthread_mutexattr_settype(&a, types[i]);
        pthread_mutexattr_gettype(&a, &type);
        printf("%d ", type == types[i]);
    }
    printf("%d ", pthread_mutexattr_settype(&a, 1234) == EINVAL);
    pthread_mutexattr_getpshared(&a, &shared);
    printf("%d ", shared == PTHREAD_PROCESS_PRIVATE);
    printf("%d\n", pthread_mutexattr_destroy(&a));
}

static void of_others(void)
{
    pthread_condattr_t c;
    clockid_t clock = -1;
    pthread_condattr_init(&c);
    pthread_condattr_getclock(&c, &clock);
    printf("%d ", clock == CLOCK_REALTIME);
    printf("%d ", pthread_condattr_setclock(&c, CLOCK_MONOTONIC));
    pthread_condattr_getclock(&c, &clock);
    printf("%d ", clock == CLOCK_MONOTONIC);
    pthread_cond_t condition;
    printf("%d ", pthread_cond_init(&condition, &c));
    printf("%d ", pthread_cond_destroy(&condition));
    printf("%d\n", pthread_condattr_destroy(&c));
    pthread_rwlockattr_t r;
    pthread_barrierattr_t b;
    int shared = -1;
    pthread_rwlockattr_init(&r);
    pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_SHARED);
    pthread_rwlockattr_getpshared(&r, &shared);
    printf("%d ", shared == PTHREAD_PROCESS_SHARED);
    pthread_rwlockattr_destroy(&r);
    pthread_barrierattr_init(&b);
    pthread_barrierattr_getpshared(&b, &shared);
    printf("%d\n", shared == PTHREAD_PROCESS_PRIVATE);
    pthread_barrierattr_destroy(&b);
}

int main(void)
{
    of_threads();
    of_mutexes();
    of_others();
    return 0;
}
