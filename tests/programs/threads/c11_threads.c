// C11 threads.h: threads, mutexes of each kind, condition variables, thread-specific storage, call_once, sleeping.
// native: same
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex, recursive, timed;
static cnd_t changed;
static tss_t storage;
static once_flag once = ONCE_FLAG_INIT;
static thread_local int local = 3;
static int counter, once_runs, destroyed, stage;

static void run_once(void) { once_runs++; }
static void destroy(void *value)
{
    destroyed += *(int *)value;
    free(value);
}

static int count(void *argument)
{
    int times = *(int *)argument;
    call_once(&once, run_once);
    int *value = malloc(sizeof *value);
    *value = times;
    tss_set(storage, value);
    for (int i = 0; i < times; i++) {
        mtx_lock(&mutex);
        counter++;
        mtx_unlock(&mutex);
    }
    local += times;
    return *(int *)tss_get(storage) + local;
}

static void counting(void)
{
    thrd_t threads[3];
    int times[3] = { 10, 20, 30 };
    for (int i = 0; i < 3; i++)
        printf("%d ", thrd_create(&threads[i], count, &times[i]) == thrd_success);
    for (int i = 0; i < 3; i++) {
        int result;
        thrd_join(threads[i], &result);
        printf("%d ", result);
    }
    printf("%d %d %d %d\n", counter, once_runs, destroyed, local);
}

static int stepper(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    while (stage != 1)
        cnd_wait(&changed, &mutex);
    stage = 2;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    thrd_exit(55);
}

static void conditions(void)
{
    thrd_t thread;
    int result;
    thrd_create(&thread, stepper, NULL);
    mtx_lock(&mutex);
    stage = 1;
    cnd_signal(&changed);
    while (stage != 2)
        cnd_wait(&changed, &mutex);
    mtx_unlock(&mutex);
    thrd_join(thread, &result);
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    mtx_lock(&mutex);
    int code;
    do
        code = cnd_timedwait(&changed, &mutex, &now);
    while (code == thrd_success);
    mtx_unlock(&mutex);
    printf("%d %d %d\n", stage, result, code == thrd_timedout);
}

static int try_all(void *argument)
{
    int *busy = argument;
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    *busy = (mtx_trylock(&recursive) == thrd_busy) + 2 * (mtx_timedlock(&timed, &now) == thrd_timedout);
    return 0;
}

static void mutexes(void)
{
    printf("%d ", mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
    mtx_lock(&timed);
    thrd_t thread;
    int busy = 0;
    thrd_create(&thread, try_all, &busy);
    thrd_join(thread, NULL);
    mtx_unlock(&timed);
    mtx_unlock(&recursive);
    mtx_unlock(&recursive);
    printf("%d\n", busy);
}

static atomic_int detached_done;
static int detached(void *unused)
{
    (void)unused;
    thrd_detach(thrd_current());
    atomic_store(&detached_done, 1);
    return 0;
}

int main(void)
{
    mtx_init(&mutex, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    cnd_init(&changed);
    printf("%d\n", tss_create(&storage, destroy) == thrd_success);
    counting();
    conditions();
    mutexes();
    thrd_t thread;
    thrd_create(&thread, detached, NULL);
    while (!atomic_load(&detached_done))
        thrd_yield();
    printf("%d %d\n", thrd_equal(thrd_current(), thrd_current()) != 0, thrd_sleep(&(struct timespec){ 0, 1000 }, NULL));
    tss_delete(storage);
    cnd_destroy(&changed);
    mtx_destroy(&mutex);
    mtx_destroy(&recursive);
    mtx_destroy(&timed);
    return 0;
}
