// <threads.h>: other names and other results for POSIX threads.
#include "library.h"

enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_recursive = 1 };

// What pthread_mutexattr_settype makes of an attribute: the mutex's kind.
enum { NORMAL = 0, RECURSIVE = 1 };

typedef int body(void *argument);

int __mazurka_thrd_creation_error(void);
pthread_t __mazurka_next_thread(void);
int __mazurka_spawn(const void *attributes, void (*start)(body *, void *), body *f, void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
pthread_t pthread_self(void);
int pthread_mutex_init(void *mutex, const int *attributes);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_timedlock(void *mutex, const struct timespec *deadline);
int pthread_mutex_unlock(void *mutex);
int pthread_mutex_destroy(void *mutex);
int pthread_cond_init(void *condition, const void *attributes);
int pthread_cond_signal(void *condition);
int pthread_cond_broadcast(void *condition);
int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_timedwait(void *condition, void *mutex, const struct timespec *deadline);
int pthread_cond_destroy(void *condition);
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
void *pthread_getspecific(unsigned key);
int pthread_setspecific(unsigned key, const void *value);
int pthread_once(int *control, void (*f)(void));

static int result_of(int error) {
    switch (error) {
    case 0:
        return thrd_success;
    case ENOMEM:
        return thrd_nomem;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

static void start(body *f, void *argument) {
    pthread_exit((void *)(intptr_t)f(argument));
}

LIBRARY int thrd_create(pthread_t *thread, body *f, void *argument) {
    int error = __mazurka_thrd_creation_error();
    if (error)
        return result_of(error);
    *thread = __mazurka_next_thread();
    return result_of(__mazurka_spawn(NULL, start, f, argument));
}

LIBRARY int thrd_join(pthread_t thread, int *result) {
    void *value;
    int error = pthread_join(thread, &value);
    if (error == 0 && result)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

LIBRARY int thrd_detach(pthread_t thread) {
    return result_of(pthread_detach(thread));
}

LIBRARY pthread_t thrd_current(void) {
    return pthread_self();
}

LIBRARY int thrd_equal(pthread_t a, pthread_t b) {
    return a == b;
}

LIBRARY _Noreturn void thrd_exit(int result) {
    pthread_exit((void *)(intptr_t)result);
}

LIBRARY int mtx_init(void *mutex, int type) {
    int attributes = type & mtx_recursive ? RECURSIVE : NORMAL;
    return result_of(pthread_mutex_init(mutex, &attributes));
}

LIBRARY int mtx_lock(void *mutex) {
    return result_of(pthread_mutex_lock(mutex));
}

LIBRARY int mtx_trylock(void *mutex) {
    return result_of(pthread_mutex_trylock(mutex));
}

LIBRARY int mtx_timedlock(void *mutex, const struct timespec *deadline) {
    return result_of(pthread_mutex_timedlock(mutex, deadline));
}

LIBRARY int mtx_unlock(void *mutex) {
    return result_of(pthread_mutex_unlock(mutex));
}

LIBRARY void mtx_destroy(void *mutex) {
    pthread_mutex_destroy(mutex);
}

LIBRARY int cnd_init(void *condition) {
    return result_of(pthread_cond_init(condition, NULL));
}

LIBRARY int cnd_signal(void *condition) {
    return result_of(pthread_cond_signal(condition));
}

LIBRARY int cnd_broadcast(void *condition) {
    return result_of(pthread_cond_broadcast(condition));
}

LIBRARY int cnd_wait(void *condition, void *mutex) {
    return result_of(pthread_cond_wait(condition, mutex));
}

LIBRARY int cnd_timedwait(void *condition, void *mutex, const struct timespec *deadline) {
    return result_of(pthread_cond_timedwait(condition, mutex, deadline));
}

LIBRARY void cnd_destroy(void *condition) {
    pthread_cond_destroy(condition);
}

LIBRARY int tss_create(unsigned *key, void (*destructor)(void *)) {
    return result_of(pthread_key_create(key, destructor));
}

LIBRARY void tss_delete(unsigned key) {
    pthread_key_delete(key);
}

LIBRARY void *tss_get(unsigned key) {
    return pthread_getspecific(key);
}

LIBRARY int tss_set(unsigned key, void *value) {
    return result_of(pthread_setspecific(key, value));
}

LIBRARY void call_once(int *flag, void (*f)(void)) {
    pthread_once(flag, f);
}
