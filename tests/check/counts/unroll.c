// A thread counts how often it has looked at a flag before it was set: no waiting, because the number tells one look from
// the next. Only a bound ends that. With --unroll 3 the flag is set before the first, second or third look, or after the
// third one; then the fourth look is cut off. 4 traces, one of them cut off.
// verdict: incomplete
// check: --unroll 3
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *set(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    int looks = 0;
    while (!atomic_load(&flag)) looks++;
    pthread_join(thread, NULL);
    return looks > 3;
}
