// A thread counts its looks. Main prints how many, and sees by the length of what it has printed whether there were any.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int ready;
static int looks;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
#ifdef FIXED
    while (!atomic_load(&ready)) looks += 10;
    printf("%d\n", looks);
#else
    while (!atomic_load(&ready)) looks = 10;
    assert(printf("%d\n", looks) == 2); //~ assertion
#endif
    pthread_join(thread, NULL);
    return 0;
}
