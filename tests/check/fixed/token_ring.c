// Three threads in a ring: the thread with the token may touch the log, then passes the token on. The log is
// written before the token is passed on. Waiting for the token does not count: there is one trace.
// verdict: ok
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define N 3

static atomic_int token;
static int log_length, log_of[N];

static void *station(void *arg)
{
    int self = (int)(intptr_t)arg;
    while (atomic_load(&token) != self) {
    }
    log_of[log_length++] = self;
    atomic_store(&token, self + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, station, (void *)0);
    pthread_create(&threads[1], NULL, station, (void *)1);
    pthread_create(&threads[2], NULL, station, (void *)2);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++) assert(log_of[i] == i);
    assert(log_length == N);
    return 0;
}
