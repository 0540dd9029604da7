// A thread polls a flag, and keeps the quotient of two numbers of its own that nothing reads. The divisor must be what it is.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static unsigned parts = 1, share;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!atomic_load(&ready)) {
        parts |= 2;
        share = 12 / parts;
    }
    pthread_join(thread, NULL);
    return 0;
}
