// The same where the loop is in the function that is given the address, and where a function of a function fills the struct.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct pair { int first, second; };

static atomic_int first, second;

static void *count(void *arg)
{
    for (int i = 1; i <= 3; i++) {
        atomic_store(&first, i);
        atomic_store(&second, i);
    }
    return arg;
}

static void load(int *to, atomic_int *from)
{
    *to = atomic_load(from);
}

static void get(struct pair *pair)
{
    do {
        load(&pair->first, &first);
        load(&pair->second, &second);
    } while (pair->first != pair->second);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    struct pair pair;
    get(&pair);
    assert(pair.first <= atomic_load(&first));
    pthread_join(thread, NULL);
    return 0;
}
