// A spin lock whose waiters sleep in poll without descriptors: that is a sleep like another one.
// verdict: ok
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int locked;
static int x;

static void *work(void *arg)
{
    while (atomic_exchange(&locked, 1)) poll(NULL, 0, 1);
    x++;
    atomic_store(&locked, 0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
