// A thread tries to receive, again and again, into a variable of its own whose address it passes on: writing there changes nothing that
// others know of. The sender sends twice, and the first message must not be lost.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int box; // 0: empty

static bool receive(int *message)
{
    *message = atomic_load(&box);
    if (*message == 0) return false;
    atomic_store(&box, 0);
    return true;
}

static bool send(const int *message)
{
#ifdef FIXED
    if (atomic_load(&box) != 0) return false;
#endif
    atomic_store(&box, *message);
    return true;
}

static void *sender(void *arg)
{
    for (int message = 1; message <= 2; message++) {
        while (!send(&message)) {
        }
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sender, NULL);
    int message;
    while (!receive(&message)) {
    }
    assert(message == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
