// Cancellation points: functions that wait, and where a cancelled thread unwinds instead of returning.
#include "library.h"

// What the functions below return when the thread is to end.
enum { CANCELLED = -1 };

#define PTHREAD_CANCELED ((void *)-1)

int __mazurka_test_cancel(void);
int __mazurka_join(pthread_t thread, void **result);
int __mazurka_cond_wait(void *condition, void *mutex, const struct timespec *deadline);
int __mazurka_sem_wait(void *semaphore, const struct timespec *deadline);
int __mazurka_sleep(uint64_t nanoseconds);
int __mazurka_sleep_until(const struct timespec *deadline);

static const uint64_t SECOND = 1000000000;

static int go_on(int result) {
    if (result == CANCELLED)
        pthread_exit(PTHREAD_CANCELED);
    return result;
}

// For functions that report errors through errno.
static int report(int error) {
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

LIBRARY void pthread_testcancel(void) {
    go_on(__mazurka_test_cancel());
}

LIBRARY int pthread_join(pthread_t thread, void **result) {
    return go_on(__mazurka_join(thread, result));
}

int __mazurka_timed_join(pthread_t thread, void **result, const struct timespec *deadline);

// Without a deadline they wait for ever. They are cancellation points only then.
LIBRARY int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *deadline) {
    return deadline ? __mazurka_timed_join(thread, result, deadline) : pthread_join(thread, result);
}

LIBRARY int pthread_clockjoin_np(pthread_t thread, void **result, int clock, const struct timespec *deadline) {
    (void)clock;
    return pthread_timedjoin_np(thread, result, deadline);
}

LIBRARY int pthread_cond_wait(void *condition, void *mutex) {
    return go_on(__mazurka_cond_wait(condition, mutex, NULL));
}

LIBRARY int pthread_cond_timedwait(void *condition, void *mutex, const struct timespec *deadline) {
    return go_on(__mazurka_cond_wait(condition, mutex, deadline));
}

LIBRARY int pthread_cond_clockwait(void *condition, void *mutex, int clock, const struct timespec *deadline) {
    (void)clock;
    return go_on(__mazurka_cond_wait(condition, mutex, deadline));
}

LIBRARY int sem_wait(void *semaphore) {
    return report(go_on(__mazurka_sem_wait(semaphore, NULL)));
}

LIBRARY int sem_timedwait(void *semaphore, const struct timespec *deadline) {
    return report(go_on(__mazurka_sem_wait(semaphore, deadline)));
}

LIBRARY int sem_clockwait(void *semaphore, int clock, const struct timespec *deadline) {
    (void)clock;
    return report(go_on(__mazurka_sem_wait(semaphore, deadline)));
}

LIBRARY unsigned sleep(unsigned seconds) {
    return go_on(__mazurka_sleep(seconds * SECOND)) == EINTR ? seconds : 0;
}

LIBRARY int usleep(unsigned microseconds) {
    return report(go_on(__mazurka_sleep(microseconds * (uint64_t)1000)));
}

// A sleep that a signal handler has interrupted was short: all of the time is left. It is often the request itself.
static int sleep_for(const struct timespec *time, struct timespec *left) {
    if (time->seconds < 0 || (uint64_t)time->nanoseconds >= SECOND)
        return EINVAL;
    int error = go_on(__mazurka_sleep((uint64_t)time->seconds * SECOND + (uint64_t)time->nanoseconds));
    if (error == EINTR && left)
        *left = *time;
    return error;
}

LIBRARY int nanosleep(const struct timespec *time, struct timespec *left) {
    return report(sleep_for(time, left));
}

LIBRARY int clock_nanosleep(int clock, int flags, const struct timespec *time, struct timespec *left) {
    enum { TIMER_ABSTIME = 1 };
    (void)clock;
    if (flags & TIMER_ABSTIME)
        return go_on(__mazurka_sleep_until(time));
    return sleep_for(time, left);
}

LIBRARY int thrd_sleep(const struct timespec *time, struct timespec *left) {
    return nanosleep(time, left);
}
