// The driver for Bluetooth of KISS (Qadeer and Wu) as an abstraction of C leaves it: N requests and one that stops the driver, with the
// device's lock around its counter, an event as a flag behind that lock, and loops that end nondeterministically. With BUG, a request
// looks whether the driver is stopping before it counts itself.
// check -DN=2: ok
// check -DN=2 -DBUG: assertion
#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t is_idle;
    int pending;
    bool is_stopping, is_stopped;
} device;

// What a request is about. It belongs to its thread.
typedef struct {
    int status, copied;
} request;

static device *extension;

static bool unknown(void)
{
    return mz_choose(2);
}

// Under the lock.
static void end_request(device *device)
{
    mz_assert(device->pending > 0);
    if (--device->pending == 0) pthread_cond_signal(&device->is_idle);
}

static bool begin_request(device *device)
{
    pthread_mutex_lock(&device->lock);
#ifdef BUG
    bool is_refused = device->is_stopping;
    pthread_mutex_unlock(&device->lock);
    pthread_mutex_lock(&device->lock);
    device->pending++;
#else
    device->pending++;
    bool is_refused = device->is_stopping;
#endif
    if (is_refused) end_request(device);
    pthread_mutex_unlock(&device->lock);
    return !is_refused;
}

static void copy(request *request)
{
    while (unknown()) {
        request->copied = !request->copied;
        if (unknown()) request->status = 1;
    }
}

static void *dispatch(void *arg)
{
    request *mine = calloc(1, sizeof *mine);
    if (begin_request(extension)) {
        copy(mine);
        pthread_mutex_lock(&extension->lock);
        mz_assert(!extension->is_stopped);
        end_request(extension);
        pthread_mutex_unlock(&extension->lock);
    } else {
        mine->status = -1;
    }
    while (unknown()) {
    }
    mz_assert(mine->status <= 1 && mine->copied <= 1);
    free(mine);
    return arg;
}

static void *stop(void *arg)
{
    while (unknown()) {
    }
    pthread_mutex_lock(&extension->lock);
    extension->is_stopping = true;
    end_request(extension);
    while (extension->pending > 0) pthread_cond_wait(&extension->is_idle, &extension->lock);
    extension->is_stopped = true;
    pthread_mutex_unlock(&extension->lock);
    return arg;
}

int main(void)
{
    extension = calloc(1, sizeof *extension);
    pthread_mutex_init(&extension->lock, NULL);
    pthread_cond_init(&extension->is_idle, NULL);
    extension->pending = 1;
    pthread_t threads[N + 1];
    pthread_create(&threads[N], NULL, stop, NULL);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, dispatch, NULL);
    for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
    mz_assert(extension->is_stopped && extension->pending == 0);
    free(extension);
    return 0;
}
