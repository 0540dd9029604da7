// Two threads poll under a lock that they only try, and that is said to be busy is what they wait for, too: as long as each is alone it polls in
// vain, but where they meet, one of them continues.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *poll(void *arg)
{
    for (int seen = 0; !seen;) {
        if (pthread_mutex_trylock(&mutex)) {
#ifndef FIXED
            assert(!"met"); //~ assertion
#endif
            pthread_mutex_lock(&mutex);
            flag = 1;
        }
        seen = flag;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, poll, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
