// A thread polls a flag and pauses for a long time between two looks. The flag is never set: a livelock, however long an iteration takes.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void relax(void)
{
    __asm__ volatile("pause");
}

static void *poll(void *arg)
{
    while (!atomic_load(&ready)) { //~ livelock
        for (int i = 0; i < 30000; i++) relax();
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
#ifdef FIXED
    atomic_store(&ready, 1);
#endif
    pthread_join(thread, NULL);
    return 0;
}
