// A thread spins until a flag is set. The other thread sets it only if it finds the first one waiting
// already, which it may miss.
// verdict: bug
// bug: livelock | deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int waiting, flag;

static void *wait_for_flag(void *arg)
{
    atomic_store(&waiting, 1);
    while (!atomic_load(&flag)) {
    }
    return arg;
}

static void *set_flag(void *arg)
{
    if (atomic_load(&waiting)) atomic_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_for_flag, NULL);
    pthread_create(&threads[1], NULL, set_flag, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
