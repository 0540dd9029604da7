// Cancellation: deferred at cancellation points, disabled and enabled, cleanup handlers in reverse order, PTHREAD_CANCELED.
// native: same
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t ready, never, cancelled;
static char trace[16];
static int length;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void note(void *letter) { trace[length++] = *(const char *)letter; }
static void unlock(void *m) { pthread_mutex_unlock(m); }

static void *at_semaphore(void *unused)
{
    (void)unused;
    pthread_cleanup_push(note, "a");
    pthread_cleanup_push(note, "b");
    pthread_cleanup_push(note, "c");
    pthread_cleanup_pop(1);
    sem_post(&ready);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return "not cancelled";
}

static void *at_condition(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    sem_post(&ready);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(1);
    return NULL;
}

static void *when_enabled(void *unused)
{
    (void)unused;
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    sem_post(&ready);
    sem_wait(&cancelled);
    pthread_testcancel();
    note("d");
    pthread_setcancelstate(old, NULL);
    pthread_testcancel();
    note("e");
    return NULL;
}

static void *exits(void *unused)
{
    (void)unused;
    pthread_cleanup_push(note, "x");
    pthread_exit("exited");
    pthread_cleanup_pop(0);
}

static void cancel(void *(*function)(void *))
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, function, NULL);
    sem_wait(&ready);
    int code = pthread_cancel(thread);
    sem_post(&cancelled);
    pthread_join(thread, &result);
    sem_trywait(&cancelled);
    printf("%d %d %s\n", code, result == PTHREAD_CANCELED, trace);
}

int main(void)
{
    sem_init(&ready, 0, 0);
    sem_init(&never, 0, 0);
    sem_init(&cancelled, 0, 0);
    cancel(at_semaphore);
    cancel(at_condition);
    printf("%d ", pthread_mutex_trylock(&mutex));
    printf("%d\n", pthread_mutex_unlock(&mutex));
    cancel(when_enabled);
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, exits, NULL);
    pthread_join(thread, &result);
    printf("%s %s\n", (char *)result, trace);
    return 0;
}
