// The Bluetooth driver of KISS (Qadeer and Wu), put right, with N requests: a request counts itself before it looks whether
// the driver is stopping.
// states: 2627
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int pending = 1;
static atomic_bool stopping, nothing_pending, stopped;

static void end_request(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&nothing_pending, true);
}

static void *request(void *arg)
{
    atomic_fetch_add(&pending, 1);
    if (!atomic_load(&stopping)) assert(!atomic_load(&stopped));
    end_request();
    return arg;
}

static void *stop(void *arg)
{
    atomic_store(&stopping, true);
    end_request();
    while (!atomic_load(&nothing_pending)) {
    }
    atomic_store(&stopped, true);
    return arg;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[N], NULL, stop, NULL);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, request, NULL);
    for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
    return 0;
}
