// A waiter that may wake up twice without a signal, and a signaller. The signaller comes first: 1 trace. Else the waiter
// waits for the signal (1), or wakes up too early; then it takes the lock again after the signaller (1), or before it
// and has to wait once more. T(k) = 2 + T(k - 1) for k wake-ups, T(0) = 1: 1 + T(2) = 6.
// verdict: ok
// check: --spurious-wakeups=2
// traces: 6
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *announce(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, announce, NULL);
    pthread_mutex_lock(&mutex);
    while (!ready) pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
