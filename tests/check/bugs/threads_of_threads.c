// Two workers start a helper each, and main starts one, too: which of these threads is met first differs from one
// interleaving to the next, and so must not decide how the threads of a schedule are called.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int helped;

static void *help(void *arg)
{
    helped++;
    return arg;
}

static void *work(void *arg)
{
    pthread_t helper;
    pthread_create(&helper, NULL, help, NULL);
    pthread_join(helper, NULL);
    return arg;
}

int main(void)
{
    pthread_t workers[2], helper;
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    int seen = helped;
    pthread_create(&helper, NULL, help, NULL);
    pthread_join(helper, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    assert(seen != 2); //~ assertion
    return 0;
}
