// The Bluetooth driver of KISS (Qadeer and Wu): a request must not touch the driver after it has stopped. The
// driver counts the requests under way, plus one until it is stopped. A request counts itself before it looks
// at the stopping flag.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int pending = 1;
static atomic_bool stopping, nothing_pending, stopped;

static void end_request(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&nothing_pending, true);
}

static bool begin_request(void)
{
    atomic_fetch_add(&pending, 1);
    if (!atomic_load(&stopping)) return true;
    end_request();
    return false;
}

static void *request(void *arg)
{
    if (begin_request()) {
        assert(!atomic_load(&stopped));
        end_request();
    }
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
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, request, NULL);
    pthread_create(&threads[1], NULL, stop, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
